"""Notices when the files of an open database are deleted or replaced: SQLite goes on writing to the old."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

from svcconsole.words.message import message
from svcconsole.workspace.errors import WorkspaceError


class FileGone(WorkspaceError):
    """The database's file, or its write-ahead log, is no longer the one that was opened."""


class FileWatch:
    """Knows a database and its write-ahead log by their numbers on the disk.

    A connection of its own keeps the log there for as long as the database is watched: without one SQLite
    deletes and makes it anew as it likes.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._connection: sqlite3.Connection | None = None
        self._known: tuple[object, ...] = ()
        self._guard = threading.Lock()
        self._copied = False

    def begin(self) -> None:
        """Watch from now on; the database is in WAL mode."""
        self.end()
        self._connection = sqlite3.connect(self._path, check_same_thread=False)
        self._connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        self._known = (_number(self._path), _number(self._log))

    def check(self) -> None:
        """Raises FileGone when a file is missing, or is another one."""
        if self._connection is None or self._known == (_number(self._path), _number(self._log)):
            return
        kept = self._kept()
        raise FileGone(
            message("The workspace file {file} was deleted or replaced while it was open.", file=self._path),
            message("Nothing more is sent from here. What it held is in {copy}: restore that.", copy=kept)
            if kept
            else message("Nothing more is sent from here. Restore a backup, and open the store again."),
        )

    def _kept(self) -> Path | None:
        """A copy of what the open connection still reads, written once; None where it cannot be."""
        copy = self._path.with_name(f"{self._path.name}.deleted")
        with self._guard:
            if self._copied or self._connection is None:
                return copy if self._copied else None
            try:
                os.close(os.open(copy, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))
                with closing(sqlite3.connect(copy)) as target:
                    self._connection.backup(target)
            except (OSError, sqlite3.Error):
                return None
            self._copied = True
        return copy

    def end(self) -> None:
        """Let go of the files."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _number(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
