"""The ways to make a row as wide as its table, each with the cells it gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from svcconsole.tables.reading.column_shapes import ColumnShape
from svcconsole.tables.reading.row import is_padded

MOST_AT_ONCE = 3
"""Cells too many or too few up to which places far from one another are tried together."""
MOST_WAYS = 400
SPLIT_LENGTH = 120


@dataclass(frozen=True, slots=True)
class Way:
    """One way: `kind` is join (cells of a text with a bare delimiter), drop (a blank cell too many), blank
    (a missing cell) or split (a missing delimiter), `places` the columns (from 0) it happens in.

    `cells` are the row's; `chance` says how likely it is, as a logarithm, `least` how likely the least likely
    of its cells is to be in its column at all.
    """

    kind: str
    places: tuple[int, ...]
    cells: tuple[str, ...]
    chance: float
    least: float

    @property
    def key(self) -> str:
        return "-".join((self.kind, *(str(place + 1) for place in self.places)))


def ways(cells: Sequence[str], shapes: Sequence[ColumnShape], delimiter: str) -> list[Way]:
    """Every way to bring the cells to the width of the table, the most likely first."""
    surplus = len(cells) - len(shapes)
    found = _shorter(cells, surplus, delimiter) if surplus > 0 else _longer(cells, -surplus, shapes)
    made = [_rated(kind, places, row, shapes, extra) for kind, places, row, extra in islice(found, MOST_WAYS)]
    best: dict[tuple[str, ...], Way] = {}
    for way in sorted(made, key=lambda way: -way.chance):
        best.setdefault(way.cells, way)
    return list(best.values())


_Found = tuple[str, tuple[int, ...], tuple[str, ...], float]


def _shorter(cells: Sequence[str], surplus: int, delimiter: str) -> Iterator[_Found]:
    """Join neighbours, or drop blank cells: those at the end first, of which there may be many."""
    width = len(cells) - surplus
    if is_padded(cells, width):
        yield "drop", tuple(range(width, len(cells))), tuple(cells[:width]), 0.0
    blanks = [at for at, cell in enumerate(cells) if not cell.strip()]
    for places in combinations(blanks, surplus) if surplus <= MOST_AT_ONCE else ():
        yield "drop", places, tuple(cell for at, cell in enumerate(cells) if at not in places), 0.0
    borders = range(len(cells) - 1)
    chosen: Iterator[tuple[int, ...]]
    if surplus <= MOST_AT_ONCE:
        chosen = combinations(borders, surplus)
    else:
        chosen = (tuple(range(at, at + surplus)) for at in range(len(cells) - surplus))
    for joints in chosen:
        row: list[str] = []
        joined: list[int] = []
        spaced = 0
        for at, cell in enumerate(cells):
            if at - 1 in joints:
                row[-1] += delimiter + cell
                spaced += cell.startswith(" ")
                if joined[-1:] != [len(row) - 1]:
                    joined.append(len(row) - 1)
            else:
                row.append(cell)
        yield "join", tuple(joined), tuple(map(_without_quotes, row)), 1.5 * spaced


def _without_quotes(cell: str) -> str:
    """A joined cell without the quotes that stood around it and were not read."""
    stripped = cell.strip()
    around = len(stripped) > 2 and stripped[0] == '"' == stripped[-1] and '"' not in stripped[1:-1]
    return stripped[1:-1] if around else cell


def _longer(cells: Sequence[str], missing: int, shapes: Sequence[ColumnShape]) -> Iterator[_Found]:
    """Put blank cells in, or split a cell in two."""
    width = len(shapes)
    chosen: Iterator[tuple[int, ...]]
    if missing <= MOST_AT_ONCE:
        chosen = combinations(range(width), missing)
    else:
        chosen = (tuple(range(at, at + missing)) for at in range(width - missing + 1))
    for places in chosen:
        left = iter(cells)
        yield "blank", places, tuple("" if at in places else next(left) for at in range(width)), 0.0
    if missing == 1:
        for at, cell in enumerate(cells):
            if (cut := _cut(cell, shapes[at], shapes[at + 1])) is not None:
                yield "split", (at,), (*cells[:at], cell[:cut], cell[cut:], *cells[at + 1 :]), 0.0


def _cut(cell: str, left: ColumnShape, right: ColumnShape) -> int | None:
    """Where a cell falls apart into one of each column, best; None where it does not."""
    if not 2 <= len(cell) <= SPLIT_LENGTH or not (left.filled and right.filled):
        return None
    cuts = range(1, len(cell))
    fitting = [
        cut
        for cut in cuts
        if not left.unusual(cell[:cut]) + right.unusual(cell[cut:])
        and not _is_inside_word(cell, cut, left, right)
    ]
    if not (left.is_telling and right.is_telling and fitting):
        return None
    return max(fitting, key=lambda cut: left.chance(cell[:cut]) + right.chance(cell[cut:]))


def _is_inside_word(cell: str, cut: int, left: ColumnShape, right: ColumnShape) -> bool:
    """Whether a cut goes through small letters that are none of the few words of either column: where one
    cell begins behind another something changes, "b@x.example" is one."""
    before, after = cell[:cut], cell[cut:]
    known = before.strip() in left.words or after.strip() in right.words
    return before[-1].islower() and after[0].islower() and not known


def _rated(
    kind: str, places: tuple[int, ...], row: tuple[str, ...], shapes: Sequence[ColumnShape], extra: float
) -> Way:
    rated = [shape.rated(cell) for shape, cell in zip(shapes, row, strict=True)]
    chance = sum(each for each, _ in rated) + extra
    if kind == "join":
        for shape in (shapes[place] for place in places):
            if shape.kinds["text"] or not shape.filled:  # a number cut in two says nothing of delimiters
                chance += max(shape.chance_of_delimiter(), -3.0)
    return Way(kind, places, row, chance, min((possible for _, possible in rated), default=0.0))
