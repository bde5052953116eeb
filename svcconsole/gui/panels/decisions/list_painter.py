"""How a row of the doubts looks: a box to tick, two lines, the time; headings between the kinds."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QWidget,
)

from svcconsole.gui import icons
from svcconsole.gui.colours import colour
from svcconsole.gui.fonts import role_font
from svcconsole.gui.metrics import dp
from svcconsole.gui.painting import box, ring, words
from svcconsole.gui.panels.decisions import words as say
from svcconsole.gui.panels.decisions.listing import ENTRY_ROLE, TICK, Heading, Index, Row
from svcconsole.gui.panels.runs import words as runs
from svcconsole.gui.words import show

BOX = 18


class RowPainter(QStyledItemDelegate):
    """Two lines for a doubt, one for a heading."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        first = QFontMetrics(role_font("strong")).height()
        if isinstance(index.data(ENTRY_ROLE), Heading):
            return QSize(dp(200), first + dp(14))
        return QSize(dp(200), first + QFontMetrics(role_font("caption")).height() + dp(20))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect, direction = QRect(option.rect), self._view.layoutDirection()
        entry = index.data(ENTRY_ROLE)
        if isinstance(entry, Heading):
            _paint_heading(painter, rect, entry, direction)
        elif isinstance(entry, Row):
            current = index == self._view.currentIndex()
            self._paint_row(painter, rect, entry, index, current=current)

    def _paint_row(self, painter: QPainter, rect: QRect, row: Row, index: Index, *, current: bool) -> None:
        direction = self._view.layoutDirection()
        ground = rect.adjusted(dp(10), dp(2), -dp(10), -dp(2))
        hovered = ground.contains(self._view.viewport().mapFromGlobal(self._view.cursor().pos()))
        if current:
            box(painter, ground, dp(8), fill=colour("selection"))
            if self._view.hasFocus():
                ring(painter, ground, dp(8))
        elif hovered:
            box(painter, ground, dp(8), fill=colour("hover"))

        def placed(part: QRect) -> QRect:
            return QStyle.visualRect(direction, ground, part)

        inner = ground.adjusted(dp(12), dp(8), -dp(10), -dp(8))
        state = index.data(Qt.ItemDataRole.CheckStateRole)
        if state is not None:
            _paint_box(painter, self._view, _box_in(ground, direction), ticked=state == TICK)
        else:
            icon = say.of_kind(row.doubt.kind).icon
            mark = QRect(inner.left(), inner.top(), dp(BOX), inner.height())
            icons.paint(painter, icon, "text2", placed(mark), dp(16))
        inner.setLeft(inner.left() + dp(BOX + 10))
        first = QFontMetrics(role_font("strong")).height()
        painter.setFont(role_font("caption"))
        time = painter.fontMetrics().horizontalAdvance(row.when)
        at = QRect(inner.right() - time, inner.top(), time + 1, first)
        words(painter, placed(at), row.when, "text2", direction, side=Qt.AlignmentFlag.AlignTrailing)
        painter.setFont(role_font("strong"))
        name = QRect(inner.left(), inner.top(), inner.width() - time - dp(10), first)
        words(painter, placed(name), _line(row.name), "text", direction)
        painter.setFont(role_font("caption"))
        below = QRect(inner.left(), inner.top() + first + dp(2), inner.width(), inner.height() - first)
        why = " · ".join(show(part) for part in (say.place_of(row.doubt), row.why) if part)
        words(painter, placed(below), _line(why), "text2", direction)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            ground = QRect(option.rect).adjusted(dp(10), dp(2), -dp(10), -dp(2))
            reach = _box_in(ground, self._view.layoutDirection()).adjusted(-dp(8), -dp(14), dp(6), dp(14))
            if reach.contains(event.position().toPoint()):
                return turn(self._view.model(), index)
        return False


def turn(model: QAbstractItemModel, index: Index) -> bool:
    """Tick a row or take its tick away."""
    state = model.data(index, Qt.ItemDataRole.CheckStateRole)
    if state is None:
        return False
    other = Qt.CheckState.Unchecked if state == TICK else TICK
    return model.setData(index, other, Qt.ItemDataRole.CheckStateRole)


def _box_in(ground: QRect, direction: Qt.LayoutDirection) -> QRect:
    top = ground.top() + (ground.height() - dp(BOX)) // 2
    return QStyle.visualRect(direction, ground, QRect(ground.left() + dp(10), top, dp(BOX), dp(BOX)))


def _paint_box(painter: QPainter, widget: QWidget, rect: QRect, *, ticked: bool) -> None:
    """A check box as the program's style draws every other one."""
    option = QStyleOptionButton()
    option.initFrom(widget)
    state = QStyle.StateFlag.State_Enabled
    state |= QStyle.StateFlag.State_On if ticked else QStyle.StateFlag.State_Off
    option.rect = rect
    option.state = state
    widget.style().drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorCheckBox, option, painter, widget)


def _paint_heading(painter: QPainter, rect: QRect, entry: Heading, direction: Qt.LayoutDirection) -> None:
    inner = rect.adjusted(dp(20), dp(4), -dp(20), 0)

    def placed(part: QRect) -> QRect:
        return QStyle.visualRect(direction, inner, part)

    mark = QRect(inner.left(), inner.top(), dp(16), inner.height())
    icons.paint(painter, say.of_kind(entry.kind).icon, "text2", placed(mark), dp(16))
    painter.setFont(role_font("label"))
    title = QRect(inner.left() + dp(24), inner.top(), inner.width() - dp(64), inner.height())
    words(painter, placed(title), say.heading(entry.kind), "text", direction)
    number = QRect(inner.right() - dp(40), inner.top(), dp(41), inner.height())
    painter.setFont(role_font("caption"))
    count = runs.count(entry.count)
    words(painter, placed(number), count, "text2", direction, side=Qt.AlignmentFlag.AlignTrailing)


def _line(text: str) -> str:
    return text.replace("\n", " ")
