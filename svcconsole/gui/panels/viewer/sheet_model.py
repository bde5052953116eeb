"""The rows on screen as a Qt model: as many as fit, whatever the file's length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QLocale, QModelIndex, QObject, QPersistentModelIndex, Qt

from svcconsole.gui.panels.viewer.cells import Kind, shown
from svcconsole.gui.panels.viewer.row_pages import SheetRow
from svcconsole.gui.text import visible
from svcconsole.gui.words import tr

Index = QModelIndex | QPersistentModelIndex
NUMBER_COLUMN: Final = 0
"""Of the model: the row's number in the file; the file's own columns follow."""


class SheetModel(QAbstractTableModel):
    """`first` is the place in the view of the first row here. Nothing of the other rows is in memory, and a
    view of any length has no pixel beyond what Qt can count."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.names: tuple[str, ...] = ()
        self.kinds: tuple[Kind, ...] = ()
        self.first = 0
        self.rows: Sequence[SheetRow] = ()
        self._wide = 0
        self._odd: frozenset[int] = frozenset()

    def set_columns(self, names: Sequence[str], kinds: Sequence[Kind]) -> None:
        """Another file."""
        self.beginResetModel()
        self.names, self.kinds, self.rows, self.first = tuple(names), tuple(kinds), (), 0
        self._wide, self._odd = len(names), frozenset()
        self.endResetModel()

    def set_odd(self, wide: int, numbers: Sequence[int]) -> None:
        """How many columns the header names, and the first rows known to have fewer or more cells."""
        self._wide, self._odd = wide, frozenset(numbers)

    def is_odd(self, slot: int) -> bool:
        """Whether a row has more cells than the header, or is known to have had fewer."""
        row = self.rows[slot]
        return len(row.cells) > self._wide or row.number in self._odd

    def show(self, first: int, rows: Sequence[SheetRow]) -> None:
        """These rows are on screen now."""
        before, now = len(self.rows), len(rows)
        root = QModelIndex()
        if now > before:
            self.beginInsertRows(root, before, now - 1)
        elif now < before:
            self.beginRemoveRows(root, now, before - 1)
        self.first, self.rows = first, rows
        if now > before:
            self.endInsertRows()
        elif now < before:
            self.endRemoveRows()
        if now:
            self.dataChanged.emit(self.index(0, 0), self.index(now - 1, len(self.names)))

    def name(self, column: int) -> str:
        """What a column of the file is called."""
        return visible(self.names[column]) or tr("(no name)")

    def said(self, slot: int, column: int) -> str:
        """The cell of the file's `column` in words; "" where the row ends before it."""
        cells = self.rows[slot].cells
        return shown(cells[column], self.kinds[column]) if column < len(cells) else ""

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.names) + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], index.column() - 1
        if role == Qt.ItemDataRole.DisplayRole:
            return QLocale().toString(row.number) if column < 0 else self.said(index.row(), column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            number = QLocale().toString(row.number)
            if column < 0:
                return tr("Row {number}", number=number)
            said = self.said(index.row(), column) or tr("(blank)")
            return tr("{column}: {value}, row {row}", column=self.name(column), value=said, row=number)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
        ):
            if section == NUMBER_COLUMN:
                return tr("Row")
            return self.name(section - 1) if section <= len(self.names) else None
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
