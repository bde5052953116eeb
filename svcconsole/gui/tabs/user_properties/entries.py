"""The entries of the table with the status of each: edited, stored, sent, answered."""

from __future__ import annotations

import secrets
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.time_slices import SLICE_SECONDS, in_slices
from svcconsole.gui.runtime.call_finder import show_call_of
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.tabs.user_properties import stored_draft
from svcconsole.gui.tabs.user_properties.busy import EDITING, OPENING, SENDING, BusyBlock
from svcconsole.gui.tabs.user_properties.checks import keys_of, repeated
from svcconsole.gui.tabs.user_properties.draft_store import DraftStore
from svcconsole.gui.tabs.user_properties.entry_rows import BLANK, SENDABLE, EntryRow, entry_row_of
from svcconsole.gui.tabs.user_properties.row_status import RowStatuses
from svcconsole.gui.tabs.user_properties.sheet_model import OFTEN, Plan, Row, Sheet, Step

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.workspace.runs.records import PlanItem

AT_ONCE: Final = 500
"""Rows of a step that is done without letting the window paint in between."""
PIECE: Final = 250
"""Lines told at once."""
Done = Callable[[Step], None]


class Entries(QObject):
    """`lines` beside the rows of `sheet`. `replaced()`: rows came, went or moved; `updated(lines)`: some are
    new where they stand; `changed()` after either. `told(sentence)`: why nothing was done.

    What is short is done at once; what is long, a few milliseconds at a time in its `turn`, and nothing else
    is done to the rows until it has ended.
    """

    replaced = Signal()
    updated = Signal(object)
    changed = Signal()
    told = Signal(str)

    def __init__(self, console: Console, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._console = console
        self.scope = make_scope(self, console.notices)
        self.turn = BusyBlock(self)
        self.sheet = Sheet()
        self.lines: list[EntryRow] = [EntryRow(row, BLANK) for row in self.sheet.rows]
        self.standing = RowStatuses(console, {}, {})
        self._counts: Counter[str] = Counter()
        self._uids_by_key: dict[str, set[int]] = defaultdict(set)
        """Which rows speak of one person."""
        self._keeper = DraftStore(console)

    def counts(self) -> Counter[str]:
        """How many entries stand how; blank rows do not count."""
        return Counter({state: number for state, number in self._counts.items() if state != BLANK})

    def ready(self) -> list[Row]:
        """The entries that would be sent now."""
        return [line.row for line in self.lines if line.state in SENDABLE]

    def number(self, line: EntryRow) -> int:
        """Which row of the table a line is, from 1."""
        return (self.sheet.place(line.row.uid) or 0) + 1

    async def load(self) -> None:
        """The table as it was left, and what became of what was sent of it."""
        with self.turn.taken(OPENING):
            opened = await self._console.db(stored_draft.open_stored)
            rows: list[Row] = []
            links: dict[int, stored_draft.SentPlan] = {}
            await in_slices(stored_draft.thawed(opened.pages, rows, links))
            self.standing = RowStatuses(self._console, links, opened.runs)
            self.sheet = Sheet(rows)
            lines: list[EntryRow] = []
            counts: Counter[str] = Counter()
            self._uids_by_key.clear()
            await in_slices(self._indexed((), self.sheet.rows, set()))
            await in_slices(self._made(self.sheet.rows, lines, counts))
            self.lines, self._counts = lines, counts
        self.replaced.emit()
        self.changed.emit()
        await self.reread()

    # Edits

    def edit(self, plan: Plan, then: Done | None = None) -> None:
        """Do what `plan` plans as one step for undo; `then` is told of it once it is done."""
        self._work(plan, self.sheet.do, then)

    def undo(self) -> None:
        self._work(_known(self.sheet.undo_step()), lambda _: self.sheet.undo())

    def redo(self) -> None:
        self._work(_known(self.sheet.redo_step()), lambda _: self.sheet.redo())

    def send_as_it_is(self, uids: Iterable[int]) -> None:
        """Take entries that have ended as new ones."""
        gone = list(uids)
        if self.turn.what or not gone:
            return
        self.standing.forget(gone)
        self._keeper.touch(0, len(self.lines))
        self._reline(gone)
        self._keep()

    def _work(self, plan: Plan, do: Done, then: Done | None = None) -> None:
        if self.turn.what:
            plan.close()
            self.told.emit(tr("The table is still busy with what was asked before. Nothing was changed."))
            return
        work = self._through(plan, do, then)
        begun = time.perf_counter()
        for _ in work:
            if time.perf_counter() - begun > SLICE_SECONDS:
                self.scope.start(self.turn.long(EDITING, work), "edit")
                return

    def _through(self, plan: Plan, do: Done, then: Done | None) -> Generator[None]:
        step = yield from plan
        if step is None:
            return
        work = self._done(step, do, then)
        if len(step.old) + len(step.new) > AT_ONCE:
            yield from work
        else:
            deque(work, maxlen=0)  # what is typed cell by cell never waits, however slow the computer

    def _done(self, step: Step, do: Done, then: Done | None) -> Generator[None]:
        lines: list[EntryRow] = []
        counts = self._counts.copy()
        touched: set[int] = set()
        yield from self._indexed(step.old, step.new, touched)
        yield from self._made(step.new, lines, counts)
        for at in range(step.at, step.at + len(step.old)):
            counts[self.lines[at].state] -= 1
            if at % OFTEN == 0:
                yield
        length = len(self.lines)
        do(step)
        self._counts = counts
        self.lines[step.at : step.at + len(step.old)] = lines
        self._keeper.touch(step.at, max(length, len(self.lines)) if step.moves else step.at + len(lines))
        self._keep()
        if step.moves:
            self.replaced.emit()
        for start in range(0, 0 if step.moves else len(lines), PIECE):
            self.updated.emit(lines[start : start + PIECE])
            yield
        yield from self._relined(sorted(touched - {row.uid for row in step.new}))
        self.changed.emit()
        if then is not None:
            then(step)

    # What became of what was sent

    async def reread(self) -> None:
        """Ask the ledger what became of all entries that were sent."""
        for run_id in self.standing.run_ids():
            await self.reread_run(run_id, whole=True)

    async def reread_run(self, run_id: str, *, whole: bool) -> None:
        """Ask the ledger what is new of one run."""
        async for found in self.standing.read(run_id, whole=whole):
            await (
                self.turn.free()
            )  # rows may have been sent again meanwhile: only now it is known whose it is
            self._reline(self.standing.update(run_id, found))
        self.changed.emit()

    def is_ours(self, run_id: str) -> bool:
        """Whether entries of this table were sent by the run."""
        return run_id in self.standing.run_ids()

    async def send(self, name: str) -> str | None:
        """Freeze what is ready into a run and start it; its id, None when there is nothing to start."""
        rows = self.ready()
        runs = self._console.runs
        if not rows or runs is None or self.turn.what:
            return None
        with self.turn.taken(SENDING):
            items: list[PlanItem] = []
            await in_slices(stored_draft.plan_items(rows, items, self._console.card.region))
            run_id = await self._batch_sent(rows, items, name)
            await in_slices(self._relined([row.uid for row in rows]))
        runs.start(run_id)
        return run_id

    async def _batch_sent(self, rows: Sequence[Row], items: Sequence[PlanItem], name: str) -> str:
        """Note which rows go with which plan, then make the run of it: killed in between, nothing is lost
        and nothing sent."""
        plan = secrets.token_hex(16)
        before = self.standing.links
        await in_slices(self.standing.link(plan, rows))
        self._keeper.touch(0, len(self.lines))
        known: Mapping[str, str] = dict(self.standing.runs)
        try:
            await self._keeper.write(self.sheet, lambda: self.standing.links)
            run_id = await self._console.db(
                lambda space: stored_draft.make_run(space, plan, items, known, name=name)
            )
        except Exception:
            self.standing.links = before
            self._keeper.touch(0, len(self.lines))
            raise
        await in_slices(self.standing.batch_sent(plan, run_id, rows))
        self.sheet.forget_steps()
        return run_id

    def show_call(self, uid: int) -> None:
        """Show the call in which a row was sent last."""
        if run_id := self.standing.run_of(uid):
            show_call_of(self._console, run_id, seq=self.standing.links[uid].number - 1)

    async def aclose(self) -> None:
        """Keep what was typed, then end."""
        self.scope.cancel("keep")
        if self._keeper.is_behind:
            await self._keeper.write(self.sheet, lambda: self.standing.links)
        await self.scope.close()

    # Lines

    def _line(self, row: Row) -> EntryRow:
        region = self._console.card.region
        return entry_row_of(
            row,
            self.standing.links.get(row.uid),
            self.standing.ends.get(row.uid),
            region=region,
            repeats={
                name: repeated(name)
                for name, key in keys_of(row.values, region).items()
                if len(self._uids_by_key.get(key, ())) > 1
            },
        )

    def _indexed(self, old: Sequence[Row], new: Sequence[Row], touched: set[int]) -> Generator[None]:
        """Know the persons of the `new` rows instead of those of the `old` ones; `touched` are the rows that
        speak of any of them."""
        region = self._console.card.region
        for rows, change in ((old, set[int].discard), (new, set[int].add)):
            for at, row in enumerate(rows):
                for key in keys_of(row.values, region).values():
                    touched |= self._uids_by_key[key]
                    change(self._uids_by_key[key], row.uid)
                    if not self._uids_by_key[key]:
                        del self._uids_by_key[key]
                if at % OFTEN == 0:
                    yield

    def _made(self, rows: Sequence[Row], lines: list[EntryRow], counts: Counter[str]) -> Generator[None]:
        for row in rows:
            line = self._line(row)
            lines.append(line)
            counts[line.state] += 1
            if len(lines) % OFTEN == 0:
                yield

    def _relined(self, uids: Sequence[int]) -> Iterator[None]:
        for start in range(0, len(uids), PIECE):
            self._reline(uids[start : start + PIECE])
            yield

    def _reline(self, uids: Iterable[int]) -> None:
        """Make the lines of these rows anew."""
        lines = []
        for uid in uids:
            at = self.sheet.place(uid)
            if at is not None:
                line = self._line(self.sheet.rows[at])
                self._counts[self.lines[at].state] -= 1
                self._counts[line.state] += 1
                self.lines[at] = line
                lines.append(line)
        self.updated.emit(lines)
        self.changed.emit()

    # What is kept

    def _keep(self) -> None:
        """Write the table as it is; while one writing is under way the next one waits for it."""
        if not self.scope.is_busy("keep"):
            self.scope.start(self._kept(), "keep")

    async def _kept(self) -> None:
        while self._keeper.is_behind:
            await self._keeper.write(self.sheet, lambda: self.standing.links)


def _known(step: Step | None) -> Plan:
    """A plan of what was done before."""
    yield from ()
    return step
