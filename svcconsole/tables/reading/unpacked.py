"""Opens the text of a table wherever it is kept: in a plain file, a workbook, a ZIP archive or a gzip
file, or within quotes around each of its lines.

Nothing is unpacked under a name: the text is written to a temporary file that only this process has and that
is gone with it. The last ones are kept, because a file is opened several times on its way into an import.
"""

from __future__ import annotations

import gzip
import io
import os
import tempfile
import threading
import zipfile
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, cast

from svcconsole.tables.reading import workbook
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.quoted_lines import LOOKED_AT, are_quoted, unquoted
from svcconsole.tables.reading.source_file import open_file
from svcconsole.words.message import Message, listed, message, plural

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

WORKBOOK, ARCHIVE, COMPRESSED, QUOTED = "workbook", "archive", "compressed", "quoted"
TABLE_SUFFIXES = (".csv", ".tsv", ".tab", ".txt", ".xlsx", ".xlsm", ".xls", ".ods", ".gz")
UNPACKED_LIMIT = 4 << 30
BOMB_FROM = 64 << 20
BOMB_RATIO = 300
"""What unpacks to more than 64 MiB must not be more than 300 times smaller packed: no table packs so well."""
MEMBERS_LIMIT = 10_000
LAYERS = 3
"""A gzip file or a workbook may lie in an archive, but not deeper."""
KEPT = 4
_STEP = 1 << 20
_QUOTES_LEFT_OUT = message("Each line stands in quotes as a whole; they are left out.")
_ZIP, _ZIP_EMPTY, _GZIP, _OLE = b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"\xd0\xcf\x11\xe0"


@dataclass(frozen=True, slots=True)
class Contents:
    """What a packed file holds: its kind (the innermost), the part that is read, every part that could be
    read instead (sheets of a workbook, tables of an archive) and what is to be told about it.

    `several`: they are tables of an archive, none of which is likelier than another.
    """

    kind: str
    part: str
    parts: tuple[str, ...]
    notes: tuple[Message, ...]
    several: bool = False


def open_text(path: Path, part: str = "") -> BinaryIO:
    """The bytes of the table in `path`, as text in some encoding; `part` names a sheet or a member of an
    archive ("" for the first). Anything that is not packed is opened as it is. TableError as `open_file`."""
    return _open(path, part)[0]


def contents(path: Path, part: str = "") -> Contents | None:
    """What a packed file holds; None for a file that is not packed."""
    file, found = _open(path, part)
    file.close()
    return found


def _open(path: Path, part: str) -> tuple[BinaryIO, Contents | None]:
    file = open_file(path)
    if not _is_packed(file) and not _is_quoted(file):
        return file, None
    with file:
        state = os.fstat(file.fileno())
        key = (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, part)
        with _lock:
            kept = _kept.get(key)
            if kept is None:
                kept = _kept[key] = _unpack(path.name, file, part)
                if kept.contents.part:
                    _kept[*key[:-1], kept.contents.part] = kept
                while len(_kept) > KEPT:
                    _kept.popitem(last=False)
            _kept.move_to_end(key)
    return cast(BinaryIO, io.BufferedReader(_View(kept), _STEP)), kept.contents


class _Unpacked:
    """A temporary file, closed and gone with the last of its readers."""

    def __init__(self, file: IO[bytes], contents: Contents) -> None:
        self.file = file
        self.contents = contents

    def __del__(self) -> None:
        self.file.close()


_kept: OrderedDict[tuple[object, ...], _Unpacked] = OrderedDict()
_lock = threading.Lock()


class _View(io.RawIOBase):
    """One reader of a temporary file that several read, each from its own place."""

    def __init__(self, text: _Unpacked) -> None:
        self._text = text
        self._at = 0

    def close(self) -> None:
        """Let go of the file, which ends with its last reader."""
        super().close()
        self.__dict__.pop("_text", None)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._text.file.fileno()

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        begin = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: os.fstat(self.fileno()).st_size}[whence]
        self._at = begin + offset
        return self._at

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: WriteableBuffer) -> int:
        room = memoryview(buffer)
        with _lock:
            self._text.file.seek(self._at)
            data = self._text.file.read(len(room))
        room[: len(data)] = data
        self._at += len(data)
        return len(data)


def is_packed(begin: bytes) -> bool:
    """Whether a file that begins like this is a workbook, an archive or compressed."""
    return begin.startswith((_ZIP, _ZIP_EMPTY, _GZIP, _OLE))


def _is_packed(file: BinaryIO) -> bool:
    begin = file.read(4)
    file.seek(0)
    return is_packed(begin)


def _is_quoted(file: BinaryIO) -> bool:
    begin = file.read(LOOKED_AT)
    file.seek(0)
    return are_quoted(begin)


def _unpack(name: str, file: BinaryIO, part: str) -> _Unpacked:
    """Unpack layer by layer until text comes out."""
    found = _Unpacked(file, Contents(COMPRESSED, "", (), ()))
    for _ in range(LAYERS):
        target = tempfile.TemporaryFile()  # noqa: SIM115 - kept open, for readers to come
        outer, found = found, _Unpacked(target, found.contents)
        try:
            found.contents = _layer(name, cast(BinaryIO, outer.file), part, target, outer.contents)
        except BaseException:
            target.close()
            raise
        finally:
            outer.file.close()
        target.seek(0)
        text = cast(BinaryIO, target)
        if not _is_packed(text) and (found.contents.kind in (WORKBOOK, QUOTED) or not _is_quoted(text)):
            return found
    found.file.close()
    raise TableError(message("{file} is packed several times over.", file=name), message("Unpack it first."))


def _layer(name: str, source: BinaryIO, part: str, target: IO[bytes], outer: Contents) -> Contents:
    begin = source.read(4)
    source.seek(0)
    if begin.startswith(_GZIP):
        size = source.seek(0, io.SEEK_END)
        source.seek(0)
        _copy(name, _gzip_blocks(name, source), target, size)
        return Contents(outer.kind, outer.part, outer.parts, (*outer.notes, _gzip_note(name)), outer.several)
    if begin.startswith(_OLE):
        return _sheet(name, source, part, target, outer)
    if not is_packed(begin):
        target.writelines(unquoted(source))
        return replace(outer, kind=QUOTED, notes=(*outer.notes, _QUOTES_LEFT_OUT))
    try:
        archive = zipfile.ZipFile(source)
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise _damaged(name) from error
    with archive:
        members = archive.namelist()
        if workbook.is_workbook(members):
            return _sheet(name, source, part, target, outer)
        return _member(name, archive, part, target)


def _sheet(name: str, source: BinaryIO, part: str, target: IO[bytes], outer: Contents) -> Contents:
    inside = outer.kind == ARCHIVE  # the part was a member of the archive: its first sheet is read
    read = workbook.write_sheet(name, source, "" if inside else part, cast(BinaryIO, target))
    if inside:
        return Contents(WORKBOOK, outer.part, outer.parts, (*outer.notes, *read.notes), outer.several)
    return Contents(WORKBOOK, read.name, read.names, read.notes)


def _member(name: str, archive: zipfile.ZipFile, part: str, target: IO[bytes]) -> Contents:
    tables = [info for info in archive.infolist()[:MEMBERS_LIMIT] if _may_be_table(info)]
    if not tables:
        raise TableError(
            message("{file} is a ZIP archive in which there is no table.", file=name),
            message("Choose an archive that holds a CSV or Excel file."),
        )
    chosen = next((info for info in tables if info.filename == part), None) if part else tables[0]
    parts = tuple(info.filename for info in tables)
    if chosen is None:
        raise TableError(
            message("{file} holds no table “{part}”.", file=name, part=part),
            message("Its tables are: {names}.", names=listed(parts[:20])),
        )
    try:
        with archive.open(chosen) as packed:
            _copy(name, iter(lambda: packed.read(_STEP), b""), target, chosen.compress_size)
    except RuntimeError as error:  # zipfile's word for a password
        raise TableError(
            message("{file} is protected with a password.", file=name),
            message("Unpack it, then choose the file that was in it."),
        ) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError) as error:
        raise _damaged(name) from error
    note = message("“{part}” in the archive is read.", part=chosen.filename)
    return Contents(ARCHIVE, chosen.filename, parts, (note,), several=len(parts) > 1)


def _may_be_table(info: zipfile.ZipInfo) -> bool:
    base = info.filename.rpartition("/")[2]
    hidden = base.startswith(".") or info.filename.startswith("__MACOSX/")
    return not info.is_dir() and not hidden and base.lower().endswith(TABLE_SUFFIXES) and info.file_size > 0


def _gzip_blocks(name: str, source: BinaryIO) -> Iterator[bytes]:
    try:
        with gzip.GzipFile(fileobj=source) as packed:
            yield from iter(lambda: packed.read(_STEP), b"")
    except (OSError, EOFError, zlib.error) as error:
        raise TableError(
            message("{file} is a compressed file that is damaged.", file=name),
            message("Fetch it again, or unpack it first."),
        ) from error


def _copy(name: str, blocks: Iterator[bytes], target: IO[bytes], packed_bytes: int) -> None:
    """Write what comes out until it is more than a table can be."""
    limit = min(UNPACKED_LIMIT, max(BOMB_FROM, BOMB_RATIO * packed_bytes))
    written = 0
    for block in blocks:
        written += len(block)
        if written > limit:
            raise TableError(
                plural(
                    "{file} unpacks to more than {n} MiB.",
                    "{file} unpacks to more than {n} MiB.",
                    limit >> 20,
                    file=name,
                ),
                message("Unpack it, and choose the table in it if it is one."),
            )
        target.write(block)


def _gzip_note(name: str) -> Message:
    return message("{file} is compressed; what is in it is read.", file=name)


def _damaged(name: str) -> TableError:
    return TableError(
        message("{file} looks like an Excel workbook or a ZIP archive, and is damaged.", file=name),
        message("Fetch or save it again, or save the sheet as CSV."),
    )
