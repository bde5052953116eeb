"""The table of records: keyboard, hover, columns that give way, state that is remembered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QKeyCombination,
    QModelIndex,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QMenu,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from svcconsole.gui.metrics import dp, row_height
from svcconsole.gui.text import tip_text
from svcconsole.gui.widgets.bars import LoadingBar
from svcconsole.gui.widgets.table_columns import ColumnSpec, Mark
from svcconsole.gui.widgets.table_delegate import CellDelegate
from svcconsole.gui.widgets.table_header import RecordHeader
from svcconsole.gui.widgets.table_model import RecordModel

__all__ = ["ColumnSpec", "Mark", "RecordModel", "RecordTable"]

R = TypeVar("R")

TYPING_MS: Final = 1_000
"""Letters typed closer together than this are one word to jump to."""


class RecordTable(QTableView, Generic[R]):
    """Shows a `RecordModel`. Rows are selected, one cell is current; see look.md, section 6, for the keys.

    `loading` is the bar at the header's lower edge: start it while pages are read, stop it after the last.
    """

    current_changed = Signal(object)
    opened = Signal(object)
    menu_wanted = Signal(object, QPoint)
    value_edited = Signal(object, str, str)
    value_refused = Signal(object, str, str)
    sorted_by = Signal(str, bool)
    columns_changed = Signal()

    def __init__(self, model: RecordModel[R], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._records = model
        self._density = "normal"
        self._kept: tuple[Hashable, int, int] | None = None
        self._told: object = None
        self._chosen_hidden = {column.key for column in model.columns() if column.hidden}
        self._row_menu: Callable[[R], Sequence[QAction]] | None = None
        self._typed = ""
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._fitting = False
        self.setAccessibleName(name)
        self._set_up_view()
        self._header = RecordHeader(self)
        self.setHorizontalHeader(self._header)
        self._cells = CellDelegate(model.columns(), self._header, self)
        self.setItemDelegate(self._cells)
        self._set_up_header()
        self.setModel(model)
        self._set_up_columns()
        self.loading = LoadingBar(self.tr("Reading"), self)
        model.arranging.connect(self._keep_place)
        model.arranged.connect(self._restore_place)
        model.value_edited.connect(self.value_edited)
        model.value_refused.connect(self.value_refused)
        self.selectionModel().currentRowChanged.connect(lambda *_ignored: self._tell_current())
        self.doubleClicked.connect(self._double_clicked)

    def _set_up_view(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setMouseTracking(True)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(dp(16))
        self.set_density("normal")

    def _set_up_header(self) -> None:
        columns = self._records.columns()
        self._header.trailing_columns = frozenset(at for at, each in enumerate(columns) if each.ends())
        self._header.sectionClicked.connect(self._header_clicked)
        self._header.customContextMenuRequested.connect(self._header_menu)
        self._header.sectionResized.connect(lambda *_ignored: self._user_resized())
        self._header.sectionMoved.connect(lambda *_ignored: self.columns_changed.emit())

    def _set_up_columns(self) -> None:
        for at, column in enumerate(self._records.columns()):
            self.setColumnWidth(at, dp(column.width))
        self._fit_columns()

    # -- what is chosen

    def records_model(self) -> RecordModel[R]:
        """The model, typed."""
        return self._records

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

    def _tell_current(self) -> None:
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
            self._kept = None
            return
        index = self.currentIndex()
        self._kept = (self._records.key_of(record), index.column(), self.rowViewportPosition(index.row()))

    def _restore_place(self) -> None:
        kept, self._kept = self._kept, None
        if kept is None:
            self._tell_current()
            return
        key, column, top = kept
        row = self._records.row_of(key)
        if row is None:
            self._tell_current()
            return
        self._told = key
        index = self._records.index(row, column)
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        if 0 <= top < self.viewport().height():
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.rowViewportPosition(row) - top)

    # -- how it looks

    def set_density(self, density: str) -> None:
        """compact, normal, roomy, or "two lines"."""
        self._density = density
        self.verticalHeader().setDefaultSectionSize(row_height(density))

    def set_inset(self, inset: int) -> None:
        """Where the first column's text begins, in units of look.md: the page's own inset."""
        self._header.inset = inset
        self.viewport().update()

    def set_stale(self, stale: bool) -> None:
        """Grey the header while what is shown could not be read again."""
        self._header.dimmed = stale
        self._header.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_cells"):
            self._cells.refresh_fonts()
            self.set_density(self._density)

    # -- columns

    def _fit_columns(self) -> None:
        """Hide what gives way at this width, then let the stretching columns share what is left."""
        columns = self._records.columns()
        width = self.viewport().width()
        shown = [at for at, column in enumerate(columns) if column.key not in self._chosen_hidden]

        def needed(numbers: Sequence[int]) -> int:
            return sum(dp(columns[at].width) if columns[at].stretch else self._width(at) for at in numbers)

        for at in sorted((at for at in shown if columns[at].drop), key=lambda at: -columns[at].drop):
            if needed(shown) <= width:
                break
            shown.remove(at)
        self._fitting = True
        for at in range(len(columns)):
            self.setColumnHidden(at, at not in shown)
        stretching = [at for at in shown if columns[at].stretch]
        spare = max(0, width - needed(shown))
        for place, at in enumerate(stretching):
            share = spare // len(stretching) + (spare % len(stretching) if place == 0 else 0)
            self.setColumnWidth(at, dp(columns[at].width) + share)
        self._fitting = False

    def _width(self, at: int) -> int:
        hidden = self.isColumnHidden(at)
        return self._widths.get(at, dp(self._records.columns()[at].width)) if hidden else self.columnWidth(at)

    @property
    def _widths(self) -> dict[int, int]:
        if not hasattr(self, "_remembered"):
            self._remembered: dict[int, int] = {}
        return self._remembered

    def _user_resized(self) -> None:
        if self._fitting:
            return
        for at in range(self._records.columnCount()):
            if not self.isColumnHidden(at):
                self._widths[at] = self.columnWidth(at)
        self.columns_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()
        self.loading.setGeometry(
            0, self._header.height() - self.loading.height(), self.width(), self.loading.height()
        )
        self.loading.raise_()

    def columns_menu(self) -> QMenu:
        """A menu that shows and hides columns; the caller pops it up."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for column in self._records.columns():
            if not column.title:
                continue
            action = menu.addAction(column.title)
            action.setCheckable(True)
            action.setChecked(column.key not in self._chosen_hidden)
            action.setEnabled(not column.stretch)
            action.toggled.connect(lambda shown, key=column.key: self.show_column(key, shown))
        return menu

    def show_column(self, key: str, shown: bool) -> None:
        """Show or hide a column."""
        if shown:
            self._chosen_hidden.discard(key)
        else:
            self._chosen_hidden.add(key)
        self._fit_columns()
        self.columns_changed.emit()

    def _header_menu(self, where: QPoint) -> None:
        self.columns_menu().popup(self._header.mapToGlobal(where))

    # -- sorting

    def _header_clicked(self, at: int) -> None:
        column = self._records.columns()[at]
        if not column.sortable:
            return
        key, descending = self._records.order()
        self.sort_by(column.key, key == column.key and not descending)

    def sort_by(self, key: str | None, descending: bool = False) -> None:
        """Order by a column and show the arrow."""
        self._records.sort_by(key, descending)
        self._header.sorted_by = None if key is None else (self._records.column(key), descending)
        self._header.viewport().update()
        self.sorted_by.emit(key or "", descending)

    # -- remembering

    def save_state(self) -> dict[str, Any]:
        """Widths, order, hidden columns and sorting, by column key; plain JSON."""
        columns = self._records.columns()
        key, descending = self._records.order()
        return {
            "widths": {
                columns[at].key: width for at, width in self._widths.items() if not columns[at].stretch
            },
            "order": [columns[self._header.logicalIndex(at)].key for at in range(len(columns))],
            "hidden": sorted(self._chosen_hidden),
            "sort": [key, descending],
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take back what `save_state` gave; columns that are gone or new are passed over."""
        columns = self._records.columns()
        places = {column.key: at for at, column in enumerate(columns)}
        self._chosen_hidden = {key for key in state.get("hidden", ()) if key in places}
        for key, width in state.get("widths", {}).items():
            if key in places and isinstance(width, int):
                self._widths[places[key]] = width
                self.setColumnWidth(places[key], width)
        order = [places[key] for key in state.get("order", ()) if key in places]
        for visual, logical in enumerate(order):
            self._header.moveSection(self._header.visualIndex(logical), visual)
        key, descending = state.get("sort", [None, False])
        if key in places:
            self.sort_by(key, bool(descending))
        self._fit_columns()

    # -- pointer

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self.rowAt(event.position().toPoint().y()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, row: int) -> None:
        before = self._cells.hovered_row
        if row == before:
            return
        self._cells.hovered_row = row
        for each in (before, row):
            if each >= 0:
                top = self.rowViewportPosition(each)
                self.viewport().update(QRect(0, top, self.viewport().width(), self.rowHeight(each)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._cells.show_ring = True
        super().mousePressEvent(event)

    def _double_clicked(self, index: QModelIndex) -> None:
        if self._records.columns()[index.column()].set_value is not None:
            self.edit(index)
        else:
            self.opened.emit(self._records.record(index.row()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._cells.show_ring = True
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._records.rowCount():
            flags = QItemSelectionModel.SelectionFlag
            first = self._records.index(0, self._first_column())
            self.selectionModel().setCurrentIndex(first, flags.NoUpdate)

    def _first_column(self) -> int:
        """The first column that is shown and says something of the record itself."""
        columns = self._records.columns()
        order = (self._header.logicalIndex(at) for at in range(len(columns)))
        return next((at for at in order if not self.isColumnHidden(at) and columns[at].kind != "row"), 0)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._cells.show_ring = False
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tip(event)
            return True
        return super().viewportEvent(event)

    def _show_tip(self, event: QHelpEvent) -> None:
        index = self.indexAt(event.pos())
        words = self.tip_at(index) if index.isValid() else ""
        if words:
            QToolTip.showText(event.globalPos(), words, self.viewport())
        else:
            QToolTip.hideText()

    def tip_at(self, index: QModelIndex) -> str:
        """A cell's problem, its hint, and its whole text where that is cut."""
        column = self._records.columns()[index.column()]
        record = self._records.record(index.row())
        option = self._option_for(index)
        lines = [column.problem(record) if column.problem is not None else None]
        lines.append(column.tip(record) if column.tip is not None else None)
        if self._cells.is_cut(option, index):
            lines.append(str(index.data() or ""))
        return tip_text("\n".join(line for line in lines if line))

    def _option_for(self, index: QModelIndex) -> QStyleOptionViewItem:
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = self.visualRect(index)
        return option

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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._cells.show_ring = True
        record = self.current_record()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_cell()
        elif event.keyCombination() == _COPY_ROW:
            self.copy_rows()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and record is not None:
            if not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
                self.opened.emit(record)
            else:
                event.ignore()
        elif event.key() == Qt.Key.Key_Space and not self._typing.isActive():
            self._toggle_row()
        elif event.text() and event.text().isprintable() and not event.modifiers() & _CHORDS:
            self._jump(event.text())
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers():
            last = self._records.rowCount() - 1
            self._go_to(0 if event.key() == Qt.Key.Key_Home else last)
        else:
            super().keyPressEvent(event)

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
            "\t".join(str(self._records.index(row, at).data() or "").replace("\t", " ") for at in shown)
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
            if column.said(self._records.record(row)).casefold().startswith(self._typed):
                self._go_to(row)
                return

    def _search_column(self) -> int:
        columns = self._records.columns()
        named = [at for at, each in enumerate(columns) if each.stretch and not self.isColumnHidden(at)]
        return named[0] if named else self._first_column()


_CHORDS = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)
_COPY_ROW = QKeyCombination(
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier, Qt.Key.Key_C
)
