"""The rows of the table and every step that changes them, with undo and redo; no widget."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from svcconsole.gui.tabs.user_properties.cells import BLANK, PLACES, Value, Values

STEPS = 200
"""Steps that can be undone; each costs a list of references."""
LEAST = 12
"""Rows of a table with nothing in it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry; `uid` stays while its cells change."""

    uid: int
    values: Values = BLANK

    @property
    def is_blank(self) -> bool:
        return self.values == BLANK


Rows = tuple[Row, ...]
Edit = tuple[int, str, Value]
"""The row's uid, the cell's name, what it is to hold."""


class Sheet:
    """`rows` now; every method that changes them is one step for `undo`. False: there was nothing to do."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows: Rows = tuple(rows)
        self._past: list[Rows] = []
        self._future: list[Rows] = []
        self._uids = count(max((row.uid for row in self.rows), default=0) + 1)
        self.rows = self._with_room(self.rows)

    def forget_steps(self) -> None:
        """What was done so far stays: entries that were sent cannot be taken back by undo."""
        self._past, self._future = [], []

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def set_cells(self, edits: Iterable[Edit]) -> bool:
        """Write into cells of known rows."""
        changes: dict[int, dict[int, Value]] = {}
        for uid, name, value in edits:
            changes.setdefault(uid, {})[PLACES[name]] = value
        return self._step(tuple(_changed(row, changes.get(row.uid)) for row in self.rows))

    def write(self, start: int, entries: Sequence[Mapping[str, Value]]) -> bool:
        """Write entries over the rows from position `start` on, and further ones after the last row."""
        over, further = entries[: len(self.rows) - start], entries[len(self.rows) - start :]
        rows = list(self.rows)
        for at, entry in enumerate(over, start):
            rows[at] = _changed(rows[at], {PLACES[name]: value for name, value in entry.items()})
        return self._step((*rows, *map(self._made, further)))

    def insert(self, at: int, entries: Sequence[Mapping[str, Value]]) -> bool:
        """New rows before position `at`."""
        return self._step((*self.rows[:at], *map(self._made, entries), *self.rows[at:]))

    def duplicate(self, uids: Iterable[int]) -> bool:
        """A copy of each row under it."""
        wanted = set(uids)
        rows: list[Row] = []
        for row in self.rows:
            rows.append(row)
            if row.uid in wanted:
                rows.append(Row(next(self._uids), row.values))
        return self._step(tuple(rows))

    def remove(self, uids: Iterable[int]) -> bool:
        gone = set(uids)
        return self._step(tuple(row for row in self.rows if row.uid not in gone))

    def undo(self) -> bool:
        return self._travel(self._past, self._future)

    def redo(self) -> bool:
        return self._travel(self._future, self._past)

    def _step(self, rows: Rows) -> bool:
        if rows == self.rows:
            return False
        rows = self._with_room(rows)
        self._past = [*self._past[-STEPS:], self.rows]
        self._future = []
        self.rows = rows
        return True

    def _travel(self, there: list[Rows], back: list[Rows]) -> bool:
        if not there:
            return False
        back.append(self.rows)
        self.rows = there.pop()
        return True

    def _with_room(self, rows: Rows) -> Rows:
        """There is always a blank row at the end to type in, and a few in a table with nothing else."""
        wanted = max(1, LEAST - len(rows)) if not rows or not rows[-1].is_blank else LEAST - len(rows)
        return (*rows, *(Row(next(self._uids)) for _ in range(wanted)))

    def _made(self, entry: Mapping[str, Value]) -> Row:
        return _changed(Row(next(self._uids)), {PLACES[name]: value for name, value in entry.items()})


def _changed(row: Row, cells: Mapping[int, Value] | None) -> Row:
    if not cells:
        return row
    return Row(row.uid, tuple(cells.get(at, value) for at, value in enumerate(row.values)))
