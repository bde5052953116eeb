"""Reads the rows of a delimited file leniently in constant memory, and counts every repair."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.reading.csv_dialect import Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.header_question import placed
from svcconsole.tables.reading.records import COLUMN_LIMIT, FIELD_LIMIT, ROW_LIMIT, Records
from svcconsole.tables.reading.repairs import Repairs
from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.row_list import RowList
from svcconsole.tables.reading.unpacked import open_text
from svcconsole.tables.results.escape import unescape
from svcconsole.words.message import message, number

__all__ = [
    "COLUMN_LIMIT", "FIELD_LIMIT", "FILE_LIMIT", "HEADER_LIMIT", "ROW_LIMIT", "TableFile", "read",
]  # fmt: skip

HEADER_LIMIT = 1 << 20
FILE_LIMIT = 4 << 30


@dataclass(slots=True)
class TableFile:
    """An opened file: its header, its rows (one pass) and what fills while they are read: the repairs, and
    the rows that are longer or shorter than the header (`shifted`) and those with U+FFFD for what could not
    be decoded (`undecodable`), both with the cells they have in the file.

    `header` are names made unique, `header_rows` the rows they come from, as they are written. `ended()` is
    the last line of a table that ends before its file does, 0 where it does not or is not read so far.
    """

    header: tuple[str, ...]
    rows: Iterator[Row]
    repairs: Repairs
    shifted: RowList = field(default_factory=RowList)
    header_rows: tuple[tuple[str, ...], ...] = ()
    undecodable: RowList = field(default_factory=RowList)
    ended: Callable[[], int] = int


def read(path: Path, dialect: Dialect, *, ragged: bool = False) -> TableFile:
    """Open `path`; TableError here or while iterating when a limit is passed or the file cannot be read.

    Rows have a cell for each column at least; with `ragged` they have those of the file.
    Limits (reliability T9): 1 MiB a field, 1 MiB the header, 2,000 columns, 4 GiB the file, 5 million rows.
    """
    repairs = Repairs()
    records = Records(_open(path, dialect.part), dialect, repairs, ragged=ragged)
    rows = records.rows()
    first = list(islice(rows, dialect.header_rows if dialect.header else 1))
    if not first:
        raise TableError(
            message("{file} holds no rows.", file=path.name),
            message("Export it again, or choose another file."),
        )
    if sum(len(cell) for row in first for cell in row.cells) > HEADER_LIMIT:
        raise TableError(
            message("The header is longer than 1 MiB."), message("Check in which line the header stands.")
        )
    if dialect.header:
        head = tuple(row.cells for row in first)
        chosen = naming_row(head)
        named = first[chosen]
        if dialect.names and len(named.cells) != records.width:
            named = named._replace(cells=placed(named.cells, dialect.names, records.width))
        records.names = _names(named, records.width, repairs)
        records.heads.extend(list(cells) for cells in head if len(cells) > 1)
        return TableFile(
            records.names, rows, repairs, records.shifted, head, records.undecodable, lambda: records.ended
        )
    records.names = tuple(f"Column {number}" for number in range(1, max(records.width, 1) + 1))
    every = chain(first, rows)
    return TableFile(
        records.names,
        every,
        repairs,
        records.shifted,
        undecodable=records.undecodable,
        ended=lambda: records.ended,
    )


def naming_row(head: Sequence[Sequence[str]]) -> int:
    """Which of several header rows names the columns: the first with the most different names."""
    different = [len({normalise(cell) for cell in cells} - {""}) for cells in head]
    return different.index(max(different))


def _open(path: Path, part: str) -> BinaryIO:
    file = open_text(path, part)
    if os.fstat(file.fileno()).st_size > FILE_LIMIT:
        file.close()
        raise TableError(
            message("{file} is larger than 4 GiB.", file=path.name), message("Split it into smaller files.")
        )
    return file


def _names(first: Row, width: int, repairs: Repairs) -> tuple[str, ...]:
    """A name for each of so many columns and for every cell beyond them that names one."""
    names: list[str] = []
    seen: set[str] = set()
    cells = list(first.cells)
    while len(cells) > width and not cells[-1].strip():
        cells.pop()
    for position, cell in enumerate(cells + [""] * (width - len(cells)), start=1):
        name = unescape(cell.strip())
        if not name:
            name = f"Column {position}"
            repairs.add(
                "blank_name",
                0,
                first.line,
                name,
                message(
                    "Column {position} has no name; it is called “{name}”.",
                    position=number(position, grouped=False),
                    name=name,
                ),
            )
        unique, copy = name, 2
        while normalise(unique) in seen:
            unique, copy = f"{name} ({copy})", copy + 1
        if unique != name:
            sentence = message(
                "“{name}” names two columns; the one at position {position} is called “{unique}”.",
                name=name,
                position=number(position, grouped=False),
                unique=unique,
            )
            repairs.add("repeated_name", 0, first.line, unique, sentence)
        seen.add(normalise(unique))
        names.append(unique)
    return tuple(names)
