"""The base of the charts that count rows, or add a column up, over what another column holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from svcconsole.gui.design.text import literal, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.charts.chart_section import ChartSection, Shows
from svcconsole.gui.kit.charts.choice import Choice
from svcconsole.gui.runtime.notices import Notices
from svcconsole.services.analysis.analysis import Analysis
from svcconsole.services.analysis.results import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What is drawn, by places of columns: over which one, and which one is added up; None counts rows."""

    column: int
    amount: int | None = None


A = TypeVar("A", bound=Measured)


class MeasuredChart(ChartSection, Generic[A]):
    """A chart with choices over it and what is measured in its menu; `ask` draws something else."""

    SHOWS: Shows

    def __init__(self, analysis: Analysis, columns: Sequence[str], rows: str, notices: Notices) -> None:
        """`rows`: what a row of the file is called."""
        super().__init__(analysis, columns, notices, self.SHOWS)
        self._rows = rows
        self._asked: A | None = None
        self.counted = MeasureMenu(self.menu)
        self.menu.addMenu(self.counted)
        self.counted.chosen.connect(self._chosen_by_hand)

    def add_choice(self, choice: Choice) -> None:
        """One more choice over the chart."""
        self.controls_row.addWidget(choice)
        choice.chosen.connect(self._chosen_by_hand)

    def set_kinds(self, kinds: Sequence[Kind]) -> None:
        """What the columns hold: which can be chosen, which can be added up."""
        self.offer(list(zip(self._columns, kinds, strict=False)))
        self.counted.offer(self._columns, kinds)

    def request(self) -> A | None:
        """What is drawn, or is being counted."""
        return self._asked

    def ask(self, asked: A) -> None:
        """Draw something else."""
        self._asked = asked
        self.show_choice(asked)
        self.reload()

    def _chosen_by_hand(self) -> None:
        chosen = self.choice()
        if chosen is not None:
            self._asked = chosen
            self.reload()

    def measure(self) -> str:
        """What is counted, in words: the rows, or the column that is added up."""
        amount = None if self._asked is None else self._asked.amount
        return tr(self._rows) if amount is None else self._columns[amount]

    # -- what subclasses answer

    def offer(self, columns: Sequence[tuple[str, Kind]]) -> None:
        """Fill the choices with what can be drawn of these columns."""
        raise NotImplementedError

    def show_choice(self, asked: A) -> None:
        """Make the choices say what is drawn."""
        raise NotImplementedError

    def choice(self) -> A | None:
        """What the choices say; None where nothing is chosen yet."""
        raise NotImplementedError


class MeasureMenu(QMenu):
    """What a chart counts: its rows, or the sum of a column. `chosen()`: by the person, not by code."""

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
                self._add(literal(tr("Sum of {name}", name=visible(name))), at)
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
