"""Reads the notes in a column's name (`Price (USD)`, `Name *`): a currency, whether a price is still one."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from svcconsole.tables.values.currencies import SIGNS, currency_code

_NOTES: Final = re.compile(r"\s*[*(].*$", re.DOTALL)
_WORDS: Final = re.compile(r"[^\s*(),;:/\[\]]+")
_INCLUDED: Final = frozenset(
    {"incl", "including", "inc", "inkl", "inklusive", "with", "gross", "brutto", "ttc"}
)
_TAX: Final = frozenset({"vat", "tax", "taxes", "gst", "mwst", "ust", "tva", "iva", "moms", "btw"})
_SHARE: Final = re.compile(r"\d+(?:[.,]\d+)?%?|%", re.ASCII)
_SAME: Final = frozenset({"in", "required", "optional", "retail", "regular", "unit", "list"})
"""Words beside a price that leave it what it is."""


def bare_name(name: str) -> str:
    """The name without its notes: what begins with a `*` or a bracket."""
    return _NOTES.sub("", name)


@lru_cache(maxsize=4096)
def named_currency(name: str) -> tuple[str, str]:
    """The currency in the notes of a column: its code, else a sign that several currencies have; blank where
    there is none, or more than one."""
    found = set(filter(any, map(_currency, _notes(name))))
    return found.pop() if len(found) == 1 else ("", "")


def is_price_noted(name: str) -> bool:
    """Whether the notes of a price's column leave it the price that customers pay: none, one currency, the
    tax that is in it. Others make it a price for somebody else, or without its tax."""
    notes = _notes(name)
    words = {note.strip(".").casefold() for note in notes if not any(_currency(note))}
    currencies = {found for found in map(_currency, notes) if any(found)}
    taxes = {word for word in words if word in _TAX or _SHARE.fullmatch(word)}
    plain = words - taxes - _INCLUDED - _SAME
    return not plain and len(currencies) < 2 and (not taxes or not words.isdisjoint(_INCLUDED))


def _notes(name: str) -> list[str]:
    found = _NOTES.search(name)
    return _WORDS.findall(found[0]) if found else []


def _currency(word: str) -> tuple[str, str]:
    """The code in capitals, or what a sign stands for; two blanks for any other word."""
    if word in SIGNS:
        codes = SIGNS[word]
        return (codes[0], "") if len(codes) == 1 else ("", word)
    return ((currency_code(word) or "") if word.isupper() else "", "")
