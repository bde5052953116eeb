"""Refuses workbooks that would take more memory than a table is worth, before they are read.

The library that reads a sheet makes room for every cell between its first and its last one, and copies a text
for each cell that shows it: a file of some kilobytes can name cells a million rows apart.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO

from svcconsole.tables.reading import xls_formats
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.xlsx_formats import column_of
from svcconsole.words.message import message, number, plural

XML_LIMIT = 300 << 20
"""Bytes of XML (of the whole file in the old format) that are read."""
MEMORY_LIMIT = 200 << 20
"""Bytes of memory that any workbook may take; a larger one `PER_BYTE` times its size, or `PER_XML_BYTE` times
that of its XML: cells side by side take about so much."""
PER_BYTE, PER_XML_BYTE = 10, 4
PER_VALUE, PER_PLACE, PER_TEXT = 40, 32, 24
"""Bytes that a cell with a value takes while it is read, each place between the first and the last, and a
shared text beside its letters."""
_STEP = 1 << 20
_LONGEST_TAG = 1 << 16
_CELLS = re.compile(rb"<(?:\w+:)?c[\s/>]")
_NO_VALUE = rb"(?:/>|>\s*(?:<(?:\w+:)?v(?:/>|></(?:\w+:)?v>)\s*)?</)"
_NAMED = re.compile(rb'<(?:\w+:)?c\s(?:[^>r]*\s)?r="([A-Z]+)(\d+)"(?:[^>/]+|/(?!>))*(' + _NO_VALUE + rb")?")
_TAGS = re.compile(rb"<(?:\w+:)?(row|c)\b((?:[^>/]+|/(?!>))*)(" + _NO_VALUE + rb")?")
_PLACE = re.compile(rb"\br\s*=\s*[\"']([A-Z]+)(\d*)[\"']")
_ROW = re.compile(rb"\br\s*=\s*[\"'](\d+)[\"']")
_SHARED_CELLS = re.compile(rb"\bt\s*=\s*[\"']s[\"'][^>]*>\s*<(?:\w+:)?v>\s*(\d+)")
_SHARED_TEXTS = re.compile(rb"<(?:\w+:)?si\b")
_ANNOUNCED = re.compile(rb"\buniqueCount\s*=\s*[\"'](\d+)[\"']")
_ODS_TAGS = re.compile(rb"<table:(table|table-row|table-cell|covered-table-cell)(?=[\s/>])([^>]*)>")
_ROWS_ALIKE = re.compile(rb"number-rows-repeated\s*=\s*[\"'](\d+)[\"']")
_CELLS_ALIKE = re.compile(rb"number-columns-repeated\s*=\s*[\"'](\d+)[\"']")


@dataclass(slots=True)
class _Extent:
    """The cells of a sheet that have a value: how many, how far they reach, and the bytes of their texts."""

    values: int = 0
    top: int = 1 << 30
    left: int = 1 << 30
    bottom: int = -1
    right: int = -1
    texts: int = 0

    def add(self, row: int, column: int, rows: int = 1, columns: int = 1) -> None:
        self.values += rows * columns
        self.top, self.left = min(self.top, row), min(self.left, column)
        self.bottom, self.right = max(self.bottom, row + rows - 1), max(self.right, column + columns - 1)

    @property
    def memory(self) -> int:
        places = (self.bottom - self.top + 1) * (self.right - self.left + 1) if self.values else 0
        return self.values * PER_VALUE + places * PER_PLACE + self.texts


def refuse_huge(file_name: str, source: BinaryIO) -> None:
    """TableError where the parts of a workbook unpack to more than is read, whatever their sizes say, or
    where reading its sheets would take too much memory."""
    size = source.seek(0, io.SEEK_END)
    is_packed = zipfile.is_zipfile(source)
    unpacked = _unpacked_bytes(source) if is_packed else size
    if unpacked > XML_LIMIT:
        raise TableError(
            plural(
                "{file} unpacks to more than {n} MiB.",
                "{file} unpacks to more than {n} MiB.",
                XML_LIMIT >> 20,
                file=file_name,
            ),
            message("Save the sheet as CSV, or split it into smaller workbooks."),
        )
    if not is_packed:
        _refuse_unsound(file_name, source, size)
    extents = _extents(source) if is_packed else _xls_extents(source)
    _refuse_greedy(file_name, extents, max(MEMORY_LIMIT, PER_BYTE * size, PER_XML_BYTE * unpacked))


def _refuse_unsound(file_name: str, source: BinaryIO, size: int) -> None:
    """TableError where a file of the old format says it holds far more than it has, or has no end: room is
    made for what it says, and chains are followed to their end."""
    try:
        claimed = xls_formats.claimed_bytes(source)
    except (struct.error, LookupError, ValueError) as error:
        raise unreadable(file_name) from error
    if claimed > max(size, MEMORY_LIMIT):
        raise unreadable(file_name)


def unreadable(file_name: str) -> TableError:
    """What is said of a workbook whose parts are not as they should be."""
    return TableError(
        message("{file} looks like an Excel workbook but cannot be read as one.", file=file_name),
        message("Open it in a spreadsheet and save it again, or save the sheet as CSV."),
    )


def _refuse_greedy(file_name: str, extents: Iterator[_Extent], limit: int) -> None:
    taken = 0
    for extent in extents:
        taken += extent.memory
        if taken > limit and not extent.values:
            raise unreadable(file_name)
        if taken > limit:
            # Lazy: few workbooks are refused.
            from xlsxwriter.utility import xl_col_to_name

            raise TableError(
                message(
                    "{file} would take {n} MB of memory: the cells that hold something reach to {cell}.",
                    file=file_name,
                    n=number(taken >> 20),
                    cell=f"{xl_col_to_name(extent.right)}{extent.bottom + 1}",
                ),
                message("Delete what stands far below or beside the table, or save the sheet as CSV."),
            )


def _unpacked_bytes(source: BinaryIO) -> int:
    """What the members of an archive unpack to, counted no further than just above `XML_LIMIT`."""
    count = 0
    with zipfile.ZipFile(source) as archive:
        for info in archive.infolist():
            count += _unpacked(archive, info, XML_LIMIT - count)
    return count


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int) -> int:
    """How many bytes a member unpacks to, counted no further than just above `limit`: its header may lie."""
    stream = archive.fp
    if stream is None or info.compress_type != zipfile.ZIP_DEFLATED:
        return max(info.file_size, info.compress_size)
    stream.seek(info.header_offset + 26)
    lengths = stream.read(4)
    begin = int.from_bytes(lengths[:2], "little") + int.from_bytes(lengths[2:], "little")
    stream.seek(info.header_offset + 30 + begin)
    unpack, count = zlib.decompressobj(-15), 0
    data = b""
    while not unpack.eof and count <= limit:
        data = unpack.unconsumed_tail or stream.read(_STEP)
        if not data:
            break
        count += len(unpack.decompress(data, _STEP))
    return count


def _extents(source: BinaryIO) -> Iterator[_Extent]:
    """Those of the sheets in a packed workbook. What is damaged is for whoever reads it to tell."""
    with zipfile.ZipFile(source) as archive:
        names = archive.namelist()
        try:
            if "content.xml" in names:
                yield from _ods_extents(_blocks(archive, "content.xml"))
                return
            shared, announced = _shared_lengths(archive) if "xl/sharedStrings.xml" in names else ([], 0)
            # Room is made for as many texts as are announced, before there is one.
            yield _Extent(texts=sum(shared) + announced * PER_TEXT)
            for name in names:
                if name.startswith("xl/worksheets/") and name.endswith(".xml"):
                    yield _xlsx_extent(_blocks(archive, name), shared)
        except (zipfile.BadZipFile, zlib.error, OSError, NotImplementedError):
            return


def _blocks(archive: zipfile.ZipFile, member: str) -> Iterator[bytes]:
    """The text of a member, each piece up to where a tag begins."""
    with archive.open(member) as packed:
        text = b""
        while block := packed.read(_STEP):
            text += block
            cut = text.rfind(b"<", 0, max(1, len(text) - _LONGEST_TAG))
            if cut > 0:
                yield text[:cut]
                text = text[cut:]
        yield text


def _shared_lengths(archive: zipfile.ZipFile) -> tuple[list[int], int]:
    """The bytes that each shared text of an XLSX file takes at most, and how many texts it says there are."""
    lengths, open_length, announced = [], -1, 0
    for text in _blocks(archive, "xl/sharedStrings.xml"):
        announced = max([announced, *map(int, _ANNOUNCED.findall(text, 0, _LONGEST_TAG))])
        first, *others = _SHARED_TEXTS.split(text)
        if open_length >= 0:
            open_length += len(first)
        for other in others:
            if open_length >= 0:
                lengths.append(open_length)
            open_length = len(other)
    return ([*lengths, open_length] if open_length >= 0 else lengths), announced


def _xlsx_extent(blocks: Iterator[bytes], shared: list[int]) -> _Extent:
    found = _Extent()
    row = column = -1
    longest = max(shared, default=0)
    for text in blocks:
        named = _NAMED.findall(text)
        if named and len(named) == len(_CELLS.findall(text)):
            _add_named(found, named)
            row, column = int(named[-1][1]) - 1, column_of(named[-1][0].decode())
        else:
            row, column = _add_following(found, text, row, column)
        if longest > PER_TEXT:
            found.texts += sum(shared[at] for at in map(int, _SHARED_CELLS.findall(text)) if at < len(shared))
    return found


def _add_named(found: _Extent, cells: list[tuple[bytes, bytes, bytes]]) -> None:
    """Add the cells that have a value; each names its place, as most programs write them."""
    values = [(letters, row) for letters, row, blank in cells if not blank]
    if not values:
        return
    columns = [column_of(letters.decode()) for letters in {letters for letters, _ in values}]
    rows = [int(row) - 1 for row in {row for _, row in values}]
    found.add(min(rows), min(columns))
    found.add(max(rows), max(columns))
    found.values += len(values) - 2


def _add_following(found: _Extent, text: bytes, row: int, column: int) -> tuple[int, int]:
    """Add those of a text in which a cell or row may be the one after the last; the place of its last."""
    for kind, attributes, blank in _TAGS.findall(text):
        if kind == b"row":
            named = _ROW.search(attributes)
            row, column = int(named[1]) - 1 if named else row + 1, -1
            continue
        place = _PLACE.search(attributes)
        column = column_of(place[1].decode()) if place else column + 1
        if not blank:
            found.add(int(place[2]) - 1 if place and place[2] else max(row, 0), column)
    return row, column


def _ods_extents(blocks: Iterator[bytes]) -> Iterator[_Extent]:
    """Cells, and rows of them, are written once however often they come one after another."""
    found, row, column, alike = _Extent(), -1, 0, 1
    for text in blocks:
        for tag in _ODS_TAGS.finditer(text):
            kind, attributes = tag[1], tag[2]
            if kind == b"table":
                yield found
                found, row, column, alike = _Extent(), 0, 0, 0
            elif kind == b"table-row":
                row, column = row + alike, 0
                repeated = _ROWS_ALIKE.search(attributes)
                alike = int(repeated[1]) if repeated else 1
            else:
                repeated = _CELLS_ALIKE.search(attributes)
                count = int(repeated[1]) if repeated else 1
                if b"office:value-type" in attributes:
                    found.add(row, column, alike, count)
                    shown = text.find(b"</table:", tag.end())
                    found.texts += max(0, shown - tag.end()) * count * alike
                column += count
    yield found


def _xls_extents(source: BinaryIO) -> Iterator[_Extent]:
    """Those of the sheets in the old format. What is damaged is for whoever reads it to tell."""
    with suppress(struct.error, LookupError, ValueError):
        for cells in xls_formats.value_cells(source):
            found = _Extent()
            for row, column in cells:
                found.add(row, column)
            yield found
