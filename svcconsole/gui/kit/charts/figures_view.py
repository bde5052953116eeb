"""The figures of a chart as a table to read, hear and copy."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp, row_height
from svcconsole.gui.kit.charts.figures import FigureTable
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import Framed
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable

MOST_ROWS = 12

_Row = tuple[int, tuple[str, ...]]


def _column(at: int, head: str) -> ColumnSpec[_Row]:
    def cell(row: _Row) -> Any:
        return row[1][at]

    if at == 0:
        return ColumnSpec(key="0", title=head, value=cell, width=120, stretch=True, sort=lambda row: row[0])
    return ColumnSpec(key=str(at), title=head, value=cell, kind="money", width=86, sortable=False)


class FiguresView(QWidget):
    """Built anew for each chart: its columns are those of the figures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = vbox(parent=self)
        self.table: RecordTable[_Row] | None = None
        self._rows = 0

    def show_figures(self, title: str, figures: FigureTable) -> None:
        """Other figures."""
        while (item := self._column.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        model = RecordModel(
            [_column(at, head) for at, head in enumerate(figures.heads)], key=lambda row: row[0]
        )
        self.table = RecordTable(model, title)
        model.setParent(self.table)
        self.table.set_inset(10)
        self.table.set_density("compact")
        model.set_records(list(enumerate(figures.rows)))
        self._rows = len(figures.rows)
        self._column.addWidget(Framed(self.table))

    def focus_current(self) -> None:
        """The keys go on in the table."""
        if self.table is not None:
            self.table.focus_current()

    def sizeHint(self) -> QSize:
        return QSize(dp(360), dp(44) + row_height("compact") * min(MOST_ROWS, max(3, self._rows)))
