"""Webhooks of the practice store: what is sent, how it is signed, and when it is tried again.

None of this is in the specification (decisions, row 16). A request is a POST of the event as JSON with
`X-Practice-Timestamp`, the Unix time of the try in seconds, and `X-Practice-Signature`,
`sha256=` and the HMAC-SHA256 in hex, keyed with the webhook's secret, over the timestamp, a dot and the body.
An event keeps its `id` in every try and for every webhook; one may come more than once.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus

from sqlalchemy import Connection, select, update

from svcconsole.sandbox import database, delivery, moments
from svcconsole.sandbox.answers import Refused
from svcconsole.sandbox.calls import Call
from svcconsole.sandbox.tables import messaging as tables

STATUS, CLICK = "message.status", "message.link_click"
TIMESTAMP, SIGNATURE = "X-Practice-Timestamp", "X-Practice-Signature"

WAITING, DELIVERED, GIVEN_UP = "WAITING", "DELIVERED", "GIVEN_UP"
TRIES = 5
FIRST_WAIT, GROWTH = 2.0, 4
"""Seconds from the first try to the second, and how many times as long each later wait is."""

_AT_ONCE = 500
"""How many events are told in one transaction, so that requests need not wait."""


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """The value of the signature header."""
    signed = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256)
    return f"sha256={signed.hexdigest()}"


def wait_after(tries: int, pace: float = 1) -> timedelta | None:
    """How long until the next try after so many in vain: 2, 8, 32, 128 s; None when it is given up."""
    return None if tries >= TRIES else timedelta(seconds=FIRST_WAIT * GROWTH ** (tries - 1) / pace)


def next_event(connection: Connection) -> datetime | None:
    """When the next event is to be told; None when nothing is planned or nobody listens."""
    since = _since(connection)
    if since is None:
        return None
    events = tables.message_events.c
    query = select(events.at).where(events.told == 0, events.at >= since).order_by(events.at).limit(1)
    at = connection.scalars(query).one_or_none()
    return None if at is None else moments.read(at)


def tell_due(call: Call) -> None:
    """Queue what has come to pass for every webhook that was registered before; in the order it came."""
    since = _since(call.connection)
    if since is None:
        return
    events, messages = tables.message_events.c, tables.messages.c
    due = (
        select(events.message, events.status, events.at, messages.message_id, messages.callback_data)
        .join(tables.messages, messages.id == events.message)
        .where(events.told == 0, events.at >= since, events.at <= moments.text(call.now))
        .order_by(events.at)
        .limit(_AT_ONCE)
    )
    for row in call.connection.execute(due).all():
        happened = {"occurredAt": row.at, "messageId": row.message_id, "status": row.status}
        _queue(call, STATUS, f"{row.message_id}.{row.status}", happened, row.callback_data)
        call.connection.execute(
            update(tables.message_events)
            .where(events.message == row.message, events.status == row.status)
            .values(told=1)
        )


def click(call: Call, message: int, message_id: str, url: str, callback_data: str | None) -> str:
    """Record that the recipient opened a link, and tell it; returns the instant."""
    number = database.next_id(call.connection, tables.link_clicks)
    at = moments.text(call.now)
    call.connection.execute(tables.link_clicks.insert().values(id=number, message=message, url=url, at=at))
    happened = {"occurredAt": at, "messageId": message_id, "url": url}
    _queue(call, CLICK, f"{message_id}.click.{number}", happened, callback_data)
    return at


def register(call: Call, url: str, secret: str) -> None:
    """Send events from now on to `url`; one that is registered already only gets the new secret."""
    known = update(tables.webhooks).where(tables.webhooks.c.url == url).values(secret=secret)
    if not call.connection.execute(known).rowcount:
        row = {"url": url, "secret": secret, "created_at": moments.text(call.now)}
        call.connection.execute(tables.webhooks.insert().values(row))


def remove(call: Call, url: str) -> None:
    """Send nothing more to `url`, not even what waits; raises Refused for one that is not registered."""
    webhook = call.connection.scalars(
        select(tables.webhooks.c.id).where(tables.webhooks.c.url == url)
    ).one_or_none()
    if webhook is None:
        raise Refused(HTTPStatus.BAD_REQUEST, f"url {url} is not a registered webhook")
    deliveries = tables.webhook_deliveries
    its = deliveries.c.webhook == webhook
    call.connection.execute(
        update(deliveries).where(its, deliveries.c.state == WAITING).values(state=GIVEN_UP)
    )
    call.connection.execute(update(deliveries).where(its).values(webhook=None))
    call.connection.execute(tables.webhooks.delete().where(tables.webhooks.c.id == webhook))


@dataclass(frozen=True, slots=True)
class Try:
    """One request that was made: the HTTP status if one was answered, `error` None when it was taken."""

    began: datetime
    status: int | None
    error: str | None


def settle(call: Call, waiting: int, event_id: str, ended: Try) -> None:
    """Write down a try: the delivery is done, or waits for the next one, or is given up."""
    deliveries = tables.webhook_deliveries
    # the store may have been emptied meanwhile, and another event have this number now
    this = (deliveries.c.id == waiting) & (deliveries.c.event_id == event_id)
    before = call.connection.execute(select(deliveries).where(this)).one_or_none()
    if before is None:
        return
    tries = before.attempts + 1
    wait = wait_after(tries, delivery.pace(call.connection))
    if ended.error is None:
        state = DELIVERED
    elif wait is None or before.state == GIVEN_UP:  # its webhook may have been taken away meanwhile
        state = GIVEN_UP
    else:
        state = WAITING
    due = moments.text(call.now + (wait or timedelta()))
    call.connection.execute(update(deliveries).where(this).values(attempts=tries, state=state, due_at=due))
    took = round((call.now - ended.began).total_seconds() * 1000)
    row = {"delivery": waiting, "number": tries, "at": moments.text(ended.began), "milliseconds": took}
    call.connection.execute(
        tables.webhook_tries.insert().values(**row, status=ended.status, error=ended.error)
    )


def _since(connection: Connection) -> str | None:
    """When the oldest webhook was registered: what came before is told to nobody."""
    at = tables.webhooks.c.created_at
    return connection.scalars(select(at).order_by(at).limit(1)).one_or_none()


def _queue(
    call: Call, event: str, event_id: str, happened: Mapping[str, str], callback_data: str | None
) -> None:
    told = {"id": event_id, "event": event, **happened}
    if callback_data is not None:
        told["callbackData"] = callback_data
    body = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    hooks = tables.webhooks.c
    listening = select(hooks.id, hooks.url).where(hooks.created_at <= happened["occurredAt"])
    due = moments.text(call.now)
    rows = [
        {
            "webhook": hook.id,
            "url": hook.url,
            "event_id": event_id,
            "body": body,
            "state": WAITING,
            "due_at": due,
        }
        for hook in call.connection.execute(listening.order_by(hooks.id))
    ]
    if rows:
        call.connection.execute(tables.webhook_deliveries.insert(), rows)
