"""Scans the bytes of a CSV: records, header, hash, and whether quotes and the last line are closed."""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from svcconsole.services.reports.lenient_rows import lenient_rows

AT_ONCE = 1 << 20
MOST_OF_HEAD = 1 << 20
BOM = b"\xef\xbb\xbf"
LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


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
    """What a whole file is. `rows` are the records after the header, without the `blank` ones; `plain`: its
    quotes stand where they belong, so that line ends outside them can be counted."""

    head: Head
    size: int
    rows: int
    sha256: str
    ends_whole: bool
    balanced: bool
    plain: bool
    blank: int = 0


def read_head(path: Path) -> Head:
    """Read the beginning. Raises OSError."""
    from svcconsole.services.reports.records import Records

    with path.open("rb", buffering=0) as file:
        start = file.read(MOST_OF_HEAD)
    encoding = "utf-16" if start.startswith(UTF_16) else "utf-8"
    end, line_end, records = 0, b"\n", Records()
    for found in LINE.finditer(start):
        line = found[0]
        records.feed(line)
        end += len(line)
        if records.ends or (line.endswith(b"\r") and not records.within_quotes):
            line_end = b"\r\n" if line.endswith(b"\r\n") else line[-1:]
            break
    header = tuple(next(read_records(path, encoding), []))
    return Head(header, end, line_end, start.startswith(BOM), encoding)


def scan(path: Path) -> Scan:
    """Read the whole file. Raises OSError."""
    from svcconsole.services.reports.records import Records

    head, digest, records = read_head(path), hashlib.sha256(), Records()
    size, last = 0, b""
    with path.open("rb", buffering=0) as file:
        while piece := file.read(AT_ONCE):
            last = piece[-1:]
            size += len(piece)
            digest.update(piece)
            if text := piece.removeprefix(BOM) if size == len(piece) else piece:
                records.feed(text)
    is_open = last not in {b"\n", b""}
    blank = records.blank + (is_open and records.ends_blank)
    rows, balanced = records.ends + is_open - blank, not records.within_quotes
    plain = records.plain and countable(head)
    if not plain:
        (rows, blank), balanced = count(path, head.encoding), True
    return Scan(head, size, max(0, rows - 1), digest.hexdigest(), last == b"\n", balanced, plain, blank)


def countable(head: Head) -> bool:
    """Whether the line ends of such a file are bytes that can be counted."""
    return head.encoding == "utf-8" and head.line_end != b"\r"


def count(path: Path, encoding: str = "utf-8") -> tuple[int, int]:
    """How many records a lenient reader finds, the header among them, and how many blank ones besides."""
    filled = [any(cells) or not at for at, cells in enumerate(read_records(path, encoding))]
    return sum(filled), len(filled) - sum(filled)


def looks_whole(path: Path) -> bool:
    """Whether a file whose end nothing marks ends after a record with all its quotes closed."""
    found = scan(path)
    return found.ends_whole and found.balanced and bool(found.head.header)


def read_records(path: Path, encoding: str = "utf-8") -> Iterator[list[str]]:
    """The records as a lenient reader has them, blank ones too."""
    name = "utf-8-sig" if encoding == "utf-8" else encoding
    with path.open(encoding=name, errors="replace", newline="") as text:
        yield from lenient_rows(text)
