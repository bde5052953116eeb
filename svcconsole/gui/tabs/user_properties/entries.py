"""The entries of the table with how each stands: checked as typed, kept as typed, sent and judged."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.tabs.user_properties import kept
from svcconsole.gui.tabs.user_properties.cells import BY_WIRE, CELLS, Values
from svcconsole.gui.tabs.user_properties.checks import NOTHING, Found, check
from svcconsole.gui.tabs.user_properties.kept import End, Sent, Standing, Table
from svcconsole.gui.tabs.user_properties.sheet import Row, Sheet
from svcconsole.gui.tasks import TaskScope
from svcconsole.services.user_properties import cell_named

if TYPE_CHECKING:
    from svcconsole.gui.console import Console

AT_ONCE: Final = 300
"""Rows checked without letting the window paint in between: a few milliseconds."""
REREAD_SECONDS: Final = 0.5

BLANK, CHECKING, WRONG, READY = "blank", "checking", "wrong", "ready"
WAITING, ACCEPTED, REFUSED, CHECK, NOT_SENT = "waiting", "accepted", "refused", "check", "not_sent"
_BUCKETS: Final = {"sent": ACCEPTED, "refused": REFUSED, "needs_decision": CHECK, "not_sent": NOT_SENT}


@dataclass(frozen=True, slots=True)
class Line:
    """A row as it is shown; `problems` and `looks` by cell, `end` what the ledger says of it as it is."""

    row: Row
    number: int
    state: str
    problems: Mapping[str, str] = field(default_factory=dict)
    looks: Mapping[str, str] = field(default_factory=dict)
    edited: frozenset[str] = frozenset()
    end: End | None = None

    @property
    def locked(self) -> bool:
        """Whether it waits in a run: what is typed now would not be what is sent."""
        return self.state == WAITING


class Entries(QObject):
    """`lines` now, told by `changed`; every method that edits is one step for undo and is kept at once.

    `sent(run_id)`: a run of these entries was made and started.
    """

    changed = Signal()
    sent = Signal(str)

    def __init__(self, console: Console, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._console = console
        self.scope = TaskScope(self, console.notices)
        self.sheet = Sheet()
        self.lines: tuple[Line, ...] = ()
        self.standing = Standing()
        self._links: Mapping[int, Sent] = {}
        self._found: dict[int, tuple[Values, Found]] = {}
        self._unkept = False
        self._show()

    def counts(self) -> Counter[str]:
        """How many entries stand how; blank rows do not count."""
        return Counter(line.state for line in self.lines if line.state != BLANK)

    def ready(self) -> list[Row]:
        """The entries that would be sent now."""
        return [line.row for line in self.lines if line.state == READY]

    async def load(self) -> None:
        """The table as it was left."""
        table = await self._console.db(kept.load)
        self.sheet, self._links = Sheet(table.rows), table.sent
        await self.reread()

    async def reread(self) -> None:
        """Ask the ledger what became of the entries that were sent."""
        run_ids = sorted({sent.run_id for sent in self._links.values()})
        if run_ids:
            self.standing = await self._console.db(lambda space: kept.standing(space, run_ids))
        self._show()

    def edit(self, step: Callable[[Sheet], bool]) -> bool:
        """Do one step; False when it changed nothing."""
        if not step(self.sheet):
            return False
        self._show()
        self._keep()
        return True

    def send_as_it_is(self, uids: Iterable[int]) -> None:
        """Take entries that were refused, or accepted, as new ones."""
        gone = set(uids)
        self._links = {uid: sent for uid, sent in self._links.items() if uid not in gone}
        self._show()
        self._keep()

    async def send(self, title: str, name: str) -> str | None:
        """Freeze what is ready into a run and start it; its id, None when nothing was ready."""
        rows = self.ready()
        runs = self._console.runs
        if not rows or runs is None:
            return None
        planned = []
        for number, row in enumerate(rows, 1):
            planned.append((row, kept.plan_item(number, row)))
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
        await self._kept()
        table = self._table()
        run_id, table = await self._console.db(
            lambda space: kept.make_run(space, table, planned, title, name)
        )
        self._links = table.sent
        self.sheet.forget_steps()
        waiting = {(run_id, at): End("not_sent", True, "", "") for at in range(1, len(rows) + 1)}
        self.standing = Standing({**self.standing.ends, **waiting}, self.standing.counts, (run_id,))
        self._show()
        runs.start(run_id)
        self.sent.emit(run_id)
        return run_id

    def is_ours(self, run_id: str) -> bool:
        """Whether entries of this table were sent by the run."""
        return any(sent.run_id == run_id for sent in self._links.values())

    def run_of(self, uid: int) -> str:
        """The run a row was sent by; "" for none."""
        sent = self._links.get(uid)
        return "" if sent is None else sent.run_id

    async def aclose(self) -> None:
        """Keep what was typed, then end."""
        self._unkept = self._unkept or self.scope.is_busy("keep")
        await self._kept()
        await self.scope.close()

    # How each row stands

    def _show(self) -> None:
        unchecked = [row for row in self.sheet.rows if self._needs_check(row)]
        for row in unchecked[:AT_ONCE]:
            self._found[row.uid] = (row.values, check(row.values))
        self.lines = tuple(self._line(number, row) for number, row in enumerate(self.sheet.rows, 1))
        self.changed.emit()
        if len(unchecked) > AT_ONCE:
            self.scope.start(self._check_on(unchecked[AT_ONCE:]), "check")

    async def _check_on(self, rows: list[Row]) -> None:
        for start in range(0, len(rows), AT_ONCE):
            await asyncio.sleep(0)
            for row in rows[start : start + AT_ONCE]:
                self._found[row.uid] = (row.values, check(row.values))
        self._show()

    def _needs_check(self, row: Row) -> bool:
        known = self._found.get(row.uid)
        return not row.is_blank and (known is None or (known[0] is not row.values and known[0] != row.values))

    def _line(self, number: int, row: Row) -> Line:
        if row.is_blank:
            return Line(row, number, BLANK)
        sent = self._links.get(row.uid)
        end = self.standing.ends.get((sent.run_id, sent.number)) if sent is not None else None
        if sent is not None and end is not None and (end.waiting or sent.values == row.values):
            return self._judged(number, row, end)
        known, found = self._found.get(row.uid, (None, NOTHING))
        state = CHECKING if known != row.values else WRONG if found.problems else READY
        edited = _differences(row.values, sent.values) if sent is not None else frozenset[str]()
        return Line(row, number, state, found.problems, found.looks, edited)

    def _judged(self, number: int, row: Row, end: End) -> Line:
        state = WAITING if end.waiting else _BUCKETS[end.bucket]
        problems = {}
        if state == REFUSED:
            named = cell_named(end.words)
            cell = BY_WIRE[named] if named is not None else CELLS[0]
            problems[cell.name] = end.words or end.reason
        return Line(row, number, state, problems, end=end)

    # What is kept

    def _table(self) -> Table:
        return Table(self.sheet.rows, self._links)

    def _keep(self) -> None:
        """Write the table as it is; while one writing is under way the next one waits for it."""
        self._unkept = True
        if not self.scope.is_busy("keep"):
            self.scope.start(self._kept(), "keep")

    async def _kept(self) -> None:
        while self._unkept:
            self._unkept = False
            await self._console.db(partial(kept.keep, table=self._table()))


def _differences(now: Values, before: Values) -> frozenset[str]:
    return frozenset(cell.name for cell, one, other in zip(CELLS, now, before, strict=True) if one != other)
