"""Decides from the store's answer what became of the one flow that was started."""

from __future__ import annotations

from collections.abc import Sequence

from svcconsole.services.runs.batch_outcome import BatchOutcome, accepted_as
from svcconsole.words.message import message
from svcconsole.workspace.runs.ledger_entries import PendingRecord


def judge(batch: Sequence[PendingRecord], payload: object) -> BatchOutcome:
    """The engine's question: a status is all such an answer holds (specification, endpoint 11)."""
    del payload
    return BatchOutcome(tuple(accepted_as(item, "") for item in batch), "ok", message("accepted"))
