"""Reads the rows of a delimited file leniently in constant memory, and counts every repair."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.reading.dialect import Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.lines import Lines
from svcconsole.tables.reading.repairs import Repairs
from svcconsole.tables.reading.row_repair import Parsed, parse
from svcconsole.tables.reading.source_file import open_file
from svcconsole.tables.results.escape import unescape
from svcconsole.words.message import Message, mark, message, number, plural

if TYPE_CHECKING:
    import _csv

FIELD_LIMIT = 1 << 20
HEADER_LIMIT = 1 << 20
COLUMN_LIMIT = 2_000
FILE_LIMIT = 4 << 30
ROW_LIMIT = 5_000_000


class Row(NamedTuple):
    """A data row: its number and first line (both from 1), its cells (never fewer than the header's)."""

    number: int
    line: int
    cells: tuple[str, ...]


@dataclass(slots=True)
class TableFile:
    """An opened file: its header, its rows (one pass) and what fills while they are read: the repairs, and
    the rows that are longer or shorter than the header (`shifted`), and those with U+FFFD for what could not
    be decoded (`undecodable`), with the cells they have in the file."""

    header: tuple[str, ...]
    rows: Iterator[Row]
    repairs: Repairs
    shifted: list[Row] = field(default_factory=list)
    undecodable: list[Row] = field(default_factory=list)


def read(path: Path, dialect: Dialect) -> TableFile:
    """Open `path`; TableError here or while iterating when a limit is passed or the file cannot be read.

    Limits (reliability T9): 1 MiB a field, 1 MiB the header, 2,000 columns, 4 GiB the file, 5 million rows.
    """
    repairs = Repairs()
    records = _Records(_open(path), dialect, repairs)
    rows = records.rows()
    first = next(rows, None)
    if first is None:
        raise TableError(
            message("{file} holds no rows.", file=path.name),
            message("Export it again, or choose another file."),
        )
    if sum(map(len, first.cells)) > HEADER_LIMIT:
        raise TableError(
            message("The header is longer than 1 MiB."), message("Check in which line the header stands.")
        )
    if dialect.header:
        records.names = _names(first, repairs)
        return TableFile(records.names, rows, repairs, records.shifted, records.undecodable)
    records.names = tuple(f"Column {number}" for number in range(1, len(first.cells) + 1))
    every = chain((first,), rows)
    return TableFile(records.names, every, repairs, records.shifted, records.undecodable)


def _open(path: Path) -> BinaryIO:
    file = open_file(path)
    if os.fstat(file.fileno()).st_size > FILE_LIMIT:
        file.close()
        raise TableError(
            message("{file} is larger than 4 GiB.", file=path.name), message("Split it into smaller files.")
        )
    return file


def _names(first: Row, repairs: Repairs) -> tuple[str, ...]:
    names: list[str] = []
    seen: set[str] = set()
    for position, cell in enumerate(first.cells, start=1):
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


class _Records:
    """The records of one file: a strict parser does the work, what it refuses is mended by rule."""

    def __init__(self, file: BinaryIO, dialect: Dialect, repairs: Repairs) -> None:
        self.file = file
        self.dialect = dialect
        self.repairs = repairs
        self.shifted: list[Row] = []
        self.undecodable: list[Row] = []
        self.names: tuple[str, ...] = ()
        self.width = 0
        self.number = 0 if dialect.header else 1
        try:
            self.lines = Lines(file, dialect.encoding)
        except LookupError:
            file.close()
            raise TableError(
                message("The encoding “{encoding}” is not known.", encoding=dialect.encoding),
                message("Choose another one."),
            ) from None

    def rows(self) -> Iterator[Row]:
        """The header (number 0) where there is one, then the data rows, all at least as wide as the first."""
        csv.field_size_limit(FIELD_LIMIT)
        lines, new = self.lines, tuple.__new__
        comment, suspects = self.dialect.comment, lines.suspects
        for _ in islice(lines.seek(1), self.dialect.skip):
            pass
        line = lines.keep_from = self.dialect.skip + 1
        with self.file:
            while True:
                reader, base = self._strict(lines.seek(line)), line - 1
                width, number = self.width or -1, self.number
                try:
                    for cells in reader:
                        last = base + reader.line_num
                        whole = last == line and len(cells) == width and (cells[0] or any(cells))
                        if not whole or comment or suspects or number > ROW_LIMIT:
                            if last != line and 0 < width != len(cells):
                                break
                            self.number = number
                            kept = self._accept(line, last, cells)
                            width = self.width or -1
                        else:
                            kept = cells
                        if kept is not None:
                            yield new(Row, (number, line, tuple(kept)))
                            number += 1
                        line = lines.keep_from = last + 1
                    else:
                        return
                except csv.Error:
                    pass
                self.number = number
                mended = self._mend(line)
                kept = self._accept(line, line + mended.lines - 1, list(mended.cells))
                if kept is not None:
                    self._report(line, mended)
                    yield new(Row, (number, line, tuple(kept)))
                    self.number += 1
                line = lines.keep_from = line + mended.lines

    def _strict(self, lines: Iterable[str]) -> _csv.Reader:
        quote = self.dialect.quote
        return csv.reader(
            lines,
            delimiter=self.dialect.delimiter,
            quotechar=quote or None,
            escapechar=self.dialect.escape or None,
            doublequote=not self.dialect.escape,
            quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE,
            strict=True,
        )

    def _accept(self, line: int, last: int, cells: list[str]) -> list[str] | None:
        """The cells as a row, padded and cleaned in the open; None for a blank or comment line."""
        if not any(cells):
            self._left_out("blank_row", line, mark("Line {line} is blank and left out."))
            return None
        comment = self.dialect.comment
        if comment and len(cells) != self.width and next(self.lines.seek(line)).startswith(comment):
            self._left_out("comment", line, mark("Line {line} is a comment and left out."))
            return None
        if self.number > ROW_LIMIT:
            raise TableError(
                plural("The file has more than {n} row.", "The file has more than {n} rows.", ROW_LIMIT),
                message("Split it into smaller files."),
            )
        if len(cells) > COLUMN_LIMIT:
            raise TableError(
                plural(
                    "Line {line} has {n} column; at most {limit} can be read.",
                    "Line {line} has {n} columns; at most {limit} can be read.",
                    len(cells),
                    line=number(line, grouped=False),
                    limit=COLUMN_LIMIT,
                ),
                message("Check the delimiter, or remove columns that are not needed."),
            )
        for suspect in range(line, last + 1):
            if suspect in self.lines.suspects:
                self.lines.suspects.discard(suspect)
                cells = [self._clean(line, position, cell) for position, cell in enumerate(cells)]
                if self.number and any("\ufffd" in cell for cell in cells):
                    self.undecodable.append(Row(self.number, line, tuple(cells)))
        self.width = self.width or len(cells)
        return cells if len(cells) == self.width else self._fitted(line, cells)

    def _fitted(self, line: int, cells: list[str]) -> list[str]:
        missing = self.width - len(cells)
        if missing > 0:
            sentence = plural(
                "Row {row} has {cells} of {width} cell; the others are taken as blank.",
                "Row {row} has {cells} of {width} cells; the others are taken as blank.",
                self.width,
                row=number(self.number, grouped=False),
                cells=number(len(cells), grouped=False),
                width=number(self.width, grouped=False),
            )
            self.repairs.add("short_row", self.number, line, None, sentence)
            self.shifted.append(Row(self.number, line, tuple(cells)))
            return cells + [""] * missing
        if any(cells[self.width :]):
            sentence = plural(
                "Row {row} has one cell more than the header; nothing reads what has no column.",
                "Row {row} has {n} cells more than the header; nothing reads what has no column.",
                -missing,
                row=number(self.number, grouped=False),
            )
            self.repairs.add("long_row", self.number, line, None, sentence)
            self.shifted.append(Row(self.number, line, tuple(cells)))
            return cells
        return cells[: self.width]

    def _column(self, position: int) -> str:
        return self.names[position] if position < len(self.names) else f"Column {position + 1}"

    def _at(self, position: int) -> Message:
        if not self.number:
            return message("Header, column {position}", position=number(position + 1, grouped=False))
        return message(
            "Row {row}, {column}",
            row=number(self.number, grouped=False),
            column=self._column(position),
        )

    def _clean(self, line: int, position: int, cell: str) -> str:
        column, where = self._column(position), self._at(position)
        if "\0" in cell:
            self.repairs.add(
                "nul",
                self.number,
                line,
                column,
                message("{where}: NUL characters are left out.", where=where),
            )
            cell = cell.replace("\0", "")
        if "\ufffd" in cell:
            sentence = message("{where}: bytes of another encoding are shown as �.", where=where)
            self.repairs.add("bytes", self.number, line, column, sentence)
        return cell

    def _left_out(self, kind: str, line: int, sentence: str) -> None:
        self.repairs.add(
            kind,
            self.number,
            line,
            None,
            message(sentence, line=number(line, grouped=False)),
        )

    def _mend(self, line: int) -> Parsed:
        """The record at `line` as it was most likely meant: over several lines, or only the first."""
        whole = parse(self.lines.seek(line), self.dialect, limit=FIELD_LIMIT)
        found = whole
        if whole.lines > 1 or not whole.closed:
            alone = parse(self.lines.seek(line), self.dialect)
            following = parse(self.lines.seek(line + 1), self.dialect)
            fits = len(alone.cells) == self.width and (
                following.lines == 0 or len(following.cells) == self.width
            )
            if fits or not whole.closed:
                found = alone
        if any(len(cell) > FIELD_LIMIT for cell in found.cells):
            raise TableError(
                message(
                    "A cell of the row in line {line} is longer than 1 MiB.", line=number(line, grouped=False)
                ),
                message(
                    "A quote that never closes can cause this. Correct that line, or leave the cell out."
                ),
            )
        return found

    def _report(self, line: int, mended: Parsed) -> None:
        kind, what = "stray_quote", mark("{where}: a quote inside the cell is read as text.")
        if not mended.closed:
            kind, what = (
                "unclosed_quote",
                mark("{where}: a quote opens and never closes; it is read as text."),
            )
        for position in mended.stray:
            self.repairs.add(
                kind, self.number, line, self._column(position), message(what, where=self._at(position))
            )
