"""Buttons that show their text as it is, "&" and all, and are pressed by Enter as by Space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
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

if TYPE_CHECKING:

    class ChoiceBase(QAbstractButton):
        """A button whose style option is one of a button."""

        def initStyleOption(self, option: QStyleOptionButton, /) -> None: ...

else:
    ChoiceBase = object

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


class _Choice(ChoiceBase):
    """What a check box and a radio button have in common, by what the style calls them."""

    element: QStyle.ControlElement
    contents: QStyle.SubElement

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
        """Words without room end in "…": Qt cuts them in the middle of a letter."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.style().subElementRect(self.contents, option, self).width()
        flags = Qt.TextFlag.TextShowMnemonic.value
        end = Qt.TextElideMode.ElideRight
        option.text = self.fontMetrics().elidedText(option.text, end, room, flags)
        with QPainter(self) as painter:
            self.style().drawControl(self.element, option, painter, self)


class CheckBox(_Choice, QCheckBox):
    """A check box whose `text` is what it shows."""

    element = QStyle.ControlElement.CE_CheckBox
    contents = QStyle.SubElement.SE_CheckBoxContents


class RadioButton(_Choice, QRadioButton):
    """A radio button whose `text` is what it shows."""

    element = QStyle.ControlElement.CE_RadioButton
    contents = QStyle.SubElement.SE_RadioButtonContents
