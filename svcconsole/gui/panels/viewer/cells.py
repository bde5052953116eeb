"""Formats the text of a file's cell: grouped numbers, readable moments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QLocale

from svcconsole.gui.design.text import visible

MOST_SHOWN: Final = 400
"""Characters of a cell that can be on screen; the rest is in the row's detail."""
GROUP_FROM: Final = 5
"""Digits from which a number is grouped: years, hours and codes of four stay as they are."""
_NUMBER: Final = re.compile(r"[-+]?(0|[1-9]\d*)([.,]\d+)?\Z")
_MOMENT: Final = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?\Z", re.ASCII
)
_OTHER_DAYS: Final = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?:[ T]\d{1,2}:\d\d(?::\d\d)?)?\Z", re.ASCII)
_NAMES_ONLY: Final = frozenset(
    {"id", "ids", "phone", "mobile", "tel", "zip", "postcode", "code", "sku", "pin"}
)
_WORDS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


class Kind(StrEnum):
    """What the cells of a column are, by their look; numbers are aligned at the end."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    ID = "id"


def kind_of(name: str, values: Sequence[str]) -> Kind:
    """What the column called `name` holds, by some of its cells; without any, text."""
    filled = [value.strip() for value in values if value.strip()]
    if not filled:
        return Kind.TEXT
    if all(_MOMENT.match(value) or _OTHER_DAYS.match(value) for value in filled):
        return Kind.DATE
    if all(_NUMBER.match(value) for value in filled):
        named = {word.casefold() for word in _WORDS.findall(name)}
        return Kind.ID if named & _NAMES_ONLY else Kind.NUMBER
    return Kind.TEXT


def kinds_of(names: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[Kind, ...]:
    """What each column holds, by some rows, which may be of any width."""
    return tuple(kind_of(name, [row[at] for row in rows if at < len(row)]) for at, name in enumerate(names))


def longest_of(names: Sequence[str], rows: Sequence[Sequence[str]], count: int) -> tuple[list[str], ...]:
    """The `count` longest texts of each column, which is all that has to be measured of it."""
    return tuple(
        sorted((row[at] for row in rows if at < len(row)), key=len, reverse=True)[:count]
        for at in range(len(names))
    )


def shown(text: str, kind: Kind) -> str:
    """One line for the screen: what hides or reorders text is named, a very long cell ends in "…"."""
    if kind is Kind.NUMBER:
        return grouped(text)
    if kind is Kind.DATE and (found := _MOMENT.match(text.strip())):
        day, time = found.groups()
        return f"{day} {time}" if time else day
    cut = text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"
    return visible(cut).replace("\n", " ").replace("\t", " ")


def grouped(text: str) -> str:
    """A plain number with the locale's signs, 43109.5 as 43,109.5; anything else stays as it is."""
    plain = text.strip()
    found = _NUMBER.match(plain)
    if found is None:
        return visible(text[:MOST_SHOWN]).replace("\n", " ")
    locale = QLocale()
    sign = plain[0] if plain[0] in "+-" else ""
    whole, rest = found[1], found[2] or ""
    if len(whole) >= GROUP_FROM:
        parts = [whole[max(0, end - 3) : end] for end in range(len(whole), 0, -3)]
        whole = locale.groupSeparator().join(reversed(parts))
    return f"{sign}{whole}{locale.decimalPoint() + rest[1:] if rest else ''}"
