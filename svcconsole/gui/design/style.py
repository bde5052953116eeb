"""The application's style: Fusion's behaviour with our own painting, and plain text enforced at polish."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProxyStyle,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComplex,
    QStyleOptionFrame,
    QStyleOptionMenuItem,
    QStyleOptionSlider,
    QTextEdit,
    QToolButton,
    QWidget,
)

from svcconsole.gui.design import backgrounds, control_sizes, controls, menu_items, scroll_bars
from svcconsole.gui.design.accessible import mind_choice, mind_placeholder
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import ring
from svcconsole.gui.design.text import apply_tone, make_plain

_Paint = Callable[[QPainter, Any, QWidget | None], None]


def _splitter(painter: QPainter, option: QStyleOption, _widget: QWidget | None) -> None:
    """The line between two parts; it darkens where it can be taken hold of."""
    hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
    painter.fillRect(option.rect, colour("border_input" if hovered else "border"))


_SIZES: Final = {
    QStyle.PixelMetric.PM_IndicatorWidth: 16,
    QStyle.PixelMetric.PM_IndicatorHeight: 16,
    QStyle.PixelMetric.PM_ExclusiveIndicatorWidth: 16,
    QStyle.PixelMetric.PM_ExclusiveIndicatorHeight: 16,
    QStyle.PixelMetric.PM_CheckBoxLabelSpacing: 8,
    QStyle.PixelMetric.PM_RadioButtonLabelSpacing: 8,
    QStyle.PixelMetric.PM_ButtonIconSize: 16,
    QStyle.PixelMetric.PM_SmallIconSize: 16,
    QStyle.PixelMetric.PM_ToolBarIconSize: 16,
    QStyle.PixelMetric.PM_ButtonShiftHorizontal: 0,
    QStyle.PixelMetric.PM_ButtonShiftVertical: 0,
    QStyle.PixelMetric.PM_LayoutHorizontalSpacing: 8,
    QStyle.PixelMetric.PM_LayoutVerticalSpacing: 8,
    QStyle.PixelMetric.PM_ScrollBarExtent: scroll_bars.THICK,
    QStyle.PixelMetric.PM_ScrollBarSliderMin: scroll_bars.LEAST,
    QStyle.PixelMetric.PM_MenuHMargin: 4,
    QStyle.PixelMetric.PM_MenuVMargin: 4,
    QStyle.PixelMetric.PM_MenuPanelWidth: 1,
    QStyle.PixelMetric.PM_ToolTipLabelFrameWidth: 7,
}
_HINTS: Final = {
    QStyle.StyleHint.SH_ComboBox_Popup: 0,
    QStyle.StyleHint.SH_EtchDisabledText: 0,
    QStyle.StyleHint.SH_Menu_MouseTracking: 1,
    QStyle.StyleHint.SH_ToolTip_WakeUpDelay: 500,
}
_PRIMITIVES: Final[dict[QStyle.PrimitiveElement, _Paint]] = {
    QStyle.PrimitiveElement.PE_IndicatorCheckBox: controls.check_box,
    QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck: controls.check_box,
    QStyle.PrimitiveElement.PE_IndicatorMenuCheckMark: controls.menu_check,
    QStyle.PrimitiveElement.PE_IndicatorRadioButton: controls.radio_button,
    QStyle.PrimitiveElement.PE_Widget: backgrounds.paint,
    QStyle.PrimitiveElement.PE_PanelMenu: menu_items.panel,
    QStyle.PrimitiveElement.PE_FrameMenu: menu_items.nothing,
    QStyle.PrimitiveElement.PE_PanelTipLabel: menu_items.panel,
    QStyle.PrimitiveElement.PE_PanelScrollAreaCorner: menu_items.nothing,
}
_CONTROLS: Final[dict[QStyle.ControlElement, _Paint]] = {
    QStyle.ControlElement.CE_PushButtonBevel: controls.button_panel,
    QStyle.ControlElement.CE_PushButtonLabel: controls.button_label,
    QStyle.ControlElement.CE_ComboBoxLabel: controls.combo_label,
    QStyle.ControlElement.CE_MenuItem: menu_items.item,
    QStyle.ControlElement.CE_MenuEmptyArea: menu_items.nothing,
    QStyle.ControlElement.CE_Splitter: _splitter,
}
_COMPLEX: Final[dict[QStyle.ComplexControl, _Paint]] = {
    QStyle.ComplexControl.CC_ComboBox: controls.combo,
    QStyle.ComplexControl.CC_ToolButton: controls.tool_button,
    QStyle.ComplexControl.CC_SpinBox: controls.spin_box,
    QStyle.ComplexControl.CC_ScrollBar: scroll_bars.paint,
}
_OWN_RING: Final = (
    QPushButton,
    QToolButton,
    QCheckBox,
    QRadioButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QAbstractItemView,
)
_TEXT_AREAS: Final = (QPlainTextEdit, QTextEdit)
_ITEM: Final = QStyle.ControlElement.CE_ItemViewItem
_HOVERED: Final = (QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QAbstractSpinBox)


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Set a dynamic property the style reads, and show it."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    if name in backgrounds.PROPERTIES:
        backgrounds.apply_background(widget)
    widget.update()


def _is_popup_frame(widget: QWidget | None) -> bool:
    return widget is not None and (menu_items.is_combo_frame(widget) or menu_items.is_popup(widget))


def _see_through(area: QScrollArea) -> None:
    """A scrolled page stands on what is behind it."""
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    for part in (area.viewport(), area.widget()):
        if part is not None:
            part.setAutoFillBackground(False)


class ConsoleStyle(QProxyStyle):
    """Fusion with the shapes of look.md; colours come from the theme in use at the moment of painting."""

    def __init__(self) -> None:
        super().__init__("Fusion")

    def polish(self, subject: Any) -> Any:
        result = super().polish(subject)
        if isinstance(subject, QWidget):
            make_plain(subject)
            if isinstance(subject, QLabel):
                apply_tone(subject)
            backgrounds.apply_background(subject)
            if isinstance(subject, _HOVERED):
                subject.setAttribute(Qt.WidgetAttribute.WA_Hover)
            if isinstance(subject, QLineEdit):
                mind_placeholder(subject)
            if isinstance(subject, QComboBox):
                mind_choice(subject)
            if isinstance(subject, _TEXT_AREAS):
                subject.viewport().setAutoFillBackground(False)
            elif isinstance(subject, QScrollArea):
                _see_through(subject)
            elif isinstance(subject, QAbstractItemView) and menu_items.is_popup(subject):
                menu_items.stand_on_raised(subject)
        return result

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        paint = _PRIMITIVES.get(element)
        if paint is not None:
            paint(painter, option, widget)
        elif element == QStyle.PrimitiveElement.PE_PanelButtonCommand and isinstance(widget, QPushButton):
            controls.button_panel(painter, option, widget)
        elif element == QStyle.PrimitiveElement.PE_PanelLineEdit:
            if isinstance(option, QStyleOptionFrame) and option.lineWidth > 0:
                controls.field_box(painter, option, widget)
        elif element == QStyle.PrimitiveElement.PE_Frame and isinstance(widget, _TEXT_AREAS):
            controls.field_box(painter, option, widget)
        elif element == QStyle.PrimitiveElement.PE_Frame and _is_popup_frame(widget):
            menu_items.panel(painter, option, widget)
        elif element == QStyle.PrimitiveElement.PE_FrameFocusRect:
            if not isinstance(widget, _OWN_RING):
                ring(painter, option.rect, dp(4))
        else:
            super().drawPrimitive(element, option, painter, widget)

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        paint = _CONTROLS.get(element)
        if paint is None and element == _ITEM and menu_items.is_popup(widget):
            paint = menu_items.popup_item
        if paint is not None:
            paint(painter, option, widget)
        else:
            super().drawControl(element, option, painter, widget)

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        paint = _COMPLEX.get(control)
        if paint is not None:
            paint(painter, option, widget)
        else:
            super().drawComplexControl(control, option, painter, widget)

    def sizeFromContents(
        self, kind: QStyle.ContentsType, option: QStyleOption, size: QSize, widget: QWidget | None = None
    ) -> QSize:
        if kind == QStyle.ContentsType.CT_PushButton and isinstance(option, QStyleOptionButton):
            return controls.button_size(option, widget)
        if kind == QStyle.ContentsType.CT_MenuItem and isinstance(option, QStyleOptionMenuItem):
            return menu_items.item_size(option, size)
        made = self.baseStyle().sizeFromContents(kind, option, size, widget)
        grow = control_sizes.GROWN.get(kind)
        return made if grow is None else grow(made, option, widget)

    def subElementRect(
        self, element: QStyle.SubElement, option: QStyleOption, widget: QWidget | None = None
    ) -> QRect:
        if element == QStyle.SubElement.SE_LineEditContents and isinstance(option, QStyleOptionFrame):
            return option.rect.adjusted(dp(8), 1, -dp(8), -1) if option.lineWidth > 0 else option.rect
        return self.baseStyle().subElementRect(element, option, widget)

    def subControlRect(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        part: QStyle.SubControl,
        widget: QWidget | None = None,
    ) -> QRect:
        if control == QStyle.ComplexControl.CC_ComboBox and part == QStyle.SubControl.SC_ComboBoxEditField:
            inner = option.rect.adjusted(dp(8), 2, -dp(24), -2)
            return self.visualRect(option.direction, option.rect, inner)
        if control == QStyle.ComplexControl.CC_ScrollBar and isinstance(option, QStyleOptionSlider):
            return scroll_bars.part(option, part)
        rect = self.baseStyle().subControlRect(control, option, part, widget)
        if part == QStyle.SubControl.SC_SpinBoxEditField and control == QStyle.ComplexControl.CC_SpinBox:
            inner = rect.adjusted(dp(5), 0, 0, 0)
            return (
                inner
                if option.direction == Qt.LayoutDirection.LeftToRight
                else rect.adjusted(0, 0, -dp(5), 0)
            )
        return rect

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        size = _SIZES.get(metric)
        if size is not None:
            return dp(size)
        if metric == QStyle.PixelMetric.PM_DefaultFrameWidth and isinstance(widget, _TEXT_AREAS):
            return dp(6)
        return super().pixelMetric(metric, option, widget)

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        data: QStyleHintReturn | None = None,
    ) -> int:
        value = _HINTS.get(hint)
        return super().styleHint(hint, option, widget, data) if value is None else value

    def standardPalette(self) -> QPalette:
        return QApplication.palette()
