"""The request bodies sent to a store recently, by runs and by single sends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import or_, select

from svcconsole.workspace.runs.sends import SAME_WITHIN
from svcconsole.workspace.schema import ItemState, bodies, items, runs
from svcconsole.workspace.session import Session

LEFT = (ItemState.ACKED, ItemState.UNKNOWN, ItemState.SENDING)


@dataclass(frozen=True, slots=True)
class SentBody:
    """A request that left, or may have left, from here; `at` is ISO in UTC."""

    run_id: str
    at: str
    body: bytes


def sent_bodies(
    access: Session, kinds: Sequence[str], within: timedelta = SAME_WITHIN
) -> tuple[SentBody, ...]:
    """What runs of these kinds sent within so long: accepted, on the way or of unknown end, newest first."""
    since = datetime.now(UTC) - within
    word = since.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    query = (
        select(items.c.run_id, items.c.at, items.c.doubt_at, bodies.c.body)
        .join(runs, runs.c.id == items.c.run_id)
        .join(bodies, (bodies.c.run_id == items.c.run_id) & (bodies.c.seq == items.c.seq))
        .where(
            runs.c.kind.in_(kinds),
            or_(items.c.state.in_(LEFT), items.c.doubt_at.is_not(None)),
            or_(items.c.at >= word, items.c.doubt_at >= since.timestamp()),
        )
    )
    with access.reading() as connection:
        found = [
            SentBody(row.run_id, row.at or _moment(row.doubt_at), row.body)
            for row in connection.execute(query)
        ]
    return tuple(sorted(found, key=lambda sent: sent.at, reverse=True))


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
