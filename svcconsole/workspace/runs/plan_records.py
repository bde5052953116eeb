"""The records of a plan in their order, with the bytes that are sent, as a plan's hash is made of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, select

from svcconsole.workspace.runs.body_templates import BODY, OF_BODY
from svcconsole.workspace.runs.plans import CHUNK
from svcconsole.workspace.schema import ItemState, bodies, body_templates, items

UNSENT = (ItemState.BLOCKED, ItemState.LEFT_OUT)


@dataclass(frozen=True, slots=True)
class PlanRecord:
    """One record: to whom, its bytes (None where nothing is sent, for the `reason` told), and its numbers of
    lane and text in the run's terms."""

    record_id: str
    body: bytes | None
    reason: str = ""
    lane: int | None = None
    arm: int | None = None


def plan_records(connection: Connection, run_id: str, *, frozen: bool = False) -> Iterator[PlanRecord]:
    """The records as they stand, or as they stood when the plan was `frozen`: who is left out at the moment
    it starts was in it, and is in it still."""
    query = (
        select(items.c.record_id, items.c.state, items.c.at, items.c.reason, items.c.lane, items.c.arm, BODY)
        .select_from(items)
        .outerjoin(bodies, (bodies.c.run_id == items.c.run_id) & (bodies.c.seq == items.c.seq))
        .outerjoin(body_templates, OF_BODY)
        .where(items.c.run_id == run_id)
        .order_by(items.c.seq)
    )
    for row in connection.execute(query, execution_options={"yield_per": CHUNK}):
        # What is left out of a run, not of its plan, says when.
        out = row.state in UNSENT and not (frozen and row.at is not None)
        body = None if out or row.body is None else bytes(row.body)
        yield PlanRecord(row.record_id, body, row.reason if body is None else "", row.lane, row.arm)
