"""Plain values on the disk, in the order in which they came: memory stays flat however many there are."""

from __future__ import annotations

import marshal
import tempfile
import weakref
from array import array
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, overload

PIECE = 500
PIECES_KEPT = 4

Value = tuple[Any, ...]


class Spool(Sequence[Value]):
    """Tuples of numbers, texts, bytes and tuples of these. From `PIECE` of them on there is a file, without a
    name where the system allows it, which goes with this object."""

    def __init__(self) -> None:
        self._file: BinaryIO | None = None
        self._ends = array("Q", [0])
        self._last: list[Value] = []
        self._kept: OrderedDict[int, list[Value]] = OrderedDict()

    def append(self, value: Value) -> None:
        self._last.append(value)
        if len(self._last) == PIECE:
            self._write(marshal.dumps(self._last))
            self._last = []

    def __len__(self) -> int:
        return (len(self._ends) - 1) * PIECE + len(self._last)

    @overload
    def __getitem__(self, place: int) -> Value: ...
    @overload
    def __getitem__(self, place: slice) -> list[Value]: ...
    def __getitem__(self, place: int | slice) -> Value | list[Value]:
        """Of the last pieces that were read some are kept."""
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        number, within = divmod(range(len(self))[place], PIECE)
        if number == len(self._ends) - 1:
            return self._last[within]
        if number in self._kept:
            self._kept.move_to_end(number)
        else:
            self._kept[number] = values_in(self.content(number))
            if len(self._kept) > PIECES_KEPT:
                self._kept.popitem(last=False)
        return self._kept[number][within]

    def __iter__(self) -> Iterator[Value]:
        for number in range(len(self._ends) - 1):
            yield from values_in(self.content(number))
        yield from self._last

    @property
    def pieces(self) -> int:
        """How many pieces there are; all but the last one have `PIECE` values."""
        return len(self._ends) - 1 + bool(self._last)

    def content(self, number: int) -> bytes:
        """The piece of this number, from 0, for `values_in`, here or in another process."""
        if number == len(self._ends) - 1 or self._file is None:
            return marshal.dumps(self._last)
        start, end = self._ends[number], self._ends[number + 1]
        self._file.seek(start)
        return self._file.read(end - start)

    def _write(self, content: bytes) -> None:
        if self._file is None:
            self._file = tempfile.TemporaryFile(prefix="svcconsole-spool-")  # noqa: SIM115  lives as long as this
            weakref.finalize(self, self._file.close)
        self._file.seek(self._ends[-1])
        self._file.write(content)
        self._ends.append(self._ends[-1] + len(content))


def values_in(content: bytes) -> list[Value]:
    """The values of a piece."""
    values: list[Value] = marshal.loads(content)  # noqa: S302  our own bytes, from a file without a name
    return values
