"""A page that shows what a plan would change in the store, sends the plan, and shows its result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.containers.steps import Steps
from svcconsole.gui.panels.runs.run_panel import RunPanel
from svcconsole.gui.panels.runs.run_side import RunSide
from svcconsole.gui.panels.runs.run_view import RunView
from svcconsole.gui.runtime.task_scope import make_scope

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.services.workers.worker_process import WorkerProcess

CHANGES, RUN, RESULT = range(3)
PAGE_SIZE = 200
"""Records shown at a time."""


class ChangesPage(QWidget):
    """Three steps: the changes, which a worker process compares, the run, its result.

    `closed()`: leave it. `finished(run_id)`: the run ended. `browse()`: look at the records.
    `take_back(run_id)`: take that run back.
    """

    closed = Signal()
    finished = Signal(str)
    browse = Signal()
    take_back = Signal(str)

    def __init__(self, console: Console, run_id: str, title: str, first_step: str) -> None:
        super().__init__()
        self._console = console
        self.run_id = run_id
        self.kind = "products"
        self.scope = make_scope(self, console.notices)
        self._worker: WorkerProcess | None = None
        self.header = PageHeader(title, back="")
        self.steps = Steps([first_step, tr("Run"), tr("Result")])
        self.header.add_leading(self.steps)
        self.stack = QStackedWidget()
        self.panel: RunPanel | None = None
        vbox(self.header, (self.stack, 1), parent=self, spacing=0)
        self.header.back_clicked.connect(self._leave)

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's shortcuts do."""
        more = self.panel.actions_here() if self.panel is not None else self.actions_of_changes()
        return {"back": self._leave, **more}

    def actions_of_changes(self) -> dict[str, Callable[[], None]]:
        """What the window's shortcuts do at the first step."""
        raise NotImplementedError

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
        await self._end_worker()

    def _refusal(self) -> str:
        """Why nothing may be sent to this store; blank where something may."""
        card = self._console.card
        if not card.practice and card.safe_level == "read-only":
            return tr("{store} is set to read-only.", store=card.name)
        return ""

    async def _show_rows(self, offset: int) -> None:
        """Show the records from `offset` on."""
        raise NotImplementedError

    def _more(self, offset: int) -> None:
        if not self.scope.is_busy("rows"):
            self.scope.start(self._show_rows(offset), "rows")

    async def _show_run(self, run_id: str) -> None:
        view = RunView(RunSide(self._console.card))
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
            raise LookupError("nothing is compared")
        return await self._worker.call(method, *arguments)

    async def _end_worker(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.close()

    def _browse(self) -> None:
        self._console.scope.start(self.shut())
        self.browse.emit()

    def _take_back(self, run_id: str) -> None:
        self._console.scope.start(self.shut())
        self.take_back.emit(run_id)

    def _leave(self) -> None:
        self._console.scope.start(self.shut())
        self.closed.emit()
