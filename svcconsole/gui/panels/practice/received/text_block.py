"""A block of text in its own direction, wrapped anywhere where a word is too long."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp
from svcconsole.services.messaging.appearance.direction import is_right_to_left

LINE_BREAK = "\u2028"
MANY = 100_000


class TextLayout:
    """A text broken into at most `most` lines of `width` pixels; `high` is their height."""

    def __init__(self, text: str, width: int, most: int = MANY) -> None:
        self.layout = QTextLayout(text.replace("\n", LINE_BREAK), role_font("body"))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        right = is_right_to_left(text) is True
        option.setTextDirection(Qt.LayoutDirection.RightToLeft if right else Qt.LayoutDirection.LeftToRight)
        option.setAlignment(
            (Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
            | Qt.AlignmentFlag.AlignAbsolute
        )
        self.layout.setTextOption(option)
        self.high = 0
        self.layout.beginLayout()
        for _ in range(most):
            line = self.layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(max(1, width))
            line.setPosition(QPointF(0, self.high))
            self.high += round(line.height())
        self.layout.endLayout()


class TextBlock(QWidget):
    """Such a text as a widget that is as high as its lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def text(self) -> str:
        """What is shown."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.updateGeometry()
            self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return TextLayout(self._text, width).high

    def sizeHint(self) -> QSize:
        return QSize(dp(200), self.heightForWidth(max(dp(200), self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(40), self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setPen(colour("text"))
            TextLayout(self._text, self.width()).layout.draw(painter, QPointF(0, 0))
