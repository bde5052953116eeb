"""Tells a connection of one's own from one of a pool that is lent for a transaction at a time."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from select import select
from typing import Any

import psycopg
from psycopg import sql

WAIT_SECONDS = 2.0
OTHERS = 3
"""So many other connections are opened: a pool that is idle lends each of them the same one."""


def is_pooled(connect: Callable[[], psycopg.Connection[Any]]) -> bool:
    """Whether what `connect` opens (in autocommit) is a pool's by the transaction, as of PgBouncer.

    Nothing is told to such connections, and nothing says so. Three things show it: what is notified does not
    arrive within 2 s, two connections that are both open are one at the server, or one that is open has none
    there, because the pool has lent all it has.
    """
    listening = connect()
    channel = f"svc_probe_{secrets.token_hex(4)}"
    here = _backend(listening)
    listening.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
    others = [connect() for _ in range(OTHERS)]
    if here is None or any(_backend(other) in (here, None) for other in others):
        return True
    if _backend(listening) != here:
        return True
    others[0].execute("SELECT pg_notify(%s, '')", (channel,))
    return not any(True for _ in listening.notifies(timeout=WAIT_SECONDS, stop_after=1))


def prepare_nothing_where_pooled(connection: psycopg.Connection[Any]) -> None:
    """Send every statement whole where something stands between this connection and the server: one that
    lends another connection to each transaction does not know what was prepared on this one.

    Whoever stands between tells a process number of its own in the place of the server's.
    """
    row = connection.execute("SELECT pg_backend_pid()").fetchone()
    connection.rollback()
    if row is None or row[0] != connection.info.backend_pid:
        connection.prepare_threshold = None


def _backend(connection: psycopg.Connection[Any]) -> int | None:
    """The server's process behind a connection; None where none has taken it up within 2 s.

    By libpq's own calls: whoever waits in a pool's queue would wait for as long as the pool lets it.
    """
    driver, until = connection.pgconn, time.monotonic() + WAIT_SECONDS
    driver.send_query(b"SELECT pg_backend_pid()")
    found = None
    while True:
        driver.flush()
        while driver.is_busy():
            left = until - time.monotonic()
            if left <= 0 or not select([driver.socket], [], [], left)[0]:
                return None
            driver.consume_input()
        result = driver.get_result()
        if result is None:
            return found
        found = int(result.get_value(0, 0) or 0)
