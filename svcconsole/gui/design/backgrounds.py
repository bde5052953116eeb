"""The backgrounds of widgets: which token fills them, and the hairline on one side."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QAbstractItemView, QStyleOption, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box


class Background(NamedTuple):
    """What a `bg` property paints: fill, edge (none where None), radius in units, width of the edge."""

    fill: str
    edge: str | None = None
    radius: int = 0
    width: int = 1


PLAIN: Final = ("canvas", "surface", "sunken", "raised", "accent_subtle", "warning_subtle", "danger_subtle")
GROUNDS: Final = {name: Background(name) for name in PLAIN} | {
    "card": Background("surface", "border", 8),
    "well": Background("canvas", "border", 6),
}
CHOSEN: Final = Background("accent_subtle", "accent", 8, 2)
"""A card that is the chosen one of several."""
PROPERTIES: Final = ("bg", "line")


def apply_background(widget: QWidget) -> None:
    """Have Qt ask the style for this widget's ground where one of its properties names it."""
    if any(widget.property(name) for name in PROPERTIES):
        widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    if widget.property("bg") == "canvas" and isinstance(widget, QAbstractItemView):
        # What it lists lies on a widget of its own, which Qt fills otherwise.
        widget.viewport().setBackgroundRole(QPalette.ColorRole.Window)


def paint(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    """The ground of a widget by its `bg`, `chosen` and `line` properties."""
    if widget is None:
        return
    name = widget.property("bg")
    ground = CHOSEN if name == "card" and widget.property("chosen") else GROUNDS.get(name)
    if ground is not None:
        _fill(painter, option.rect, ground)
    line = widget.property("line")
    if line in _SIDES:
        painter.fillRect(_side(option.rect, line), colour("border"))


def _fill(painter: QPainter, rect: QRect, ground: Background) -> None:
    if ground.edge is None:
        painter.fillRect(rect, colour(ground.fill))
        return
    edge = colour(ground.edge)
    box(painter, rect, dp(ground.radius), fill=colour(ground.fill), edge=edge, width=ground.width)


_SIDES: Final = ("top", "bottom", "left", "right")


def _side(rect: QRect, side: str) -> QRect:
    """One pixel along a side. The sides are the screen's, whichever way the words run."""
    if side in ("top", "bottom"):
        return QRect(rect.left(), rect.top() if side == "top" else rect.bottom(), rect.width(), 1)
    return QRect(rect.left() if side == "left" else rect.right(), rect.top(), 1, rect.height())
