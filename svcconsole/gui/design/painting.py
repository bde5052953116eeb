"""Painting helpers: rounded boxes, focus rings, hairlines, shadows."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyle

from svcconsole.gui.design.colours import colour, shadow
from svcconsole.gui.design.words import show


def box(
    painter: QPainter,
    rect: QRect | QRectF,
    radius: float,
    *,
    fill: QColor | None = None,
    edge: QColor | None = None,
    width: float = 1,
    style: Qt.PenStyle = Qt.PenStyle.SolidLine,
) -> None:
    """A rounded rectangle whose edge lies inside `rect` on whole pixels."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inset = width / 2 if edge is not None else 0
    inner = QRectF(rect).adjusted(inset, inset, -inset, -inset)
    painter.setPen(QPen(edge, width, style) if edge is not None else Qt.PenStyle.NoPen)
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    radius = max(0.0, min(radius - inset, inner.height() / 2, inner.width() / 2))
    painter.drawRoundedRect(inner, radius, radius)
    painter.restore()


def ring(painter: QPainter, rect: QRect | QRectF, radius: float) -> None:
    """The focus ring: 2 wide, inside `rect`."""
    box(painter, rect, radius, edge=colour("focus"), width=2)


def hairline(painter: QPainter, start: QPointF, end: QPointF, tone: str = "border") -> None:
    """One crisp pixel of `border`, whatever the pixel ratio."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(colour(tone), 1))
    painter.drawLine(start, end)
    painter.restore()


def words(
    painter: QPainter,
    rect: QRect,
    text: str,
    tone: str,
    direction: Qt.LayoutDirection,
    *,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeading,
    cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> None:
    """One line of text in the painter's font, cut where `rect` ends.

    `side` follows the window's `direction`; the text's own first strong letter decides how it runs.
    """
    text = show(text)
    metrics = painter.fontMetrics()
    if metrics.horizontalAdvance(text) > rect.width():
        text = metrics.elidedText(text, cut, rect.width())
    painter.setPen(colour(tone))
    painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    painter.drawText(rect, _one_line(direction, side), text)


@cache
def _one_line(direction: Qt.LayoutDirection, side: Qt.AlignmentFlag) -> int:
    """Flags cost as much to put together as the text of a cell to draw, and there are few of them."""
    flags = QStyle.visualAlignment(direction, side) | Qt.AlignmentFlag.AlignAbsolute
    return int(flags | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextSingleLine)


def rounded_path(rect: QRectF, radius: float) -> QPainterPath:
    """A clip path with round corners."""
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    return path


def drop_shadow(painter: QPainter, rect: QRectF, radius: float, *, blur: int = 16, down: int = 4) -> None:
    """The one shadow of menus, popovers and notices: `down` below, `blur` soft, painted in thin layers."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    steps = blur // 2
    painter.setBrush(shadow(1 / steps))
    for step in range(steps):
        grow = blur / 2 - step
        layer = rect.adjusted(-grow, -grow + down, grow, grow + down)
        painter.drawRoundedRect(layer, radius + grow, radius + grow)
    painter.restore()
