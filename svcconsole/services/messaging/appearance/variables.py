"""The variables in a template's text, `{{1}}` or `{{first_name}}`, and replacing them by values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

PLACE: Final = re.compile(r"\{\{\s*(\w{1,64})\s*\}\}")
MOST_NUMBER: Final = 999
"""Larger numbers are read as names: no template has so many places."""


def places(text: str) -> tuple[str, ...]:
    """The names of the text's places, each once: numbered ones by number, the others after them in order."""
    names = dict.fromkeys(found[1] for found in PLACE.finditer(text))
    numbered = sorted((name for name in names if _number(name)), key=_number)
    return (*numbered, *(name for name in names if not _number(name)))


def filled(text: str, values: Sequence[str], samples: Mapping[str, str] | None = None) -> str:
    """The text with its values: the first is for `{{1}}`; places with names come after the numbered ones.

    A place without a value, or with a blank one, shows its sample; without one it stays as it is, still to
    be filled.
    """
    names = places(text)
    numbered = max(map(_number, names), default=0)
    named = [name for name in names if not _number(name)]

    def put(found: re.Match[str]) -> str:
        place = _number(found[1]) or numbered + named.index(found[1]) + 1
        value = values[place - 1] if place <= len(values) else ""
        return value or (samples or {}).get(found[1], "") or found[0]

    return PLACE.sub(put, text)


def _number(name: str) -> int:
    """1 and up; 0 for a name."""
    return int(name) if name.isdecimal() and 0 < int(name[:4]) <= MOST_NUMBER and len(name) <= 3 else 0
