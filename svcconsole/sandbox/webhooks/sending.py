"""Sends webhooks: in order per address, addresses independent, every attempt logged."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection, func, select

from svcconsole.sandbox.background_workers import woken
from svcconsole.sandbox.store import timestamps
from svcconsole.sandbox.store.tables import messaging as tables
from svcconsole.sandbox.webhooks import events, registrations

if TYPE_CHECKING:
    from svcconsole.sandbox.egress import Egress
    from svcconsole.sandbox.store.call_context import Call
    from svcconsole.sandbox.store.store import Store
    from svcconsole.sandbox.webhooks.request import Outcome


_NEXT_TRIES = select(
    tables.webhooks.c.id,
    select(func.min(tables.webhook_deliveries.c.due_at))
    .where(tables.webhook_deliveries.c.webhook == tables.webhooks.c.id)
    .where(tables.webhook_deliveries.c.state == registrations.WAITING)
    .scalar_subquery(),
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """One event for one webhook, due now."""

    id: int
    webhook: int
    event_id: str
    body: str
    url: str
    secret: str


@dataclass(frozen=True, slots=True)
class Schedule:
    """What is to be done: when the next event is told, which webhooks are served, when the next try is."""

    event: datetime | None
    webhooks: Sequence[int]
    next_try: datetime | None

    def seconds(self, now: datetime) -> float | None:
        """How long there is nothing to do, unless something is written meanwhile."""
        instants = [instant for instant in (self.event, self.next_try) if instant is not None]
        return max(0.0, (min(instants) - now).total_seconds()) if instants else None


async def post_webhooks(store: Store) -> None:
    """A step that goes on as long as the store: a slow address must not hold up the others."""
    await WebhookSender(store).run()


class WebhookSender:
    """Tells events as they fall due and sends what waits, from what the database says alone."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._bell = store.new_bell()
        self._served: set[int] = set()

    async def run(self) -> None:
        """Go on until cancelled."""
        async with asyncio.TaskGroup() as group:
            while True:
                self._bell.clear()
                now = timestamps.now()
                agenda = await self._store.consult(partial(_agenda, now=now, served=frozenset(self._served)))
                if agenda.event is not None and agenda.event <= now:
                    await self._store.transact(events.queue_due)
                    continue
                for webhook in agenda.webhooks:
                    self._served.add(webhook)
                    group.create_task(self._serve(webhook))
                await woken(self._bell, agenda.seconds(timestamps.now()))

    async def _serve(self, webhook: int) -> None:
        """Send what is due to one webhook, the oldest event first, until nothing is."""
        try:
            send = await asyncio.to_thread(_sender)
            waiting = await self._store.consult(partial(_oldest, webhook=webhook))
            while waiting:
                began = timestamps.now()
                outcome = await send(self._store.egress, waiting.url, waiting.body.encode(), waiting.secret)
                ended = registrations.Try(began, outcome.status, outcome.error)
                waiting = await self._store.transact(partial(_settled, waiting=waiting, ended=ended))
        finally:
            self._served.discard(webhook)
            self._bell.set()


def _sender() -> Callable[[Egress, str, bytes, str], Awaitable[Outcome]]:
    # the HTTP library takes a while to load: not at every start, and not while requests wait
    from svcconsole.sandbox.webhooks.request import send

    return send


def _agenda(connection: Connection, now: datetime, served: frozenset[int]) -> Schedule:
    tries = {
        webhook: timestamps.read(at)
        for webhook, at in connection.execute(_NEXT_TRIES).tuples()
        if at is not None and webhook not in served
    }
    return Schedule(
        events.next_event(connection),
        [webhook for webhook, at in tries.items() if at <= now],
        min((at for at in tries.values() if at > now), default=None),
    )


def _settled(call: Call, waiting: Waiting, ended: registrations.Try) -> Waiting | None:
    """Write down a try, and take up what comes next to the same webhook."""
    registrations.settle(call, waiting.id, waiting.event_id, ended)
    return _oldest(call.connection, waiting.webhook)


def _oldest(connection: Connection, webhook: int) -> Waiting | None:
    deliveries, hooks = tables.webhook_deliveries.c, tables.webhooks.c
    query = (
        select(
            deliveries.id, deliveries.webhook, deliveries.event_id, deliveries.body, hooks.url, hooks.secret
        )
        .join(tables.webhooks, hooks.id == deliveries.webhook)
        .where(
            deliveries.webhook == webhook,
            deliveries.state == registrations.WAITING,
            deliveries.due_at <= timestamps.text(timestamps.now()),
        )
        .order_by(deliveries.due_at, deliveries.id)
        .limit(1)
    )
    row = connection.execute(query).one_or_none()
    return row and Waiting(*row)
