"""Icons from our own drawings, tinted with a token at the moment they are painted."""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from typing import Final

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap, QTransform
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from svcconsole.gui.design import colours
from svcconsole.resources import resource

MIRRORED: Final = frozenset({"left", "right", "send", "undo", "redo", "import", "list", "text"})
"""Drawn the other way round in a right-to-left window. Clocks, ticks, phones and play never are."""
SMALL_STROKE: Final = "1.9"
"""The stroke of icons drawn at 12 or less, in units of the 20 grid."""


@cache
def drawing(name: str) -> str:
    """The SVG text of an icon; FileNotFoundError if there is no such icon."""
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=1024)
def _tinted(name: str, colour: str, size: int, ratio: float, mirrored: bool) -> QPixmap:
    svg = drawing(name).replace("currentColor", colour)
    if size <= 12:
        svg = svg.replace('stroke-width="1.5"', f'stroke-width="{SMALL_STROKE}"')
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    picture = QPixmap(QSize(size, size) * ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter, QRectF(picture.rect()))
    if mirrored:
        picture = picture.transformed(QTransform().scale(-1, 1))
    picture.setDevicePixelRatio(ratio)
    return picture


def pixmap(name: str, tone: str = "text", size: int = 16, ratio: float | None = None) -> QPixmap:
    """The icon as a pixmap of `size` logical pixels, for painting; cached by name, colour, size and ratio."""
    if ratio is None:
        ratio = QApplication.primaryScreen().devicePixelRatio() if QApplication.primaryScreen() else 1.0
    mirrored = name in MIRRORED and QApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft
    return _tinted(name, colours.colour(tone).name(), size, ratio, mirrored)


def paint(painter: QPainter, name: str, token: str, rect: QRect, size: int) -> None:
    """Paint an icon of `size` in the middle of `rect`."""
    picture = pixmap(name, token, size, painter.device().devicePixelRatio())
    corner = rect.topLeft() + QPoint((rect.width() - size) // 2, (rect.height() - size) // 2)
    painter.drawPixmap(corner, picture)


class _TokenEngine(QIconEngine):
    """Paints one drawing in the colour its token has when it is painted, so themes switch by repainting."""

    def __init__(self, name: str, token: str) -> None:
        super().__init__()
        self._name = name
        self._token = token

    def _token_for(self, mode: QIcon.Mode) -> str:
        return "disabled" if mode == QIcon.Mode.Disabled else self._token

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        paint(painter, self._name, self._token_for(mode), rect, min(rect.width(), rect.height()))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        side = max(1, round(min(size.width(), size.height()) / scale))
        return pixmap(self._name, self._token_for(mode), side, scale)

    def clone(self) -> QIconEngine:
        return _TokenEngine(self._name, self._token)


@cache
def icon(name: str, tone: str = "text") -> QIcon:
    """An icon for buttons, actions and tabs. It follows the theme by itself; `size` is the user's of it."""
    drawing(name)
    return QIcon(_TokenEngine(name, tone))


def window_icon() -> QIcon:
    """The program's own icon, in its own colours."""
    return QIcon(str(resource("icons", "app.svg"))) if sys.platform != "darwin" else QIcon()
