"""A small combo box for one option of a chart: its column, its split, its measure."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible


class Choice(QComboBox):
    """`chosen` tells that the person chose; setting it by code is silent."""

    chosen = Signal()

    def __init__(self, name: str, letters: int = 13) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(letters)
        self._values: list[Hashable] = []
        self.activated.connect(lambda _at: self.chosen.emit())

    def offer(self, choices: Sequence[tuple[str, Hashable]]) -> None:
        """Other choices, as what is shown and what it stands for; the chosen one stays where it can."""
        before = self.value()
        self.clear()
        self._values = [value for _words, value in choices]
        self.addItems([visible(words) for words, _value in choices])
        self.choose(before)

    def choose(self, value: Hashable) -> None:
        """Make one of the values the current one; another value leaves it."""
        if value in self._values:
            self.setCurrentIndex(self._values.index(value))

    def value(self) -> Hashable:
        """What the current choice stands for; None without one."""
        at = self.currentIndex()
        return self._values[at] if 0 <= at < len(self._values) else None

    def showPopup(self) -> None:
        """As wide as its widest entry, up to a point."""
        widest = self.view().sizeHintForColumn(0) + dp(24)
        self.view().setMinimumWidth(max(self.width(), min(widest, dp(360))))
        super().showPopup()
