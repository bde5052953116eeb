"""Queues webhook events: each state of a message when it is due, each click on a link."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, select, update

from svcconsole.sandbox.store import database, timestamps
from svcconsole.sandbox.store.call_context import Call
from svcconsole.sandbox.store.tables import messaging as tables
from svcconsole.sandbox.webhooks.registrations import WAITING

STATUS, CLICK = "message.status", "message.link_click"

AT_ONCE = 500
"""How many events are told in one transaction, so that requests need not wait."""

_TOLD = (
    update(tables.message_events)
    .where(tables.message_events.c.message == bindparam("of"))
    .where(tables.message_events.c.status == bindparam("was"))
    .values(told=1)
)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to a message; `status` or `url` is the one of the two that its kind has."""

    id: str
    event: str
    occurred_at: str
    message_id: str
    callback_data: str | None
    status: str | None = None
    url: str | None = None

    @property
    def body(self) -> str:
        """The request's body (decisions, row 16); `callbackData` exactly as it was sent."""
        fields = {
            "id": self.id,
            "event": self.event,
            "occurredAt": self.occurred_at,
            "messageId": self.message_id,
            "status": self.status,
            "url": self.url,
            "callbackData": self.callback_data,
        }
        told = {name: value for name, value in fields.items() if value is not None}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def next_event(connection: Connection) -> datetime | None:
    """When the next event is to be told; None when nothing is planned or nobody listens."""
    since = _since(connection)
    if since is None:
        return None
    events = tables.message_events.c
    query = select(events.at).where(events.told == 0, events.at >= since).order_by(events.at).limit(1)
    at = connection.scalars(query).one_or_none()
    return None if at is None else timestamps.read(at)


def queue_due(call: Call) -> None:
    """Queue what has come to pass for every webhook that was registered before; in the order it came."""
    since = _since(call.connection)
    if since is None:
        return
    events, messages = tables.message_events.c, tables.messages.c
    due = (
        select(events.message, events.status, events.at, messages.message_id, messages.callback_data)
        .join(tables.messages, messages.id == events.message)
        .where(events.told == 0, events.at >= since, events.at <= timestamps.text(call.now))
        .order_by(events.at)
        .limit(AT_ONCE)
    )
    rows = call.connection.execute(due).all()
    if not rows:
        return
    told = (
        Event(
            f"{row.message_id}.{row.status}",
            STATUS,
            row.at,
            row.message_id,
            row.callback_data,
            status=row.status,
        )
        for row in rows
    )
    _queue(call, told)
    call.connection.execute(_TOLD, [{"of": row.message, "was": row.status} for row in rows])


def click(call: Call, message: int, message_id: str, url: str, callback_data: str | None) -> str:
    """Record that the recipient opened a link, and tell it; returns the instant."""
    number = database.next_id(call.connection, tables.link_clicks)
    at = timestamps.text(call.now)
    call.connection.execute(tables.link_clicks.insert().values(id=number, message=message, url=url, at=at))
    _queue(call, [Event(f"{message_id}.click.{number}", CLICK, at, message_id, callback_data, url=url)])
    return at


def _since(connection: Connection) -> str | None:
    """When the oldest webhook was registered: what came before is told to nobody."""
    at = tables.webhooks.c.created_at
    return connection.scalars(select(at).order_by(at).limit(1)).one_or_none()


def _queue(call: Call, events: Iterable[Event]) -> None:
    webhooks = call.connection.execute(select(tables.webhooks).order_by(tables.webhooks.c.id)).all()
    due = timestamps.text(call.now)
    rows = [
        {
            "webhook": webhook.id,
            "url": webhook.url,
            "event_id": event.id,
            "body": event.body,
            "state": WAITING,
            "due_at": due,
        }
        for event in events
        for webhook in webhooks
        if webhook.created_at <= event.occurred_at
    ]
    if rows:
        call.connection.execute(tables.webhook_deliveries.insert(), rows)
