"""Opens the cells of a grid for editing; the grid paints them itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import show
from svcconsole.gui.kit.grid.cells import CellPainter
from svcconsole.gui.kit.grid.columns import ColumnSpec
from svcconsole.gui.kit.grid.header import CELL_PADDING
from svcconsole.gui.kit.grid.model import Index


@dataclass(frozen=True, slots=True)
class OpenCell:
    """What stands in an open cell, whether a person typed it, and what of it is marked from where on."""

    text: str
    is_typed: bool
    start: int
    marked: int

    @classmethod
    def read(cls, editor: QLineEdit) -> OpenCell:
        start = editor.selectionStart() if editor.hasSelectedText() else editor.cursorPosition()
        return cls(editor.text(), editor.isModified(), start, editor.selectionLength())

    def fill(self, editor: QLineEdit) -> None:
        """Let `editor` go on from here; a newer value that nobody typed over stays."""
        if self.is_typed:
            editor.setText(self.text)
            editor.setModified(True)
        if editor.text() == self.text:
            editor.setSelection(self.start, self.marked)


class CellDelegate(QStyledItemDelegate):
    """One delegate for all columns of one grid."""

    def __init__(self, columns: Sequence[ColumnSpec[Any]], cells: CellPainter, parent: QWidget) -> None:
        super().__init__(parent)
        self._columns = columns
        self._cells = cells

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        content = self._cells.text_width(index.column(), str(index.data() or ""))
        return QSize(content + 2 * dp(CELL_PADDING) + self._cells.inset(), option.rect.height())

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        column = self._columns[index.column()]
        editor.setAccessibleName(show(column.title))
        if column.ends():
            editor.setAlignment(Qt.AlignmentFlag.AlignTrailing)
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Qt asks again whenever the row is painted anew: what is typed, and where, stays as it is."""
        value = str(index.data(Qt.ItemDataRole.EditRole) or "")
        if isinstance(editor, QLineEdit) and not editor.isModified() and editor.text() != value:
            editor.setText(value)
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: Any, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            model.setData(index, editor.text())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        editor.setGeometry(option.rect.adjusted(0, 0, 0, -1))
