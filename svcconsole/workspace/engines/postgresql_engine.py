"""A workspace in a PostgreSQL database that the consoles of a team share."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import Any

import psycopg
from psycopg.types.string import StrDumper
from sqlalchemy import URL, ColumnElement, Connection, create_engine, event, func, literal_column, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from svcconsole.words.message import message
from svcconsole.workspace.engines.engine import Channel
from svcconsole.workspace.engines.pooling import prepare_nothing_where_pooled
from svcconsole.workspace.engines.postgresql_errors import OLDEST_SERVER, explain, too_old
from svcconsole.workspace.engines.postgresql_events import Announcer, PostgresqlChannel
from svcconsole.workspace.engines.postgresql_pool import watch_pool
from svcconsole.workspace.engines.postgresql_queue import NUL, NUL_SHOWN, PostgresqlQueue
from svcconsole.workspace.engines.postgresql_rules import (
    APPROVAL_RULES,
    ERASURE_RULES,
    LOG_RULES,
    WRITE_LOCK,
    role_rules,
)
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.retention import database_rules
from svcconsole.workspace.schema import metadata
from svcconsole.workspace.schema.team_tables import team_metadata
from svcconsole.workspace.statement_queue import QUEUE

DRIVER = "postgresql+psycopg"
CONNECT_SECONDS = 10
PATIENCE_MILLISECONDS = 10_000
"""How long a transaction waits for another console's."""
IN_WORK = 0x53564357
"""With it, what is in work is locked by its name, until the connection ends."""
TAKE_WRITE_LOCK = b"SELECT set_config('lock_timeout', %s, true), pg_advisory_xact_lock(%s)"
SHORT_PATIENCE_MILLISECONDS = 200
"""The same where somebody is known to go on reading."""
READERS_END_SECONDS = 15
"""How long those who read what was there before something was removed are waited for."""
READERS_ASKED_SECONDS = 0.1
OPEN_TRANSACTIONS = """
    SELECT virtualtransaction FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'virtualxid' AND granted AND datname = current_database() AND pid <> pg_backend_pid()
"""
REWRITE = "SELECT set_config('lock_timeout', %s, true), svc_rewrite(%s)"
CONNECTIONS = 5
SILENT_SECONDS = 12
STILL_THERE = {
    "keepalives": 1,
    "keepalives_idle": SILENT_SECONDS // 3,
    "keepalives_interval": SILENT_SECONDS // 6,
    "keepalives_count": 4,
    "tcp_user_timeout": SILENT_SECONDS * 1000,
}
"""A connection whose other end says nothing any more, not even that it got what was sent, is given up."""
LOOPBACK = ("", "localhost", "127.0.0.1", "::1")

logging.getLogger("psycopg").setLevel(logging.ERROR)
"""A connection that ends is told by an exception; the driver's warnings would only say it again."""


def _describe_partial_indexes() -> None:
    """Take over the condition of each index, which the schema describes for SQLite alone: else every window
    would load what SQLAlchemy knows of PostgreSQL."""
    for index in (index for table in metadata.sorted_tables for index in table.indexes):
        index.dialect_options["postgresql"]["where"] = index.dialect_options["sqlite"]["where"]


_describe_partial_indexes()


class PostgresqlEngine:
    """The database at `url` (`postgresql://name:password@host:port/database`). Any thread may call.

    What a person's own machine keeps of a store, as the high-water mark, is not in it. Raises WorkspaceError
    where the URL is none.
    """

    actor: ColumnElement[str] = func.session_user()
    moment: ColumnElement[str] = literal_column(
        """to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""
    )

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self._account = str(self.url.username or "")
        self._engine = create_engine(
            self.url,
            # The ledger writes whole groups with statements of its own, their values in order.
            paramstyle="format",
            pool_size=CONNECTIONS,
            max_overflow=CONNECTIONS,
            connect_args={
                "connect_timeout": CONNECT_SECONDS,
                "application_name": "svcconsole",
                **STILL_THERE,
            },
        )
        self._closed = False
        event.listen(self._engine, "connect", _prepare)
        watch_pool(self._engine)
        event.listen(self._engine, "checkin", self._let_go)
        event.listen(self._engine, "before_cursor_execute", _send_before)
        self._reading = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )

        self._announcer = Announcer(self._engine)

    def prepare(self) -> None:
        """Refuse a server that is too old, or that lets us write nothing."""
        with self._plain_errors(), self._engine.connect() as connection:
            self._account = _driver(connection).info.user
            version = _driver(connection).info.server_version
            if version < OLDEST_SERVER:
                raise too_old(self.place, version)

    @property
    def account(self) -> str:
        """The role that we log in as."""
        return self._account

    def address_for(self, name: str) -> str:
        """The address under which another account comes here, without a password."""
        url = self.url.set(drivername="postgresql", username=name)._replace(password=None)
        return url.render_as_string(hide_password=False)

    def verifier(self, name: str, password: str) -> str:
        """What the server keeps of a password; from it nobody can tell the password."""
        with self._plain_errors(), self._engine.connect() as connection:
            made = _driver(connection).pgconn.encrypt_password(
                password.encode(), name.encode(), b"scram-sha-256"
            )
        return bytes(made).decode()

    def add_rules(self, connection: Connection) -> None:
        tables = [*metadata.tables, *team_metadata.tables]
        for statement in (*role_rules(tables), *LOG_RULES, *APPROVAL_RULES, *ERASURE_RULES, database_rules()):
            connection.exec_driver_sql(statement)

    def begin(self) -> None:
        """Nothing to watch: the server keeps its files."""

    @property
    def place(self) -> str:
        """Where it is, for sentences: never with the password."""
        return f"{self.url.host or 'localhost'}/{self.url.database or ''}"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._plain_errors(), self._reading.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with self._plain_errors(), self._engine.begin() as connection:
            raw = _driver(connection)
            queue = PostgresqlQueue(raw, self._engine.dialect)
            # Waiting until nobody else writes goes to the server with the first statement.
            queue.add(TAKE_WRITE_LOCK, (str(PATIENCE_MILLISECONDS), WRITE_LOCK))
            try:
                yield connection.execution_options(**{QUEUE: queue})
                queue.finish()
            except psycopg.Error:
                if raw.closed:
                    connection.invalidate()
                raise

    @contextmanager
    def in_work(self, name: str) -> Iterator[None]:
        with self._by_itself() as connection:
            connection.exec_driver_sql("SELECT pg_advisory_lock(%s, %s)", _lock_of(name))
            try:
                yield
            finally:
                # Where the database is away the lock has gone with the connection.
                with suppress(DBAPIError):
                    connection.exec_driver_sql("SELECT pg_advisory_unlock(%s, %s)", _lock_of(name))

    def is_in_work(self, name: str) -> bool:
        with self._by_itself() as connection:
            locked = connection.exec_driver_sql("SELECT pg_try_advisory_lock(%s, %s)", _lock_of(name))
            if not locked.scalar_one():
                return True
            connection.exec_driver_sql("SELECT pg_advisory_unlock(%s, %s)", _lock_of(name))
            return False

    @contextmanager
    def _by_itself(self) -> Iterator[Connection]:
        """A connection each of whose statements is a transaction."""
        with (
            self._plain_errors(),
            self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection,
        ):
            yield connection

    def announce(self, connection: Connection) -> None:
        self._announcer.announce(connection)

    @contextmanager
    def listen(self) -> Iterator[Channel]:
        with self._plain_errors():
            channel = PostgresqlChannel(self._engine)
            try:
                yield channel
            finally:
                channel.close()

    def keep_copy(self, version: int) -> None:
        """The server's own backups keep it."""

    def checkpoint(self) -> None:
        """What was committed is where a backup looks for it."""

    def rewrite(self, tables: Sequence[str]) -> bool:
        """Write each table anew, with its indexes; whoever administers may, whosever the tables are. The
        server's own log of what it writes, its archives and backups are beyond a console.

        The server keeps what a transaction may still read, so those that are open are waited for."""
        with self._by_itself() as connection:
            nothing_left = _earlier_transactions_end(connection, READERS_END_SECONDS)
            patience = str(PATIENCE_MILLISECONDS if nothing_left else SHORT_PATIENCE_MILLISECONDS)
            for table in tables:
                try:
                    connection.exec_driver_sql(REWRITE, (patience, table))
                except DBAPIError as error:
                    if not isinstance(error.orig, psycopg.errors.LockNotAvailable):
                        raise
                    nothing_left = False
            wait = READERS_END_SECONDS if nothing_left else 0.0
            return _rewrite_statistics(connection, wait) and nothing_left

    def nonsense(self) -> WorkspaceError:
        return WorkspaceError(
            message(
                "The shared workspace {place} holds values that no svcconsole has written.", place=self.place
            ),
            message("Nothing is resumed from it. Ask whoever keeps the database."),
        )

    def close(self) -> None:
        self._announcer.close()
        self._closed = True
        self._engine.dispose()

    def _let_go(self, _connection: object, entry: ConnectionPoolEntry) -> None:
        """What a call that hung gives back after all is kept for nobody."""
        if self._closed:
            entry.close()

    @contextmanager
    def _plain_errors(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise explain(error.orig, self.place, str(self.url.username or "")) from error
        except psycopg.Error as error:
            raise explain(error, self.place, str(self.url.username or "")) from error


def _earlier_transactions_end(connection: Connection, seconds: float) -> bool:
    """Wait until nobody can read what was removed before; whether it came to that. What begins while an
    earlier transaction is open may see as far back, so after the first are gone those are waited for."""
    until = monotonic() + seconds
    for _ in range(2):
        waited_for = set(connection.exec_driver_sql(OPEN_TRANSACTIONS).scalars())
        while waited_for:
            if monotonic() > until:
                return False
            sleep(READERS_ASKED_SECONDS)
            waited_for &= set(connection.exec_driver_sql(OPEN_TRANSACTIONS).scalars())
    return True


def _rewrite_statistics(connection: Connection, seconds: float) -> bool:
    """Leave nothing of the values that the planner had noted and that were dropped, where the account owns
    the database: to others the server refuses it by a warning. Whether nobody was in the way; whoever is, as
    the server's own analysis, is waited for."""
    until = monotonic() + seconds
    while True:
        ended = _earlier_transactions_end(connection, until - monotonic())
        if _vacuumed(connection) and ended:
            return True
        if monotonic() > until:
            return False
        sleep(READERS_ASKED_SECONDS)


def _vacuumed(connection: Connection) -> bool:
    """Write the planner's notes anew, unless somebody has their table locked."""
    warned: list[str | None] = []
    raw = _driver(connection)

    def hear(warning: psycopg.errors.Diagnostic) -> None:
        warned.append(warning.sqlstate)

    raw.add_notice_handler(hear)
    try:
        connection.exec_driver_sql("VACUUM (FULL, SKIP_LOCKED) pg_statistic")
    finally:
        raw.remove_notice_handler(hear)
    return psycopg.errors.LockNotAvailable.sqlstate not in warned


def _lock_of(name: str) -> tuple[int, int]:
    """Two numbers, as PostgreSQL names locks; names that share one are only cleared later."""
    return IN_WORK, zlib.crc32(name.encode()) - (1 << 31)


def read_url(text: str) -> URL:
    """The address of a shared workspace, with the driver we use; encrypted and checked unless it is on this
    computer or says otherwise."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise _no_address() from error
    if url.get_backend_name() != "postgresql" or not url.database:
        raise _no_address()
    local = (url.host or "") in LOOPBACK or "host" in url.query
    if "sslmode" not in url.query and not local:
        url = url.update_query_dict({"sslmode": "verify-full", "sslrootcert": "system"})
    return url.set(drivername=DRIVER)


def _no_address() -> WorkspaceError:
    return WorkspaceError(
        message("That is not the address of a PostgreSQL database."),
        message("It looks like postgresql://name:password@host:5432/database."),
    )


class _TextDumper(StrDumper):
    """Texts as PostgreSQL can hold them."""

    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace(NUL, NUL_SHOWN) if NUL in obj else obj)


def _prepare(connection: psycopg.Connection[Any], _entry: ConnectionPoolEntry) -> None:
    connection.adapters.register_dumper(str, _TextDumper)
    prepare_nothing_where_pooled(connection)


def _send_before(connection: Connection, *_: object) -> None:
    """What is queued comes before any other statement."""
    queue: PostgresqlQueue | None = connection.get_execution_options().get(QUEUE)
    if queue is not None:
        queue.send()


def _driver(connection: Connection) -> psycopg.Connection[Any]:
    found = connection.connection.driver_connection
    if not isinstance(found, psycopg.Connection):
        raise AssertionError("a connection has its driver's")
    return found
