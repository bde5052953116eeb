"""Finds record boundaries in the bytes of a CSV with numpy; imported by the threads that need it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

QUOTE, NEWLINE = 0x22, 0x0A
QUOTE_BYTE = b"\x22"
BESIDE_QUOTES = np.zeros(256, bool)
BESIDE_QUOTES[list(b',;\t|\r\n"')] = True
"""What may stand before a quote that opens and after one that closes; another neighbour is part of a text."""
Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.intp]


class Records:
    """Counts the records of CSV bytes as they pass: line ends outside quotes (RFC 4180).

    `plain` is False once a quote stands where none belongs: then a careful reader has to count.
    """

    def __init__(self) -> None:
        self.ends = 0
        self.plain = True
        self.last_end = 0
        self._quotes = 0
        self._at = 0
        self._before = NEWLINE
        self._closed_last = False

    @property
    def within_quotes(self) -> bool:
        return bool(self._quotes & 1)

    def feed(self, piece: bytes) -> None:
        """Take the next bytes, not none."""
        if QUOTE_BYTE not in piece and not self._closed_last:
            if not self.within_quotes:
                self.ends += piece.count(b"\n")
                if (last := piece.rfind(b"\n")) >= 0:
                    self.last_end = self._at + last + 1
        else:
            self._feed_quoted(np.frombuffer(piece, np.uint8))
        self._at += len(piece)
        self._before = piece[-1]

    def _feed_quoted(self, piece: Bytes) -> None:
        quotes = np.flatnonzero(piece == QUOTE)
        outside = _ends_outside(piece, quotes, self._quotes)
        self.ends += len(outside)
        if len(outside):
            self.last_end = self._at + int(outside[-1]) + 1
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


def _ends_outside(piece: Bytes, quotes: Places, before: int) -> Places:
    """Where line ends stand that are in no quotes, when so many quotes stood before the piece."""
    lines: Places = np.flatnonzero(piece == NEWLINE)
    found: Places = lines[((np.searchsorted(quotes, lines) + before) & 1) == 0]
    return found


def last_records(text: bytes, most: int) -> bytes:
    """The last of the records in `text`, which begins and ends with whole ones."""
    piece = np.frombuffer(text, np.uint8)
    ends = _ends_outside(piece, np.flatnonzero(piece == QUOTE), 0)
    return text if len(ends) <= most else text[int(ends[-most - 1]) + 1 :]
