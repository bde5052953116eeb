"""Some of the rows of a file, in its order: their numbers in memory, the rows themselves on the disk."""

from __future__ import annotations

import marshal
import tempfile
import weakref
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import BinaryIO, overload

from svcconsole.tables.reading.row import Row

PIECE_ROWS = 500


class RowList(Sequence[Row]):
    """Rows that are added in the order of their numbers. The file they are kept in, from `PIECE_ROWS` on, has
    no name where the system allows it, and goes with this object."""

    def __init__(self) -> None:
        self.numbers = array("I")
        self._file: BinaryIO | None = None
        self._ends = array("Q", (0,))
        self._last: list[Row] = []
        self._read: tuple[int, list[Row]] = (-1, [])

    def append(self, row: Row) -> None:
        self.numbers.append(row.number)
        self._last.append(row)
        if len(self._last) == PIECE_ROWS:
            self._write(self._last)
            self._last = []

    def keep_only(self, wanted: Callable[[Row], bool]) -> None:
        """Let go of all rows but these."""
        kept = RowList()
        for row in self:
            if wanted(row):
                kept.append(row)
        self.__dict__.update(kept.__dict__)

    def numbered(self, number: int) -> Row | None:
        """The row of this number, None where it is not among these."""
        place = bisect_left(self.numbers, number)
        return self[place] if place < len(self) and self.numbers[place] == number else None

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> list[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | list[Row]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        piece, within = divmod(range(len(self))[place], PIECE_ROWS)
        return self._piece(piece)[within]

    def __iter__(self) -> Iterator[Row]:
        for number in range(len(self._ends)):
            yield from self._piece(number)

    def _piece(self, number: int) -> list[Row]:
        if number == len(self._ends) - 1:
            return self._last
        if self._read[0] != number and self._file is not None:
            start, end = self._ends[number], self._ends[number + 1]
            self._file.seek(start)
            content = marshal.loads(self._file.read(end - start))  # noqa: S302  our own bytes, as in RowStore
            self._read = number, [Row(*row) for row in content]
        return self._read[1]

    def _write(self, rows: list[Row]) -> None:
        if self._file is None:
            self._file = tempfile.TemporaryFile(prefix="svcconsole-rows-")  # noqa: SIM115  lives as long as this
            weakref.finalize(self._file, self._file.close)
        content = marshal.dumps([tuple(row) for row in rows])
        self._file.seek(self._ends[-1])
        self._file.write(content)
        self._ends.append(self._ends[-1] + len(content))


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
        place = bisect_left(self._numbers, number) if isinstance(number, int) else len(self)
        return place < len(self) and self._numbers[place] == number

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)
