"""The table under hand: ranges of cells, keys as in a spreadsheet, the names stand while the rest scrolls."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QKeyCombination,
    QModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QLineEdit,
    QStyleOptionViewItem,
    QWidget,
)

from svcconsole.gui.kit.grid.cells import NONE
from svcconsole.gui.kit.grid.delegate import CellDelegate
from svcconsole.gui.kit.grid.model import Index
from svcconsole.gui.kit.grid.table import RecordModel, RecordTable
from svcconsole.gui.tabs.user_properties.cells import PLACES
from svcconsole.gui.tabs.user_properties.columns import FROZEN
from svcconsole.gui.tabs.user_properties.lines import Line

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
KEYS: Final = {
    QKeyCombination(CONTROL, Qt.Key.Key_D): "duplicate",
    QKeyCombination(CONTROL, Qt.Key.Key_Minus): "remove",
    QKeyCombination(CONTROL | SHIFT, Qt.Key.Key_Plus): "insert",
    QKeyCombination(CONTROL, Qt.Key.Key_Plus): "insert",
    QKeyCombination(CONTROL, Qt.Key.Key_Y): "redo",
    QKeyCombination(CONTROL | SHIFT, Qt.Key.Key_Z): "redo",
    QKeyCombination(CONTROL, Qt.Key.Key_Z): "undo",
    QKeyCombination(CONTROL, Qt.Key.Key_X): "cut",
    QKeyCombination(CONTROL, Qt.Key.Key_V): "paste",
    QKeyCombination(CONTROL, Qt.Key.Key_C): "copy",
    QKeyCombination(CONTROL | SHIFT, Qt.Key.Key_C): "copy",
    QKeyCombination(Qt.KeyboardModifier.NoModifier, Qt.Key.Key_Delete): "clear",
    QKeyCombination(Qt.KeyboardModifier.NoModifier, Qt.Key.Key_Backspace): "clear",
    QKeyCombination(Qt.KeyboardModifier.NoModifier, Qt.Key.Key_Space): "next_consent",
}
"""What a key asks for; the tab does it."""
LONGEST: Final = 2**31 - 1
ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SheetCells(CellDelegate):
    """Opens cells of any length, and writes back only what was typed into: a field cannot show every
    character it is given."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = super().createEditor(parent, option, index)
        if isinstance(editor, QLineEdit):
            editor.setMaxLength(LONGEST)
        return editor

    def setModelData(self, editor: QWidget, model: Any, index: Index) -> None:
        if isinstance(editor, QLineEdit) and editor.isModified():
            super().setModelData(editor, model, index)


class SheetTable(RecordTable[Line]):
    """`asked(word)`: one of the words of KEYS was pressed. `cell_changed()`: another cell is current."""

    asked = Signal(str)
    cell_changed = Signal()

    def __init__(self, model: RecordModel[Line], name: str, parent: QWidget | None = None) -> None:
        super().__init__(model, name, parent)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self._header.setSectionsMovable(False)
        self.setItemDelegate(SheetCells(model.columns(), self._cells, self))
        self._waiting: Callable[[], object] | None = None
        model.arranged.connect(self._arranged)
        self.selectionModel().currentChanged.connect(lambda *_: self.cell_changed.emit())
        self.set_frozen([model.column(key) for key in FROZEN])

    def selected_columns(self, row: int) -> Container[int]:
        """The cells of a row in the chosen range."""
        ranges = self.selectionModel().selection().toList()
        each = next((each for each in ranges if each.top() <= row <= each.bottom()), None)
        return NONE if each is None else range(each.left(), each.right() + 1)

    def current_cell(self) -> tuple[Line, str] | None:
        """The current line and its column's key."""
        index = self.currentIndex()
        if not index.isValid():
            return None
        return self._records.record(index.row()), self._records.columns()[index.column()].key

    def chosen_rows(self) -> range:
        """The rows of the view that any chosen cell is in: they are always neighbours."""
        ranges = self.selectionModel().selection().toList()
        current = self.currentIndex().row()
        first = min((each.top() for each in ranges), default=current)
        last = max((each.bottom() for each in ranges), default=current)
        return range(max(0, first), min(last + 1, self._records.rowCount()))

    def chosen_lines(self) -> Iterator[Line]:
        """The lines that any chosen cell is in, in their order."""
        return map(self._records.record, self.chosen_rows())

    def chosen_cells(self) -> list[str]:
        """The names of the cells chosen in each of those lines, in the order of the columns."""
        ranges = self.selectionModel().selection().toList()
        places = {at for each in ranges for at in range(each.left(), each.right() + 1)}
        places = places or {self.currentIndex().column()}
        keys = (self._records.columns()[at].key for at in sorted(places) if at >= 0)
        return [key for key in keys if key in PLACES]

    def choose(self, first: int, last: int, names: Sequence[str] = ()) -> None:
        """Choose the rows from that of `first` to that of `last` (uids), of them all cells or those of these
        names, and go to the first; as soon as they are arranged."""
        names = names or tuple(PLACES)
        self._when_arranged(lambda: self._choose(first, last, names))

    def choose_cell(self, uid: int, name: str) -> None:
        """Make a cell current as soon as the rows are arranged."""
        self._when_arranged(lambda: self.set_current_cell(uid, name))

    def _when_arranged(self, do: Callable[[], object]) -> None:
        if self._records.is_arranging():
            self._waiting = do
        else:
            do()

    def _arranged(self) -> None:
        do, self._waiting = self._waiting, None
        if do is not None:
            do()

    def _choose(self, first: int, last: int, names: Sequence[str]) -> None:
        model = self._records
        top, bottom = model.row_of(first), model.row_of(last)
        if top is None or bottom is None:
            return
        start = model.index(top, model.column(names[0]))
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(start, flags.ClearAndSelect)
        end = model.index(bottom, model.column(names[-1]))
        self.selectionModel().select(QItemSelection(start, end), flags.ClearAndSelect)
        self.scrollTo(start)

    def event(self, event: QEvent) -> bool:
        """Tab goes from cell to cell and on to the next row; after the last cell it leaves the table.

        Qt's own way also turns the focus that comes back from a closed editor into a Tab.
        """
        tabs = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().event(event)
        by = tabs.get(Qt.Key(event.key()), 0)
        if by and self._step(by):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        word = KEYS.get(event.keyCombination())
        typed = event.text()
        column = self.currentIndex().column()
        is_cell = column >= 0 and self._records.columns()[column].key in PLACES
        if word == "next_consent" and not self._on_consent():
            word = None
        if self.state() == QAbstractItemView.State.EditingState:
            event.accept()  # what the open cell passed on: Enter closes it by itself
        elif word is not None:
            self._cells.show_ring = True
            self.asked.emit(word)
        elif event.key() in ENTER and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self._move(1, 0)
        elif event.key() == Qt.Key.Key_F2 and is_cell:
            self._edit(self.currentIndex())
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.selectAll()
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._jump_to_end(event)
        elif typed and typed.isprintable() and is_cell and not event.modifiers() & _CHORDS:
            self._type(typed)
        elif typed and typed.isprintable():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _on_consent(self) -> bool:
        found = self.current_cell()
        return found is not None and found[1].endswith("_consent")

    def _type(self, typed: str) -> None:
        """The first letter opens the cell and takes the place of what it held."""
        self._edit(self.currentIndex())
        editor = self.indexWidget(self.currentIndex())
        if isinstance(editor, QLineEdit):
            editor.setText(typed)
            editor.setModified(True)

    def _jump_to_end(self, event: QKeyEvent) -> None:
        model, index = self._records, self.currentIndex()
        end = event.key() == Qt.Key.Key_End
        last_column = model.columnCount() - 1
        column = last_column if end else model.column("first_name")
        row = index.row()
        if event.modifiers() & CONTROL:
            row = model.rowCount() - 1 if end else 0
        if row >= 0:
            self.setCurrentIndex(model.index(row, column))

    def _move(self, rows: int, columns: int) -> None:
        index = self.currentIndex()
        there = self._records.index(index.row() + rows, index.column() + columns)
        if there.isValid():
            self.setCurrentIndex(there)

    def _step(self, by: int) -> bool:
        """The next or the previous cell in reading order; False at the ends of the table."""
        cells = [self._records.column(name) for name in PLACES]
        index = self.currentIndex()
        at = cells.index(index.column()) + by if index.column() in cells else 0
        row = index.row() + at // len(cells)
        if not 0 <= row < self._records.rowCount():
            return False
        self.setCurrentIndex(self._records.index(row, cells[at % len(cells)]))
        return True

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Enter goes down, Tab to the side; neither opens the next cell by itself."""
        hints = QAbstractItemDelegate.EndEditHint
        moves: dict[QAbstractItemDelegate.EndEditHint, Callable[[], object]] = {
            hints.SubmitModelCache: lambda: self._move(1, 0),
            hints.EditNextItem: lambda: self._step(1),
            hints.EditPreviousItem: lambda: self._step(-1),
        }
        super().closeEditor(editor, hints.NoHint if hint in moves else hint)
        self.setFocus()
        if hint in moves:
            moves[hint]()

    def _double_clicked(self, index: QModelIndex) -> None:
        self._edit(index)

    def _edit(self, index: QModelIndex) -> None:
        if index.isValid() and self._records.columns()[index.column()].set_value is not None:
            self.edit(index)


_CHORDS: Final = CONTROL | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
