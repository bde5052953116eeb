"""Tells what rows are: the names of a table, its values, the beginning of another one, footnotes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.reading.cell_types import is_value, kind_of
from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.structure import main_width

LOOKED_AT = 200
"""Rows of a table from which the kinds of its columns are told."""
MOST_FOOTNOTES = 20
_NOTE = re.compile(
    r"\W*(total|sum|source|note|generated|exported|created|report|page|end of|\d+ rows?)\b", re.I
)


def blocks_of(rows: Sequence[Row], blank: frozenset[int]) -> list[list[Row]]:
    """Rows with blank lines between them."""
    found: list[list[Row]] = [[rows[0]]]
    borders = sorted(blank)
    at = 0
    for before, row in pairwise(rows):
        while at < len(borders) and borders[at] <= before.line:
            at += 1
        if at < len(borders) and borders[at] < row.line:
            found.append([row])
        else:
            found[-1].append(row)
    return found


def goes_on(table: Sequence[Row], block: Sequence[Row]) -> bool:
    """Whether rows after a blank line belong to the table above."""
    width = width_of(table)
    if all(len(row.cells) == 1 for row in block) and width > 2:
        return False
    return any(len(row.cells) == width for row in block) or len(block) == 1


def begins_table(block: Sequence[Row]) -> bool:
    """Whether the block is titles, a row of names and rows of that width with values under the names."""
    width = width_of(block)
    if width < 2:
        return False
    at = next(at for at, row in enumerate(block) if len(row.cells) == width)
    if any(len(row.cells) > max(1, width // 2) for row in block[:at]):
        return False
    return names_columns(block[at], block[at + 1 :])


def is_table_of_words(block: Sequence[Row]) -> bool:
    """Whether rows hold no values and are a table all the same: many, of one width, under different names."""
    width = width_of(block)
    if width < 3 or len(block) < 5 or sum(len(row.cells) == width for row in block) < 0.8 * len(block):
        return False
    names = next(row.cells for row in block if len(row.cells) == width)
    return len({normalise(cell) for cell in names} - {""}) == width


def width_of(rows: Sequence[Row]) -> int:
    widths = Counter(len(row.cells) for row in rows if len(row.cells) > 1)
    return main_width(widths) if widths else 1


def names_columns(row: Row, below: Sequence[Row]) -> bool:
    """Whether a row holds different words and no value, where rows below hold values."""
    filled = [cell for cell in row.cells if cell.strip()]
    if len(filled) < 2 / 3 * len(row.cells) or len({normalise(cell) for cell in filled}) < len(filled):
        return False
    if any(map(is_record_value, filled)):
        return False
    same = [later for later in below[:LOOKED_AT] if len(later.cells) == len(row.cells)]
    if len(same) < 0.6 * len(below[:LOOKED_AT]):
        return False
    return any(row.cells[at].strip() for at in valued_columns(same))


def is_record_value(cell: str) -> bool:
    """Whether a cell holds a value that names no column: a year may name one."""
    return is_value(cell) and not _is_year(cell)


def _is_year(cell: str) -> bool:
    stripped = cell.strip()
    return len(stripped) == 4 and stripped.isdecimal() and stripped[:2] in ("19", "20")


def valued_columns(rows: Sequence[Row]) -> list[int]:
    """The positions of columns that hold values in most rows that say anything there."""
    found = []
    for at in range(max((len(row.cells) for row in rows), default=0)):
        kinds = [kind for row in rows if at < len(row.cells) and (kind := kind_of(row.cells[at]))]
        if kinds and sum(kind != "text" for kind in kinds) > 0.7 * len(kinds):
            found.append(at)
    return found


def is_footnote(text: str, first_is_value: bool) -> bool:
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


def names_of(row: Row) -> list[str]:
    """The names in a row of names, for comparing."""
    return [normalise(cell) for cell in row.cells]


def begins_at_once(rows: Sequence[Row], valued: Sequence[int], width: int) -> bool:
    """Whether the first row begins another table without a blank line before it: it holds words where the
    table above, of so many columns, has its values."""
    row = rows[0]
    if len(row.cells) < 2 or any(map(is_value, row.cells)) or not names_columns(row, rows[1:]):
        return False
    others = all(len(later.cells) == len(row.cells) for later in rows[1 : 1 + LOOKED_AT])
    reached = [place for place in valued if place < len(row.cells)]
    contrast = sum(kind_of(row.cells[place]) == "text" for place in reached)
    return contrast >= max(2, 0.6 * len(valued)) and (len(row.cells) == width or others)


def begins_behind_gap(block: Sequence[Row], valued: Sequence[int], width: int) -> bool:
    """Whether rows behind a blank line are another table than the one above."""
    if begins_padded(block, valued):
        return True
    if not begins_table(block) and not is_table_of_words(block):
        return False
    row = next(row for row in block if len(row.cells) == width_of(block))
    reached = [place for place in valued if place < len(row.cells)]
    return len(row.cells) != width or all(kind_of(row.cells[place]) == "text" for place in reached)


def begins_padded(block: Sequence[Row], valued: Sequence[int]) -> bool:
    """Whether rows that blank cells make as wide as the table above are another one: names stand over values,
    and where that one has its own."""
    narrow = _without_padding(block)
    width = width_of(narrow)
    if not valued or width == width_of(block) or not begins_table(narrow):
        return False
    names = next(row.cells for row in narrow if len(row.cells) == width)
    return all(kind_of(names[place]) == "text" for place in valued if place < width)


def _without_padding(rows: Sequence[Row]) -> list[Row]:
    """The rows without the last columns that are blank in all of them; of titles only what they say."""
    ends = [max((at for at, cell in enumerate(row.cells, 1) if cell.strip()), default=0) for row in rows]
    width = max(ends)
    return [
        row._replace(cells=row.cells[: 1 if end == 1 else width]) for row, end in zip(rows, ends, strict=True)
    ]


def are_footnotes(rows: Sequence[Row], valued: Sequence[int]) -> bool:
    """Whether the last rows of a file are sentences below its table."""
    if not rows or len(rows) > MOST_FOOTNOTES or any(len(row.cells) > 1 for row in rows):
        return False
    return any(is_footnote(row.cells[0], 0 in valued) for row in rows)
