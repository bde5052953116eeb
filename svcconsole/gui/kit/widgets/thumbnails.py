"""Image tiles: a placeholder, the picture, or a dashed tile that says why there is none."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap, QPixmapCache
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring, rounded_path
from svcconsole.gui.kit.widgets.literal_buttons import PaintedButton

Shown = QPixmap | str | None
"""A picture, the code of a broken one (blank: nobody could say), or None while there is nothing yet."""


UNREACHED_ICON: Final = 14


def paint_thumbnail(painter: QPainter, rect: QRect, shown: Shown, radius: int = 4) -> None:
    """Paint an image tile filling `rect`."""
    if isinstance(shown, str) and shown:
        dashed(painter, rect, radius, colour("warning"), fill=colour("warning_subtle"))
        return
    box(painter, rect, dp(radius), fill=colour("neutral_subtle"))
    if isinstance(shown, str):
        icons.paint(painter, "image", "text2", rect, dp(UNREACHED_ICON))
    elif shown is not None and not shown.isNull():
        _paint_picture(painter, rect, shown, dp(radius))
    box(painter, rect, dp(radius), edge=colour("border"))


def _paint_picture(painter: QPainter, rect: QRect, picture: QPixmap, radius: float) -> None:
    ratio = painter.device().devicePixelRatio()
    wanted = QSize(rect.width(), rect.height()) * ratio
    if picture.size() != wanted:
        picture = _scaled(picture, wanted)
    side = QSize(min(picture.width(), wanted.width()), min(picture.height(), wanted.height()))
    source = QRect((picture.width() - side.width()) // 2, (picture.height() - side.height()) // 2, 0, 0)
    source.setSize(side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipPath(rounded_path(QRectF(rect), radius))
    painter.drawPixmap(rect, picture, source)
    painter.restore()


def _scaled(picture: QPixmap, wanted: QSize) -> QPixmap:
    """The picture filling `wanted`: made once, as a list is painted again with each step in it."""
    key = f"thumbnail {picture.cacheKey()} {wanted.width()} {wanted.height()}"
    known = QPixmap()
    if not QPixmapCache.find(key, known):
        known = picture.scaled(
            wanted, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
        )
        QPixmapCache.insert(key, known)
    return known


def dashed(painter: QPainter, rect: QRect, radius: int, edge: QColor, *, fill: QColor | None = None) -> None:
    """A dashed tile: something that is not there."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(edge, 1)
    pen.setDashPattern([2, 2])
    painter.setPen(pen)
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), dp(radius), dp(radius))
    painter.restore()


class Thumbnail(PaintedButton):
    """One image tile; click opens it or, on an "Add URL" tile, asks for one."""

    def __init__(self, size: int = 56, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size = size
        self._shown: Shown = None
        self._icon = ""
        self._word = ""
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        fonts.set_role(self, "caption")

    def _show(self, shown: Shown, icon: str, word: str) -> None:
        self._shown, self._icon, self._word = shown, icon, word
        self.setAccessibleDescription(word)
        self.update()

    def set_picture(self, picture: QPixmap) -> None:
        """The picture is here."""
        self._show(picture, "", "")

    def set_waiting(self) -> None:
        """A grey tile."""
        self._show(None, "", "")

    def set_broken(self, code: str) -> None:
        """It did not load; `code` is short (404). Without one the tile is grey: its host was not reached,
        which says nothing against the picture."""
        self._show(code, "image" if code else "", code)

    def set_add(self, word: str) -> None:
        """A dashed tile that adds one more."""
        self._show(None, "plus", word)
        self.setAccessibleName(word)

    def sizeHint(self) -> QSize:
        return QSize(dp(self._size), dp(self._size))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            rect = self.rect()
            adds = self._icon == "plus"
            if adds:
                dashed(
                    painter,
                    rect,
                    6,
                    colour("border_input"),
                    fill=colour("hover") if self.underMouse() else None,
                )
            else:
                paint_thumbnail(painter, rect, self._shown, 6)
            if self._icon:
                self._paint_words(painter, rect, "text2" if adds else "warning")
            if self.hasFocus():
                ring(painter, rect, dp(6))

    def _paint_words(self, painter: QPainter, rect: QRect, token: str) -> None:
        side = dp(16)
        line = painter.fontMetrics().height()
        top = (rect.height() - side - dp(2) - line) // 2
        icons.paint(painter, self._icon, token, QRect(0, top, rect.width(), side), side)
        painter.setPen(colour(token))
        painter.setFont(fonts.role_font("caption" if self._icon == "plus" else "label"))
        words = QRect(2, top + side + dp(2), rect.width() - 4, line)
        shown = painter.fontMetrics().elidedText(self._word, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, shown)
