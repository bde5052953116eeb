"""The selected rows of a view and its current cell, by number."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice


class RowSelection:
    """One current cell, one range of rows, and single rows switched against the range."""

    def __init__(self) -> None:
        self.row = -1
        self.column = 0
        """Of the file, from 0."""
        self._anchor = -1
        self._low, self._high = 0, -1
        self._switched: set[int] = set()

    def clear(self) -> None:
        """Nothing is chosen; the current column stays."""
        self.row = self._anchor = -1
        self._low, self._high = 0, -1
        self._switched.clear()

    def point(self, row: int) -> None:
        """Make `row` current and choose nothing."""
        self.clear()
        self.row = self._anchor = row

    def go_to(self, row: int, *, extend: bool = False) -> None:
        """Make `row` current: alone, or with all from where the choice began."""
        if not extend or self._anchor < 0:
            self._anchor = row
        self.row = row
        self._low, self._high = min(self._anchor, row), max(self._anchor, row)
        self._switched.clear()

    def switch(self, row: int) -> None:
        """Choose one more row, or one fewer, and make it current; what was chosen stays so."""
        self._switched ^= {row}
        self.row = self._anchor = row

    def choose_all(self, count: int) -> None:
        """Every row of the view; the current cell stays where it is."""
        self._switched.clear()
        self._low, self._high = 0, count - 1
        self._anchor = 0
        self.row = max(self.row, 0) if count else -1

    def is_chosen(self, row: int) -> bool:
        """Whether a row belongs to what is copied."""
        return (self._low <= row <= self._high) != (row in self._switched)

    def count(self) -> int:
        """How many rows copying takes: the chosen ones, else the current one."""
        inside = sum(self._low <= each <= self._high for each in self._switched)
        chosen = self._high - self._low + 1 - inside + len(self._switched) - inside
        return chosen or int(self.row >= 0)

    def stretches(self, most: int) -> Iterator[tuple[int, int]]:
        """The rows copying takes as (first, how many) in their order, no more than `most` rows together."""
        first = last = -1
        for row in islice(self._rows(), most):
            if row != last + 1 or first < 0:
                if first >= 0:
                    yield first, last - first + 1
                first = row
            last = row
        if first >= 0:
            yield first, last - first + 1

    def _rows(self) -> Iterator[int]:
        low, high = self._low, self._high
        if high < low and not self._switched and self.row >= 0:
            yield self.row
            return
        outside = sorted(each for each in self._switched if not low <= each <= high)
        yield from (each for each in outside if each < low)
        yield from (each for each in range(low, high + 1) if each not in self._switched)
        yield from (each for each in outside if each > high)
