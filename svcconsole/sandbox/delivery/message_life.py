"""The states a message will pass through, planned when it is accepted, so that a restarted store
continues.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, select

from svcconsole.sandbox.delivery.recipients import Recipient
from svcconsole.sandbox.store import database, timestamps
from svcconsole.sandbox.store.tables import messaging as tables

PACE = "pace"
"""The setting that says how many times as fast as real the store's waiting goes."""

FIRST = "queued"
"""The status of a message nothing has happened to yet."""

_SHORTEST = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Event:
    """A status and the instant it comes, as `moments.text`; `reason` where it failed."""

    status: str
    at: str
    code: int | None = None
    reason: str | None = None


def plan(recipient: Recipient, message_id: str, accepted: datetime, pace: float) -> tuple[Event, ...]:
    """Every event of a message, each at least a millisecond after the one before.

    Where between a stage's bounds it falls is drawn from the message's id: the same message, the same life.
    """
    drawn = int.from_bytes(hashlib.sha256(message_id.encode()).digest()[:4]) / 2**32
    events: list[Event] = []
    before = accepted - _SHORTEST
    for stage in recipient.stages:
        seconds = stage.earliest + drawn * (stage.latest - stage.earliest)
        before = max(accepted + timedelta(seconds=seconds / pace), before + _SHORTEST)
        code, reason = (None, None)
        if stage.status == "failed" and recipient.failure:
            code, reason = recipient.failure[0], recipient.reason
        events.append(Event(stage.status, timestamps.text(before), code, reason))
    return tuple(events)


def current(events: Sequence[Event], now: datetime) -> Event | None:
    """The last event whose time has come."""
    instant = timestamps.text(now)
    return max((event for event in events if event.at <= instant), key=lambda event: event.at, default=None)


def save_events(connection: Connection, message: int, events: Iterable[Event]) -> None:
    """Write the planned life of a message."""
    connection.execute(
        tables.message_events.insert(),
        [
            {
                "message": message,
                "status": event.status,
                "at": event.at,
                "code": event.code,
                "reason": event.reason,
            }
            for event in events
        ],
    )


def lives(connection: Connection, messages: Sequence[int]) -> Mapping[int, Sequence[Event]]:
    """The events of each of these messages, in the order of their instants."""
    found: dict[int, list[Event]] = {message: [] for message in messages}
    table = tables.message_events
    for start in range(0, len(messages), database.ASKED_AT_ONCE):
        chunk = messages[start : start + database.ASKED_AT_ONCE]
        query = select(table).where(table.c.message.in_(chunk)).order_by(table.c.at)
        for row in connection.execute(query):
            found[row.message].append(Event(row.status, row.at, row.code, row.reason))
    return found


def pace(connection: Connection) -> float:
    """How many times as fast as real the store's waiting goes: 1 unless it was changed."""
    return float(database.setting(connection, PACE) or 1)


def keep_pace(connection: Connection, factor: float) -> None:
    """From now on plan new messages and new tries of webhooks at this pace; what is planned stays."""
    database.keep_setting(connection, PACE, repr(factor))
