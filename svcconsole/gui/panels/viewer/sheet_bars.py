"""The scroll bar under the columns that scroll, and what turns of the wheel come to."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QScrollBar, QTableView

from svcconsole.gui.metrics import dp

NOTCH: Final = 120
"""Eighths of a degree of one notch of a wheel."""
ROWS_A_NOTCH: Final = 3


class AcrossBar(QScrollBar):
    """Stands for the view's own horizontal bar, which would take room from one half of the table only."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._inner = view.horizontalScrollBar()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        self._inner.rangeChanged.connect(self._fit)
        self._inner.valueChanged.connect(self.setValue)
        self.valueChanged.connect(self._inner.setValue)

    def _fit(self, low: int, high: int) -> None:
        self.setRange(low, high)
        self.setPageStep(self._inner.pageStep())
        self.setSingleStep(dp(20))
        self.setVisible(high > low)


class Wheel:
    """Sums up turns finer than a row, as touch pads make them."""

    def __init__(self) -> None:
        self._turned = 0.0

    def rows(self, event: QWheelEvent) -> int:
        """Whole rows downwards that this turn makes."""
        self._turned -= event.angleDelta().y() * ROWS_A_NOTCH / NOTCH
        rows = int(self._turned)
        self._turned -= rows
        return rows

    @staticmethod
    def sideways(event: QWheelEvent) -> int:
        """Pixels towards the end of the columns; 0 for a turn that is meant for the rows."""
        turned = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            return -(turned.x() or turned.y()) * dp(40) // NOTCH
        return 0 if turned.y() else -turned.x() * dp(40) // NOTCH
