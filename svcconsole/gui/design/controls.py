"""Paints the plain Qt controls: buttons, fields, combo boxes, check boxes."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QStyle,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionToolButton,
    QWidget,
)

from svcconsole.gui.design import icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import control_height, dp
from svcconsole.gui.design.painting import box, ring, words

State = QStyle.StateFlag
ICON_GAP: Final = 6
BUTTON_RADIUS: Final = 6
FIELD_RADIUS: Final = 5
CHECK_RADIUS: Final = 4


class Kind(NamedTuple):
    """Grounds at rest, hovered and pressed, edge and text of one kind of button; None paints nothing."""

    rest: str | None
    hover: str | None
    press: str | None
    edge: str | None
    text: str


KINDS: Final = {
    "primary": Kind("accent", "accent_hover", "accent_press", None, "on_accent"),
    "plain": Kind("raised", "hover", "sunken", "edge", "text"),
    "quiet": Kind(None, "hover", "sunken", None, "text2"),
    "danger": Kind("raised", "danger_subtle", "danger_subtle", "edge", "danger"),
    "destroy": Kind("danger_fill", "danger_fill", "danger_fill", None, "on_danger"),
    "link": Kind(None, None, None, None, "accent_text"),
    "attention": Kind("warning_subtle", "warning_subtle", "warning_subtle", "edge_warning", "warning"),
}
_PADDING: Final = {"link": 3}


def kind_of(widget: QWidget | None) -> str:
    """The `kind` property of a button; plain without one."""
    value = widget.property("kind") if widget is not None else None
    return value if value in KINDS else "plain"


def field_state(widget: QWidget | None) -> str:
    """The `state` property of a field: error, edited, locked or empty."""
    return str((widget.property("state") if widget is not None else None) or "")


def _ground(kind: Kind, option: QStyleOption) -> QColor | None:
    state = option.state
    token = kind.rest
    if state & (State.State_Sunken | State.State_On):
        token = kind.press
    elif state & State.State_MouseOver:
        token = kind.hover
    return colour(token) if token else None


def button_panel(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    """The ground, edge and ring of a push button."""
    name = kind_of(widget)
    kind = KINDS[name]
    rect = option.rect
    radius = dp(BUTTON_RADIUS)
    enabled = bool(option.state & State.State_Enabled)
    if not enabled and (kind.rest or kind.edge):
        box(painter, rect, radius, fill=colour("sunken"), edge=colour("border"))
        return
    edge = colour(kind.edge) if kind.edge else None
    box(painter, rect, radius, fill=_ground(kind, option), edge=edge)
    if option.state & State.State_HasFocus:
        ring(painter, rect, radius)
        if kind.rest in ("accent", "danger_fill"):  # the ring would vanish in its own colour
            inner = rect.adjusted(2, 2, -2, -2)
            box(painter, inner, radius - 2, edge=colour(kind.text))


_MNEMONIC: Final = re.compile("&(.)")


def shown(text: str) -> str:
    """A button's or a menu entry's text without the marks of its shortcut."""
    return _MNEMONIC.sub(r"\1", text)


def _button_icon_size(option: QStyleOptionButton) -> QSize:
    return QSize() if option.icon.isNull() else option.iconSize


def button_size(option: QStyleOptionButton, widget: QWidget | None) -> QSize:
    """Room for icon, gap 6 and text inside the padding of the button's kind."""
    name = kind_of(widget)
    compact = bool(widget is not None and widget.property("compact"))
    text = option.fontMetrics.size(Qt.TextFlag.TextShowMnemonic, option.text) if option.text else QSize()
    icon = _button_icon_size(option)
    width = text.width() + max(0, icon.width()) + 2 * dp(_PADDING.get(name, 10 if compact else 14))
    if option.text and not option.icon.isNull():
        width += dp(ICON_GAP)
    if option.features & QStyleOptionButton.ButtonFeature.HasMenu:
        width += dp(18)
    height = option.fontMetrics.height() + dp(4) if name == "link" else control_height(compact=compact)
    if not option.text:
        width = max(width, height)
    return QSize(width, max(height, icon.height()))


def button_label(painter: QPainter, option: QStyleOptionButton, widget: QWidget | None) -> None:
    """Icon and text in the middle, with the gap of 6 that Fusion does not draw."""
    kind = KINDS[kind_of(widget)]
    enabled = bool(option.state & State.State_Enabled)
    icon = _button_icon_size(option)
    text = option.fontMetrics.size(Qt.TextFlag.TextShowMnemonic, option.text) if option.text else QSize()
    gap = dp(ICON_GAP) if option.text and icon.isValid() else 0
    arrow = dp(18) if option.features & QStyleOptionButton.ButtonFeature.HasMenu else 0
    total = max(0, icon.width()) + gap + max(0, text.width()) + arrow
    leading = kind_of(widget) == "link" or (widget is not None and widget.property("align") == "leading")
    pad = dp(_PADDING.get(kind_of(widget), 14))
    left = option.rect.left() + (pad if leading else max((option.rect.width() - total) // 2, min(pad, dp(4))))
    rect = option.rect
    if icon.isValid():
        place = QRect(left, rect.top() + (rect.height() - icon.height()) // 2, icon.width(), icon.height())
        place = QStyle.visualRect(option.direction, rect, place)
        mode = QIcon.Mode.Normal if enabled else QIcon.Mode.Disabled
        option.icon.paint(painter, place, Qt.AlignmentFlag.AlignCenter, mode)
        left += icon.width() + gap
    room = QRect(left, rect.top(), rect.right() - left + 1 - arrow, rect.height())
    place = QStyle.visualRect(option.direction, rect, room)
    words(painter, place, shown(option.text), kind.text if enabled else "disabled", option.direction)
    if arrow:
        end = QRect(left + text.width() + dp(2), rect.top(), arrow, rect.height())
        icons.paint(painter, "down", kind.text, QStyle.visualRect(option.direction, rect, end), dp(12))


def tool_button(painter: QPainter, option: QStyleOptionToolButton, widget: QWidget | None) -> None:
    """A quiet button of one icon, or icon and text; checked ones stand on the accent's ground."""
    state = option.state
    rect = option.rect
    radius = dp(BUTTON_RADIUS)
    enabled = bool(state & State.State_Enabled)
    ground = None
    if enabled and state & State.State_Sunken:
        ground = colour("sunken")
    elif state & State.State_On:
        ground = colour("accent_subtle")
    elif enabled and state & State.State_MouseOver:
        ground = colour("hover")
    edge = colour("edge") if widget is not None and widget.property("kind") == "plain" else None
    if edge is not None and ground is None:
        ground = colour("raised")
    if ground is not None or edge is not None:
        box(painter, rect, radius, fill=ground, edge=edge)
    if state & State.State_HasFocus:
        ring(painter, rect, radius)
    side = option.iconSize.width()
    with_text = option.toolButtonStyle == Qt.ToolButtonStyle.ToolButtonTextBesideIcon and option.text
    only_text = option.toolButtonStyle == Qt.ToolButtonStyle.ToolButtonTextOnly or option.icon.isNull()
    mode = QIcon.Mode.Normal if enabled else QIcon.Mode.Disabled
    place = rect
    if not only_text:
        if with_text:
            place = QStyle.visualRect(
                option.direction, rect, QRect(rect.left() + dp(8), rect.top(), side, rect.height())
            )
        top = place.top() + (place.height() - side) // 2
        left = place.left() + (place.width() - side) // 2
        option.icon.paint(painter, QRect(left, top, side, side), Qt.AlignmentFlag.AlignCenter, mode)
    if with_text or only_text:
        left = dp(8) if only_text else dp(8) + side + dp(ICON_GAP)
        place = QStyle.visualRect(option.direction, rect, rect.adjusted(left, 0, -dp(4), 0))
        words(painter, place, shown(option.text), "text2" if enabled else "disabled", option.direction)


def field_box(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    """The ground and edge of a field by its state; the ring takes the edge's place, nothing moves."""
    state = field_state(widget)
    enabled = bool(option.state & State.State_Enabled)
    ground = {"edited": "edited", "locked": "canvas"}.get(state, "surface" if enabled else "canvas")
    edge = "border_input"
    if state == "error":
        edge = "danger"
    elif state == "locked" or not enabled:
        edge = "border"
    elif option.state & State.State_MouseOver:
        edge = "text2"
    box(painter, option.rect, dp(FIELD_RADIUS), fill=colour(ground), edge=colour(edge))
    if option.state & State.State_HasFocus:
        ring(painter, option.rect, dp(FIELD_RADIUS))


def combo(painter: QPainter, option: QStyleOptionComboBox, widget: QWidget | None) -> None:
    """A field with a chevron at its end."""
    field_box(painter, option, widget)
    rect = option.rect
    end = QRect(rect.right() - dp(24), rect.top(), dp(20), rect.height())
    token = "text2" if option.state & State.State_Enabled else "disabled"
    icons.paint(painter, "down", token, QStyle.visualRect(option.direction, rect, end), dp(14))


def combo_label(painter: QPainter, option: QStyleOptionComboBox, _widget: QWidget | None) -> None:
    """The chosen entry, cut at the chevron."""
    if option.editable:
        return
    rect = option.rect
    room = rect.adjusted(dp(10), 0, -dp(26), 0)
    if not option.currentIcon.isNull():
        side = option.iconSize.width()
        place = QStyle.visualRect(option.direction, rect, QRect(room.left(), rect.top(), side, rect.height()))
        option.currentIcon.paint(painter, place)
        room.setLeft(room.left() + side + dp(ICON_GAP))
    tone = "text" if option.state & State.State_Enabled else "disabled"
    words(
        painter, QStyle.visualRect(option.direction, rect, room), option.currentText, tone, option.direction
    )


def has_no_buttons(widget: QWidget | None) -> bool:
    """Whether it is a spin box that is only typed into."""
    none = QAbstractSpinBox.ButtonSymbols.NoButtons
    return isinstance(widget, QAbstractSpinBox) and widget.buttonSymbols() == none


def spin_box(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    """A field with two small arrows at its end, unless it is to have none."""
    field_box(painter, option, widget)
    if has_no_buttons(widget):
        return
    rect = option.rect
    half = rect.height() // 2
    for name, top in (("up", rect.top() + dp(1)), ("down", rect.top() + half - dp(1))):
        place = QStyle.visualRect(option.direction, rect, QRect(rect.right() - dp(20), top, dp(16), half))
        icons.paint(painter, name, "text2", place, dp(10))


def check_box(painter: QPainter, option: QStyleOption, _widget: QWidget | None) -> None:
    """The square of a check box: accent with a tick, a bar when partly, an edge when off."""
    _indicator(painter, option, radius=dp(CHECK_RADIUS))
    token = "on_accent" if option.state & State.State_Enabled else "disabled"
    if option.state & State.State_On:
        icons.paint(painter, "check", token, option.rect, dp(12))
    elif option.state & State.State_NoChange:
        icons.paint(painter, "minus", token, option.rect, dp(12))


def menu_check(painter: QPainter, option: QStyleOption, _widget: QWidget | None) -> None:
    """The tick before a menu entry that is on."""
    icons.paint(painter, "check", "accent_text", option.rect, dp(14))


def radio_button(painter: QPainter, option: QStyleOption, _widget: QWidget | None) -> None:
    """The circle of a radio button: accent with a dot when on."""
    if option.state & State.State_On and option.state & State.State_HasFocus:
        # The ring and the gap in it leave no room for a dot in the accent: the dot is the accent itself.
        box(painter, option.rect, option.rect.height() / 2, fill=colour("surface"))
        ring(painter, option.rect, option.rect.height() / 2)
        dot = option.rect.adjusted(dp(4), dp(4), -dp(4), -dp(4))
        box(painter, dot, dot.height() / 2, fill=colour("accent"))
        return
    _indicator(painter, option, radius=option.rect.height() / 2)
    if option.state & State.State_On:
        dot = option.rect.adjusted(dp(5), dp(5), -dp(5), -dp(5))
        token = "on_accent" if option.state & State.State_Enabled else "disabled"
        box(painter, dot, dot.height() / 2, fill=colour(token))


def _indicator(painter: QPainter, option: QStyleOption, *, radius: float) -> None:
    rect = option.rect
    enabled = bool(option.state & State.State_Enabled)
    on = bool(option.state & (State.State_On | State.State_NoChange))
    if not enabled:
        box(painter, rect, radius, fill=colour("canvas"), edge=colour("border"))
        return
    if on:
        box(painter, rect, radius, fill=colour("accent"))
    else:
        hovered = bool(option.state & State.State_MouseOver)
        box(
            painter, rect, radius, fill=colour("surface"), edge=colour("text2" if hovered else "border_input")
        )
    if option.state & State.State_HasFocus:
        ring(painter, rect, radius)
        if on:
            # On a circle one pixel would blend into the grounds on both sides of it.
            gap = 2 if radius > dp(CHECK_RADIUS) else 1
            box(painter, rect.adjusted(2, 2, -2, -2), radius - 2, edge=colour("on_accent"), width=gap)
