"""Connections kept for later: one that has died is noticed before a transaction begins on it."""

from __future__ import annotations

import selectors
import time
from typing import Any

import psycopg
from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

IDLE_SECONDS = 5.0
"""A connection that was used within so long, and of which nothing is heard, is believed to live."""
_USED_AT = "used_at"


def watch_pool(engine: Engine) -> None:
    """Ask a connection whether it lives where that is in doubt; each time would take as long as to write."""
    event.listen(engine, "checkin", _keep)
    event.listen(engine, "checkout", _take)


def _keep(_raw: object, entry: ConnectionPoolEntry) -> None:
    entry.info[_USED_AT] = time.time()


def _take(raw: psycopg.Connection[Any], entry: ConnectionPoolEntry, _taken: object) -> None:
    used_at = entry.info.get(_USED_AT)
    # By the wall clock, which goes on while the computer sleeps.
    if used_at is None or (abs(time.time() - used_at) < IDLE_SECONDS and not _is_ended(raw)):
        return
    try:
        raw.execute("SELECT 1")
        raw.rollback()
    except psycopg.Error as error:
        raise DisconnectionError from error


def _is_ended(raw: psycopg.Connection[Any]) -> bool:
    """Whether the server has said something unasked, as it does when it ends a connection."""
    if raw.closed:
        return True
    with selectors.DefaultSelector() as selector:
        selector.register(raw.fileno(), selectors.EVENT_READ)
        return bool(selector.select(0))
