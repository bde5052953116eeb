"""Buttons that show their text as it is: "&" is a letter of a store's name, and makes no shortcut."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QWidget

from svcconsole.gui.design.text import literal
from svcconsole.gui.design.words import show


class PaintedButton(QAbstractButton):
    """A button that paints its words itself; Qt still reads a shortcut out of them, which is taken back."""

    def setText(self, text: str) -> None:
        """A message is said here, in the language in use."""
        super().setText(show(text))
        self.setShortcut(QKeySequence())


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
