"""A picture of a campaign's result: its page and what stands at its side, whole, whatever is scrolled."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QByteArray, QPoint, QSize, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.kit.charts.chart_image import SCALE


def picture_of(parts: Sequence[QWidget]) -> QImage:
    """The parts beside each other in the direction of reading, in twice the pixels."""
    size = QSize(sum(part.width() for part in parts), max(part.height() for part in parts))
    image = QImage(size * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(SCALE)
    image.fill(colour("surface"))
    mirrored = parts[0].layoutDirection() == Qt.LayoutDirection.RightToLeft
    with QPainter(image) as painter:
        left = 0
        for part in reversed(parts) if mirrored else parts:
            painter.fillRect(left, 0, part.width(), size.height(), part.palette().window())
            part.render(painter, QPoint(left, 0))
            left += part.width()
    return image


def png_of(parts: Sequence[QWidget]) -> bytes:
    """The same as a PNG file."""
    buffer = QBuffer(content := QByteArray())
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(picture_of(parts))
    return bytes(content.data())
