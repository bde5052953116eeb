"""Keeps which rows of a file have which text, in some thirty bytes a row beside the texts themselves."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import repeat

from svcconsole.tables.records.key_index import key_hash

_FEWEST_PLACES = 1 << 10


class RowsByText:
    """Rows, by numbers from one on, under the text that each of them has: one row has one text at most. Texts
    come in the order in which they were added first, rows of a text in the order in which they were added.

    A dictionary of lists takes ten times as much, which tells in a file of a million short rows.
    """

    def __init__(self) -> None:
        self._texts = _Texts()
        self._first, self._last = array("I"), array("I")
        self._number, self._next = array("I"), array("I")

    def add(self, text: str, row: int) -> None:
        """Put a row that has no text yet after those of this text."""
        number = self._texts.add(text)
        if number == len(self._first):
            self._first.append(0)
            self._last.append(0)
        if row >= len(self._next):
            more = row + 1 - len(self._next)
            self._number.extend(repeat(0, more))
            self._next.extend(repeat(0, more))
        if last := self._last[number]:
            self._next[last] = row
        else:
            self._first[number] = row
        self._last[number] = row
        self._number[row] = number + 1

    def remove(self, row: int) -> None:
        """Take a row away from its text. Raises KeyError where it has none."""
        number = self._number[row] - 1 if row < len(self._number) else -1
        if number < 0:
            raise KeyError(row)
        before, at = 0, self._first[number]
        while at != row:
            before, at = at, self._next[at]
        if before:
            self._next[before] = self._next[row]
        else:
            self._first[number] = self._next[row]
        if self._last[number] == row:
            self._last[number] = before
        self._number[row] = self._next[row] = 0

    def rows(self, text: str) -> Iterator[int]:
        """The rows of a text."""
        number = self._texts.find(text)
        return iter(()) if number is None else self._from(self._first[number])

    def of_each_text(self) -> Iterator[Iterator[int]]:
        """The rows of one text after the other."""
        return (self._from(row) for row in self._first if row)

    def text(self, row: int) -> str | None:
        """What a row has."""
        number = self._number[row] if row < len(self._number) else 0
        return self._texts.text(number - 1) if number else None

    def texts(self) -> Iterator[str]:
        """The texts that rows have."""
        return (self._texts.text(number) for number, row in enumerate(self._first) if row)

    def with_text(self) -> Iterator[tuple[int, str]]:
        """The rows that have one, by their numbers, with it."""
        return ((row, self._texts.text(number - 1)) for row, number in enumerate(self._number) if number)

    def _from(self, row: int) -> Iterator[int]:
        while row:
            yield row
            row = self._next[row]


class RowOfText:
    """One row for each text."""

    def __init__(self) -> None:
        self._texts = _Texts()
        self._rows = array("I")

    def put(self, text: str, row: int) -> None:
        """Have a text stand for this row from now on."""
        number = self._texts.add(text)
        if number == len(self._rows):
            self._rows.append(row)
        else:
            self._rows[number] = row

    def row(self, text: str) -> int | None:
        """The row of a text, None for one that has none."""
        number = self._texts.find(text)
        return None if number is None else self._rows[number]


class _Texts:
    """Numbers texts from nought on, each once: their bytes one after the other, and a table of places by
    their hashes, where the number stands in the first one that was free."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._ends = array("Q", (0,))
        self._places = array("I", repeat(0, _FEWEST_PLACES))

    def __getstate__(self) -> tuple[bytearray, array[int]]:
        """For another process, which makes the table of places for itself."""
        return self._bytes, self._ends

    def __setstate__(self, state: tuple[bytearray, array[int]]) -> None:
        self._bytes, self._ends = state
        self._make_places(_FEWEST_PLACES)

    def __len__(self) -> int:
        return len(self._ends) - 1

    def find(self, text: str) -> int | None:
        """The number of a text, None for one that was not added."""
        found = self._places[self._place(text)]
        return found - 1 if found else None

    def add(self, text: str) -> int:
        """The number of a text, the next one where it is new."""
        place = self._place(text)
        if found := self._places[place]:
            return found - 1
        self._bytes += _encoded(text)
        self._ends.append(len(self._bytes))
        self._places[place] = len(self)
        if _are_few(len(self._places), len(self)):
            self._make_places(2 * len(self._places))
        return len(self) - 1

    def text(self, number: int) -> str:
        return self._raw(number).decode("utf-8", "surrogatepass")

    def _raw(self, number: int) -> bytearray:
        return self._bytes[self._ends[number] : self._ends[number + 1]]

    def _place(self, text: str) -> int:
        """Where the number of a text stands, or would."""
        raw, last = _encoded(text), len(self._places) - 1
        place = key_hash(text) & last
        while (found := self._places[place]) and self._raw(found - 1) != raw:
            place = (place + 1) & last
        return place

    def _make_places(self, count: int) -> None:
        """Make a table of so many places, or of more where they are few."""
        while _are_few(count, len(self)):
            count *= 2
        self._places = array("I", repeat(0, count))
        for number in range(len(self)):
            self._places[self._place(self.text(number))] = number + 1


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _are_few(places: int, texts: int) -> bool:
    """Whether less than a third of the places would be free."""
    return texts * 3 > places * 2
