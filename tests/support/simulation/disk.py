"""A disk under the workspaces of one computer: full, failing, and what a power cut leaves of what was written.

The files are real, SQLite writes them itself. What a power cut may take is the end of the write-ahead log that
no commit has waited for; what it should not take and sometimes does is the whole log.
"""

from __future__ import annotations

import errno
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from svcconsole.workspace import mark_file
from svcconsole.workspace.database import FILE_NAME
from tests.support.simulation.clock import RUNNING, Killed

FAULTS = ("full", "failing after it was written", "killed before", "killed after", "power cut", "torn by a power cut")
WAITED_FOR = 2
"""PRAGMA synchronous: FULL. A commit with less is in the file, and not yet on the disk."""


@dataclass
class Disk:
    """`rate` of the commits and marks meet a fault; `on_power_cut` is told what is left of the files."""

    folder: Path
    chance: random.Random
    rate: float
    loses_log: float
    on_power_cut: Callable[[dict[Path, bytes], bool], None] = lambda *_: None
    met: Counter[str] = field(default_factory=Counter)
    not_waited_for: dict[Path, bytes] = field(default_factory=dict)
    """The logs as they were before the first commit that did not wait for the disk."""

    @contextmanager
    def installed(self) -> Iterator[None]:
        listeners: tuple[tuple[str, Callable[..., None]], ...] = (
            ("begin", self._on_begin),
            ("commit", self._on_commit),
        )
        for name, listener in listeners:
            event.listen(Engine, name, listener)
        to_disk = mark_file._to_disk
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(mark_file, "_to_disk", lambda handle: self._mark(handle, to_disk))
            try:
                yield
            finally:
                for name, listener in listeners:
                    event.remove(Engine, name, listener)

    def _on_begin(self, _: Connection) -> None:
        process = RUNNING.get()
        if process is not None and not process.alive:
            raise Killed

    def _on_commit(self, connection: Connection) -> None:
        process, raw = RUNNING.get(), connection.connection.driver_connection
        if process is None or not isinstance(raw, sqlite3.Connection) or not raw.in_transaction:
            return
        path = Path(str(connection.engine.url.database))
        if path.name != FILE_NAME:
            return
        log = path.with_name(f"{path.name}-wal")
        (waits,) = raw.execute("PRAGMA synchronous").fetchone()
        if waits < WAITED_FOR:
            self.not_waited_for.setdefault(log, log.read_bytes())
        else:
            self.not_waited_for.pop(log, None)
        if self.chance.random() >= self.rate:
            return
        fault = self.chance.choice(FAULTS)
        self.met[fault] += 1
        self._strike(fault, raw, path, log)

    def _strike(self, fault: str, raw: sqlite3.Connection, path: Path, log: Path) -> None:
        if fault == "full":
            raise _error("database or disk is full", sqlite3.SQLITE_FULL)
        if fault == "killed before":
            raise Killed
        if fault == "power cut":
            self._cut_power({})
        main, before = path.read_bytes(), log.read_bytes()
        raw.execute("COMMIT")
        if fault == "failing after it was written":
            raise _error("disk I/O error", sqlite3.SQLITE_IOERR_FSYNC)
        if fault == "torn by a power cut" and path.read_bytes() == main:
            after = log.read_bytes()
            reached = self.chance.randrange(0, len(after) + 1)
            self._cut_power({log: after[:reached] + before[reached:]})
        raise Killed

    def _cut_power(self, torn: dict[Path, bytes]) -> None:
        left = {path: path.read_bytes() for path in self.folder.rglob("*") if _is_kept(path)}
        left |= self.not_waited_for | torn
        lost = self.chance.random() < self.loses_log
        if lost:
            self.met["the log was lost"] += 1
            left = {path: content for path, content in left.items() if not path.name.endswith("-wal")}
        self.not_waited_for.clear()
        self.on_power_cut(left, lost)
        raise Killed

    def _mark(self, handle: int, to_disk: Callable[[int], None]) -> None:
        process = RUNNING.get()
        if process is not None and not process.alive:
            raise Killed
        if process is not None and self.chance.random() < self.rate:
            fault = self.chance.choice(("mark: full", "mark: killed before", "mark: killed after"))
            self.met[fault] += 1
            if fault == "mark: full":
                raise OSError(errno.ENOSPC, "No space left on device")
            if fault == "mark: killed after":
                to_disk(handle)
            raise Killed
        to_disk(handle)


def put_back(left: dict[Path, bytes], folder: Path) -> None:
    """The files as the computer finds them when it starts again."""
    for path in folder.rglob("*"):
        if path.is_file() and path not in left and path.name.endswith(("-wal", "-shm", ".lock")):
            path.unlink()
    for path, content in left.items():
        path.write_bytes(content)


def _is_kept(path: Path) -> bool:
    return path.is_file() and not path.name.endswith(("-shm", ".lock"))


def _error(words: str, code: int) -> sqlite3.OperationalError:
    error: Any = sqlite3.OperationalError(words)
    error.sqlite_errorcode = code
    made: sqlite3.OperationalError = error
    return made
