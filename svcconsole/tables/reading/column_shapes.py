"""What the cells of each column look like, and how well another cell would stand among them."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from svcconsole.tables.reading.cell_types import kind_of

MOST_WORDS = 40
"""Different texts up to which a column is taken for a list of choices."""
NEW_LOOK, NEW_WORD = math.log(0.1), math.log(0.03)
"""How likely a cell is that looks otherwise than all others of its column, and one that is none of the few
words it has: new ones come up."""
_SUFFIX = re.compile(r"\.[a-z]{2,4}$", re.IGNORECASE)
_LETTERS, _DIGITS = re.compile(r"[^\W\d_]+"), re.compile(r"\d+")


@lru_cache(maxsize=1 << 14)
def pattern_of(cell: str) -> str:
    """The cell with each run of letters as "a" and of digits as "9": "HH-CB-22" is "a-a-9"."""
    return _DIGITS.sub("9", _LETTERS.sub("a", cell.strip()[:80]))


class ColumnShape:
    """The shape of one column, told from sample cells.

    `kinds` counts what its cells hold, `words` the texts of a column of few different ones, `pattern` is
    that of nearly all its cells, `suffix` the ending of a file name that nearly all have; "" for none.
    """

    def __init__(self, cells: Sequence[str], delimiter: str) -> None:
        filled = [cell for cell in cells if cell.strip()]
        self.count = len(cells)
        self.kinds = Counter(kind for cell in filled if (kind := kind_of(cell)))
        self.blank = len(cells) - len(filled)
        self.longest = max(map(len, filled), default=0)
        words = Counter(cell.strip() for cell in filled)
        few = len(words) <= MOST_WORDS and len(filled) >= 8 and len(words) <= 0.35 * len(filled)
        self.words = words if few else Counter[str]()
        self.pattern = _dominant(map(pattern_of, filled), len(filled))
        found = [match[0].lower() if (match := _SUFFIX.search(cell.strip())) else "" for cell in filled]
        self.suffix = _dominant(found, len(filled))
        self.with_delimiter = sum(delimiter in cell for cell in filled)
        self.filled = len(filled)

    @property
    def is_telling(self) -> bool:
        """Whether its cells are alike enough to know one by its look."""
        return bool(self.words or self.pattern or self.suffix or not self.kinds["text"])

    def possible(self, cell: str) -> float:
        """How likely a cell of this kind is in this column, as a logarithm; 0 is certain. A blank one always
        is."""
        kind = kind_of(cell)
        return _log(self._of_kind(kind), self.kinds.total()) if kind else 0.0

    def chance(self, cell: str) -> float:
        """How likely such a cell is in this column, as a logarithm."""
        if not cell.strip():
            return _log(self.blank, self.count)
        return _log(self.filled, self.count) + self.possible(cell) + self.unusual(cell)

    def unusual(self, cell: str) -> float:
        """How likely it is that a cell differs as this one does from what the column has, as a logarithm."""
        found = 0.0
        if self.words:
            found += 0.0 if cell.strip() in self.words else NEW_WORD
        elif self.pattern and pattern_of(cell) != self.pattern:
            found += NEW_LOOK
        if self.suffix and not cell.strip().lower().endswith(self.suffix):
            found += NEW_LOOK
        if self.filled and len(cell) > 3 * self.longest + 10:
            found += NEW_LOOK
        return found

    def chance_of_delimiter(self) -> float:
        """How likely a cell of this column holds the delimiter in its text, as a logarithm."""
        return _log(self.with_delimiter, self.filled)

    def _of_kind(self, kind: str) -> int:
        """Cells of this kind; a whole number is a decimal, too."""
        alike = ("whole", "decimal") if kind in ("whole", "decimal") and self.kinds["decimal"] else (kind,)
        return sum(self.kinds[each] for each in alike)


def _dominant(found: Sequence[str] | map[str], count: int) -> str:
    """What nearly all of at least five are; "" where they differ."""
    if count < 5:
        return ""
    most, times = Counter(found).most_common(1)[0]
    return most if times >= 0.9 * count else ""


def _log(hits: int, count: int) -> float:
    return math.log((hits + 0.3) / (count + 0.6))
