"""Decides from the store's answer what became of the one ticket that was sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from svcconsole.api.value_path import value_at
from svcconsole.services.runs.batch_outcome import BatchOutcome, accepted_as
from svcconsole.services.sends.single_send import answer_id
from svcconsole.words.message import message
from svcconsole.workspace.runs.ledger_entries import PendingRecord, RecordOutcome
from svcconsole.workspace.schema import ItemState

UNNAMED = message("The store accepted the request without saying which ticket it created.")


def judge(batch: Sequence[PendingRecord], payload: object) -> BatchOutcome:
    """The engine's question: accepted where the answer names a ticket, else a person's to decide."""
    ticket = value_at(payload, ("data", "ticket"))
    identity = (answer_id({"ticket": ticket}) or "") if isinstance(ticket, Mapping) else ""
    if not identity:
        unknown = (
            RecordOutcome(item.seq, item.record_id, ItemState.UNKNOWN, UNNAMED, tries=item.tries + 1)
            for item in batch
        )
        return BatchOutcome(tuple(unknown), "doubt", UNNAMED)
    outcomes = tuple(accepted_as(item, identity) for item in batch)
    return BatchOutcome(outcomes, "ok", message("accepted. {words}", words=outcomes[0].reason))
