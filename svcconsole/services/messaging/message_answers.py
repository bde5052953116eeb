"""Decides from the store's answer what became of the one message that was sent."""

from __future__ import annotations

from collections.abc import Sequence

from svcconsole.services.runs.batch_outcome import BatchOutcome, accepted_as
from svcconsole.services.sends.single_send import answer_id
from svcconsole.words.message import message
from svcconsole.workspace.runs.ledger_entries import PendingRecord


def judge(batch: Sequence[PendingRecord], payload: object) -> BatchOutcome:
    """The engine's question: an answer that could be read accepts its message, followed by its id."""
    identity = answer_id(payload) or ""
    return BatchOutcome(
        tuple(accepted_as(item, identity, followed=True) for item in batch),
        "ok",
        message("accepted"),
    )
