"""What is said about rows of another width than the header, and why a repair of them is offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from svcconsole.tables.reading.cell_types import kind_of
from svcconsole.tables.reading.column_shapes import ColumnShape, pattern_of
from svcconsole.tables.reading.questions import BY_HAND, LEAVE_OUT, Choice
from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.row_ways import Way
from svcconsole.words.message import AND, Message, listed, message, number, plural, sentences

MOST_EVIDENCE = 4
AS_IS_LABEL = message("Send it as it is")
AS_IS_TEXT = message("Each cell stays under the column it stands in now; what has no column is not sent.")


def title(row: Row, columns: int) -> Message:
    shown, cells = number(row.number, grouped=False), len(row.cells)
    if cells > columns:
        return plural(
            "Row {row} has one cell too many", "Row {row} has {n} cells too many", cells - columns, row=shown
        )
    return plural(
        "Row {row} has one cell too few", "Row {row} has {n} cells too few", columns - cells, row=shown
    )


def text(row: Row, header: Sequence[str], fitting: Sequence[Way], delimiter: str) -> Message:
    """How many cells there are, and what has happened where one repair says it."""
    counts = plural(
        "The header names {columns} column, this row has {cells}.",
        "The header names {columns} columns, this row has {cells}.",
        len(header),
        columns=number(len(header), grouped=False),
        cells=plural("{n} cell", "{n} cells", len(row.cells)),
    )
    if len(fitting) == 1:
        way = fitting[0]
        happened = _OF_DELIMITER.get(delimiter, {}).get(way.kind) or _HAPPENED[way.kind]
        return sentences(counts, happened(header[way.places[0]]))
    if fitting:
        return sentences(
            counts,
            plural(
                "{n} way to repair it fits the other rows.",
                "{n} ways to repair it fit the other rows equally well.",
                len(fitting),
            ),
        )
    return sentences(counts, message("No way to repair it fits the other rows."))


_HAPPENED: Final[Mapping[str, Callable[[str], Message]]] = {
    "join": lambda name: message(
        "A separator inside “{name}” has no quotes around it, so everything after it moved one place on.",
        name=name,
    ),
    "drop": lambda name: message(
        "There is a blank cell too many before “{name}”, so everything after it moved one place on.",
        name=name,
    ),
    "blank": lambda name: message(
        "The cell of “{name}” is missing, so everything after it moved one place back.", name=name
    ),
    "split": lambda name: message(
        "The separator after “{name}” is missing, so everything after it moved one place back.", name=name
    ),
}


_OF_DELIMITER: Final[Mapping[str, Mapping[str, Callable[[str], Message]]]] = {
    ",": {
        "join": lambda name: message(
            "A comma inside “{name}” has no quotes around it, so everything after it moved one place on.",
            name=name,
        ),
        "split": lambda name: message(
            "The comma after “{name}” is missing, so everything after it moved one place back.", name=name
        ),
    },
    ";": {
        "join": lambda name: message(
            "A semicolon inside “{name}” has no quotes around it, so everything after it moved one place on.",
            name=name,
        ),
        "split": lambda name: message(
            "The semicolon after “{name}” is missing, so everything after it moved one place back.", name=name
        ),
    },
    "\t": {
        "join": lambda name: message(
            "A tab inside “{name}” has no quotes around it, so everything after it moved one place on.",
            name=name,
        ),
        "split": lambda name: message(
            "The tab after “{name}” is missing, so everything after it moved one place back.", name=name
        ),
    },
}
"""The same where the delimiter has a name that people know."""


def label(way: Way, header: Sequence[str], *, tied: bool) -> Message:
    names = listed((f"“{header[place]}”" for place in way.places if place < len(header)), AND)
    if not tied:
        return message("Repair it like this")
    if way.kind == "join":
        return message("Join the cells of {names}", names=names)
    if way.kind == "blank":
        return message("Leave {names} blank", names=names)
    if way.kind == "split":
        return message("Split the cell of {names}", names=names)
    return message("Take the blank cell out")


def what_happens(way: Way, cells: Sequence[str], header: Sequence[str]) -> Message:
    place = way.places[0]
    if way.kind == "join":
        return message("“{cell}” becomes one cell again; the rest moves back.", cell=way.cells[place])
    if way.kind == "drop":
        return message("The blank cell is taken out; the rest moves back.")
    if way.kind == "split":
        return message(
            "“{cell}” becomes “{first}” and “{second}”; the rest moves on.",
            cell=cells[place],
            first=way.cells[place],
            second=way.cells[place + 1],
        )
    names = listed((f"“{header[at]}”" for at in way.places), AND)
    return message("{names} is left blank; the rest moves on.", names=names)


def if_right() -> Message:
    return message("The row is complete.")


def if_wrong(way: Way, header: Sequence[str]) -> Message:
    name = header[min(way.places[0], len(header) - 1)]
    return message("“{name}” is wrong. You see it again in Check.", name=name)


def by_hand(rows: int) -> Choice:
    return Choice(
        BY_HAND,
        message("Repair it by hand"),
        message("The cells open as a row; you say which belong together."),
        if_right=message("Nothing is guessed."),
        if_wrong=plural("It takes a minute.", "It takes a minute for each of the {n} rows.", rows),
        asks_cells=True,
    )


def leave_out() -> Choice:
    return Choice(
        LEAVE_OUT,
        message("Leave the row out"),
        message("It goes to the file of rows that were not sent."),
        if_right=message("Nothing wrong reaches the store."),
        if_wrong=message("What it holds is missing."),
    )


def evidence(
    way: Way, cells: Sequence[str], header: Sequence[str], right: Sequence[Row], shapes: Sequence[ColumnShape]
) -> tuple[str, ...]:
    """Sentences about cells that did not fit where they stood and do now."""
    found: list[str] = []
    for at, (cell, shape) in enumerate(zip(way.cells, shapes, strict=True)):
        before = cells[at] if at < len(cells) else ""
        if before == cell or not cell.strip():
            continue
        said = _of_cell(cell, header[at], shape, worse=shape.chance(before) < shape.chance(cell) - 1)
        if said is None and way.kind == "join" and at in way.places:
            said = _written_alike(cell, at, right)
        if said is not None:
            found.append(said)
    return tuple(found[:MOST_EVIDENCE])


_KIND_WORDS: Final[Mapping[str, Message]] = {
    "date": message("a date"),
    "time": message("a time"),
    "whole": message("a whole number"),
    "decimal": message("a number"),
    "address": message("a web address"),
    "email": message("an e-mail address"),
    "yes_no": message("a yes or no"),
    "phone": message("a phone number"),
}


def _of_cell(cell: str, name: str, shape: ColumnShape, *, worse: bool) -> Message | None:
    if not worse:
        return None
    if times := shape.words[cell.strip()]:
        return plural(
            "“{cell}” is “{name}” in {n} other row.",
            "“{cell}” is “{name}” in {n} other rows.",
            times,
            cell=cell,
            name=name,
        )
    kind = kind_of(cell)
    if kind in _KIND_WORDS and shape.kinds[kind]:
        return plural(
            "“{cell}” is {kind} again, like “{name}” in {n} other row.",
            "“{cell}” is {kind} again, like “{name}” in {n} other rows.",
            shape.kinds[kind],
            cell=cell,
            kind=_KIND_WORDS[kind],
            name=name,
        )
    if shape.suffix and cell.strip().lower().endswith(shape.suffix):
        return message(
            "“{cell}” ends in {suffix}, as “{name}” does.", cell=cell, suffix=shape.suffix, name=name
        )
    if shape.pattern and pattern_of(cell) == shape.pattern:
        return message("“{cell}” is written like the others of “{name}”.", cell=cell, name=name)
    return None


def _written_alike(cell: str, at: int, right: Sequence[Row]) -> Message | None:
    """A cell of the same column with the same signs between its words, preferably the same first word."""
    pattern, first = pattern_of(cell), cell.split()[:1]
    alike = [row for row in right if pattern_of(row.cells[at]) == pattern and row.cells[at] != cell]
    near = next((row for row in alike if row.cells[at].split()[:1] == first), alike[0] if alike else None)
    if near is None:
        return None
    return message(
        "“{other}” is written alike in row {row}.",
        other=near.cells[at],
        row=number(near.number, grouped=False),
    )
