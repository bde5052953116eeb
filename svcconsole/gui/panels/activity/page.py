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
from svcconsole.gui.panels.activity.log_view import WIDE, LogView
from svcconsole.gui.panels.activity.runs_view import RunsView
from svcconsole.gui.panels.activity.schedules_view import SchedulesView
from svcconsole.gui.runtime.console import Console

RUNS, SCHEDULES, LOG = range(3)


class ActivityPage(QWidget):
    """`left()`: go back. `run_wanted(run_id)`: show a run."""

    left = Signal()
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
        self._views: list[RunsView | SchedulesView | LogView] = [self.runs, self.schedules, self.log]
        self.header = PageHeader(tr("Activity"), back="")
        self.header.add_leading(self.segments)
        for part in (self.log.chain_words, self.log.chain, self.log.verify):
            self.header.add_action(part)
        self._stack = QStackedWidget()
        for view in self._views:
            self._stack.addWidget(view)
        vbox(self.header, (self._stack, 1), parent=self, spacing=0)
        self.header.back_clicked.connect(self.left)
        self.segments.currentChanged.connect(self._show)
        self.runs.opened.connect(self.run_wanted)
        self.schedules.opened.connect(self.run_wanted)
        self.schedules.counted.connect(lambda number: self.segments.set_count(SCHEDULES, number))
        self.log.opened.connect(self.run_wanted)
        self.runs.counted.connect(lambda number: self.segments.set_count(RUNS, number))
        self._show_chain(False)

    def activate(self) -> None:
        """It is on screen: what is in front is read again."""
        self._views[self.segments.current()].refresh()

    def show_log(self) -> None:
        """Bring the log to the front."""
        self.segments.set_current(LOG)

    def show_schedules(self) -> None:
        """Bring the schedules to the front."""
        self.segments.set_current(SCHEDULES)

    def show_runs(self) -> None:
        """Bring the runs to the front."""
        self.segments.set_current(RUNS)

    def focus_start(self) -> QWidget:
        """Where the keys begin."""
        at = self.segments.current()
        return self.log.search if at == LOG else self.schedules.table if at == SCHEDULES else self.runs.table

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's own keys do here."""
        leave = {"back": self.left.emit, "close": self.left.emit, "refresh": self.activate}
        return {**leave, "find": self.log.find_focus} if self.segments.current() == LOG else leave

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self._views[self.segments.current()])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.log.set_wide(self.width() >= dp(WIDE))
        self.schedules.set_wide(self.width() >= dp(WIDE))

    def _show(self, at: int) -> None:
        self._stack.setCurrentWidget(self._views[at])
        self._show_chain(at == LOG)
        self.activate()

    def _show_chain(self, shown: bool) -> None:
        self.log.verify.setVisible(shown)
        self.log.chain_words.setVisible(shown)
        self.log.chain.setVisible(shown and bool(self.log.chain_words.text()))
