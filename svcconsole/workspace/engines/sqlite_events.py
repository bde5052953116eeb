"""Notices that another connection has written to a workspace file."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path

from svcconsole.workspace.engines.engine import ChannelKind

LOOK_SECONDS = 0.4
"""A look costs a few microseconds: it reads one number of the shared index of the write-ahead log."""


class SqliteChannel:
    """Looks at the number that SQLite counts on with each commit of another connection. One thread waits,
    any may wake it."""

    kind = ChannelKind.FILE

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._version = self._data_version()
        self._woken = threading.Event()

    def wait(self, seconds: float) -> bool:
        """Whether something was written within so many seconds. Raises sqlite3.Error."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            if self._woken.wait(min(left, LOOK_SECONDS)):
                self._woken.clear()
                return True
            version = self._data_version()
            if version != self._version:
                self._version = version
                return True
        return False

    def check(self) -> None:
        """A file's number cannot stop being counted."""

    def wake(self) -> None:
        self._woken.set()

    def close(self) -> None:
        self._connection.close()

    def _data_version(self) -> int:
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])
