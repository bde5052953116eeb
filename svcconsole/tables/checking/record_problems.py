"""Collects the problems of one record while it is built, and the cell each value came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from svcconsole.tables.checking.problems import KINDS, Loc, Problem
from svcconsole.tables.checking.rules import Decision, Rules
from svcconsole.tables.mapping.mapping import Reading
from svcconsole.tables.mapping.plain_fields import PlainField
from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.row import Row
from svcconsole.tables.results.escape import unescape
from svcconsole.tables.values.values import EDGE, trimmed


class RecordProblems:
    """Collects problems, reads cells (trimming them in the open) and remembers where values came from.

    `asked` counts the cells that a rule decides about, whether or not it is decided: a record that asks
    nothing of a rule is the same under any answer to it.
    """

    def __init__(self, reading: Reading, rules: Rules) -> None:
        self.reading = reading
        self.asked: dict[str, int] = {}
        self.rules = rules
        self.problems: list[Problem] = []
        self.origin: dict[Loc, tuple[int, str]] = {}
        self.settled: set[Loc] = set()
        self._trimmed: set[tuple[int, str]] = set()
        self._blank: set[tuple[int, str]] = set()
        self._escaped: set[tuple[int, str]] = set()

    def read(self, path: str, row: Row) -> str:
        """The text of a field in this row, without spaces at its edges and without our own escape."""
        text = self.reading.value(path, row.cells)
        if not text:
            self._note_blank(path, row)
            return ""
        if text[0] in EDGE or text[-1] in EDGE:
            text = trimmed(text)
            column = self.reading.columns.get(path)
            if text and column and (row.number, column) not in self._trimmed:
                self._trimmed.add((row.number, column))
                self.add_problem("trimmed", row, path, ())
        text = unescape(text) if text[:1] == "'" else text
        return self._without_signs(path, text, row) if path in self.reading.escapes else text

    def _without_signs(self, path: str, text: str, row: Row) -> str:
        """The text without the signs of its export, told once."""
        escape = self.reading.escapes[path]
        plain = escape.undo(text)
        if plain != text and (row.number, path) not in self._escaped:
            self._escaped.add((row.number, path))
            self.add_problem(escape.code, row, path, (), text=escape.sign)
        return plain

    def _note_blank(self, path: str, row: Row) -> None:
        """Say of a cell that is read as blank for its word, once."""
        word = self.reading.written(path, row.cells)
        column = self.reading.columns.get(path)
        if word and column and not word.isspace() and (row.number, column) not in self._blank:
            self._blank.add((row.number, column))
            self.add_problem("blank_word", row, path, (), text=trimmed(word))

    def own(self, path: str, row: Row) -> str:
        """What the file's own column says, trimmed and without our own escape and the signs of its export."""
        text = unescape(trimmed(self.reading.own(path, row.cells)))
        return self.reading.escapes[path].undo(text) if path in self.reading.escapes else text

    def decided(self, rule: str) -> Decision | None:
        """The answer of a rule that this cell depends on; to be asked only where it does."""
        self.asked[rule] = self.asked.get(rule, 0) + 1
        return self.rules.decision(rule)

    def depends_on(self, rule: str) -> Decision | None:
        """The answer of a rule that a record is built anew for, though nothing is asked of it here."""
        self.asked.setdefault(rule, 0)
        return self.rules.decision(rule)

    def came_from(self, loc: Loc, path: str, row: Row) -> None:
        """Remember that the value at `loc` stands in the column of `path`."""
        column = self.reading.columns.get(path)
        if column is not None:
            self.origin[loc] = (row.number, column)

    def fill(
        self,
        body: dict[str, Any],
        fields: Iterable[PlainField],
        first: Callable[[str], tuple[str, Row]],
        at: Loc = (),
    ) -> None:
        """Put the values of `fields` into the record at `at`; `first` gives a path's text and its row."""
        for field in fields:
            text, row = first(field.target.path)
            if text:
                body[field.name] = field.read(text)
                self.came_from((*at, field.name), field.target.path, row)

    def add_problem(
        self, code: str, row: Row, path: str, loc: Loc, /, *, suggestion: str | None = None, **words: object
    ) -> None:
        """Add a problem of kind `code` at the cell of `path` in `row`; `words` fill the kind's sentence."""
        words["wire"] = path
        column = self.reading.columns.get(path)
        self.problems.append(Problem(code, row.number, column, loc, suggestion, words))
        if KINDS[code].level == "error":
            self.settled.add(loc)

    def add_refusal(self, code: str, loc: Loc, row: int, column: str | None, sentence: str) -> None:
        """Add what the models refuse at `loc`, in our words."""
        self.problems.append(Problem(code, row, column, loc, own=sentence))

    def label(self, path: str) -> str:
        """The field's name for people; the path itself when the table does not know it."""
        try:
            return TARGETS[self.reading.kind].field(path).label
        except TableError:
            return path

    @property
    def refused(self) -> bool:
        return any(problem.level == "error" for problem in self.problems)
