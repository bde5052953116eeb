"""The status of a requested part from the ledger; nothing is asked again while an answer may still come."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from svcconsole.workspace.runs.decisions import NOT_SENT
from svcconsole.workspace.runs.records import SentRecord
from svcconsole.workspace.runs.report_runs import ReportPart
from svcconsole.workspace.schema import ItemState


class PartState(StrEnum):
    """How asking for a part stands."""

    NOT_ASKED = "not asked"
    LEAVING = "leaving"
    IN_DOUBT = "in doubt"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    COUNTED_OUT = "counted out"


@dataclass(frozen=True, slots=True)
class PartStatus:
    """The fate, and the record that shows it; `history_id` is None where the answer is not known."""

    fate: PartState
    record: SentRecord | None = None
    history_id: int | None = None


def of_part(part: ReportPart, records: Iterable[SentRecord]) -> tuple[SentRecord, ...]:
    """The requests for this part that still count, newest first."""
    return tuple(
        record
        for record in records
        if record.run_id not in part.spent and json.loads(record.body).get("cursor") == part.cursor_in
    )


def status_of(part: ReportPart, records: Iterable[SentRecord]) -> PartStatus:
    """How asking for this part stands, by everything that ever left for its run."""
    ours = of_part(part, records)
    for fate, states in _IN_ORDER:
        found = next((record for record in ours if record.state in states), None)
        if found is not None:
            return PartStatus(fate, found, history_id_of(found))
    if ours and ours[0].state is ItemState.REJECTED:
        return PartStatus(PartState.REFUSED, ours[0])
    if ours and ours[0].reason == NOT_SENT:
        return PartStatus(PartState.COUNTED_OUT, ours[0])
    return PartStatus(PartState.NOT_ASKED)


_IN_ORDER = (
    (PartState.LEAVING, (ItemState.SENDING, ItemState.PLANNED)),
    (PartState.IN_DOUBT, (ItemState.UNKNOWN,)),
    (PartState.ACCEPTED, (ItemState.ACKED,)),
)


def history_id_of(record: SentRecord) -> int | None:
    """The number the store gave the report; None where it gave none that can be asked by."""
    data = (record.answer or {}).get("data")
    number = data.get("reportHistoryId") if isinstance(data, dict) else None
    text = str(number)
    return int(text) if not isinstance(number, bool) and text.isascii() and text.isdigit() else None
