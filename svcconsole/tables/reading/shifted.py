"""Rows longer or shorter than the header: the ways to repair them, as questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from svcconsole.tables.reading.questions import (
    BY_HAND,
    EXAMPLES,
    LEAVE_OUT,
    NUMBERS_KEPT,
    Choice,
    Question,
    RowGroup,
    ShownRow,
)
from svcconsole.tables.reading.reader import Row
from svcconsole.words.message import Message, message, number, plural

CODE = "shifted"


def groups(
    header: tuple[str, ...], shifted: Sequence[Row], row_of: Callable[[int], Row], rows: int
) -> tuple[RowGroup, ...]:
    """The questions about `shifted` rows of a table of so many `rows`, each for all rows of one kind."""
    by_width: dict[int, list[Row]] = {}
    for row in shifted:
        by_width.setdefault(len(row.cells), []).append(row)
    return tuple(_group(header, width, alike, row_of, rows) for width, alike in by_width.items())


def _group(
    header: tuple[str, ...], width: int, alike: list[Row], row_of: Callable[[int], Row], rows: int
) -> RowGroup:
    first, count = alike[0], len(alike)
    around = [near for near in (first.number - 1, first.number + 1) if 1 <= near <= rows]
    question = Question(
        code=CODE,
        key=f"{CODE}.{width}-cells",
        title=_title(first.number, width, len(header)),
        text=plural(
            "The header names {columns} column, and this row has {cells} cells.",
            "The header names {columns} columns, and this row has {cells} cells.",
            len(header),
            columns=len(header),
            cells=number(width, grouped=False),
        ),
        count=count,
        numbers=tuple(row.number for row in alike[:NUMBERS_KEPT]),
        header=header,
        rows=tuple(
            ShownRow(row.number, row.line, row.cells, tuple(range(len(header), len(row.cells))))
            for row in alike[:EXAMPLES]
        ),
        around=tuple(ShownRow(row.number, row.line, row.cells) for row in map(row_of, around)),
        choices=(by_hand(), leave_out()),
        waiting=count,
    )
    return RowGroup(question, {row.number: row.cells for row in alike}, {})


def _title(row: int, cells: int, columns: int) -> Message:
    shown = number(row, grouped=False)
    if cells > columns:
        return plural(
            "Row {row} has one cell too many",
            "Row {row} has {n} cells too many",
            cells - columns,
            row=shown,
        )
    return plural(
        "Row {row} has one cell too few", "Row {row} has {n} cells too few", columns - cells, row=shown
    )


def by_hand() -> Choice:
    return Choice(
        BY_HAND,
        message("Repair it by hand"),
        message("The cells open as a row; you say which belong together."),
        if_right=message("Nothing is guessed."),
        if_wrong=message("It takes a minute for each row."),
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
