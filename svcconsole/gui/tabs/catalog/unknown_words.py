"""Fields of a product or catalog that this console has no name for, in words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import QCoreApplication

from svcconsole.api.models.unknown_fields import UnknownField, unknown_fields
from svcconsole.gui.text import visible

MOST_NAMES = 6
LONGEST = 40


def tr(text: str) -> str:
    return QCoreApplication.translate("unknown fields", text)


def carried_words(model: type[BaseModel], raw: Mapping[str, Any]) -> str:
    """The sentence that says which of them go back as they came; blank where there are none."""
    names = [" › ".join(place) for place in Counter(field.place for field in unknown_fields(model, raw))]
    if not names:
        return ""
    listed = ", ".join(names[:MOST_NAMES])
    if len(names) > MOST_NAMES:
        listed = tr("{0} and {1} more").format(listed, len(names) - MOST_NAMES)
    return tr("What this console has no name for goes back as it came: {0}.").format(visible(listed))


def field_lines(fields: Iterable[UnknownField]) -> list[str]:
    """Each name once, with the value it has, or in how many rows it stands."""
    found: dict[tuple[str, ...], list[UnknownField]] = {}
    for field in fields:
        found.setdefault(field.place, []).append(field)
    return [visible(_line(same)) for same in found.values()]


def _line(same: list[UnknownField]) -> str:
    name = " › ".join(same[0].place)
    if len(same) > 1:
        return tr("{0} (in {1} of the rows)").format(name, len(same))
    text = json.dumps(same[0].value, ensure_ascii=False, default=str)
    return f"{name}: {text if len(text) <= LONGEST else text[: LONGEST - 1] + '…'}"
