"""Reads what the store held of each record out of the answers that are kept, and compares it with what it
holds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from svcconsole.services.customers.customer_answers import customer_in
from svcconsole.services.records.exact_json import read_exact
from svcconsole.services.runs.batch_kinds import KINDS
from svcconsole.words.message import message
from svcconsole.workspace.runs.before_answers import BeforeAnswer, BeforeState

Raw = Mapping[str, Any]
"""A record as JSON, by the names of the wire, amounts as decimals."""
NOT_READ = message("What the store held before was not read.")
NOT_TOLD = message("The store's answer could not be read.")
VOLATILE = ("updatedAt",)
"""What a store changes by itself in a customer."""


def by_seq(kind: str, answer: BeforeAnswer, ids: Mapping[int, str]) -> dict[int, tuple[Raw | None, str, str]]:
    """Each record of an answer: its JSON or None, when it was read, and why it could not be."""
    if answer.state is BeforeState.UNREADABLE:
        return {seq: (None, answer.read_at, answer.words or str(NOT_READ)) for seq in answer.seqs}
    if answer.state is BeforeState.ABSENT:
        return dict.fromkeys(answer.seqs, (None, answer.read_at, ""))
    held = records_in(kind, answer.answer, {seq: ids.get(seq, "") for seq in answer.seqs})
    return {seq: (record, answer.read_at, "") for seq, record in held.items()}


def records_in(kind: str, answer: bytes, ids: Mapping[int, str]) -> dict[int, Raw | None]:
    """The records numbered by `ids` in the bytes of an answer, amounts as decimals; None is not there."""
    payload = read_exact(answer)
    if kind == "customers":
        return dict.fromkeys(ids, customer_in(payload))
    records = KINDS[kind].by_id(payload)
    return {seq: records.get(record_id) for seq, record_id in ids.items()}


def held_before(kind: str, answers: Iterable[BeforeAnswer], ids: Mapping[int, str]) -> dict[int, Raw | None]:
    """What the store held of the records numbered by `ids`, by the last answer about each; those of which it
    is not kept are missing."""
    found: dict[int, tuple[Raw | None, str, str]] = {}
    for answer in answers:
        found.update(by_seq(kind, answer, ids))
    return {seq: raw for seq, (raw, _, words) in found.items() if seq in ids and not words}


def same_version(one: Raw | None, other: Raw | None) -> bool:
    """Whether a store answered the same of a record twice, but for what it changes by itself."""
    return _stable(one) == _stable(other)


def _stable(raw: Raw | None) -> str | None:
    """A record without what a store changes by itself, in a form that can be compared."""
    if raw is None:
        return None
    kept = {name: value for name, value in raw.items() if name not in VOLATILE}
    return json.dumps(kept, sort_keys=True, default=str)
