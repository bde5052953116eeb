"""Reads what a webhook event proves of a message that was sent from here: its callback data names it."""

from __future__ import annotations

import json
import re

from svcconsole.services.sends.callback_data import nonce_of
from svcconsole.workspace.runs.webhook_evidence import Evidence

NONCE = re.compile(r"[0-9a-f]{16}")
ROWS = range(1 << 31)
"""The rows a file may have; a database would refuse a larger number."""


def evidence_of(callback: str, message_id: str, word: str, at: str, text: str) -> Evidence | None:
    """The evidence in one event; None where its callback data was not made here. `text` is the event as it
    came, `at` when it was said (ISO in UTC)."""
    nonce = nonce_of(callback)
    if not NONCE.fullmatch(nonce):
        return None
    read = json.loads(callback)
    run, row = read.get("j"), read.get("r")
    return Evidence(
        nonce=nonce,
        run=run if isinstance(run, str) else "",
        row=row if isinstance(row, int) and row in ROWS else 0,
        message_id=message_id,
        words=(word,) if word else (),
        at=at,
        text=text,
    )
