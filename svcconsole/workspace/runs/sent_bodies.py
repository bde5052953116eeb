"""The request bodies sent to a store recently, by runs and by single sends, and those a run is about to
send."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, or_, select, true

from svcconsole.workspace.clock import this_moment, written
from svcconsole.workspace.runs.body_templates import BODY, OF_BODY
from svcconsole.workspace.runs.sends import SAME_WITHIN
from svcconsole.workspace.schema import ItemState, RunState, bodies, body_templates, file_rows, items, runs
from svcconsole.workspace.session import Session

LEFT = (ItemState.ACKED, ItemState.UNKNOWN, ItemState.SENDING)
GOING = (RunState.RUNNING, RunState.PAUSED)
LEFT_AT = (items.c.at, items.c.doubt_at)
"""The columns that say when a record left, for `moment_of`."""


@dataclass(frozen=True, slots=True)
class SentBody:
    """A request that left, or may have left, from here; `at` is ISO in UTC."""

    run_id: str
    at: str
    body: bytes


@dataclass(frozen=True, slots=True)
class SentInRun:
    """A record of a run that left or may have left, or that the run is about to send (then `at` is blank).

    `title` and `file_name` are the run's, `row` is the record's first one in the file. `single` is true of
    what was sent by itself.
    """

    run_id: str
    seq: int
    at: str
    body: bytes
    title: str
    file_name: str
    code: str
    row: int
    single: bool


def sent_bodies(
    access: Session, kinds: Sequence[str], within: timedelta = SAME_WITHIN
) -> tuple[SentBody, ...]:
    """What runs of these kinds sent within so long: accepted, on the way or of unknown end, newest first."""
    query = (
        select(items.c.run_id, *LEFT_AT, BODY)
        .select_from(items)
        .join(runs, runs.c.id == items.c.run_id)
        .join(bodies, (bodies.c.run_id == items.c.run_id) & (bodies.c.seq == items.c.seq))
        .outerjoin(body_templates, OF_BODY)
        .where(runs.c.kind.in_(kinds), is_recent(within), left_within(within))
    )
    with access.reading() as connection:
        found = [SentBody(row.run_id, moment_of(row), row.body) for row in connection.execute(query)]
    return tuple(sorted(found, key=lambda sent: sent.at, reverse=True))


def bodies_in(connection: Connection, run_id: str, within: timedelta) -> Iterator[SentBody]:
    """What one run sent within so long, as `sent_bodies` gives it, in the run's order."""
    query = (
        select(items.c.run_id, *LEFT_AT, BODY)
        .select_from(items)
        .join(bodies, (bodies.c.run_id == items.c.run_id) & (bodies.c.seq == items.c.seq))
        .outerjoin(body_templates, OF_BODY)
        .where(items.c.run_id == run_id, left_within(within))
        .order_by(items.c.seq)
    )
    for row in connection.execute(query):
        yield SentBody(row.run_id, moment_of(row), bytes(row.body))


def sent_like(
    access: Session,
    kinds: Sequence[str],
    record_ids: Collection[str],
    text: str = "",
    within: timedelta = SAME_WITHIN,
) -> tuple[SentInRun, ...]:
    """What left within so long, or is about to leave, that may be the same as something else: records of
    runs with one of these ids or, where there is a `text`, with that in their body in any case, and
    everything sent by itself. The newest first, what is about to leave before all."""
    named = true() if text else or_(runs.c.single, items.c.record_id.in_(record_ids))
    planned = and_(runs.c.state.in_(GOING), ~runs.c.single, items.c.state == ItemState.PLANNED)
    query = (
        select(items, runs.c.title, runs.c.file_name, runs.c.code, runs.c.single, BODY)
        .select_from(items)
        .join(runs, runs.c.id == items.c.run_id)
        .join(bodies, (bodies.c.run_id == items.c.run_id) & (bodies.c.seq == items.c.seq))
        .outerjoin(body_templates, OF_BODY)
        .where(
            runs.c.kind.in_(kinds),
            is_recent(within),
            named,
            or_(planned, left_within(within)),
        )
    )
    sought, ids = text.casefold().encode(), frozenset(record_ids)
    with access.reading() as connection:
        found = [
            SentInRun(
                row.run_id, row.seq, moment_of(row),
                bytes(row.body), row.title, row.file_name, row.code, row.first_row, bool(row.single),
            )
            for row in connection.execute(query)
            if row.single or row.record_id in ids or sought in row.body.lower()
        ]  # fmt: skip
    return tuple(sorted(found, key=lambda sent: (not sent.at, sent.at), reverse=True))


def bodies_of(
    access: Session,
    run_id: str,
    *,
    seq: int | None = None,
    row: int | None = None,
    to: str = "",
    limit: int = 50,
) -> tuple[tuple[int, str, bytes], ...]:
    """The number, the id and the frozen bytes of records of a run, those sent last first: one record by its
    `seq`, those of one `row` of the file or `to` one phone number, or up to `limit` of them all."""
    query = (
        select(items.c.seq, items.c.record_id, BODY)
        .select_from(items)
        .join(bodies, (bodies.c.run_id == items.c.run_id) & (bodies.c.seq == items.c.seq))
        .outerjoin(body_templates, OF_BODY)
        .where(items.c.run_id == run_id)
    )
    if seq is not None:
        query = query.where(items.c.seq == seq)
    if row is not None:
        of_row = select(file_rows.c.seq).where(file_rows.c.run_id == run_id, file_rows.c.number == row)
        query = query.where(items.c.seq.in_(of_row))
    if to:
        single = select(runs.c.id).where(runs.c.single)
        query = query.where(or_(items.c.record_id == to, items.c.run_id.in_(single)))
    with access.reading() as connection:
        found = connection.execute(query.order_by(items.c.at.desc(), items.c.seq.desc()).limit(limit))
        return tuple((number, record_id, bytes(body)) for number, record_id, body in found)


def is_recent(within: timedelta) -> ColumnElement[bool]:
    """Runs of which something may have left within so long: those that have not ended earlier."""
    return or_(runs.c.finished_at.is_(None), runs.c.finished_at >= _since(within)[0])


def left_within(within: timedelta) -> ColumnElement[bool]:
    """Records that left, or may have left, within so long."""
    word, seconds = _since(within)
    return and_(
        or_(items.c.state.in_(LEFT), items.c.doubt_at.is_not(None)),
        or_(items.c.at >= word, items.c.doubt_at >= seconds),
    )


def _since(within: timedelta) -> tuple[str, float]:
    since = this_moment() - within
    return written(since), since.timestamp()


def moment_of(row: Row[*tuple[Any, ...]]) -> str:
    """When a record left, of LEFT_AT; blank where it has not."""
    return row.at or (_moment(row.doubt_at) if row.doubt_at else "")


def _moment(seconds: float) -> str:
    return written(datetime.fromtimestamp(seconds, UTC))
