"""The records of a run that had something to send: their bytes, their end, and whether they reached the
store.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from sqlalchemy import select

from svcconsole.workspace.runs.body_templates import BODY, OF_BODY
from svcconsole.workspace.schema import ItemState, bodies, body_templates, items
from svcconsole.workspace.session import Session


@dataclass(frozen=True, slots=True)
class SentRecordOfRun:
    """One record of a run; `at` is when it ended, None while it has not."""

    seq: int
    record_id: str
    state: ItemState
    first_row: int
    at: str | None
    doubt_at: float | None
    body: bytes

    @property
    def reached(self) -> bool:
        """Whether the store has, or may have, carried it out."""
        if self.state is ItemState.PLANNED:
            return self.doubt_at is not None
        return self.state in (ItemState.ACKED, ItemState.UNKNOWN, ItemState.SENDING)

    @property
    def name(self) -> str:
        """What it is called where the store says nothing of it."""
        return self.record_id


def sent_records(
    access: Session, run_id: str, seqs: Collection[int] | None = None, *, after: int = -1
) -> Iterator[SentRecordOfRun]:
    """Those records in the plan's order, all, the ones numbered `seqs`, or those after one."""
    query = (
        select(
            items.c.seq, items.c.record_id, items.c.state, items.c.first_row, items.c.at, items.c.doubt_at,
            BODY,
        )
        .select_from(items)
        .join(bodies, (bodies.c.run_id == items.c.run_id) & (bodies.c.seq == items.c.seq))
        .outerjoin(body_templates, OF_BODY)
        .where(items.c.run_id == run_id, items.c.seq > after)
        .order_by(items.c.seq)
    )  # fmt: skip
    if seqs:
        query = query.where(items.c.seq.between(min(seqs), max(seqs)))
    with access.reading() as connection:
        for row in connection.execution_options(yield_per=500).execute(query):
            if seqs is None or row.seq in seqs:
                yield SentRecordOfRun(
                    row.seq, row.record_id, ItemState(row.state), row.first_row, row.at, row.doubt_at,
                    bytes(row.body),
                )  # fmt: skip


def number_of(access: Session, run_id: str, record_id: str) -> int | None:
    """The number of the record in a run that the store took under this name; None where it took none."""
    query = (
        select(items.c.seq)
        .where(items.c.run_id == run_id, items.c.record_id == record_id, items.c.state == ItemState.ACKED)
        .order_by(items.c.seq.desc())
        .limit(1)
    )
    with access.reading() as connection:
        found: int | None = connection.execute(query).scalar()
        return found
