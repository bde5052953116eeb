"""Reports in the activity dock and the status bar."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import ElidedLabel, PlainLabel
from svcconsole.gui.design.words import dotted, tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.report_title import title_of
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.panels.runs.activity import ActivityPart
from svcconsole.gui.runtime.live_report import LiveReport
from svcconsole.gui.runtime.reports_controller import ReportsController
from svcconsole.gui.tabs.reports import run_text as say
from svcconsole.workspace.runs.report_runs import UNDER_WAY, Stage

LISTED = (*UNDER_WAY, Stage.NEEDS)
TICK_MS = 1000


class ReportLine(QWidget):
    """One report: name and days, its state, part and rows, how long, and the way to it."""

    def __init__(self) -> None:
        super().__init__()
        self.name = ElidedLabel("", "strong")
        self.pill = Pill()
        self.words = ElidedLabel("", "body", "text2")
        self.show_it = link(tr("Show"))
        hbox(
            IconLabel("reports", "text2", 14),
            (self.name, 1),
            self.pill,
            (self.words, 1),
            self.show_it,
            parent=self,
            spacing=8,
        )

    def show_report(self, live: LiveReport) -> None:
        """Another one, or the same as it is now."""
        self.name.setText(title_of(live.run))
        self.pill.set_value(say.pill(live))
        parts = (say.figures(live), say.times(live, time.time()))
        self.words.setText(dotted(*parts))
        self.show_it.setAccessibleName(tr("Show {title}", title=title_of(live.run)))


class ReportsActivity(QWidget):
    """Hidden while no report is under way or waits for a person. `changed`: it showed or hid itself."""

    changed = Signal()
    opened = Signal(str)

    def __init__(self, reports: ReportsController) -> None:
        super().__init__()
        self.reports = reports
        self.lines: dict[str, ReportLine] = {}
        self._column = vbox(parent=self, spacing=8)
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self.refresh)
        self.hide()
        reports.listed.connect(self.refresh)
        reports.changed.connect(self._changed)
        self.refresh()

    def refresh(self) -> None:
        """Which are listed, and what there is to say of each."""
        listed = {live.run.id: live for live in self.reports.all() if live.run.stage in LISTED}
        for run_id in [run_id for run_id in self.lines if run_id not in listed]:
            line = self.lines.pop(run_id)
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        for run_id, live in listed.items():
            line = self.lines.get(run_id) or self._add(run_id)
            line.show_report(live)
        if self.isHidden() == bool(listed):
            self.setVisible(bool(listed))
            self.changed.emit()

    def _add(self, run_id: str) -> ReportLine:
        line = self.lines[run_id] = ReportLine()
        line.show_it.clicked.connect(lambda: self.opened.emit(run_id))
        self._column.addWidget(line)
        return line

    def _changed(self, run_id: str) -> None:
        """At once only where a line comes or goes; what is on screen ticks once a second."""
        live = self.reports.find(run_id)
        if live is not None and (live.run.stage in LISTED) != (run_id in self.lines):
            self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tick.start()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        self._tick.stop()
        super().hideEvent(event)


class RunningReport(ActivityPart):
    """The newest report under way, in the status bar: state, part and rows; a click opens its card.

    `changed`: there is one, or there is none any more.
    """

    opened = Signal(str)

    def __init__(self, reports: ReportsController) -> None:
        super().__init__()
        self.run_id = ""
        self.name = ElidedLabel("", "strong")
        self.words = PlainLabel("", tone="text2")
        hbox(IconLabel("reports", "text2", 14), self.name, self.words, parent=self, spacing=8)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._reports = reports
        reports.listed.connect(self.refresh)
        reports.changed.connect(lambda _run_id: self.refresh())
        self.refresh()

    def is_busy(self) -> bool:
        """Whether there is a report to show."""
        return bool(self.run_id)

    def refresh(self) -> None:
        """Which report, and what there is to say of it."""
        before = self.run_id
        found = [live for live in self._reports.all() if live.run.stage in UNDER_WAY]
        self.run_id = found[0].run.id if found else ""
        for live in found[:1]:
            self.name.setText(title_of(live.run))
            parts = (say.pill(live).word, say.figures(live))
            self.words.setText(dotted(*parts))
            self.setAccessibleName(f"{self.name.text()}: {self.words.text()}")
        if self.run_id != before:
            self.changed.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.run_id:
            self.opened.emit(self.run_id)
