"""Decides from the store's answer how each user property entry of a batch ended."""

from __future__ import annotations

import json
import re
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic.alias_generators import to_camel

from svcconsole.api.models.user_properties import UserProperty
from svcconsole.services.runs.batch_outcome import BatchOutcome
from svcconsole.words.message import Message, Number, listed, mark, mark_plural, message, plural
from svcconsole.workspace.runs.ledger import PendingRecord, RecordOutcome
from svcconsole.workspace.schema import ItemState

WIRE_NAMES = {name: field.alias or to_camel(name) for name, field in UserProperty.model_fields.items()}
"""The 17 fields: Python name to the name on the wire, in the specification's order."""
ADDED = ("storeId", "customerId", "error")
"""What a store adds to an entry it hands back."""
KEYS = ("partnerCustomerId", "phoneNumber", "email")
"""By which a store finds the record an entry speaks of, the first one given (decisions, row 25)."""

BESIDE = mark("{first} · {rest}")
"""What is said of the entries of one request."""
REFUSED = message("The store refused this entry.")
NOT_UPDATED = mark("The store says that entries of this request were not written ({n}), and not which ones.")
MISCOUNTED = mark_plural(
    "The store counted {counted} of the {sent} entry of this request that it did not refuse.",
    "The store counted {counted} of the {sent} entries of this request that it did not refuse.",
)
UNCOUNTED = message("The store took this request without saying how many entries it wrote.")
STRANGERS = mark("The store handed back entries of this request ({n}) that are none of those it was sent.")


@dataclass(frozen=True, slots=True)
class Counts:
    """The store's totals of one request, or of several; None where it gave no number."""

    created: int | None = None
    updated: int | None = None

    def words(self) -> Message:
        """ "12 created, 3 updated", which `read` understands."""
        created, updated = (
            "?" if number is None else Number(number, grouped=False)
            for number in (self.created, self.updated)
        )
        return message("{created} created, {updated} updated", created=created, updated=updated)

    @classmethod
    def read(cls, words: str) -> Counts:
        """The totals out of what `words` wrote somewhere in a sentence."""
        found = re.search(r"(\d+|\?) created, (\d+|\?) updated", words)
        if found is None:
            return cls()
        created, updated = (None if part == "?" else int(part) for part in found.groups())
        return cls(created, updated)

    def plus(self, other: Counts) -> Counts:
        """Both together; a number that one of them lacks counts as none."""
        return Counts(
            _sum(self.created, other.created),
            _sum(self.updated, other.updated),
        )


@dataclass(frozen=True, slots=True)
class EntryOutcomes:
    """How a batch ended: `refused` by position with the store's words, the others accepted unless `unsure`
    says why they are to be checked; `raw` is what the store said about that, verbatim."""

    refused: Mapping[int, str]
    counts: Counts
    unsure: str = ""
    raw: str = ""


def key_of(entry: Mapping[str, Any]) -> str:
    """The key a store finds this entry's record by; "" for an entry that always makes a new one."""
    return next((f"{name}:{entry[name]}" for name in KEYS if entry.get(name)), "")


def cell_named(words: str) -> str | None:
    """The field (wire name) that a store's words name first; None when they name none."""
    found = _NAMED.search(words)
    return None if found is None else _BY_FOLDED[found[0].casefold()]


def matched(sent: Sequence[Mapping[str, Any]], returned: Sequence[object]) -> tuple[dict[int, str], int]:
    """The positions of the entries a store handed back, each with its words, and how many were never sent.

    An entry is known by its content; of identical ones the first is taken first.
    """
    places: dict[str, deque[int]] = defaultdict(deque)
    for position, content in enumerate(map(_content, sent)):
        places[content].append(position)
    refused: dict[int, str] = {}
    strangers = 0
    for entry in returned:
        if isinstance(entry, Mapping) and (waiting := places.get(_content(entry))):
            refused[waiting.popleft()] = _words(entry.get("error"))
        else:
            strangers += 1
    return refused, strangers


def entry_outcomes(sent: Sequence[Mapping[str, Any]], payload: object) -> EntryOutcomes:
    """How each entry of a batch ended by an answer that accepted the request."""
    data = _mapping(_mapping(payload).get("data"))
    returned = data.get("invalidUserProperties")
    refused, strangers = matched(sent, returned if isinstance(returned, list) else [])
    told = _mapping(data.get("bulkUpsertUPResponse"))
    counts = Counts(_whole(told.get("createCount")), _whole(told.get("updateCount")))
    others, failed = len(sent) - len(refused), told.get("docsFailedToUpdate")
    unsure: str
    if strangers:
        unsure, raw = message(STRANGERS, n=Number(strangers, grouped=False)), _raw(returned)
    elif number := _how_many(failed):
        unsure, raw = message(NOT_UPDATED, n=Number(number, grouped=False)), _raw(failed)
    elif not others:
        unsure, raw = "", ""
    elif counts.created is None or counts.updated is None:
        unsure, raw = UNCOUNTED, _raw(data.get("bulkUpsertUPResponse"))
    elif counts.created + counts.updated != others:
        counted = counts.created + counts.updated
        unsure, raw = (
            plural(
                *MISCOUNTED,
                others,
                counted=Number(counted, grouped=False),
                sent=Number(others, grouped=False),
            ),
            _raw(told),
        )
    else:
        unsure, raw = "", ""
    return EntryOutcomes(refused, counts, unsure, raw)


def judge(batch: Sequence[PendingRecord], payload: object) -> BatchOutcome:
    """The engine's question: where each record of an accepted request stands now."""
    end = entry_outcomes([json.loads(item.body) for item in batch], payload)
    outcomes = tuple(_outcome_of(item, position, end) for position, item in enumerate(batch))
    parts: list[str] = [end.counts.words()]
    if end.refused:
        parts.append(message("{refused} refused", refused=Number(len(end.refused), grouped=False)))
    if end.unsure:
        parts.append(end.unsure)
    level = "doubt" if end.unsure else "refused" if end.refused else "ok"
    return BatchOutcome(outcomes, level, listed(parts, BESIDE))


def _outcome_of(item: PendingRecord, position: int, end: EntryOutcomes) -> RecordOutcome:
    if position in end.refused:
        words = end.refused[position]
        return RecordOutcome(item.seq, item.record_id, ItemState.REJECTED, REFUSED, words, item.tries)
    if end.unsure:
        return RecordOutcome(item.seq, item.record_id, ItemState.UNKNOWN, end.unsure, end.raw, item.tries + 1)
    return RecordOutcome(item.seq, item.record_id, ItemState.ACKED, tries=item.tries)


def _content(entry: Mapping[str, Any]) -> str:
    """What an entry says: what is not set is as if it were absent, and what a store added does not count."""
    said = {name: value for name, value in entry.items() if name not in ADDED and value is not None}
    return json.dumps(said, sort_keys=True)


def _how_many(failed: object) -> int:
    """How many entries a value of no known shape speaks of: nothing, an empty one, false and 0 are none."""
    if not failed:
        return 0
    if isinstance(failed, list | tuple | Mapping):
        return len(failed)
    return failed if isinstance(failed, int) and not isinstance(failed, bool) and failed > 0 else 1


def _whole(value: object) -> int | None:
    """A count: a whole number of 0 or more, also where it came as text."""
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _words(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else _raw(value)


def _raw(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _sum(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else one + other


_BY_FOLDED = {wire.casefold(): wire for wire in WIRE_NAMES.values()}
_NAMED = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(_BY_FOLDED, key=len, reverse=True))})(?!\w)", re.IGNORECASE)
