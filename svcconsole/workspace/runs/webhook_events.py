"""Events that the store's webhooks brought: each kept once, by its id, until what it says is settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, delete, func, insert, literal, select, tuple_, update

from svcconsole.workspace.clock import now, written
from svcconsole.workspace.database_clock import database_moment
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.schema import webhook_events
from svcconsole.workspace.session import Session

CLICK = "click"
KEPT = timedelta(days=30)
"""So long the events themselves are kept; what they said of messages stays with those."""


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """What happened to a message, as its sender tells it: `kind` is CLICK where a link of it was opened, else
    `word` is its new status. `said_at` is the sender's moment, `callback` what was sent along with the
    message, `body` the event itself; `received_at` is ISO in UTC."""

    id: str
    kind: str
    said_at: str
    message_id: str
    word: str = ""
    url: str = ""
    callback: str = ""
    body: str = ""
    received_at: str = ""


class WebhookEvents:
    """The webhook events of a workspace."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def keep(self, event: WebhookEvent) -> bool:
        """Keep an event, durably; False where it was kept before: senders repeat themselves."""
        known = select(webhook_events.c.id).where(webhook_events.c.id == event.id)
        with self._access.writing() as connection:
            if connection.execute(known).first() is not None:
                return False
            connection.execute(insert(webhook_events).values(**{**asdict(event), "received_at": now()}))
        return True

    def open(self, limit: int, after: WebhookEvent | None = None) -> tuple[WebhookEvent, ...]:
        """Those that are not settled yet, in the order in which they came, from behind `after` on."""
        waiting = webhook_events.c.settled_at.is_(None)
        order = (webhook_events.c.received_at, webhook_events.c.id)
        query = select(webhook_events).where(waiting).order_by(*order)
        if after is not None:
            query = query.where(tuple_(*order) > tuple_(literal(after.received_at), literal(after.id)))
        with self._access.reading() as connection:
            found = connection.execute(query.limit(limit))
            return tuple(map(_event, found))

    def settle(self, settled: Sequence[tuple[str, str | None]]) -> None:
        """What these events say is noted: each id with the run that sent its message, None for none of
        ours."""
        by_run: dict[str | None, list[str]] = {}
        for identity, run_id in settled:
            by_run.setdefault(run_id, []).append(identity)
        if not by_run:
            return
        with self._access.writing() as connection:
            moment = database_moment(connection)
            for run_id, ids in by_run.items():
                these = update(webhook_events).where(webhook_events.c.id.in_(ids))
                connection.execute(these.values(settled_at=written(moment), run_id=run_id))
            old = webhook_events.c.settled_at < written(moment - KEPT)
            connection.execute(delete(webhook_events).where(old, webhook_events.c.run_id.is_(None)))
            whole = old & (webhook_events.c.body != "")
            connection.execute(update(webhook_events).where(whole).values(body="", callback=""))
            Events.note(connection, EventKind.DELIVERY)

    def of(self, message_id: str) -> tuple[WebhookEvent, ...]:
        """What was told of one message, in the order in which it came."""
        query = select(webhook_events).where(webhook_events.c.message_id == message_id)
        with self._access.reading() as connection:
            return tuple(map(_event, connection.execute(query.order_by(webhook_events.c.received_at))))


def click_count(message_id: ColumnElement[str]) -> Select[Any]:
    """How often links of a message were opened, as a subquery."""
    of = (webhook_events.c.message_id == message_id) & (webhook_events.c.kind == CLICK)
    return select(func.count()).select_from(webhook_events).where(of)


def _event(row: Row[*tuple[Any, ...]]) -> WebhookEvent:
    names = WebhookEvent.__dataclass_fields__
    return WebhookEvent(**{name: row._mapping[name] for name in names})
