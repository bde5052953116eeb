"""A multi-line field that keeps every character of what is pasted into it."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from svcconsole.gui.design.hiding import hidden_words, is_hiding
from svcconsole.services.messaging.appearance.direction import is_right_to_left

_LINE_BREAKS: Final = {"\u2029": "\ufdd2", "\r": "\ufdd3", "\ufdd0": "\ufdd4", "\ufdd1": "\ufdd5"}
"""What Qt's document takes for the end of a line, and the noncharacters that stand for it in there."""
_INTO: Final = str.maketrans(_LINE_BREAKS)
_BACK: Final = str.maketrans({"\u2029": "\n", **{kept: own for own, kept in _LINE_BREAKS.items()}})
_CRLF: Final = re.compile("\r\n")


class TextArea(QPlainTextEdit):
    """`text` gives back what `set_text` was given or a person pasted, no-break spaces and all.

    Only the two characters by which Windows ends a line become one. The text stands at the side at which its
    first letter says that it begins; QPlainTextEdit has all of it at the left.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.textChanged.connect(self._align)
        self._align()

    def text(self) -> str:
        """What stands in the field; `toPlainText` would turn no-break spaces into spaces."""
        return _read(self.document())

    def set_text(self, text: str) -> None:
        """Show another text; the steps to undo are forgotten."""
        self.setPlainText(_written(text))

    def paintEvent(self, event: QPaintEvent) -> None:
        """While people are hidden, whoever is named shows only to the one who types."""
        text = self.text() if is_hiding() and not self.hasFocus() else ""
        masked = hidden_words(text)
        if masked == text:
            super().paintEvent(event)
            return
        inset = int(self.document().documentMargin())
        with QPainter(self.viewport()) as painter:
            painter.setPen(self.palette().text().color())
            room = self.viewport().rect().adjusted(inset, inset, -inset, -inset)
            side = self.document().defaultTextOption().alignment() | Qt.AlignmentFlag.AlignAbsolute
            painter.drawText(room, Qt.TextFlag.TextWordWrap | side, masked)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._align()

    def _align(self) -> None:
        rtl = is_right_to_left(self.document().toRawText())
        is_at_right = self.isRightToLeft() if rtl is None else rtl
        side = Qt.AlignmentFlag.AlignRight if is_at_right else Qt.AlignmentFlag.AlignLeft
        option = self.document().defaultTextOption()
        if option.alignment() != side:
            option.setAlignment(side)
            self.document().setDefaultTextOption(option)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste and drop."""
        text = source.text()
        written = _written(text)
        if written != text:  # what needs nothing goes in as it is: PySide drops a leading byte order mark
            source = QMimeData()
            source.setText(written)
        super().insertFromMimeData(source)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy, cut and drag."""
        given = QMimeData()
        given.setText(self.textCursor().selectedText().translate(_BACK))
        return given


def _read(document: QTextDocument) -> str:
    return document.toRawText().translate(_BACK)


def _written(text: str) -> str:
    return _CRLF.sub("\n", text).translate(_INTO)
