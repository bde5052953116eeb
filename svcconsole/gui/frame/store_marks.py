"""How a store is marked: its colour and monogram, or the outlined flask and the hatch of practice."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QLineF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui import icons
from svcconsole.gui.card import ProfileCard
from svcconsole.gui.fonts import role_font
from svcconsole.gui.metrics import dp
from svcconsole.gui.painting import box
from svcconsole.gui.theme import band_colour, colour, hatch_colour, store_colour

LINE = 4
DASH = 8
HATCH = 12


def monogram(name: str) -> str:
    """The first letter or digit of a store's name, as a person would shorten it."""
    for character in name:
        if character.isalnum():
            return character.upper()
    return "•"


def paint_mark(painter: QPainter, rect: QRect, card: ProfileCard) -> None:
    """The mark of `card` in `rect`: a filled square with its letter, or practice's outlined flask."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shade = store_colour(card.colour)
    if card.practice:
        box(painter, rect, dp(6), fill=band_colour(card.colour), edge=shade, width=2)
        side = rect.height() * 0.6
        inner = QRectF(0, 0, side, side)
        inner.moveCenter(QRectF(rect).center())
        drawing = icons.drawing("practice").replace("currentColor", shade.name())
        QSvgRenderer(QByteArray(drawing.encode())).render(painter, inner)
    else:
        box(painter, rect, dp(6), fill=shade)
        font = role_font("lead", weight=600)
        font.setPixelSize(round(rect.height() * 0.5))
        painter.setFont(font)
        painter.setPen(QColor(Qt.GlobalColor.white))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, monogram(card.name))
    painter.restore()


def paint_band(painter: QPainter, rect: QRect, card: ProfileCard) -> None:
    """The ground of the title band: the store's colour under its line; dashed and hatched in practice."""
    shade, line = store_colour(card.colour), dp(LINE)
    painter.fillRect(rect, band_colour(card.colour))
    if not card.practice:
        painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), line), shade)
        return
    paint_hatch(painter, rect.adjusted(0, line, 0, 0), hatch_colour(card.colour))
    dash = dp(DASH)
    for left in range(rect.left(), rect.right() + 1, 2 * dash):
        painter.fillRect(QRect(left, rect.top(), dash, line), shade)


def paint_hatch(painter: QPainter, rect: QRect, shade: QColor) -> None:
    """Slanted stripes over `rect`."""
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    stripe = dp(HATCH)
    painter.setPen(QPen(shade, stripe * 0.7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    high = rect.height()
    for left in range(rect.left() - high - stripe, rect.right() + high, round(stripe * 1.5)):
        painter.drawLine(QLineF(left, rect.bottom() + 2, left + high + 2, rect.top()))
    painter.restore()


class StoreMark(QWidget):
    """The store's mark as a widget; the name beside it says the same, so screen readers skip it."""

    def __init__(self, card: ProfileCard, side: int = 28, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._card = card
        self._side = side
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_card(self, card: ProfileCard) -> None:
        self._card = card
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(self._side), dp(self._side))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_mark(painter, self.rect(), self._card)


def edge_line(painter: QPainter, rect: QRect) -> None:
    """The hairline that closes a bar at the bottom of `rect`."""
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), colour("border"))
