"""One row in full: every column with its whole value, to read, copy and filter by."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from svcconsole.gui.design.hiding import hidden_row
from svcconsole.gui.design.metrics import dp, line_height
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit import quantity_words as numbers
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, Hairline, ScrollPage
from svcconsole.gui.kit.widgets.buttons import tool_button
from svcconsole.gui.panels.viewer import viewer_text
from svcconsole.gui.panels.viewer.sheet_model import SheetRow
from svcconsole.gui.runtime.privacy import privacy

MOST_COLUMNS = 400
MOST_TEXT = 20_000
"""Characters of one value that are laid out; the copy button takes all of them."""
LINES = 8


class RowDetail(Ground):
    """`close_wanted()`. `step_wanted(1 or -1)`: the next row, or the one before."""

    close_wanted = Signal()
    step_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__("surface")
        self.title = PlainLabel("", "section")
        self.row: SheetRow | None = None
        self._names: tuple[str, ...] = ()
        before = tool_button("up", tr("Previous row"))
        after = tool_button("down", tr("Next row"))
        close = tool_button("close", tr("Close the row"))
        head = hbox(self.title, STRETCH, before, after, close, margins=(16, 8, 8, 8))
        self.page = ScrollPage(inset=16)
        self.page.body.setSpacing(dp(10))
        vbox(head, Hairline(), (self.page, 1), parent=self, spacing=0)
        before.clicked.connect(lambda: self.step_wanted.emit(-1))
        after.clicked.connect(lambda: self.step_wanted.emit(1))
        close.clicked.connect(self.close_wanted)
        privacy().changed.connect(self._show_anew)
        self._body: QWidget | None = None

    def _show_anew(self) -> None:
        """Who people are is hidden from now on, or shown."""
        if (row := self.row) is not None:
            self.row = None
            self.show_row(self._names, row)

    def show_row(self, names: Sequence[str], row: SheetRow) -> None:
        """Another row."""
        if self.row == row and self._names == tuple(names):
            return
        self.row, self._names = row, tuple(names)
        self.title.setText(tr("Row {number}", number=numbers.count(row.number)))
        body = QWidget()
        lines = vbox(parent=body, spacing=10)
        for at, value in enumerate(hidden_row(self._names, row.cells[:MOST_COLUMNS])):
            name = names[at] if at < len(names) else tr("(beyond the last column)")
            lines.addLayout(self._line(visible(name) or tr("(no name)"), value))
        if len(row.cells) > MOST_COLUMNS:
            more = len(row.cells) - MOST_COLUMNS
            lines.addWidget(PlainLabel(tr_plural("{n} more column", "{n} more columns", more), tone="text2"))
        lines.addStretch(1)
        if self._body is not None:
            self.page.body.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        self._body = body
        self.page.body.addWidget(body)
        self.page.verticalScrollBar().setValue(0)

    def _line(self, name: str, value: str) -> QVBoxLayout:
        line = vbox(spacing=2)
        head = QHBoxLayout()
        head.addWidget(ElidedLabel(name, "label", "text2"), 1)
        copy = tool_button("copy", tr("Copy {name}", name=name))
        copy.setProperty("compact", True)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(value))
        copy.setVisible(bool(value))
        head.addWidget(copy)
        line.addLayout(head)
        if not value:
            line.addWidget(PlainLabel(tr("(blank)"), tone="text2"))
        elif len(value) > viewer_text.LONGEST * 3 or "\n" in value:
            line.addWidget(self._text(name, value))
        else:
            said = PlainLabel(visible(value), wrap=True)
            said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            line.addWidget(said)
        return line

    @staticmethod
    def _text(name: str, value: str) -> QPlainTextEdit:
        """A long value scrolls in a box of its own: a label of a megabyte would be laid out whole."""
        text = QPlainTextEdit(visible(value[:MOST_TEXT]) + ("…" if len(value) > MOST_TEXT else ""))
        text.setReadOnly(True)
        text.setAccessibleName(name)
        text.setTabChangesFocus(True)
        lines = min(LINES, max(2, value.count("\n") + 1, len(value) // 40))
        text.setFixedHeight(lines * line_height() + dp(16))
        return text

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_wanted.emit()
        else:
            super().keyPressEvent(event)
