"""Reads what the store held of each record out of the answers that are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from svcconsole.services.records.exact_json import read_exact
from svcconsole.services.runs.batch_kinds import KINDS
from svcconsole.words.message import message
from svcconsole.workspace.runs.before_answers import BeforeAnswer, BeforeState

Raw = Mapping[str, Any]
"""A record as JSON, by the names of the wire, amounts as decimals."""
NOT_READ = message("What the store held before was not read.")


def by_seq(kind: str, answer: BeforeAnswer, ids: Mapping[int, str]) -> dict[int, tuple[Raw | None, str, str]]:
    """Each record of an answer: its JSON or None, when it was read, and why it could not be."""
    if answer.state is BeforeState.UNREADABLE:
        return {seq: (None, answer.read_at, answer.words or str(NOT_READ)) for seq in answer.seqs}
    if answer.state is BeforeState.ABSENT:
        return dict.fromkeys(answer.seqs, (None, answer.read_at, ""))
    payload = read_exact(answer.answer)
    if kind == "customers":
        data: Any = payload.get("data") if isinstance(payload, dict) else None
        customer = data.get("customer") if isinstance(data, dict) else None
        return dict.fromkeys(answer.seqs, (customer or None, answer.read_at, ""))
    records = KINDS[kind].by_id(payload)
    return {seq: (records.get(ids.get(seq, "")), answer.read_at, "") for seq in answer.seqs}
