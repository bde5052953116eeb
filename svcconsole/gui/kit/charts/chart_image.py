"""A chart as a picture of its own: title, what it shows, the marks; to the clipboard, as PNG, as SVG."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QAccessible, QFontMetricsF, QGuiApplication, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark
from svcconsole.gui.kit.file_kinds import FileKind

Paint = Callable[[QPainter, QRectF], None]
SCALE: Final = 2
"""A PNG has twice the pixels of the screen's units, so that it stays sharp in a presentation."""
SVG_DOTS: Final = 96
"""Dots an inch: one unit of the screen is one of the drawing."""
KINDS: Final = {
    ".png": FileKind(mark("PNG pictures"), "*.png"),
    ".svg": FileKind(mark("SVG pictures"), "*.svg"),
}


class ChartWidget(QWidget):
    """A widget that can be painted without its pointer and focus, as it goes into a picture."""

    accessible_role = QAccessible.Role.Chart

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Draw the marks and words into `rect` of another painter."""
        raise NotImplementedError


@dataclass(frozen=True)
class Picture:
    """What is drawn: `paint` draws the marks of `size` into a rectangle; `note` says what they are of."""

    title: str
    note: str
    size: QSizeF
    paint: Paint

    def whole(self) -> QSize:
        """The picture's size in units of the screen."""
        edge = 2 * dp(16)
        return QSize(
            round(self.size.width()) + edge, round(self.size.height() + self._head()) + edge + dp(10)
        )

    def _head(self) -> float:
        title, note = (QFontMetricsF(fonts.role_font(role)) for role in ("section", "caption"))
        return title.height() + note.height()

    def draw(self, painter: QPainter) -> None:
        """The whole picture from its upper left corner."""
        edge = dp(16)
        size = self.whole()
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), colour("surface"))
        y = float(edge)
        for role, text, tone in (("section", self.title, "text"), ("caption", self.note, "text2")):
            font = fonts.role_font(role)
            metrics = QFontMetricsF(font)
            painter.setFont(font)
            painter.setPen(colour(tone))
            painter.drawText(QPointF(edge, y + metrics.ascent()), visible(text))
            y += metrics.height()
        self.paint(painter, QRectF(QPointF(edge, y + dp(10)), self.size))

    def as_image(self) -> QImage:
        """The picture in twice the pixels."""
        size = self.whole()
        image = QImage(size * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(SCALE)
        with QPainter(image) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
            self.draw(painter)
        return image

    def as_png(self) -> bytes:
        """The same as a PNG file."""
        buffer = QBuffer(kept := QByteArray())
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, QByteArray(b"png")).write(self.as_image())
        return bytes(kept.data())

    def as_svg(self) -> bytes:
        """The same marks and words as an SVG file."""
        size = self.whole()
        buffer = QBuffer(kept := QByteArray())
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        made = QSvgGenerator()
        made.setOutputDevice(buffer)
        made.setResolution(SVG_DOTS)
        made.setSize(size)
        made.setViewBox(QRectF(0, 0, size.width(), size.height()))
        made.setTitle(visible(self.title))
        made.setDescription(visible(self.note))
        with QPainter(made) as painter:
            self.draw(painter)
        return bytes(kept.data())

    def copy(self) -> None:
        """To the clipboard."""
        QGuiApplication.clipboard().setImage(self.as_image())

    def content(self, suffix: str) -> bytes:
        """A file of the kind whose name ends so."""
        return self.as_svg() if suffix.lower() == ".svg" else self.as_png()
