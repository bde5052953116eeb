"""The rows on screen as a Qt model: as many as fit, whatever the number of rows there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from PySide6.QtCore import QModelIndex, QObject

from svcconsole.gui.kit.grid.columns import ColumnSpec
from svcconsole.gui.kit.grid.model import GridModel, Index

R = TypeVar("R")
NUMBER_COLUMN: Final = 0
"""Holds the row's number; the columns of the data follow."""


class PagedModel(GridModel[R]):
    """`first` is the place in the view of the first row here. Nothing of the other rows is in memory, and a
    view of any length has no pixel beyond what Qt can count."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self.first = 0
        self.rows: Sequence[R] = ()

    def set_columns(self, columns: Sequence[ColumnSpec[R]]) -> None:
        """Other columns, and no rows yet."""
        self.beginResetModel()
        self._columns = tuple(columns)
        self.rows, self.first = (), 0
        self.endResetModel()

    def show(self, first: int, rows: Sequence[R]) -> None:
        """These rows are on screen now.

        Their number changes first and what they say after it: rows that stay say the same before and after
        others come or go.
        """
        before, now = len(self.rows), len(rows)
        root = QModelIndex()
        if now > before:
            self.beginInsertRows(root, before, now - 1)
            self.rows = (*self.rows, *rows[before:])
            self.endInsertRows()
        elif now < before:
            self.beginRemoveRows(root, now, before - 1)
            self.rows = self.rows[:now]
            self.endRemoveRows()
        self.first, self.rows = first, rows
        if now:
            self.dataChanged.emit(self.index(0, 0), self.index(now - 1, len(self._columns) - 1))

    def record(self, row: int) -> R:
        return self.rows[row]

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)
