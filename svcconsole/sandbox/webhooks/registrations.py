"""Webhook registrations, signatures and the retry schedule.

None of this is in the specification (decisions, row 16). A request is a POST of the event as JSON with
`X-Practice-Timestamp`, the Unix time of the try in seconds, and `X-Practice-Signature`,
`sha256=` and the HMAC-SHA256 in hex, keyed with the webhook's secret, over the timestamp, a dot and the body.
An event keeps its `id` in every try and for every webhook; one may come more than once.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus

from sqlalchemy import select, update

from svcconsole.sandbox.delivery import message_life
from svcconsole.sandbox.http.answers import Refused
from svcconsole.sandbox.store import timestamps
from svcconsole.sandbox.store.call_context import Call
from svcconsole.sandbox.store.tables import messaging as tables

TIMESTAMP, SIGNATURE = "X-Practice-Timestamp", "X-Practice-Signature"

WAITING, DELIVERED, GIVEN_UP = "WAITING", "DELIVERED", "GIVEN_UP"
TRIES = 5
FIRST_WAIT, GROWTH = 2.0, 4
"""Seconds from the first try to the second, and how many times as long each later wait is."""


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """The value of the signature header."""
    signed = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256)
    return f"sha256={signed.hexdigest()}"


def wait_after(tries: int, pace: float = 1) -> timedelta | None:
    """How long until the next try after so many in vain: 2, 8, 32, 128 s; None when it is given up."""
    return None if tries >= TRIES else timedelta(seconds=FIRST_WAIT * GROWTH ** (tries - 1) / pace)


def register(call: Call, url: str, secret: str) -> None:
    """Send events from now on to `url`; one that is registered already only gets the new secret."""
    known = update(tables.webhooks).where(tables.webhooks.c.url == url).values(secret=secret)
    if not call.connection.execute(known).rowcount:
        row = {"url": url, "secret": secret, "created_at": timestamps.text(call.now)}
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
    wait = wait_after(tries, message_life.pace(call.connection))
    if ended.error is None:
        state = DELIVERED
    elif wait is None or before.state == GIVEN_UP:  # its webhook may have been taken away meanwhile
        state = GIVEN_UP
    else:
        state = WAITING
    due = timestamps.text(call.now + (wait or timedelta()))
    call.connection.execute(update(deliveries).where(this).values(attempts=tries, state=state, due_at=due))
    took = round((call.now - ended.began).total_seconds() * 1000)
    row = {"delivery": waiting, "number": tries, "at": timestamps.text(ended.began), "milliseconds": took}
    call.connection.execute(
        tables.webhook_tries.insert().values(**row, status=ended.status, error=ended.error)
    )
