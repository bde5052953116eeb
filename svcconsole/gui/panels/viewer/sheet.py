"""The viewer's table: the rows of a file by number, its columns as somebody arranged them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.grid.model import Index
from svcconsole.gui.kit.grid.paged_table import PagedTable
from svcconsole.gui.panels.viewer.arrangement import Arrangement
from svcconsole.gui.panels.viewer.cells import Kind
from svcconsole.gui.panels.viewer.sheet_columns import Columns, SheetColumns
from svcconsole.gui.panels.viewer.sheet_model import SheetModel, SheetRow
from svcconsole.gui.runtime.task_scope import TaskScope
from svcconsole.services.analysis.results import ColumnReading

LONGEST_TIP: Final = 4_000
"""Characters of a cell that a tooltip shows."""


class Sheet(PagedTable[SheetRow]):
    """`set_table` says what the columns are, `show_rows` what the rows are."""

    def __init__(self, scope: TaskScope, name: str, parent: QWidget | None = None) -> None:
        self.file_model = SheetModel()
        super().__init__(self.file_model, scope, name, parent)
        self.file_model.setParent(self)
        self.columns = SheetColumns(self, self._header, self.file_model)

    def set_table(
        self, columns: Columns, arranged: dict[str, Any] | None = None, headings: Sequence[str] = ()
    ) -> None:
        """The columns of another file, `arranged` as somebody left them, under these headings."""
        self.choice.clear()
        self.choice.column = 0
        self.file_model.set_file(columns.names, columns.kinds, headings)
        arrangement = Arrangement(columns.names)
        arrangement.restore(arranged or {})
        self.columns.set_table(columns, arrangement)

    def widen(self, columns: Columns) -> None:
        """Rows were found that are wider than the header: more columns at the end; rows and order stay."""
        arranged = self.columns.arrangement.save()
        first, shown = self.file_model.first, self.file_model.rows
        column = self.choice.column
        self.set_table(columns, arranged, self.file_model.headings)
        self.choice.column = column
        self.file_model.show(first, shown)

    def set_readings(self, readings: Mapping[int, ColumnReading]) -> None:
        """Columns have been read whole: how their cells are shown."""
        self.file_model.set_readings(readings)
        self._cells.set_columns(self.file_model.columns())
        self.columns.align()
        self.viewport().update()

    def kind(self, column: int) -> Kind:
        """What a column holds."""
        return self.file_model.kinds[column]

    def fit(self) -> None:
        super().fit()
        if hasattr(self, "columns"):
            self.columns.fit_number(self.pages.count)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.columns.fit_room()

    def scale_columns(self) -> None:
        if hasattr(self, "columns"):
            self.columns.grow(self.pages.count)
            self.fit()

    def tip_at(self, index: Index) -> str:
        """The whole of a cell that is cut or shown in another way than in the file; why a row is odd."""
        row, at = self.file_model.rows[index.row()], index.column() - 1
        if at < 0:
            odd = tr("This row has other cells than the header has columns.")
            return odd if self.file_model.is_odd(row) else ""
        whole = row.cells[at] if at < len(row.cells) else ""
        painted = self._cells.painted_text(at + 1, row, self.columnWidth(at + 1))
        return whole[:LONGEST_TIP] if whole and painted != visible(whole) else ""
