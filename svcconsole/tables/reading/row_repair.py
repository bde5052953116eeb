"""Repairs one broken record: parses what a strict CSV parser refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from svcconsole.tables.reading.csv_dialect import Dialect


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
        self.taken = int(bool(self.text))
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
        body = self.text.rstrip("\r\n")
        end = self._next_delimiter(body)
        stop = len(body) if end < 0 else end
        lone = bool(quote) and body.startswith(quote, start) and body.find(quote, start + 1, stop) < 0
        self.cells.append(self._unescape(body[start + lone : stop]))
        self._go_behind(stop)
        return end >= 0

    def _next_delimiter(self, body: str) -> int:
        end = body.find(self.dialect.delimiter, self.at)
        while end >= 0 and self._escaped(body[self.at : end]):
            end = body.find(self.dialect.delimiter, end + 1)
        return end

    def _go_behind(self, delimiter_at: int) -> None:
        self.at = delimiter_at + len(self.dialect.delimiter)
        while self.dialect.skip_space and self.text.startswith(" ", self.at):
            self.at += 1

    def _quoted(self) -> bool:
        start, quote = self.at, self.dialect.quote
        parts: list[str] = []
        cursor = self.at + 1
        while True:
            hit = self.text.find(quote, cursor)
            if hit < 0:
                parts.append(self.text[cursor:])
                if not self._next_line():
                    return self._unclosed(start, parts)
                cursor = 0
                continue
            parts.append(self.text[cursor:hit])
            after = self.text[hit + 1 :]
            escaped = self._escaped(parts[-1])
            if after.startswith(quote) and not escaped and self._is_noted() and self._ends_cell(after[1:]):
                parts.append(quote)
                after = after[1:]
            rest = self._behind_spaces(after)
            if escaped:
                parts.append(quote)
                cursor = hit + 1
            elif after.startswith(quote):
                parts.append(quote)
                cursor = hit + 2
            elif self._ends_cell(after):
                self.cells.append(self._unescape("".join(parts)))
                self._go_behind(len(self.text) - len(rest))
                return bool(rest.strip("\r\n"))
            else:
                self._note()
                parts.append(quote)
                cursor = hit + 1

    def _next_line(self) -> bool:
        self.room -= len(self.text)
        self.passed += len(self.text)
        following = next(self.lines, "") if self.room > 0 else ""
        if following:
            self.text, self.taken = following, self.taken + 1
        return bool(following)

    def _unclosed(self, start: int, parts: list[str]) -> bool:
        self._note()
        self.closed = False
        if self.literal:
            self.at = start
            return self._plain()
        self.cells.append("".join(parts).rstrip("\r\n"))
        return False

    def _behind_spaces(self, text: str) -> str:
        return text if self.dialect.delimiter.startswith(" ") else text.lstrip(" ")

    def _ends_cell(self, after: str) -> bool:
        """Whether a quote with this behind it closes its cell."""
        rest = self._behind_spaces(after)
        return rest.startswith(self.dialect.delimiter) or not rest.strip("\r\n")

    def _is_noted(self) -> bool:
        return len(self.cells) in self.stray

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


def escapes(dialect: Dialect) -> re.Pattern[str]:
    """Each escape character with the sign it protects: a quote, a delimiter, itself or a line's end. Before
    anything else it is text."""
    first = dialect.delimiter[0]
    protected = "".join(map(re.escape, (dialect.quote, first, dialect.escape)))
    return re.compile(rf"{re.escape(dialect.escape)}([{protected}\r\n])|{re.escape(dialect.escape)}")
