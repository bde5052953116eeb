"""The viewer's table: rows by number whatever their count, columns that stay, one current cell, keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QGridLayout, QScrollBar, QWidget

from svcconsole.gui.panels.viewer.arrangement import Arrangement
from svcconsole.gui.panels.viewer.cells import Kind
from svcconsole.gui.panels.viewer.choice import Choice
from svcconsole.gui.panels.viewer.row_pages import Fetch, RowPages, SheetRow
from svcconsole.gui.panels.viewer.sheet_bars import AcrossBar, Wheel
from svcconsole.gui.panels.viewer.sheet_columns import Columns, SheetColumns
from svcconsole.gui.panels.viewer.sheet_keys import SheetKeys
from svcconsole.gui.panels.viewer.sheet_model import NUMBER_COLUMN, SheetModel
from svcconsole.gui.panels.viewer.sheet_view import SheetView
from svcconsole.gui.tasks import TaskScope
from svcconsole.gui.widgets.bars import LoadingBar
from svcconsole.gui.words import tr


class Sheet(QWidget):
    """`set_table` says what the columns are, `show_rows` what the rows are.

    `opened(row)`: Enter or a double click. `sort_wanted(column, add)`: a click on a header.
    `cell_menu_wanted(QPoint)` and `column_menu_wanted(column, QPoint)`: global places.
    `copy_wanted(rows)`: Ctrl+C, of whole rows or of the cell. `moved()`: another current cell.
    """

    opened = Signal(object)
    sort_wanted = Signal(int, bool)
    cell_menu_wanted = Signal(QPoint)
    column_menu_wanted = Signal(int, QPoint)
    copy_wanted = Signal(bool)
    moved = Signal()
    shown = Signal()

    def __init__(self, scope: TaskScope, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = SheetModel(self)
        self.choice = Choice()
        self.pages = RowPages(scope, self)
        self.top = 0
        self._wheel = Wheel()
        self.staying = SheetView(self.model, self.choice, self)
        self.staying.painter.leads = True
        self.scrolling = SheetView(self.model, self.choice, self)
        self.staying.setFocusProxy(self.scrolling)
        self.staying.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusProxy(self.scrolling)
        self.scrolling.setAccessibleName(name)
        self.staying.setAccessibleName(name)
        self.bar = QScrollBar(Qt.Orientation.Vertical)
        self.across = AcrossBar(self.scrolling)
        self.loading = LoadingBar(tr("Reading"), self)
        self.columns = SheetColumns(self.staying, self.scrolling, self.model)
        self._keys = SheetKeys(self)
        self._build()
        self._connect()

    def _build(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        grid.addWidget(self.staying, 0, 0)
        grid.addWidget(self.scrolling, 0, 1)
        grid.addWidget(self.bar, 0, 2)
        grid.addWidget(self.across, 1, 1)
        grid.setColumnStretch(1, 1)
        self.bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.bar.hide()

    def _connect(self) -> None:
        for view in (self.staying, self.scrolling):
            view.pressed_at.connect(self._pressed)
            view.dragged.connect(self._dragged)
            view.activated_at.connect(lambda slot: self.opened.emit(self.model.rows[slot]))
            view.hovered.connect(self._hover)
            view.wheeled.connect(self._wheeled)
            view.menu_at.connect(self._menu)
            view.head.customContextMenuRequested.connect(
                lambda where, view=view: self._column_menu(view, where)
            )
            view.head.sectionClicked.connect(self._header_clicked)
        self.scrolling.fitted.connect(self.fit)
        self.scrolling.key_pressed.connect(self._keys.press)
        self.scrolling.focused.connect(self._focused)
        self.bar.valueChanged.connect(self._scrolled)
        self.pages.arrived.connect(self._arrived)

    # -- what there is

    def set_table(self, columns: Columns, arranged: dict[str, Any] | None = None) -> None:
        """The columns of another file, `arranged` as somebody left them."""
        self.choice.clear()
        self.choice.column = 0
        self.model.set_columns(columns.names, columns.kinds)
        arrangement = Arrangement(columns.names)
        arrangement.restore(arranged or {})
        self.columns.set_table(columns, arrangement)

    def widen(self, columns: Columns) -> None:
        """Rows were found that are wider than the header: more columns at the end; rows and order stay."""
        arranged = self.columns.arrangement.save()
        first, shown = self.model.first, self.model.rows
        column = self.choice.column
        self.set_table(columns, arranged)
        self.choice.column = column
        self.model.show(first, shown)

    def show_rows(self, count: int, fetch: Fetch, rows: Sequence[SheetRow] = (), *, top: int = 0) -> None:
        """Other rows: `count` of them, by `fetch`; the old ones stay until the first of them are there."""
        self.choice.clear()
        self.pages.set_source(count, fetch, rows)
        self.top = top
        self.fit()

    def grow(self, count: int) -> None:
        """So many rows are known now; nothing on screen moves."""
        if count != self.pages.count:
            self.pages.grow(count)
            self.fit()

    def count(self) -> int:
        """How many rows the view has."""
        return self.pages.count

    def current_row(self) -> SheetRow | None:
        """The row of the current cell, where it is on screen or near it."""
        row = self.choice.row
        return self.pages.get(row, 1)[0] if row >= 0 and self.pages.have(row, 1) else None

    def kind(self, column: int) -> Kind:
        """What a column holds."""
        return self.model.kinds[column]

    # -- scrolling

    def whole_rows(self) -> int:
        """How many rows fit."""
        return max(1, self.scrolling.viewport().height() // self.scrolling.row_size())

    def fit(self) -> None:
        """Take the room there is now."""
        whole, count = self.whole_rows(), self.pages.count
        most = max(0, count - whole)
        with QSignalBlocker(self.bar):
            self.bar.setRange(0, most)
            self.bar.setPageStep(whole)
            self.bar.setValue(min(self.top, most))
        self.bar.setVisible(most > 0)
        self.top = min(self.top, most)
        self.columns.fit_number(count)
        self._want()

    def go_to(self, row: int) -> None:
        """Bring a row of the view on screen and make it the current one."""
        row = max(0, min(row, self.pages.count - 1))
        whole = self.whole_rows()
        if not self.top <= row < self.top + whole:
            self.bar.setValue(max(0, row - whole // 3))
        self.choose(row)

    def _scrolled(self, value: int) -> None:
        self.top = value
        self._want()

    def _want(self) -> None:
        slots = self.whole_rows() + 1
        if self.pages.want(self.top, slots):
            self._take(slots)

    def _arrived(self) -> None:
        slots = self.whole_rows() + 1
        if self.pages.have(self.top, slots):
            self._take(slots)

    def _take(self, slots: int) -> None:
        rows = self.pages.get(self.top, slots)
        if self.top != self.model.first or list(rows) != list(self.model.rows):
            self.model.show(self.top, rows)
        self._tell_current()
        self.shown.emit()

    def _wheeled(self, event: QWheelEvent) -> None:
        if sideways := self._wheel.sideways(event):
            self.across.setValue(self.across.value() + sideways)
        else:
            self.bar.setValue(self.bar.value() + self._wheel.rows(event))
        event.accept()

    # -- choosing

    def choose(self, row: int, *, extend: bool = False) -> None:
        """Make a row of the view the current one, with all from where the choice began."""
        self.choice.go_to(row, extend=extend)
        if row < self.top:
            self.bar.setValue(row)
        elif row >= self.top + self.whole_rows():
            self.bar.setValue(row - self.whole_rows() + 1)
        self._tell_current()
        self.repaint_rows()
        self.moved.emit()

    def _tell_current(self) -> None:
        """Where the current cell is on screen, for screen readers; keys and painting have their own."""
        slot = self.choice.row - self.model.first
        if 0 <= slot < len(self.model.rows):
            index = self.model.index(slot, self.choice.column + 1)
            no_change = QItemSelectionModel.SelectionFlag.NoUpdate
            self.scrolling.selectionModel().setCurrentIndex(index, no_change)

    def repaint_rows(self) -> None:
        """Paint all rows again."""
        self.staying.viewport().update()
        self.scrolling.viewport().update()

    def _pressed(self, slot: int, column: int, modifiers: Qt.KeyboardModifier) -> None:
        self.scrolling.setFocus(Qt.FocusReason.MouseFocusReason)
        self.set_ring(True)
        if column >= 0:
            self.choice.column = column
        row = self.model.first + slot
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            self.choice.switch(row)
            self._tell_current()
            self.repaint_rows()
            self.moved.emit()
        else:
            self.choose(row, extend=bool(modifiers & Qt.KeyboardModifier.ShiftModifier))

    def _dragged(self, slot: int) -> None:
        row = self.model.first + slot
        if row != self.choice.row:
            self.choose(row, extend=True)

    def _hover(self, slot: int) -> None:
        for view in (self.staying, self.scrolling):
            before, view.painter.hovered_slot = view.painter.hovered_slot, slot
            if before != slot:
                view.update_slot(before)
                view.update_slot(slot)

    def choose_all(self) -> None:
        """Every row of the view."""
        self.choice.choose_all(self.pages.count)
        self.repaint_rows()
        self.moved.emit()

    def choose_column(self, column: int) -> None:
        """Make another column's cell the current one and bring it on screen."""
        self.choice.column = column
        self.columns.reveal(column)
        if self.choice.row < 0 and self.pages.count:
            self.choice.point(self.top)
        self._tell_current()
        self.repaint_rows()
        self.moved.emit()

    def toggle(self) -> None:
        """Choose the current row, or let it go."""
        if self.choice.row >= 0:
            self.choice.switch(self.choice.row)
            self.repaint_rows()

    # -- pointer

    def set_ring(self, shown: bool) -> None:
        """Whether the current cell has its ring: while the table has the focus."""
        for view in (self.staying, self.scrolling):
            view.painter.show_ring = shown
        self.repaint_rows()

    def _focused(self, has: bool) -> None:
        if has and self.choice.row < 0 and self.pages.count:
            self.choice.point(self.top)
            self._tell_current()
            self.moved.emit()
        self.set_ring(has)

    # -- menus and headers

    def _menu(self, event: QContextMenuEvent) -> None:
        where = event.globalPos()
        if event.reason() != QContextMenuEvent.Reason.Mouse:
            slot = self.choice.row - self.model.first
            if not 0 <= slot < len(self.model.rows):
                return
            view = self.staying if self.columns.stays(self.choice.column) else self.scrolling
            rect = view.visualRect(self.model.index(slot, self.choice.column + 1))
            where = view.viewport().mapToGlobal(rect.center())
        self.cell_menu_wanted.emit(where)

    def _column_menu(self, view: SheetView, where: QPoint) -> None:
        column = view.head.logicalIndexAt(where) - 1
        if column >= 0:
            self.column_menu_wanted.emit(column, view.head.mapToGlobal(where))

    def _header_clicked(self, logical: int) -> None:
        if logical > NUMBER_COLUMN:
            shift = QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier
            self.sort_wanted.emit(logical - 1, bool(shift))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "columns"):
            self.columns.grow(self.pages.count)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.columns.fit_room()
        height = self.loading.height()
        self.loading.setGeometry(0, self.scrolling.head.height() - height, self.width(), height)
        self.loading.raise_()
