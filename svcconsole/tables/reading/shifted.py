"""Rows longer or shorter than the header: the repairs that fit the other rows, as questions."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from svcconsole.tables.reading import shifted_words
from svcconsole.tables.reading.column_shapes import ColumnShape
from svcconsole.tables.reading.questions import (
    AS_IS,
    EXAMPLES,
    NUMBERS_KEPT,
    REPAIR,
    Choice,
    Question,
    RowGroup,
    ShownRow,
)
from svcconsole.tables.reading.row import Row, is_padded
from svcconsole.tables.reading.row_list import CellsByNumber, RowList
from svcconsole.tables.reading.row_ways import Way, ways

CODE = "shifted"
MOST_TIED = 3
LEAST = -2.5
"""The logarithm of the chance from which a cell is taken to stand where it belongs."""
TIED = 1.0
"""Ways whose chances differ by less, as logarithms, fit equally well."""
OFTEN_BLANK = 0.3
"""The share of blank cells from which a column may be missing at the end of a row."""
MOST_LOOKED_AT = 5_000
"""Rows for which a repair is looked for; more are no mishap of some rows."""
MOST_PADDED_LOOKED_AT = 500
"""The same of rows that only have blank cells more at their end."""
LEAST_ROWS = 3
"""Rows that are right from which the columns can be told."""


@dataclass(frozen=True, slots=True)
class _Table:
    """What is known of the table around the rows."""

    header: tuple[str, ...]
    right: Sequence[Row]
    shapes: Sequence[ColumnShape]
    row_of: Callable[[int], Row | None]
    delimiter: str
    shifted: RowList


@dataclass(frozen=True, slots=True)
class _Looked:
    row: Row
    fitting: tuple[Way, ...] = ()
    tried: int = 0


class _Alike:
    """Rows that are repaired alike: the numbers of all, and those of them that a repair was looked for, or
    that are shown."""

    def __init__(self) -> None:
        self.numbers = array("I")
        self.looked: list[_Looked] = []

    def add(self, looked: _Looked) -> None:
        self.numbers.append(looked.row.number)
        if looked.fitting or len(self.looked) < EXAMPLES:
            self.looked.append(looked)


def groups(
    header: tuple[str, ...],
    shifted: RowList,
    sample: Sequence[Row],
    delimiter: str,
    row_of: Callable[[int], Row | None] = lambda _: None,
) -> tuple[RowGroup, ...]:
    """The questions about `shifted` rows of a table, each for all rows that are repaired alike.

    `sample` are rows of the table, from which the kinds of its columns are told; `row_of` gives the
    neighbours that are shown, None where there is none. A row that only lacks blank cells at its end, or has
    some more there, raises no question.
    """
    if not shifted:
        return ()
    width, usual = len(header), _is_padding_usual(shifted, sample, len(header))
    right = [row for row in sample if shifted.numbered(row.number) is None and len(row.cells) == width]
    shapes = [ColumnShape([row.cells[at] for row in right], delimiter) for at in range(width)]
    trimmed = _are_trimmed(width, shifted, right)
    alike: dict[tuple[str, ...], _Alike] = {}
    left = Counter({False: MOST_LOOKED_AT, True: MOST_PADDED_LOOKED_AT} if len(right) >= LEAST_ROWS else {})
    for row in shifted:
        padded = is_padded(row.cells, width)
        if (padded and usual) or (trimmed and _stands(row, shapes)):
            continue
        left[padded] -= 1
        looked = _looked(row, shapes, delimiter) if left[padded] >= 0 else _Looked(row)
        if not (_only_lacks_blanks(row, looked, shapes, trimmed=trimmed) or _is_only_padded(looked, shapes)):
            kind = tuple(sorted(way.key for way in looked.fitting)) or (f"{len(row.cells)}-cells",)
            alike.setdefault(kind, _Alike()).add(looked)
    table = _Table(header, right, shapes, row_of, delimiter, shifted)
    return tuple(_group(kind, found, table) for kind, found in alike.items())


def _looked(row: Row, shapes: Sequence[ColumnShape], delimiter: str) -> _Looked:
    found = ways(row.cells, shapes, delimiter)
    fitting = [way for way in found if way.least > LEAST]
    if fitting:
        fitting = [way for way in fitting if way.chance > fitting[0].chance - TIED]
    if len(fitting) > MOST_TIED:
        fitting = []
    return _Looked(row, tuple(fitting), len(found))


def _are_trimmed(width: int, shifted: RowList, right: Sequence[Row]) -> bool:
    """Whether the exporter leaves blank cells off the ends of rows: no full row ends in one."""
    if not all(row.cells[-1].strip() for row in right):
        return False
    short = sum(len(row.cells) < width for row in shifted)
    return short > 2 and short > 0.05 * len(right)


def _stands(row: Row, shapes: Sequence[ColumnShape]) -> bool:
    """Whether a short row's cells look as those of their columns do: blank ones were left off its end."""
    return len(row.cells) < len(shapes) and all(
        not cell.strip() or shape.possible(cell) + shape.unusual(cell) > LEAST
        for cell, shape in zip(row.cells, shapes, strict=False)
    )


def _only_lacks_blanks(row: Row, looked: _Looked, shapes: Sequence[ColumnShape], *, trimmed: bool) -> bool:
    """Whether what a short row holds stands where it belongs, and the rest may be blank."""
    missing = shapes[len(row.cells) :]
    if not missing:
        return False
    if trimmed:  # blank cells at the end say nothing, however seldom those of full rows are blank
        rated = [shape.rated(cell) for shape, cell in zip(shapes, row.cells, strict=False)]
        best = max((way.chance for way in looked.fitting), default=-inf)
        return min(possible for _, possible in rated) > LEAST and sum(one for one, _ in rated) > best - TIED
    end = tuple(range(len(row.cells), len(shapes)))
    at_end = any(way.kind == "blank" and way.places == end for way in looked.fitting)
    may_be_blank = all(shape.blank > OFTEN_BLANK * shape.count for shape in missing)
    return at_end and may_be_blank and len(looked.fitting) == 1


def _is_padding_usual(shifted: RowList, sample: Sequence[Row], width: int) -> bool:
    """Whether most rows have blank cells beyond the header, as some programs write them."""
    found = filter(None, (shifted.numbered(row.number) for row in sample))
    return 2 * sum(is_padded(row.cells, width) for row in found) > len(sample)


def _is_only_padded(looked: _Looked, shapes: Sequence[ColumnShape]) -> bool:
    """Whether a row is right but for blank cells beyond the header: no way that moves a cell fits as well."""
    cells, before = looked.row.cells, len(shapes) - 1
    stays = all(way.cells[:before] == cells[:before] for way in looked.fitting)
    return is_padded(cells, len(shapes)) and stays


def _group(kind: tuple[str, ...], alike: _Alike, table: _Table) -> RowGroup:
    found, count, header = alike.looked, len(alike.numbers), table.header
    first = found[0]
    row = first.row
    around = [other for near in (row.number - 1, row.number + 1) if (other := table.row_of(near)) is not None]
    tied = len(first.fitting) > 1
    repairs = tuple(_repair(at, found, table, tied=tied) for at in range(len(first.fitting)))
    question = Question(
        code=CODE,
        key=".".join((CODE, *kind)),
        title=shifted_words.title(row, len(header)),
        text=shifted_words.text(row, header, first.fitting, table.delimiter),
        count=count,
        numbers=tuple(alike.numbers[:NUMBERS_KEPT]),
        header=header,
        rows=tuple(_as_it_is(looked, len(header)) for looked in found[:EXAMPLES]),
        around=tuple(ShownRow(other.number, other.line, other.cells) for other in around),
        choices=(*repairs, shifted_words.by_hand(count), shifted_words.leave_out()),
        more=(Choice(AS_IS, shifted_words.AS_IS_LABEL, shifted_words.AS_IS_TEXT),),
        tied=tied,
        tried=first.tried,
        waiting=count,
    )
    return RowGroup(
        question,
        CellsByNumber(table.shifted, alike.numbers),
        {
            choice.key: {looked.row.number: _way(looked, at, found[0]).cells for looked in found}
            for at, choice in enumerate(repairs)
        },
    )


def _way(looked: _Looked, at: int, first: _Looked) -> Way:
    """The way of this row that the choice at a place stands for: rows may rank the same ways otherwise."""
    wanted = first.fitting[at].key
    return next(way for way in looked.fitting if way.key == wanted)


def _repair(at: int, found: Sequence[_Looked], table: _Table, *, tied: bool) -> Choice:
    first, header = found[0], table.header
    way = first.fitting[at]
    return Choice(
        way.key if tied else REPAIR,
        shifted_words.label(way, header, tied=tied),
        shifted_words.what_happens(way, first.row.cells, header),
        if_right=shifted_words.if_right(),
        if_wrong=shifted_words.if_wrong(way, header),
        evidence=shifted_words.evidence(way, first.row.cells, header, table.right, table.shapes),
        rows=tuple(
            ShownRow(looked.row.number, looked.row.line, made.cells, _changed(made))
            for looked in found[:EXAMPLES]
            for made in (_way(looked, at, first),)
        ),
    )


def _changed(way: Way) -> tuple[int, ...]:
    """The cells to point out in a repaired row."""
    if way.kind == "split":
        return (way.places[0], way.places[0] + 1)
    return () if way.kind == "drop" else way.places


def _as_it_is(looked: _Looked, width: int) -> ShownRow:
    """The row with the cells that stand in the wrong column, from the first that a repair moves."""
    row = looked.row
    begin = min((way.places[0] for way in looked.fitting), default=width)
    moved = begin + 1 if looked.fitting and looked.fitting[0].kind == "join" else begin
    return ShownRow(row.number, row.line, row.cells, tuple(range(min(moved, width), len(row.cells))))
