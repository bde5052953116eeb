"""Text each line of which stands in quotes as a whole, as some spreadsheets save a table of one column."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

LOOKED_AT = 1 << 16
MOST_BYTES = 1 << 24
"""A longer line is no line of a table."""
LEAST_COLUMNS = 3
SHARE = 0.9
_LINE = re.compile(rb'(\xef\xbb\xbf)?"((?:[^"]|"")*)"[,;\t|]*(\s*)')
_DELIMITERS = (b",", b";", b"\t", b"|")


def are_quoted(begin: bytes) -> bool:
    """Whether a file that begins like this holds whole lines in quotes: nearly all are one quoted cell, with
    blank ones behind it, and hold as many cells inside as the first line does."""
    if b'"' not in begin or b"\n" not in begin:
        return False
    lines = [line for line in begin.splitlines() if line.strip()]
    if len(begin) == LOOKED_AT and len(lines) > 1:
        lines.pop()
    first, below = lines[0] if lines else b"", lines[1:]
    quoted = [without_quotes(line) for line in below if _LINE.fullmatch(line)]
    if not quoted or len(quoted) < SHARE * len(below):
        return False
    return any(_is_table([without_quotes(first), *quoted], delimiter) for delimiter in _DELIMITERS)


def _is_table(lines: Sequence[bytes], delimiter: bytes) -> bool:
    """Whether lines have one width, and are no sentences with a space behind each comma."""
    rows = list(csv.reader((line.decode("latin-1") for line in lines), delimiter=delimiter.decode()))
    width = len(rows[0])
    spaced = sum(line.count(delimiter + b" ") for line in lines)
    return (
        width >= LEAST_COLUMNS
        and sum(len(row) == width for row in rows) >= SHARE * len(rows)
        and 2 * spaced < sum(line.count(delimiter) for line in lines)
    )


def without_quotes(line: bytes) -> bytes:
    """A line without the quotes around all of it; any other one as it is."""
    found = _LINE.fullmatch(line)
    return (found[1] or b"") + found[2].replace(b'""', b'"') + found[3] if found else line


def unquoted(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a file without the quotes around them."""
    lines: Iterable[bytes] = iter(lambda: source.readline(MOST_BYTES), b"")
    return map(without_quotes, lines)
