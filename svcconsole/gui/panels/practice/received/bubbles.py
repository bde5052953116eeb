"""Received messages as chat bubbles, each with its time and state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.design.text import isolate, ltr, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.relative_time import relative_time
from svcconsole.gui.kit.widgets.pills import paint_pill, pill_height, pill_width
from svcconsole.gui.panels.practice.received.received_rows import Row
from svcconsole.gui.panels.practice.received.text_block import TextLayout

WIDEST, INSET = 520, 20
LONGEST, MOST_LINES = 1_000, 12
"""Characters and lines of a message in its bubble; the detail has all."""
MOST_HEIGHTS = 10_000
Index = QModelIndex | QPersistentModelIndex


class BubbleModel(QAbstractListModel):
    """The rows, the newest first."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: Sequence[Row] = ()

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show these."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        return f"{isolate(visible(row.who))}: {_text(row)}, {row.state.word}, {relative_time(row.at)}"


class BubbleList(QListView):
    """`chosen` names the key of the row whose detail is wanted."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bubbles = BubbleModel(self)
        self.setModel(self.bubbles)
        self._delegate = _Bubbles(self)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Messages"))
        self.selectionModel().currentRowChanged.connect(self._emit_current)
        self._told = ""

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these; the chosen one stays chosen and what is in sight stays where it is."""
        before = self.bubbles.rows
        if rows is before or list(rows) == list(before):
            return
        at, place = self._told, self.verticalScrollBar().value()
        self.bubbles.set_rows(rows)
        self.set_chosen(at)
        self.verticalScrollBar().setValue(place)

    def set_chosen(self, key: str) -> None:
        """Choose the bubble of a row, where it is there."""
        self._told = key
        row = next((at for at, each in enumerate(self.bubbles.rows) if each.key == key), -1)
        self.setCurrentIndex(self.bubbles.index(row, 0) if row >= 0 else QModelIndex())

    def focus_current(self) -> None:
        """The keys go on here, on the chosen bubble or on the first."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.currentIndex().isValid() and self.bubbles.rows:
            self.setCurrentIndex(self.bubbles.index(0, 0))

    def _emit_current(self, current: QModelIndex) -> None:
        if current.isValid() and (key := self.bubbles.rows[current.row()].key) != self._told:
            self._told = key
            self.chosen.emit(key)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._delegate.forget()
            self.scheduleDelayedItemsLayout()


class _Bubbles(QStyledItemDelegate):
    """Who, the text in its own direction, the hour, the state."""

    def __init__(self, view: BubbleList) -> None:
        super().__init__(view)
        self._view = view
        self._heights: dict[tuple[str, int], int] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = self._view.bubbles.rows[index.row()]
        high = dp(10) * 2 + dp(4) * 2 + _line("label") + _foot() + self._height(row)
        return QSize(self._view.viewport().width(), high + dp(8))

    def forget(self) -> None:
        """Texts are laid out anew: the font is another."""
        self._heights.clear()

    def _height(self, row: Row) -> int:
        """Of the text alone; a list that is read anew every second is laid out once."""
        place = (row.text, self._inner())
        if place not in self._heights:
            if len(self._heights) >= MOST_HEIGHTS:
                self._heights.clear()
            self._heights[place] = _set(row, self._inner()).high
        return self._heights[place]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._view.bubbles.rows[index.row()]
        direction = self._view.layoutDirection()
        whole = QRect(option.rect)
        place = QRect(whole.left() + dp(INSET), whole.top() + dp(4), self._outer(), whole.height() - dp(8))
        place = QStyle.visualRect(direction, whole, place)
        chosen = self._view.currentIndex() == index
        edge = colour("accent" if chosen else "border")
        box(painter, place, dp(12), fill=colour("selection" if chosen else "canvas"), edge=edge)
        if chosen and self._view.hasFocus():
            ring(painter, place, dp(12))
        inner = place.adjusted(dp(14), dp(10), -dp(14), -dp(10))
        painter.save()
        painter.setFont(role_font("label"))
        who = QRect(inner.left(), inner.top(), inner.width(), _line("label"))
        words(painter, who, ltr(visible(row.who)), "text2", direction)
        painter.setFont(role_font("body"))
        painter.setPen(colour("text"))
        laid = _set(row, inner.width())
        laid.layout.draw(painter, QPointF(inner.left(), who.bottom() + 1 + dp(4)))
        self._paint_foot(
            painter, QRect(inner.left(), inner.bottom() + 1 - _foot(), inner.width(), _foot()), row
        )
        painter.restore()

    def _paint_foot(self, painter: QPainter, foot: QRect, row: Row) -> None:
        direction = self._view.layoutDirection()
        painter.setFont(role_font("micro"))
        words(painter, foot, relative_time(row.at), "text2", direction)
        font = role_font("label")
        painter.setFont(font)
        wide = pill_width(font, row.state)
        pill = QRect(foot.topRight() - QPoint(wide - 1, 0), QSize(wide, pill_height(font)))
        paint_pill(painter, QStyle.visualRect(direction, foot, pill), row.state, direction)

    def _outer(self) -> int:
        return min(dp(WIDEST), self._view.viewport().width() - 2 * dp(INSET))

    def _inner(self) -> int:
        return self._outer() - 2 * dp(14)


def _set(row: Row, width: int) -> TextLayout:
    return TextLayout(_text(row), width, MOST_LINES)


def _text(row: Row) -> str:
    text = visible(row.text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _line(role: str) -> int:
    return QFontMetrics(role_font(role)).height()


def _foot() -> int:
    return pill_height(role_font("label"))
