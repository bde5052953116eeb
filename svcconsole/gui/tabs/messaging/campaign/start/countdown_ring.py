"""The ring of the countdown: the seconds that are left, as a number and as an arc."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.quantity_words import count

SIDE: Final = 128
WIDE: Final = 8
WHOLE_TURN: Final = 360 * 16
TOP: Final = 90 * 16


class CountdownRing(QWidget):
    """Empties clockwise; where the system wants no motion it jumps once a second."""

    def __init__(self) -> None:
        super().__init__()
        self._left, self._of = 0.0, 1.0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Seconds until it starts"))

    @property
    def seconds(self) -> int:
        """The whole seconds that are left, the one under way among them."""
        return int(-(-self._left // 1))

    def set_left(self, left: float, of: float) -> None:
        """How many seconds are left of how many."""
        self._left, self._of = max(0.0, left), of
        self.setAccessibleDescription(count(self.seconds))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(SIDE), dp(SIDE))

    def paintEvent(self, event: QPaintEvent) -> None:
        moves = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, self) > 0
        share = (self._left if moves else self.seconds) / self._of
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            half = dp(WIDE) / 2
            ring = QRectF(self.rect()).adjusted(half, half, -half, -half)
            painter.setPen(QPen(colour("neutral_subtle"), dp(WIDE)))
            painter.drawEllipse(ring)
            pen = QPen(colour("accent"), dp(WIDE), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawArc(ring, TOP, round(WHOLE_TURN * share))
            number, word = role_font("display"), role_font("caption")
            high, low = QFontMetrics(number).height(), QFontMetrics(word).height()
            top = (self.height() - high - low) // 2
            middle = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
            painter.setPen(colour("text"))
            painter.setFont(number)
            painter.drawText(QRectF(0, top, self.width(), high), middle, count(self.seconds))
            painter.setPen(colour("text2"))
            painter.setFont(word)
            said = tr_plural("second", "seconds", self.seconds)
            painter.drawText(QRectF(0, top + high, self.width(), low), middle, said)
