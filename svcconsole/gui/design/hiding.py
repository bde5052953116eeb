"""Hides who people are in every text on its way to the screen, while that is wanted.

Texts come here from `words.show` and `text.visible`, through which all that is painted goes; what is copied,
exported or drawn as a picture is asked for here by whoever makes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final

from svcconsole.words import masking
from svcconsole.words.masking import KnownNames, Mask, mask_of, masks_of

_NAMES: Final = KnownNames()
_HIDING: Final[set[bool]] = set()
"""Empty while people are shown."""


def is_hiding() -> bool:
    """Whether people are hidden now."""
    return bool(_HIDING)


def set_hiding(on: bool) -> None:
    """Hide people from now on, or show them; the names that were learnt go with the end of it."""
    if on:
        _HIDING.add(on)
    else:
        _HIDING.clear()
        _NAMES.forget()


def learn_names(names: Iterable[str]) -> None:
    """Names that are to be hidden wherever they stand in a text."""
    if _HIDING:
        _NAMES.learn(names)


def hidden(text: str) -> str:
    """A text that may hold words of ours: phone numbers, e-mails and full names in it masked."""
    return _NAMES.mask_whole(masking.mask_text(text)) if _HIDING and text else text


def hidden_words(text: str) -> str:
    """A text of the store's or of people: every word of a known name masked, too."""
    return _NAMES.mask_words(masking.mask_text(text)) if _HIDING and text else text


def hidden_name(name: str) -> str:
    """What a person is called; it is known from then on. A number or an address in a name's place is masked
    as what it is."""
    if not _HIDING or not name:
        return name
    masked = masking.mask_text(name)
    if masked != name or not any(map(str.isalpha, name)):
        return masked
    _NAMES.learn((name,))
    return masking.mask_name(name)


def hidden_address(text: str) -> str:
    """A line of an address, a place."""
    return masking.mask_address(text) if _HIDING else text


def hidden_cell(heading: str, text: str, mask: Mask | None = None) -> str:
    """A value of a column or field, by what that is called, or by the mask that is known to be right."""
    if not _HIDING or not text:
        return text
    mask = mask or mask_of(heading)
    if mask is masking.mask_name:
        return hidden_name(text)
    return hidden_words(text) if mask is None else mask(text)


def hidden_value(headings: Sequence[str], column: int, text: str) -> str:
    """A value of one column of a file: all that its columns are called tells whether a person is meant."""
    if not _HIDING or column >= len(headings):
        return hidden_words(text)
    return hidden_cell(headings[column], text, masks_of(headings)[column])


def hidden_row(headings: Sequence[str], cells: Sequence[str]) -> list[str]:
    """The cells of one row of a file, as `hidden_value` has each."""
    if not _HIDING:
        return list(cells)
    named = zip(headings, cells, masks_of(headings), strict=False)
    hidden = [hidden_cell(heading, cell, mask) for heading, cell, mask in named]
    return [*hidden, *map(hidden_words, cells[len(hidden) :])]


def hidden_json(text: str) -> str:
    """A JSON text; what is none is a text like any other."""
    if not _HIDING:
        return text
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return hidden_words(text)
    return json.dumps(hidden_fields(value), indent=2 if "\n" in text else None, ensure_ascii=False)


def hidden_fields(value: object) -> object:
    """A record as JSON has it, by what its fields are called."""
    return masking.mask_fields(value, text=hidden_words) if _HIDING else value
