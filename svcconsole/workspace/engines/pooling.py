"""Tells a connection of one's own from one of a pool that is lent for a transaction at a time."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import psycopg
from psycopg import sql

WAIT_SECONDS = 2.0
OTHERS = 3
"""So many other connections are opened: a pool that is idle lends each of them the same one."""


def is_pooled(connect: Callable[[], psycopg.Connection[Any]]) -> bool:
    """Whether what `connect` opens (in autocommit) is a pool's by the transaction, as of PgBouncer.

    Nothing is told to such connections, and nothing says so. Two things show it: what is notified does not
    arrive within 2 s, or two connections that are both open are one at the server.
    """
    listening = connect()
    channel = f"svc_probe_{secrets.token_hex(4)}"
    here = _backend(listening)
    listening.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
    others = [connect() for _ in range(OTHERS)]
    if any(_backend(other) == here for other in others) or _backend(listening) != here:
        return True
    others[0].execute("SELECT pg_notify(%s, '')", (channel,))
    return not any(True for _ in listening.notifies(timeout=WAIT_SECONDS, stop_after=1))


def _backend(connection: psycopg.Connection[Any]) -> int:
    row = connection.execute("SELECT pg_backend_pid()").fetchone()
    return int(row[0]) if row is not None else 0
