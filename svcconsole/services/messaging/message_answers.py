"""Decides from the store's answer what became of the one message that was sent."""

from __future__ import annotations

from collections.abc import Sequence

from svcconsole.services.runs.batch_outcome import BatchOutcome
from svcconsole.services.sends.single_send import answer_id
from svcconsole.words.message import message
from svcconsole.workspace.runs.deliveries import NAMED
from svcconsole.workspace.runs.ledger_entries import PendingRecord, RecordOutcome
from svcconsole.workspace.schema import ItemState


def judge(batch: Sequence[PendingRecord], payload: object) -> BatchOutcome:
    """The engine's question: an answer that could be read accepts its message, followed by its id."""
    identity = answer_id(payload) or ""
    words = message(NAMED, id=identity)
    return BatchOutcome(
        tuple(
            RecordOutcome(
                item.seq, item.record_id, ItemState.ACKED, words, tries=item.tries, answer_id=identity
            )
            for item in batch
        ),
        "ok",
        message("accepted. {words}", words=words),
    )
