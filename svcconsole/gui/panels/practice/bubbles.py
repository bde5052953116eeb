"""Messages as the bubbles a customer would read, each with its hour and the state it has reached."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from svcconsole.gui.colours import colour
from svcconsole.gui.metrics import dp
from svcconsole.gui.painting import box, ring
from svcconsole.gui.panels.practice.received_rows import Row
from svcconsole.gui.text import ElidedLabel, PlainLabel, isolate, ltr, visible
from svcconsole.gui.when import when
from svcconsole.gui.widgets.cards import ScrollPage
from svcconsole.gui.widgets.pills import Pill

WIDEST = 520


class Bubble(QWidget):
    """One message; `chosen` by a click, Enter or Space."""

    chosen = Signal(str)

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.key = row.key
        self._is_chosen = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMaximumWidth(dp(WIDEST))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._who = ElidedLabel("", "label", "text2")
        self._text = PlainLabel("", "body", wrap=True)
        self._at = PlainLabel("", "micro", "text2")
        self._state = Pill()
        foot = QHBoxLayout()
        foot.setSpacing(dp(8))
        foot.addWidget(self._at)
        foot.addStretch(1)
        foot.addWidget(self._state)
        column = QVBoxLayout(self)
        column.setContentsMargins(dp(14), dp(10), dp(14), dp(10))
        column.setSpacing(dp(4))
        column.addWidget(self._who)
        column.addWidget(self._text)
        column.addLayout(foot)
        self.show_row(row)

    def show_row(self, row: Row) -> None:
        """The message as it stands now."""
        self._who.setText(ltr(visible(row.who)))
        text = visible(row.text)
        self._text.setText(text if len(text) <= LONGEST else f"{text[:LONGEST]}…")
        self._at.setText(when(row.at))
        self._state.set_value(row.state)
        self.setAccessibleName(f"{isolate(visible(row.who))}: {self._text.text()}, {row.state.word}")

    def set_chosen(self, chosen: bool) -> None:
        """Whether its detail is shown."""
        self._is_chosen = chosen
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(WIDEST), super().sizeHint().height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.chosen.emit(self.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self.key)
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ground = colour("selection" if self._is_chosen else "canvas")
        box(painter, QRectF(self.rect()), dp(12), fill=ground, edge=colour("border"))
        if self.hasFocus():
            ring(painter, QRectF(self.rect()), dp(12))


LONGEST = 1_000
"""Characters of a message in its bubble; the detail has all."""


class BubbleList(ScrollPage):
    """The newest at the top; `chosen` names the row's key."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setAccessibleName(self.tr("Messages"))
        self._bubbles: dict[str, Bubble] = {}
        self._rows: tuple[Row, ...] = ()
        self._chosen = ""
        self.body.addStretch(1)

    def bubbles(self) -> list[Bubble]:
        """Those shown, in their order."""
        return [self._bubbles[row.key] for row in self._rows]

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these; what is known already stays in its place."""
        if tuple(rows) == self._rows:
            return
        self._rows = tuple(rows)
        wanted = {row.key for row in rows}
        for key in [key for key in self._bubbles if key not in wanted]:
            gone = self._bubbles.pop(key)
            self.body.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for at, row in enumerate(rows):
            bubble = self._bubbles.get(row.key)
            if bubble is None:
                bubble = self._bubbles[row.key] = Bubble(row)
                bubble.chosen.connect(self.chosen)
                bubble.set_chosen(row.key == self._chosen)
            else:
                bubble.show_row(row)
            if self.body.indexOf(bubble) != at:
                self.body.insertWidget(at, bubble)

    def set_chosen(self, key: str) -> None:
        """Mark the one whose detail is shown."""
        self._chosen = key
        for bubble in self._bubbles.values():
            bubble.set_chosen(bubble.key == key)
