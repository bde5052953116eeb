"""The table of the price grid: ranges of cells, boxes that are ticked, the keys of a spreadsheet."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from svcconsole.gui.kit.grid.keys import NO_KEY, Command
from svcconsole.gui.kit.grid.range_table import RangeTable
from svcconsole.gui.kit.grid.table import RecordModel
from svcconsole.gui.tabs.catalog.prices.columns import TICK
from svcconsole.services.catalog.price_grid.cells import CellKey, Field, VariantRow

GIVE_BACK: Final = "give_back"
"""Esc on a cell: the store's value again."""
TICK_ALL: Final = "tick_all"


class PricesTable(RangeTable[VariantRow]):
    """`asked(word)`: a `Command`, GIVE_BACK or TICK_ALL. `tick_clicked(row)`: its box was clicked."""

    tick_clicked = Signal(object)
    esc_gives_back = False
    """Whether Esc has something to give back on the current cell."""

    def __init__(self, model: RecordModel[VariantRow], name: str, parent: QWidget | None = None) -> None:
        super().__init__(model, name, parent)
        self._tick = model.column(TICK)

    def chosen(self) -> list[CellKey]:
        """The editable cells of the chosen range, row by row."""
        fields = [Field(name) for name in self.chosen_cells()]
        rows = map(self._records.record, self.chosen_rows())
        return [CellKey(row.key, field) for row in rows for field in fields]

    def open_cell(self) -> CellKey | None:
        """The cell that is typed into."""
        if self._editor() is None:
            return None
        index = self.currentIndex()
        field = Field(self._records.columns()[index.column()].key)
        return CellKey(self._records.record(index.row()).key, field)

    def chosen_records(self) -> list[VariantRow]:
        """The rows that any chosen cell is in."""
        return [self._records.record(row) for row in self.chosen_rows()]

    def run_command(self, command: Command) -> bool:
        editing = self.state() == QAbstractItemView.State.EditingState
        if command == Command.TOGGLE and not editing:
            self.asked.emit(Command.TOGGLE)
            return True
        return super().run_command(command)

    def other_key(self, event: QKeyEvent) -> None:
        escapes = event.key() == Qt.Key.Key_Escape and event.modifiers() == NO_KEY
        if escapes and self.esc_gives_back and self.state() != QAbstractItemView.State.EditingState:
            self.asked.emit(GIVE_BACK)
        else:
            super().other_key(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and index.column() == self._tick:
            self.tick_clicked.emit(self._records.record(index.row()))

    def _header_clicked(self, at: int) -> None:
        if at == self._tick:
            self.asked.emit(TICK_ALL)
        else:
            super()._header_clicked(at)
