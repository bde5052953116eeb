"""Finds tickets and flows that were sent from here within 24 hours, by hand or by a run (rule W8)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from svcconsole.services.helpdesk import tickets
from svcconsole.services.messaging import flows
from svcconsole.tables.records.recipients import Earlier
from svcconsole.tables.records.requests import SAME
from svcconsole.tables.values.phones import Phone, phone_key, read_phone
from svcconsole.workspace.runs.sent_bodies import sent_bodies
from svcconsole.workspace.session import Session

KINDS = {"tickets": ("tickets", tickets.KIND), "flows": ("flows", flows.KIND)}
"""How what is the same is named in the ledger: as a run of a file, and as sent by itself."""


def recent_requests(
    access: Session, kind: str, region: str | None, *, but: str = ""
) -> Mapping[str, Sequence[Earlier]]:
    """By what tells two requests of `kind` apart, what left, or may have left, within 24 hours; not what the
    run `but` sent. The newest first.

    Numbers without a country code are read as those of `region`.
    """
    found: dict[str, list[Earlier]] = defaultdict(list)
    for sent in sent_bodies(access, KINDS[kind]):
        if sent.run_id != but:
            for key in keys_of(kind, sent.body, region):
                found[key].append(Earlier(sent.at, b""))
    return found


def keys_of(kind: str, body: bytes, region: str | None) -> Iterable[str]:
    """What tells this request from others, its numbers in their full form."""
    read: Mapping[str, Any] = json.loads(body)
    plain = {
        name: number_key(str(value), region) if name.lower().endswith("phonenumber") else value
        for name, value in read.items()
    }
    return SAME[kind].keys(plain)


def number_key(text: str, region: str | None) -> str:
    """What a number of a request is compared by: E.164, also where its plus is left away."""
    key = phone_key(text, region)
    if key.isdecimal() and isinstance(whole := read_phone(f"+{key}"), Phone) and whole.given:
        return whole.e164
    return key
