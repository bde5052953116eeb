"""Scroll bars: a thin handle that darkens under the pointer, no arrows, no groove."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionSlider, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box

THICK: Final = 10
LEAST: Final = 32
INSET: Final = 2
RADIUS: Final = 3
_Part = QStyle.SubControl


def paint(painter: QPainter, option: QStyleOptionSlider, _widget: QWidget | None) -> None:
    """The handle; nothing where everything is in sight."""
    handle = part(option, _Part.SC_ScrollBarSlider)
    if handle.isEmpty() or option.maximum <= option.minimum:
        return
    held = bool(option.activeSubControls & _Part.SC_ScrollBarSlider)
    hovered = held and bool(option.state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Sunken))
    inset = dp(INSET)
    box(
        painter,
        handle.adjusted(inset, inset, -inset, -inset),
        dp(RADIUS),
        fill=colour("border_input" if hovered else "scroll"),
    )


def part(option: QStyleOptionSlider, wanted: QStyle.SubControl) -> QRect:
    """Where a part of the bar lies: the handle, and the room before and after it."""
    rect = option.rect
    across = option.orientation == Qt.Orientation.Horizontal
    length = rect.width() if across else rect.height()
    handle = _handle_length(option, length)
    start = QStyle.sliderPositionFromValue(
        option.minimum, option.maximum, option.sliderPosition, length - handle, option.upsideDown
    )
    spans = {
        _Part.SC_ScrollBarGroove: (0, length),
        _Part.SC_ScrollBarSlider: (start, handle),
        _Part.SC_ScrollBarSubPage: (0, start),
        _Part.SC_ScrollBarAddPage: (start + handle, length - start - handle),
    }
    if wanted not in spans:
        return QRect()
    first, room = spans[wanted]
    if not across:
        return QRect(rect.left(), rect.top() + first, rect.width(), room)
    return QStyle.visualRect(
        option.direction, rect, QRect(rect.left() + first, rect.top(), room, rect.height())
    )


def _handle_length(option: QStyleOptionSlider, length: int) -> int:
    """As much of the bar as is in sight of the whole, and never too small to take hold of."""
    span = option.maximum - option.minimum
    if span <= 0:
        return length
    share = length * option.pageStep // (span + option.pageStep) if option.pageStep else 0
    return min(length, max(share, dp(LEAST)))
