"""The outcome of a batch: one outcome for each record, and the event to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from svcconsole.workspace.runs.ledger_entries import RecordOutcome


@dataclass(frozen=True, slots=True)
class BatchOutcome:
    """A outcome for each record of a batch, in its order, and the event to tell: `level` is ok, refused,
    doubt, wait or info. `people` are customers (wire names) to be found again in this console."""

    outcomes: tuple[RecordOutcome, ...]
    level: str
    detail: str
    people: tuple[Mapping[str, Any], ...] = ()
