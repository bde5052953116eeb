"""Which letters of a reading are pointed out: those another reading has otherwise, and signs inside words."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svcconsole.tables.reading.questions import ShownRow

Span = tuple[int, int]
WORD = frozenset("LM")
PLAIN = frozenset(" .,;:'’`´-–—/()&+@\"“”„«»…?!·")
"""What may stand between the letters of a name in any language."""


def signs(text: str) -> tuple[Span, ...]:
    """The places (from, to) of signs beyond ASCII that no word is written with; no older encoding has those
    beyond U+FFFF, as emoji are."""
    return tuple(
        (at, at + 1) for at, sign in enumerate(text) if "\x7f" < sign < "\U00010000" and _is_sign(sign)
    )


def differing(text: str, other: str) -> tuple[Span, ...]:
    """The places in `text` whose letters `other`, the same bytes in another reading, has otherwise."""
    if len(text) == len(other):
        places = (at for at, (one, two) in enumerate(zip(text, other, strict=True)) if one != two)
        return tuple((at, at + 1) for at in places)
    matcher = SequenceMatcher(None, other, text, autojunk=False)
    return tuple(
        (start, end) for tag, _, _, start, end in matcher.get_opcodes() if tag != "equal" and end > start
    )


def columns_shown(rows: Sequence[ShownRow], most: int) -> tuple[int, ...]:
    """The columns in which the readings differ most often, in the order of the file."""
    found = Counter(at for row in rows for at in row.marked)
    return tuple(sorted(at for at, _ in found.most_common(most)))


def _is_sign(sign: str) -> bool:
    kind = unicodedata.category(sign)
    return kind != "Nd" and kind[0] not in WORD and sign not in PLAIN
