"""The list of reports by type, each with what it answers, searchable."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import Ground, RowButton, ScrollPage
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.services.reports.names import REPORTS, search

WIDEST_SEARCH = 2000
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class ReportList(Ground):
    """Twenty-four rows under the headings of their types. `chosen(name)` when a person chooses."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__("canvas", "right")
        self.rows: dict[str, RowButton] = {}
        self.headings: dict[str, PlainLabel] = {}
        self.group = QButtonGroup(self)
        self.search = SearchField(tr("Search the reports"))
        self.search.setMaximumWidth(dp(WIDEST_SEARCH))
        self.nothing = PlainLabel("", "caption", "text2", wrap=True)
        self.page = ScrollPage("canvas", 12)
        self.page.body.setContentsMargins(dp(12), 0, dp(12), dp(12))
        self.page.body.setSpacing(dp(2))
        for report in REPORTS:
            if report.type not in self.headings:
                heading = self.headings[report.type] = PlainLabel(report.type, "label", "text2")
                heading.setContentsMargins(dp(8), dp(10), 0, dp(2))
                self.page.body.addWidget(heading)
            row = self.rows[report.name] = RowButton(None, "text2", report.name, tr(report.answers))
            set_tip(row, "\n".join([report.name, tr(report.answers)]))
            row.clicked.connect(lambda _=False, name=report.name: self.chosen.emit(name))
            row.installEventFilter(self)
            self.group.addButton(row)
            self.page.body.addWidget(row)
        self.nothing.hide()
        self.page.body.addWidget(self.nothing)
        self.page.body.addStretch(1)
        top = vbox(self.search, margins=(12, 12, 12, 4))
        vbox(top, (self.page, 1), parent=self, spacing=0)
        self.search.searched.connect(self.filter)
        self.search.left_down.connect(self._to_first)

    def show_name(self, name: str | None) -> None:
        """Mark a report without telling anybody; None marks none."""
        row = self.rows.get(name or "")
        if row is not None:
            if not row.isChecked():
                row.setChecked(True)
                self.page.reveal(row)
            return
        self.group.setExclusive(False)
        for each in self.rows.values():
            each.setChecked(False)
        self.group.setExclusive(True)

    def filter(self, words: str) -> None:
        """Only what all these words find, the headings of empty types put away."""
        found = {report.name for report in search(words)}
        for name, row in self.rows.items():
            row.setVisible(name in found)
        for type_, heading in self.headings.items():
            heading.setVisible(any(report.type == type_ and report.name in found for report in REPORTS))
        self.nothing.setVisible(not found)
        self.nothing.setText(tr("No report matches “{words}”.", words=words))

    def listed(self) -> list[str]:
        """The names that are listed now."""
        return [name for name, row in self.rows.items() if not row.isHidden()]

    def _to_first(self) -> None:
        if listed := self.listed():
            self.rows[listed[0]].setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: object, event: object) -> bool:
        """Arrow keys go from row to row; space chooses."""
        if isinstance(event, QKeyEvent) and isinstance(watched, QWidget) and event.key() in STEPS:
            if event.type() != QKeyEvent.Type.KeyPress:
                return False
            listed = [self.rows[name] for name in self.listed()]
            at = next((at for at, row in enumerate(listed) if row is watched), -1)
            to = at + STEPS[Qt.Key(event.key())]
            if 0 <= to < len(listed):
                listed[to].setFocus(Qt.FocusReason.OtherFocusReason)
                self.page.reveal(listed[to])
            return True
        return False
