"""The little shop front of the first-run cards: dashed and hatched for practice, solid for a live store."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, rounded_path
from svcconsole.gui.design.theme import band_colour, colour, hatch_colour, store_colour
from svcconsole.gui.kit.widgets.store_marks import paint_hatch

STRIPES = 6


class ShopDrawing(QWidget):
    """Decoration: screen readers have the card's heading."""

    def __init__(self, shade: str, *, practice: bool, word: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shade = shade
        self._practice = practice
        self._word = word
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(dp(132))

    def sizeHint(self) -> QSize:
        return QSize(dp(420), dp(132))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ground = QRectF(self.rect())
            painter.setClipPath(rounded_path(ground, dp(8)))
            painter.fillRect(self.rect(), band_colour(self._shade))
            if self._practice:
                paint_hatch(painter, self.rect(), hatch_colour(self._shade))
            self._paint_shop(painter, ground)
            painter.setClipping(False)
            if self._word:
                self._paint_word(painter)

    def _paint_shop(self, painter: QPainter, ground: QRectF) -> None:
        shade = store_colour(self._shade)
        style = Qt.PenStyle.DashLine if self._practice else Qt.PenStyle.SolidLine
        solid, line = QPen(shade, 2), QPen(shade, 2, style)
        wide, high = dp(148), dp(86)
        left = ground.center().x() - wide / 2
        top = ground.center().y() - high / 2
        floor = top + high
        painter.setPen(line)
        walls = QRectF(left + dp(12), top + dp(30), wide - dp(24), floor - top - dp(30))
        painter.fillRect(walls, colour("surface"))
        painter.drawLine(walls.topLeft(), walls.bottomLeft())
        painter.drawLine(walls.topRight(), walls.bottomRight())
        painter.drawRect(QRectF(walls.left() + dp(14), walls.top() + dp(14), dp(50), dp(30)))
        door = QRectF(walls.right() - dp(46), walls.top() + dp(14), dp(30), walls.height() - dp(14))
        painter.drawRect(door)
        painter.setPen(QPen(shade, 4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPoint(QPointF(door.right() - dp(6), door.center().y()))
        painter.setPen(solid)
        painter.drawLine(QPointF(left - dp(46), floor), QPointF(left + wide + dp(46), floor))
        self._paint_awning(painter, left, top, wide, shade)

    def _paint_awning(self, painter: QPainter, left: float, top: float, wide: float, shade: QColor) -> None:
        pale = QColor(shade)
        if self._practice:
            pale.setAlphaF(0.45)
        stripe, high = wide / STRIPES, dp(34)
        for at in range(STRIPES):
            area = QRectF(left + at * stripe, top, stripe, high)
            path = QPainterPath(area.topLeft())
            path.lineTo(area.topRight())
            path.lineTo(area.right(), area.bottom() - stripe / 2)
            path.arcTo(QRectF(area.left(), area.bottom() - stripe, stripe, stripe), 0, -180)
            path.closeSubpath()
            painter.fillPath(path, colour("surface"))
            if at % 2 == 0:
                painter.fillPath(path, pale)
            painter.setPen(QPen(shade, 1.5))
            painter.drawPath(path)

    def _paint_word(self, painter: QPainter) -> None:
        painter.setFont(role_font("badge"))
        wide = painter.fontMetrics().horizontalAdvance(self._word) + dp(36)
        pill = QRectF(self.width() - wide - dp(14), dp(14), wide, dp(22))
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            pill.moveLeft(dp(14))
        box(painter, pill, dp(11), fill=store_colour(self._shade))
        painter.setPen(colour("surface"))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, self._word)
