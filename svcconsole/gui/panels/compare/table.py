"""The rows of one kind of difference, read in pages; changed cells show both values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.cell_text import shown
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.panels.compare import compare_text
from svcconsole.services.analysis.compare import Comparison
from svcconsole.services.analysis.results import Change, Difference

PAGE: Final = 500
NEAR_END: Final = 40
"""Rows from the last one known at which the next page is read."""


class DifferenceTable(QStackedWidget):
    """Built anew for each comparison and kind: its columns are those of the files."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = QWidget()
        self._column = vbox(parent=self._whole)
        self.empty = EmptyState("check", "")
        self.addWidget(self._whole)
        self.addWidget(self.empty)
        self.table: RecordTable[Difference] | None = None
        self._compared: Comparison | None = None
        self.headings: Mapping[str, str] = {}
        self._change: Change = "changed"
        self._read = 0

    def show_change(self, compared: Comparison, change: Change) -> None:
        """The rows of one kind."""
        self._compared, self._change, self._read = compared, change, 0
        self._clear()
        if not total_of(compared, change):
            self.empty.set("check", compare_text.none_of(change), compare_text.unchanged(compared))
            self.setCurrentWidget(self.empty)
            return
        model = RecordModel(columns_of(compared, change, self.headings), key=lambda row: row.key)
        self.table = RecordTable(model, compare_text.title_of(change))
        model.setParent(self.table)
        self.table.set_inset(20)
        self._column.addWidget(self.table)
        self.setCurrentWidget(self._whole)
        self._more()
        bar = self.table.verticalScrollBar()
        bar.valueChanged.connect(lambda _value: self._more_if_near())
        bar.rangeChanged.connect(lambda _low, _high: self._more_if_near())

    def focus_start(self) -> QWidget | None:
        """The rows."""
        return self.table

    def _clear(self) -> None:
        while self._column.count():
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.table = None

    def _more_if_near(self) -> None:
        if self.table is None or self._compared is None:
            return
        last = self.table.rowAt(self.table.viewport().height() - 1)
        if last < 0 or last >= self._read - NEAR_END:
            self._more()

    def _more(self) -> None:
        if self.table is None or self._compared is None:
            return
        page = self._compared.rows(self._change, self._read, PAGE)
        if page:
            self._read += len(page)
            self.table.records_model().append(page)


def total_of(compared: Comparison, change: Change) -> int:
    """How many rows there are of a kind."""
    return {"added": compared.added, "removed": compared.removed, "changed": compared.changed}[change]


def columns_of(
    compared: Comparison, change: Change, headings: Mapping[str, str]
) -> Sequence[ColumnSpec[Difference]]:
    """The row's number, the key, then the other columns; of changed rows first those that ever changed.
    `headings` are what columns are called on screen; one that is not in it is called as in the file."""
    keys = [at for at, name in enumerate(compared.columns) if name in compared.key]
    others = [at for at in range(len(compared.columns)) if at not in keys]
    if change == "changed":
        others.sort(key=lambda at: not compared.changed_by_column[at])
    return (
        ColumnSpec(key="row", title=tr("Row"), kind="row", value=_number, width=88, sortable=False),
        *(_key_column(compared, at, headings) for at in keys),
        *(_column(compared, at, change, headings) for at in others),
    )


def _number(row: Difference) -> int | None:
    return row.number_before if row.number_after is None else row.number_after


def _cell(row: Difference, at: int) -> str:
    cells = row.before if row.after is None else row.after
    return cells[at] if cells is not None else ""


def _key_column(compared: Comparison, at: int, headings: Mapping[str, str]) -> ColumnSpec[Difference]:
    name = compared.columns[at]
    return ColumnSpec(
        key=str(at),
        title=compare_text.column_words(name, headings),
        hint=compare_text.raw_name(name, headings),
        value=lambda row: _cell(row, at),
        kind="strong",
        width=150,
        sortable=False,
    )


def _column(
    compared: Comparison, at: int, change: Change, headings: Mapping[str, str]
) -> ColumnSpec[Difference]:
    name = compared.columns[at]
    times = compared.changed_by_column[at] if change == "changed" else 0

    look = compared.looks[at]

    def is_changed(row: Difference) -> bool:
        return at in row.changed

    def said(row: Difference) -> str:
        if is_changed(row) and row.before is not None and row.after is not None:
            return compare_text.before_after(*(shown(side[at], look) for side in (row.before, row.after)))
        return shown(_cell(row, at), look)

    return ColumnSpec(
        key=str(at),
        title=compare_text.column_changed(name, times, headings),
        hint=compare_text.raw_name(name, headings),
        value=lambda row: _cell(row, at),
        text=said,
        edited=is_changed,
        tone=lambda row: "text2" if row.changed and not is_changed(row) else None,
        width=170,
        stretch=times > 0,
        hidden=change == "changed" and not times,
        sortable=False,
    )
