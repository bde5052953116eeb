"""Reads which cells of a sheet in the old XLS format have a number format that shows more than their digits.

An XLS file is a compound file ([MS-CFB]) whose stream "Workbook" is a sequence of records ([MS-XLS], BIFF8).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import BinaryIO

from svcconsole.tables.reading.number_formats import BUILT_IN, shows_more

_ENTRY = 128
_SECTOR = 512
_STREAM = 2
"""The kind of a directory's entry that names a stream; the first entry is the root."""
_COUNTS = (40, 44, 64, 72)
"""Where the header has numbers of sectors."""
_END = 0xFFFFFFFA
"""Sector numbers from here on are no sectors."""
_BOF, _EOF, _BOUNDSHEET, _FORMAT, _XF = 0x0809, 0x000A, 0x0085, 0x041E, 0x00E0
_NUMBER, _RK, _FORMULA, _MULRK = 0x0203, 0x027E, 0x0006, 0x00BD
_LABEL, _LABELSST, _RSTRING, _BOOLERR = 0x0204, 0x00FD, 0x00D6, 0x0205
_BIFF8 = 0x0600


def row_formats(source: BinaryIO, sheet: str) -> Iterator[tuple[int, dict[int, str]]]:
    """Rows (from 0) with the format codes of some of their columns, as in `xlsx_formats`.

    Raises struct.error, LookupError or ValueError for a file that is not as it should be.
    """
    source.seek(0)
    book = _stream(source.read(), ("Workbook", "Book"))
    formats = dict(BUILT_IN)
    styles: list[int] = []
    begin = -1
    for kind, data in _records(book, 0):
        if kind == _BOF and struct.unpack_from("<H", data)[0] != _BIFF8:
            return
        if kind == _FORMAT:
            formats[struct.unpack_from("<H", data)[0]] = _text(data, 2, wide=True)
        elif kind == _XF:
            styles.append(struct.unpack_from("<H", data, 2)[0])
        elif kind == _BOUNDSHEET and _text(data, 6, wide=False) == sheet:
            begin = struct.unpack_from("<I", data)[0]
    telling = {number: code for number, code in formats.items() if shows_more(code)}
    codes = {at: telling[number] for at, number in enumerate(styles) if number in telling}
    rows: dict[int, dict[int, str]] = {}
    for kind, data in _records(book, begin) if codes and begin >= 0 else ():
        for row, column, style in _cells(kind, data):
            if style in codes:
                rows.setdefault(row, {})[column] = codes[style]
    yield from sorted(rows.items())


def claimed_bytes(source: BinaryIO) -> int:
    """The most that a part of the compound file says it holds.

    Raises struct.error or LookupError for a file that is not as it should be, ValueError where sectors follow
    one another in a circle.
    """
    source.seek(0)
    data = source.read()
    size = 1 << struct.unpack_from("<H", data, 30)[0]
    directory, small_table = (struct.unpack_from("<I", data, at)[0] for at in (48, 60))
    table = _table(data, size)
    _refuse_circles(table)
    _refuse_circles(_numbers(_chain(data, table, small_table, size, size)))
    entries = _chain(data, table, directory, size, size)
    width = "<I" if size == _SECTOR else "<Q"
    claims: list[int] = [size * struct.unpack_from("<I", data, at)[0] for at in _COUNTS]
    claims += [
        struct.unpack_from(width, entries, at + 120)[0]
        for at in range(0, len(entries) - _ENTRY + 1, _ENTRY)
        if at == 0 or entries[at + 66] == _STREAM
    ]
    return max(claims)


def _refuse_circles(links: tuple[int, ...]) -> None:
    """ValueError where a chain of sectors does not end."""
    seen_from = [-1] * len(links)
    for begin in range(len(links)):
        at = begin
        while at < len(links) and seen_from[at] == -1:
            seen_from[at] = begin
            at = links[at]
        if at < len(links) and seen_from[at] == begin:
            raise ValueError(at)


def value_cells(source: BinaryIO) -> Iterator[Iterator[tuple[int, int]]]:
    """Row and column (from 0) of the cells that have a value, sheet by sheet.

    Raises struct.error, LookupError or ValueError for a file that is not as it should be.
    """
    source.seek(0)
    book = _stream(source.read(), ("Workbook", "Book"))
    for kind, data in _records(book, 0):
        if kind == _BOUNDSHEET:
            yield _places(_records(book, struct.unpack_from("<I", data)[0]))


def _places(records: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, int]]:
    for kind, data in records:
        if kind in (_LABEL, _LABELSST, _RSTRING, _BOOLERR):
            yield struct.unpack_from("<HH", data)
        else:
            yield from ((row, column) for row, column, _ in _cells(kind, data))


def _cells(kind: int, data: bytes) -> Iterator[tuple[int, int, int]]:
    """Row, column and style of the numbers in a record."""
    if kind in (_NUMBER, _RK, _FORMULA):
        yield struct.unpack_from("<HHH", data)
    elif kind == _MULRK:
        row, first = struct.unpack_from("<HH", data)
        for at in range((len(data) - 6) // 6):
            yield row, first + at, struct.unpack_from("<H", data, 4 + 6 * at)[0]


def _records(book: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """The records from a place on, up to the end of the part that begins there."""
    while at + 4 <= len(book):
        kind, length = struct.unpack_from("<HH", book, at)
        if kind == _EOF:
            return
        yield kind, book[at + 4 : at + 4 + length]
        at += 4 + length


def _text(data: bytes, at: int, *, wide: bool) -> str:
    """A string behind its length (two bytes where `wide`) and its flags."""
    count = struct.unpack_from("<H" if wide else "<B", data, at)[0]
    at += 2 if wide else 1
    if data[at] & 1:
        return data[at + 1 : at + 1 + 2 * count].decode("utf-16-le")
    return data[at + 1 : at + 1 + count].decode("latin-1")


def _stream(data: bytes, names: tuple[str, ...]) -> bytes:
    """The first stream of a compound file with one of these names."""
    size = 1 << struct.unpack_from("<H", data, 30)[0]
    small_size = 1 << struct.unpack_from("<H", data, 32)[0]
    directory, cutoff, small_table = (struct.unpack_from("<I", data, at)[0] for at in (48, 56, 60))
    table = _table(data, size)
    entries = _chain(data, table, directory, size, size)
    root_start, root_size = struct.unpack_from("<II", entries, 116)
    for at in range(0, len(entries), _ENTRY):
        length = struct.unpack_from("<H", entries, at + 64)[0]
        if entries[at : at + max(0, length - 2)].decode("utf-16-le") not in names:
            continue
        start, count = struct.unpack_from("<II", entries, at + 116)
        if count >= cutoff:
            return _chain(data, table, start, size, size)[:count]
        small = _chain(data, table, root_start, size, size)[:root_size]
        links = _numbers(_chain(data, table, small_table, size, size))
        return _chain(small, links, start, small_size, 0)[:count]
    raise LookupError(names)


def _table(data: bytes, size: int) -> tuple[int, ...]:
    """The sector that follows each."""
    sectors = list(struct.unpack_from("<109I", data, 76))
    further = struct.unpack_from("<I", data, 68)[0]
    seen: set[int] = set()
    while further < _END and further not in seen:
        seen.add(further)
        more = _numbers(data[size * (further + 1) : size * (further + 2)])
        sectors += more[:-1]
        further = more[-1]
    return _numbers(b"".join(data[size * (at + 1) : size * (at + 2)] for at in sectors if at < _END))


def _numbers(data: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4])


def _chain(data: bytes, links: tuple[int, ...], at: int, size: int, offset: int) -> bytes:
    """The sectors of a chain joined; ValueError where it runs in a circle."""
    parts: list[bytes] = []
    while at < _END:
        if len(parts) > len(links):
            raise ValueError(at)
        parts.append(data[offset + size * at : offset + size * (at + 1)])
        at = links[at]
    return b"".join(parts)
