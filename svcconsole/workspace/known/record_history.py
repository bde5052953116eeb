"""What runs did to one record, found by the record's id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Select, select

from svcconsole.workspace.schema import NOT_TAKEN, PREPARING, ItemState, changes, items, runs
from svcconsole.workspace.session import Session


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One end of a record in a run (times ISO, UTC); `file_name` is empty where the run was forgotten since,
    `first_row` 0 where only the history of the record tells of it."""

    at: str
    kind: str
    run_id: str
    seq: int
    state: ItemState
    file_name: str
    first_row: int = 0
    reason: str = ""
    server_words: str = ""
    record_id: str = ""
    """What the run called it; only of what the store took."""


class RecordHistory:
    """The runs of files; what is sent by itself is found by `Sends.about`."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def of(
        self, kinds: Sequence[str], record_ids: Sequence[str], limit: int = 200
    ) -> tuple[HistoryEntry, ...]:
        """The ends of these records in runs of these kinds, newest first."""
        with self._access.reading() as connection:
            taken = [_taken(row) for row in connection.execute(_accepted(kinds, record_ids).limit(limit))]
            others = [_not_taken(row) for row in connection.execute(_others(kinds, record_ids).limit(limit))]
        found = sorted([*taken, *others], key=lambda trace: trace.at, reverse=True)
        return tuple(found[:limit])


def _accepted(kinds: Sequence[str], record_ids: Sequence[str]) -> Select[*tuple[Any, ...]]:
    """The history of a record outlives the run that made it."""
    return (
        select(changes.c.at, changes.c.kind, changes.c.run_id, runs.c.file_name, changes.c.record_id)
        .select_from(changes.outerjoin(runs, runs.c.id == changes.c.run_id))
        .where(changes.c.kind.in_(kinds), changes.c.record_id.in_(record_ids), changes.c.run_id.is_not(None))
        .order_by(changes.c.id.desc())
    )


def _others(kinds: Sequence[str], record_ids: Sequence[str]) -> Select[*tuple[Any, ...]]:
    return (
        select(
            items.c.at, runs.c.created_at, runs.c.kind, items.c.run_id, items.c.seq, items.c.state,
            runs.c.file_name, items.c.first_row, items.c.reason, items.c.server_words,
        )
        .join(runs, runs.c.id == items.c.run_id)
        .where(
            NOT_TAKEN, items.c.record_id.in_(record_ids), runs.c.kind.in_(kinds), runs.c.single.is_(False),
            runs.c.state != PREPARING,
        )
        .order_by(runs.c.created_at.desc(), items.c.seq)
    )  # fmt: skip


def _taken(row: Row[*tuple[Any, ...]]) -> HistoryEntry:
    return HistoryEntry(
        row.at, row.kind, row.run_id, 0, ItemState.ACKED, row.file_name or "", record_id=row.record_id
    )


def _not_taken(row: Row[*tuple[Any, ...]]) -> HistoryEntry:
    return HistoryEntry(
        row.at or row.created_at, row.kind, row.run_id, row.seq, ItemState(row.state), row.file_name,
        row.first_row, row.reason, row.server_words,
    )  # fmt: skip
