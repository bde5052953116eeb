"""A workspace in one SQLite file: checked, copied before it is changed, readable by its owner only."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, create_engine, event, literal, literal_column
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.engines.engine import Channel
from svcconsole.workspace.engines.file_watch import FileWatch
from svcconsole.workspace.engines.sqlite_errors import damaged, explain, explain_file_error
from svcconsole.workspace.engines.sqlite_events import SqliteChannel
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.file_copy import copy_file
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.schema.audit_tables import TRIGGERS
from svcconsole.workspace.team.account_name import account_name
from svcconsole.workspace.versions import VERSION, read_version
from svcconsole.workspace.writers import newer

BUSY_SECONDS = 10.0
PRAGMAS = (
    "synchronous = FULL",
    "fullfsync = ON",
    "trusted_schema = OFF",
    "cell_size_check = ON",
    "secure_delete = ON",
    "foreign_keys = ON",
)


class SqliteEngine:
    """The file at `path`. Any thread may call; each transaction has its own connection."""

    moment: ColumnElement[str] = literal_column("strftime('%Y-%m-%dT%H:%M:%fZ', 'now')")

    def __init__(self, path: Path) -> None:
        self.path = path
        self.actor: ColumnElement[str] = literal(account_name())
        self._watch = FileWatch(path)
        self._engine = create_engine(
            f"sqlite:///{path}", connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS}
        )
        event.listen(self._engine, "connect", _prepare)
        event.listen(self._engine, "begin", _begin)
        self._writing = self._engine.execution_options(immediate=True)

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return str(self.path)

    def prepare(self) -> None:
        """Create the file with owner-only rights, switch to the write-ahead log, refuse a damaged or
        foreign file."""
        with self._plain_errors(), self._plain_file_errors():
            self._make()
        with self.reading() as connection:
            verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            found = connection.exec_driver_sql(
                "SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')"
            )
            foreign = any(TRIGGERS.get(name) != sql for name, sql in found)
            version = _version_in(connection) if verdict == "ok" and foreign else 0
        if version > VERSION:
            raise newer(version)
        if verdict != "ok" or foreign:
            raise damaged(self.path)

    @property
    def account(self) -> str:
        """A file knows nobody."""
        return ""

    def address_for(self, name: str) -> str:
        """A file is its owner's."""
        raise NotImplementedError(name)

    def verifier(self, name: str, password: str) -> str:
        """A file has no accounts."""
        raise NotImplementedError(name)

    def add_rules(self, connection: Connection) -> None:
        for statement in TRIGGERS.values():
            connection.exec_driver_sql(statement)

    def begin(self) -> None:
        """Notice from now on when the file is deleted or replaced."""
        with self._plain_errors():
            self._watch.begin()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        self._watch.check()
        with self._plain_errors(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that takes the write lock at once (BEGIN IMMEDIATE) and commits at the end of the
        block. Raises FileGone, writing nothing, where the file is not the one that was opened."""
        self._watch.check()
        with self._plain_errors(), self._writing.begin() as connection:
            yield connection
            self._watch.check()

    @contextmanager
    def joined(self, path: Path) -> Iterator[Connection]:
        """A transaction in which the workspace file at `path` is there as well, under the name `other`."""
        self._watch.check()
        with self._plain_errors(), self._writing.connect() as connection:
            # A file is attached outside of transactions only, and kept by its connection until it is let go.
            raw = connection.connection.driver_connection
            if raw is None:
                raise AssertionError("a connection has its driver's")
            raw.execute("ATTACH DATABASE ? AS other", (str(path),))
            try:
                with connection.begin():
                    yield connection
            finally:
                raw.execute("DETACH DATABASE other")

    @contextmanager
    def in_work(self, name: str) -> Iterator[None]:
        path = self._lock_of(name)
        lock = FileLock(path)
        try:
            lock.acquire()
        except OSError as error:
            raise WorkspaceError(
                message("{file} cannot be made: {reason}.", file=path, reason=system_reason(error)),
                message("Nothing was written. Check that the disk has room and the folder is yours."),
            ) from error
        try:
            yield
        finally:
            lock.release()
            with suppress(OSError):
                path.unlink()

    def is_in_work(self, name: str) -> bool:
        path = self._lock_of(name)
        if not path.exists():
            return False
        lock = FileLock(path)
        if not lock.acquire():
            return True
        lock.release()
        with suppress(OSError):
            path.unlink()
        return False

    def _lock_of(self, name: str) -> Path:
        return self.path.with_name(f"{name}.lock")

    def announce(self, connection: Connection) -> None:
        """Whoever looks at the file notices."""

    @contextmanager
    def listen(self) -> Iterator[Channel]:
        with self._plain_errors():
            channel = SqliteChannel(self.path)
            try:
                yield channel
            finally:
                channel.close()

    def keep_copy(self, version: int) -> None:
        """A whole copy beside the file."""
        with self._plain_errors(), self._plain_file_errors():
            copy_file(self.path, self.path.with_name(f"{self.path.name}.version-{version}"))

    def checkpoint(self) -> None:
        """Bring the write-ahead log into the main file, as far as nobody reads an earlier moment."""
        self._write_back()

    def _write_back(self) -> bool:
        """A checkpoint; whether all was brought over, and the write-ahead log is empty."""
        with (
            self._plain_errors(),
            self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection,
        ):
            busy, *_ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
        return not busy

    def rewrite(self, tables: Sequence[str]) -> bool:
        """Write the file anew, free pages and all; what was removed was overwritten when it was."""
        with (
            self._plain_errors(),
            self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection,
        ):
            connection.exec_driver_sql("VACUUM")
        return self._write_back()

    def nonsense(self) -> WorkspaceError:
        return damaged(self.path)

    def close(self) -> None:
        self._watch.end()
        self._engine.dispose()

    @contextmanager
    def _plain_errors(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise explain(error.orig, self.path) from error
        except sqlite3.Error as error:
            raise explain(error, self.path) from error

    @contextmanager
    def _plain_file_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise explain_file_error(error, self.path) from error

    def _make(self) -> None:
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        if os.name == "posix":
            self.path.chmod(0o600)
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    connection.exec_driver_sql("PRAGMA journal_mode = WAL")
                return
            except DBAPIError as error:
                # Two first starts at once: the switch to WAL does not wait for the other like a
                # transaction does.
                busy = getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
                if not busy or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)


def _version_in(connection: Connection) -> int:
    """The version that the tables of a file say they are; 0 where they say none."""
    try:
        return read_version(connection) or 0
    except ValueError:
        return 0


def _prepare(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    options: dict[str, Any] = dict(connection.get_execution_options())
    if options.get("isolation_level") != "AUTOCOMMIT":
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("immediate") else "BEGIN")
