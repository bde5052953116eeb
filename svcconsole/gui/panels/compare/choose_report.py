"""Chooses the report to compare with: a finished one, or any file."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, isolate, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import RowButton, ScrollPage
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.compare.other_report import OtherReport
from svcconsole.gui.runtime.notices import Notices

WIDTH = 560


class ChooseOther(ScrollPage):
    """`report_chosen(Path)`: one of the list, or a file that was dropped; `file_wanted()`: choose one."""

    report_chosen = Signal(object)
    file_wanted = Signal()

    def __init__(self, notices: Notices) -> None:
        super().__init__("surface")
        self.place = EmptyState("compare", "")
        self.place.accept_files(notices)
        self.place.file_dropped.connect(self.report_chosen)
        self.choose = button(tr("Choose a file…"), "file", "primary")
        self.choose.clicked.connect(self.file_wanted)
        self.place.add_button(self.choose)
        self.list = QWidget()
        self.list.setMaximumWidth(dp(WIDTH))
        self._rows = vbox(parent=self.list, spacing=4)
        self.place.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.body.addWidget(self.place)
        self.body.addWidget(self.list, 0, Qt.AlignmentFlag.AlignHCenter)
        self.body.addStretch(1)

    def ask(self, title: str, others: Sequence[OtherReport]) -> None:
        """Ask for the report to compare `title` with."""
        self.place.set(
            "compare",
            tr("Compare {title} with which report?", title=isolate(visible(title))),
            tr("Another run of it, or any file with a column in common. You can also drop the file here."),
        )
        while self._rows.count():
            item = self._rows.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if others:
            self._rows.addWidget(PlainLabel(tr("Reports made here"), "label", "text2"))
        for other in others:
            row = RowButton("file", "text2", visible(other.title), visible(other.detail))
            row.setAutoExclusive(False)
            row.setCheckable(False)
            row.setMinimumWidth(dp(WIDTH - 80))
            row.clicked.connect(lambda _checked=False, path=other.path: self.report_chosen.emit(path))
            self._rows.addWidget(row)
        self.list.setVisible(bool(others))
        first = self.rows()[0] if others else self.choose
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def rows(self) -> list[RowButton]:
        """The reports that can be chosen."""
        items = (self._rows.itemAt(at) for at in range(self._rows.count()))
        found = (item.widget() for item in items if item is not None)
        return [row for row in found if isinstance(row, RowButton)]
