"""The menu of what a chart measures: its rows, or the sum of a numeric column."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.services.analysis.results import Kind


class MeasureMenu(QMenu):
    """`chosen` tells that the person chose; setting it by code is silent."""

    chosen = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Count"), parent)
        self._group = QActionGroup(self)
        self._group.triggered.connect(lambda _action: self.chosen.emit())
        self.offer((), ())

    def offer(self, columns: Sequence[str], kinds: Sequence[Kind]) -> None:
        """The rows, and each column of numbers."""
        self.clear()
        for action in self._group.actions():
            self._group.removeAction(action)
        self._add(tr("Rows"), None)
        for at, (name, kind) in enumerate(zip(columns, kinds, strict=False)):
            if kind == "number":
                self._add(tr("Sum of {name}", name=visible(name)).replace("&", "&&"), at)
        self.menuAction().setVisible(len(self._group.actions()) > 1)

    def _add(self, words: str, column: int | None) -> None:
        action = QAction(words, self)
        action.setCheckable(True)
        action.setChecked(column is None)
        action.setData(column)
        self._group.addAction(action)
        self.addAction(action)

    def column(self) -> int | None:
        """The column that is added up; None counts rows."""
        action = self._group.checkedAction()
        data = action.data() if action is not None else None
        return data if isinstance(data, int) else None

    def choose(self, column: int | None) -> None:
        """Make one the current one; a column without numbers leaves it."""
        for action in self._group.actions():
            if action.data() == column:
                action.setChecked(True)
