"""The results of a check on the disk: the state of each row, and which problems stand where."""

from __future__ import annotations

import re
import sqlite3
import weakref
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from svcconsole.services.campaigns.looks import Look
from svcconsole.services.imports.building import BUILT, GOES, HEAD, OUT, READY, STALE, Results
from svcconsole.services.imports.built_messages import BuiltMessage
from svcconsole.tables.checking.problems import KINDS, Level

_TABLES = (
    "CREATE TABLE problem (code TEXT, row INT, place INT, head INT, col TEXT, suggestion TEXT,"
    " PRIMARY KEY (code, row, place)) WITHOUT ROWID",
    "CREATE TABLE asked (rule TEXT, head INT, cells INT, PRIMARY KEY (rule, head)) WITHOUT ROWID",
    "CREATE TABLE catalog (head INT, name TEXT, PRIMARY KEY (head, name)) WITHOUT ROWID",
    "CREATE TABLE look (row INTEGER PRIMARY KEY, country TEXT, length INT, right_to_left INT, blank INT,"
    " number TEXT)",
    "CREATE TABLE message (head INTEGER PRIMARY KEY, recipient TEXT, content BLOB, before BLOB, after BLOB)",
)
_FIRST_ROW = {"problem": "row", "asked": "head", "catalog": "head", "message": "head"}
"""By which column the entries of a row that is built again are found, in each table."""
_INDEXES = ("CREATE INDEX problem_row ON problem (row)", "CREATE INDEX asked_head ON asked (head)")
"""Made with the first record that is built again: while a file is checked for the first time they would only
cost."""
_UNBUILT = re.compile(rb"[\x00\x%02x]" % STALE)
_CACHE = "PRAGMA cache_size = -4096"


@dataclass(frozen=True, slots=True)
class Cell:
    """A problem's cell, and the text that would settle it; `column` is None where it is about no column."""

    row: int
    column: str | None
    suggestion: str | None


@dataclass(frozen=True, slots=True)
class Totals:
    """Rows and records by their end."""

    products: int
    ready: int
    to_put_right: int
    left_out: int
    ready_products: int


class CheckResults:
    """What was built of a file with so many rows. The database has no name and goes with this object."""

    def __init__(self, rows: int) -> None:
        self.states = bytearray(rows + 1)
        self.states[0] = BUILT
        self._database = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self._database.close)
        for statement in (_CACHE, "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", *_TABLES):
            self._database.execute(statement)
        self._indexed = False
        self._kinds: dict[str, int] | None = None
        self._warned: int | None = None

    def keep(self, results: Results) -> None:
        """Take built records in; what was known of them goes."""
        self._forget([row for row, _ in results.states if self.states[row] & STALE])
        for row, state in results.states:
            self.states[row] = state
        run = self._database.executemany
        self._database.execute("BEGIN")
        run("INSERT OR REPLACE INTO problem VALUES (?, ?, ?, ?, ?, ?)", results.problems)
        run("INSERT OR REPLACE INTO asked VALUES (?, ?, ?)", results.asked)
        run("INSERT OR IGNORE INTO catalog (name, head) VALUES (?, ?)", results.catalogs)
        run("INSERT OR REPLACE INTO look VALUES (?, ?, ?, ?, ?, ?)", results.looks)
        kept = ((head, *built) for head, built in results.messages)
        run("INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?, ?)", kept)
        self._database.execute("COMMIT")
        self._kinds = self._warned = None

    def mark(self, rows: Iterable[int]) -> None:
        """Let the records of these rows be built again."""
        for row in rows:
            if self.states[row]:
                self.states[row] = STALE

    def unbuilt(self) -> int:
        """How many rows have to be built."""
        return self.states.count(0) + self.states.count(STALE)

    def next_unbuilt(self, start: int) -> int:
        """The first row from `start` on (1 or more) that has to be built; 0 when there is none."""
        found = _UNBUILT.search(self.states, start)
        return found.start() if found else 0

    def is_unbuilt(self, row: int) -> bool:
        """Whether this row has to be built."""
        return self.states[row] in (0, STALE)

    # What is asked of it

    def totals(self) -> Totals:
        counts = {state: self.states.count(state) for state in range(1, 2 * GOES)}
        counts[BUILT] -= 1  # the row of number 0, which is none

        def having(has: int, hasnt: int = 0) -> int:
            return sum(n for state, n in counts.items() if state & has == has and not state & hasnt)

        return Totals(
            having(HEAD), having(BUILT | READY, OUT), having(BUILT, READY | OUT), having(OUT), having(GOES)
        )

    def rows_by_kind(self) -> dict[str, int]:
        """Code → number of rows that have it, errors first, then the most frequent."""
        if self._kinds is None:
            found = self._database.execute("SELECT code, count(DISTINCT row) FROM problem GROUP BY code")
            order = {"error": 0, "warning": 1, "info": 2}
            self._kinds = dict(
                sorted(found, key=lambda item: (order[KINDS[item[0]].level], -item[1], item[0]))
            )
        return self._kinds

    def rows_with_level(self, level: Level) -> list[int]:
        """The rows that have a problem of this level, in the order of the file."""
        codes = _of_level(level)
        query = f"SELECT DISTINCT row FROM problem WHERE code IN ({_places(codes)}) ORDER BY row"  # noqa: S608
        return [row for (row,) in self._database.execute(query, codes)]

    def worth_a_look(self) -> int:
        """How many rows have a warning."""
        if self._warned is None:
            codes = _of_level("warning")
            query = f"SELECT count(DISTINCT row) FROM problem WHERE code IN ({_places(codes)})"  # noqa: S608
            self._warned = int(self._database.execute(query, codes).fetchone()[0])
        return self._warned

    def rows_with(self, code: str) -> Iterator[int]:
        """The rows that have a problem of this kind, in the order of the file."""
        query = "SELECT DISTINCT row FROM problem WHERE code = ? ORDER BY row"
        return (row for (row,) in self._database.execute(query, (code,)))

    def heads_with(self, code: str) -> list[int]:
        """The first rows of the records that have a problem of this kind."""
        query = "SELECT DISTINCT head FROM problem WHERE code = ? ORDER BY head"
        return [head for (head,) in self._database.execute(query, (code,))]

    def cells_of(self, code: str) -> Iterator[Cell]:
        """The cells of all problems of a kind."""
        query = "SELECT row, col, suggestion FROM problem WHERE code = ? ORDER BY row, place"
        return (Cell(*found) for found in self._database.execute(query, (code,)))

    def codes_by_row(self, codes: Collection[str]) -> Iterator[tuple[int, list[str]]]:
        """The rows that have problems of some kinds, with these in the order in which they were found."""
        query = f"SELECT row, code FROM problem WHERE code IN ({_places(codes)}) ORDER BY row, place"  # noqa: S608
        for row, found in groupby(self._database.execute(query, tuple(codes)), key=itemgetter(0)):
            yield row, [code for _, code in found]

    def looks(self) -> Iterator[Look]:
        """What stands out in each row of a campaign, in the order of the file."""
        return (Look(*found) for found in self._database.execute("SELECT * FROM look ORDER BY row"))

    def numbers(self) -> Iterator[tuple[int, str]]:
        """The rows of a campaign, in the order of the file, each with the number it goes to (E.164, blank for
        none)."""
        query = "SELECT row, number FROM look ORDER BY row"
        return ((row, number) for row, number in self._database.execute(query))

    def asked(self) -> dict[str, int]:
        """How many cells each rule decides."""
        return dict(self._database.execute("SELECT rule, sum(cells) FROM asked GROUP BY rule"))

    def asking(self, rules: Iterable[str]) -> Iterator[int]:
        """The first rows of the records that one of these rules decides about."""
        for rule in rules:
            yield from (
                head for (head,) in self._database.execute("SELECT head FROM asked WHERE rule = ?", (rule,))
            )

    def catalogs(self) -> frozenset[str]:
        """The catalogs that are named."""
        return frozenset(name for (name,) in self._database.execute("SELECT DISTINCT name FROM catalog"))

    def messages(self, first: int, last: int) -> dict[int, BuiltMessage]:
        """What is kept of the messages of rows `first` to `last`, by row; not of those to be built."""
        query = "SELECT * FROM message WHERE head BETWEEN ? AND ?"
        found = self._database.execute(query, (first, last))
        return {head: BuiltMessage(*built) for head, *built in found if not self.is_unbuilt(head)}

    def _forget(self, rows: Sequence[int]) -> None:
        if not rows:
            return
        if not self._indexed:
            for statement in _INDEXES:
                self._database.execute(statement)
            self._indexed = True
        for table, column in _FIRST_ROW.items():
            statement = f"DELETE FROM {table} WHERE {column} = ?"  # noqa: S608
            self._database.executemany(statement, ((row,) for row in rows))


def _of_level(level: Level) -> list[str]:
    return [code for code, kind in KINDS.items() if kind.level == level]


def _places(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))
