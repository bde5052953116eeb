"""The columns that stay where they are while the others of a grid scroll under them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QToolTip

from svcconsole.gui.design import fonts
from svcconsole.gui.design.text import tip_text
from svcconsole.gui.kit.grid.header import GridHeader, Span

MOST_FROZEN: Final = 0.7
"""Of the grid's width: where more columns would leave no room for the others, they scroll like the rest."""


class FrozenColumns(QHeaderView):
    """Says which columns stay and where; is their header, over the grid's own once that is scrolled.

    The grid paints their cells itself, and a cell of theirs is found where it is seen. `reordered()`: one
    was dragged to another place among them.
    """

    reordered = Signal()

    def __init__(self, table: QTableView, header: GridHeader) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table, self._header = table, header
        self._columns: tuple[int, ...] = ()
        self._setting = False
        fonts.set_role(self, "label")
        self.setModel(table.model())
        self.setHighlightSections(False)
        self.setSectionsClickable(True)
        self.setSectionsMovable(header.sectionsMovable())
        self.setMinimumSectionSize(header.minimumSectionSize())
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.sectionClicked.connect(header.sectionClicked)
        self.sectionResized.connect(self._resized)
        self.sectionMoved.connect(self._moved)
        header.sectionResized.connect(self._follow)
        header.geometriesChanged.connect(self.fit)
        bar = table.horizontalScrollBar()
        bar.valueChanged.connect(self.fit)
        bar.rangeChanged.connect(self.fit)
        self.hide()

    def set_columns(self, columns: Sequence[int]) -> None:
        """Let these stay, in the order in which the grid has them; it has them before all others."""
        self._columns = tuple(columns)
        self._setting = True
        for logical in range(self.count()):
            self.setSectionHidden(logical, logical not in self._columns)
        for visual, logical in enumerate(self._columns):
            self.moveSection(self.visualIndex(logical), visual)
        self._setting = False
        self.fit()

    def columns(self) -> list[int]:
        """Those that stay: as many from the first on as leave room for the others."""
        room, found = self._table.viewport().width() * MOST_FROZEN, []
        for logical in self._columns:
            room -= self._table.columnWidth(logical)
            if room < 0:
                break
            if not self._table.isColumnHidden(logical):
                found.append(logical)
        return found

    def is_scrolled(self) -> bool:
        """Whether other columns lie under these now."""
        return bool(self._columns) and self._table.horizontalScrollBar().value() > 0

    def breadth(self) -> int:
        """How much of the grid they take."""
        return sum(self._table.columnWidth(logical) for logical in self.columns())

    def spans(self) -> list[Span]:
        """Where each of them is seen."""
        found, taken = [], 0
        room = self._table.viewport().width()
        leading = self.layoutDirection() == Qt.LayoutDirection.LeftToRight
        for logical in self.columns():
            width = self._table.columnWidth(logical)
            found.append(Span(logical, taken if leading else room - taken - width, width))
            taken += width
        return found

    def span_of(self, logical: int) -> Span | None:
        """Where a column is seen; None when it scrolls, or when nothing is scrolled."""
        if logical not in self._columns or not self.is_scrolled():
            return None
        return next((span for span in self.spans() if span.logical == logical), None)

    def column_at(self, x: int) -> int:
        """The column that stays at this place of the scrolled grid; -1 for none."""
        if not self.is_scrolled():
            return -1
        spans = self.spans()
        return next((span.logical for span in spans if span.left <= x < span.left + span.width), -1)

    def fit(self, *_told: object) -> None:
        """Take the place and the widths that the grid's header has now."""
        if self._setting:
            return
        staying = self.columns() if self.is_scrolled() else []
        if not staying:
            self.hide()
            return
        self._setting = True
        for logical in self._columns:
            self.setSectionHidden(logical, logical not in staying)
            self.resizeSection(logical, self._table.columnWidth(logical))
        self._setting = False
        place = self._header.geometry()
        breadth = self.breadth()
        leading = self.layoutDirection() == Qt.LayoutDirection.LeftToRight
        left = place.left() if leading else place.right() + 1 - breadth
        self.setGeometry(QRect(left, place.top(), breadth, place.height()))
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self._header.paint_rule(self.viewport())

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        self._header.paintSection(painter, rect, logical)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self._header.tip_of(self.logicalIndexAt(event.pos()))
            QToolTip.showText(event.globalPos(), tip_text(words), self)
            return True
        return super().event(event)

    def _follow(self, logical: int) -> None:
        if logical in self._columns:
            self.fit()

    def _resized(self, logical: int, _before: int, width: int) -> None:
        if not self._setting and width:
            self._table.setColumnWidth(logical, width)

    def _moved(self) -> None:
        if not self._setting:
            self.reordered.emit()
