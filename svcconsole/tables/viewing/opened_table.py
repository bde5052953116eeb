"""An opened table: its first rows at once, every row by number once it is indexed."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from svcconsole.tables.reading.dialect import SAMPLE_BYTES, Detection, Dialect, detect
from svcconsole.tables.reading.reader import FILE_LIMIT, read
from svcconsole.tables.reading.source_file import open_file
from svcconsole.tables.reading.unpacked import contents, open_text
from svcconsole.tables.viewing.decisions import (
    Decision,
    Ragged,
    copy_reason,
    of_detection,
    of_names,
    of_rows,
)
from svcconsole.tables.viewing.pages import Row
from svcconsole.tables.viewing.private_copy import PLAIN, PrivateCopy, copy
from svcconsole.tables.viewing.row_index import NotIndexable
from svcconsole.tables.viewing.row_source import FileChanged, Source, stamp
from svcconsole.tables.viewing.scratch_folder import Scratch
from svcconsole.tables.viewing.sections import Section, cut_out, sections
from svcconsole.tables.viewing.subprocess_iterator import WorkStopped

__all__ = ["FileChanged", "IndexProgress", "OpenedTable", "Ragged", "Row", "open_table"]

HEAD_ROWS = 200
SHAPE_CHARACTERS = 1 << 17
"""Enough for 300 rows of 400 characters; deciding from more would take longer than the click may."""
PROGRESS_SECONDS = 0.1
CLOSE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """Rows found so far and bytes done of all; `copying` while a private copy is made."""

    rows: int
    read: int
    size: int
    copying: bool = False


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
        self._stamp = stamp(os.fstat(self._file.fileno()))
        self.size = self._stamp[0]
        self._scratch: Scratch | None = None
        self._source: Source | None = None
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
        found = (
            Detection(dialect, 1.0, ())
            if dialect
            else detect(self.path, shape_from=SHAPE_CHARACTERS, asking=False)
        )
        given, origin = found.dialect, self._plain(found.dialect.part)
        self.confidence = found.confidence
        self.tables: tuple[Section, ...] = () if dialect else sections(self.path, given)
        if self.tables:
            origin = self._folder() / "table.csv"
            given = cut_out(self.path, given, self.tables[table - 1], origin)
        self.dialect = given
        self._origin = origin
        read_from = _beginning(origin, self._folder()) if self.size > FILE_LIMIT else origin
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

    def _plain(self, part: str) -> Path:
        """The file itself, or a private copy of the table that is packed in it."""
        if contents(self.path, part) is None:
            return self.path
        plain = self._folder() / "unpacked"
        with open_text(self.path, part) as source, plain.open("wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
        self.size = plain.stat().st_size
        return plain

    @property
    def columns(self) -> tuple[str, ...]:
        """The header's names, and "Column n" for cells beyond it as far as rows are known."""
        width = len(self.header)
        more = (f"Column {number}" for number in range(width + 1, width + self._extra + 1))
        return (*self.header, *(f"{name} (2)" if name in self.header else name for name in more))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What was decided, and once `complete` what was met on the way."""
        source = self._source
        if source is None or not self.complete:
            return tuple(self._told)
        copied = source.copied or PrivateCopy(rows=0, width=0, blank=source.offsets.blank)
        return (*self._told, *of_rows(self.ragged, copied))

    @property
    def rows_known(self) -> int:
        """Rows that `rows` can give now; all of them once `complete`."""
        indexed = self._source.rows if self._source else 0
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
            if source is None or (not self.complete and max(numbers, default=0) >= source.rows):
                return [self._head[number] for number in numbers]
            self._check_same()
            return source.rows_at(numbers)

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
    def source(self) -> Source:
        """The file that holds exactly these rows, for another reader; only once `complete`."""
        if self._source is None or not self.complete:
            raise RuntimeError("the table is not indexed yet")
        return self._source

    def check_same(self) -> None:
        """FileChanged when the file was written to, replaced or removed since it was opened."""
        self._check_same()
        try:
            now = stamp(self.path.stat())
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
                self._source.close()
            self._file.close()
        if self._scratch is not None:
            self._scratch.close()
        if waited:
            self._indexing.release()

    def _steps(self, stop: Callable[[], bool]) -> Iterator[IndexProgress]:
        reason = self._copy_reason
        if not reason:
            try:
                yield from self._scan(Source(self._origin, self.dialect, len(self.header)))
            except NotIndexable as found:
                reason = found.reason
                self._told.append(Decision("copied", {"reason": reason}))
                self._copy_reason = reason
        if reason:
            target = self._folder() / "copy.csv"
            with suppress(WorkStopped):
                for made in copy(self._origin, self.dialect, target, lambda: stop() or self._closed):
                    yield IndexProgress(made.rows, made.read, self.size, copying=True)
                    if made.done is not None:
                        yield from self._scan(Source(target, PLAIN, made.done.width, made.done))

    def _scan(self, source: Source) -> Iterator[IndexProgress]:
        with self._reading:
            old, self._source = self._source, source
            if old is not None:
                old.close()
        for at in source.scan():
            yield IndexProgress(source.rows, at, self.size)
        self._extra = max(self._extra, source.widest - len(self.header))

    def _check_same(self) -> None:
        if stamp(os.fstat(self._file.fileno())) != self._stamp:
            raise FileChanged(self.path.name)

    def _folder(self) -> Path:
        if self._scratch is None:
            self._scratch = Scratch()
        return self._scratch.folder


def _beginning(path: Path, folder: Path) -> Path:
    """A file with the first mebibyte, for what reads no more than 4 GiB."""
    target = folder / "beginning.csv"
    with open_file(path) as file:
        head = file.read(SAMPLE_BYTES)
    target.write_bytes(head[: head.rfind(b"\n") + 1] or head)
    return target
