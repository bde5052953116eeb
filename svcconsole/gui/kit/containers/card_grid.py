"""A grid of cards, as many per row as fit, equally high in a row."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.kit.containers.boxes import grid_box

LEAST, MOST_COLUMNS = 420, 3


class CardGrid(QWidget):
    """One column where it is narrow, three at most."""

    def __init__(self, parent: QWidget | None = None, *, least: int = LEAST, fills: bool = False) -> None:
        """`least`: how wide a card is at least, in units of look.md. `fills`: a few cards share the row."""
        super().__init__(parent)
        self._least, self._fills = least, fills
        self._cards: list[QWidget] = []
        self._columns = 0
        self._grid = grid_box(parent=self, spacing=12)

    def add(self, card: QWidget) -> None:
        """One more card."""
        self._cards.append(card)
        self._columns = 0
        self._arrange()

    def clear(self) -> None:
        """Take all cards away."""
        for card in self._cards:
            self._grid.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._cards.clear()

    def columns(self) -> int:
        """How many columns there are now."""
        return self._columns

    def _arrange(self) -> None:
        most = min(MOST_COLUMNS, len(self._cards)) if self._fills else MOST_COLUMNS
        wanted = max(1, min(most, self.width() // dp(self._least)))
        if wanted == self._columns:
            return
        self._columns = wanted
        for card in self._cards:
            self._grid.removeWidget(card)
        for at, card in enumerate(self._cards):
            self._grid.addWidget(card, at // wanted, at % wanted)
        for column in range(MOST_COLUMNS):
            self._grid.setColumnStretch(column, int(column < wanted))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(200), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
