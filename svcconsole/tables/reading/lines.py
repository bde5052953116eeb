"""Physical lines of a text file, decoded in blocks and kept for a second look while a record is open."""

from __future__ import annotations

import codecs
import io
from collections import deque
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from svcconsole.tables.reading.byte_sample import LOST
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.text_formula import MAY_BEGIN
from svcconsole.words.message import message, number

BLOCK_BYTES = 1 << 16
LINE_LIMIT = 1 << 24
"""Characters in one physical line; a longer one is no line of a table."""

_BOM = "\ufeff"
_END_OF_FILE = "\x1a"
"""Ctrl-Z, with which old programs end a file."""
_NO_ENDS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""Where `str.splitlines` would split and a table does not."""


def _split(text: str) -> list[str]:
    """Lines with their endings (LF, CRLF, CR); `splitlines` is the quick way where it finds no others."""
    if any(sign in text for sign in _NO_ENDS):
        return list(io.StringIO(text, newline=""))
    return text.splitlines(keepends=True)


def _is_suspect(text: str) -> bool:
    return "\0" in text or LOST in text or MAY_BEGIN.search(text) is not None


class Lines:
    """Lines by number (from 1), each with its own ending (LF, CRLF or CR).

    `seek(line)` gives an iterator from that line on; it may go back as far as `keep_from`, which the reader
    moves forward with every finished record, so that memory stays constant. `suspects` are the numbers of
    lines with NUL characters, with U+FFFD (bytes of another encoding, or lost before) or with ="…" (a text).
    """

    __slots__ = ("_carried", "_decoder", "_ended", "_file", "_kept", "_next", "keep_from", "suspects")

    def __init__(self, file: BinaryIO, encoding: str) -> None:
        self._file = file
        self._decoder = codecs.getincrementaldecoder(encoding)("strict")
        self.suspects: set[int] = set()
        self._kept: deque[tuple[int, list[str]]] = deque()
        self._next = 1
        self._carried: list[str] = []
        self._ended = False
        self.keep_from = 1

    def seek(self, line: int) -> Iterator[str]:
        """Lines from `line` on, through the rest of the file; earlier iterators stay good as long as
        `keep_from` has not moved beyond their place."""
        return chain.from_iterable(self._blocks(line))

    def skip_to(self, line: int) -> None:
        """Pass over everything before `line`, without keeping it."""
        while self._next < line and not self._ended:
            self.keep_from = self._next
            self._load()
        self.keep_from = line

    def _blocks(self, line: int) -> Iterator[list[str]]:
        """By number, not by what is kept now: another iterator may load blocks meanwhile."""
        while True:
            found = next(((start, block) for start, block in self._kept if start + len(block) > line), None)
            if found is not None:
                start, block = found
                yield block[line - start :] if line > start else block
                line = start + len(block)
            elif self._ended:
                return
            else:
                self._load()

    def _load(self) -> None:
        while len(self._kept) > 1 and self._kept[1][0] <= self.keep_from:
            self._kept.popleft()
        text = self._decode(self._file.read(BLOCK_BYTES))
        if text and "\n" not in text and "\r" not in text:  # joined once the line ends, not block by block
            self._carried.append(text)
            lines, length = list[str](), sum(map(len, self._carried))
        else:
            text = "".join((*self._carried, text))
            lines = _split(text)
            self._carried.clear()
            if _BOM in text:  # Files that were put one behind another.
                lines = [kept for line in lines if (kept := line.removeprefix(_BOM))]
            if lines and self._ended and lines[-1].endswith(_END_OF_FILE):
                lines[-1:] = filter(None, [lines[-1].removesuffix(_END_OF_FILE)])
            if lines and not self._ended and (lines[-1][-1] != "\n"):
                self._carried.append(lines.pop())
            length = len(self._carried[0]) if self._carried else 0
        if length > LINE_LIMIT:
            raise TableError(
                message(
                    "Line {line} is longer than {limit} million characters.",
                    line=number(self._next + len(lines), grouped=False),
                    limit=number(LINE_LIMIT >> 20, grouped=False),
                ),
                message("This is not a table of text, or its lines end in an unusual way."),
            )
        if lines:
            self._kept.append((self._next, lines))
            self._next += len(lines)

    def _decode(self, data: bytes) -> str:
        self._ended = not data
        before = self._decoder.getstate()
        damaged = False
        try:
            text = self._decoder.decode(data, self._ended)
        except UnicodeDecodeError:
            self._decoder.setstate(before)
            self._decoder.errors = "replace"
            text = self._decoder.decode(data, self._ended)
            self._decoder.errors = "strict"
            damaged = True
        if self._next == 1 and not self._carried and text.startswith(_BOM):
            text = text[1:]
        # Of the line that is open its last sign is enough: a CR ends it unless an LF follows.
        before_it = self._carried[-1][-1] if self._carried else ""
        if damaged or _is_suspect(before_it + text):
            for offset, line in enumerate(io.StringIO(before_it + text, newline="")):
                if _is_suspect(line):
                    self.suspects.add(self._next + offset)
        return text
