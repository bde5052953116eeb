"""Whom the messages of campaigns went to: what the duplicate guard asks, a few hundred numbers at a time.

The rows stand beside the plan, written with it; whether a message left, and when, its record says. A campaign
is in it whole or not at all. What is sent by itself is not in it: that is little, and read as it stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, case, delete, exists, func, insert, or_, select, true, tuple_

from svcconsole.workspace.clock import written
from svcconsole.workspace.runs.sends import SAME_WITHIN
from svcconsole.workspace.runs.sent_bodies import (
    LEFT,
    LEFT_AT,
    SentBody,
    bodies_in,
    is_recent,
    left_within,
    moment_of,
)
from svcconsole.workspace.schema import PREPARING, ItemState, Repeat, RunState, items, recipients, runs
from svcconsole.workspace.session import Session

AT_ONCE = 500
"""Numbers that are asked about by one statement."""


@dataclass(frozen=True, slots=True)
class Left:
    """What left lately, or may have: the runs it left from with how much and when last, which change with
    every send, and the bytes of what is in no index."""

    runs: tuple[tuple[str, int, str], ...]
    others: tuple[SentBody, ...]


@dataclass(frozen=True, slots=True)
class SentTo:
    """A message that left for a number, or may have: when (ISO in UTC), and its content as in `PlanItem`."""

    number: str
    at: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message of a run that has not left; its template is blank for none."""

    seq: int
    number: str
    content: bytes
    template: str = ""


def left_lately(
    access: Session, kinds: Sequence[str], *, but: str = "", within: timedelta = SAME_WITHIN
) -> Left:
    """What left within so long from runs of these kinds, and not from the run `but`."""
    indexed = exists(select(recipients.c.run_id).where(recipients.c.run_id == runs.c.id))
    recent = select(runs.c.id, indexed.label("indexed")).where(
        runs.c.kind.in_(kinds), runs.c.state != PREPARING, runs.c.id != but, is_recent(within)
    )
    counted = (func.count(), func.max(items.c.at), func.max(items.c.doubt_at))
    with access.reading() as connection:
        found, others = [], []
        for row in connection.execute(recent.order_by(runs.c.id)).all():
            own = (items.c.run_id == row.id, left_within(within))
            if row.indexed:
                count, at, doubt = connection.execute(select(*counted).where(*own)).one()
                found += [(row.id, count, f"{at} {doubt}")] if count else []
            else:
                others.append(row.id)
        bodies = [body for run_id in others for body in bodies_in(connection, run_id, within)]
    return Left(tuple(found), tuple(bodies))


def sent_to(
    access: Session, run_ids: Iterable[str], numbers: Sequence[str], within: timedelta = SAME_WITHIN
) -> Iterator[SentTo]:
    """What left within so long from these runs for some of these numbers (E.164)."""
    named = list(run_ids)
    for start in range(0, len(numbers) if named else 0, AT_ONCE):
        some = numbers[start : start + AT_ONCE]
        query = (
            select(recipients.c.number, recipients.c.content, *LEFT_AT)
            .join(items, (items.c.run_id == recipients.c.run_id) & (items.c.seq == recipients.c.seq))
            .where(recipients.c.run_id.in_(named), recipients.c.number.in_(some), left_within(within))
        )
        with access.reading() as connection:
            for row in connection.execute(query):
                yield SentTo(row.number, moment_of(row), bytes(row.content))


def campaigns_since(access: Session, kinds: Sequence[str], within: timedelta) -> Left:
    """The same as `left_lately` for many days: of a run that has ended, its end stands for what left."""
    indexed = exists(select(recipients.c.run_id).where(recipients.c.run_id == runs.c.id))
    left = select(func.count()).where(items.c.run_id == runs.c.id, items.c.state.in_(LEFT)).scalar_subquery()
    moving = case((runs.c.finished_at.is_(None), left), else_=0)
    recent = select(runs.c.id, runs.c.finished_at, moving.label("moving"), indexed.label("indexed")).where(
        runs.c.kind.in_(kinds), runs.c.state != PREPARING, is_recent(within)
    )
    with access.reading() as connection:
        rows = connection.execute(recent.order_by(runs.c.id)).all()
        bodies = [body for row in rows if not row.indexed for body in bodies_in(connection, row.id, within)]
    begun = (row for row in rows if row.indexed and (row.moving or row.finished_at))
    return Left(tuple((row.id, row.moving, row.finished_at or "") for row in begun), tuple(bodies))


def messages_to(
    access: Session,
    run_ids: Collection[str],
    numbers: Sequence[str],
    within: timedelta,
    *,
    but: Collection[str] = (),
) -> dict[str, int]:
    """How many messages left within so long from these runs, or may have, for each of these numbers (E.164);
    not those with the templates `but`."""
    found: dict[str, int] = {}
    for start in range(0, len(numbers) if run_ids else 0, AT_ONCE):
        query = (
            select(recipients.c.number, func.count().label("messages"))
            .join(items, (items.c.run_id == recipients.c.run_id) & (items.c.seq == recipients.c.seq))
            .where(
                recipients.c.run_id.in_(run_ids),
                recipients.c.number.in_(numbers[start : start + AT_ONCE]),
                recipients.c.template.not_in(but),
                left_within(within),
            )
            .group_by(recipients.c.number)
        )
        with access.reading() as connection:
            found |= {row.number: row.messages for row in connection.execute(query)}
    return found


@dataclass(frozen=True, slots=True)
class WrittenTo:
    """A person (E.164) whom a campaign wrote to, or may have: when last, in seconds since 1970."""

    number: str
    at: float


def senders_of(access: Session, run_id: str) -> tuple[str, ...]:
    """The business numbers that the messages of a run name; blank for the store's default one."""
    query = select(recipients.c.sender).where(recipients.c.run_id == run_id).distinct()
    with access.reading() as connection:
        return tuple(sorted(connection.execute(query).scalars()))


def written_to(
    access: Session, senders: Collection[str] | None, since: datetime, *, but: str = ""
) -> Iterator[WrittenTo]:
    """Whom campaigns wrote to from these business numbers (None: any) after a moment, not the run `but`."""
    word, seconds = written(since), since.timestamp()
    named = true() if senders is None else recipients.c.sender.in_(sorted(senders))
    query = (
        select(recipients.c.number, *LEFT_AT)
        .select_from(runs)
        .join(items, items.c.run_id == runs.c.id)
        .join(recipients, (recipients.c.run_id == items.c.run_id) & (recipients.c.number == items.c.record_id)
              & (recipients.c.seq == items.c.seq))
        .where(
            runs.c.state != PREPARING, runs.c.id != but, named,
            or_(runs.c.finished_at.is_(None), runs.c.finished_at >= word),
            or_(items.c.state.in_(LEFT), items.c.doubt_at.is_not(None)),
            or_(items.c.at >= word, items.c.doubt_at >= seconds),
        )
    )  # fmt: skip
    with access.reading() as connection:
        for row in connection.execution_options(yield_per=AT_ONCE).execute(query):
            yield WrittenTo(row.number, datetime.fromisoformat(moment_of(row)).timestamp())


def others_going(access: Session, run_id: str) -> bool:
    """Whether another campaign is under way beside this run."""
    query = select(runs.c.id).where(
        runs.c.state == RunState.RUNNING, runs.c.id != run_id, runs.c.effect == Repeat.ONCE, ~runs.c.single
    )
    with access.reading() as connection:
        return connection.execute(query.limit(1)).one_or_none() is not None


def waiting_for(access: Session, run_id: str) -> Iterator[Sequence[Waiting]]:
    """The messages of a run that have not left, some at a time, by their numbers; nothing where the run is
    not in the index."""
    order = (recipients.c.number, recipients.c.seq)
    query = (
        select(recipients.c.seq, recipients.c.number, recipients.c.content, recipients.c.template,
               items.c.state, items.c.doubt_at)
        .join(items, (items.c.run_id == recipients.c.run_id) & (items.c.seq == recipients.c.seq))
        .where(recipients.c.run_id == run_id)
        .order_by(*order)
        .limit(AT_ONCE)
    )  # fmt: skip
    last: tuple[str, int] | None = None
    while True:
        page = query if last is None else query.where(tuple_(*order) > last)
        with access.reading() as connection:
            rows = connection.execute(page).all()
        if not rows:
            return
        last = rows[-1].number, rows[-1].seq
        yield [
            Waiting(row.seq, row.number, bytes(row.content), row.template)
            for row in rows
            if row.state == ItemState.PLANNED and row.doubt_at is None
        ]


def is_indexed(access: Session, run_id: str) -> bool:
    """Whether the index holds the messages of a run."""
    query = select(recipients.c.seq).where(recipients.c.run_id == run_id).limit(1)
    with access.reading() as connection:
        return connection.execute(query).first() is not None


def add_recipients(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Write rows of the index, each with the names of its columns."""
    if rows:
        connection.execute(insert(recipients), rows)


def remove_recipients(connection: Connection, run_id: str, most: int) -> bool:
    """Delete at most about so many rows of a run; whether there were any."""
    own = recipients.c.run_id == run_id
    query = select(recipients.c.number).where(own).order_by(recipients.c.number).limit(most)
    numbers = connection.execute(query).scalars().all()
    if numbers:
        connection.execute(delete(recipients).where(own, recipients.c.number <= numbers[-1]))
    return bool(numbers)
