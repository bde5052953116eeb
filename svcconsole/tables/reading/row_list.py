"""Some of the rows of a file, in its order: their numbers in memory, the rows themselves on the disk."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence

from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.spool import Spool


class RowList:
    """Rows that are added in the order of their numbers."""

    def __init__(self) -> None:
        self.numbers = array("I")
        self._rows = Spool()

    def append(self, row: Row) -> None:
        self.numbers.append(row.number)
        self._rows.append(tuple(row))

    def keep_only(self, wanted: Callable[[Row], bool]) -> None:
        """Let go of all rows but these."""
        before = iter(self)
        self.numbers, self._rows = array("I"), Spool()
        for row in filter(wanted, before):
            self.append(row)

    def numbered(self, number: int) -> Row | None:
        """The row of this number, None where it is not among these."""
        place = _place_of(number, self.numbers)
        return None if place is None else Row(*self._rows[place])

    def first(self, most: int) -> list[Row]:
        """So many of them."""
        return [Row(*row) for row in self._rows[:most]]

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Row]:
        return (Row(*row) for row in self._rows)


class CellsByNumber(Mapping[int, tuple[str, ...]]):
    """The cells of some rows of a list by the rows' `numbers`, which rise."""

    def __init__(self, rows: RowList, numbers: Sequence[int]) -> None:
        self._rows = rows
        self._numbers = numbers

    def __getitem__(self, number: int) -> tuple[str, ...]:
        row = self._rows.numbered(number) if number in self else None
        if row is None:
            raise KeyError(number)
        return row.cells

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and _place_of(number, self._numbers) is not None

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def _place_of(number: int, numbers: Sequence[int]) -> int | None:
    """Where a number stands among those that rise, None where it does not."""
    place = bisect_left(numbers, number)
    return place if place < len(numbers) and numbers[place] == number else None
