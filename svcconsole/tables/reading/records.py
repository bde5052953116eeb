"""The records of a delimited file: a strict parser does the work, what it refuses is mended by rule."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

from svcconsole.tables.reading.byte_sample import LOST
from svcconsole.tables.reading.cell_types import is_value
from svcconsole.tables.reading.csv_dialect import FOLDED, Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.lines import Lines
from svcconsole.tables.reading.open_quote import LINES_BELOW, refusal
from svcconsole.tables.reading.other_delimiter import read_otherwise
from svcconsole.tables.reading.repairs import Repairs
from svcconsole.tables.reading.row import Row, is_padded
from svcconsole.tables.reading.row_list import RowList
from svcconsole.tables.reading.row_repair import Parsed, escapes, parse
from svcconsole.tables.reading.structure import begins_comment
from svcconsole.tables.reading.table_end import ANY_TEXT, TableEnd, ahead
from svcconsole.tables.reading.table_rows import LOOKED_AT
from svcconsole.tables.reading.text_formula import text_in
from svcconsole.words.message import Message, mark, message, number, plural

if TYPE_CHECKING:
    import _csv

FIELD_LIMIT = 1 << 20
COLUMN_LIMIT = 2_000
ROW_LIMIT = 5_000_000


SOUND_LINES = 20
"""Lines of a record with right quotes up to which it is believed, whatever its width."""

STRAY_QUOTES = {
    ("stray_quote", True): mark("{where}: a quote inside the cell is read as text."),
    ("stray_quote", False): mark("{where}: a quote before the cell is left out."),
    ("unclosed_quote", True): mark("{where}: a quote opens and never closes; it is read as text."),
    ("unclosed_quote", False): mark("{where}: a quote opens and never closes; it is left out."),
}
"""What became of a quote, by the kind of repair and whether the cell still holds one."""

MOST_PADDED = 5_000
"""Rows with blank cells beyond the table that are kept whatever the other rows have."""

LEFT_OUT = {
    "blank_row": mark("Line {line} is blank and left out."),
    "comment": mark("Line {line} is a comment and left out."),
    "repeated_header": mark("Line {line}, below row {row}, repeats the header and is left out."),
    "rule": mark("Line {line} is a line drawn below the header and is left out."),
}
"""What is said of a record that is none of the table's rows, by what it is."""
RULE = re.compile(r":?(?:-{3,}|={3,}):?")
"""A cell of a line drawn below the header."""


class Records:
    """The records of one file from the header on, each at least as wide as the table.

    `ragged`: as wide as they are in the file. `shifted` takes those of another width, with the cells they
    have there, `undecodable` those with U+FFFD. `heads` are the rows that name the columns: where one comes
    again it is left out. `ended` is the last line of a table that ends before the file, 0 until it is found.
    """

    def __init__(self, file: BinaryIO, dialect: Dialect, repairs: Repairs, *, ragged: bool = False) -> None:
        self.file = file
        self.dialect = dialect
        self.repairs = repairs
        self.ragged = ragged
        self.shifted, self.undecodable = RowList(), RowList()
        self.names: tuple[str, ...] = ()
        self.heads: list[list[str]] = []
        self.ended = dialect.last
        self.width = dialect.width
        self.number = 1 - dialect.header_rows if dialect.header else 1
        self._alike: list[str] = []
        self._padded = 0
        self._padding_is_usual = False
        self._foreign: Parsed | None = None
        self._end: TableEnd | None = None
        self._open_until = 0
        try:
            self.lines = Lines(file, dialect.encoding)
        except LookupError:
            file.close()
            raise TableError(
                message("The encoding “{encoding}” is not known.", encoding=dialect.encoding),
                message("Choose another one."),
            ) from None

    def rows(self) -> Iterator[Row]:
        """The header's rows (number 0 and below) where there is one, then the data rows."""
        csv.field_size_limit(FIELD_LIMIT)
        lines, new = self.lines, tuple.__new__
        comment, suspects = self.dialect.comment, lines.suspects
        folded = len(self.dialect.delimiter) > 1
        line = self.dialect.skip + 1
        lines.skip_to(line)
        heads, looked = self.heads, self.dialect.looked or sys.maxsize
        repairs = self.repairs
        with self.file:
            self._end = self._beginning(line) if self.dialect.looked else None
            value_at, before_letters = self._end.value if self._end is not None else (0, ANY_TEXT)
            while True:
                reader, base = self._strict(self._from(line)), line - 1
                width, number = self.width or -1, self.number
                try:
                    for parsed in reader:
                        cells = self._unfolded(parsed) if folded else parsed
                        last = base + reader.line_num
                        whole = (
                            last == line and len(cells) == width and (cells[0] or any(cells))
                            and cells[value_at] < before_letters and cells not in heads
                        )  # fmt: skip
                        if not whole or comment or suspects or not 1 < number <= ROW_LIMIT:
                            self.number = number
                            if line > looked and self._has_ended(line, last, cells):
                                return
                            # A file of blank lines is read no slower than another one.
                            if repairs.is_full and not any(cells):
                                repairs.counts["blank_row"] += 1
                                line = lines.keep_from = last + 1
                                continue
                            if 0 < width != len(cells) and (
                                last != line or (any(cells) and self._is_foreign(line, number))
                            ):
                                break
                            kept = self._accept(line, last, cells)
                            width = self.width or -1
                        else:
                            kept = self._alike = cells
                        if kept is not None:
                            yield new(Row, (number, line, tuple(kept)))
                            number += 1
                        line = lines.keep_from = last + 1
                    else:
                        return
                except csv.Error:
                    pass
                self.number = number
                mended = self._foreign or self._mend(line)
                self._foreign = None
                if not mended.lines:
                    return
                kept = self._accept(line, line + mended.lines - 1, list(mended.cells))
                if kept is not None:
                    self._report(line, mended)
                    yield new(Row, (number, line, tuple(kept)))
                    self.number += 1
                line = lines.keep_from = line + mended.lines

    def _beginning(self, line: int) -> TableEnd:
        """What the first rows show of the table."""
        rows, _, _ = ahead(line, self._from(line), self.dialect, LOOKED_AT)
        return TableEnd(rows, self.dialect.header_rows if self.dialect.header else 0)

    def _has_ended(self, line: int, last: int, cells: list[str]) -> bool:
        """Whether the table ended before the record at `line`, which goes to line `last`."""
        gap = not any(cells)
        several = len(cells) > 1 or self.width == 1
        if self._end is None or self.number < 1 or (several and any(map(is_value, cells))):
            return False
        line_after = last + 1 if gap else line
        if line_after <= self._end.blank_to:
            return False
        reached = self._end.is_reached(line_after, self._from(line_after), self.dialect, self.width, gap=gap)
        if reached:
            self.ended = line - 1
        return reached

    def _from(self, line: int) -> Iterator[str]:
        """The lines of the table from this one on."""
        if not self.dialect.last:
            return self.lines.seek(line)
        return islice(self.lines.seek(line), max(0, self.dialect.last - line + 1))

    def _strict(self, lines: Iterable[str]) -> _csv.Reader:
        dialect = self.dialect
        quote, escape, delimiter = dialect.quote, dialect.escape, dialect.delimiter
        if len(delimiter) > 1:
            lines = (line.replace(delimiter, FOLDED) for line in lines)
        if escape:
            protecting = escapes(dialect)
            lines = (
                protecting.sub(lambda found: found[0] if found[1] else escape * 2, line)
                if escape in line
                else line
                for line in lines
            )
        return csv.reader(
            lines,
            delimiter=delimiter if len(delimiter) == 1 else FOLDED,
            quotechar=quote or None,
            escapechar=escape or None,
            doublequote=not escape,
            skipinitialspace=dialect.skip_space,
            quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE,
            strict=True,
        )

    def _unfolded(self, cells: list[str]) -> list[str]:
        delimiter = self.dialect.delimiter
        return [cell.replace(FOLDED, delimiter) if FOLDED in cell else cell for cell in cells]

    def _accept(self, line: int, last: int, cells: list[str]) -> list[str] | None:
        """The cells as a row, padded and cleaned in the open; None for a blank or comment line."""
        if (unneeded := self._unneeded(line, cells)) is not None:
            self._left_out(unneeded, line)
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
        if suspects := self.lines.suspects.intersection(range(line, last + 1)):
            self.lines.suspects -= suspects
            cells = [self._clean(line, position, cell) for position, cell in enumerate(cells)]
            if self.number > 0 and any(LOST in cell for cell in cells):
                self.undecodable.append(Row(self.number, line, tuple(cells)))
        self.width = self.width or len(cells)
        if len(cells) != self.width:
            return self._fitted(line, cells)
        self._alike = cells
        return cells

    def _unneeded(self, line: int, cells: list[str]) -> str | None:
        """What a record is where it is none of the table's rows."""
        if not any(cells):
            return "blank_row"
        if len(cells) != self.width and self._is_comment(next(self._from(line))):
            return "comment"
        if self.number > 1 and cells in self.heads:
            return "repeated_header"
        ruled = self.number == 1 and self.dialect.header and all(map(RULE.fullmatch, cells))
        return "rule" if ruled else None

    def _is_comment(self, text: str) -> bool:
        comment, delimiter = self.dialect.comment, self.dialect.delimiter
        return bool(comment) and begins_comment(text, comment, delimiter)

    def _is_foreign(self, line: int, number_of_row: int) -> bool:
        """Whether only another delimiter than the file's makes the record at `line` as wide as the others;
        it is kept then, and told."""
        if self._is_comment(next(self._from(line))):
            return False
        self._foreign = read_otherwise(
            line, self._from, self.dialect, self.width, above=self._alike, limit=FIELD_LIMIT
        )
        if self._foreign is None:
            return False
        sentence = message(
            "Row {row} separates its cells otherwise than the others; it is read by its own way.",
            row=number(number_of_row, grouped=False),
        )
        self.repairs.add("other_delimiter", number_of_row, line, None, sentence)
        return True

    def _fitted(self, line: int, cells: list[str]) -> list[str]:
        missing = self.width - len(cells)
        if self.number < 1:
            return cells
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
            return cells if self.ragged else cells + [""] * missing
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
        if not self._padding_is_usual:
            self._keep_padded(line, cells)
        return cells if self.ragged else cells[: self.width]

    def _keep_padded(self, line: int, cells: list[str]) -> None:
        """A row with blank cells beyond the table may be shifted, unless most rows of many have them."""
        self._padded += 1
        self._padding_is_usual = self._padded > MOST_PADDED and 2 * self._padded > self.number
        if self._padding_is_usual:
            self.shifted.keep_only(lambda row: not is_padded(row.cells, self.width))
        else:
            self.shifted.append(Row(self.number, line, tuple(cells)))

    def _column(self, position: int) -> str:
        return self.names[position] if position < len(self.names) else f"Column {position + 1}"

    def _at(self, position: int) -> Message:
        if self.number < 1:
            return message("Header, column {position}", position=number(position + 1, grouped=False))
        return message(
            "Row {row}, {column}",
            row=number(self.number, grouped=False),
            column=self._column(position),
        )

    def _clean(self, line: int, position: int, cell: str) -> str:
        if "\0" in cell:
            self._cleaned("nul", line, position, mark("{where}: NUL characters are left out."))
            cell = cell.replace("\0", "")
        if LOST in cell:
            sentence = mark("{where}: bytes of another encoding are shown as �.")
            self._cleaned("bytes", line, position, sentence)
        if (text := text_in(cell)) is not None:
            sentence = mark("{where}: the sign = and the quotes around the text are left out.")
            self._cleaned("text_formula", line, position, sentence)
            cell = text
        return cell

    def _cleaned(self, kind: str, line: int, position: int, sentence: str) -> None:
        where = self._at(position)
        self.repairs.add(kind, self.number, line, self._column(position), message(sentence, where=where))

    def _left_out(self, kind: str, line: int) -> None:
        self.repairs.add(
            kind,
            self.number,
            line,
            None,
            message(
                LEFT_OUT[kind],
                line=number(line, grouped=False),
                row=number(max(0, self.number - 1), grouped=False),
            ),
        )

    def _mend(self, line: int) -> Parsed:
        """The record at `line` as it was most likely meant: over several lines, or only the first."""
        whole = self._whole(line)
        found = whole
        if whole.lines > 1 or not whole.closed:
            alone = parse(self._from(line), self.dialect)
            following = self._following(line + 1)
            width = self.width or len(following.cells)
            fits = len(alone.cells) == width and (following.lines == 0 or len(following.cells) == width)
            sound = whole.closed and not whole.stray and whole.lines <= SOUND_LINES
            if not whole.closed or (fits and not sound):
                found = alone
        if found.stray and len(found.cells) != self.width:
            found = self._without_stray_opening(line, found)
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

    def _whole(self, line: int) -> Parsed:
        """The record at `line` as far as its quotes say. TableError where one of them stays open for so long
        that it is not a stray one of a row among others."""
        if line < self._open_until:
            return parse(self._from(line), self.dialect)
        whole = parse(self._from(line), self.dialect, limit=FIELD_LIMIT)
        if not whole.closed and whole.length > FIELD_LIMIT // 2:
            position = len(whole.cells) - 1
            if not self._are_rows(line + 1, self.width or len(parse(self._from(line), self.dialect).cells)):
                raise refusal(self._at(position), line)
        if not whole.closed:  # No cell that opens soon behind it will close, either.
            self._open_until = line + whole.lines // 2
        return whole

    def _are_rows(self, line: int, width: int) -> bool:
        """Whether lines have the width of the table, each for itself."""
        lines = list(islice(self._from(line), LINES_BELOW))
        alike = sum(len(parse(iter((text,)), self.dialect).cells) == width for text in lines)
        return width > 1 and 2 * alike > len(lines)

    def _following(self, line: int) -> Parsed:
        """The record that begins on a line, as far as its quotes say where it ends."""
        limit = 0 if line <= self._open_until else FIELD_LIMIT
        whole = parse(self._from(line), self.dialect, limit=limit)
        return whole if whole.closed and not whole.stray else parse(self._from(line), self.dialect)

    def _without_stray_opening(self, line: int, found: Parsed) -> Parsed:
        """The record with a quote that opens a cell read as text, where that gives the table's width."""
        limit = 0 if line < self._open_until else FIELD_LIMIT
        for position in found.stray:
            read = parse(self._from(line), self.dialect, limit=limit, literal=position)
            if len(read.cells) == self.width and read.closed:
                return replace(read, stray=tuple(sorted({*read.stray, position})))
        return found

    def _report(self, line: int, mended: Parsed) -> None:
        kind = "stray_quote" if mended.closed else "unclosed_quote"
        for position in mended.stray:
            what = STRAY_QUOTES[kind, self.dialect.quote in mended.cells[position]]
            self.repairs.add(
                kind, self.number, line, self._column(position), message(what, where=self._at(position))
            )
