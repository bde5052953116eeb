"""Paints a row of the list of decisions: check box, two lines, the time; headings between the kinds."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QStyle,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QWidget,
)

from svcconsole.gui.design import icons
from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import words
from svcconsole.gui.design.words import dotted
from svcconsole.gui.kit import quantity_words as runs
from svcconsole.gui.kit.two_lines import TwoLineDelegate, TwoLines
from svcconsole.gui.panels.decisions import decision_text as say
from svcconsole.gui.panels.decisions.decision_list import ENTRY_ROLE, LOOKERS_ROLE, TICK, Heading, Index, Row

BOX = 18


class RowPainter(TwoLineDelegate):
    """Two lines for a doubt, one for a heading."""

    margin, radius, padding, gap, air = (10, 2), 8, (12, 10), 2, 20
    lead, least_width = (BOX, 10), 200

    def lines_of(self, index: Index) -> TwoLines | None:
        row = index.data(ENTRY_ROLE)
        if not isinstance(row, Row):
            return None
        lookers = index.data(LOOKERS_ROLE)
        parts = (lookers,) if lookers else (say.place_of(row.doubt), row.why)
        why = dotted(*parts)
        return TwoLines(row.name, why, row.when)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if isinstance(index.data(ENTRY_ROLE), Heading):
            return QSize(dp(200), QFontMetrics(role_font("strong")).height() + dp(14))
        return super().sizeHint(option, index)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry = index.data(ENTRY_ROLE)
        if isinstance(entry, Heading):
            _paint_heading(painter, QRect(option.rect), entry, option.direction)
        else:
            super().paint(painter, option, index)

    def paint_lead(self, painter: QPainter, rect: QRect, index: Index) -> None:
        state, row = index.data(Qt.ItemDataRole.CheckStateRole), index.data(ENTRY_ROLE)
        if state is None:
            icons.paint(painter, say.of_kind(row.doubt.kind).icon, "text2", rect, dp(16))
        else:
            box = _box_in(self.ground_of(self._view.visualRect(index)), self._view.layoutDirection())
            _paint_box(painter, self._view, box, ticked=state == TICK)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            tick = _box_in(self.ground_of(QRect(option.rect)), self._view.layoutDirection())
            reach = tick.adjusted(-dp(8), -dp(14), dp(6), dp(14))
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
