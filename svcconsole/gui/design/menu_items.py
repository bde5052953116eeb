"""Paints menus and drop-down lists and computes their sizes."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyleOption,
    QStyleOptionMenuItem,
    QStyleOptionViewItem,
    QWidget,
)

from svcconsole.gui.design import controls, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, words

Item = QStyleOptionMenuItem.MenuItemType
RADIUS: Final = 5
PANEL_RADIUS: Final = 6
LEAD, ICON, TAIL = 10, 16, 24
POPUP_INSET: Final = 4
_SELECTED: Final = QStyle.StateFlag.State_Selected
_ENABLED: Final = QStyle.StateFlag.State_Enabled


def panel(painter: QPainter, option: QStyleOption, _widget: QWidget | None) -> None:
    """The ground and edge of a menu, a tooltip or a list below a field."""
    painter.fillRect(option.rect, colour("raised"))
    box(painter, option.rect, dp(PANEL_RADIUS), edge=colour("border"))


def nothing(_painter: QPainter, _option: QStyleOption, _widget: QWidget | None) -> None:
    """For parts whose panel has painted them."""


def _text_start(option: QStyleOptionMenuItem) -> int:
    marked = option.maxIconWidth > 0 or option.menuHasCheckableItems
    return dp(LEAD) + (dp(ICON) + dp(8) if marked else 0)


def item_size(option: QStyleOptionMenuItem, size: QSize) -> QSize:
    """Room of one entry of a menu; `size` is that of its words without their shortcut."""
    if option.menuItemType == Item.Separator:
        return QSize(size.width(), dp(4) * 2 + 1 if not option.text else size.height() + dp(10))
    gap = dp(TAIL) if option.reservedShortcutWidth else 0
    width = _text_start(option) + size.width() + gap + dp(TAIL)
    return QSize(width, max(size.height(), option.fontMetrics.height()) + dp(12))


def item(painter: QPainter, option: QStyleOptionMenuItem, widget: QWidget | None) -> None:
    """One entry of a menu: mark or icon, words, shortcut, and an arrow where it leads on."""
    rect = option.rect
    if option.menuItemType == Item.Separator:
        _separator(painter, option)
        return
    enabled = bool(option.state & _ENABLED)
    if enabled and option.state & _SELECTED:
        box(painter, rect, dp(RADIUS), fill=colour("selection"))
    tone = "text" if enabled else "disabled"
    _mark(painter, option, widget, enabled=enabled)
    start = _text_start(option)
    said, _, shortcut = option.text.partition("\t")
    room = QRect(rect.left() + start, rect.top(), rect.width() - start - dp(TAIL), rect.height())
    painter.save()
    painter.setFont(option.font)
    words(painter, _laid(option, room), controls.shown(said), tone, option.direction)
    if shortcut:
        end = Qt.AlignmentFlag.AlignTrailing
        words(painter, _laid(option, room), shortcut, tone, option.direction, side=end)
    painter.restore()
    if option.menuItemType == Item.SubMenu:
        arrow = QRect(rect.right() - dp(18), rect.top(), dp(14), rect.height())
        onwards = "right" if option.direction == Qt.LayoutDirection.LeftToRight else "left"
        icons.paint(painter, onwards, tone, _laid(option, arrow), dp(12))


def _laid(option: QStyleOption, rect: QRect) -> QRect:
    return QStyle.visualRect(option.direction, option.rect, rect)


def _mark(painter: QPainter, option: QStyleOptionMenuItem, widget: QWidget | None, *, enabled: bool) -> None:
    side = dp(ICON)
    rect = option.rect
    place = QRect(rect.left() + dp(8), rect.top() + (rect.height() - side) // 2, side, side)
    if option.checked and option.checkType != QStyleOptionMenuItem.CheckType.NotCheckable:
        box_of = QStyleOption(option)
        box_of.rect = _laid(option, place)
        controls.menu_check(painter, box_of, widget)
    elif not option.icon.isNull():
        mode = QIcon.Mode.Normal if enabled else QIcon.Mode.Disabled
        option.icon.paint(painter, _laid(option, place), Qt.AlignmentFlag.AlignCenter, mode)


def _separator(painter: QPainter, option: QStyleOptionMenuItem) -> None:
    rect = option.rect
    if option.text:
        painter.save()
        painter.setFont(role_font("caption"))
        room = rect.adjusted(dp(LEAD), 0, -dp(LEAD), 0)
        words(painter, room, controls.shown(option.text), "text2", option.direction)
        painter.restore()
        return
    line = QRect(rect.left() + dp(6), rect.center().y(), rect.width() - dp(12), 1)
    painter.fillRect(line, colour("border"))


def is_popup(widget: QWidget | None) -> bool:
    """Whether a list is one that opens below a field: a combo box's or one of offers."""
    if not isinstance(widget, QAbstractItemView):
        return False
    if widget.property("popup"):
        return True
    holder = widget.parentWidget()
    return holder is not None and is_combo_frame(holder)


def is_combo_frame(widget: QWidget) -> bool:
    """Whether this is the frame around a combo box's list."""
    return widget.inherits("QComboBoxPrivateContainer")


def stand_on_raised(view: QAbstractItemView) -> None:
    """Give such a list its ground, whatever the theme."""
    view.viewport().setBackgroundRole(QPalette.ColorRole.Button)


def popup_item_size(made: QSize) -> QSize:
    """Room of one entry of such a list."""
    return QSize(made.width() + 2 * dp(8 + POPUP_INSET), max(dp(30), made.height() + dp(8)))


def popup_item(painter: QPainter, option: QStyleOptionViewItem, _widget: QWidget | None) -> None:
    """One entry of such a list: icon and words on the ground of the chosen one."""
    enabled = bool(option.state & _ENABLED)
    inner = option.rect.adjusted(dp(POPUP_INSET), 1, -dp(POPUP_INSET), -1)
    given = option.backgroundBrush
    if option.state & _SELECTED:
        box(painter, inner, dp(RADIUS), fill=colour("selection"))
    elif given.style() != Qt.BrushStyle.NoBrush:
        box(painter, inner, dp(RADIUS), fill=QColor(given.color()))
    room = inner.adjusted(dp(8), 0, -dp(8), 0)
    if not option.icon.isNull():
        side = option.decorationSize.width()
        place = QRect(room.left(), room.top(), side, room.height())
        mode = QIcon.Mode.Normal if enabled else QIcon.Mode.Disabled
        option.icon.paint(painter, _laid(option, place), Qt.AlignmentFlag.AlignCenter, mode)
        room.setLeft(room.left() + side + dp(8))
    painter.save()
    painter.setFont(option.font)
    words(painter, _laid(option, room), option.text, "text" if enabled else "disabled", option.direction)
    painter.restore()
