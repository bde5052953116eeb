"""Words that other systems write into a cell that has no value: NULL, #N/A, a dash."""

from __future__ import annotations

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
LONGEST: Final = max(map(len, (*NO_VALUE, *DASHES)))


def is_blank_word(text: str, *, any_text: bool = False) -> bool:
    """Whether a cell says in a word that it is blank; where `any_text` has a meaning, a dash is one."""
    if len(text) > LONGEST + 4:
        return False
    word = text.strip()
    return word in NO_VALUE or (not any_text and word in DASHES)
