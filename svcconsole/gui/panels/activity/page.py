"""The page Activity: its segments, and which of them is in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.activity.log_view import WIDE, LogView
from svcconsole.gui.panels.activity.runs_view import RunsView
from svcconsole.gui.panels.activity.schedules_view import SchedulesView
from svcconsole.gui.panels.approvals.approvals_view import ApprovalsView
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope

RUNS, SCHEDULES, LOG, APPROVALS = range(4)


class ActivityPage(QWidget):
    """`left()`: go back. `run_wanted(run_id)`: show a run. `back_wanted(run_id)`: give back what it did."""

    left = Signal()
    back_wanted = Signal(str)
    run_wanted = Signal(str)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.segments = Segments()
        self.segments.add(tr("Runs"))
        self.segments.add(tr("Schedules"))
        self.segments.add(tr("Log"))
        self.runs = RunsView(console)
        self.schedules = SchedulesView(console)
        self.log = LogView(console)
        self.approvals = ApprovalsView(console)
        self._views: list[RunsView | SchedulesView | LogView | ApprovalsView] = [
            self.runs,
            self.schedules,
            self.log,
            self.approvals,
        ]
        self.header = PageHeader(tr("Activity"), back="")
        self.header.add_leading(self.segments)
        self.new_schedule = button(tr("New schedule"), "plus", "primary")
        self._of_log = (self.log.chain, self.log.broken, self.log.chain_words)
        for part in (*self._of_log, self.log.verify, self.log.export, self.new_schedule):
            self.header.add_action(part)
        self._stack = QStackedWidget()
        for view in self._views:
            self._stack.addWidget(view)
        vbox(self.header, (self._stack, 1), parent=self, spacing=0)
        self.header.back_clicked.connect(self.left)
        self.segments.currentChanged.connect(self._show)
        self.runs.opened.connect(self.run_wanted)
        self.schedules.opened.connect(self.run_wanted)
        self.new_schedule.clicked.connect(lambda _checked=False: self.schedules.make())
        self.schedules.form_shown.connect(lambda _: self._show_actions(self.segments.current()))
        self.schedules.counted.connect(lambda number: self.segments.set_count(SCHEDULES, number))
        self.log.opened.connect(self.run_wanted)
        self.log.taken_back.connect(self.back_wanted)
        self.runs.counted.connect(lambda number: self.segments.set_count(RUNS, number))
        self.approvals.counted.connect(self._count_approvals)
        self._console = console
        self._scope = make_scope(self, console.notices)
        self._shared = False
        self._show_actions(RUNS)

    def activate(self) -> None:
        """It is on screen: what is in front is read again."""
        if not self._shared:
            self._scope.start(self._offer_approvals(), "shared")
        self._views[self.segments.current()].refresh()

    def show_log(self) -> None:
        """Bring the log to the front."""
        self.segments.set_current(LOG)

    def show_approval(self, run_id: str) -> None:
        """Bring a plan that waits for a second person to the front; blank: all that wait."""
        self._scope.start(self._open_approval(run_id), "shared")

    def show_schedules(self) -> None:
        """Bring the schedules to the front."""
        self.segments.set_current(SCHEDULES)

    def show_runs(self) -> None:
        """Bring the runs to the front."""
        self.segments.set_current(RUNS)

    def focus_start(self) -> QWidget:
        """Where the keys begin."""
        starts: dict[int, QWidget] = {
            RUNS: self.runs.table,
            SCHEDULES: self.schedules.form() or self.schedules.table,
            LOG: self.log.search,
            APPROVALS: self.approvals.table,
        }
        return starts[self.segments.current()]

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's own keys do here."""
        leave = {"back": self.left.emit, "close": self.left.emit, "refresh": self.activate}
        more: dict[int, Mapping[str, Callable[[], None]]] = {
            LOG: {"find": self.log.find_focus},
            SCHEDULES: self.schedules.actions_here(),
            APPROVALS: self.approvals.actions_here(),
        }
        return {**leave, **more.get(self.segments.current(), {})}

    async def can_leave(self) -> bool:
        """Ask what becomes of a schedule that was filled in."""
        return await self.schedules.can_leave()

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self._views[self.segments.current()])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.log.set_wide(self.width() >= dp(WIDE))
        self.schedules.set_wide(self.width() >= dp(WIDE))

    def _show(self, at: int) -> None:
        self._stack.setCurrentWidget(self._views[at])
        self._show_actions(at)
        self.activate()

    async def _offer_approvals(self) -> None:
        """Where two people share the workspace one can agree to what the other planned."""
        if not self._shared and await self._console.db(lambda space: space.shared):
            self._shared = True
            self.segments.add(tr("Approvals"))
            self._count_approvals(
                await self._console.db(lambda space: len(space.approvals.list(open_only=True)))
            )

    async def _open_approval(self, run_id: str) -> None:
        await self._offer_approvals()
        if self._shared:
            self.segments.set_current(APPROVALS)
            if run_id:
                self.approvals.open(run_id)
            else:
                self.approvals.show_list()

    def _count_approvals(self, number: int) -> None:
        if self._shared:
            self.segments.set_count(APPROVALS, number)

    def _show_actions(self, at: int) -> None:
        """What the header offers for the view in front."""
        known = at == LOG and bool(self.log.chain_words.text())
        for part in (self.log.verify, self.log.export, self.log.chain_words):
            part.setVisible(at == LOG)
        self.log.chain.setVisible(known)
        self.log.broken.setVisible(known and self.log.is_broken())
        self.new_schedule.setVisible(at == SCHEDULES and self.schedules.form() is None)
