"""Fields of a product or catalog that this console has no name for, in words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from svcconsole.api.models.unknown_fields import UnknownField, unknown_fields
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import sentences, tr
from svcconsole.services.catalog.records import RecordType, leaving

MOST_NAMES = 6
LONGEST = 40


def carried_words(kind: RecordType[Any], raw: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    """What goes back as it came, and what goes with rows taken out of the form; blank where there is none."""
    fields = tuple(unknown_fields(kind.model, raw))
    if not fields:
        return ""
    words = tr("Fields this console does not know go back unchanged: {names}.", names=_names(fields))
    gone = leaving(kind, raw, values)
    if not gone:
        return words
    return sentences(words, tr("Removed with it: {names}.", names=_names(gone)))


def field_lines(fields: Iterable[UnknownField]) -> list[str]:
    """Each name once, with the value it has, or in how many rows it stands."""
    found: dict[tuple[str, ...], list[UnknownField]] = {}
    for field in fields:
        found.setdefault(field.place, []).append(field)
    return [visible(_line(same)) for same in found.values()]


def _names(fields: Iterable[UnknownField]) -> str:
    names = [" › ".join(place) for place in dict.fromkeys(field.place for field in fields)]
    listed = ", ".join(names[:MOST_NAMES])
    if len(names) > MOST_NAMES:
        listed = tr("{listed} and {names} more", listed=listed, names=len(names) - MOST_NAMES)
    return visible(listed)


def _line(same: list[UnknownField]) -> str:
    name = " › ".join(same[0].place)
    if len(same) > 1:
        return tr("{name} (in {same} of the rows)", name=name, same=len(same))
    text = json.dumps(same[0].value, ensure_ascii=False, default=str)
    return f"{name}: {text if len(text) <= LONGEST else text[: LONGEST - 1] + '…'}"
