"""One half of the viewer's table, the columns that stay or those that scroll: painted row by row."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QToolTip, QWidget

from svcconsole.gui.colours import colour
from svcconsole.gui.metrics import dp, row_height
from svcconsole.gui.panels.viewer.choice import Choice
from svcconsole.gui.panels.viewer.sheet_header import SheetHeader
from svcconsole.gui.panels.viewer.sheet_model import SheetModel
from svcconsole.gui.panels.viewer.sheet_painter import RowPainter, Span
from svcconsole.gui.text import tip_text, visible
from svcconsole.gui.words import tr

LONGEST_TIP: Final = 4_000
"""Characters of a cell that a tooltip shows."""


class SheetView(QTableView):
    """Pointer and keys go to the sheet. A slot is a place on screen: `pressed_at(slot, column, modifiers)`,
    `dragged(slot)`, `activated_at(slot)`, `hovered(slot)`; `menu_at`, `wheeled` and `key_pressed` hand on the
    event, the last one is ignored unless the sheet accepts it. `fitted()`: there is another room.
    """

    pressed_at = Signal(int, int, object)
    dragged = Signal(int)
    activated_at = Signal(int)
    menu_at = Signal(object)
    hovered = Signal(int)
    wheeled = Signal(object)
    key_pressed = Signal(object)
    focused = Signal(bool)
    fitted = Signal()

    def __init__(self, model: SheetModel, choice: Choice, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._choice = choice
        self.painter = RowPainter(model, choice)
        self.head = SheetHeader(self)
        self.setHorizontalHeader(self.head)
        self._dress()
        self.setModel(model)
        model.dataChanged.connect(self._forget)
        model.modelReset.connect(self._forget)

    def _dress(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAutoScroll(False)
        self.setMouseTracking(True)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(dp(16))
        rows.setDefaultSectionSize(row_height("compact"))

    def row_size(self) -> int:
        """The height of a row in pixels."""
        return self.verticalHeader().defaultSectionSize()

    def _forget(self) -> None:
        self.painter.forget()
        self.viewport().update()

    # -- Qt's own scrolling is not used: the rows on screen are all the rows there are

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.verticalScrollBar().setRange(0, 0)

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """The sheet scrolls, not its halves."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fitted.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "head"):
            self.painter.refresh_fonts()
            self.verticalHeader().setDefaultSectionSize(row_height("compact"))
            self._forget()
            self.fitted.emit()

    # -- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        rect, room = event.rect(), self.viewport().rect()
        painter.fillRect(rect, colour("surface"))
        self.painter.begin(painter)
        columns, high = self._columns_in(rect), self.row_size()
        last = min(len(self._model.rows), rect.bottom() // high + 1)
        direction = self.layoutDirection()
        for slot in range(rect.top() // high, last):
            self.painter.row(painter, slot, QRect(0, slot * high, room.width(), high), columns, direction)
        self.painter.lines(painter, room, last * high, columns, direction)

    def _columns_in(self, rect: QRect) -> list[Span]:
        """The columns that `rect` touches, found from its leading edge on: a file may have thousands."""
        head, found = self.head, []
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

    def forget_widths(self, *_told: int) -> None:
        """A column is wider or narrower: what is cut has to be cut anew."""
        self._forget()

    def update_slot(self, slot: int) -> None:
        """Paint one row again."""
        if slot >= 0:
            self.viewport().update(QRect(0, slot * self.row_size(), self.viewport().width(), self.row_size()))

    # -- pointer

    def _slot(self, y: int) -> int:
        slot = y // self.row_size()
        return slot if 0 <= slot < len(self._model.rows) else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        where = event.position().toPoint()
        slot = self._slot(where.y())
        if slot >= 0 and event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            right = event.button() == Qt.MouseButton.RightButton
            modifiers = Qt.KeyboardModifier.NoModifier if right else event.modifiers()
            if not right or not self._choice.is_chosen(self._model.first + slot):
                self.pressed_at.emit(slot, self.columnAt(where.x()) - 1, modifiers)
            else:
                self._choice.column = max(0, self.columnAt(where.x()) - 1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        slot = self._slot(event.position().toPoint().y())
        self.hovered.emit(slot)
        if event.buttons() & Qt.MouseButton.LeftButton and slot >= 0:
            self.dragged.emit(slot)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        slot = self._slot(event.position().toPoint().y())
        if slot >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.activated_at.emit(slot)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(-1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.wheeled.emit(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse and self._slot(event.pos().y()) < 0:
            return
        self.menu_at.emit(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()
        self.key_pressed.emit(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(False)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(
                event.globalPos(), self.tip_at(event.pos().x(), event.pos().y()), self.viewport()
            )
            return True
        return super().viewportEvent(event)

    def tip_at(self, x: int, y: int) -> str:
        """The whole of a cell that is cut or shown in another way than in the file; why a row is odd."""
        slot, column = self._slot(y), self.columnAt(x) - 1
        if slot < 0 or column < -1:
            return ""
        row = self._model.rows[slot]
        if column < 0:
            odd = tr("This row has other cells than the header has columns.")
            return odd if self._model.is_odd(slot) else ""
        laid = self.painter.laid(slot, column + 1)
        whole = row.cells[column] if column < len(row.cells) else ""
        return tip_text(whole[:LONGEST_TIP]) if whole and laid not in (None, visible(whole)) else ""
