"""An annotation inside a line edit: a pill after the text, words at its end."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import words
from svcconsole.gui.design.text import isolate, visible
from svcconsole.gui.kit.widgets.pills import PillValue, paint_pill, pill_height, pill_width

EDGE, GAP = 10, 10


class FieldAnnotation(QWidget):
    """Lies over `line`, which it never covers: what has no room is left out, and stays in the description of
    the line for those who do not see it. For texts that run from left to right."""

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
        self._line = line
        self._pill: PillValue | None = None
        self._words = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        line.installEventFilter(self)
        line.textChanged.connect(self.update)

    def set_known(self, pill: PillValue | None, words: str = "") -> None:
        """Say this of the text; None and blank: nothing."""
        if (pill, words) != (self._pill, self._words):
            self._pill, self._words = pill, words
            said = ", ".join(part for part in (pill.word if pill else "", visible(words)) if part)
            self._line.setAccessibleDescription(said)
            self.update()

    def known(self) -> tuple[str, str]:
        """The pill's word and the words at the end."""
        return (self._pill.word if self._pill else "", self._words)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.setGeometry(self._line.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._pill is None:
            return
        with QPainter(self) as painter:
            label = role_font("label")
            left = dp(EDGE) + QFontMetrics(self._line.font()).horizontalAdvance(self._line.text()) + dp(GAP)
            wide, high = pill_width(label, self._pill), pill_height(label)
            right = self.width() - dp(EDGE)
            if left + wide > right:
                return
            painter.setFont(label)
            place = QRect(left, (self.height() - high) // 2, wide, high)
            paint_pill(painter, place, self._pill, Qt.LayoutDirection.LeftToRight)
            if self._words and left + wide + dp(GAP) < right:
                rest = QRect(left + wide + dp(GAP), 0, right - left - wide - dp(GAP), self.height())
                painter.setFont(role_font("caption"))
                said, ltr = isolate(visible(self._words)), Qt.LayoutDirection.LeftToRight
                words(painter, rest, said, "text2", ltr, side=Qt.AlignmentFlag.AlignTrailing)
