"""Validates an entry by the wire model and its contacts by themselves, and adds what is worth a look."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from pydantic import ValidationError

from svcconsole.api.models.problems import problems
from svcconsole.api.models.user_properties import UserProperty
from svcconsole.gui.design.text import capital
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.tabs.user_properties.cells import CELLS, PLACES, Values, wire_of
from svcconsole.tables.values.emails import email_key, email_problem
from svcconsole.tables.values.moments import is_iso
from svcconsole.tables.values.phones import PhoneProblem, phone_key, read_phone

_DAMAGED: Final = re.compile(r"\s*[+-]?\d+(?:[.,]\d+)?E[+]?\d+\s*", re.IGNORECASE)
_PHONES: Final = ("phone_number", "alternate_phone_number")
_KEYS: Final = ("partner_customer_id", "phone_number", "email")


@dataclass(frozen=True, slots=True)
class Found:
    """Sentences by the Python name of the cell: `problems` keep the entry from being sent, `looks` do not."""

    problems: Mapping[str, str] = field(default_factory=dict)
    looks: Mapping[str, str] = field(default_factory=dict)


NOTHING = Found()


def check(values: Values, region: str | None = None) -> Found:
    """Check one entry as it would be sent; numbers without a country are read as of `region`."""
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
    for name, sentence in _contact_problems(values, region):
        wrong.setdefault(name, sentence)
    looks = _warnings(values)
    return Found(wrong, {name: said for name, said in looks.items() if name not in wrong})


def _contact_problems(values: Values, region: str | None) -> Iterator[tuple[str, str]]:
    """Numbers and addresses that reach nobody."""
    for name in _PHONES:
        phone = values[PLACES[name]]
        found = read_phone(phone, region) if isinstance(phone, str) and phone else None
        if isinstance(found, PhoneProblem):
            yield name, show(found.sentence)
    email = values[PLACES["email"]]
    if isinstance(email, str) and email and (said := email_problem(email)):
        yield "email", show(said)


def keys_of(values: Values, region: str | None) -> Mapping[str, str]:
    """By which a store finds the record an entry speaks of: what is the same in two entries is one person."""
    texts = {
        name: value for name in _KEYS if isinstance(value := values[PLACES[name]], str) and value.strip()
    }
    same = {"phone_number": lambda text: phone_key(text, region), "email": email_key}
    return {name: f"{name}:{same.get(name, str.strip)(text)}" for name, text in texts.items()}


def repeated(name: str) -> str:
    """What is said of a cell that another entry has as well."""
    return {
        "phone_number": tr("Another entry has this phone. Both are sent, and the later one is what counts."),
        "email": tr("Another entry has this e-mail. Both are sent, and the later one is what counts."),
        "partner_customer_id": tr(
            "Another entry has this id. Both are sent, and the later one is what counts."
        ),
    }[name]


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
        if isinstance(moment, str) and not is_iso(moment):
            looks[name] = tr("This is sent as text: it is not a date in the form 2026-01-31T08:00:00Z.")
    if not any(str(values[PLACES[name]] or "").strip() for name in _KEYS):
        looks["partner_customer_id"] = tr(
            "Without an id, a phone or an e-mail the store makes a new record each time this is sent."
        )
    return looks
