"""The rows of the table with undo and redo; no widget.

Planning a step takes as long as it has rows: a plan is a generator that yields now and then, so that the
window can answer in between, and returns the step. Doing a planned step takes no time.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple

from svcconsole.gui.tabs.user_properties.cells import BLANK, PLACES, Value, Values

STEPS: Final = 200
MOST_ROWS: Final = 400_000
"""Steps that can be undone, and how many rows they hold together at most; the last one always."""
LEAST: Final = 12
"""Rows of a table with nothing in it."""
OFTEN: Final = 100
"""Rows looked at between two turns of the window."""


class Row(NamedTuple):
    """One entry; `uid` stays while its cells change."""

    uid: int
    values: Values = BLANK

    @property
    def is_blank(self) -> bool:
        return self.values == BLANK


Rows = tuple[Row, ...]
Entry = Mapping[str, Value]
"""Cells by name; those it does not name keep what they hold."""


class Step(NamedTuple):
    """From position `at` on, `new` stand where `old` stood; `moves` where rows come, go or change places."""

    at: int
    old: Rows
    new: Rows
    moves: bool = True

    def back(self) -> Step:
        return Step(self.at, self.new, self.old, self.moves)


Plan = Generator[None, None, Step | None]
"""Returns None where there is nothing to do."""


class Sheet:
    """`rows` now; at their end there is always a blank one to type in."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows: list[Row] = list(rows)
        self._past: list[Step] = []
        self._future: list[Step] = []
        self._uids = count(max((row.uid for row in self.rows), default=0) + 1)
        self._places: dict[int, int] | None = None
        self.rows += self._room(len(self.rows), self.rows[-1] if self.rows else None)

    def place(self, uid: int) -> int | None:
        """Where a row stands, from 0."""
        if self._places is None:
            self._places = {row.uid: at for at, row in enumerate(self.rows)}
        return self._places.get(uid)

    @property
    def filled(self) -> int:
        """How many rows there are up to the last one that holds something."""
        last = next((at for at in range(len(self.rows) - 1, -1, -1) if not self.rows[at].is_blank), -1)
        return last + 1

    # Steps

    def do(self, step: Step) -> None:
        """Do what was planned on the rows as they are; it can be undone."""
        self._put(step)
        self._future.clear()
        self._past.append(step)
        held = sum(len(each.old) + len(each.new) for each in self._past)
        while len(self._past) > 1 and (held > MOST_ROWS or len(self._past) > STEPS):
            gone = self._past.pop(0)
            held -= len(gone.old) + len(gone.new)

    def undo_step(self) -> Step | None:
        """What `undo` will do."""
        return self._past[-1].back() if self._past else None

    def redo_step(self) -> Step | None:
        """What `redo` will do."""
        return self._future[-1] if self._future else None

    def undo(self) -> None:
        step = self._past.pop()
        self._put(step.back())
        self._future.append(step)

    def redo(self) -> None:
        step = self._future.pop()
        self._put(step)
        self._past.append(step)

    def forget_steps(self) -> None:
        """What was done so far stays: entries that were sent cannot be taken back by undo."""
        self._past, self._future = [], []

    def _put(self, step: Step) -> None:
        self.rows[step.at : step.at + len(step.old)] = step.new
        if step.moves:
            self._places = None

    # Plans

    def rewriting(self, places: Iterable[int], rewrite: Callable[[Row], Values]) -> Plan:
        """Other values in the rows at `places`, given in their order."""
        changed: dict[int, Row] = {}
        for looked_at, at in enumerate(places, 1):
            row = self.rows[at]
            values = rewrite(row)
            if values != row.values:
                changed[at] = Row(row.uid, values)
            if looked_at % OFTEN == 0:
                yield
        if not changed:
            return None
        first, last = next(iter(changed)), next(reversed(changed))
        old = tuple(self.rows[first : last + 1])
        new = tuple(changed.get(at, row) for at, row in enumerate(old, first))
        return self._roomy(Step(first, old, new, moves=False))

    def writing(self, start: int, entries: Sequence[Entry]) -> Plan:
        """Entries written over the rows from position `start` on, further ones after the last row."""
        old = tuple(self.rows[start : start + len(entries)])
        new: list[Row] = []
        for number, entry in enumerate(entries, 1):
            row = old[number - 1] if number <= len(old) else Row(next(self._uids))
            new.append(Row(row.uid, written(row.values, entry)))
            if number % OFTEN == 0:
                yield
        return None if tuple(new) == old else self._roomy(Step(start, old, tuple(new), len(new) > len(old)))

    def inserting(self, at: int, rows: Sequence[Values]) -> Plan:
        """New rows before position `at`."""
        new: list[Row] = []
        for values in rows:
            new.append(Row(next(self._uids), values))
            if len(new) % OFTEN == 0:
                yield
        return self._roomy(Step(at, (), tuple(new))) if new else None

    def duplicating(self, places: Iterable[int]) -> Plan:
        """A copy of each row under it."""
        wanted = yield from _gathered(places)
        if not wanted:
            return None
        first, last = min(wanted), max(wanted)
        old = tuple(self.rows[first : last + 1])
        new: list[Row] = []
        for at, row in enumerate(old, first):
            new.append(row)
            if at in wanted:
                new.append(Row(next(self._uids), row.values))
            if at % OFTEN == 0:
                yield
        return self._roomy(Step(first, old, tuple(new)))

    def removing(self, places: Iterable[int]) -> Plan:
        """These rows are taken out."""
        gone = yield from _gathered(places)
        if not gone:
            return None
        first, last = min(gone), max(gone)
        old = tuple(self.rows[first : last + 1])
        return self._roomy(
            Step(first, old, tuple(row for at, row in enumerate(old, first) if at not in gone))
        )

    def _roomy(self, step: Step) -> Step:
        """The step with the blank rows that the table needs after it."""
        after = tuple(self.rows[step.at + len(step.old) :])
        left = len(self.rows) - len(step.old) + len(step.new)
        if after:
            last: Row | None = after[-1]
        else:
            last = step.new[-1] if step.new else self.rows[step.at - 1] if step.at else None
        room = self._room(left, last)
        return Step(step.at, step.old + after, step.new + after + room) if room else step

    def _room(self, length: int, last: Row | None) -> Rows:
        wanted = max(LEAST - length, 1 if last is None or not last.is_blank else 0)
        return tuple(Row(next(self._uids)) for _ in range(wanted))


def _gathered(places: Iterable[int]) -> Generator[None, None, set[int]]:
    found: set[int] = set()
    for at in places:
        found.add(at)
        if len(found) % OFTEN == 0:
            yield
    return found


def written(values: Values, entry: Entry) -> Values:
    """A row's values with those of `entry` over them."""
    if not entry:
        return values
    new = list(values)
    for name, value in entry.items():
        new[PLACES[name]] = value
    return tuple(new)
