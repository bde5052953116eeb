"""The first rows of a file as they are read, in a table whose columns are as wide as what they hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.grid.columns import ColumnSpec
from svcconsole.gui.kit.grid.content_width import MEASURED, content_width
from svcconsole.gui.kit.grid.table import RecordModel, RecordTable
from svcconsole.gui.panels.runs.paged_columns import column
from svcconsole.words.masking import masks_of

if TYPE_CHECKING:
    from svcconsole.services.imports.views import PreviewRow


class FirstRows(QStackedWidget):
    """The table, or why there is none."""

    def __init__(self) -> None:
        super().__init__()
        self._header: tuple[str, ...] = ()
        self._model: RecordModel[PreviewRow] | None = None
        self.table: RecordTable[PreviewRow] | None = None
        self.empty = EmptyState(
            "table", tr("No rows"), tr("The file names its columns and holds nothing below them.")
        )
        self.addWidget(self.empty)

    def show_rows(self, header: tuple[str, ...], rows: Sequence[PreviewRow]) -> None:
        """Show other rows, under another header perhaps."""
        if self._model is None or header != self._header:
            self._header = header
            self._make_table(header, rows)
        if self._model is not None and self.table is not None:
            self._model.set_records(list(rows))
            self.setCurrentWidget(self.table if rows else self.empty)

    def _make_table(self, header: tuple[str, ...], rows: Sequence[PreviewRow]) -> None:
        columns: list[ColumnSpec[PreviewRow]] = [
            column("row", tr("Row"), lambda row: row.number, kind="row", width=56)
        ]
        last, masks = len(header) - 1, masks_of(header)
        for at, name in enumerate(header):
            title = name or tr("(no name)")
            width = content_width(title, [cell(at)(row) for row in rows[:MEASURED]])
            columns.append(column(f"c{at}", title, cell(at), width=width, stretch=at == last, mask=masks[at]))
        self._model = RecordModel(columns, key=lambda row: row.number)
        made = RecordTable(self._model, tr("First rows of the file"))
        self.addWidget(made)
        if self.table is not None:
            self.removeWidget(self.table)
            self.table.deleteLater()
        self.table = made


def cell(at: int) -> Callable[[PreviewRow], str]:
    """The text of column `at`; rows may be short."""
    return lambda row: row.cells[at] if at < len(row.cells) else ""
