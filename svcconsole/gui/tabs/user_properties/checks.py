"""Validates an entry by the wire model, and adds three warnings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from pydantic import ValidationError

from svcconsole.api.models.problems import problems
from svcconsole.api.models.user_properties import UserProperty
from svcconsole.gui.design.text import capital
from svcconsole.gui.design.words import tr
from svcconsole.gui.tabs.user_properties.cells import CELLS, PLACES, Values, wire_of

_DAMAGED: Final = re.compile(r"\s*[+-]?\d+(?:[.,]\d+)?E[+]?\d+\s*", re.IGNORECASE)
_PHONES: Final = ("phone_number", "alternate_phone_number")
_KEYS: Final = ("partner_customer_id", "phone_number", "email")


@dataclass(frozen=True, slots=True)
class Found:
    """Sentences by the Python name of the cell: `problems` keep the entry from being sent, `looks` do not."""

    problems: Mapping[str, str] = field(default_factory=dict)
    looks: Mapping[str, str] = field(default_factory=dict)


NOTHING = Found()


def check(values: Values) -> Found:
    """Check one entry as it would be sent."""
    wrong: dict[str, str] = {}
    try:
        UserProperty.read(wire_of(values))
    except ValidationError as error:
        for problem in problems(error, UserProperty):
            name = str(problem.loc[0])
            wrong.setdefault(name, _sentence_of(name, values, problem.sentence))
    for name in _PHONES:
        phone = values[PLACES[name]]
        if isinstance(phone, str) and _DAMAGED.fullmatch(phone):
            wrong[name] = tr(
                "A spreadsheet has shortened this number, and its last digits are lost. Type it again."
            )
    looks = _warnings(values)
    return Found(wrong, {name: said for name, said in looks.items() if name not in wrong})


def _sentence_of(name: str, values: Values, sentence: str) -> str:
    """Our sentence for what people meet; the model's own for the rest."""
    cell, value = CELLS[PLACES[name]], values[PLACES[name]]
    if value is None and cell.required:
        return tr("Each entry needs it. “Send as empty” in the row’s menu sends it without text.")
    if cell.kind == "consent":
        return tr("Write yes or no, or leave it blank for “not set”. Other words are never read as consent.")
    # The column's title stands before it, so the name on the wire does not.
    return capital(sentence.partition(" ")[2]) + "."


def _warnings(values: Values) -> dict[str, str]:
    looks = {}
    for name in ("created_at", "updated_at"):
        moment = values[PLACES[name]]
        if isinstance(moment, str) and not _is_iso(moment):
            looks[name] = tr("This is sent as text: it is not a date in the form 2026-01-31T08:00:00Z.")
    if not any(values[PLACES[name]] for name in _KEYS):
        looks["partner_customer_id"] = tr(
            "Without an id, a phone or an e-mail the store makes a new record each time this is sent."
        )
    return looks


def _is_iso(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
