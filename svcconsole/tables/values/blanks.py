"""Words that other systems write into a cell that has no value: NULL, #N/A, a dash."""

from __future__ import annotations

import re
from typing import Final

NO_VALUE: Final = frozenset(
    {
        "NULL", "null", "(null)", "<null>", "[null]", "\\N", "#N/A", "#n/a", "#NULL!", "#REF!", "#VALUE!",
        "#NAME?", "#DIV/0!", "#NUM!", "<NA>", "NaN", "nan", "undefined",
    }
)  # fmt: skip
"""Nobody means them as a text; a person can be called Null or Nan, so their case counts."""
DASHES: Final = frozenset({"-", "--", "---", "–", "—", "N/A", "n/a", "n.a.", "N.A."})
"""No value either, except where any text has a meaning: an option of a product, a text of a message."""
_ZERO: Final = re.compile(r"\s*0+(?:[.,]0+)?\s*", re.ASCII)
LONGEST: Final = max(map(len, (*NO_VALUE, *DASHES)))


def is_blank_word(text: str, *, any_text: bool = False) -> bool:
    """Whether a cell says in a word that it is blank; where `any_text` has a meaning, a dash is one."""
    if len(text) > LONGEST + 4:
        return False
    word = text.strip()
    return word in NO_VALUE or (not any_text and word in DASHES)


def is_zero(text: str) -> bool:
    """Whether a cell is a 0, with or without decimals: what some systems write where there is no amount."""
    return _ZERO.fullmatch(text) is not None
