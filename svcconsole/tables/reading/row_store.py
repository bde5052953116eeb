"""The rows of a file on the disk, in pieces that are read back one at a time: memory stays flat."""

from __future__ import annotations

import marshal
import tempfile
import weakref
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import overload

from svcconsole.tables.reading.row import Row

PIECE_ROWS = 500
PIECES_KEPT = 4


@dataclass(frozen=True, slots=True)
class Piece:
    """Neighbouring rows as they stand on the disk; `changed` are those of them that were typed over."""

    first: int
    content: bytes
    changed: dict[int, Row] = field(default_factory=dict)

    def rows(self) -> list[Row]:
        """The rows as they stand now."""
        content = marshal.loads(self.content)  # noqa: S302  our own bytes, from a file without a name
        rows = [Row(number, line, cells) for number, (line, cells) in enumerate(content, self.first)]
        for number, row in self.changed.items():
            rows[number - self.first] = row
        return rows


class RowStore(Sequence[Row]):
    """All rows of a file, numbered from 1 without gaps. The file they are kept in has no name where the
    system allows it, and goes with this object."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._file = tempfile.TemporaryFile(prefix="svcconsole-rows-")  # noqa: SIM115  lives as long as this
        weakref.finalize(self, self._file.close)
        self._ends = array("Q", [0])
        self._count = 0
        self._changed: dict[int, dict[int, Row]] = {}
        self._kept: OrderedDict[int, list[Row]] = OrderedDict()
        rows = iter(rows)
        while some := list(islice(rows, PIECE_ROWS)):
            content = marshal.dumps([(row.line, row.cells) for row in some])
            self._file.write(content)
            self._ends.append(self._ends[-1] + len(content))
            self._count += len(some)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> list[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | list[Row]:
        if isinstance(place, slice):
            return [self[position] for position in range(*place.indices(self._count))]
        position = place + self._count if place < 0 else place
        if not 0 <= position < self._count:
            raise IndexError(place)
        return self._rows_of(position // PIECE_ROWS)[position % PIECE_ROWS]

    def __iter__(self) -> Iterator[Row]:
        for number in range(len(self._ends) - 1):
            yield from self.piece(number).rows()

    @property
    def pieces(self) -> int:
        """How many pieces there are."""
        return len(self._ends) - 1

    def piece(self, number: int) -> Piece:
        """The piece of this number, from 0."""
        start, end = self._ends[number], self._ends[number + 1]
        self._file.seek(start)
        return Piece(number * PIECE_ROWS + 1, self._file.read(end - start), self._changed.get(number, {}))

    def replace(self, row: Row) -> None:
        """Let this row stand in the place of its number; the disk keeps the one that was read."""
        number, place = divmod(row.number - 1, PIECE_ROWS)
        self._changed.setdefault(number, {})[row.number] = row
        if (
            number in self._kept
        ):  # read again for each of a thousand corrections, a piece would cost most of it
            self._kept[number][place] = row

    def _rows_of(self, number: int) -> list[Row]:
        if number in self._kept:
            self._kept.move_to_end(number)
        else:
            self._kept[number] = self.piece(number).rows()
            if len(self._kept) > PIECES_KEPT:
                self._kept.popitem(last=False)
        return self._kept[number]
