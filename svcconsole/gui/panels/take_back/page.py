"""The page that takes a run back: what changes back, the run that does it, its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.importer.write_consent import may_write
from svcconsole.gui.panels.record_changes.changes_page import PAGE_SIZE, ChangesPage
from svcconsole.gui.panels.take_back.back_step import BackStep

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.services.take_back.session import RunFacts
    from svcconsole.services.take_back.views import TakeBackSummary


class TakeBackPage(ChangesPage):
    """Takes the run `run_id` back.

    `rehearse(run_id)`: rehearse the plan that restores.
    """

    rehearse = Signal(str)

    def __init__(self, console: Console, run_id: str) -> None:
        super().__init__(console, run_id, tr("Take back an import"), tr("What changes back"))
        self._summary: TakeBackSummary | None = None
        self.leave = button(tr("Close"), kind="quiet")
        self.header.add_action(self.leave)
        self.step: BackStep | None = None
        self.refused = EmptyState("history", tr("Reading what the store held before this run…"))
        self.stack.addWidget(self.refused)
        self.leave.clicked.connect(self._leave)
        self.scope.start(self._open(), "open")

    def page_token(self) -> str:
        """By which the next window opens it again."""
        return f"take-back:{self.run_id}"

    def actions_of_changes(self) -> dict[str, Callable[[], None]]:
        """Find, read the store again, restore."""
        step = self.step
        if step is None:
            return {}
        here: dict[str, Callable[[], None]] = {"find": step.search.setFocus, "refresh": step.again.click}
        if step.restore.isEnabled():
            here["primary"] = step.restore.click
        return here

    # What changes back

    async def _open(self) -> None:
        from svcconsole.services.imports.views import ImportRefused
        from svcconsole.services.workers.worker_process import WorkerProcess

        self._worker = WorkerProcess(
            "svcconsole.services.take_back.session:TakeBack", str(self._console.store_folder), self.run_id
        )
        try:
            facts: RunFacts = await self._ask("facts")
        except ImportRefused as refusal:
            self.refused.set("history", show(refusal.sentence), show(refusal.advice))
            self.stack.setCurrentWidget(self.refused)
            return
        self.kind = facts.kind
        step = self.step = BackStep(facts.kind)
        step.setMinimumSize(dp(480), dp(320))
        step.filter_changed.connect(lambda: self.scope.start(self._show_rows(0), "rows"))
        step.more_wanted.connect(self._more)
        step.since_changed.connect(lambda _: self.scope.start(self._recount(), "recount"))
        step.again_wanted.connect(lambda: self.scope.start(self._read(facts.kind), "read"))
        step.restore_wanted.connect(lambda: self.scope.start(self._restore(), "restore"))
        step.rehearse_wanted.connect(lambda: self.scope.start(self._rehearse(), "restore"))
        step.show_facts(facts)
        self.stack.addWidget(step)
        self.stack.setCurrentWidget(step)
        self.scope.start(self._read(facts.kind), "read")

    async def _read(self, kind: str) -> None:
        """Hold what the store has now against what it had before."""
        from svcconsole.services.take_back.reading import StoreNotRead, compare_now

        step = self.step
        if step is None:
            return
        step.show_reading(0, 0)
        client = await self._console.ready()
        workspace = await self._console.db(lambda space: space)
        try:
            async for progress in compare_now(workspace, kind, client, self._ask):
                step.show_reading(progress.done, progress.total)
        except StoreNotRead as error:
            step.show_failure(error.sentence, error.advice)
            return
        self._summary = await self._ask("finish")
        step.show_summary(self._summary, self._refusal())
        await self._show_rows(0)
        focus_if_visible(step.table.table)

    async def _show_rows(self, offset: int) -> None:
        if self.step is not None and self._summary is not None:
            page = await self._ask("page", self.step.filter, offset, PAGE_SIZE)
            self.step.show_page(page, offset)

    async def _recount(self) -> None:
        if self.step is None:
            return
        worker = self._worker
        if worker is not None:
            wanted = self.step.with_since.isChecked()
            self._summary = await worker.call("summary", with_since=wanted)
            if self._summary is not None:
                self.step.show_footer(self._summary)

    # The run

    async def _restore(self) -> None:
        step, worker, runs = self.step, self._worker, self._console.runs
        if step is None or worker is None or runs is None:
            return
        question = tr("What the store holds of them now is replaced by what it held before that run.")
        if not await may_write(self, self._console.card, step.restore.text(), question):
            return
        step.restore.set_busy(tr("Preparing…"))
        try:
            planned = await worker.call("plan", with_since=step.with_since.isChecked())
        finally:
            step.restore.set_busy(None)
        runs.start(planned.run_id)
        await self._show_run(planned.run_id)

    async def _rehearse(self) -> None:
        step, worker = self.step, self._worker
        if step is not None and worker is not None:
            planned = await worker.call("plan", with_since=step.with_since.isChecked())
            self.rehearse.emit(planned.run_id)
