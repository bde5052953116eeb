"""The rows of a file on the disk, in pieces that are read back one at a time: memory stays flat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import overload

from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.spool import PIECE, Spool, values_in


@dataclass(frozen=True, slots=True)
class Piece:
    """Neighbouring rows as they stand on the disk; `changed` are those of them that were typed over."""

    first: int
    content: bytes
    changed: dict[int, Row] = field(default_factory=dict)

    def rows(self) -> list[Row]:
        """The rows as they stand now."""
        rows = [Row(number, *value) for number, value in enumerate(values_in(self.content), self.first)]
        for number, row in self.changed.items():
            rows[number - self.first] = row
        return rows


class RowStore(Sequence[Row]):
    """All rows of a file, numbered from 1 without gaps."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._read = Spool()
        self._changed: dict[int, dict[int, Row]] = {}
        for row in rows:
            self._read.append((row.line, row.cells))

    def __len__(self) -> int:
        return len(self._read)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> list[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | list[Row]:
        places = range(len(self))[place]
        return self._row(places) if isinstance(places, int) else list(map(self._row, places))

    def __iter__(self) -> Iterator[Row]:
        for number in range(self.pieces):
            yield from self.piece(number).rows()

    @property
    def pieces(self) -> int:
        """How many pieces there are."""
        return self._read.pieces

    def piece(self, number: int) -> Piece:
        """The piece of this number, from 0."""
        return Piece(number * PIECE + 1, self._read.content(number), self._changed.get(number, {}))

    def replace(self, row: Row) -> None:
        """Let this row stand in the place of its number; the disk keeps the one that was read."""
        self._changed.setdefault((row.number - 1) // PIECE, {})[row.number] = row

    def _row(self, place: int) -> Row:
        changed = self._changed.get(place // PIECE, {}).get(place + 1)
        return Row(place + 1, *self._read[place]) if changed is None else changed
