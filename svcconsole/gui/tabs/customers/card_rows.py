"""The rows of a card: a label, and beside it one value or several below each other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.kit.containers.layout_clearing import clear_layout

LABELS = 140


class CardRows(QGridLayout):
    """Filled anew for each record that is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalSpacing(dp(16))
        self.setVerticalSpacing(dp(6))
        self.setColumnMinimumWidth(0, dp(LABELS))
        self.setColumnStretch(1, 1)

    def fill(self, rows: Sequence[tuple[str, Sequence[QWidget]]]) -> None:
        """Other rows: a label beside the first of its values, the others below; none without a value."""
        clear_layout(self)
        row = 0
        for label, parts in rows:
            for at, part in enumerate(parts):
                if at == 0:
                    self.addWidget(
                        PlainLabel(label, "caption", "text2"), row, 0, Qt.AlignmentFlag.AlignVCenter
                    )
                self.addWidget(part, row, 1, Qt.AlignmentFlag.AlignVCenter)
                row += 1
