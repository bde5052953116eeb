"""A file opened to be looked at: its first rows at once, every row by number once its rows are indexed."""

from __future__ import annotations

import codecs
import os
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import FileIO
from itertools import islice
from pathlib import Path

from svcconsole.tables.dialect import SAMPLE_BYTES, Detection, Dialect, detect
from svcconsole.tables.errors import TableError
from svcconsole.tables.reader import FILE_LIMIT, read
from svcconsole.tables.source_file import open_file
from svcconsole.tables.viewing.aside import WorkStopped
from svcconsole.tables.viewing.copied import PLAIN, Copied, copy
from svcconsole.tables.viewing.decisions import Decision, copy_reason, of_detection, of_names
from svcconsole.tables.viewing.offsets import STRIDE, NotPlain, Offsets, scan
from svcconsole.tables.viewing.pages import Row, records
from svcconsole.tables.viewing.scratch import Scratch
from svcconsole.tables.viewing.sections import Section, cut_out, sections

__all__ = ["FileChanged", "IndexProgress", "OpenedTable", "PlainFile", "Ragged", "Row", "open_table"]

BLOCKS_KEPT = 1024
HEAD_ROWS = 200
SHAPE_CHARACTERS = 1 << 17
"""Enough for 300 rows of 400 characters; deciding from more would take longer than the click may."""
PROGRESS_SECONDS = 0.1
CLOSE_SECONDS = 1.0


class FileChanged(TableError):
    """The file was written to after it was opened, so that what was indexed no longer holds."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} changed after it was opened.", "Open it again to see what it holds now.")
        self.args = (name,)


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """Rows found so far and bytes done of all; `copying` while a private copy is made."""

    rows: int
    read: int
    size: int
    copying: bool = False


@dataclass(frozen=True, slots=True)
class Ragged:
    """Rows with fewer or more cells than the header, and the numbers of the first twenty."""

    short: int = 0
    long: int = 0
    first: tuple[int, ...] = ()

    @property
    def rows(self) -> int:
        return self.short + self.long


@dataclass(frozen=True, slots=True)
class PlainFile:
    """A file in which every record stands as the pages show it, with its index and how it is written.

    `copied`: it is a private copy, in UTF-8 and of one width. `cell_bytes`: of all cells but the header's,
    right where there is no blank line.
    """

    path: Path
    dialect: Dialect
    offsets: Offsets
    copied: bool
    cell_bytes: int


@dataclass(slots=True)
class _Source:
    """The bytes that pages are read from: the file itself or a private copy of it."""

    path: Path
    dialect: Dialect
    file: FileIO
    offsets: Offsets
    copied: Copied | None = None

    @property
    def headed(self) -> int:
        return int(self.dialect.header)


def open_table(path: Path, *, dialect: Dialect | None = None, table: int = 1) -> OpenedTable:
    """Open `path`, looking at its beginning only (a mebibyte); TableError says in one sentence why not.

    `dialect` overrides every decision; `table` (from 1) chooses among several tables in one file.
    """
    return OpenedTable(path, dialect, table)


class OpenedTable:
    """A delimited file of any size. Pure and synchronous; one thread may index while others read rows.

    `size` in bytes; `columns` are the header's names (blank and repeated ones replaced) and, for rows with
    more cells, "Column n"; `decisions` grow when the index is complete; `tables` are the tables found in
    one file, usually none or one.
    """

    def __init__(self, path: Path, dialect: Dialect | None, table: int) -> None:
        self.path = path
        self._file = open_file(path)
        self._stamp = _stamp(os.fstat(self._file.fileno()))
        self.size = self._stamp[0]
        self._scratch: Scratch | None = None
        self._source: _Source | None = None
        self._blocks: OrderedDict[int, list[tuple[str, ...]]] = OrderedDict()
        self._reading = threading.Lock()
        self._indexing = threading.Lock()
        self._extra = 0
        self._closed = False
        self.complete = False
        try:
            self._open(dialect, table)
        except BaseException:
            self.close()
            raise

    def _open(self, dialect: Dialect | None, table: int) -> None:
        found = Detection(dialect, 1.0, ()) if dialect else detect(self.path, shape_from=SHAPE_CHARACTERS)
        given, origin = found.dialect, self.path
        self.confidence = found.confidence
        self.tables: tuple[Section, ...] = () if dialect else sections(self.path, given)
        if self.tables:
            origin = self._folder() / "table.csv"
            given = cut_out(self.path, given, self.tables[table - 1], origin)
        self.dialect = given
        self._origin = origin
        read_from = _beginning(self.path, self._folder()) if self.size > FILE_LIMIT else origin
        head = read(read_from, given)
        self.header = head.header
        filled = (row.cells for row in head.rows if any(row.cells))
        self._head = [Row(number, cells) for number, cells in enumerate(islice(filled, HEAD_ROWS), 1)]
        self._extra = max((len(row.cells) for row in self._head), default=0) - len(self.header)
        told = of_detection(Detection(given, found.confidence, found.evidence), len(self.header))
        if self.tables:
            told.append(Decision("several_tables", {"count": len(self.tables), "shown": table}))
        told += of_names(head.repairs.kept, self.header)
        if reason := copy_reason(given):
            told.append(Decision("copied", {"reason": reason}))
        self._told = told
        self._copy_reason = reason

    @property
    def columns(self) -> tuple[str, ...]:
        """The header's names, and "Column n" for cells beyond it as far as rows are known."""
        width = len(self.header)
        more = (f"Column {number}" for number in range(width + 1, width + self._extra + 1))
        return (*self.header, *(f"{name} (2)" if name in self.header else name for name in more))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What was decided, and once `complete` what was met on the way."""
        return (*self._told, *self._met())

    @property
    def rows_known(self) -> int:
        """Rows that `rows` can give now; all of them once `complete`."""
        source = self._source
        indexed = source.offsets.records - source.headed if source else 0
        return indexed if self.complete else max(indexed, len(self._head))

    @property
    def ragged(self) -> Ragged:
        """Rows of another width than the header, complete once indexed."""
        source = self._source
        if source is None:
            return Ragged()
        met = source.copied or source.offsets
        return Ragged(met.short, met.long, tuple(met.first))

    def first_rows(self, count: int = HEAD_ROWS) -> list[Row]:
        """Up to 200 first rows, at once."""
        return self._head[:count]

    def rows(self, first: int, count: int) -> list[Row]:
        """Rows from `first` (from 0) on, as many as are known; a page takes about a millisecond.

        FileChanged when the file was written to since it was opened.
        """
        first = max(first, 0)
        return self.rows_at(range(first, min(first + count, self.rows_known)))

    def rows_at(self, numbers: Sequence[int]) -> list[Row]:
        """Rows by their places (from 0), in the order asked for; all must be known."""
        with self._reading:
            source = self._source
            indexed = source.offsets.records - source.headed if source else 0
            if source is not None:
                self._check_same()
            found: list[Row] = []
            for number in numbers:
                if source is None or number >= indexed:
                    found.append(self._head[number])
                    continue
                block, place = divmod(number + source.headed, STRIDE)
                found.append(Row(number + 1, self._block(source, block)[place]))
            return found

    def index(self, stop: Callable[[], bool] = lambda: False) -> Iterator[IndexProgress]:
        """Find every row; for a thread. At most ten reports a second, the last one when it is complete.

        Ends early once `stop()` is true; calling again begins again. Where the bytes do not show the rows
        (stray quotes, UTF-16 …) a worker process makes a private copy first. TableError as `reader.read`.
        """
        while not self._indexing.acquire(timeout=PROGRESS_SECONDS):
            if stop() or self._closed:
                return
        try:
            if self.complete:
                return
            told = 0.0
            for progress in self._steps(stop):
                if stop() or self._closed:
                    return
                if time.monotonic() - told >= PROGRESS_SECONDS:
                    told = time.monotonic()
                    yield progress
            if stop() or self._closed:
                return
            self._check_same()
            self.complete = True
        finally:
            self._indexing.release()
        yield IndexProgress(self.rows_known, self.size, self.size)

    def ensure_indexed(self, stop: Callable[[], bool] = lambda: False) -> bool:
        """Wait for the index, making it when nobody does; whether it is complete."""
        for _ in self.index(stop):
            pass
        return self.complete

    @property
    def plain(self) -> PlainFile:
        """The UTF-8 or other file that holds exactly these rows, for another reader; once `complete`."""
        source = self._source
        if source is None or not self.complete:
            raise RuntimeError("the table is not indexed yet")
        with self._reading:
            header = self._block(source, 0)[0] if source.headed else ()
        size = source.offsets.cell_bytes - sum(len(cell.encode()) for cell in header)
        return PlainFile(source.path, source.dialect, source.offsets, source.copied is not None, size)

    def check_same(self) -> None:
        """FileChanged when the file was written to, replaced or removed since it was opened."""
        self._check_same()
        try:
            now = _stamp(self.path.stat())
        except OSError:
            raise FileChanged(self.path.name) from None
        if now != self._stamp:
            raise FileChanged(self.path.name)

    def close(self) -> None:
        """Give the file back and remove private copies; an index in another thread ends at its next step."""
        self._closed = True
        waited = self._indexing.acquire(timeout=CLOSE_SECONDS)
        with self._reading:
            if self._source is not None:
                self._source.file.close()
            self._file.close()
        if self._scratch is not None:
            self._scratch.close()
        if waited:
            self._indexing.release()

    def _steps(self, stop: Callable[[], bool]) -> Iterator[IndexProgress]:
        reason = self._copy_reason
        if not reason:
            try:
                yield from self._scan(self._origin, self.dialect, None)
            except NotPlain as found:
                reason = found.reason
                self._told.append(Decision("copied", {"reason": reason}))
                self._copy_reason = reason
        if reason:
            target = self._folder() / "copy.csv"
            with suppress(WorkStopped):
                for made in copy(self._origin, self.dialect, target, lambda: stop() or self._closed):
                    yield IndexProgress(made.rows, made.read, self.size, copying=True)
                    if made.done is not None:
                        yield from self._scan(target, PLAIN, made.done)

    def _scan(self, path: Path, dialect: Dialect, copied: Copied | None) -> Iterator[IndexProgress]:
        width = copied.width if copied else len(self.header)
        source = _Source(path, dialect, path.open("rb", buffering=0), Offsets(), copied)
        self._replace(source)
        try:
            for at in scan(source.file, _begin(source.file, dialect), dialect, width, source.offsets):
                yield IndexProgress(max(source.offsets.records - source.headed, 0), at, self.size)
        except ValueError:
            if not self._closed:  # Else the file was closed under this thread, which is how it ends.
                raise
        self._extra = max(self._extra, (copied.width if copied else source.offsets.widest) - len(self.header))

    def _replace(self, source: _Source) -> None:
        with self._reading:
            old, self._source = self._source, source
            self._blocks.clear()
            if old is not None:
                old.file.close()

    def _block(self, source: _Source, block: int) -> list[tuple[str, ...]]:
        """Eight parsed records; the ones looked at last are kept."""
        kept = self._blocks.get(block)
        if kept is not None:
            self._blocks.move_to_end(block)
            return kept
        begin, end = source.offsets.span(block)
        source.file.seek(begin)
        piece = source.file.read(end - begin)
        if len(piece) != end - begin:
            raise FileChanged(self.path.name)
        width = source.copied.width if source.copied else len(self.header)
        parsed = records(piece, source.dialect, width)
        if self.complete or block + 1 < len(source.offsets.starts):
            self._blocks[block] = parsed
            if len(self._blocks) > BLOCKS_KEPT:
                self._blocks.popitem(last=False)
        return parsed

    def _check_same(self) -> None:
        if _stamp(os.fstat(self._file.fileno())) != self._stamp:
            raise FileChanged(self.path.name)

    def _folder(self) -> Path:
        if self._scratch is None:
            self._scratch = Scratch()
        return self._scratch.folder

    def _met(self) -> Iterator[Decision]:
        source = self._source
        if not self.complete or source is None:
            return
        ragged = self.ragged
        if ragged.rows:
            first = ", ".join(map(str, ragged.first))
            yield Decision("ragged", {"short": ragged.short, "long": ragged.long, "first": first})
        copied = source.copied
        blank = copied.blank if copied else source.offsets.blank
        if blank:
            yield Decision("blank_rows", {"count": blank})
        if copied and copied.comments:
            yield Decision("comments", {"count": copied.comments})
        if copied and copied.mended:
            yield Decision("mended", {"count": copied.mended, "sentence": copied.sentence})


def _stamp(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_size, status.st_mtime_ns, status.st_ino


def _begin(file: FileIO, dialect: Dialect) -> int:
    """The byte where the table begins: after the byte order mark and the lines before it."""
    file.seek(0)
    head = file.read(SAMPLE_BYTES)
    at = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0
    ending = re.compile(rb"\r\n|\n|\r")
    for _ in range(dialect.skip):
        found = ending.search(head, at)
        at = found.end() if found else len(head)
    return at


def _beginning(path: Path, folder: Path) -> Path:
    """A file with the first mebibyte, for what reads no more than 4 GiB."""
    target = folder / "beginning.csv"
    with open_file(path) as file:
        head = file.read(SAMPLE_BYTES)
    target.write_bytes(head[: head.rfind(b"\n") + 1] or head)
    return target
