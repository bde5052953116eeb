"""The columns that stay where they are while the others of a table scroll under them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHeaderView, QTableView

from svcconsole.gui.colours import colour
from svcconsole.gui.kit.grid.cells import CellDelegate
from svcconsole.gui.kit.grid.header import RecordHeader
from svcconsole.gui.kit.grid.model import Index
from svcconsole.gui.kit.grid.view import ColumnsTable
from svcconsole.gui.tabs.user_properties.lines import Line


class FrozenColumns(QTableView):
    """Shows some columns of `table` over its leading side once it is scrolled; model and selection are the
    table's own, and so are the keys. The cells are painted by a delegate of its own: one that is shared
    would tell both views that an editor was closed, and both would go to the next cell."""

    def __init__(self, table: ColumnsTable[Line], columns: Sequence[int], header: RecordHeader) -> None:
        super().__init__(table)
        self._table = table
        self._columns = tuple(columns)
        own = RecordHeader(self)
        own.inset = header.inset
        own.trailing_columns = header.trailing_columns
        own.setSectionsClickable(False)
        own.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalHeader(own)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFocusProxy(table)
        self.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        for policy in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(table.verticalHeader().minimumSectionSize())
        self.setModel(table.model())
        self.setSelectionModel(table.selectionModel())
        self.setSelectionBehavior(table.selectionBehavior())
        self.setSelectionMode(table.selectionMode())
        self._cells = CellDelegate(table.records_model().columns(), header, self)
        self.setItemDelegate(self._cells)
        for at in range(table.model().columnCount()):
            self.setColumnHidden(at, at not in self._columns)
        self.doubleClicked.connect(table.doubleClicked)
        bar, across = table.verticalScrollBar(), table.horizontalScrollBar()
        bar.valueChanged.connect(self.verticalScrollBar().setValue)
        self.verticalScrollBar().valueChanged.connect(bar.setValue)
        across.valueChanged.connect(self.fit)
        across.rangeChanged.connect(self.fit)
        table.horizontalHeader().sectionResized.connect(self.fit)
        self.hide()

    def covers(self, index: Index) -> bool:
        """Whether a cell is in one of the columns that stay."""
        return index.column() in self._columns

    def breadth(self) -> int:
        """How much of the table it covers."""
        return sum(self._table.columnWidth(at) for at in self._columns)

    def fit(self, *_told: int) -> None:
        """Take the place, the widths and the row height that the table has now."""
        table, scrolled = self._table, self._table.horizontalScrollBar().value() > 0
        # Where the names would leave no room for anything else, they scroll away like the rest.
        if not scrolled or self.breadth() > table.viewport().width() * 0.7:
            self.hide()
            return
        for at in self._columns:
            self.setColumnWidth(at, table.columnWidth(at))
        self.verticalHeader().setDefaultSectionSize(table.verticalHeader().defaultSectionSize())
        place = table.viewport().geometry()
        head = table.horizontalHeader().height()
        self.horizontalHeader().setFixedHeight(head)
        leading = self.layoutDirection() == Qt.LayoutDirection.LeftToRight
        left = place.left() if leading else place.right() + 1 - self.breadth()
        self.setGeometry(left, place.top() - head, self.breadth(), head + place.height())
        self.show()
        self.raise_()
        self.verticalScrollBar().setValue(table.verticalScrollBar().value())

    def paintEvent(self, event: QPaintEvent) -> None:
        cells = self._table.itemDelegate()
        if isinstance(cells, CellDelegate):
            self._cells.show_ring, self._cells.hovered_row = cells.show_ring, cells.hovered_row
        super().paintEvent(event)
        edge = self.viewport().rect()
        x = edge.right() if self.layoutDirection() == Qt.LayoutDirection.LeftToRight else edge.left()
        painter = QPainter(self.viewport())
        painter.fillRect(x, edge.top(), 1, edge.height(), colour("border_input"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange and hasattr(self, "_cells"):
            self.fit()
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_cells"):
            self._cells.refresh_fonts()

    def step_aside(self, index: Index) -> None:
        """Before one of its cells is opened: the table's own cell is to be seen."""
        if self.covers(index):
            self._table.horizontalScrollBar().setValue(0)

    def uncover(self, index: Index) -> None:
        """After the table scrolled to a cell: it is not to lie under the names."""
        rect, bar = self._table.visualRect(index), self._table.horizontalScrollBar()
        if self.layoutDirection() == Qt.LayoutDirection.LeftToRight:
            hidden = self.breadth() - rect.left()
        else:
            hidden = rect.right() - (self._table.viewport().width() - self.breadth())
        if hidden > 0:
            bar.setValue(bar.value() - hidden)
