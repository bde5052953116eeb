"""The outcome of a batch: one outcome for each record, and the event to show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from svcconsole.words.message import message
from svcconsole.workspace.runs.deliveries import NAMED
from svcconsole.workspace.runs.ledger_entries import PendingRecord, RecordOutcome
from svcconsole.workspace.schema import ItemState


@dataclass(frozen=True, slots=True)
class BatchOutcome:
    """A outcome for each record of a batch, in its order, and the event to tell: `level` is ok, refused,
    doubt, wait or info. `people` are customers (wire names) to be found again in this console."""

    outcomes: tuple[RecordOutcome, ...]
    level: str
    detail: str
    people: tuple[Mapping[str, Any], ...] = ()


def accepted_as(
    item: PendingRecord, identity: str, *, followed: bool = False, said: bool = True
) -> RecordOutcome:
    """Accepted under an id of the store's, which the result files name; blank where it gave none.

    `followed`: it is a message, of which the store can be asked how far it came. `said`: in words, too.
    """
    return RecordOutcome(
        item.seq,
        item.record_id,
        ItemState.ACKED,
        message(NAMED, id=identity) if identity and said else "",
        tries=item.tries,
        answer_id=identity if followed else "",
        given_ids=json.dumps({"id": identity}) if identity else "",
    )
