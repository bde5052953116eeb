"""A small drawing of the place where a step goes on: a page, and the ring around the button to press."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.design.words import show

WIDE, HIGH = 380, 180


class PlaceDrawing(QWidget):
    """Says nothing to a screen reader: the words beside it do."""

    def __init__(self) -> None:
        super().__init__()
        self._title = self._press = ""
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_place(self, title: str, press: str) -> None:
        """The page's title, and the words of the button that is ringed."""
        self._title, self._press = show(title), show(press)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(WIDE), dp(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(240), dp(HIGH))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            direction, whole = self.layoutDirection(), self.rect().adjusted(0, 0, -1, -1)

            def placed(left: int, top: int, width: int, height: int) -> QRect:
                return QStyle.visualRect(direction, whole, QRect(left, top, width, height))

            box(painter, QRectF(whole), dp(8), fill=colour("surface"), edge=colour("border"))
            painter.setFont(fonts.role_font("label"))
            top = placed(dp(16), dp(10), whole.width() - dp(32), dp(20))
            words(painter, top, self._title, "text", direction)
            field = placed(dp(16), dp(38), whole.width() * 6 // 10, dp(74))
            box(painter, QRectF(field), dp(4), edge=colour("border_input"))
            for at, share in enumerate((0.8, 0.6, 0.35)):
                line = placed(dp(26), dp(52 + 18 * at), round(field.width() * share), dp(6))
                box(painter, QRectF(line), dp(3), fill=colour("neutral_subtle"))
            side = placed(dp(32) + field.width(), dp(38), whole.width() - dp(48) - field.width(), dp(74))
            box(painter, QRectF(side), dp(4), fill=colour("canvas"))
            foot = whole.height() - dp(48)
            painter.fillRect(placed(0, foot, whole.width(), 1), colour("border"))
            painter.setFont(fonts.role_font("strong"))
            wide = QFontMetrics(painter.font()).horizontalAdvance(self._press) + dp(28)
            wide = min(wide, whole.width() - dp(40))
            button = placed(whole.width() - dp(20) - wide, foot + dp(10), wide, dp(28))
            box(painter, QRectF(button), dp(5), fill=colour("surface"), edge=colour("border_input"))
            painter.setPen(colour("text"))
            shown = painter.fontMetrics().elidedText(
                self._press, Qt.TextElideMode.ElideRight, button.width() - dp(12)
            )
            painter.drawText(button, Qt.AlignmentFlag.AlignCenter, shown)
            ring(painter, button.adjusted(-dp(3), -dp(3), dp(3), dp(3)), dp(7))
