"""The bytes that pages are read from: the file itself or its private copy, with the index of its rows."""

from __future__ import annotations

import codecs
import os
import re
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path

from svcconsole.tables.reading.dialect import SAMPLE_BYTES, Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.viewing.pages import Row, records
from svcconsole.tables.viewing.private_copy import PrivateCopy
from svcconsole.tables.viewing.row_index import STRIDE, RowIndex, scan
from svcconsole.words.message import message

BLOCKS_KEPT = 1024

Stamp = tuple[int, int, int]
"""Size, time of the last change and number of a file: another one means that it was written to."""


class FileChanged(TableError):
    """The file was written to after it was opened, so that what was indexed no longer holds."""

    def __init__(self, name: str) -> None:
        super().__init__(
            message("{name} changed after it was opened.", name=name),
            message("Open it again to see what it holds now."),
        )
        self.args = (name,)


class Source:
    """A file in which every record stands as the pages show it; safe to read while it is indexed.

    It is read, not mapped into memory: a mapped file that somebody shortens ends the whole program, and
    reading costs a page no more. `copied`: a private copy, in UTF-8 and of one width.
    """

    def __init__(self, path: Path, dialect: Dialect, width: int, copied: PrivateCopy | None = None) -> None:
        self.path = path
        self.dialect = dialect
        self.width = width
        self.copied = copied
        self.offsets = RowIndex()
        self._headed = int(dialect.header)
        self._file = path.open("rb", buffering=0)
        self._blocks: OrderedDict[int, list[tuple[str, ...]]] = OrderedDict()
        self._reading = threading.Lock()

    @property
    def rows(self) -> int:
        """Rows indexed so far, without the header."""
        return max(0, self.offsets.records - self._headed)

    @property
    def widest(self) -> int:
        return max(self.width, self.offsets.widest)

    @property
    def cell_bytes(self) -> int:
        """Bytes of all cells but the header's; right where there is no blank line."""
        with self._reading:
            header = self._block(0)[0] if self._headed else ()
        return self.offsets.cell_bytes - sum(len(cell.encode()) for cell in header)

    def scan(self) -> Iterator[int]:
        """Index every row, yielding the byte reached. NotIndexable when the bytes do not show them."""
        with self.path.open("rb", buffering=0) as file:  # Pages move about in the other one.
            if stamp(os.fstat(file.fileno())) != stamp(os.fstat(self._file.fileno())):
                raise FileChanged(self.path.name)
            begin = begin_of_table(file.read(SAMPLE_BYTES), self.dialect)
            as_read = self.copied is not None
            yield from scan(file, begin, self.dialect, self.width, self.offsets, as_read=as_read)

    def rows_at(self, places: Sequence[int]) -> list[Row]:
        """Rows by their places (from 0), all indexed."""
        found = []
        with self._reading:
            for place in places:
                block, within = divmod(place + self._headed, STRIDE)
                found.append(Row(place + 1, self._block(block)[within]))
        return found

    def close(self) -> None:
        with self._reading:
            self._file.close()

    def _block(self, block: int) -> list[tuple[str, ...]]:
        """Eight parsed records; the ones looked at last are kept."""
        kept = self._blocks.get(block)
        if kept is not None:
            self._blocks.move_to_end(block)
            return kept
        begin, end = self.offsets.span(block)
        self._file.seek(begin)
        piece = self._file.read(end - begin)
        if len(piece) != end - begin:
            raise FileChanged(self.path.name)
        parsed = records(piece, self.dialect, self.width)
        if len(parsed) >= STRIDE:  # The last block may still be growing.
            self._blocks[block] = parsed
            if len(self._blocks) > BLOCKS_KEPT:
                self._blocks.popitem(last=False)
        return parsed


def stamp(status: os.stat_result) -> Stamp:
    return status.st_size, status.st_mtime_ns, status.st_ino


def begin_of_table(head: bytes, dialect: Dialect) -> int:
    """The byte where the table begins: after the byte order mark and the lines before it."""
    at = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0
    ending = re.compile(rb"\r\n|\n|\r")
    for _ in range(dialect.skip):
        found = ending.search(head, at)
        at = found.end() if found else len(head)
    return at
