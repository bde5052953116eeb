"""The file of an import: read once, fingerprinted, with the cells that were edited."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from svcconsole.tables.reading.dialect import Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.reader import read
from svcconsole.tables.reading.repairs import Repairs
from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.row_store import RowStore
from svcconsole.tables.reading.source_file import open_file
from svcconsole.words.message import Number, message
from svcconsole.workspace.drafts.imports import SourceFile
from svcconsole.workspace.stored_path import stored_path

BLOCK = 1 << 20


def read_source(path: Path) -> SourceFile:
    """The file's size, time and SHA-256; TableError when it cannot be read."""
    digest = hashlib.sha256()
    with open_file(path) as file:
        stat = os.fstat(file.fileno())
        while block := file.read(BLOCK):
            digest.update(block)
    name = stored_path(path.name)
    return SourceFile(str(path.resolve()), name, stat.st_size, stat.st_mtime_ns, digest.hexdigest())


class Sheet:
    """The rows of a file under one dialect, read once and kept on the disk; `ended` is the last line of the
    table where the file goes on behind it, else 0."""

    def __init__(self, path: Path, dialect: Dialect) -> None:
        table = read(path, dialect)
        self.rows = RowStore(table.rows)
        self.header = table.header
        self.ended = table.ended()
        self.repairs: Repairs = table.repairs
        self.shifted = table.shifted
        self.undecodable = table.undecodable
        self.edited: dict[int, dict[int, str]] = {}
        self._position = {name: position for position, name in enumerate(table.header)}

    def row(self, number: int) -> Row:
        """The row of this number (from 1) as it stands now."""
        if not 1 <= number <= len(self.rows):
            raise TableError(
                message(
                    "There is no row {number}; the file has {rows}.",
                    number=Number(number, grouped=False),
                    rows=len(self.rows),
                )
            )
        return self.rows[number - 1]

    def cell(self, number: int, column: str) -> str:
        position = self._place(column)
        cells = self.row(number).cells
        return cells[position] if position < len(cells) else ""

    def type_over(self, number: int, column: str, text: str) -> tuple[Row, Row]:
        """Put `text` into a cell; the row before and after. The file itself is never written."""
        old, position = self.row(number), self._place(column)
        cells = list(old.cells) + [""] * (position + 1 - len(old.cells))
        original = self.edited.setdefault(number, {}).setdefault(position, cells[position])
        cells[position] = text
        if text == original:
            del self.edited[number][position]
            if not self.edited[number]:
                del self.edited[number]
        new = Row(old.number, old.line, tuple(cells))
        self.rows.replace(new)
        return old, new

    def repair(self, number: int, cells: tuple[str, ...]) -> None:
        """Read a row as these cells from the start: they are what it is compared with, not an edit."""
        old = self.row(number)
        missing = len(self.header) - len(cells)
        self.rows.replace(Row(old.number, old.line, cells + ("",) * missing))

    def edited_columns(self, number: int) -> frozenset[str]:
        return frozenset(self.header[position] for position in self.edited.get(number, ()))

    def samples(self, column: str, count: int = 3) -> tuple[str, ...]:
        """The first `count` different texts of a column that are not blank."""
        position = self._place(column)
        return first_different((row.cells[position] for row in self.rows if position < len(row.cells)), count)

    def _place(self, column: str) -> int:
        if column not in self._position:
            raise TableError(message("The file has no column “{column}”.", column=column))
        return self._position[column]


def first_different(texts: Iterable[str], count: int) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for text in texts:
        if text.strip() and text not in found:
            found[text] = None
            if len(found) == count:
                break
    return tuple(found)
