"""The sizes of plain controls and list entries, relative to Fusion's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStyle, QStyleOption, QStyleOptionFrame, QWidget

from svcconsole.gui.design import menu_items
from svcconsole.gui.design.metrics import control_height, dp, field_height

Grow = Callable[[QSize, QStyleOption, QWidget | None], QSize]


def _is_compact(widget: QWidget | None) -> bool:
    return bool(widget is not None and widget.property("compact"))


def _line_edit(made: QSize, option: QStyleOption, _widget: QWidget | None) -> QSize:
    if isinstance(option, QStyleOptionFrame) and option.lineWidth > 0:
        return QSize(made.width() + dp(16), field_height())
    return made


def _combo_box(made: QSize, _option: QStyleOption, widget: QWidget | None) -> QSize:
    # As high as the fields beside it, so that a form's rows share their edges.
    height = control_height(compact=True) if _is_compact(widget) else field_height()
    return QSize(made.width() + dp(16), height)


def _spin_box(made: QSize, _option: QStyleOption, _widget: QWidget | None) -> QSize:
    return QSize(made.width() + dp(12), field_height())


def _tool_button(made: QSize, _option: QStyleOption, widget: QWidget | None) -> QSize:
    side = control_height(compact=_is_compact(widget))
    return QSize(max(side, made.width() + dp(10)), side)


def _list_entry(made: QSize, _option: QStyleOption, widget: QWidget | None) -> QSize:
    return menu_items.popup_item_size(made) if menu_items.is_popup(widget) else made


GROWN: Final[dict[QStyle.ContentsType, Grow]] = {
    QStyle.ContentsType.CT_LineEdit: _line_edit,
    QStyle.ContentsType.CT_ComboBox: _combo_box,
    QStyle.ContentsType.CT_SpinBox: _spin_box,
    QStyle.ContentsType.CT_ToolButton: _tool_button,
    QStyle.ContentsType.CT_ItemViewItem: _list_entry,
}
"""How much larger than Fusion's some kinds of content are."""
