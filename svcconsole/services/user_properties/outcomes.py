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
from svcconsole.workspace.runs.ledger_entries import PendingRecord, RecordOutcome
from svcconsole.workspace.schema import ItemState

WIRE_NAMES = {name: field.alias or to_camel(name) for name, field in UserProperty.model_fields.items()}
"""The 17 fields: Python name to the name on the wire, in the specification's order."""
IDS = ("customerId", "storeId")
ADDED = (*IDS, "error")
"""What a store adds to an entry it hands back."""
KEYS = ("partnerCustomerId", "phoneNumber", "email")
"""By which a store finds the record an entry speaks of, the first one given (decisions, row 25)."""

BESIDE = mark("{first} · {rest}")
"""What is said of the entries of one request."""
REFUSED = message("The store refused this entry.")
NOT_WRITTEN = message("The store says that this entry was not written.")
NOT_UPDATED = mark("The store says that entries of this request were not written ({n}), and not which ones.")
SILENT = message("The store took this request without a word about its entries.")
NEITHER = mark_plural("{n} counted as neither", "{n} counted as neither")
"""What the store left as it was, say: no sum of its counts is promised (decisions, row 38)."""
STRANGERS = mark("The store handed back entries of this request ({n}) that are none of those it was sent.")


@dataclass(frozen=True, slots=True)
class Counts:
    """The store's totals of one request, or of several; None where it gave no number."""

    created: int | None = None
    updated: int | None = None

    @property
    def known(self) -> bool:
        return self.created is not None and self.updated is not None

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
    """How a batch ended: `refused` by position with the store's words; those at the positions `in_doubt` are
    to be checked for the reason `unsure`; the others are accepted. `raw` is what the store said about the
    doubt, verbatim."""

    refused: Mapping[int, str]
    counts: Counts
    in_doubt: frozenset[int] = frozenset()
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

    An entry is known by its content, of identical ones the first is taken first; one that the store wrote in
    its own way is known by the key that no other entry of the request has.
    """
    places: dict[str, deque[int]] = defaultdict(deque)
    for position, content in enumerate(map(_content, sent)):
        places[content].append(position)
    refused: dict[int, str] = {}
    changed: list[Mapping[str, Any]] = []
    strangers = 0
    for entry in returned:
        if not isinstance(entry, Mapping):
            strangers += 1
        elif waiting := places.get(_content(entry)):
            refused[waiting.popleft()] = _words(entry.get("error"))
        else:
            changed.append(entry)
    for entry in changed:
        positions = _with_key_of(sent, entry)
        if len(positions) == 1 and not positions & refused.keys():
            refused[positions.pop()] = _words(entry.get("error"))
        else:
            strangers += 1
    return refused, strangers


def entry_outcomes(sent: Sequence[Mapping[str, Any]], payload: object) -> EntryOutcomes:
    """How each entry of a batch ended by an answer that accepted the request (decisions, row 38)."""
    data = _mapping(_mapping(payload).get("data"))
    returned, told = data.get("invalidUserProperties"), _mapping(data.get("bulkUpsertUPResponse"))
    refused, strangers = matched(sent, _entries(returned))
    counts = Counts(_whole(told.get("createCount")), _whole(told.get("updateCount")))
    others = frozenset(range(len(sent))) - refused.keys()
    failed = told.get("docsFailedToUpdate")
    if strangers and others:
        unsure = message(STRANGERS, n=Number(strangers, grouped=False))
        return EntryOutcomes(refused, counts, others, unsure, _raw(returned))
    if others and (number := _how_many(failed)):
        named = _named_as_failed(sent, refused, failed)
        if named is not None:
            return EntryOutcomes(refused, counts, named & others, NOT_WRITTEN, _raw(failed))
        unsure = message(NOT_UPDATED, n=Number(number, grouped=False))
        return EntryOutcomes(refused, counts, others, unsure, _raw(failed))
    if others and not told and not isinstance(returned, list):
        return EntryOutcomes(refused, counts, others, SILENT, _raw(data))
    return EntryOutcomes(refused, counts)


def _entries(returned: object) -> list[object]:
    """The entries a store handed back, also where it did so in an object, or handed back one by itself."""
    if isinstance(returned, list) or not returned:
        return returned if isinstance(returned, list) else []
    if isinstance(returned, Mapping) and all(isinstance(entry, Mapping) for entry in returned.values()):
        return list(returned.values())
    return [returned]


def _named_as_failed(
    sent: Sequence[Mapping[str, Any]], refused: Mapping[int, str], failed: object
) -> frozenset[int] | None:
    """The positions that `docsFailedToUpdate` speaks of; None where a part of it names no entry.

    Where entries were handed back, an index may count the others only: then both entries are meant.
    """
    valid = [position for position in range(len(sent)) if position not in refused]
    found: set[int] = set()
    for element in failed if isinstance(failed, list) else [failed]:
        positions = _with_key_of(sent, element)
        if isinstance(element, Mapping):
            positions |= {at for part in element.values() for at in _with_key_of(sent, part)}
            index = element.get("index")
            if isinstance(index, int) and not isinstance(index, bool) and 0 <= index < len(sent):
                positions |= {index, *valid[index : index + 1]}
        if not positions - refused.keys():
            return None
        found |= positions
    return frozenset(found)


def _with_key_of(sent: Sequence[Mapping[str, Any]], entry: object) -> set[int]:
    """The positions of the entries that have the key of this one."""
    key = key_of(entry) if isinstance(entry, Mapping) else ""
    return {position for position, one in enumerate(sent) if key and key_of(one) == key}


def judge(batch: Sequence[PendingRecord], payload: object) -> BatchOutcome:
    """The engine's question: where each record of an accepted request stands now."""
    sent = [json.loads(item.body) for item in batch]
    end, given = entry_outcomes(sent, payload), given_ids(sent, payload)
    outcomes = tuple(
        _outcome_of(item, position, end, given.get(position, "")) for position, item in enumerate(batch)
    )
    parts: list[str] = [end.counts.words()]
    counted = (end.counts.created or 0) + (end.counts.updated or 0)
    neither = len(batch) - len(end.refused) - len(end.in_doubt) - counted
    if neither > 0 and end.counts.known:
        parts.append(plural(*NEITHER, neither))
    if end.refused:
        parts.append(message("{refused} refused", refused=Number(len(end.refused), grouped=False)))
    if end.in_doubt:
        parts.append(end.unsure)
    level = "doubt" if end.in_doubt else "refused" if end.refused else "ok"
    return BatchOutcome(outcomes, level, listed(parts, BESIDE))


def given_ids(sent: Sequence[Mapping[str, Any]], payload: object) -> dict[int, str]:
    """The ids that the store gave to entries it handed back, as JSON, by their positions."""
    returned = _mapping(_mapping(payload).get("data")).get("invalidUserProperties")
    told = [
        {**entry, "error": _raw({name: entry[name] for name in IDS if entry.get(name) not in (None, "")})}
        for entry in (returned if isinstance(returned, list) else ())
        if isinstance(entry, Mapping)
    ]
    return {position: ids for position, ids in matched(sent, told)[0].items() if ids != "{}"}


def _outcome_of(item: PendingRecord, position: int, end: EntryOutcomes, given: str) -> RecordOutcome:
    if position in end.refused:
        return RecordOutcome(
            item.seq, item.record_id, ItemState.REJECTED, REFUSED, end.refused[position], item.tries,
            given_ids=given,
        )  # fmt: skip
    if position in end.in_doubt:
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
    """The store's words; what is none is shown raw, and marked so (decisions, row 39)."""
    if value is None or isinstance(value, str):
        return value or ""
    return message("Unusual answer: {value}", value=_raw(value))


def _raw(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _sum(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else one + other


_BY_FOLDED = {wire.casefold(): wire for wire in WIRE_NAMES.values()}
_NAMED = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(_BY_FOLDED, key=len, reverse=True))})(?!\w)", re.IGNORECASE)
