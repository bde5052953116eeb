"""The dock of the calls under the pages: the list, beside it the chosen call; never opens by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, Hairline
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.containers.splitter import Splitter
from svcconsole.gui.kit.widgets.buttons import tool_button
from svcconsole.gui.panels.calls.call_detail import CallDetail
from svcconsole.gui.panels.calls.call_list import CallList
from svcconsole.gui.panels.calls.drift_view import DriftView

if TYPE_CHECKING:
    from svcconsole.api.call_log import KeptCall
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.practice_process import PracticeProcess

CALLS, DRIFTS = range(2)
LEAST_HEIGHT = 220
BESIDE = 880
"""Narrower, the list stands over the chosen call."""
LIST_WIDTH, LIST_SHARE = 608, 0.46
"""How wide the list is at most, and of a narrow dock, before somebody drags its edge."""


class CallsDock(Ground):
    """`closed()`: hide it."""

    closed = Signal()

    def __init__(self, console: Console, practice: PracticeProcess | None = None) -> None:
        super().__init__("surface", "top")
        self._console = console
        self.list = CallList(console)
        self.detail = CallDetail(console)
        self.drifts = DriftView(console, practice)
        title = PlainLabel(tr("Calls"), "section")
        self.segments = Segments()
        self.segments.add(tr("Last calls"))
        self.segments.add(tr("Not in the specification"))
        self._note = ElidedLabel("", "caption", "text2")
        keys = PlainLabel(tr("Esc closes · ↑ ↓ next call"), "caption", "text2")
        close = tool_button("close", tr("Close the calls (Esc)"))
        head = hbox(title, self.segments, (self._note, 1), keys, close, spacing=8, margins=(20, 6, 12, 6))
        self.parts = Splitter()
        self.parts.addWidget(self.list)
        self.parts.addWidget(self.detail)
        self.parts.setStretchFactor(1, 1)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.parts)
        self._stack.addWidget(self.drifts)
        vbox(head, Hairline(), (self._stack, 1), parent=self, spacing=0)
        self.setAccessibleName(tr("Calls"))
        self.setMinimumHeight(dp(LEAST_HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        close.clicked.connect(self.closed)
        self.segments.currentChanged.connect(self._turn)
        console.drifts.changed.connect(self._count_drifts)
        self._count_drifts()
        self._turn(CALLS)
        self.list.chosen.connect(self._show)
        self.list.copy_wanted.connect(self.detail.copy_answer)
        self.list.model.arranged.connect(self._say_anew)
        console.privacy.changed.connect(self._hide_people)
        self.detail.decision_wanted.connect(console.decisions_wanted)
        self._dragged = False
        self.parts.splitterMoved.connect(self._drag)

    def show_call(self, number: int) -> bool:
        """Choose one call; False once it is not among the last any more."""
        self.segments.set_current(CALLS)
        return self.list.choose(number)

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.list, self.detail) if self.segments.current() == CALLS else (self.drifts,)

    def focus_start(self) -> QWidget:
        """Where the keys begin."""
        return self.list.focus_start() if self.segments.current() == CALLS else self.drifts.focus_start()

    def show_drifts(self) -> None:
        """Bring what the specification does not know to the front."""
        self.segments.set_current(DRIFTS)

    def _turn(self, at: int) -> None:
        self._stack.setCurrentIndex(at)
        last = tr("the last 500, newest first · kept on this computer only")
        self._note.setText(last if at == CALLS else tr("counted on this computer, without any value"))

    def _count_drifts(self) -> None:
        self.segments.set_count(DRIFTS, self._console.drifts.count() or None)

    def _show(self, call: KeptCall | None) -> None:
        self.detail.show_call(None if call is None else self.list.row_of(call))

    def _hide_people(self) -> None:
        self.list.say_anew()
        current = self.list.table.current_record()
        self.detail.say_anew(None if current is None else self.list.row_of(current.call))

    def _say_anew(self) -> None:
        """The chosen call's person may have a name by now."""
        row = self.list.table.current_record()
        if row is not None:
            self.detail.show_call(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= dp(BESIDE)
        self.parts.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
        if not self._dragged:
            whole = self.width() if wide else self.height()
            first = min(dp(LIST_WIDTH), round(whole * LIST_SHARE))
            self.parts.setSizes([first, whole - first])

    def _drag(self) -> None:
        self._dragged = True
