"""One half of the viewer's table, the columns that stay or those that scroll: painted row by row."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QToolTip, QWidget

from svcconsole.gui import fonts
from svcconsole.gui.colours import colour
from svcconsole.gui.metrics import dp, row_height
from svcconsole.gui.painting import ring
from svcconsole.gui.panels.viewer.cells import Kind
from svcconsole.gui.panels.viewer.choice import Choice
from svcconsole.gui.panels.viewer.sheet_header import PADDING, SheetHeader
from svcconsole.gui.panels.viewer.sheet_model import NUMBER_COLUMN, SheetModel
from svcconsole.gui.text import tip_text, visible

NOTHING: Final = "–"
"""A number that is not there."""


MOST_WIDTHS: Final = 4_096


class Laid(NamedTuple):
    """A cell's text as it is painted: cut to its column, with its colour and its width in pixels."""

    text: str
    tone: str
    width: int


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
        self._laid: dict[tuple[int, int], Laid] = {}
        self._widths: dict[str, int] = {}
        self._font = fonts.role_font("body")
        self._measured = QFontMetrics(self._font)
        self.hovered_slot = -1
        self.show_ring = False
        self.leads = False
        """Whether the chosen rows' edge is painted here."""
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
        self._laid.clear()
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
            self._font = fonts.role_font("body")
            self._measured = QFontMetrics(self._font)
            self._widths.clear()
            self.verticalHeader().setDefaultSectionSize(row_height("compact"))
            self._forget()
            self.fitted.emit()

    # -- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setFont(self._font)
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        rect, high, wide = event.rect(), self.row_size(), self.viewport().width()
        painter.fillRect(rect, colour("surface"))
        columns = self._columns_in(rect)
        last = min(len(self._model.rows), rect.bottom() // high + 1)
        for slot in range(rect.top() // high, last):
            self._paint_row(painter, slot, QRect(0, slot * high, wide, high), columns)
        self._paint_lines(painter, last * high, columns)

    def _columns_in(self, rect: QRect) -> list[tuple[int, int, int]]:
        """Number, left edge and width of each column that `rect` touches."""
        found = []
        for visual in range(self.head.count()):
            logical = self.head.logicalIndex(visual)
            if not self.head.isSectionHidden(logical):
                left, width = self.columnViewportPosition(logical), self.columnWidth(logical)
                if left <= rect.right() and left + width > rect.left():
                    found.append((logical, left, width))
        return found

    def _paint_row(
        self, painter: QPainter, slot: int, rect: QRect, columns: list[tuple[int, int, int]]
    ) -> None:
        place = self._model.first + slot
        chosen = self._choice.is_chosen(place)
        if chosen or slot == self.hovered_slot:
            painter.fillRect(rect, colour("selection" if chosen else "hover"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, colour("border"))
        leading = self.layoutDirection() == Qt.LayoutDirection.LeftToRight
        if chosen and self.leads:
            painter.fillRect(rect.left() if leading else rect.right() - 2, rect.top(), 3, rect.height(),
                             colour("accent"))  # fmt: skip
        base = rect.top() + (rect.height() + self._measured.ascent() - self._measured.descent()) // 2
        pad, tone = dp(PADDING), ""
        for logical, left, width in columns:
            laid = self._laid.get((slot, logical)) or self._lay(slot, logical, width - 2 * pad)
            if laid.text:
                if laid.tone != tone:
                    tone = laid.tone
                    painter.setPen(colour(tone))
                at_right = (logical in self.head.trailing) == leading
                painter.drawText(left + (width - pad - laid.width if at_right else pad), base, laid.text)
        if place == self._choice.row and self.show_ring:
            self._paint_ring(painter, rect, columns)

    def _paint_ring(self, painter: QPainter, rect: QRect, columns: list[tuple[int, int, int]]) -> None:
        for logical, left, width in columns:
            if logical - 1 == self._choice.column:
                ring(painter, QRect(left, rect.top(), width, rect.height() - 1), dp(4))

    def _paint_lines(self, painter: QPainter, bottom: int, columns: list[tuple[int, int, int]]) -> None:
        """The line after the row numbers, and the one after the columns that stay."""
        leading = self.layoutDirection() == Qt.LayoutDirection.LeftToRight
        for logical, left, width in columns:
            if logical == NUMBER_COLUMN and bottom > 0:
                painter.fillRect(left + width - 1 if leading else left, 0, 1, bottom, colour("border"))
        if self.leads and len(columns) > 1:
            edge = self.viewport().width() - 1 if leading else 0
            painter.fillRect(edge, 0, 1, self.viewport().height(), colour("border_input"))

    def _lay(self, slot: int, logical: int, room: int) -> Laid:
        text, tone = self._said(slot, logical)
        fits = max(16, room // 2)
        text = text if len(text) <= fits else f"{text[:fits]}…"
        width = self._width(text)
        if width > room:
            text = self._measured.elidedText(text, Qt.TextElideMode.ElideRight, max(0, room))
            width = self._width(text)
        laid = self._laid[slot, logical] = Laid(text, tone, width)
        return laid

    def _width(self, text: str) -> int:
        """Measuring costs half as much as painting, and the same values come again and again."""
        width = self._widths.get(text)
        if width is None:
            if len(self._widths) >= MOST_WIDTHS:
                self._widths.clear()
            width = self._widths[text] = self._measured.horizontalAdvance(text)
        return width

    def _said(self, slot: int, logical: int) -> tuple[str, str]:
        """A cell's words and the colour they have."""
        row, column = self._model.rows[slot], logical - 1
        if column < 0:
            return str(self._model.index(slot, 0).data()), "warning" if self._model.is_odd(slot) else "text2"
        if column >= len(row.cells):
            return "", "text"
        kind = self._model.kinds[column]
        if not row.cells[column]:
            return NOTHING if kind is Kind.NUMBER else self.tr("(blank)"), "text2"
        return self._model.said(slot, column), "text2" if kind is Kind.ID else "text"

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
            odd = self.tr("This row has other cells than the header has columns.")
            return odd if self._model.is_odd(slot) else ""
        laid = self._laid.get((slot, column + 1))
        whole = row.cells[column] if column < len(row.cells) else ""
        return tip_text(whole[:4_000]) if whole and laid is not None and laid.text != visible(whole) else ""
