"""The places of a template's text, `{{1}}` or `{{first_name}}`, and what is put into them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

PLACE: Final = re.compile(r"\{\{\s*(\w{1,64})\s*\}\}")
MOST_NUMBER: Final = 999
"""Larger numbers are read as names: no template has so many places."""


def places(text: str) -> tuple[str, ...]:
    """The names of the text's places, each once: numbered ones by number, the others after them in order."""
    names = dict.fromkeys(found[1] for found in PLACE.finditer(text))
    numbered = sorted((name for name in names if _number(name)), key=_number)
    return (*numbered, *(name for name in names if not _number(name)))


def filled(text: str, values: Sequence[str]) -> str:
    """The text with its values: the first is for `{{1}}`, or for the place that is named first.

    A place without a value, or with a blank one, stays as it is: it is still to be filled.
    """
    names = [name for name in places(text) if not _number(name)]

    def put(found: re.Match[str]) -> str:
        number = _number(found[1]) or names.index(found[1]) + 1
        value = values[number - 1] if number <= len(values) else ""
        return value or found[0]

    return PLACE.sub(put, text)


def _number(name: str) -> int:
    """1 and up; 0 for a name."""
    return int(name) if name.isdecimal() and 0 < int(name[:4]) <= MOST_NUMBER and len(name) <= 3 else 0
