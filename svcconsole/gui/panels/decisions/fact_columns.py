"""Facts side by side: labels over values, in as many columns as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.kit.containers.layout_clearing import clear_layout


class FactColumns(QWidget):
    """Labels over values, side by side; blank ones are left out."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(dp(24))
        self._grid.setVerticalSpacing(dp(2))
        self._facts: list[tuple[str, str]] = []
        self._columns = 4

    def set_facts(self, facts: Sequence[tuple[str, str]]) -> None:
        """Show other facts."""
        self._facts = [(label, value) for label, value in facts if value]
        self._fill()

    def set_columns(self, columns: int) -> None:
        """How many stand side by side."""
        if columns != self._columns:
            self._columns = columns
            self._fill()

    def _fill(self) -> None:
        clear_layout(self._grid)
        for at, (label, value) in enumerate(self._facts):
            row, column = divmod(at, self._columns)
            self._grid.addWidget(PlainLabel(label, "caption", "text2"), 2 * row, column)
            shown = PlainLabel(value, "strong", wrap=True)
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            shown.setAccessibleName(f"{label}: {value}")
            self._grid.addWidget(shown, 2 * row + 1, column, Qt.AlignmentFlag.AlignTop)
        for column in range(4):
            self._grid.setColumnStretch(column, 1 if column < min(self._columns, len(self._facts)) else 0)
