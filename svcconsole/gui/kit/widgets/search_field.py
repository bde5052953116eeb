"""The search field: a magnifier, the words, a cross that clears them."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QEnterEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.icons import icon
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import set_tip, tip_where_cut
from svcconsole.gui.design.words import tr

QUIET_MS: Final = 120
BESIDE: Final = 52
"""What a search field needs beside its words: the lens, and the cross that clears it."""
_DOWN: Final = frozenset({Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Return, Qt.Key.Key_Enter})


class SearchField(QLineEdit):
    """`searched` comes once typing has been quiet for 120 ms, and at once on Return, clearing and Esc.

    `left_down` asks for the results: arrow down, Page down, or Return.
    """

    searched = Signal(str)
    left_down = Signal()

    def __init__(self, placeholder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        fonts.set_role(self, "body")
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setAccessibleDescription(tr("The list follows as you type; arrow down leads to it."))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(dp(140))
        self.setMaximumWidth(dp(280))
        lens = QAction(icon("search", "text2"), placeholder, self)
        set_tip(lens, tr("Enter"))
        lens.triggered.connect(self._emit_text)
        self.addAction(lens, QLineEdit.ActionPosition.LeadingPosition)
        self._clear = QAction(icon("close", "text2"), tr("Clear the search"), self)
        set_tip(self._clear, tr("Esc"))
        self._clear.triggered.connect(self.clear)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(QUIET_MS)
        self._quiet.timeout.connect(self._emit_text)
        self._told = ""
        self.textChanged.connect(self._changed)
        self.returnPressed.connect(self._emit_text)

    def enterEvent(self, event: QEnterEvent) -> None:
        said = "" if self.text() else self.placeholderText()
        margins = self.textMargins()
        room = self.contentsRect().width() - margins.left() - margins.right() - dp(BESIDE)
        needed = self.fontMetrics().horizontalAdvance(said)
        tip_where_cut(self, said, room, needed)
        super().enterEvent(event)

    def _changed(self, text: str) -> None:
        if not text:
            self.removeAction(self._clear)
            self._emit_text()
            return
        if self._clear not in self.actions():
            self.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self._quiet.start()

    def _emit_text(self) -> None:
        self._quiet.stop()
        if self.text() != self._told:
            self._told = self.text()
            self.searched.emit(self._told)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            return
        super().keyPressEvent(event)
        if event.key() in _DOWN and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self._emit_text()
            self.left_down.emit()
