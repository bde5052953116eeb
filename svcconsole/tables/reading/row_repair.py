"""Repairs one broken record: parses what a strict CSV parser refuses."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from svcconsole.tables.reading.csv_dialect import Dialect

_SPACES = re.compile(" +")


@dataclass(frozen=True, slots=True)
class Parsed:
    """Cells of one record, its number of lines, cells with stray quotes, whether the last quote closed, how
    many characters the lines have that come before its last one."""

    cells: tuple[str, ...]
    lines: int
    stray: tuple[int, ...]
    closed: bool
    length: int = 0


def parse(lines: Iterator[str], dialect: Dialect, *, limit: int = 0, literal: int = -1) -> Parsed:
    """Read the record that starts on the first of `lines`, which it draws as needed.

    A quote opens a cell only at its start and closes it only before a delimiter or the line's end (spaces
    between are dropped); every other quote is text, and behind one two in a row before a delimiter are text
    and the end. A cell may go on over further lines until `limit` characters have been read; with `limit` 0
    the record ends with its line. A quote that does not close there, or that opens the cell at position
    `literal`, is no part of the cell where the cell holds no other, else text.
    """
    return _Parser(lines, dialect, limit, literal).run()


class _Parser:
    def __init__(self, lines: Iterator[str], dialect: Dialect, limit: int, literal: int) -> None:
        self.literal_at = literal
        self.lines = lines
        self.dialect = dialect
        self.literal = limit == 0
        self.room = limit
        self.passed = 0
        self.text = next(lines, "")
        self.end = _end_of(self.text)
        self.taken = int(bool(self.text))
        self.open_from = sys.maxsize
        self.at = 0
        self.cells: list[str] = []
        self.stray: list[int] = []
        self.closed = True

    def run(self) -> Parsed:
        more = True
        while more:
            quote = self.dialect.quote
            quoted = bool(quote) and self.text.startswith(quote, self.at)
            literal = len(self.cells) == self.literal_at
            more = self._quoted() if quoted and not literal else self._plain()
        return Parsed(tuple(self.cells), self.taken, tuple(self.stray), self.closed, self.passed)

    def _plain(self) -> bool:
        start, quote = self.at, self.dialect.quote
        end = self._next_delimiter()
        stop = self.end if end < 0 else end
        lone = (
            bool(quote) and self.text.startswith(quote, start) and self.text.find(quote, start + 1, stop) < 0
        )
        self.cells.append(self._unescape(self.text[start + lone : stop]))
        self._go_behind(stop)
        return end >= 0

    def _next_delimiter(self) -> int:
        end = self.text.find(self.dialect.delimiter, self.at, self.end)
        while end >= 0 and self._escaped(self.text[self.at : end]):
            end = self.text.find(self.dialect.delimiter, end + 1, self.end)
        return end

    def _go_behind(self, delimiter_at: int) -> None:
        self.at = delimiter_at + len(self.dialect.delimiter)
        while self.dialect.skip_space and self.text.startswith(" ", self.at):
            self.at += 1

    def _quoted(self) -> bool:
        start, quote = self.at, self.dialect.quote
        if start >= self.open_from:
            return self._unclosed(start, [])
        parts: list[str] = []
        first_stray = sys.maxsize
        cursor = self.at + 1
        while True:
            hit = self.text.find(quote, cursor)
            if hit < 0:
                parts.append(self.text[cursor:])
                if not self._next_line():
                    self.open_from = first_stray
                    return self._unclosed(start, parts)
                cursor = 0
                continue
            parts.append(self.text[cursor:hit])
            after = hit + 1
            escaped = self._escaped(parts[-1])
            doubled = self.text.startswith(quote, after)
            if doubled and not escaped and self._is_noted() and self._ends_cell(after + 1):
                parts.append(quote)
                after, doubled = after + 1, False
            if escaped:
                parts.append(quote)
                cursor = hit + 1
            elif doubled:
                parts.append(quote)
                cursor = hit + 2
            elif self._ends_cell(after):
                self.cells.append(self._unescape("".join(parts)))
                self._go_behind(self._behind_spaces(after))
                return self.at - len(self.dialect.delimiter) < self.end
            else:
                self._note()
                first_stray = min(first_stray, hit)
                parts.append(quote)
                cursor = hit + 1

    def _next_line(self) -> bool:
        self.room -= len(self.text)
        self.passed += len(self.text)
        following = next(self.lines, "") if self.room > 0 else ""
        if following:
            self.text, self.end, self.taken = following, _end_of(following), self.taken + 1
        return bool(following)

    def _unclosed(self, start: int, parts: list[str]) -> bool:
        self._note()
        self.closed = False
        if self.literal:
            self.at = start
            return self._plain()
        self.cells.append("".join(parts).rstrip("\r\n"))
        return False

    def _behind_spaces(self, at: int) -> int:
        if self.dialect.delimiter.startswith(" "):
            return at
        spaces = _SPACES.match(self.text, at)
        return spaces.end() if spaces is not None else at

    def _ends_cell(self, after: int) -> bool:
        """Whether a quote that stands before the position `after` closes its cell."""
        rest = self._behind_spaces(after)
        return rest >= self.end or self.text.startswith(self.dialect.delimiter, rest)

    def _is_noted(self) -> bool:
        return self.stray[-1:] == [len(self.cells)]

    def _note(self) -> None:
        if not self._is_noted():
            self.stray.append(len(self.cells))

    def _escaped(self, before: str) -> bool:
        """Whether what follows `before` is escaped: an odd number of escape characters stands there."""
        escape = self.dialect.escape
        return bool(escape) and (len(before) - len(before.rstrip(escape))) % 2 == 1

    def _unescape(self, text: str) -> str:
        escape = self.dialect.escape
        if not escape or escape not in text:
            return text
        return escapes(self.dialect).sub(lambda found: found[1] or escape, text)


def _end_of(line: str) -> int:
    """Where the text of a line ends: before what ends the line."""
    return len(line.rstrip("\r\n"))


def escapes(dialect: Dialect) -> re.Pattern[str]:
    """Each escape character with the sign it protects: a quote, a delimiter, itself or a line's end. Before
    anything else it is text."""
    first = dialect.delimiter[0]
    protected = "".join(map(re.escape, (dialect.quote, first, dialect.escape)))
    return re.compile(rf"{re.escape(dialect.escape)}([{protected}\r\n])|{re.escape(dialect.escape)}")
