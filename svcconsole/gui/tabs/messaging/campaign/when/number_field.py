"""A small field for a whole number among words: "At most [3] offers to one person"."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QLineEdit

from svcconsole.gui.design.metrics import dp

WIDTH = 44


def number_field(name: str, most: int) -> QLineEdit:
    """A field for 0 to `most`, blank for none; `name` is what it is called where its words are not seen."""
    field = QLineEdit()
    field.setFixedWidth(dp(WIDTH))
    field.setAlignment(Qt.AlignmentFlag.AlignLeading)
    field.setValidator(QIntValidator(0, most, field))
    field.setAccessibleName(name)
    return field
