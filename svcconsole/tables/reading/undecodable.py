"""Rows with signs that could not be decoded: what to do with them, as a question."""

from __future__ import annotations

from svcconsole.tables.reading.byte_sample import LOST
from svcconsole.tables.reading.questions import (
    AS_IS,
    BY_HAND,
    EXAMPLES,
    LEAVE_OUT,
    NUMBERS_KEPT,
    Choice,
    Question,
    RowGroup,
    ShownRow,
)
from svcconsole.tables.reading.row_list import CellsByNumber, RowList
from svcconsole.words.message import message, plural

CODE = "undecodable"


def groups(header: tuple[str, ...], rows: RowList) -> tuple[RowGroup, ...]:
    """The question about all `rows` with U+FFFD in a cell; none where there are no such rows."""
    if not rows:
        return ()
    question = Question(
        code=CODE,
        key=CODE,
        title=plural(
            "{n} row holds letters that cannot be read",
            "{n} rows hold letters that cannot be read",
            len(rows),
        ),
        text=message(
            "A � stands for each of them. Either the file is written in another encoding, or they were lost "
            "before it was saved; another export of the same rows may still have them."
        ),
        count=len(rows),
        numbers=tuple(rows.numbers[:NUMBERS_KEPT]),
        header=header,
        rows=tuple(
            ShownRow(
                row.number,
                row.line,
                row.cells,
                tuple(position for position, cell in enumerate(row.cells) if LOST in cell),
            )
            for row in rows.first(EXAMPLES)
        ),
        choices=CHOICES,
        waiting=len(rows),
    )
    return (RowGroup(question, CellsByNumber(rows, rows.numbers), {}),)


CHOICES = (
    Choice(
        LEAVE_OUT,
        message("Leave these rows out"),
        message("They go to the file of rows that were not sent."),
        if_right=message("Nothing wrong reaches the store."),
        if_wrong=message("What they hold is missing."),
    ),
    Choice(
        AS_IS,
        message("Send them as they are"),
        message("The � is sent in place of each letter that is lost."),
        if_right=message("Nothing of the row is missing but those letters."),
        if_wrong=message("Names in the store have a � in them until somebody corrects them."),
    ),
    Choice(
        BY_HAND,
        message("Write them by hand"),
        message("The cells open as a row; you write the letters that are missing."),
        if_right=message("The row is whole again."),
        if_wrong=message("It takes a minute for each row."),
        asks_cells=True,
    ),
)
"""What can be done with them, the safe one first; another encoding is chosen where the encoding is."""
