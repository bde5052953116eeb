"""A grid that is edited as a spreadsheet is: ranges of cells, typing opens a cell, Tab and Enter go on."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Sequence
from typing import Any, Final, TypeVar

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QLineEdit,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from svcconsole.gui.kit.grid.cells import NONE
from svcconsole.gui.kit.grid.delegate import CellDelegate
from svcconsole.gui.kit.grid.keys import CONTROL, Command, typed_text
from svcconsole.gui.kit.grid.model import Index
from svcconsole.gui.kit.grid.table import RecordModel, RecordTable

R = TypeVar("R")
LONGEST: Final = 2**31 - 1
DONE_HERE: Final = (Command.OPEN, Command.EDIT, Command.SELECT_ALL, Command.TOGGLE)


class RangeDelegate(CellDelegate):
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


class RangeTable(RecordTable[R]):
    """The columns that can be set are its cells. `asked(Command)`: a key asked for something that is done to
    the chosen cells or rows. `cell_changed()`: another cell is current."""

    asked = Signal(str)
    cell_changed = Signal()

    def __init__(self, model: RecordModel[R], name: str, parent: QWidget | None = None) -> None:
        super().__init__(model, name, parent)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self._header.setSectionsMovable(False)
        self.setItemDelegate(RangeDelegate(model.columns(), self._cells, self))
        self._places = [at for at, column in enumerate(model.columns()) if column.set_value is not None]
        self._waiting: Callable[[], object] | None = None
        self._held = False
        model.arranged.connect(self._arranged)
        self.selectionModel().currentChanged.connect(lambda *_: self.cell_changed.emit())

    # -- what is chosen

    def selected_columns(self, row: int) -> Container[int]:
        """The cells of a row in the chosen range."""
        ranges = self.selectionModel().selection().toList()
        each = next((each for each in ranges if each.top() <= row <= each.bottom()), None)
        return NONE if each is None else range(each.left(), each.right() + 1)

    def chosen_rows(self) -> range:
        """The rows of the view that any chosen cell is in: they are always neighbours."""
        ranges = self.selectionModel().selection().toList()
        current = self.currentIndex().row()
        first = min((each.top() for each in ranges), default=current)
        last = max((each.bottom() for each in ranges), default=current)
        return range(max(0, first), min(last + 1, self._records.rowCount()))

    def chosen_cells(self) -> list[str]:
        """The keys of the cells chosen in each of those rows, in the order of the columns."""
        ranges = self.selectionModel().selection().toList()
        places = {at for each in ranges for at in range(each.left(), each.right() + 1)}
        places = places or {self.currentIndex().column()}
        shown = self._shown_places()
        return [self._records.columns()[at].key for at in sorted(places) if at in shown]

    def _shown_places(self) -> list[int]:
        """The columns of cells that are shown."""
        return [at for at in self._places if not self.isColumnHidden(at)]

    def choose(
        self,
        first: Hashable,
        last: Hashable,
        names: Sequence[str] = (),
        seen: tuple[Hashable, str] | None = None,
    ) -> None:
        """Choose the rows from that of `first` to that of `last`, of them all cells or those of these keys,
        and go to the first; as soon as they are arranged. `seen` is a cell to scroll to instead."""
        columns = [self._records.column(name) for name in names] or self._shown_places()
        self._when_arranged(lambda: self._choose(first, last, columns, seen))

    def choose_cell(self, key: Hashable, name: str) -> None:
        """Make a cell current as soon as the rows are arranged."""
        self._when_arranged(lambda: self.set_current_cell(key, name))

    def _when_arranged(self, do: Callable[[], object]) -> None:
        if self._records.is_arranging():
            self._waiting = do
        else:
            do()

    def _arranged(self) -> None:
        do, self._waiting = self._waiting, None
        if do is not None:
            do()

    def _choose(
        self, first: Hashable, last: Hashable, columns: Sequence[int], seen: tuple[Hashable, str] | None
    ) -> None:
        model = self._records
        top, bottom = model.row_of(first), model.row_of(last)
        if top is None or bottom is None:
            return
        start = model.index(top, columns[0])
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(start, flags.ClearAndSelect)
        end = model.index(bottom, columns[-1])
        self.selectionModel().select(QItemSelection(start, end), flags.ClearAndSelect)
        row = None if seen is None else model.row_of(seen[0])
        self.scrollTo(start if seen is None or row is None else model.index(row, model.column(seen[1])))

    # -- keys

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

    def run_command(self, command: Command) -> bool:
        index = self.currentIndex()
        if self.state() == QAbstractItemView.State.EditingState:
            return True  # what the open cell passed on: Enter closes it by itself
        if command not in DONE_HERE:
            self.asked.emit(Command.COPY if command == Command.COPY_ROWS else command)
        elif command == Command.OPEN:
            self._move(1, 0)
        elif command == Command.EDIT and index.column() in self._places:
            self._open(index)
        elif command == Command.SELECT_ALL:
            self.selectAll()
        else:
            return False
        return True

    def other_key(self, event: QKeyEvent) -> None:
        typed = typed_text(event)
        if self.state() == QAbstractItemView.State.EditingState:
            event.accept()
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._jump_to_end(event)
        elif self._held and typed:
            event.accept()
        elif typed and self.currentIndex().column() in self._places:
            self.type_into_cell(typed)
        elif event.text() and event.text().isprintable():
            event.ignore()
        else:
            QTableView.keyPressEvent(self, event)

    def _jump_to_end(self, event: QKeyEvent) -> None:
        model, index = self._records, self.currentIndex()
        end = event.key() == Qt.Key.Key_End
        column = model.columnCount() - 1 if end else self._shown_places()[0]
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
        index, cells = self.currentIndex(), self._shown_places()
        if not cells:
            return False
        at = cells.index(index.column()) + by if index.column() in cells else 0
        row = index.row() + at // len(cells)
        if not 0 <= row < self._records.rowCount():
            return False
        self.setCurrentIndex(self._records.index(row, cells[at % len(cells)]))
        return True

    # -- editing

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Enter goes down, Tab to the side; neither opens the next cell by itself."""
        hints = QAbstractItemDelegate.EndEditHint
        moves: dict[QAbstractItemDelegate.EndEditHint, Callable[[], object]] = {
            hints.SubmitModelCache: lambda: self._move(1, 0),
            hints.EditNextItem: lambda: self._step(1),
            hints.EditPreviousItem: lambda: self._step(-1),
        }
        super().closeEditor(editor, hints.NoHint if hint in moves else hint)
        if hint in moves:
            moves[hint]()

    def _double_clicked(self, index: QModelIndex) -> None:
        if index.column() in self._places:
            self._open(index)

    def hold_cells(self, held: bool) -> None:
        """While its rows are being changed no cell is opened: what is typed into it would have no place."""
        self._held = held

    def _open(self, index: QModelIndex) -> None:
        if not self._held:
            self.edit(index)
