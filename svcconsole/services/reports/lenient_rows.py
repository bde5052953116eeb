"""Reads the records of a report's CSV as a lenient reader has them, with cells of any length a report has."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator

FIELD_LIMIT = 1 << 27
"""Characters of a cell."""


def lenient_rows(lines: Iterable[str]) -> Iterator[list[str]]:
    """The records of a text with cells of up to `FIELD_LIMIT` characters. The csv module has one limit for
    the whole program, and whoever opens a table lowers it, so it is set here each time."""
    csv.field_size_limit(FIELD_LIMIT)
    return csv.reader(lines)
