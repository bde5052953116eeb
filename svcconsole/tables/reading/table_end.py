"""Finds the end of a table while it is read: where another one begins, or where only footnotes follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from svcconsole.tables.reading.cell_types import is_value
from svcconsole.tables.reading.csv_dialect import Dialect
from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.row_repair import parse
from svcconsole.tables.reading.table_rows import (
    LOOKED_AT,
    are_footnotes,
    begins_at_once,
    begins_behind_gap,
    blocks_of,
    names_of,
    valued_columns,
)

RECORD_CHARACTERS = 1 << 16
AHEAD_FREELY = 20_000
"""Lines that are looked at ahead, besides as many as were read: a file of blank lines is read no slower."""

LETTERS = ":"
"""Sorts before every letter, and behind digits, signs and a blank cell."""
ANY_TEXT = "\U0010ffff" * 2
"""Sorts behind every cell."""

MOST_BLANK = 1_000


class TableEnd:
    """What is known of a table from its first rows, and whether further ones still belong to it.

    `value` is the place of a column and the text before which all its cells sort: a row with another cell
    there is worth a look. All lines from the one that was looked at last up to `blank_to` are blank.
    """

    def __init__(self, rows: Sequence[Row], header_rows: int) -> None:
        self.names = [names_of(row) for row in rows[:header_rows]]
        body = rows[header_rows:]
        self.valued = valued_columns(body)
        self.value = next(
            ((at, LETTERS) for at in self.valued if _sorts_before_letters(body, at)), (0, ANY_TEXT)
        )
        self._looked_at = 0
        self.blank_to = 0

    def is_reached(self, line: int, lines: Iterator[str], dialect: Dialect, width: int, *, gap: bool) -> bool:
        """Whether the record that the `lines` begin with is none of the table's any more; it stands in
        `line`, below a blank one where there is a `gap`."""
        if self._looked_at > AHEAD_FREELY + line:
            return False
        rows, blank, complete = ahead(line, lines, dialect, 1)
        self.blank_to = max(blank, default=0)
        self._looked_at += len(blank)
        if not rows or (len(rows[0].cells) > 1 and any(map(is_value, rows[0].cells))):
            return False
        if not complete:
            more, further, complete = ahead(rows[0].line + 1, lines, dialect, LOOKED_AT)
            rows, blank = [*rows, *more], blank | further
        self._looked_at += rows[-1].line - line + 1
        if complete and width > 2 and are_footnotes(rows, self.valued):
            return True
        blocks = blocks_of(rows, blank)
        if width > 2 and len(blocks) > 1 and all(len(row.cells) == 1 for row in blocks[0]):
            blocks, gap = blocks[1:], True  # A title stands above what may be another table.
        if names_of(blocks[0][0]) in self.names:
            return False
        begins = begins_behind_gap if gap else begins_at_once
        return begins(blocks[0], self.valued, width)


Ahead = tuple[list[Row], frozenset[int], bool]


def ahead(line: int, lines: Iterator[str], dialect: Dialect, count: int) -> Ahead:
    """So many of the records that the lines begin with, the numbers of the blank lines among them, and
    whether the lines are at their end."""
    rows: list[Row] = []
    blank: set[int] = set()
    while len(rows) < count and len(blank) < MOST_BLANK:
        text = next(lines, "")
        if text and not text.replace(dialect.delimiter, "").strip("\r\n"):
            blank.add(line)
            line += 1
            continue
        read = parse(chain((text,), lines) if text else iter(()), dialect, limit=RECORD_CHARACTERS)
        if not read.lines or not read.closed:
            return rows, frozenset(blank), not read.lines
        if any(read.cells):
            rows.append(Row(len(rows) + 1, line, read.cells))
        else:
            blank.add(line)
        line += read.lines
    return rows, frozenset(blank), False


def _sorts_before_letters(rows: Sequence[Row], at: int) -> bool:
    return all(row.cells[at] < LETTERS for row in rows if at < len(row.cells))
