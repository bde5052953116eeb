"""Buttons that show their text as it is, "&" and all, and are pressed by Enter as by Space."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QEnterEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QToolButton,
    QWidget,
)

from svcconsole.gui.design.text import literal, tip_where_cut
from svcconsole.gui.design.words import show

_KEYPAD = Qt.KeyboardModifier.KeypadModifier


def pressed_by_enter(target: QAbstractButton, event: QKeyEvent) -> bool:
    """Press `target` where the key is Enter, once however long it is held; False for any other key."""
    if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or event.modifiers() & ~_KEYPAD:
        return False
    if not event.isAutoRepeat():
        target.click()
    return True


class ToolButton(QToolButton):
    """A button of one icon."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)


class PaintedButton(QAbstractButton):
    """A button that paints its words itself; Qt still reads a shortcut out of them, which is taken back."""

    def setText(self, text: str) -> None:
        """A message is said here, in the language in use."""
        super().setText(show(text))
        self.setShortcut(QKeySequence())

    def tip_words(self) -> str:
        """What the tooltip says where there is no room for all of it."""
        return self.text()

    def whole_width(self) -> int:
        """How wide it is where none of its words is cut."""
        return self.sizeHint().width()

    def enterEvent(self, event: QEnterEvent) -> None:
        tip_where_cut(self, self.tip_words(), self.width(), self.whole_width())
        super().enterEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)


class CheckBox(QCheckBox):
    """A check box whose `text` is what it shows."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)

    def setText(self, text: str) -> None:
        """A message is said here, in the language in use."""
        super().setText(literal(text))

    def text(self) -> str:
        return super().text().replace("&&", "&")

    def enterEvent(self, event: QEnterEvent) -> None:
        tip_where_cut(self, self.text(), self.width(), self.sizeHint().width())
        super().enterEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self)
        _paint_elided(self, option, room, QStyle.ControlElement.CE_CheckBox)


class RadioButton(QRadioButton):
    """A radio button whose `text` is what it shows."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)

    def setText(self, text: str) -> None:
        """A message is said here, in the language in use."""
        super().setText(literal(text))

    def text(self) -> str:
        return super().text().replace("&&", "&")

    def enterEvent(self, event: QEnterEvent) -> None:
        tip_where_cut(self, self.text(), self.width(), self.sizeHint().width())
        super().enterEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_RadioButtonContents, option, self)
        _paint_elided(self, option, room, QStyle.ControlElement.CE_RadioButton)


def _paint_elided(
    target: QWidget, option: QStyleOptionButton, room: QRect, element: QStyle.ControlElement
) -> None:
    """Qt cuts such words in the middle of a letter."""
    whole, end = option.text, Qt.TextElideMode.ElideRight
    flags = Qt.TextFlag.TextShowMnemonic.value
    option.text = target.fontMetrics().elidedText(whole, end, room.width(), flags)
    with QPainter(target) as painter:
        target.style().drawControl(element, option, painter, target)
