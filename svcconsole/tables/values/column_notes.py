"""Reads the notes in a column's name (`Price (USD)`, `Name *`): a currency, whether a price is still one."""

from __future__ import annotations

import re
from typing import Final

from svcconsole.tables.values.currencies import SIGN, SIGNS, may_mean, tender

_NOTES: Final = re.compile(r"\s*[*(].*$", re.DOTALL)
_WORDS: Final = re.compile(r"[^\s*(),;:/\[\]]+")
_INCLUDED: Final = frozenset(
    {
        "incl", "including", "inc", "include", "includes", "included", "inclusive", "inkl", "inklusive",
        "enthalten", "with", "gross", "brutto", "ttc", "compris", "comprise", "comprises", "inclus",
        "incluse", "incluido", "incluida", "incluso", "inclusa", "inclusief", "mrp",
    }
)  # fmt: skip
_TAX: Final = frozenset({"vat", "tax", "taxes", "gst", "mwst", "ust", "tva", "iva", "moms", "btw"})
_SHARE: Final = re.compile(r"\d+(?:[.,]\d+)?%?|%", re.ASCII)
_SAME: Final = frozenset(
    {
        "in", "of", "all", "per", "each", "ea", "one", "unit", "units", "piece", "pieces", "pc", "pcs",
        "item", "stück", "stk", "st", "required", "optional", "retail", "regular", "list", "standard", "std",
        "current", "final", "selling", "online", "number", "numeric", "decimal", "amount",
    }
)  # fmt: skip
"""Words beside a price that leave it what it is."""
_NAMES: Final = {
    "euro": "€", "euros": "€", "dollar": "$", "dollars": "$", "rupee": "Rs", "rupees": "Rs", "yen": "JPY",
    "tl": "TRY", "rm": "MYR", "rp": "IDR", "dirham": "Dhs", "dirhams": "Dhs", "kroner": "kr", "kronor": "kr",
}  # fmt: skip
"""What people write for a currency in a column's name: its sign, or its code."""
Currency = tuple[str, str]
"""The code of a currency, else a sign that several have."""
NO_CURRENCY: Final[Currency] = ("", "")


def bare_name(name: str) -> str:
    """The name without its notes: what begins with a `*` or a bracket."""
    return _NOTES.sub("", name)


def named_currency(name: str) -> Currency:
    """The currency in the notes of a column; none where there are two."""
    found = _currencies(_notes(name))
    return found.pop() if len(found) == 1 else NO_CURRENCY


def is_price_noted(name: str) -> bool:
    """Whether the notes of a price's column leave it the price that customers pay: none, one currency, the
    tax that is in it. Others make it a price for somebody else, or without its tax."""
    notes = _notes(name)
    words = {_word(note) for note in notes if _currency(note) == NO_CURRENCY}
    taxes = {word for word in words if word in _TAX or _SHARE.fullmatch(word)}
    plain = words - taxes - _INCLUDED - _SAME
    return not plain and len(_currencies(notes)) < 2 and (not taxes or not words.isdisjoint(_INCLUDED))


def _notes(name: str) -> list[str]:
    """The words of the notes, a sign in two of them ("US $") as one; a code alone in capitals."""
    found = _NOTES.search(name)
    notes: list[str] = []
    for word in _WORDS.findall(found[0]) if found else ():
        written = _NAMES.get(_word(word), word)
        if notes and notes[-1] + written in SIGNS:
            notes[-1] += written
        elif notes and notes[-1] == "ALL" and _word(word) in _TAX:
            notes[-1] = word
        else:
            notes.append(written)
    if len(notes) == 1 and notes[0].upper() in tender() and _word(notes[0]) not in _SAME:
        return [notes[0].upper()]
    return notes


def _word(note: str) -> str:
    return note.strip(".").casefold()


def _currencies(notes: list[str]) -> set[Currency]:
    """The currencies that notes name; a sign beside a code that it may stand for says the same again."""
    found = {_currency(note) for note in notes} - {NO_CURRENCY}
    codes = {code for code, _ in found if code}
    return {(code, sign) for code, sign in found if code or not any(may_mean(sign, each) for each in codes)}


def _currency(word: str) -> Currency:
    """What a word names: a sign, a code in capitals, or both of them ("CAD$")."""
    if word in SIGNS:
        codes = SIGNS[word]
        return (codes[0], "") if len(codes) == 1 else ("", word)
    if word in tender():
        return word, ""
    sign = SIGN.search(word)
    rest = word.replace(sign[0], "", 1) if sign else ""
    return (rest, "") if sign and rest in tender() and may_mean(sign[0], rest) else NO_CURRENCY
