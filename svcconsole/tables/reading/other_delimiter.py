"""Reads a row that only another delimiter than its table's makes as wide as the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from svcconsole.tables.reading.cell_types import is_value
from svcconsole.tables.reading.csv_dialect import Dialect
from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.row_repair import Parsed, parse
from svcconsole.tables.reading.table_end import ahead
from svcconsole.tables.reading.table_rows import names_columns, valued_columns

WAYS = tuple(
    (delimiter, quote)
    for quote, delimiters in (('"', ("; ", ", ", ";", ",", "\t", "|", " ")), ("'", (",", ";", "\t")))
    for delimiter in delimiters
)
"""How a single row may be written, against all others: what separates its cells, and the quotes around."""
ROWS_BELOW = 20
"""Rows below a damaged one at the beginning that show what stands in the columns."""


def read_otherwise(
    line: int,
    lines_from: Callable[[int], Iterator[str]],
    dialect: Dialect,
    width: int,
    *,
    above: Sequence[str],
    limit: int,
) -> Parsed | None:
    """The record at `line` by the delimiter that gives it the table's width, with its values where the others
    have theirs; None where there is no such one.

    `above` are the cells of the right row read last (none before the first), `limit` the characters that a
    cell may have.
    """
    text = next(lines_from(line))
    least = max(1, (width - 1) // 2)
    for delimiter, quote in WAYS:
        same = (delimiter, quote) == (dialect.delimiter, dialect.quote)
        if same or text.count(delimiter) < least or (quote == "'" and text.count("'") < 2):
            continue
        way = replace(dialect, delimiter=delimiter, quote=quote, escape="")
        read = parse(lines_from(line), way, limit=limit)
        if len(read.cells) != width or not read.closed or (read.stray and quote == "'"):
            continue
        below = line + read.lines
        if valued := [at for at, cell in enumerate(above) if is_value(cell)]:
            alike = len(above) == width and _has_values(read.cells, valued)
        else:
            rows, _, _ = ahead(below, lines_from(below), dialect, ROWS_BELOW)
            rows = [row for row in rows if len(row.cells) == width]
            alike = _begins(read.cells, delimiter, dialect.delimiter, rows, first=not above)
        if alike:
            return read
    return None


def _begins(cells: Sequence[str], delimiter: str, usual: str, rows: Sequence[Row], *, first: bool) -> bool:
    """Whether cells are like the rows below, where nothing above tells, or, `first` of all, name the columns:
    that some delimiter happens to fit a damaged row is not enough."""
    valued = valued_columns(rows)
    if delimiter != " " and valued and _has_values(cells, valued):
        return True
    if len(cells) < 3 or any(_is_divided(cell, usual) for cell in cells):
        return False
    if not valued:
        return delimiter in (";", "\t", "|")
    return first and _are_names(cells, delimiter, rows)


def _are_names(cells: Sequence[str], delimiter: str, rows: Sequence[Row]) -> bool:
    """Whether cells name the columns of the rows below: no title, which stands above the names, and of words
    with spaces between them only as many as few sentences have, above more than one value."""
    first = rows[0]
    if delimiter == " " and (len(cells) < 4 or sum(map(is_value, first.cells)) < 2):
        return False
    return names_columns(Row(0, 0, tuple(cells)), rows) and not names_columns(first, rows[1:])


def _has_values(cells: Sequence[str], valued: Sequence[int]) -> bool:
    """Whether a row holds values, and nothing else, in columns that do."""
    return all(not cells[at] or is_value(cells[at]) for at in valued) and any(cells[at] for at in valued)


def _is_divided(cell: str, delimiter: str) -> bool:
    """Whether a table's delimiter stands in a cell otherwise than in a sentence: no space follows."""
    return any(not part[:1].isspace() for part in cell.split(delimiter)[1:])
