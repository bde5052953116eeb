"""The 17 columns of an entry: what a cell holds, its text, and what of it is sent."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.forms.fields import label_of
from svcconsole.services.user_properties.outcomes import WIRE_NAMES

Value = str | bool | tuple[str, ...] | None
"""What a cell holds: None is "not set"; a text where yes, no or tags belong is what was typed there."""
Values = tuple[Value, ...]

CONSENT_WORDS: Final = {"yes": True, "true": True, "no": False, "false": False}
"""The only words for a consent: nothing else is ever taken for one."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One column; `kind` is text, time, consent or tags; `width` in units of look.md."""

    name: str
    wire: str
    label: str
    kind: str
    required: bool
    width: int


def _cells() -> tuple[Cell, ...]:
    kinds = {
        "email_marketing_consent": "consent",
        "sms_marketing_consent": "consent",
        "tags": "tags",
        "created_at": "time",
        "updated_at": "time",
    }
    widths = {
        "first_name": 130, "last_name": 130, "phone_number": 150, "alternate_phone_number": 150,
        "email": 210, "address1": 180, "created_at": 170, "updated_at": 170, "tags": 190,
        "email_marketing_consent": 110, "sms_marketing_consent": 110, "partner_customer_id": 140,
    }  # fmt: skip
    return tuple(
        Cell(
            name,
            wire,
            LABELS.get(name) or label_of(name),
            kinds.get(name, "text"),
            name in ("first_name", "last_name"),
            widths.get(name, 120),
        )
        for name, wire in WIRE_NAMES.items()
    )


LABELS: Final = {
    "first_name": mark("First name"),
    "last_name": mark("Last name"),
    "source": mark("Source"),
    "phone_number": mark("Phone"),
    "alternate_phone_number": mark("Second phone"),
    "email": mark("E-mail"),
    "address1": mark("Address"),
    "address2": mark("Address, line 2"),
    "city": mark("City"),
    "state": mark("State"),
    "country": mark("Country"),
    "created_at": mark("Created"),
    "updated_at": mark("Updated"),
    "email_marketing_consent": mark("E-mail consent"),
    "sms_marketing_consent": mark("SMS consent"),
    "tags": mark("Tags"),
    "partner_customer_id": mark("Your customer id"),
}
CELLS: Final = _cells()
PLACES: Final = {cell.name: at for at, cell in enumerate(CELLS)}
BY_WIRE: Final = {cell.wire: cell for cell in CELLS}
BLANK: Final[Values] = (None,) * len(CELLS)


def values_of(entry: Mapping[str, Any]) -> Values:
    """The cells of an entry as JSON values: what `wire_of` made of them."""
    found = (entry.get(cell.wire) for cell in CELLS)
    return tuple(tuple(value) if isinstance(value, list) else value for value in found)


def label(cell: Cell) -> str:
    """The column's title in the user's language."""
    return tr(cell.label)


def read(cell: Cell, text: str) -> Value:
    """What was typed or pasted into a cell; blank is "not set", text stays exactly as it is."""
    if cell.kind == "tags":
        return read_tags(text) or None
    if cell.kind == "consent":
        return CONSENT_WORDS.get(text.strip().casefold(), text) if text.strip() else None
    return text or None


def shown(value: Value) -> str:
    """A cell as text, which `read` takes back."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return tags_text(value) if isinstance(value, tuple) else value or ""


def read_tags(text: str) -> tuple[str, ...]:
    """Tags with commas or line breaks between them; one that holds a comma stands in double quotes."""
    if not text.strip():
        return ()
    if '"' not in text:
        return tuple(part for each in re.split(r"[,\n]", text) if (part := each.strip()))
    rows = csv.reader(io.StringIO(text, newline=""), skipinitialspace=True)
    return tuple(part for row in rows for part in row if part)


def tags_text(tags: Sequence[str]) -> str:
    """Tags as `read_tags` takes them."""
    return ", ".join(
        '"' + tag.replace('"', '""') + '"' if re.search(r'[",\n\r]', tag) or tag != tag.strip() else tag
        for tag in tags
    )


def wire_of(values: Values) -> dict[str, Any]:
    """The entry as JSON values under its names on the wire; what is not set is absent."""
    return {
        cell.wire: list(value) if isinstance(value, tuple) else value
        for cell, value in zip(CELLS, values, strict=True)
        if value is not None
    }
