"""An index of where rows begin in a file, built with numpy in chunks for every eighth row."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import FileIO
from typing import TYPE_CHECKING

from svcconsole.tables.reading.dialect import Dialect
from svcconsole.tables.reading.reader import COLUMN_LIMIT, FIELD_LIMIT
from svcconsole.tables.reading.text_formula import MAY_BEGIN_BYTES
from svcconsole.tables.viewing.pages import records

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Places = NDArray[np.int64]
    Flags = NDArray[np.bool_]

STRIDE = 8
CHUNK_BYTES = 1 << 20
RECORD_LIMIT = 4 * CHUNK_BYTES
FIRST = 20
"""How many ragged rows are kept by number."""


class NotIndexable(Exception):
    """The bytes do not show where rows begin or what is in them: stray quotes, NUL, ="…" for a text, bytes of
    another encoding or a row without end. `reason` says which."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(slots=True)
class RowIndex:
    """The index while it grows: one thread writes, others read what `records` says is there.

    `starts` holds the byte at which every eighth record that is not blank begins, the header included.
    """

    starts: array[int] = field(default_factory=lambda: array("Q"))
    records: int = 0
    end: int = 0
    blank: int = 0
    short: int = 0
    long: int = 0
    widest: int = 0
    first: list[int] = field(default_factory=list)
    cell_bytes: int = 0
    """Bytes of all cells, the header's too, without separators, line endings and quotes; counted to check
    another reader of the same file. Of no use where there are blank lines."""
    uneven: bool = False
    has_breaks: bool = False
    """Whether a quoted cell goes over several lines."""

    def span(self, block: int) -> tuple[int, int]:
        """The bytes from and to of a block of eight records; the last one may still be growing."""
        after = block + 1
        return self.starts[block], self.starts[after] if after < len(self.starts) else self.end


def scan(
    file: FileIO, begin: int, dialect: Dialect, width: int, offsets: RowIndex, *, as_read: bool = False
) -> Iterator[int]:
    """Fill `offsets` from byte `begin` on, yielding the byte reached after each chunk.

    Raises NotIndexable as soon as the bytes could be read in another way than the house's reader does;
    `as_read`: its cells are what that reader made of another file.
    """
    scanner = _Scanner(dialect, width, offsets, as_read)
    file.seek(begin)
    at, rest = begin, b""
    offsets.end = begin
    while True:
        new = file.read(CHUNK_BYTES)
        piece = rest + new if rest else new
        taken = scanner.feed(piece, at, last=not new)
        at += taken
        offsets.end = at
        rest = piece[taken:]
        if not new:
            return
        if len(rest) > RECORD_LIMIT:
            raise NotIndexable("quotes")
        yield at


class _Scanner:
    def __init__(self, dialect: Dialect, width: int, offsets: RowIndex, as_read: bool) -> None:
        import numpy

        self.np = numpy
        self.dialect = dialect
        self.width = width
        self.offsets = offsets
        self.as_read = as_read
        self.delimiter = ord(dialect.delimiter)
        self.quote = ord(dialect.quote) if dialect.quote else -1
        self.quote_byte = dialect.quote.encode()
        filler = numpy.zeros(256, dtype=bool)
        filler[[10, 13, self.delimiter, *([self.quote] if dialect.quote else [])]] = True
        self.filler = filler
        """Bytes that a blank record can consist of."""
        self.edge = filler
        """What may stand on the outer side of a quote: ends of lines, delimiters, another quote."""

    def feed(self, piece: bytes, at: int, *, last: bool) -> int:
        """Index the whole records of `piece`, which begins at byte `at`; how many bytes they take."""
        np = self.np
        if b"\0" in piece:
            raise NotIndexable("nul")
        if not self.as_read and MAY_BEGIN_BYTES.search(piece):
            raise NotIndexable("formulas")
        data = np.frombuffer(piece, np.uint8)
        quotes = self._quotes(data, piece)
        inside = self._inside(quotes, len(data)) if len(quotes) else None
        ends = self._ends(data, piece, inside, last)
        if last and len(data) and (not len(ends) or ends[-1] != len(data)):
            if len(quotes) % 2:
                raise NotIndexable("quotes")
            ends = np.append(ends, len(data))
        if not len(ends):
            return 0
        taken = int(ends[-1])
        starts = np.empty_like(ends)
        starts[0] = 0
        starts[1:] = ends[:-1]
        if int((ends - starts).max()) > FIELD_LIMIT:
            raise NotIndexable("size")
        if not piece.isascii():
            self._decode(piece[:taken])
        self._record(data[:taken], inside, starts, ends, at)
        self._count_bytes(data[:taken], quotes[quotes < taken], ends)
        return taken

    def _decode(self, piece: bytes) -> None:
        try:
            piece.decode(self.dialect.encoding)
        except UnicodeDecodeError:
            raise NotIndexable("bytes") from None

    def _quotes(self, data: Bytes, piece: bytes) -> Places:
        """Where quotes stand. Each must open a cell, close one or be doubled inside one."""
        np = self.np
        places: Places = np.empty(0, np.int64)
        if not self.dialect.quote or self.quote_byte not in piece:
            return places
        places = np.flatnonzero(data == self.quote)
        opens, closes = places[0::2], places[1::2]
        before = data[opens[opens > 0] - 1]
        after = data[closes[closes < len(data) - 1] + 1]
        if not self.edge[before].all() or not self.edge[after].all():
            raise NotIndexable("quotes")
        return places

    def _inside(self, quotes: Places, size: int) -> Flags:
        """Which bytes stand in quotes; an opening quote does, a closing one does not."""
        np = self.np
        lengths = np.diff(quotes, prepend=0, append=size)
        alternating = np.zeros(len(lengths), dtype=bool)
        alternating[1::2] = True
        inside: Flags = np.repeat(alternating, lengths)
        return inside

    def _ends(self, data: Bytes, piece: bytes, inside: Flags | None, last: bool) -> Places:
        """The byte after each record's line ending (LF, CR LF or CR outside quotes)."""
        np = self.np
        if b"\r" in piece:
            line = data == 10
            alone = np.flatnonzero(data == 13)
            beyond = alone[alone < len(data) - 1]
            line[beyond[data[beyond + 1] != 10]] = True
            if last and len(data) and data[-1] == 13:
                line[-1] = True
        else:
            line = data == 10
        if inside is not None:
            quoted = line & inside
            if not self.offsets.has_breaks and quoted.any():
                self.offsets.has_breaks = True
            line &= ~inside
        ends: Places = np.flatnonzero(line) + 1
        return ends

    def _record(self, data: Bytes, inside: Flags | None, starts: Places, ends: Places, at: int) -> None:
        np = self.np
        offsets = self.offsets
        marks = data == self.delimiter
        if inside is not None:
            marks &= ~inside[: len(data)]
        places = np.flatnonzero(marks)
        offsets.cell_bytes += len(data) - len(places)
        blank = self._blank(data, starts, ends, quoted=inside is not None)
        if blank is not None:
            offsets.blank += int(blank.sum())
            starts, ends = starts[~blank], ends[~blank]
            if not len(starts):
                return
        self._widths(places, data, starts, ends, even=blank is None)
        if offsets.uneven and offsets.has_breaks:
            raise NotIndexable("quotes")  # The reader may take such a row for several.
        if offsets.widest > COLUMN_LIMIT:
            raise NotIndexable("size")
        wanted = starts[(-offsets.records) % STRIDE :: STRIDE]
        offsets.starts.frombytes((wanted + at).astype(np.uint64).tobytes())
        offsets.records += len(starts)

    def _count_bytes(self, data: Bytes, quotes: Places, ends: Places) -> None:
        """Take line endings and quotes that are no text (all but one of a doubled pair) off the cells."""
        opens = quotes[0::2]
        opens = opens[opens > 0]
        doubled = int((data[opens - 1] == self.quote).sum())
        self.offsets.cell_bytes -= int(self._line_ends(data, ends).sum()) + len(quotes) - doubled

    def _blank(self, data: Bytes, starts: Places, ends: Places, *, quoted: bool) -> Flags | None:
        """Which records hold nothing but separators and quotes around nothing."""
        np = self.np
        may = np.flatnonzero(self.filler[data[starts]])
        if not len(may):
            return None
        blank = np.zeros(len(starts), dtype=bool)
        other = np.add.reduceat(~self.filler[data], starts, dtype=np.int64)
        empty = may[other[may] == 0]
        blank[empty] = True
        if quoted:  # Quotes around nothing are nothing, a doubled one inside is a cell.
            for number in empty.tolist():
                blank[number] = not records(data[starts[number] : ends[number]].tobytes(), self.dialect, 0)
        return blank if blank.any() else None

    def _widths(self, places: Places, data: Bytes, starts: Places, ends: Places, *, even: bool) -> None:
        """Notice rows with more or fewer cells than the header."""
        np = self.np
        offsets, each = self.offsets, self.width - 1
        if even and len(places) == each * len(starts):
            if not each:
                return
            table = places.reshape(len(starts), each)
            if (table[:, 0] >= starts).all() and (table[:, -1] < ends).all():
                return
        low, high = np.searchsorted(places, starts), np.searchsorted(places, ends)
        counts = high - low
        odd = np.flatnonzero(counts != each)
        if not len(odd):
            return
        offsets.uneven = True
        extra = odd[counts[odd] > each]
        if len(extra):
            # Cells beyond the header that are all blank are no cells: only delimiters follow.
            trailing = ends[extra] - places[low[extra] + each] - self._line_ends(data, ends[extra])
            blank_tail = trailing == counts[extra] - each
            odd = odd[~np.isin(odd, extra[blank_tail])]
        wide = counts[odd] + 1
        offsets.short += int((wide < self.width).sum())
        offsets.long += int((wide > self.width).sum())
        offsets.widest = max(offsets.widest, int(wide.max(initial=0)))
        base = offsets.records + (0 if self.dialect.header else 1)
        offsets.first.extend(base + number for number in odd[: FIRST - len(offsets.first)].tolist())

    def _line_ends(self, data: Bytes, ends: Places) -> Places:
        """How many bytes the line ending before each of `ends` takes (0 at the end of a file without one)."""
        np = self.np
        last = data[ends - 1]
        two = (last == 10) & (ends > 1) & (data[np.maximum(ends - 2, 0)] == 13)
        lengths: Places = ((last == 10) | (last == 13)).astype(np.int64) + two
        return lengths
