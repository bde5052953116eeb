"""Tells other consoles that a shared workspace has changed, and hears it: NOTIFY and LISTEN."""

from __future__ import annotations

import secrets
import selectors
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from svcconsole.workspace.engines.engine import ChannelKind
from svcconsole.workspace.statement_queue import queue_of

CHANNEL = "svc"
LISTEN = f"LISTEN {CHANNEL}"
AT_MOST_EVERY = 0.25
"""Seconds between two notifications of one console: one in every commit would cost a third of them."""
PROBE_SECONDS = 2.0
NOTIFY_LAST = text(f"SELECT pg_notify('{CHANNEL}', lastval()::text)")
NOTIFY = f"SELECT pg_notify('{CHANNEL}', %s)"
CHANNELS = "SELECT pg_listening_channels()"


class Announcer:
    """Notifies those who listen, in the transaction that noted events, at most four times a second: what
    falls between two notifications is told with the next, or by itself when none comes."""

    def __init__(self, engine: Engine, clock: Callable[[], float] = time.monotonic) -> None:
        self._engine = engine
        self._clock = clock
        self._guard = threading.Lock()
        self._told_at = -AT_MOST_EVERY
        self._waits = self._closed = False
        self._telling = threading.Lock()
        self._timer: threading.Timer | None = None

    def announce(self, connection: Connection) -> None:
        """The last statement of a transaction that has written events."""
        with self._guard:
            if self._waits or self._closed:
                return
            wait = self._told_at + AT_MOST_EVERY - self._clock()
            if wait > 0:
                self._waits = True
                self._timer = threading.Timer(wait, self._tell)
                self._timer.daemon = True
                self._timer.start()
                return
            self._told_at = self._clock()
        queue_of(connection).execute(NOTIFY_LAST, {})

    def close(self) -> None:
        """Tell now what waits to be told; nothing uses the engine from here afterwards."""
        with self._guard:
            self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._tell()

    def _tell(self) -> None:
        with self._telling:
            with self._guard:
                waited, self._waits = self._waits, False
                self._told_at = self._clock()
            # Whoever listens reads every few seconds besides: where the database is away nothing is lost.
            if waited:
                with suppress(DBAPIError), self._engine.begin() as connection:
                    connection.exec_driver_sql(NOTIFY, ("",))


class PostgresqlChannel:
    """A connection of its own that listens, or that cannot, because a pool lends another one to each
    transaction: then it says so, and who waits looks by itself. One thread waits, any may wake it."""

    def __init__(self, engine: Engine) -> None:
        """Raises what the driver raises where the database is away."""
        self._engine = engine
        self._wake, self._woken = socket.socketpair()
        self._woken.setblocking(False)
        try:
            self._connection = _own_connection(engine)
        except BaseException:
            self._wake.close()
            self._woken.close()
            raise
        try:
            self._connection.execute(LISTEN)
            self.kind = ChannelKind.DIRECT if self._probe() else ChannelKind.POOLED
        except BaseException:
            self.close()
            raise

    def wait(self, seconds: float) -> bool:
        """Whether something changed within so many seconds, or may have. Raises what the driver raises where
        the connection has ended."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            woken, words = self._wait(left)
            if woken or words:
                return True
        return False

    def check(self) -> None:
        """Make sure that it still listens. Raises what the driver raises where its connection has ended."""
        channels = [name for (name,) in self._connection.execute(CHANNELS)]
        if self.kind is ChannelKind.DIRECT and CHANNEL not in channels:
            self._connection.execute(LISTEN)
            self.kind = ChannelKind.DIRECT if self._probe() else ChannelKind.POOLED

    def wake(self) -> None:
        with suppress(OSError):
            self._wake.send(b"\0")

    def close(self) -> None:
        self._connection.close()
        self._wake.close()
        self._woken.close()

    def _probe(self) -> bool:
        """Whether what another connection tells arrives here."""
        word = secrets.token_hex(8)
        with self._engine.begin() as other:
            other.exec_driver_sql(NOTIFY, (word,))
        deadline = time.monotonic() + PROBE_SECONDS
        while (left := deadline - time.monotonic()) > 0:
            if word in self._wait(left)[1]:
                return True
        return False

    def _wait(self, seconds: float) -> tuple[bool, list[str]]:
        """Whether it was woken, and what was told, the first that comes."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._connection.fileno(), selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            ready = {key.fileobj for key, _ in selector.select(seconds)}
        woken = self._woken in ready
        if woken:
            with suppress(BlockingIOError):
                self._woken.recv(1024)
        words = []
        if self._connection.fileno() in ready:
            self._connection.pgconn.consume_input()
            while (told := self._connection.pgconn.notifies()) is not None:
                words.append(told.extra.decode())
        return woken, words


def _own_connection(engine: Engine) -> psycopg.Connection[Any]:
    """A connection that nobody else uses, each statement of it a transaction."""
    lent = engine.raw_connection()
    connection = lent.driver_connection
    if not isinstance(connection, psycopg.Connection):
        raise AssertionError("a connection has its driver's")
    lent.detach()
    connection.rollback()
    connection.autocommit = True
    # A pool that lends another connection to each transaction does not know what this one has prepared.
    connection.prepare_threshold = None
    return connection
