"""The table of records under hand: current and selected ones, pointer, keys, menus, editing."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QLineEdit,
    QMenu,
    QWidget,
)

from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.grid.clipboard_lines import clipboard_line
from svcconsole.gui.kit.grid.column_table import ColumnsTable
from svcconsole.gui.kit.grid.columns import ColumnSpec, Mark
from svcconsole.gui.kit.grid.delegate import OpenCell
from svcconsole.gui.kit.grid.keys import Command, typed_text
from svcconsole.gui.kit.grid.model import Index, RecordModel
from svcconsole.gui.runtime.announcer import announcer

__all__ = ["ColumnSpec", "Mark", "RecordModel", "RecordTable"]

R = TypeVar("R")

TYPING_MS: Final = 1_000
"""Letters typed closer together than this are one word to jump to."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table stands before its rows are ordered anew: `top` is that of the current row in pixels."""

    key: Hashable
    column: int
    top: int
    open_cell: OpenCell | None


class RecordTable(ColumnsTable[R]):
    """Shows a `RecordModel`. Rows are selected, one cell is current; see look.md, section 6, for the keys."""

    current_changed = Signal(object)
    opened = Signal(object)
    menu_wanted = Signal(object, QPoint)
    value_edited = Signal(object, str, str)
    value_refused = Signal(object, str, str)

    def __init__(self, model: RecordModel[R], name: str, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._kept: Place | None = None
        self._is_writing = False
        self._was_refused = False
        self._told: object = None
        self._row_menu: Callable[[R], Sequence[QAction]] | None = None
        self._typed = ""
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self.setAccessibleName(name)
        model.arranging.connect(self._keep_place)
        model.arranged.connect(self._restore_place)
        model.found.connect(self._say_found)
        model.value_edited.connect(self.value_edited)
        model.value_refused.connect(self._refused)
        self.selectionModel().currentRowChanged.connect(lambda *_ignored: self._announce_current())
        self.doubleClicked.connect(self._double_clicked)

    def _say_found(self, number: int) -> None:
        """To whoever types into a search and does not see the list."""
        if self.isVisible():
            words = tr_plural("{n} row found", "{n} rows found", number) if number else tr("Nothing found")
            announcer().say(words, about=f"found in {self.accessibleName()}")

    # -- what is chosen

    def current_record(self) -> R | None:
        """The record of the current row."""
        row = self.currentIndex().row()
        return self._records.record(row) if 0 <= row < self._records.rowCount() else None

    def set_current(self, key: Hashable | None) -> bool:
        """Make a record's row the current and only selected one; False when it is not shown."""
        row = None if key is None else self._records.row_of(key)
        if row is None:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
            return False
        column = self.currentIndex().column()
        if column < 0 or self.isColumnHidden(column):
            column = self._first_column()
        flags = QItemSelectionModel.SelectionFlag
        index = self._records.index(row, column)
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)
        return True

    def focus_current(self) -> None:
        """The keys go on here, from a search field: on the chosen row, or on the first."""
        if self._records.rowCount():
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            if not self.selectionModel().selectedRows():
                self.set_current(self._records.key_of(self._records.record(0)))

    def set_current_cell(self, key: Hashable, column: str) -> bool:
        """Make one cell current, e.g. one with a problem."""
        row = self._records.row_of(key)
        if row is None:
            return False
        index = self._records.index(row, self._records.column(column))
        self.setCurrentIndex(index)
        self.scrollTo(index)
        return True

    def selected_records(self) -> list[R]:
        """The selected records in the order they are shown."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self._records.record(row) for row in rows]

    def _announce_current(self) -> None:
        if self._kept is not None:
            return
        record = self.current_record()
        key = None if record is None else self._records.key_of(record)
        if key != self._told:
            self._told = key
            self.current_changed.emit(record)

    def _keep_place(self) -> None:
        record = self.current_record()
        if record is None:
            return
        index, editor = self.currentIndex(), self._editor()
        self._kept = Place(
            self._records.key_of(record),
            index.column(),
            self.rowViewportPosition(index.row()),
            None if editor is None or self._is_writing else OpenCell.read(editor),
        )
        if editor is not None and editor.hasFocus():
            # Qt hides the field: the focus would go to the next one on the page, and leaving the cell by
            # taking it away would write what is half typed.
            editor.removeEventFilter(self.itemDelegate())
            self.setFocus()

    def stand_where(self, before: RecordTable[R]) -> None:
        """Go on for `before`, which has other columns, as soon as its rows are here: in the same cell, which
        stays open with what is typed."""
        before._keep_place()
        kept, before._kept = before._kept, None
        if kept is not None:
            key = before._records.columns()[kept.column].key
            self._kept = replace(kept, column=self._records.column(key))

    def commitData(self, editor: QWidget) -> None:
        """Write what is typed into an open cell; where that brings other rows, the cell ends all the same."""
        self._is_writing = True
        try:
            super().commitData(editor)
        finally:
            self._is_writing = False

    def finish_typing(self) -> bool:
        """Write what is typed into an open cell and close it; a cell that refuses it stays open."""
        if (editor := self._editor()) is None:
            return True
        self._was_refused = False
        self.commitData(editor)
        if not self._was_refused and self._editor() is editor:
            self.closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        return not self._was_refused

    def _refused(self, record: R, key: str, why: str) -> None:
        self._was_refused = True
        self.value_refused.emit(record, key, why)

    def _restore_place(self) -> None:
        kept, self._kept = self._kept, None
        if kept is None:
            self._announce_current()
            return
        row = self._records.row_of(kept.key)
        if row is None:
            self._take_typed(kept)
            self._announce_current()
            return
        self._told = kept.key
        index = self._records.index(row, kept.column)
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        if 0 <= kept.top < self.viewport().height():
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.rowViewportPosition(row) - kept.top)
        if self.isColumnHidden(kept.column):
            self._take_typed(kept)
        elif kept.open_cell is not None:
            self.edit(index)
            if (editor := self._editor()) is not None:
                kept.open_cell.fill(editor)

    def _take_typed(self, kept: Place) -> None:
        """A cell that is shown no more ends as if it were left."""
        record = self._records.find(kept.key)
        if kept.open_cell is not None and kept.open_cell.is_typed and record is not None:
            self._records.set_typed(record, self._records.columns()[kept.column], kept.open_cell.text)

    def _editor(self) -> QLineEdit | None:
        """The field in the current cell, while that is open."""
        editor = self.indexWidget(self.currentIndex())
        return editor if isinstance(editor, QLineEdit) else None

    # -- pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._cells.show_ring = True
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and self._is_menu(index):
            self._open_menu(index)

    def _is_menu(self, index: QModelIndex) -> bool:
        return self._records.columns()[index.column()].kind == "menu"

    def _open_menu(self, index: QModelIndex) -> None:
        corner = self.visualRect(index).bottomLeft()
        self.menu_at(self._records.record(index.row())).popup(self.viewport().mapToGlobal(corner))

    def _double_clicked(self, index: QModelIndex) -> None:
        if self._is_menu(index):
            return
        if self._records.columns()[index.column()].set_value is not None:
            self.edit(index)
        else:
            self.opened.emit(self._records.record(index.row()))

    def type_into_cell(self, typed: str) -> None:
        """The first letter opens the current cell and takes the place of what it held."""
        self.edit(self.currentIndex())
        if (editor := self._editor()) is not None:
            editor.setText(typed)
            editor.setModified(True)

    def focusInEvent(self, event: QFocusEvent) -> None:
        begins = not self.currentIndex().isValid()
        super().focusInEvent(event)  # Qt would begin in the very first column, the number of the row
        if begins and self._records.rowCount():
            flags = QItemSelectionModel.SelectionFlag
            first = self._records.index(0, self._first_column())
            self.selectionModel().setCurrentIndex(first, flags.NoUpdate)

    def tip_at(self, index: Index) -> str:
        """A cell's problem, its hint, and its whole text where that is cut."""
        at = index.column()
        column, record = self._records.columns()[at], self._records.record(index.row())
        lines = [told(record) for told in (column.problem, column.look, column.tip) if told is not None]
        if column.struck is not None and (before := column.struck(record)):
            lines.append(tr("Before: {before}", before=before))
        text = str(index.data() or "")
        room = self._cells.room_for_text(at, self.columnWidth(at))
        # A mark says nothing to who does not know it.
        if column.kind == "menu" or self._cells.text_width(at, text) > room:
            lines.append(text)
        return "\n".join(line for line in lines if line)

    # -- menu and keys

    def set_row_menu(self, actions: Callable[[R], Sequence[QAction]] | None) -> None:
        """What the context menu of a row offers; without it `menu_wanted` asks the screen."""
        self._row_menu = actions

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.currentIndex()
        where = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            index = self.indexAt(event.pos())
        elif index.isValid():
            where = self.viewport().mapToGlobal(self.visualRect(index).center())
        if not index.isValid():
            return
        record = self._records.record(index.row())
        if self._row_menu is None:
            self.menu_wanted.emit(record, where)
            return
        self.menu_at(record).popup(where)

    def menu_at(self, record: R) -> QMenu:
        """The menu of a row; it deletes itself when it closes."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._row_menu is not None:
            menu.addActions(list(self._row_menu(record)))
        return menu

    def run_command(self, command: Command) -> bool:
        record = self.current_record()
        if command == Command.COPY:
            self.copy_cell()
        elif command == Command.COPY_ROWS:
            self.copy_rows()
        elif command == Command.OPEN and record is not None:
            if self._is_menu(self.currentIndex()):
                self._open_menu(self.currentIndex())
            else:
                self.opened.emit(record)
        elif command == Command.TOGGLE and not self._typing.isActive():
            self._toggle_row()
        else:
            return False
        return True

    def other_key(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current_record() is not None:
            event.ignore()
        elif typed := typed_text(event):
            self._jump(typed)
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers():
            last = self._records.rowCount() - 1
            self._go_to(0 if event.key() == Qt.Key.Key_Home else last)
        else:
            super().other_key(event)

    def _go_to(self, row: int) -> None:
        if 0 <= row < self._records.rowCount():
            self.setCurrentIndex(self._records.index(row, max(0, self.currentIndex().column())))

    def _toggle_row(self) -> None:
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(self.currentIndex(), flags.Toggle | flags.Rows)

    def copy_cell(self) -> None:
        """The current cell's text to the clipboard."""
        if self.currentIndex().isValid():
            QGuiApplication.clipboard().setText(str(self.currentIndex().data() or ""))

    def copy_rows(self) -> None:
        """The selected rows, or the current one, to the clipboard: columns as shown, tab-separated."""
        rows = sorted(
            {index.row() for index in self.selectionModel().selectedRows()} or {self.currentIndex().row()}
        )
        order = [self._header.logicalIndex(at) for at in range(self._records.columnCount())]
        shown = [at for at in order if not self.isColumnHidden(at)]
        lines = [
            clipboard_line([str(self._records.index(row, at).data() or "") for at in shown])
            for row in rows
            if row >= 0
        ]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _jump(self, letter: str) -> None:
        self._typed = (self._typed if self._typing.isActive() else "") + letter.casefold()
        self._typing.start()
        at = self._search_column()
        count = self._records.rowCount()
        start = max(0, self.currentIndex().row()) + (1 if len(self._typed) == 1 else 0)
        column = self._records.columns()[at]
        for step in range(count):
            row = (start + step) % count
            if column.plain_text(self._records.record(row)).casefold().startswith(self._typed):
                self._go_to(row)
                return

    def _search_column(self) -> int:
        columns = self._records.columns()
        named = [at for at, each in enumerate(columns) if each.stretch and not self.isColumnHidden(at)]
        return named[0] if named else self._first_column()
