"""Finds where in a file its table stands: behind titles, before footnotes and other tables, under which rows
of names."""

from __future__ import annotations

from collections.abc import Container, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO

from svcconsole.tables.reading.cell_types import is_value, kind_of
from svcconsole.tables.reading.csv_dialect import Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.records import Records
from svcconsole.tables.reading.repairs import Repairs
from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.table_rows import (
    LOOKED_AT,
    MOST_FOOTNOTES,
    are_footnotes,
    begins_at_once,
    begins_padded,
    begins_table,
    blocks_of,
    goes_on,
    is_record_value,
    is_table_of_words,
    names_columns,
    names_of,
    valued_columns,
    width_of,
)
from svcconsole.words.message import Message, message, number, plural

MOST_TITLES = 200
MOST_HEADER_ROWS = 4
PHONE_DIGITS = 8
"""Digits from which a number may be one of a phone."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the table stands; the fields are those of `csv_dialect.Dialect`, with sentences about them.

    `head` is the first of its rows, `body` some of those below the header.
    """

    skip: int
    header: bool
    header_rows: int
    width: int
    last: int
    evidence: tuple[str, ...]
    looked: int = 0
    head: Row | None = None
    body: tuple[Row, ...] = ()

    def within(self, dialect: Dialect) -> Dialect:
        """The dialect of a file whose table stands here."""
        return replace(
            dialect,
            skip=self.skip,
            header=self.header,
            header_rows=self.header_rows,
            width=self.width,
            last=self.last,
            looked=self.looked,
        )


def find(sample: bytes, dialect: Dialect, width: int, *, complete: bool, above: int = 0) -> Layout:
    """The layout of a file that starts with `sample`, most rows of which have `width` cells.

    `dialect` says all but the layout, and skips what stands before everything. Where the sample is not
    `complete`, footnotes are looked for while the file is read, and so is the end of a table beyond it.
    So many lines of the file stand `above` the sample; only the sentences count them.
    """
    repairs = Repairs()
    rows = _rows(sample, replace(dialect, header=False, width=width, header_rows=1, last=0), repairs)
    blank = frozenset(made.line for made in repairs.kept if made.kind == "blank_row")
    foreign = {made.line for made in repairs.kept if made.kind == "other_delimiter"}
    if not rows:
        return Layout(dialect.skip, True, 1, 0, 0, (message("There are no rows."),))
    table, end = _table(rows, blank, width, foreign)
    width = width_of(table) if width > 1 else 1
    at = _titles(table, width)
    body = table[at:]
    header, why = _header(body)
    count = _header_rows(body, width) if header else 0
    if count > MOST_HEADER_ROWS:  # So many rows of words are notes of the table's own width.
        body, count = body[count - 1 :], 1
    stop = _stop(body, count, width, complete=complete)
    last = _last(rows, blank, body[:stop], whole=complete and end == len(rows) and stop == len(body))
    evidence: list[str] = []
    skip = body[0].line - 1 if body[0] is not rows[0] else dialect.skip
    if body[0].line - 1 > dialect.skip and body[0] is not rows[0]:
        evidence.append(starts_in(body[0].line + above))
    elif body[0] is rows[0] and body[0].line - 1 > dialect.skip:
        skip = body[0].line - 1
    evidence.append(why)
    if count > 1:
        evidence.append(plural("{n} row names the columns.", "{n} rows name the columns.", count))
    if last:
        evidence.append(ends_in(last + above))
    looked = 0 if complete or last else rows[max(0, len(rows) - LOOKED_AT)].line
    other = width if body[0].line in foreign else _other_width(body, count, width)
    below = tuple(body[count : min(stop, count + LOOKED_AT)])
    return Layout(skip, header, max(count, 1), other, last, tuple(evidence), looked, body[0], below)


def starts_in(line: int) -> Message:
    """Says where the table starts."""
    return message(
        "The table starts in line {line}; the lines before it have another shape.",
        line=number(line, grouped=False),
    )


def ends_in(line: int) -> Message:
    """Says where the table ends."""
    return message(
        "The table ends in line {line}; what follows belongs to another table or to none.",
        line=number(line, grouped=False),
    )


def _rows(sample: bytes, dialect: Dialect, repairs: Repairs) -> list[Row]:
    """The rows of the sample as they are."""
    found: list[Row] = []
    with suppress(TableError):  # A limit is told when the file is read; what stands before shows the layout.
        found.extend(Records(BytesIO(sample), dialect, repairs, ragged=True).rows())
    return found


def _table(
    rows: Sequence[Row], blank: frozenset[int], width: int, foreign: Container[int]
) -> tuple[list[Row], int]:
    """The rows of the first table with its titles, and where among all rows it ends."""
    blocks = blocks_of(rows, blank)
    if width == 1 or len(blocks) == 1:
        return list(rows), len(rows)
    joined: list[list[Row]] = []
    for block in blocks:
        if joined and (_has_same_names(joined, block) or _is_continued(joined[-1], block, foreign)):
            joined[-1].extend(block)
        else:
            joined.append(list(block))
    tables = (at for at, block in enumerate(joined) if begins_table(block) or is_table_of_words(block))
    first = next(tables, None)
    if first is None:
        first = max(range(len(joined)), key=lambda at: sum(len(row.cells) for row in joined[at]))
    before = sum(map(len, joined[:first]))
    return joined[first], before + len(joined[first])


def _is_continued(table: Sequence[Row], block: Sequence[Row], foreign: Container[int]) -> bool:
    """Whether rows behind a blank line belong to the table: not where they are written otherwise."""
    others = sum(row.line in foreign for row in block)
    if begins_table(block) or begins_padded(block, valued_columns(table[:LOOKED_AT])):
        return False
    return not (others > 1 and 2 * others >= len(block)) and goes_on(table, block)


def _has_same_names(tables: Sequence[Sequence[Row]], block: Sequence[Row]) -> bool:
    """Whether a block begins with the names of the table above: exports that were pasted together."""
    if len(block[0].cells) < 2 or any(map(is_value, block[0].cells)):
        return False
    above = next((row for row in tables[-1] if len(row.cells) == len(block[0].cells)), None)
    return above is not None and names_of(above) == names_of(block[0])


def _titles(rows: Sequence[Row], width: int) -> int:
    """How many rows stand above the table."""
    at = 0
    while at + 1 < len(rows) and at < MOST_TITLES and _is_title(rows[at : at + 40], width):
        at += 1
    return 0 if at + 1 >= len(rows) and width == 1 else at


def _is_title(rows: Sequence[Row], width: int) -> bool:
    """Whether the first row is a title or a note above the table: much emptier than a later one."""
    cells = rows[0].cells
    filled = [cell for cell in cells if cell.strip()]
    if len(cells) < width:
        if len(filled) <= width / 2:
            return True
        following = rows[1]
        return len(following.cells) == width and names_columns(following, rows[2:])
    if len(cells) > width:
        following = rows[1]
        return width > 1 and len(following.cells) == width and names_columns(following, rows[2:])
    title = len(filled) == 1 < width and not is_value(filled[0])
    if title and width == 2:
        after = next((at for at, row in enumerate(rows) if sum(map(bool, row.cells)) > 1), 0)
        return after > 0 and names_columns(rows[after], rows[after + 1 :])
    if not filled or (title and any(sum(map(bool, later.cells)) > width / 2 for later in rows[1:])):
        return True
    return _begins_with_pairs(rows, width)


def _begins_with_pairs(rows: Sequence[Row], width: int) -> bool:
    """Whether names with values beside them stand above a row that names every column: rows that blank cells
    fill up from the right. Names of several columns hold no values."""
    at = next((at for at, row in enumerate(rows) if sum(map(bool, row.cells)) > width / 2), 0)
    filled = [[cell for cell in row.cells if cell.strip()] for row in rows[:at]]
    padded = all(
        row.cells[: len(cells)] == tuple(cells) for row, cells in zip(rows[:at], filled, strict=True)
    )
    if not padded or not any(is_record_value(cell) for cells in filled for cell in cells):
        return False
    return all(cell.strip() for cell in rows[at].cells) and names_columns(rows[at], rows[at + 1 :])


def _header(rows: Sequence[Row]) -> tuple[bool, str]:
    """Whether the first row is a header, and why."""
    first = rows[0].cells
    below = rows[1 : 1 + LOOKED_AT]
    filled = [cell for cell in first if cell.strip()]
    values = sum(map(is_record_value, filled))
    valued = valued_columns(below[MOST_HEADER_ROWS - 1 :] if len(below) > 2 * MOST_HEADER_ROWS else below)
    named = sum(1 for at in valued if at < len(first) and kind_of(first[at]) == "text")
    if named > values or (values <= 0.2 * len(filled) and not _begins_records(first, below)):
        return True, plural(
            "The first row names {filled} of {first} column.",
            "The first row names {filled} of {first} columns.",
            len(first),
            filled=number(len(filled), grouped=False),
            first=number(len(first), grouped=False),
        )
    return False, message("The first row already holds values, so the columns are numbered.")


def _begins_records(first: Sequence[str], below: Sequence[Row]) -> bool:
    """Whether a row holds an address, a date or a long number where most rows below hold the like."""
    for at, cell in enumerate(first):
        kind = _telling_kind(cell)
        cells = [row.cells[at] for row in below if at < len(row.cells)]
        kinds = [_telling_kind(each) for each in cells if each.strip()]
        if kind and 2 * kinds.count(kind) > len(kinds):
            return True
    return False


def _telling_kind(cell: str) -> str:
    """The kind of a cell that is none of a name; phone numbers may be written as other long ones."""
    kind = kind_of(cell)
    if kind in ("whole", "decimal") and sum(map(str.isdecimal, cell)) >= PHONE_DIGITS:
        return "phone"
    return kind if kind in ("phone", "email", "date") else ""


def _header_rows(rows: Sequence[Row], width: int) -> int:
    """How many rows name the columns: words go on in columns that hold values further down. A row of another
    width than the header and the table is a damaged record."""
    count = 1
    while count < min(MOST_TITLES, len(rows) - 1):
        valued = valued_columns(rows[count + 1 : count + 1 + LOOKED_AT])
        cells = rows[count].cells
        if len(cells) not in (width, len(rows[0].cells)) or any(map(is_record_value, cells)):
            break
        kinds = [kind_of(cells[at]) for at in valued if at < len(cells)]
        words = kinds.count("text")
        if len(valued) < 2 or words < max(2, 0.5 * len(valued)) or words + kinds.count("") < len(kinds):
            break
        count += 1
    return count


def _stop(rows: Sequence[Row], head: int, width: int, *, complete: bool) -> int:
    """How many rows belong to the table: up to another table without a blank line, or to footnotes."""
    if width == 1:
        return len(rows)
    names = names_of(rows[0])
    for at in range(head + 2, len(rows) - 1):
        valued = valued_columns(rows[max(head, at - LOOKED_AT) : at]) if _may_name(rows[at], names) else []
        if valued and begins_at_once(rows[at:], valued, width):
            return at
    stop = len(rows)
    while stop > head + 1 and stop > len(rows) - MOST_FOOTNOTES and len(rows[stop - 1].cells) == 1:
        stop -= 1
    valued = valued_columns(rows[head : head + LOOKED_AT])
    return stop if complete and are_footnotes(rows[stop:], valued) else len(rows)


def _may_name(row: Row, names: Sequence[str]) -> bool:
    """Whether a row may name other columns than the header does."""
    return len(row.cells) > 1 and not any(map(is_value, row.cells)) and names_of(row) != names


def _last(rows: Sequence[Row], blank: frozenset[int], table: Sequence[Row], *, whole: bool) -> int:
    """The last line of the table; 0 where it goes to the end of the file."""
    if whole or table[-1] is rows[-1]:
        return 0
    following = next(row.line for row in rows if row.line > table[-1].line)
    line = following - 1
    while line in blank:
        line -= 1
    return line


def _other_width(rows: Sequence[Row], head: int, width: int) -> int:
    """The width of the rows where the first of all has another one and nearly all rows agree; else 0."""
    body, names = rows[head:], len(rows[0].cells)
    if names == width or len(body) < 2:
        return 0
    if sum(len(row.cells) == width for row in body) < 0.8 * len(body):
        return 0
    return width if names > width or any(any(row.cells[names:]) for row in body) else 0
