"""The view of every grid: painted row by row, columns that stay, what the pointer is on, tips and menus."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QItemSelection, QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QToolTip, QWidget

from svcconsole.gui.design.accessible import tell_changed
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp, row_height
from svcconsole.gui.design.text import tip_text
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.grid.cells import EVERY, NONE, CellPainter, PaintedRow
from svcconsole.gui.kit.grid.deferred_painting import DeferredPainting
from svcconsole.gui.kit.grid.frozen_columns import FrozenColumns
from svcconsole.gui.kit.grid.header import GridHeader, Span
from svcconsole.gui.kit.grid.keys import Command, command_of
from svcconsole.gui.kit.grid.model import GridModel, Index
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.uncovered import places

R = TypeVar("R")


class GridView(DeferredPainting, QTableView, Generic[R]):
    """Shows a `GridModel`; what is selected and which cell is current, each kind of grid says by itself.

    `header_menu_wanted(column, global place)`. `loading` is the bar at the header's lower edge: start it
    while something is read, stop it afterwards.
    """

    header_menu_wanted = Signal(int, QPoint)
    frozen: FrozenColumns | None = None
    """There once a grid has columns that stay."""
    fills_width = False
    """Whether rows go on behind the last column."""

    def __init__(self, model: GridModel[R], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = model
        self._density = "normal"
        self.keep_painted()
        self._set_up_view()
        self._header = GridHeader(self)
        self.setHorizontalHeader(self._header)
        self._cells = CellPainter(self._header)
        self._cells.set_columns(model.columns())
        model.modelReset.connect(self._take_columns)
        model.columnsInserted.connect(self._take_columns)
        self.loading = LoadingBar(tr("Reading"), self)
        self._header.customContextMenuRequested.connect(lambda at: self._ask_header_menu(self._header, at))
        self.set_density("normal")
        self.setModel(model)

    def _set_up_view(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(dp(16))

    def _take_columns(self) -> None:
        self._cells.set_columns(self._rows.columns())

    # -- what each kind of grid says

    def selected_columns(self, row: int) -> Container[int]:
        """Which cells of a row are selected."""
        return EVERY if self.selectionModel().isRowSelected(row, QModelIndex()) else NONE

    def current_cell_at(self) -> tuple[int, int]:
        """Row and column of the current cell, -1 for none."""
        index = self.currentIndex()
        return index.row(), index.column()

    def tip_at(self, index: Index) -> str:
        """What the tooltip of a cell says."""
        return ""

    # -- how it looks

    def set_density(self, density: str) -> None:
        """compact, normal, roomy, or "two lines"."""
        self._density = density
        self._cells.thumb_size = 22 if row_height(density) <= row_height("compact") else 26
        self.verticalHeader().setDefaultSectionSize(row_height(density))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "loading"):
            self._cells.refresh_fonts()
            self.set_density(self._density)
            self.scale_columns()
        if event.type() == QEvent.Type.LayoutDirectionChange and self.frozen is not None:
            self.frozen.fit()

    def scale_columns(self) -> None:
        """The window's font is another one: columns grow with it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        direction, dirty = self.layoutDirection(), event.rect()
        if self.is_deferred(dirty):
            return
        with QPainter(self.viewport()) as painter:
            painter.fillRect(dirty, colour("surface"))
            self._cells.begin(painter, direction)
            frozen = self.frozen
            if frozen is None or not frozen.is_scrolled():
                self._paint_rows(painter, dirty, self._spans_in(dirty))
                spans: Sequence[Span] = frozen.spans() if frozen is not None else ()
            else:
                spans = frozen.spans()
                whole = QRegion(self.viewport().rect())
                staying = QRegion()
                for span in spans:
                    staying += QRect(span.left, 0, span.width, self.viewport().height())
                rest = whole.subtracted(staying).boundingRect() & dirty
                painter.setClipRect(rest)
                self._paint_rows(painter, rest, self._spans_in(rest))
                painter.setClipRect(staying.boundingRect())
                self._paint_rows(painter, dirty & staying.boundingRect(), spans)
            if len(spans) > 1 and frozen is not None and self.rules_frozen():
                leading = direction == Qt.LayoutDirection.LeftToRight
                x = spans[-1].left + spans[-1].width - 1 if leading else spans[-1].left
                painter.fillRect(x, 0, 1, self.viewport().height(), colour("border_input"))

    def rules_frozen(self) -> bool:
        """Whether a line stands after the columns that stay."""
        return self.frozen is not None and self.frozen.is_scrolled()

    def _paint_rows(self, painter: QPainter, dirty: QRect, spans: Sequence[Span]) -> None:
        if not spans or dirty.isEmpty():
            return
        first, last = self.rowAt(max(0, dirty.top())), self.rowAt(dirty.bottom())
        if first < 0:
            return
        if last < 0:
            last = self._rows.rowCount() - 1
        left = min(spans[0].left, spans[-1].left)
        right = max(span.left + span.width for span in (spans[0], spans[-1]))
        if self.fills_width:
            left, right = 0, self.viewport().width()
        # The ring is the focus's: a click in a window that is not in front leaves none.
        focused = self.hasFocus() or self.viewport().hasFocus()
        current_row, current = self.current_cell_at() if focused else (-1, -1)
        for row in range(first, last + 1):
            room = QRect(left, self.rowViewportPosition(row), right - left, self.rowHeight(row))
            selected = self.selected_columns(row)
            here = current if row == current_row else -1
            painted = PaintedRow(row, self._rows.record(row), room, selected, here)
            self._cells.paint_row(painter, painted, spans)

    def _spans_in(self, rect: QRect) -> list[Span]:
        """The columns that `rect` touches, found from its leading edge on: a file may have thousands."""
        head, found = self._header, []
        leading = self.layoutDirection() == Qt.LayoutDirection.LeftToRight
        first = head.visualIndexAt(rect.left() if leading else rect.right())
        left_over = head.count() - head.hiddenSectionCount() if first >= 0 else 0
        for visual in range(max(0, first), head.count()):
            logical = head.logicalIndex(visual)
            if head.isSectionHidden(logical):
                continue
            left, width = self.columnViewportPosition(logical), self.columnWidth(logical)
            if not left_over or left > rect.right() or left + width <= rect.left():
                break
            left_over -= 1
            found.append(Span(logical, left, width))
        return found

    # -- columns that stay

    def set_frozen(self, columns: Sequence[int]) -> None:
        """Let these columns, which come first, stay while the others scroll."""
        if self.frozen is None:
            self.frozen = frozen = FrozenColumns(self, self._header)
            frozen.customContextMenuRequested.connect(lambda at: self._ask_header_menu(frozen, at))
        self.frozen.set_columns(columns)
        self.viewport().update()

    def _ask_header_menu(self, header: QHeaderView, where: QPoint) -> None:
        self.header_menu_wanted.emit(header.logicalIndexAt(where), header.mapToGlobal(where))

    def indexAt(self, where: QPoint) -> QModelIndex:
        column = self.frozen.column_at(where.x()) if self.frozen is not None else -1
        return self._rows.index(self.rowAt(where.y()), column) if column >= 0 else super().indexAt(where)

    def visualRect(self, index: Index) -> QRect:
        span = self.frozen.span_of(index.column()) if self.frozen is not None and index.isValid() else None
        if span is None:
            return super().visualRect(index)
        return QRect(
            span.left, self.rowViewportPosition(index.row()), span.width, self.rowHeight(index.row())
        )

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Scroll until a cell is seen, beside the columns that stay."""
        bar = self.horizontalScrollBar()
        before = bar.value()
        super().scrollTo(index, hint)
        if self.frozen is None or not index.isValid():
            return
        if index.column() in self.frozen.columns():
            bar.setValue(before)
        else:
            self.reveal_column(index.column())

    def reveal_column(self, logical: int) -> None:
        """Scroll sideways until a column is seen, beside those that stay."""
        staying = self.frozen.columns() if self.frozen is not None else []
        if logical in staying:
            return
        breadth = self.frozen.breadth() if self.frozen is not None else 0
        left, width = self.columnViewportPosition(logical), self.columnWidth(logical)
        room = self.viewport().width()
        before, after = breadth - left, left + width - room
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            before, after = left + width - (room - breadth), -left
        bar = self.horizontalScrollBar()
        if before > 0:
            bar.setValue(bar.value() - before)
        elif after > 0:
            bar.setValue(bar.value() + after)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        if dx and self.frozen is not None:
            self.viewport().update()  # what was moved along with the others stays

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        if self.frozen is not None and self.frozen.is_scrolled():
            self.viewport().update()

    def updateGeometries(self) -> None:
        super().updateGeometries()
        if self.frozen is not None:
            self.frozen.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        height = self.loading.height()
        self.loading.setGeometry(0, self._header.height() - height, self.width(), height)
        self.loading.raise_()

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """Rows that go on behind the last column are painted anew there, too."""
        super().dataChanged(first, last, list(roles))
        if first.row() <= (current := self.currentIndex().row()) <= last.row():
            tell_changed(self, current, range(first.column(), last.column() + 1))
        if self.fills_width:
            self.viewport().update()

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

    def show_ring(self, shown: bool) -> None:
        """Whether the current cell has its ring: while the grid has the focus."""
        self._cells.show_ring = shown
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._cells.show_ring = True
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.show_ring(False)

    def viewportEvent(self, event: QEvent) -> bool:
        places.follow(event)
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            words = tip_text(self.tip_at(index)) if index.isValid() else ""
            if words:
                QToolTip.showText(event.globalPos(), words, self.viewport())
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    # -- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._cells.show_ring = True
        command = command_of(event)
        event.accept()
        if command is None or not self.run_command(command):
            self.other_key(event)

    def run_command(self, command: Command) -> bool:
        """Do what a key asks for; False where that means nothing here."""
        return False

    def other_key(self, event: QKeyEvent) -> None:
        """A key that asks for none of this: as in any table."""
        super().keyPressEvent(event)
