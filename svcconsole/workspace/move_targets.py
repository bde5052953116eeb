"""The two places a workspace is moved to: an empty database, and a file in the store's folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, func, inspect, select

from svcconsole.words.message import message
from svcconsole.workspace import versions
from svcconsole.workspace.creation import create_tables, refuse_other_store
from svcconsole.workspace.engines.postgresql_engine import PostgresqlEngine
from svcconsole.workspace.engines.sqlite_engine import SqliteEngine
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.mark_file import folder_to_disk
from svcconsole.workspace.schema import runs, watermarks
from svcconsole.workspace.schema.team_tables import console_leases
from svcconsole.workspace.table_copy import cleared
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.audit_log import add_entry, head_of
from svcconsole.workspace.versions import META
from svcconsole.workspace.writers import ARRIVING, MOVED, Moving, forget_moving, moving

BEFORE = "before-move"
"""How a file is called, behind its name, that another one has taken the place of."""


Fill = Callable[[Connection, bool], None]
"""Puts the rows into a copy, with the log of what was done where that is said."""


class DatabaseTarget:
    """The database at `address`, for the store whose folder is called `store`. Raises WorkspaceError."""

    def __init__(self, address: str, store: str) -> None:
        self._engine = PostgresqlEngine(address)
        self._store = store
        self.place = self._engine.place
        self._engine.prepare()

    def arriving(self) -> Moving | None:
        with self._engine.reading() as connection:
            return moving(connection, ARRIVING) if inspect(connection).has_table(META.name) else None

    def write(self, fence: int, source: Connection, fill: Fill) -> None:
        with self._engine.writing() as connection:
            if versions.read_version(connection) is None:
                create_tables(connection, self._store, self._engine.account)
                count_fences_on(connection, fence)
                fill(connection, True)
                self._engine.add_rules(connection)
            else:
                refuse_other_store(connection, self._store)
                if not _may_be_replaced(connection):
                    raise WorkspaceError(
                        message("The database {place} holds a workspace already.", place=self.place),
                        message("Name an empty database. Nothing was changed."),
                    )
                forget_moving(connection, MOVED)
                with cleared(source, connection):
                    count_fences_on(connection, fence)
                    fill(connection, False)
                add_entry(connection, Action.MOVED, details={"head": head_of(source)})

    def counts(self) -> dict[str, int]:
        with self._engine.reading() as connection:
            return _counts(connection)

    def let_send(self) -> None:
        with self._engine.writing() as connection:
            forget_moving(connection, ARRIVING)

    def close(self) -> None:
        """Let go of every connection."""
        self._engine.close()


class FileTarget:
    """The workspace file at `path`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.place = str(path)

    def arriving(self) -> Moving | None:
        if not self._path.is_file():
            return None
        with _file(self._path) as engine, engine.reading() as connection:
            return moving(connection, ARRIVING)

    def write(self, fence: int, source: Connection, fill: Fill) -> None:
        self._refuse_taken()
        coming = self._path.with_name(f"{self._path.name}.coming")
        for path in _with_companions(coming):
            path.unlink(missing_ok=True)
        with _file(coming) as engine:
            engine.prepare()
            with engine.writing() as connection:
                create_tables(connection, "", "", fence=fence)
                fill(connection, True)
                engine.add_rules(connection)
            engine.checkpoint()
        if self._path.is_file():
            self._path.replace(self._path.with_name(f"{self._path.name}.{BEFORE}"))
        for path in _with_companions(self._path):
            path.unlink(missing_ok=True)
        coming.replace(self._path)
        folder_to_disk(self._path.parent)

    def counts(self) -> dict[str, int]:
        with _file(self._path) as engine, engine.reading() as connection:
            return _counts(connection)

    def let_send(self) -> None:
        with _file(self._path) as engine, engine.writing() as connection:
            forget_moving(connection, ARRIVING)

    def _refuse_taken(self) -> None:
        """Raise WorkspaceError unless what is there may be set aside; its log is brought into it."""
        if not self._path.is_file():
            return
        with _file(self._path) as engine:
            with engine.reading() as connection:
                free = _may_be_replaced(connection)
            engine.checkpoint()
        if not free:
            raise WorkspaceError(
                message("{file} holds runs of its own.", file=self._path),
                message("Write a backup of it, then move it away. Nothing was changed."),
            )


@contextmanager
def _file(path: Path) -> Iterator[SqliteEngine]:
    engine = SqliteEngine(path)
    try:
        yield engine
    finally:
        engine.close()


def _with_companions(path: Path) -> Iterator[Path]:
    return (path.with_name(f"{path.name}{ending}") for ending in ("", "-wal", "-shm"))


def _may_be_replaced(connection: Connection) -> bool:
    """Whether what is there has no runs, or has gone on somewhere else."""
    if moving(connection, ARRIVING) or moving(connection, MOVED):
        return True
    return connection.execute(select(runs.c.id).limit(1)).first() is None


def _counts(connection: Connection) -> dict[str, int]:
    return {row.console: row.attempts for row in connection.execute(select(watermarks))}


def count_fences_on(connection: Connection, fence: int) -> None:
    """Let the next lease have a number that none had here or, up to `fence`, where it came from."""
    sequence = func.pg_get_serial_sequence(console_leases.name, console_leases.c.fence.name)
    reached = func.nextval(sequence)
    connection.execute(select(func.setval(sequence, func.greatest(reached, fence))))
