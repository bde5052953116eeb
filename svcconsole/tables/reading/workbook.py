"""Reads a sheet of a workbook (XLSX, XLS, ODS) as the text that a person sees in its cells."""

from __future__ import annotations

import csv
import datetime
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO
from xml.parsers import expat

from svcconsole.tables.reading import xls_formats, xlsx_formats
from svcconsole.tables.reading.cell_notes import NO_NOTES, CellNotes
from svcconsole.tables.reading.cell_types import is_value
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.number_formats import is_percent, percent, shown
from svcconsole.tables.reading.workbook_limits import refuse_huge, unreadable
from svcconsole.words.message import Message, listed, message, plural

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

Cell = int | float | str | bool | datetime.time | datetime.date | datetime.datetime | datetime.timedelta

OLE = bytes.fromhex("d0cf11e0a1b11ae1")
ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
EXACT_DIGITS = 15
"""Digits that a spreadsheet keeps of a number; later ones are lost when it is typed."""
BLANK_ROWS = 20
"""Blank rows above the table that are kept, so that its rows have the numbers of the sheet."""
LEAST_COLUMNS = 4
"""Columns from which on a longer sheet beside notes is the one that is meant."""
MOST_NOTES = 30
"""Rows of a sheet of one column up to which it may be notes."""
LEAST_WORDS = 3
"""Words from which on a cell is a sentence."""
_STEP = 1 << 20
_PADDED = re.compile(rb'min-integer-digits="(?:[2-9]|[1-9]\d)"')


@dataclass(frozen=True, slots=True)
class SheetText:
    """Which sheet was written, all that hold rows (visible ones first), and sentences about what was met."""

    name: str
    names: tuple[str, ...]
    notes: tuple[Message, ...]


@dataclass(slots=True)
class _Cells:
    """Cells of one kind: how many, and the first with its row."""

    count: int = 0
    row: int = 0
    text: str = ""

    def add(self, row: int, text: str) -> None:
        self.count += 1
        if self.count == 1:
            self.row, self.text = row, text


@dataclass(slots=True)
class _Met:
    """Numbers of more digits than a spreadsheet keeps, those read as their format shows them, formulas with
    no result, and whether the formats of the sheet could not be read."""

    long: _Cells = field(default_factory=_Cells)
    formatted: _Cells = field(default_factory=_Cells)
    unsolved: _Cells = field(default_factory=_Cells)
    unread: bool = False


def is_workbook(members: list[str]) -> bool:
    """Whether the members of a ZIP archive are those of a workbook."""
    return any(name.startswith("xl/") for name in members) or {"content.xml", "mimetype"} <= set(members)


def write_sheet(file_name: str, source: BinaryIO, wanted: str, target: BinaryIO) -> SheetText:
    """Write a sheet as CSV (UTF-8, LF, every cell quoted): the one `wanted`, else the first visible one that
    holds rows and not notes alone. TableError, naming the file as `file_name`, where it cannot be read."""
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    refuse_huge(file_name, source)
    source.seek(0)
    try:
        with CalamineWorkbook.from_filelike(source) as book:
            sheets = _sheets(book)
            name = _chosen(file_name, sheets, wanted) or _likeliest(book, sheets)
            met = _copy(sheets[name], _Notes(source, name), target)
    except BaseException as error:
        if not (isinstance(error, CalamineError | OSError | ValueError) or _is_panic(error)):
            raise
        if isinstance(error, PasswordError) or _has_password(source):
            raise TableError(
                message("{file} is protected with a password.", file=file_name),
                message("Save it without the password, or save the sheet as CSV."),
            ) from None
        raise unreadable(file_name) from error
    return SheetText(name, tuple(sheets), _notes(name, sheets, met))


def _is_panic(error: BaseException) -> bool:
    """Whether the library stopped where its own code was not prepared; that class cannot be imported."""
    return type(error).__module__ == "pyo3_runtime"


def _has_password(source: BinaryIO) -> bool:
    """Whether Excel put the workbook into an OLE file under a password: of one that has no name calamine says
    no more than that it knows no such format."""
    source.seek(0)
    if source.read(len(OLE)) != OLE:
        return False
    before = b""
    while block := source.read(1 << 20):
        if ENCRYPTED in before + block:
            return True
        before = block[-len(ENCRYPTED) :]
    return False


def _sheets(book: CalamineWorkbook) -> dict[str, CalamineSheet]:
    """The work sheets that hold a cell, those that can be seen first."""
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    found = {}
    for meta in sorted(book.sheets_metadata, key=lambda meta: meta.visible != SheetVisibleEnum.Visible):
        if meta.typ == SheetTypeEnum.WorkSheet:
            sheet = book.get_sheet_by_name(meta.name)
            if sheet.start is not None:
                found[meta.name] = sheet
    return found


def _chosen(file_name: str, sheets: Mapping[str, CalamineSheet], wanted: str) -> str:
    if not sheets:
        raise TableError(
            message("No sheet of {file} holds a row.", file=file_name),
            message("Export it again, or choose another file."),
        )
    if wanted and wanted not in sheets:
        raise TableError(
            message("{file} has no sheet “{sheet}” that holds a row.", file=file_name, sheet=wanted),
            message("Its sheets are: {names}.", names=listed(sheets)),
        )
    return wanted


def _likeliest(book: CalamineWorkbook, sheets: Mapping[str, CalamineSheet]) -> str:
    """The first sheet, unless it holds notes only: then the first that can be seen and holds a longer, wider
    table."""
    from python_calamine import SheetVisibleEnum

    first = next(iter(sheets))
    if not _are_notes(sheets[first]):
        return first
    seen = [meta.name for meta in book.sheets_metadata if meta.visible == SheetVisibleEnum.Visible]
    others = ((name, sheets[name]) for name in seen if name in sheets)
    return next((name for name, sheet in others if _is_larger(sheet, sheets[first])), first)


def _are_notes(sheet: CalamineSheet) -> bool:
    """Whether a sheet is a few lines of text: one column of sentences. Two columns may be a short list."""
    if sheet.width > 1 or sheet.height > MOST_NOTES:
        return False
    rows = [[_text(cell, 0, _Met()) for cell in row] for row in sheet.to_python(skip_empty_area=True)]
    first = [row[0] for row in rows if row[0].strip()]
    sentences = sum(len(cell.split()) >= LEAST_WORDS for cell in first)
    return not any(map(is_value, first)) and 2 * sentences > len(first)


def _is_larger(sheet: CalamineSheet, notes: CalamineSheet) -> bool:
    return sheet.width >= LEAST_COLUMNS and sheet.height > notes.height


class _Notes:
    """What is said of a sheet's cells, row by row from the top, beside the rows themselves."""

    def __init__(self, source: BinaryIO, sheet: str) -> None:
        self.failed = False
        self._rows = _row_notes(source, sheet)
        self._next = self._advanced()

    def of_row(self, number: int) -> CellNotes:
        """The notes of a row (from 0) below those asked for before."""
        while self._next is not None and self._next.row < number:
            self._next = self._advanced()
        return self._next if self._next is not None and self._next.row == number else NO_NOTES

    def _advanced(self) -> CellNotes | None:
        try:
            return next(self._rows, None)
        except (LookupError, ValueError, struct.error, expat.ExpatError, OSError, zlib.error):
            self.failed = True
            return None


def _row_notes(source: BinaryIO, sheet: str) -> Iterator[CellNotes]:
    """The notes in a workbook of any kind; ValueError where formats cannot be told cell by cell."""
    if not zipfile.is_zipfile(source):
        for row, formats in xls_formats.row_formats(source, sheet):
            yield CellNotes(row, formats)
        return
    with zipfile.ZipFile(source) as archive:
        is_ods = "content.xml" in archive.namelist()
        if is_ods and _pads_numbers(archive):
            raise ValueError(sheet)
    if not is_ods:
        yield from xlsx_formats.row_notes(source, sheet)


def _pads_numbers(archive: zipfile.ZipFile) -> bool:
    """Whether an ODS file has a number format with zeros before the number."""
    members = [name for name in ("styles.xml", "content.xml") if name in archive.namelist()]
    for member in members:
        with archive.open(member) as packed:
            before = b""
            while block := packed.read(_STEP):
                if _PADDED.search(before + block):
                    return True
                before = block[-64:]
    return False


def _copy(sheet: CalamineSheet, notes: _Notes, target: BinaryIO) -> _Met:
    met = _Met()
    start = sheet.start or (0, 0)
    above = min(start[0], BLANK_ROWS)
    text = io.TextIOWrapper(target, "utf-8", newline="", write_through=False)
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n")
    text.write("\n" * above)
    # Rows come one by one, from the first of the sheet and the first column that holds something.
    for number, row in enumerate(islice(sheet.iter_rows(), start[0], None), start=above + 1):
        noted = notes.of_row(start[0] + number - above - 1)
        if codes := noted.formats:
            cells = [_shown(cell, codes.get(at), number, met) for at, cell in enumerate(row, start[1])]
        else:
            cells = [_text(cell, number, met) for cell in row]
        # a row of nothing but errors is one that a formula was drawn over: it holds nothing
        if any(map(str.strip, cells)):
            _write_errors(cells, noted.errors, start[1])
        if noted.unsolved:
            _note_unsolved(noted.unsolved, number, met)
        writer.writerow(cells)
    text.flush()
    text.detach()
    met.unread = notes.failed
    return met


def _write_errors(cells: list[str], errors: Mapping[int, str], first: int) -> None:
    """Put the words of errors where they stand in a row that begins with the column `first`."""
    for at, word in errors.items():
        if 0 <= at - first < len(cells):
            cells[at - first] = word


def _note_unsolved(columns: Iterable[int], row: int, met: _Met) -> None:
    """Note the cells of a row whose formulas have no result by the letters of their columns."""
    # Lazy: few workbooks have such cells.
    from xlsxwriter.utility import xl_col_to_name

    for at in columns:
        met.unsolved.add(row, xl_col_to_name(at))


def _shown(cell: Cell, code: str | None, row: int, met: _Met) -> str:
    """A cell as text: a number as its format shows it, where that is more than its digits."""
    plain = _text(cell, row, met)
    if code is None or isinstance(cell, bool) or not isinstance(cell, (int, float)):
        return plain
    if is_percent(code):
        text: str | None = percent(cell)
    else:
        text = shown(int(plain), code) if plain.isdecimal() else None
    if text is None or text == plain:
        return plain
    met.formatted.add(row, text)
    return text


def _text(cell: Cell, row: int, met: _Met) -> str:
    """A cell as text: text as it is, a number without exponent and needless decimals, moments in ISO."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, (int, float)):
        return _number(cell, row, met)
    if isinstance(cell, datetime.timedelta):
        minutes, seconds = divmod(round(cell.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    if isinstance(cell, datetime.datetime):
        return cell.isoformat(" ", "seconds")
    return cell.isoformat()


def _number(value: float, row: int, met: _Met) -> str:
    text = format(Decimal(f"{value:.15g}"), "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if len(text.lstrip("-").partition(".")[0]) > EXACT_DIGITS:
        text = format(Decimal(repr(value)), "f").partition(".")[0]
        met.long.add(row, text)
    return text


def _notes(name: str, sheets: Mapping[str, CalamineSheet], met: _Met) -> tuple[Message, ...]:
    notes = [message("Sheet “{sheet}” of the workbook is read.", sheet=name)]
    others = [other for other in sheets if other != name]
    if others:
        notes.append(message("Other sheets that hold rows: {names}.", names=listed(others)))
    if met.long.count:
        notes.append(
            plural(
                "{n} number has more than the {digits} digits a spreadsheet keeps (row {row}: {text}); "
                "an identifier may have been changed when it was typed.",
                "{n} numbers have more than the {digits} digits a spreadsheet keeps (row {row}: {text}); "
                "an identifier may have been changed when it was typed.",
                met.long.count,
                digits=EXACT_DIGITS,
                row=met.long.row,
                text=met.long.text,
            )
        )
    if met.formatted.count:
        notes.append(
            plural(
                "{n} number is read as its number format shows it (row {row}: {text}).",
                "{n} numbers are read as their number format shows them (row {row}: {text}).",
                met.formatted.count,
                row=met.formatted.row,
                text=met.formatted.text,
            )
        )
    if met.unsolved.count:
        notes.append(
            plural(
                "{n} formula has no result in the file (row {row}, column {column}) and is read as a blank "
                "cell. Open the file in a spreadsheet and save it again.",
                "{n} formulas have no result in the file (first in row {row}, column {column}) and are read "
                "as blank cells. Open the file in a spreadsheet and save it again.",
                met.unsolved.count,
                row=met.unsolved.row,
                column=met.unsolved.text,
            )
        )
    if met.unread:
        notes.append(
            message(
                "Zeros that a number format shows before a number could not be read from this file; check "
                "postal codes, or save the sheet as XLSX."
            )
        )
    return tuple(notes)
