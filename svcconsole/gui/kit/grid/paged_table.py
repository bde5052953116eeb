"""A grid of rows by number, whatever their count: fetched as they come on screen, selected by number."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Final, TypeVar

from PySide6.QtCore import QItemSelectionModel, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.kit.grid.cells import EVERY, NONE
from svcconsole.gui.kit.grid.keys import CONTROL, KEYPAD, NO_KEY, SHIFT, Command
from svcconsole.gui.kit.grid.model import Index
from svcconsole.gui.kit.grid.paged_model import NUMBER_COLUMN, PagedModel
from svcconsole.gui.kit.grid.row_pages import Fetch, RowPages
from svcconsole.gui.kit.grid.row_selection import RowSelection
from svcconsole.gui.kit.grid.view import GridView
from svcconsole.gui.runtime.task_scope import TaskScope

R = TypeVar("R")
NOTCH: Final = 120
"""Eighths of a degree of one notch of a wheel."""
TO_ROWS: Final[dict[int, Callable[[int, int, int], int]]] = {
    Qt.Key.Key_Up: lambda row, _page, _count: row - 1,
    Qt.Key.Key_Down: lambda row, _page, _count: row + 1,
    Qt.Key.Key_PageUp: lambda row, page, _count: row - page,
    Qt.Key.Key_PageDown: lambda row, page, _count: row + page,
    Qt.Key.Key_Home: lambda _row, _page, _count: 0,
    Qt.Key.Key_End: lambda _row, _page, count: count - 1,
}
"""Where a key leads from a row, with so many rows on a page and so many in all."""


class PagedTable(GridView[R]):
    """`show_rows` says what the rows are. The first column holds their numbers and always stays;
    `choice.column` and the signals count the columns from the one after it.

    `opened(row)`: Enter or a double click. `sort_wanted(column, add)`: a click on a header.
    `cell_menu_wanted(QPoint)` and `column_menu_wanted(column, QPoint)`: global places.
    `copy_wanted(rows)`: Ctrl+C, of whole rows or of the cell. `moved()`: another current cell.
    `shown()`: the rows that were wanted are on screen.
    """

    opened = Signal(object)
    sort_wanted = Signal(int, bool)
    cell_menu_wanted = Signal(QPoint)
    column_menu_wanted = Signal(int, QPoint)
    copy_wanted = Signal(bool)
    moved = Signal()
    shown = Signal()
    fills_width = True

    def __init__(
        self, model: PagedModel[R], scope: TaskScope, name: str, parent: QWidget | None = None
    ) -> None:
        self.choice = RowSelection()
        self.top = 0
        self._paged = model
        super().__init__(model, parent)
        self.pages: RowPages[R] = RowPages(scope, self)
        self._before_across = QWidget()
        self.addScrollBarWidget(self._before_across, Qt.AlignmentFlag.AlignLeft)
        self.setAccessibleName(name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAutoScroll(False)
        self.set_density("compact")
        self._header.ruled, self._header.ruled_after = True, NUMBER_COLUMN
        self._header.setMinimumSectionSize(dp(40))
        self._header.sectionClicked.connect(self._header_clicked)
        self.header_menu_wanted.connect(self._ask_column_menu)
        self.pages.arrived.connect(self._arrived)

    # -- what there is

    def show_rows(self, count: int, fetch: Fetch[R], rows: Sequence[R] = (), *, top: int = 0) -> None:
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

    def current_row(self) -> R | None:
        """The row of the current cell, where it is on screen or near it."""
        row = self.choice.row
        return self.pages.get(row, 1)[0] if row >= 0 and self.pages.have(row, 1) else None

    def shown_columns(self) -> Sequence[int]:
        """The columns on screen from the leading side on."""
        head = self._header
        order = (head.logicalIndex(at) for at in range(head.count()))
        return [at - 1 for at in order if at != NUMBER_COLUMN and not head.isSectionHidden(at)]

    # -- what the view asks

    def selected_columns(self, row: int) -> Container[int]:
        return EVERY if self.choice.is_chosen(self._paged.first + row) else NONE

    def current_cell_at(self) -> tuple[int, int]:
        return self.choice.row - self._paged.first, self.choice.column + 1

    def rules_frozen(self) -> bool:
        return True

    # -- scrolling: the rows on screen are all the rows that Qt knows, the bar counts those there are

    def whole_rows(self) -> int:
        """How many rows fit."""
        return max(1, self.viewport().height() // self.row_size())

    def row_size(self) -> int:
        """The height of a row in pixels."""
        return self.verticalHeader().defaultSectionSize()

    def fit(self) -> None:
        """Take the room there is now."""
        most = self._fit_bar()
        policies = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policies.ScrollBarAlwaysOn if most > 0 else policies.ScrollBarAlwaysOff
        )
        self._want()

    def _fit_bar(self) -> int:
        bar, whole = self.verticalScrollBar(), self.whole_rows()
        most = max(0, self.pages.count - whole)
        self.top = min(self.top, most)
        with QSignalBlocker(bar):
            bar.setRange(0, most)
            bar.setPageStep(whole)
            bar.setSingleStep(1)
            bar.setValue(self.top)
        return most

    def updateGeometries(self) -> None:
        if not hasattr(self, "pages"):
            super().updateGeometries()
            return
        bar, across = self.verticalScrollBar(), self.horizontalScrollBar()
        with QSignalBlocker(bar):
            bar.setRange(0, 0)
            super().updateGeometries()
            self.verticalHeader().setOffset(0)
        self._fit_bar()
        breadth = self.frozen.breadth() if self.frozen is not None else 0
        self._before_across.setFixedWidth(breadth)
        across.setPageStep(max(1, self.viewport().width() - breadth))
        across.setSingleStep(dp(20))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if dx:
            super().scrollContentsBy(dx, 0)
        if dy:
            self.top = self.verticalScrollBar().value()
            self._want()

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """What is current is said by number; Qt has nothing to scroll to."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned, bar = event.angleDelta(), self.horizontalScrollBar()
        across = 0 if turned.y() else turned.x()
        if event.modifiers() & SHIFT:
            across = turned.x() or turned.y()
        if across:
            bar.setValue(bar.value() - across * dp(40) // NOTCH)
            event.accept()
        else:
            super().wheelEvent(event)

    def go_to(self, row: int) -> None:
        """Bring a row of the view on screen and make it the current one."""
        row = max(0, min(row, self.pages.count - 1))
        whole = self.whole_rows()
        if not self.top <= row < self.top + whole:
            self.verticalScrollBar().setValue(max(0, row - whole // 3))
        self.choose(row)

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
        if self.top != self._paged.first or list(rows) != list(self._paged.rows):
            self._paged.show(self.top, rows)
        self._announce_current()
        self.shown.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    # -- choosing

    def choose(self, row: int, *, extend: bool = False) -> None:
        """Make a row of the view the current one, with all from where the choice began."""
        self.choice.go_to(row, extend=extend)
        bar, whole = self.verticalScrollBar(), self.whole_rows()
        if row < self.top:
            bar.setValue(row)
        elif row >= self.top + whole:
            bar.setValue(row - whole + 1)
        self._tell_moved()

    def choose_all(self) -> None:
        """Every row of the view."""
        self.choice.choose_all(self.pages.count)
        self.viewport().update()
        self.moved.emit()

    def choose_column(self, column: int) -> None:
        """Make another column's cell the current one and bring it on screen."""
        self.choice.column = column
        self.reveal_column(column + 1)
        if self.choice.row < 0 and self.pages.count:
            self.choice.point(self.top)
        self._tell_moved()

    def toggle(self) -> None:
        """Choose the current row, or let it go."""
        if self.choice.row >= 0:
            self.choice.switch(self.choice.row)
            self.viewport().update()

    def _tell_moved(self) -> None:
        self._announce_current()
        self.viewport().update()
        self.moved.emit()

    def _announce_current(self) -> None:
        """Where the current cell is on screen, for screen readers; keys and painting have their own."""
        slot = self.choice.row - self._paged.first
        if 0 <= slot < len(self._paged.rows):
            index = self._paged.index(slot, self.choice.column + 1)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    # -- pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        right = event.button() == Qt.MouseButton.RightButton
        if not index.isValid() or not (right or event.button() == Qt.MouseButton.LeftButton):
            return
        row, column = self._paged.first + index.row(), index.column() - 1
        if right and self.choice.is_chosen(row):
            self.choice.column = max(0, column)
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.show_ring(True)
        if column >= 0:
            self.choice.column = column
        modifiers = NO_KEY if right else event.modifiers()
        if modifiers & CONTROL:
            self.choice.switch(row)
            self._tell_moved()
        else:
            self.choose(row, extend=bool(modifiers & SHIFT))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        slot = self.rowAt(event.position().toPoint().y())
        self._hover(slot)
        row = self._paged.first + slot
        if event.buttons() & Qt.MouseButton.LeftButton and slot >= 0 and row != self.choice.row:
            self.choose(row, extend=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        slot = self.rowAt(event.position().toPoint().y())
        if slot >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(self._paged.rows[slot])

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.choice.row < 0 and self.pages.count:
            self.choice.point(self.top)
            self._announce_current()
            self.moved.emit()
        self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        where = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            if self.rowAt(event.pos().y()) < 0:
                return
        else:
            slot, column = self.current_cell_at()
            if not 0 <= slot < len(self._paged.rows):
                return
            where = self.viewport().mapToGlobal(self.visualRect(self._paged.index(slot, column)).center())
        self.cell_menu_wanted.emit(where)

    def _ask_column_menu(self, logical: int, where: QPoint) -> None:
        if logical > NUMBER_COLUMN:
            self.column_menu_wanted.emit(logical - 1, where)

    def _header_clicked(self, logical: int) -> None:
        if logical > NUMBER_COLUMN:
            self.sort_wanted.emit(logical - 1, bool(QGuiApplication.keyboardModifiers() & SHIFT))

    # -- keys

    def run_command(self, command: Command) -> bool:
        if command in (Command.COPY, Command.COPY_ROWS):
            self.copy_wanted.emit(command == Command.COPY_ROWS or self.choice.count() > 1)
        elif command == Command.SELECT_ALL:
            self.choose_all()
        elif command == Command.OPEN and self.current_row() is not None:
            self.opened.emit(self.current_row())
        elif command == Command.TOGGLE:
            self.toggle()
        else:
            return False
        return True

    def other_key(self, event: QKeyEvent) -> None:
        """Keys that go to another row or column; the others are left to the page."""
        modifiers, key = event.modifiers() & ~KEYPAD, event.key()
        if key in TO_ROWS and modifiers in (NO_KEY, SHIFT, CONTROL):
            self._to_row(TO_ROWS[key], extend=modifiers == SHIFT)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and modifiers in (NO_KEY, CONTROL):
            self._to_column(key == Qt.Key.Key_Right, to_end=modifiers == CONTROL)
        else:
            event.ignore()

    def _to_row(self, where: Callable[[int, int, int], int], *, extend: bool) -> None:
        count = self.count()
        if count:
            row = where(max(self.choice.row, 0), self.whole_rows(), count)
            self.choose(max(0, min(row, count - 1)), extend=extend)

    def _to_column(self, right: bool, *, to_end: bool) -> None:
        shown = self.shown_columns()
        if not shown:
            return
        forward = right == (self.layoutDirection() == Qt.LayoutDirection.LeftToRight)
        at = shown.index(self.choice.column) if self.choice.column in shown else 0
        at = (len(shown) - 1 if forward else 0) if to_end else at + (1 if forward else -1)
        self.choose_column(shown[max(0, min(at, len(shown) - 1))])
