"""The empty state of a list: an invitation, and a place to drop files."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import show
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.file_drop import FileDropWidget
from svcconsole.gui.kit.focus import focus_near


class EmptyState(FileDropWidget):
    """Icon, one sentence, one line of help, one or two buttons; marked while a file is held over it."""

    def __init__(self, icon: str, sentence: str, help: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._over = False
        column = vbox(parent=self, spacing=6, margins=(20, 12, 20, 14))
        centre = Qt.AlignmentFlag.AlignHCenter
        self._icon = IconLabel(icon, "text2", 20)
        self._sentence = PlainLabel(sentence, "strong", wrap=True)
        self._help = PlainLabel(help, "caption", "text2", wrap=True)
        for label in (self._sentence, self._help):
            label.setAlignment(centre)
        column.addStretch(1)
        column.addWidget(self._icon, 0, centre)
        column.addWidget(self._sentence)
        column.addWidget(self._help)
        self._buttons = hbox(spacing=8)
        column.addLayout(self._buttons)
        column.setAlignment(self._buttons, centre)
        column.addStretch(1)
        self.set(icon, sentence, help)

    def set(self, icon: str, sentence: str, help: str = "") -> None:
        """Another invitation."""
        sentence, help = show(sentence), show(help)
        self._icon.set(icon, "text2")
        self._sentence.setText(sentence)
        self._help.setText(help)
        self._help.setVisible(bool(help))
        self.setAccessibleName(sentence)
        self.setAccessibleDescription(help)

    def add_button(self, button: QPushButton) -> None:
        """One more way to begin; the filled one last."""
        self._buttons.addWidget(button)

    def clear_buttons(self) -> None:
        """Take all buttons away."""
        while self._buttons.count():
            item = self._buttons.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A stack that turns to it gives it the focus, which nobody would see here: that goes to what can be
        worked with first in it, or else around it."""
        super().focusInEvent(event)
        focus_near(self)

    def dragged_over(self, over: bool) -> None:
        self._over = over
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._over:
            rect = self.rect().adjusted(dp(8), dp(8), -dp(8), -dp(8))
            with QPainter(self) as painter:
                box(
                    painter,
                    rect,
                    dp(8),
                    fill=colour("accent_subtle"),
                    edge=colour("accent_text"),
                    width=2,
                    style=Qt.PenStyle.DashLine,
                )
