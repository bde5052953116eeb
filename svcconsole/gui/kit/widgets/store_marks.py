"""Paints the mark of a store: its colour and monogram, or the flask and hatch of practice.

The first paint uses this, so everything is filled as `fills` does it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QAccessible, QColor, QFont, QFontMetrics, QPainter, QPainterPath
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design.colours import band_colour, colour, hatch_colour, store_colour
from svcconsole.gui.design.fills import brush, fill, fill_text
from svcconsole.gui.design.metrics import dp

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from svcconsole.gui.runtime.profile_summary import ProfileSummary

LINE = 4
DASH = 8
STRIPE, STEP = 9, 18


def monogram(name: str) -> str:
    """The first letter or digit of a store's name, as a person would shorten it."""
    for character in name:
        if character.isalnum():
            return character.upper()
    return "•"


def paint_mark(painter: QPainter, rect: QRect, card: ProfileSummary) -> None:
    """The mark of `card` in `rect`: a filled square with its letter, or practice's outlined flask."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shade, area = store_colour(card.colour), QRectF(rect)
    painter.fillPath(_rounded(area, dp(6)), brush(shade))
    if card.practice:
        inner = brush(band_colour(card.colour))
        painter.fillPath(_rounded(area.adjusted(2, 2, -2, -2), dp(4)), inner)
        _paint_flask(painter, area, shade)
    else:
        font = QFont(painter.font())
        font.setWeight(QFont.Weight.DemiBold)
        font.setPixelSize(round(area.height() * 0.5))
        letter, metrics = monogram(card.name), QFontMetrics(font)
        left = area.center().x() - metrics.horizontalAdvance(letter) / 2
        start = QPointF(left, area.center().y() + metrics.capHeight() / 2)
        fill_text(painter, start, font, letter, QColor("white"))
    painter.restore()


def _rounded(area: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(area, radius, radius)
    return path


def _paint_flask(painter: QPainter, area: QRectF, shade: QColor) -> None:
    # The first paint of a live store does without Qt's SVG module and the icon cache.
    from PySide6.QtSvg import QSvgRenderer

    from svcconsole.gui.design.icons import drawing

    side = area.height() * 0.6
    inner = QRectF(0, 0, side, side)
    inner.moveCenter(area.center())
    flask = drawing("practice").replace("currentColor", shade.name())
    QSvgRenderer(QByteArray(flask.encode())).render(painter, inner)


def paint_band(painter: QPainter, rect: QRect, card: ProfileSummary) -> None:
    """The ground of the title band: the store's colour under its line; dashed and hatched in practice."""
    shade, line = store_colour(card.colour), dp(LINE)
    fill(painter, rect, band_colour(card.colour))
    if not card.practice:
        fill(painter, QRect(rect.left(), rect.top(), rect.width(), line), shade)
        return
    paint_hatch(painter, rect.adjusted(0, line, 0, 0), hatch_colour(card.colour))
    dash = dp(DASH)
    for left in range(rect.left(), rect.right() + 1, 2 * dash):
        fill(painter, QRect(left, rect.top(), dash, line), shade)


def paint_hatch(painter: QPainter, rect: QRect, shade: QColor) -> None:
    """Slanted stripes over `rect`, inside whatever the painter is clipped to."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inside = QPainterPath()
    inside.addRect(QRectF(rect))
    if painter.hasClipping():
        inside = inside.intersected(painter.clipPath())
    high, stripe = rect.height(), dp(STRIPE)
    stripes = QPainterPath()
    for left in range(rect.left() - high - stripe, rect.right() + 1, dp(STEP)):
        stripes.moveTo(left, rect.bottom() + 1)
        stripes.lineTo(left + high, rect.top())
        stripes.lineTo(left + high + stripe, rect.top())
        stripes.lineTo(left + stripe, rect.bottom() + 1)
        stripes.closeSubpath()
    painter.setClipPath(inside)
    painter.fillPath(stripes, brush(shade))
    painter.restore()


class StoreMark(QWidget):
    """The store's mark as a widget; the name beside it says the same, so screen readers skip it."""

    accessible_role = QAccessible.Role.Graphic

    def __init__(self, card: ProfileSummary, side: int = 28, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._card = card
        self._side = side
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_card(self, card: ProfileSummary) -> None:
        self._card = card
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(self._side), dp(self._side))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_mark(painter, self.rect(), self._card)


def edge_line(painter: QPainter, rect: QRect) -> None:
    """The hairline that closes a bar at the bottom of `rect`."""
    fill(painter, QRect(rect.left(), rect.bottom(), rect.width(), 1), colour("border"))
