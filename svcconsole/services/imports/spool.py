"""Plain values on the disk, in the order in which they came: memory stays flat however many there are."""

from __future__ import annotations

import marshal
import tempfile
import weakref
from array import array
from collections.abc import Iterator
from typing import Any

PIECE = 500


class Spool:
    """Tuples of numbers, texts and bytes. The file has no name where the system allows it, and goes with this
    object."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="svcconsole-plan-")  # noqa: SIM115  lives as long as this
        weakref.finalize(self, self._file.close)
        self._ends = array("Q", [0])
        self._last: list[tuple[Any, ...]] = []

    def append(self, value: tuple[Any, ...]) -> None:
        self._last.append(value)
        if len(self._last) == PIECE:
            content = marshal.dumps(self._last)
            self._file.seek(self._ends[-1])
            self._file.write(content)
            self._ends.append(self._ends[-1] + len(content))
            self._last = []

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for place in range(len(self._ends) - 1):
            self._file.seek(self._ends[place])
            content = self._file.read(self._ends[place + 1] - self._ends[place])
            yield from marshal.loads(content)  # noqa: S302  our own bytes, from a file without a name
        yield from self._last
