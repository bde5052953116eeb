"""A layout that wraps its row where the width ends."""

from __future__ import annotations

from typing import TypeAlias

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QStyle, QWidget

from svcconsole.gui.design.metrics import dp

_Row: TypeAlias = list[tuple[QLayoutItem, QSize]]
"""What stands beside one another, and how large."""


class FlowLayout(QLayout):
    """Items from the leading side, `gap` apart and `row_gap` below one another (the same unless said); the
    last one takes what is left of its row when it stretches. Lower ones stand in the middle of their row,
    unless they are aligned to its top."""

    def __init__(self, parent: QWidget | None = None, gap: int = 4, row_gap: int | None = None) -> None:
        super().__init__(parent)
        self._heights: dict[int, int] = {}
        """By width, until an item changes: the layouts around ask for the same few many times over."""
        self.setContentsMargins(0, 0, 0, 0)
        self._items: list[QLayoutItem] = []
        self._gap = dp(gap)
        self._row_gap = self._gap if row_gap is None else dp(row_gap)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def insert_widget(self, index: int, widget: QWidget) -> None:
        """Put a widget before the item at `index`."""
        self.addWidget(widget)
        self._items.insert(index, self._items.pop())
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if (known := self._heights.get(width)) is None:
            margins = self.contentsMargins()
            rows = self._rows(width - margins.left() - margins.right())
            between = self._row_gap * max(0, len(rows) - 1)
            known = margins.top() + sum(map(_height, rows)) + between + margins.bottom()
            self._heights[width] = known
        return known

    def invalidate(self) -> None:
        super().invalidate()
        self._heights.clear()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        area = rect.marginsRemoved(self.contentsMargins())
        parent = self.parentWidget()
        direction = parent.layoutDirection() if parent is not None else Qt.LayoutDirection.LeftToRight
        y = area.top()
        for row in self._rows(area.width()):
            x, height = area.left(), _height(row)
            for item, size in row:
                middle = 0 if item.alignment() & Qt.AlignmentFlag.AlignTop else (height - size.height()) // 2
                item.setGeometry(QStyle.visualRect(direction, area, QRect(QPoint(x, y + middle), size)))
                x += size.width() + self._gap
            y += height + self._row_gap

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        margins = self.contentsMargins()
        width = max((item.minimumSize().width() for item in self._items), default=0)
        height = max((item.sizeHint().height() for item in self._items), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def row_width(self) -> int:
        """How wide all items are side by side."""
        widths = [item.sizeHint().width() for item in self._shown()]
        return sum(widths) + self._gap * max(0, len(widths) - 1)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if (part := item.widget()) is None or not part.isHidden()]

    def _rows(self, width: int) -> list[_Row]:
        """Those that are shown, in rows of `width` at most."""
        rows, left = list[_Row](), 0
        for item in self._shown():
            size = item.sizeHint()
            if not rows or size.width() > left:
                rows.append([])
                left = width
            across = min(size.width(), width)
            if item.expandingDirections() & Qt.Orientation.Horizontal:
                across = max(across, left)
            rows[-1].append((item, QSize(across, size.height())))
            left -= across + self._gap
        return rows


def _height(row: _Row) -> int:
    return max(size.height() for _, size in row)
