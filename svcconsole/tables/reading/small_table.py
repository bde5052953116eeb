"""Finds a table of few rows that ends a file, below many more lines of notes."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence

from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.structure import DELIMITERS
from svcconsole.tables.reading.table_rows import begins_table, names_columns

MOST_ROWS = 40
"""A larger table is told by its own rows from what stands above."""
LEAST_COLUMNS = 3
MOST_NOTES = 200
LONGEST = 1 << 16
"""Characters of a line, beyond which nothing here is a small table."""


def lines_above(lines: Sequence[str]) -> int:
    """How many of the lines of a whole file stand above the small table that ends it; 0 where none does.

    Its rows are wider than every line above, none of which is a row of another table, and its first row
    names the columns of the others.
    """
    lines = list(lines)
    while lines and not lines[-1].strip():
        lines.pop()
    tail = lines[-MOST_ROWS:]
    if not tail or len(lines) - len(tail) > MOST_NOTES or max(map(len, lines)) > LONGEST:
        return 0
    found = (_rows_at_end(lines, tail, delimiter) for delimiter in DELIMITERS)
    return next((len(lines) - count for count in found if count), 0)


def _rows_at_end(lines: Sequence[str], tail: Sequence[str], delimiter: str) -> int:
    """How many of the last lines are the small table under this delimiter; 0 where they are none."""
    rows = [Row(at, at, _cells(line, delimiter)) for at, line in enumerate(tail, start=1)]
    width = len(rows[-1].cells)
    count = 0
    while count < len(rows) and len(rows[-1 - count].cells) == width:
        count += 1
    above = lines[: len(lines) - count]
    notes = [Row(at, at, _cells(line, delimiter)) for at, line in enumerate(above, start=1) if line.strip()]
    if width < LEAST_COLUMNS or not 2 <= count <= len(notes):
        return 0
    if any(len(row.cells) >= width for row in notes) or begins_table(notes) or _are_alike(notes):
        return 0
    return count if names_columns(rows[-count], rows[len(rows) - count + 1 :]) else 0


def _are_alike(rows: Sequence[Row]) -> bool:
    """Whether most rows have one width, that of a table: its cells may go over several lines."""
    width, count = Counter(len(row.cells) for row in rows).most_common(1)[0]
    return width >= LEAST_COLUMNS and 2 * count > len(rows)


def _cells(line: str, delimiter: str) -> tuple[str, ...]:
    return tuple(next(csv.reader([line.rstrip("\r\n")], delimiter=delimiter), ()))
