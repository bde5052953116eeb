"""The outcome and the bytes of each record of a run, read a page at a time for tables."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from svcconsole.workspace.runs.body_templates import BODY, OF_BODY
from svcconsole.workspace.schema import ItemState, bodies, body_templates, items
from svcconsole.workspace.session import Session


@dataclass(frozen=True, slots=True)
class RowOutcome:
    """How one record stands; `number` counts the run's records from 0, `at` is None before it was sent."""

    number: int
    state: ItemState
    reason: str
    server_words: str
    at: str | None
    given_ids: str = ""
    """The ids the store gave to a refused record, as JSON by their names on the wire; blank for none."""
    record_id: str = ""


def outcomes_of(
    access: Session, run_id: str, *, after: int = -1, limit: int = 500, since: str = ""
) -> tuple[RowOutcome, ...]:
    """The next records after the one numbered `after`; with `since` (ISO) those that ended then or later."""
    query = select(
        items.c.seq, items.c.state, items.c.reason, items.c.server_words, items.c.at, items.c.given_ids,
        items.c.record_id,
    ).where(items.c.run_id == run_id, items.c.seq > after)  # fmt: skip
    if since:
        query = query.where(items.c.at >= since)
    with access.reading() as connection:
        found = connection.execute(query.order_by(items.c.seq).limit(limit))
        return tuple(RowOutcome(row[0], ItemState(row[1]), *row[2:]) for row in found)


def bodies_of(
    access: Session, run_id: str, *, after: int = -1, limit: int = 500
) -> tuple[tuple[int, bytes], ...]:
    """The next records' numbers and bytes, as they were or would be sent."""
    query = (
        select(bodies.c.seq, BODY)
        .select_from(bodies)
        .outerjoin(body_templates, OF_BODY)
        .where(bodies.c.run_id == run_id, bodies.c.seq > after)
    )
    with access.reading() as connection:
        found = connection.execute(query.order_by(bodies.c.seq).limit(limit))
        return tuple((row[0], bytes(row[1])) for row in found)
