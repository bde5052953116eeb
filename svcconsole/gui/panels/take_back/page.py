"""The page that takes a run back: what changes back, the run that does it, its result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.containers.steps import Steps
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.importer.write_consent import may_write
from svcconsole.gui.panels.runs.run_panel import RunPanel
from svcconsole.gui.panels.runs.run_view import RunView
from svcconsole.gui.panels.take_back.back_step import BackStep
from svcconsole.gui.runtime.task_scope import make_scope

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.services.take_back.session import RunFacts
    from svcconsole.services.take_back.views import TakeBackSummary
    from svcconsole.services.workers.worker_process import WorkerProcess

BACK, RUN, RESULT = range(3)
PAGE_SIZE = 200


class TakeBackPage(QWidget):
    """Takes the run `run_id` back.

    `closed()`: leave it. `finished(run_id)`: the run that restores ended. `browse()`: look at the records.
    `take_back(run_id)`: take that run back in turn. `rehearse(run_id)`: rehearse the plan that restores.
    """

    closed = Signal()
    finished = Signal(str)
    browse = Signal()
    take_back = Signal(str)
    rehearse = Signal(str)

    def __init__(self, console: Console, run_id: str) -> None:
        super().__init__()
        self._console = console
        self.run_id = run_id
        self.kind = "products"
        self.scope = make_scope(self, console.notices)
        self._worker: WorkerProcess | None = None
        self._summary: TakeBackSummary | None = None
        self.header = PageHeader(tr("Take back an import"), back=tr("Back"))
        self.steps = Steps([tr("What changes back"), tr("Run"), tr("Result")])
        self.leave = button(tr("Close"), kind="quiet")
        self.header.add_leading(self.steps)
        self.header.add_action(self.leave)
        self.stack = QStackedWidget()
        self.step: BackStep | None = None
        self.refused = EmptyState("history", "", "")
        self.panel: RunPanel | None = None
        self.stack.addWidget(self.refused)
        vbox(self.header, (self.stack, 1), parent=self, spacing=0)
        for signal in (self.header.back_clicked, self.leave.clicked):
            signal.connect(self._leave)
        self.scope.start(self._open(), "open")

    def page_token(self) -> str:
        """By which the next window opens it again."""
        return f"take-back:{self.run_id}"

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's shortcuts do."""
        here: dict[str, Callable[[], None]] = {"back": self._leave}
        step = self.step
        if self.panel is not None:
            return {**here, **self.panel.actions_here()}
        if step is not None:
            here |= {"find": step.search.setFocus, "refresh": step.again.click}
            if step.restore.isEnabled():
                here["primary"] = step.restore.click
        return here

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        shown = self.stack.currentWidget()
        footer = getattr(shown, "footer", None)
        return tuple(part for part in (self.header, shown, footer) if isinstance(part, QWidget))

    async def shut(self) -> None:
        """End what is under way here and the worker process; a run goes on."""
        await self.scope.close()
        if self.panel is not None:
            await self.panel.shut()
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.close()

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
        (step.restore if step.restore.isEnabled() else step.table.table).setFocus()

    def _refusal(self) -> str:
        card = self._console.card
        if not card.practice and card.safe_level == "read-only":
            return tr("{store} is set to read-only.", store=card.name)
        return ""

    async def _show_rows(self, offset: int) -> None:
        if self.step is not None and self._summary is not None:
            page = await self._ask("page", self.step.filter, offset, PAGE_SIZE)
            self.step.show_page(page, offset)

    def _more(self, offset: int) -> None:
        if not self.scope.is_busy("rows"):
            self.scope.start(self._show_rows(offset), "rows")

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

    async def _show_run(self, run_id: str) -> None:
        view = RunView(self._console.card)
        await asyncio.sleep(0)
        panel = self.panel = RunPanel(self._console, view)
        panel.left.connect(self._leave)
        panel.browse.connect(self._browse)
        panel.take_back.connect(self._take_back)
        panel.shows_result.connect(lambda: self._go(RESULT))
        panel.ended.connect(lambda: self.finished.emit(run_id))
        self.stack.addWidget(panel)
        panel.show_run(run_id)
        self.stack.setCurrentWidget(panel)
        self._go(RUN)

    def _go(self, step: int) -> None:
        self.steps.set_current(step)
        self.steps.set_reachable(set())

    async def _ask(self, method: str, *arguments: Any) -> Any:
        if self._worker is None:
            raise LookupError("no run is open")
        return await self._worker.call(method, *arguments)

    def _browse(self) -> None:
        self._console.scope.start(self.shut())
        self.browse.emit()

    def _take_back(self, run_id: str) -> None:
        self._console.scope.start(self.shut())
        self.take_back.emit(run_id)

    def _leave(self) -> None:
        self._console.scope.start(self.shut())
        self.closed.emit()
