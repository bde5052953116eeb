"""What the bytes of a CSV prove about it: records, header, hash, whether its quotes and its last line end."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import numpy as np
import numpy.typing as npt

AT_ONCE = 1 << 20
MOST_OF_HEAD = 1 << 20
BOM = b"\xef\xbb\xbf"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
QUOTE, NEWLINE = 0x22, 0x0A
QUOTE_BYTE = b"\x22"
BESIDE_QUOTES = np.zeros(256, bool)
BESIDE_QUOTES[list(b',;\t|\r\n"')] = True
"""What may stand before a quote that opens and after one that closes; another neighbour is part of a text."""
FIELD_LIMIT = 1 << 27
Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.intp]

csv.field_size_limit(max(csv.field_size_limit(), FIELD_LIMIT))


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


@dataclass(frozen=True, slots=True)
class Head:
    """How a file begins: the cells of its header, the byte after it, its line end, whether UTF-8 is marked;
    `encoding` is utf-8, or what its mark says."""

    header: tuple[str, ...]
    end: int
    line_end: bytes
    marked: bool
    encoding: str

    @property
    def header_sha256(self) -> str:
        """The hash of the header's cells, however they are quoted."""
        line = StringIO()
        csv.writer(line, lineterminator="\n").writerow(self.header)
        return hashlib.sha256(line.getvalue().encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Scan:
    """What a whole file is. `rows` are the records after the header; `plain`: its quotes stand where they
    belong, so that line ends outside them can be counted."""

    head: Head
    size: int
    rows: int
    sha256: str
    ends_whole: bool
    balanced: bool
    plain: bool


def look(path: Path) -> Head:
    """Read the beginning. Raises OSError."""
    with path.open("rb", buffering=0) as file:
        start = file.read(MOST_OF_HEAD)
    encoding = "utf-16" if start.startswith(UTF_16) else "utf-8"
    end, line_end, records = 0, b"\n", Records()
    for line in start.splitlines(keepends=True):
        records.feed(line)
        end += len(line)
        if records.ends or (line.endswith(b"\r") and not records.within_quotes):
            line_end = b"\r\n" if line.endswith(b"\r\n") else line[-1:]
            break
    header = tuple(next(read_records(path, encoding), []))
    return Head(header, end, line_end, start.startswith(BOM), encoding)


def scan(path: Path) -> Scan:
    """Read the whole file. Raises OSError."""
    head, digest, records = look(path), hashlib.sha256(), Records()
    size, last = 0, b""
    with path.open("rb", buffering=0) as file:
        while piece := file.read(AT_ONCE):
            last = piece[-1:]
            size += len(piece)
            digest.update(piece)
            if text := piece.removeprefix(BOM) if size == len(piece) else piece:
                records.feed(text)
    rows, balanced = records.ends + (last not in {b"\n", b""}), not records.within_quotes
    plain = records.plain and countable(head)
    if not plain:
        rows, balanced = count(path, head.encoding), True
    return Scan(head, size, max(0, rows - 1), digest.hexdigest(), last == b"\n", balanced, plain)


def countable(head: Head) -> bool:
    """Whether the line ends of such a file are bytes that can be counted."""
    return head.encoding == "utf-8" and head.line_end != b"\r"


def count(path: Path, encoding: str = "utf-8") -> int:
    """How many records a lenient reader finds, the header among them."""
    return sum(1 for _ in read_records(path, encoding))


def looks_whole(path: Path) -> bool:
    """Whether a file whose end nothing marks ends after a record with all its quotes closed."""
    found = scan(path)
    return found.ends_whole and found.balanced and bool(found.head.header)


def read_records(path: Path, encoding: str = "utf-8") -> Iterator[list[str]]:
    """The records as a lenient reader has them; blank lines count."""
    name = "utf-8-sig" if encoding == "utf-8" else encoding
    with path.open(encoding=name, errors="replace", newline="") as text:
        yield from csv.reader(text)
