"""Finds record boundaries in the bytes of a CSV with numpy; imported by the threads that need it."""

from __future__ import annotations

from io import StringIO

import numpy as np
import numpy.typing as npt

from svcconsole.services.reports.lenient_rows import lenient_rows

QUOTE, NEWLINE = 0x22, 0x0A
QUOTE_BYTE = b"\x22"
BESIDE_QUOTES = np.zeros(256, bool)
BESIDE_QUOTES[list(b',;\t|\r\n"')] = True
"""What may stand before a quote that opens and after one that closes; another neighbour is part of a text."""
FILLER = np.zeros(256, bool)
FILLER_BYTES = b',\r\n"'
FILLER[list(FILLER_BYTES)] = True
"""What a blank record consists of."""
Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.intp]
NO_PLACES: Places = np.empty(0, np.intp)


class Records:
    """Counts the records of CSV bytes as they pass: line ends outside quotes (RFC 4180). `blank` of them have
    nothing in any cell.

    `plain` is False once a quote stands where none belongs: then a careful reader has to count.
    """

    def __init__(self) -> None:
        self.ends = 0
        self.blank = 0
        self.plain = True
        self.last_end = 0
        self._quotes = 0
        self._at = 0
        self._before = NEWLINE
        self._closed_last = False
        self._open: bytes | None = b""
        """The record that has not ended yet, None once it cannot be blank any more."""

    @property
    def ends_blank(self) -> bool:
        """Whether there is nothing in the record that has not ended yet."""
        return self._open is not None and _is_blank(self._open)

    @property
    def within_quotes(self) -> bool:
        return bool(self._quotes & 1)

    def feed(self, piece: bytes) -> None:
        """Take the next bytes, not none."""
        data = np.frombuffer(piece, np.uint8)
        lines = np.flatnonzero(data == NEWLINE)
        quotes = np.flatnonzero(data == QUOTE) if QUOTE_BYTE in piece else NO_PLACES
        ends = _outside(lines, quotes, self._quotes)
        opens_blank = self._open is not None and FILLER[piece[0]]
        if opens_blank or _may_hold_blank(data, lines):
            self._count_blank(piece, data, ends)
        if len(quotes) or self._closed_last:
            self._look_at_quotes(data, quotes)
        self.ends += len(ends)
        if len(ends):
            self.last_end = self._at + int(ends[-1]) + 1
        ended = self.last_end > self._at
        if ended or self._open is not None:
            rest = piece[self.last_end - self._at :] if ended else (self._open or b"") + piece
            self._open = None if rest.strip(FILLER_BYTES) else rest
        self._at += len(piece)
        self._before = piece[-1]

    def _count_blank(self, piece: bytes, data: Bytes, ends: Places) -> None:
        if not len(ends):
            return
        starts = np.concatenate(([0], ends[:-1] + 1))
        others = np.add.reduceat(~FILLER[data[: ends[-1] + 1]], starts, dtype=np.int64)
        for at in np.flatnonzero(others == 0).tolist():
            before = self._open if at == 0 else b""
            if before is not None:
                self.blank += _is_blank(before + piece[starts[at] : ends[at] + 1])

    def _look_at_quotes(self, piece: Bytes, quotes: Places) -> None:
        opening = quotes[self._quotes & 1 :: 2]
        closing = quotes[1 - (self._quotes & 1) :: 2]
        before = np.where(opening > 0, piece[opening - 1], np.uint8(self._before))
        inner = closing[closing + 1 < len(piece)]
        after = piece[inner + 1]
        fits = BESIDE_QUOTES[before].all() and BESIDE_QUOTES[after].all()
        if self._closed_last:
            fits = fits and BESIDE_QUOTES[piece[0]]
        self.plain = self.plain and bool(fits)
        self._quotes += len(quotes)
        self._closed_last = len(inner) < len(closing)


def _may_hold_blank(data: Bytes, lines: Places) -> bool:
    """Whether a line begins as a blank record does: with a line end, a separator, or a cell of nothing."""
    first = lines[lines + 1 < len(data)] + 1
    begins, follows = data[first], data[np.minimum(first + 1, len(data) - 1)]
    return bool((FILLER[begins] & ((begins != QUOTE) | (follows == QUOTE))).any())


def _is_blank(record: bytes) -> bool:
    """Whether a record of nothing but `FILLER_BYTES` has nothing in any cell: separators can be in quotes."""
    if QUOTE_BYTE not in record:
        return True
    return not any(map(any, lenient_rows(StringIO(record.decode("ascii"), newline=""))))


def _outside(lines: Places, quotes: Places, before: int) -> Places:
    """Those of the line ends that are in no quotes, when so many quotes stood before the piece."""
    found: Places = lines[((np.searchsorted(quotes, lines) + before) & 1) == 0]
    return found


def last_records(text: bytes, most: int) -> bytes:
    """The last of the records in `text`, which begins and ends with whole ones."""
    piece = np.frombuffer(text, np.uint8)
    ends = _outside(np.flatnonzero(piece == NEWLINE), np.flatnonzero(piece == QUOTE), 0)
    return text if len(ends) <= most else text[int(ends[-most - 1]) + 1 :]
