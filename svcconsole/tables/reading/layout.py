"""Finds where in a file its table stands: behind titles, before footnotes and other tables, under which rows
of names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise

from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.reading.cell_types import is_value, kind_of
from svcconsole.tables.reading.csv_dialect import Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.records import Records, Row
from svcconsole.tables.reading.repairs import Repairs
from svcconsole.tables.reading.structure import main_width
from svcconsole.words.message import message, number, plural

MOST_TITLES = 200
MOST_HEADER_ROWS = 4
MOST_FOOTNOTES = 20
LOOKED_AT = 200
"""Rows of a table from which the kinds of its columns are told."""


_NOTE = re.compile(
    r"\W*(total|sum|source|note|generated|exported|created|report|page|end of|\d+ rows?)\b", re.I
)


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
    head: Row | None = None
    body: tuple[Row, ...] = ()


def find(sample: bytes, dialect: Dialect, width: int, *, complete: bool) -> Layout:
    """The layout of a file that starts with `sample`, most rows of which have `width` cells.

    `dialect` says all but the layout, and skips what stands before everything. The end of the table is
    looked for only where the sample is `complete`.
    """
    repairs = Repairs()
    rows = _rows(sample, replace(dialect, header=False, width=width, header_rows=1, last=0), repairs)
    blank = frozenset(made.line for made in repairs.kept if made.kind == "blank_row")
    foreign = {made.line for made in repairs.kept if made.kind == "other_delimiter"}
    if not rows:
        return Layout(dialect.skip, True, 1, 0, 0, (message("There are no rows."),))
    table, end = _table(rows, blank, width)
    width = _width(table) if width > 1 else 1
    at = _titles(table, width)
    body = table[at:]
    header, why = _header(body)
    count = _header_rows(body) if header else 0
    if count > MOST_HEADER_ROWS:  # So many rows of words are notes of the table's own width.
        body, count = body[count - 1 :], 1
    stop = _stop(body, count, width) if complete else len(body)
    last = _last(rows, blank, body[:stop], whole=complete and end == len(rows) and stop == len(body))
    evidence: list[str] = []
    skip = body[0].line - 1 if body[0] is not rows[0] else dialect.skip
    if body[0].line - 1 > dialect.skip and body[0] is not rows[0]:
        evidence.append(
            message(
                "The table starts in line {line}; the lines before it have another shape.",
                line=number(body[0].line, grouped=False),
            )
        )
    elif body[0] is rows[0] and body[0].line - 1 > dialect.skip:
        skip = body[0].line - 1
    evidence.append(why)
    if count > 1:
        evidence.append(plural("{n} row names the columns.", "{n} rows name the columns.", count))
    if last:
        evidence.append(
            message(
                "The table ends in line {line}; what follows belongs to another table or to none.",
                line=number(last, grouped=False),
            )
        )
    other = width if header and body[0].line in foreign else _other_width(body, count, width)
    below = tuple(body[count : min(stop, count + LOOKED_AT)])
    return Layout(skip, header, max(count, 1), other, last, tuple(evidence), body[0], below)


def _rows(sample: bytes, dialect: Dialect, repairs: Repairs) -> list[Row]:
    """The rows of the sample as they are."""
    found: list[Row] = []
    with suppress(TableError):  # A limit is told when the file is read; what stands before shows the layout.
        found.extend(Records(BytesIO(sample), dialect, repairs, ragged=True).rows())
    return found


def _table(rows: Sequence[Row], blank: frozenset[int], width: int) -> tuple[list[Row], int]:
    """The rows of the first table with its titles, and where among all rows it ends."""
    blocks = _blocks(rows, blank)
    if width == 1 or len(blocks) == 1:
        return list(rows), len(rows)
    joined: list[list[Row]] = []
    for block in blocks:
        if joined and not _begins_table(block) and _goes_on(joined[-1], block):
            joined[-1].extend(block)
        else:
            joined.append(list(block))
    tables = (at for at, block in enumerate(joined) if _begins_table(block) or _is_table_of_words(block))
    first = next(tables, None)
    if first is None:
        first = max(range(len(joined)), key=lambda at: sum(len(row.cells) for row in joined[at]))
    before = sum(map(len, joined[:first]))
    return joined[first], before + len(joined[first])


def _blocks(rows: Sequence[Row], blank: frozenset[int]) -> list[list[Row]]:
    """Rows with blank lines between them."""
    blocks: list[list[Row]] = [[rows[0]]]
    borders = sorted(blank)
    at = 0
    for before, row in pairwise(rows):
        while at < len(borders) and borders[at] <= before.line:
            at += 1
        if at < len(borders) and borders[at] < row.line:
            blocks.append([row])
        else:
            blocks[-1].append(row)
    return blocks


def _goes_on(table: Sequence[Row], block: Sequence[Row]) -> bool:
    """Whether rows after a blank line belong to the table above."""
    width = _width(table)
    if all(len(row.cells) == 1 for row in block) and width > 2:
        return False
    return any(len(row.cells) == width for row in block) or len(block) == 1


def _begins_table(block: Sequence[Row]) -> bool:
    """Whether the block is titles, a row of names and rows of that width with values under the names."""
    width = _width(block)
    if width < 2:
        return False
    at = next(at for at, row in enumerate(block) if len(row.cells) == width)
    if any(len(row.cells) > max(1, width // 2) for row in block[:at]):
        return False
    return _names_columns(block[at], block[at + 1 :])


def _is_table_of_words(block: Sequence[Row]) -> bool:
    """Whether rows hold no values and are a table all the same: many, of one width, under different names."""
    width = _width(block)
    if width < 3 or len(block) < 5 or sum(len(row.cells) == width for row in block) < 0.8 * len(block):
        return False
    names = next(row.cells for row in block if len(row.cells) == width)
    return len({normalise(cell) for cell in names} - {""}) == width


def _width(rows: Sequence[Row]) -> int:
    widths = Counter(len(row.cells) for row in rows if len(row.cells) > 1)
    return main_width(widths) if widths else 1


def _names_columns(row: Row, below: Sequence[Row]) -> bool:
    """Whether a row holds different words and no value, where rows below hold values."""
    filled = [cell for cell in row.cells if cell.strip()]
    if len(filled) < 2 / 3 * len(row.cells) or len({normalise(cell) for cell in filled}) < len(filled):
        return False
    if any(is_value(cell) and not _is_year(cell) for cell in filled):
        return False
    same = [later for later in below[:LOOKED_AT] if len(later.cells) == len(row.cells)]
    if len(same) < 0.6 * len(below[:LOOKED_AT]):
        return False
    return any(row.cells[at].strip() for at in _valued(same))


def _is_year(cell: str) -> bool:
    stripped = cell.strip()
    return len(stripped) == 4 and stripped.isdecimal() and stripped[:2] in ("19", "20")


def _valued(rows: Sequence[Row]) -> list[int]:
    """The positions of columns that hold values in most rows that say anything there."""
    found = []
    for at in range(max((len(row.cells) for row in rows), default=0)):
        kinds = [kind for row in rows if at < len(row.cells) and (kind := kind_of(row.cells[at]))]
        if kinds and sum(kind != "text" for kind in kinds) > 0.7 * len(kinds):
            found.append(at)
    return found


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
        return len(following.cells) == width and _names_columns(following, rows[2:])
    if len(cells) > width:
        following = rows[1]
        return width > 1 and len(following.cells) == width and _names_columns(following, rows[2:])
    title = len(filled) == 1 < width and not is_value(filled[0])
    if title and width == 2:
        after = next((at for at, row in enumerate(rows) if sum(map(bool, row.cells)) > 1), 0)
        return after > 0 and _names_columns(rows[after], rows[after + 1 :])
    return not filled or (title and any(sum(map(bool, later.cells)) > width / 2 for later in rows[1:]))


def _header(rows: Sequence[Row]) -> tuple[bool, str]:
    """Whether the first row is a header, and why."""
    first = rows[0].cells
    below = rows[1 : 1 + LOOKED_AT]
    filled = [cell for cell in first if cell.strip()]
    values = sum(1 for cell in filled if is_value(cell) and not _is_year(cell))
    valued = _valued(below[MOST_HEADER_ROWS - 1 :] if len(below) > 2 * MOST_HEADER_ROWS else below)
    named = sum(1 for at in valued if at < len(first) and kind_of(first[at]) == "text")
    if values <= 0.2 * len(filled) or named > values:
        return True, plural(
            "The first row names {filled} of {first} column.",
            "The first row names {filled} of {first} columns.",
            len(first),
            filled=number(len(filled), grouped=False),
            first=number(len(first), grouped=False),
        )
    return False, message("The first row already holds values, so the columns are numbered.")


def _header_rows(rows: Sequence[Row]) -> int:
    """How many rows name the columns: words go on in columns that hold values further down."""
    count = 1
    while count < min(MOST_TITLES, len(rows) - 1):
        valued = _valued(rows[count + 1 : count + 1 + LOOKED_AT])
        cells = rows[count].cells
        kinds = [kind_of(cells[at]) for at in valued if at < len(cells)]
        words = kinds.count("text")
        if len(valued) < 2 or words < max(2, 0.5 * len(valued)) or words + kinds.count("") < len(kinds):
            break
        count += 1
    return count


def _stop(rows: Sequence[Row], head: int, width: int) -> int:
    """How many rows belong to the table: up to another table without a blank line, or to footnotes."""
    if width == 1:
        return len(rows)
    names = [normalise(cell) for cell in rows[0].cells]
    for at in range(head + 2, len(rows) - 1):
        row = rows[at]
        if len(row.cells) < 2 or any(map(is_value, row.cells)) or not _names_columns(row, rows[at + 1 :]):
            continue
        if [normalise(cell) for cell in row.cells] == names:
            continue
        valued = _valued(rows[max(head, at - LOOKED_AT) : at])
        reached = [place for place in valued if place < len(row.cells)]
        contrast = sum(kind_of(row.cells[place]) == "text" for place in reached)
        others = all(len(later.cells) == len(row.cells) for later in rows[at + 1 :][:LOOKED_AT])
        if contrast >= max(2, 0.6 * len(valued)) and (len(row.cells) == width or others):
            return at
    stop = len(rows)
    while stop > head + 1 and stop > len(rows) - MOST_FOOTNOTES and len(rows[stop - 1].cells) == 1:
        stop -= 1
    if stop == len(rows):
        return stop
    first_is_value = 0 in _valued(rows[head : head + LOOKED_AT])
    notes = any(_is_footnote(row.cells[0], first_is_value) for row in rows[stop:])
    return stop if notes else len(rows)


def _is_footnote(text: str, first_is_value: bool) -> bool:
    """Whether the only cell of a row is a sentence below the table and no first cell of a row."""
    words = text.split()
    if not words or kind_of(text) != "text":
        return False
    return (
        first_is_value
        or len(words) > 3
        or text.rstrip().endswith((":", ".", ")"))
        or _NOTE.match(text) is not None
    )


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
    """The width of the rows where the header has another one and nearly all rows agree; else 0."""
    body, names = rows[head:], len(rows[0].cells)
    if not head or names == width or len(body) < 2:
        return 0
    if sum(len(row.cells) == width for row in body) < 0.8 * len(body):
        return 0
    return width if names > width or any(any(row.cells[names:]) for row in body) else 0
