"""Fills areas and letters with a colour without naming Qt's namespace of enums, for the first paint.

Python's view of `Qt` takes a quarter as long to make as an empty window. Whatever takes a pen, a style or a
colour asks for it to tell its arguments apart; a path that is filled with a finished brush does not.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPalette


def brush(shade: QColor) -> QBrush:
    """A brush of one colour."""
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Window, shade)
    return palette.window()


def fill(painter: QPainter, area: QRect, shade: QColor) -> None:
    """Fill `area`."""
    path = QPainterPath()
    path.addRect(QRectF(area))
    painter.fillPath(path, brush(shade))


def fill_text(painter: QPainter, start: QPointF, font: QFont, text: str, shade: QColor) -> None:
    """Paint `text` from `start` on its base line to the right."""
    path = QPainterPath()
    path.addText(start, font, text)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(path, brush(shade))
    painter.restore()
