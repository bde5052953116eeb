"""A disk under the workspaces of one computer: full, failing, and what a power cut leaves of its files.

The files are real, SQLite writes them itself. What a power cut may take is the end of the write-ahead log
that no commit has waited for; what it should not take and sometimes does is more of the log, or all of it.
"""

from __future__ import annotations

import errno
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import pytest
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import Engine
from sqlalchemy.util import LRUCache

from svcconsole.workspace import mark_file
from svcconsole.workspace.database import FILE_NAME
from svcconsole.workspace.engines import sqlite_engine
from tests.support.simulation.clock import RUNNING, Killed

FAULTS = (
    "full",
    "failing after it was written",
    "killed before",
    "killed after",
    "power cut",
    "torn by a power cut",
)
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
            patch.setattr(sqlite_engine, "create_engine", _engine)
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
        if self.chance.random() < self.rate:
            fault = self.chance.choice(FAULTS)
            self.met[fault] += 1
            self._strike(fault, raw, path, log)
        if waits < WAITED_FOR or _HASTY:
            self.not_waited_for.setdefault(log, log.read_bytes())
        else:
            self.not_waited_for.pop(log, None)

    def _strike(self, fault: str, raw: sqlite3.Connection, path: Path, log: Path) -> None:
        if fault == "full":
            raise _error("database or disk is full", sqlite3.SQLITE_FULL)
        if fault == "killed before":
            raise Killed
        if fault == "power cut":
            self.cut_power()
        main, before = path.read_bytes(), log.read_bytes()
        raw.execute("COMMIT")
        if fault == "failing after it was written":
            raise _error("disk I/O error", sqlite3.SQLITE_IOERR_FSYNC)
        if fault == "torn by a power cut" and path.read_bytes() == main:
            after, before = log.read_bytes(), self.not_waited_for.get(log, before)
            reached = self.chance.randrange(0, len(after) + 1)
            self.cut_power({log: after[:reached] + before[reached:]})
        raise Killed

    def cut_power(self, torn: Mapping[Path, bytes] | None = None) -> NoReturn:
        """Everything of this computer ends; `torn` is what is left of files that were being written."""
        left = {path: path.read_bytes() for path in self.folder.rglob("*") if _is_kept(path)}
        left |= self.not_waited_for | dict(torn or {})
        lost = self.chance.random() < self.loses_log
        for log in [path for path in left if path.name.endswith("-wal")] if lost else ():
            if self.chance.random() < 0.3:
                self.met["the log was lost"] += 1
                del left[log]
            else:
                self.met["the end of the log was lost"] += 1
                left[log] = left[log][: self.chance.randrange(0, len(left[log]) + 1)]
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


COMPILED: Any = LRUCache(2000)


def _engine(*given: Any, **named: Any) -> Engine:
    """Each process compiles its statements anew; here all of them share what was compiled."""
    made: Any = create_engine(*given, **named)
    made._compiled_cache = COMPILED
    engine: Engine = made
    return engine


_HASTY: list[bool] = []


@contextmanager
def not_waiting() -> Iterator[None]:
    """What is committed within the block is in the file when the commit returns, and not on the disk."""
    _HASTY.append(True)
    try:
        yield
    finally:
        _HASTY.pop()


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
