"""Tracked messages: every state the store reported, and when each is asked about again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, delete, func, or_, select, update

from svcconsole.words.message import mark
from svcconsole.workspace.clock import now
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.decisions import COUNTED, PROVED
from svcconsole.workspace.runs.webhook_events import click_count
from svcconsole.workspace.schema import (
    IS_UNKNOWN,
    PREPARING,
    ItemState,
    deliveries,
    items,
    people,
    runs,
    send_people,
    sends,
)
from svcconsole.workspace.session import Session
from svcconsole.workspace.statement_queue import queue_of
from svcconsole.workspace.stored_json import read_stored

NAMED = mark("Its id is {id}.")
MOST = 20_000
"""So many of the newest are looked at; the store keeps the others."""


@dataclass(frozen=True, slots=True)
class Tracked:
    """One message: `id` is what the store is asked by, `run_id` what sent it (None: put in by hand).

    `title` names the send, `name` and `phone` whom it went to, `at` is when it was sent. `said` holds each
    status word of the store's with the moment it was first heard, in that order; `why` is its reason of a
    failure as it came, `words` its text of the message, `type` and `receiver` the channel and the receiver it
    names. `known` is None before the first answer and False
    where the store knows no such id. `next_at` None: it is not asked about any more. `clicks` is how often
    its links were opened, as webhooks told. Times are ISO in UTC.
    """

    id: str
    run_id: str | None
    title: str
    name: str
    phone: str
    at: str
    said: tuple[tuple[str, str], ...] = ()
    why: str = ""
    words: str = ""
    known: bool | None = None
    asked_at: str | None = None
    next_at: str | None = None
    single: bool = True
    type: str = ""
    receiver: str = ""
    clicks: int = 0


@dataclass(frozen=True, slots=True)
class Untracked:
    """A message without an id to ask by: version 1 gave none, or (`doubt`) nobody knows its end;
    `single` when it was sent by itself."""

    run_id: str
    seq: int
    title: str
    name: str
    phone: str
    at: str
    doubt: bool
    reason: str
    single: bool = True


class Deliveries:
    """The messages that are followed, by their id in the store."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def merge(self, kinds: Sequence[str]) -> int:
        """Follow everything of these kinds that was sent by itself and got an id; how many were new."""
        query = (
            select(sends.c.answer_id, sends.c.run_id, sends.c.about, sends.c.at, runs.c.title)
            .join(runs, runs.c.id == sends.c.run_id)
            .join(items, (items.c.run_id == sends.c.run_id) & (items.c.seq == sends.c.seq))
            .outerjoin(deliveries, deliveries.c.id == sends.c.answer_id)
            .where(
                runs.c.kind.in_(kinds),
                items.c.state == ItemState.ACKED,
                sends.c.answer_id.is_not(None),
                or_(deliveries.c.id.is_(None), deliveries.c.run_id.is_(None)),
            )
        )
        with self._access.writing() as connection:
            found = connection.execute(query).all()
            new = {
                row.answer_id: Tracked(
                    row.answer_id, row.run_id, row.title, *_whom(connection, row.run_id, row.about), row.at
                )
                for row in found
            }
            _put(connection, new.values())
        return len(new)

    def track(self, tracked: Iterable[Tracked]) -> None:
        """Follow these, too; what is followed already stays as it is, and learns which run sent it."""
        with self._access.writing() as connection:
            _put(connection, tracked)

    def forget(self, identity: str) -> None:
        """Take one that was put in by hand off the list."""
        with self._access.writing() as connection:
            connection.execute(
                delete(deliveries).where(deliveries.c.id == identity, deliveries.c.run_id.is_(None))
            )
            Events.note(connection, EventKind.DELIVERY)

    def all(self, limit: int = MOST) -> tuple[Tracked, ...]:
        """Every one that is followed, newest first."""
        query = _tracked_query().order_by(deliveries.c.at.desc(), deliveries.c.id).limit(limit)
        with self._access.reading() as connection:
            return tuple(map(_tracked, connection.execute(query)))

    def since(self, begin: str) -> Iterator[Tracked]:
        """Every one that was sent from a moment on (ISO, UTC), newest first, read some at a time."""
        query = _tracked_query().where(deliveries.c.at >= begin)
        query = query.order_by(deliveries.c.at.desc(), deliveries.c.id)
        with self._access.reading() as connection:
            yield from map(_tracked, connection.execution_options(yield_per=500).execute(query))

    def between(self, begin: str, end: str) -> Iterator[tuple[tuple[str, ...], str]]:
        """The store's words for each message that was sent from here from `begin` until before `end` (ISO, in
        UTC), in the order they were heard, with its reason of a failure; one look at all of them."""
        query = select(deliveries.c.said, deliveries.c.why).where(
            deliveries.c.at >= begin, deliveries.c.at < end, deliveries.c.run_id.is_not(None)
        )
        with self._access.reading() as connection:
            for row in connection.execution_options(yield_per=500).execute(query):
                yield tuple(str(word) for word, _ in read_stored(row.said)), row.why

    def without_id(self, kinds: Sequence[str], begin: str, end: str) -> int:
        """How many single sends of these kinds the store accepted without an id to ask by, in that time."""
        query = (
            select(func.count())
            .select_from(sends)
            .join(runs, runs.c.id == sends.c.run_id)
            .join(items, (items.c.run_id == sends.c.run_id) & (items.c.seq == sends.c.seq))
            .where(
                runs.c.kind.in_(kinds),
                items.c.state == ItemState.ACKED,
                sends.c.answer_id.is_(None),
                sends.c.at >= begin,
                sends.c.at < end,
            )
        )
        with self._access.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def untracked(
        self, kinds: Sequence[str], limit: int | None = MOST, since: str = ""
    ) -> tuple[Untracked, ...]:
        """What was accepted without an id, or counted as sent, and what is in doubt; by itself and of runs of
        these kinds, newest first, from the moment `since` on (ISO, UTC)."""
        at = func.coalesce(sends.c.at, items.c.at, runs.c.created_at)
        by_itself = sends.c.run_id.is_not(None) & sends.c.answer_id.is_(None)
        without_id = (items.c.state == ItemState.ACKED) & (by_itself | items.c.reason.in_((COUNTED, PROVED)))
        query = (
            select(
                items.c.run_id, items.c.seq, items.c.record_id, items.c.state, items.c.reason, runs.c.title,
                runs.c.single, sends.c.about, at.label("at"),
            )
            .join(runs, runs.c.id == items.c.run_id)
            .outerjoin(sends, (sends.c.run_id == items.c.run_id) & (sends.c.seq == items.c.seq))
            .where(
                runs.c.kind.in_(kinds), runs.c.state != PREPARING, or_(IS_UNKNOWN, without_id), at >= since
            )
            .order_by(at.desc(), items.c.run_id, items.c.seq)
            .limit(limit)
        )  # fmt: skip
        with self._access.reading() as connection:
            return tuple(_untracked(connection, row) for row in connection.execute(query).all())

    def due(self, moment: str, limit: int) -> tuple[Tracked, ...]:
        """Those to ask about by `moment`, the longest overdue first."""
        query = (
            _tracked_query()
            .where(deliveries.c.next_at <= moment)
            .order_by(deliveries.c.next_at, deliveries.c.id)
            .limit(limit)
        )
        with self._access.reading() as connection:
            return tuple(map(_tracked, connection.execute(query)))

    def hurry(self, moment: str) -> None:
        """Ask about all that is still asked about by `moment`."""
        with self._access.writing() as connection:
            connection.execute(update(deliveries).where(deliveries.c.next_at > moment).values(next_at=moment))

    def next_due(self) -> str | None:
        """When the next one is to be asked about; None when none is."""
        with self._access.reading() as connection:
            moment = connection.execute(select(func.min(deliveries.c.next_at))).scalar_one()
        return None if moment is None else str(moment)

    def heard(self, answered: Sequence[Tracked]) -> None:
        """Keep what the store said of these, durably, before anyone is shown it."""
        changed = update(deliveries).where(deliveries.c.id == bindparam("of"))
        values = [
            {
                "of": each.id,
                "said": json.dumps(each.said, ensure_ascii=False),
                "why": each.why,
                "words": each.words,
                "type": each.type,
                "receiver": each.receiver,
                "known": each.known,
                "asked_at": each.asked_at,
                "next_at": each.next_at,
                "phone": each.phone,
                "at": each.at,
            }
            for each in answered
        ]
        if values:
            with self._access.writing() as connection:
                connection.execute(
                    changed.values({name: bindparam(name) for name in values[0] if name != "of"}), values
                )
                Events.note(connection, EventKind.DELIVERY)

    def named(self, ids: Sequence[str]) -> tuple[Tracked, ...]:
        """Those of these ids that are followed."""
        query = _tracked_query().where(deliveries.c.id.in_(set(ids)))
        with self._access.reading() as connection:
            return tuple(map(_tracked, connection.execute(query)))

    def about(self, phones: Sequence[str]) -> tuple[Tracked, ...]:
        """Those that went to any of these numbers, newest first."""
        query = (
            _tracked_query()
            .where(deliveries.c.phone.in_(phones))
            .order_by(deliveries.c.at.desc(), deliveries.c.id)
        )
        with self._access.reading() as connection:
            return tuple(map(_tracked, connection.execute(query)))


def _tracked_query() -> Select[tuple[Any, ...]]:
    clicks = click_count(deliveries.c.id).scalar_subquery().label("clicks")
    single = func.coalesce(runs.c.single, True).label("single")
    query = select(deliveries, single, clicks).outerjoin(runs, runs.c.id == deliveries.c.run_id)
    return query.where(runs.c.state.is_distinct_from(PREPARING))


WHOSE = ("at", "run_id", "title", "name", "phone")
"""What a message that is followed already learns of the run that sent it."""


def follow(connection: Connection, run_id: str, title: str, accepted: Sequence[tuple[str, str]]) -> None:
    """Follow messages of a run from the moment they were accepted: their ids and the numbers they went to.

    Inside a transaction that is open, the one that notes their end; `title` is the run's.
    """
    at = now()
    _put(connection, (Tracked(identity, run_id, title, "", phone, at) for identity, phone in accepted))


def _put(connection: Connection, tracked: Iterable[Tracked]) -> None:
    every: dict[str, Tracked] = {}
    for each in tracked:
        if each.id not in every or each.run_id is not None:
            every[each.id] = each
    if not every:
        return
    Events.note(connection, EventKind.DELIVERY)
    queue, moment = queue_of(connection), now()
    for whose, renewed in ((True, WHOSE), (False, ())):
        rows = [
            (each.id, each.at, each.run_id, each.title, each.name, each.phone, each.next_at or moment)
            for each in every.values()
            if (each.run_id is not None) is whose
        ]
        queue.insert(deliveries, ("id", *WHOSE, "next_at"), rows, renewed)


def _whom(connection: Connection, run_id: str, about: str) -> tuple[str, str]:
    """The name, where the person was ever seen here, and the number."""
    keys = list(connection.execute(select(send_people.c.key).where(send_people.c.run_id == run_id)).scalars())
    phone = next((key.removeprefix("phone:") for key in keys if key.startswith("phone:")), about)
    known = [people.c.contacts.contains(f"\n{key}\n", autoescape=True) for key in keys]
    if not known:
        return "", phone
    query = select(people.c.name).where(or_(*known)).order_by(people.c.seen_at.desc()).limit(1)
    return connection.execute(query).scalar_one_or_none() or "", phone


def _untracked(connection: Connection, row: Row[*tuple[Any, ...]]) -> Untracked:
    name, phone = _whom(connection, row.run_id, row.about) if row.single else ("", row.record_id)
    doubt = row.state == ItemState.UNKNOWN
    return Untracked(row.run_id, row.seq, row.title, name, phone, row.at, doubt, row.reason, bool(row.single))


def _tracked(row: Row[*tuple[Any, ...]]) -> Tracked:
    said = tuple((str(word), str(at)) for word, at in read_stored(row.said))
    return Tracked(
        row.id, row.run_id, row.title, row.name, row.phone, row.at, said, row.why, row.words, row.known,
        row.asked_at, row.next_at, bool(row.single), row.type, row.receiver, row.clicks,
    )  # fmt: skip
