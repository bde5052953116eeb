"""The database of the practice store; everything specific to SQLite is in this file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sqlalchemy import (
    BindParameter,
    ClauseElement,
    ColumnElement,
    Connection,
    Engine,
    Float,
    Insert,
    NullPool,
    Table,
    Text,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    inspect,
    select,
    type_coerce,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import OperationalError

from svcconsole.sandbox.store import formats
from svcconsole.sandbox.store.tables import metadata, settings

FILE = "practice.sqlite"
LOCKED_SECONDS = 10
ASKED_AT_ONCE = 500
MOST_PAGES = 4_294_967_294
"""SQLite's own limit of a file's pages."""
LIVE_FROM = 1_000_001
"""The first id that is given to something new; the ids below are the demo's past (`seed/history.py`)."""


_FORMAT = "format"
"""The setting with the format of the records; format 1 had none."""


class InUse(Exception):
    """Another process holds the folder."""


class Newer(Exception):
    """A later version of this program wrote the records, in a format that is not known here."""


class NoRoom(Exception):
    """The disk is full; nothing of the transaction was kept."""


class Database:
    """One connection, used by one thread; a write is in the file before it is acknowledged."""

    def __init__(self, folder: Path) -> None:
        self._readers = _engine(folder, "BEGIN")
        # at once for writing: a read that turns into a write could be refused half way
        self._connection = _engine(folder, "BEGIN IMMEDIATE").connect()
        try:
            self._know_tables()
        except BaseException:
            self.close()
            raise

    def _know_tables(self) -> None:
        """Make the tables where there are none yet; raises Newer, before anything is changed.

        Records of an earlier format stay as they are until `formats.upgrade`.
        """
        with self.transaction() as connection:
            found = format_of(connection)
            if found > formats.FORMAT:
                raise Newer
            if not found:
                metadata.create_all(connection)
                keep_format(connection)

    @contextmanager
    def transaction(self, *, room: bool = True) -> Iterator[Connection]:
        """A transaction that is committed at the end and rolled back by any exception.

        Without `room` it meets a full disk at its end; NoRoom is raised, as by a disk that is really full.
        """
        try:
            with self._connection.begin():
                yield self._connection
                if not room:
                    _run_out_of_room(self._connection)
        except OperationalError as error:
            if isinstance(error.orig, sqlite3.Error) and error.orig.sqlite_errorcode == sqlite3.SQLITE_FULL:
                raise NoRoom from error
            raise

    @contextmanager
    def part(self) -> Iterator[Connection]:
        """A part of the transaction, which an exception takes back alone.

        The driver is asked directly: what SQLAlchemy does around a statement costs as much as an upsert.
        """
        driver: Any = self._connection.connection.driver_connection
        driver.execute("SAVEPOINT part")
        try:
            yield self._connection
        except BaseException:
            driver.execute("ROLLBACK TO SAVEPOINT part")
            raise
        finally:
            driver.execute("RELEASE SAVEPOINT part")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for a long read in another thread: all of it sees one state, while writes go on."""
        with self._readers.connect() as connection, connection.begin():
            yield connection

    def copy(self, file: Path) -> None:
        """Write all records of one instant to a file of their own, from any thread, while writes go on."""
        with self._readers.connect() as connection, closing(sqlite3.connect(file)) as target:
            _raw(connection).backup(target)

    def load(self, file: Path) -> None:
        """Put the records of such a file into the place of all there are: all of them or, killed, none."""
        with closing(sqlite3.connect(file)) as source:
            source.backup(_raw(self._connection))
        self._know_tables()

    def close(self) -> None:
        self._connection.close()


def _raw(connection: Connection) -> sqlite3.Connection:
    raw = connection.connection.driver_connection
    if not isinstance(raw, sqlite3.Connection):
        raise TypeError(raw)
    return raw


def _run_out_of_room(connection: Connection) -> None:
    """Let the file grow no more and write what does not fit: SQLite itself fails, as on a full disk."""
    pages, free, size = (
        connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
        for name in ("page_count", "freelist_count", "page_size")
    )
    connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    too_much = func.zeroblob((free + 2) * size)
    try:
        connection.execute(settings.insert().values(name="more than there is room for", value=too_much))
    finally:
        connection.exec_driver_sql(f"PRAGMA max_page_count={MOST_PAGES}")


def _prepare(connection: Any, _: object) -> None:
    # NORMAL is enough: a killed process loses nothing that was committed, only a power cut could
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "trusted_schema=OFF"):
        connection.execute(f"PRAGMA {pragma}")


def _engine(folder: Path, begin: str) -> Engine:
    engine = create_engine(
        f"sqlite:///{folder / FILE}",
        poolclass=NullPool,
        connect_args={"isolation_level": None, "timeout": LOCKED_SECONDS},
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the folder for this process; raises InUse when another one does. A killed process lets go, too."""
    lock = sqlite3.connect(folder / "lock.sqlite", isolation_level=None, timeout=0, check_same_thread=False)
    with closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise InUse from None
        yield


def upsert(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert each row, or replace the one with the same key."""
    if rows:
        connection.execute(_put(table), rows)


@cache
def _put(table: Table) -> Insert:
    statement = sqlite.insert(table)
    others = {column.name: statement.excluded[column.name] for column in table.c if not column.primary_key}
    return statement.on_conflict_do_update(index_elements=table.primary_key, set_=others)


class Prepared:
    """A statement that is compiled once and handed to the driver: for what is done in every upsert, what
    SQLAlchemy does around each statement would cost as much as the rest.
    """

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, Sequence[str] | None, Mapping[str, Any]]] = {}
        self._row: Callable[[Iterable[Any]], Any] | None = None

    def run(self, connection: Connection, values: Mapping[str, Any]) -> Any:
        """Execute it with these values of its parameters; its first row, named by the columns, or None."""
        dialect = connection.dialect
        if dialect.name not in self._compiled:
            compiled = self._statement.compile(dialect=dialect)
            positions: Sequence[str] | None = getattr(compiled, "positiontup", None)
            self._compiled[dialect.name] = str(compiled), positions, compiled.params or {}
        text, positions, own = self._compiled[dialect.name]
        named = {**own, **values}
        cursor = connection.connection.cursor()
        try:
            cursor.execute(text, named if positions is None else [named[name] for name in positions])
            if cursor.description is None:
                return None
            if self._row is None:
                names = [column[0] for column in cursor.description]
                self._row = lambda row: SimpleNamespace(**dict(zip(names, row, strict=True)))
            row = cursor.fetchone()
            return None if row is None else self._row(row)
        finally:
            cursor.close()


def bound(table: Table, *left_out: str) -> dict[str, BindParameter[Any]]:
    """A parameter named as the column, for every column but those."""
    return {name: bindparam(name) for name in (column.name for column in table.c) if name not in left_out}


def next_id(connection: Connection, table: Table) -> int:
    """The id of the next new row of a table with numeric ids."""
    last: int | None = connection.scalars(select(func.max(table.c.id))).one()
    return max(last or 0, LIVE_FROM - 1) + 1


def bodies(connection: Connection, table: Table, ids: Iterable[str]) -> dict[str, str]:
    """The records of those of `ids` that exist."""
    wanted = list(dict.fromkeys(ids))
    found: dict[str, str] = {}
    for start in range(0, len(wanted), ASKED_AT_ONCE):
        chunk = wanted[start : start + ASKED_AT_ONCE]
        query = select(table.c.id, table.c.body).where(table.c.id.in_(chunk))
        found.update((row.id, row.body) for row in connection.execute(query))
    return found


def page(connection: Connection, table: Table, after: str | None, size: int) -> list[str]:
    """The next `size` records after the id, which need not exist, in code-point order of their ids."""
    query = select(table.c.body).order_by(table.c.id).limit(size)
    if after is not None:
        query = query.where(table.c.id > after)
    return list(connection.scalars(query))


def counts(connection: Connection) -> dict[str, int]:
    """How many records each table holds."""
    tables = [table for table in metadata.sorted_tables if table is not settings]
    return {table.name: connection.scalars(select(func.count()).select_from(table)).one() for table in tables}


def empty(connection: Connection) -> None:
    for table in reversed(metadata.sorted_tables):
        connection.execute(delete(table))


def setting(connection: Connection, name: str) -> str | None:
    return connection.scalars(select(settings.c.value).where(settings.c.name == name)).one_or_none()


def keep_setting(connection: Connection, name: str, value: str) -> None:
    upsert(connection, settings, [{"name": name, "value": value}])


def forget_setting(connection: Connection, name: str) -> None:
    connection.execute(delete(settings).where(settings.c.name == name))


def format_of(connection: Connection) -> int:
    """The format the records are kept in; 0 where there are none yet."""
    if not inspect(connection).has_table(settings.name):
        return 0
    return int(setting(connection, _FORMAT) or 1)


def keep_format(connection: Connection) -> None:
    """Note that the records are kept in today's tables."""
    keep_setting(connection, _FORMAT, str(formats.FORMAT))


def replace_text(connection: Connection, table: Table, old: str, new: str) -> None:
    """Replace `old` by `new` in every record of the table."""
    connection.execute(update(table).values(body=func.replace(table.c.body, old, new)))


def monday(instant: ColumnElement[str]) -> ColumnElement[str]:
    """The Monday that begins the instant's week, as `2026-01-05`."""
    return func.date(instant, "weekday 0", "-6 days", type_=Text)


def minutes_between(earlier: ColumnElement[Any], later: ColumnElement[Any]) -> ColumnElement[float]:
    """Minutes from one instant to the other, to the millisecond; null where one of them is."""
    days = func.julianday(later, type_=Float) - func.julianday(earlier, type_=Float)
    return type_coerce(func.round(days * 86_400_000, type_=Float) / 60_000.0, Float)


def json_text(body: ColumnElement[str], *path: str | int) -> ColumnElement[str]:
    """What the JSON text holds under these names and positions: a text as it is, a list as JSON."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return func.json_extract(body, "$" + "".join(steps), type_=Text)
