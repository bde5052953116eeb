"""Paints the cells of every table: ground, hairline, edge, content by kind, ring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPolygon
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from svcconsole.gui import fonts, icons
from svcconsole.gui.colours import colour
from svcconsole.gui.metrics import dp
from svcconsole.gui.painting import box, hairline, ring, words
from svcconsole.gui.text import visible
from svcconsole.gui.widgets.bars import part_widths
from svcconsole.gui.widgets.pills import PillValue, Tick, paint_pill, pill_height, pill_width, tick_for
from svcconsole.gui.widgets.table_columns import RECORD_ROLE, ColumnSpec
from svcconsole.gui.widgets.table_header import CELL_PADDING, RecordHeader
from svcconsole.gui.widgets.thumbs import paint_thumb
from svcconsole.gui.words import show

Index = QModelIndex | QPersistentModelIndex

TEXT_ROLES: Final = {
    "strong": "strong", "mono": "mono", "mark": "body", "ticks": "caption", "pills": "label",
    "pill": "label", "status": "label",
}  # fmt: skip
SELECTED: Final = QStyle.StateFlag.State_Selected.value
FOCUSED: Final = QStyle.StateFlag.State_HasFocus.value
"""As plain numbers: a flag's operators cost more than painting a cell's ground does."""
TEXT_TONES: Final = {"mono": "text2", "row": "text2"}


class Cell(NamedTuple):
    """What a painter of one kind gets: where, of which record, with which colour of text."""

    painter: QPainter
    rect: QRect
    column: ColumnSpec[Any]
    record: Any
    tone: str
    direction: Qt.LayoutDirection

    def place(self, left: int, width: int) -> QRect:
        """A part of the cell counted from its leading side."""
        rect = QRect(self.rect.left() + left, self.rect.top(), width, self.rect.height())
        return QStyle.visualRect(self.direction, self.rect, rect)


def _fonts() -> dict[str, QFont]:
    return {role: fonts.role_font(role) for role in (*set(TEXT_ROLES.values()), "body")}


def _paint_text(cell: Cell) -> None:
    text = cell.column.said(cell.record).replace("\n", " ")
    if not text:
        return
    cut = Qt.TextElideMode.ElideMiddle if cell.column.kind == "mono" else Qt.TextElideMode.ElideRight
    side = Qt.AlignmentFlag.AlignTrailing if cell.column.ends() else Qt.AlignmentFlag.AlignLeading
    words(cell.painter, cell.rect, text, cell.tone, cell.direction, side=side, cut=cut)


def _paint_pills(cell: Cell) -> None:
    values = [visible(str(each)) for each in cell.column.value(cell.record) or ()]
    font = cell.painter.font()
    height = pill_height(font)
    gap = dp(6)
    left = 0
    for at, word in enumerate(values):
        value = PillValue(word)
        width = pill_width(font, value)
        rest = len(values) - at - 1
        more = QFontMetrics(font).horizontalAdvance(f"+{rest}") + gap if rest else 0
        room = cell.rect.width() - left
        if width + more > room:
            if at == 0 and room > dp(40):
                width = room - more
            else:
                rest += 1
                width = 0
        if width:
            rect = cell.place(left, width)
            top = rect.top() + (rect.height() - height) // 2
            paint_pill(cell.painter, QRect(rect.left(), top, rect.width(), height), value, cell.direction)
            left += width + gap
        if not width or (at == 0 and rest and pill_width(font, value) + more > room):
            if rest:
                where = cell.place(left, max(0, cell.rect.width() - left))
                words(cell.painter, where, f"+{rest}", "text2", cell.direction)
            return


def _paint_pill_cell(cell: Cell) -> None:
    value = cell.column.value(cell.record)
    if not isinstance(value, PillValue):
        return
    font = cell.painter.font()
    height = pill_height(font)
    rect = cell.place(0, min(cell.rect.width(), pill_width(font, value)))
    top = rect.top() + (rect.height() - height) // 2
    paint_pill(cell.painter, QRect(rect.left(), top, rect.width(), height), value, cell.direction)


def _icon_and_words(cell: Cell, icon: str, token: str, text: str, tone: str) -> None:
    side = dp(16)
    icons.paint(cell.painter, icon, token, cell.place(0, side), side)
    room = cell.rect.width() - side - dp(6)
    if room > dp(12):
        words(cell.painter, cell.place(side + dp(6), room), text, tone, cell.direction)


def _paint_mark(cell: Cell) -> None:
    value = cell.column.value(cell.record)
    if value is not None:
        tone = cell.tone if cell.tone != "text" else "text2"
        _icon_and_words(cell, value.icon, value.tone, visible(value.text), tone)


def _paint_ticks(cell: Cell) -> None:
    word = cell.column.value(cell.record)
    if word:
        tick = word if isinstance(word, Tick) else tick_for(word)
        _icon_and_words(cell, tick.icon, tick.token, tick.word, cell.tone)


def _paint_bar(cell: Cell) -> None:
    value = cell.column.value(cell.record)
    if value is None:
        return
    parts = (
        [(float(value), "accent"), (1.0 - float(value), "")]
        if isinstance(value, int | float)
        else list(value)
    )
    height = dp(6)
    track = QRectF(cell.rect.left(), cell.rect.center().y() - height / 2 + 1, cell.rect.width(), height)
    box(cell.painter, track, height / 2, fill=colour("neutral_subtle"))
    left = 0.0
    widths = part_widths([part for part, _token in parts], track.width(), dp(4))
    for (_part, token), width in zip(parts, widths, strict=True):
        if token and width > 0:
            rect = cell.place(round(left), round(width))
            box(
                cell.painter,
                QRectF(rect.left(), track.top(), rect.width(), height),
                height / 2,
                fill=colour(token),
            )
        left += width


def _paint_menu(cell: Cell) -> None:
    icons.paint(cell.painter, "more", "text2", cell.rect, dp(16))


PAINTERS: Final[dict[str, Callable[[Cell], None]]] = {
    "pills": _paint_pills,
    "pill": _paint_pill_cell,
    "status": _paint_pill_cell,
    "mark": _paint_mark,
    "ticks": _paint_ticks,
    "bar": _paint_bar,
    "menu": _paint_menu,
}


class CellDelegate(QStyledItemDelegate):
    """One delegate for all columns of one table."""

    def __init__(self, columns: tuple[ColumnSpec[Any], ...], header: RecordHeader, parent: QWidget) -> None:
        super().__init__(parent)
        self._columns = columns
        self._header = header
        self._fonts = _fonts()
        self._padding = dp(CELL_PADDING)
        self.hovered_row = -1
        self.show_ring = False
        self.thumb_size = 26

    def refresh_fonts(self) -> None:
        """Read the fonts, and what is measured by them, again after the application's changed."""
        self._fonts = _fonts()
        self._padding = dp(CELL_PADDING)

    def content_rect(self, option: QStyleOptionViewItem, logical: int) -> QRect:
        """The cell without its padding; the first column starts at the page's inset."""
        lead = dp(self._header.inset) if self._header.is_first(logical) else self._padding
        rect = option.rect.adjusted(lead, 0, -self._padding, 0)
        return QStyle.visualRect(option.direction, option.rect, rect)

    def is_cut(self, option: QStyleOptionViewItem, index: Index) -> bool:
        """Whether a cell's text does not fit."""
        column = self._columns[index.column()]
        rect = self.content_rect(option, index.column())
        width = rect.width() - (dp(self.thumb_size + 10) if column.thumb is not None else 0)
        font = self._fonts[TEXT_ROLES.get(column.kind, "body")]
        extra = dp(22) if column.kind in ("mark", "ticks") else 0
        if column.kind == "menu":
            return True  # a mark says nothing to who does not know it
        return QFontMetrics(font).horizontalAdvance(str(index.data() or "")) + extra > width

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        column = self._columns[index.column()]
        font = self._fonts[TEXT_ROLES.get(column.kind, "body")]
        width = QFontMetrics(font).horizontalAdvance(str(index.data() or "")) + 2 * dp(CELL_PADDING)
        if column.thumb is not None:
            width += dp(self.thumb_size + 10)
        return QSize(width + dp(self._header.inset), option.rect.height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        logical = index.column()
        column = self._columns[logical]
        record = index.data(RECORD_ROLE)
        rect = option.rect
        state = option.state.value
        selected = bool(state & SELECTED)
        edited = column.edited is not None and column.edited(record)
        problem = column.problem(record) if column.problem is not None else None
        look = column.look(record) if column.look is not None and not problem else None
        painter.save()
        ground = "surface"
        if problem:
            ground = "error_cell"
        elif edited:
            ground = "edited"
        elif selected:
            ground = "selection"
        elif index.row() == self.hovered_row:
            ground = "hover"
        painter.fillRect(rect, colour(ground))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, colour("border"))
        leading = option.direction == Qt.LayoutDirection.LeftToRight
        if column.kind == "row":
            x = rect.right() if leading else rect.left()
            hairline(painter, QPointF(x, rect.top()), QPointF(x, rect.bottom()))
        if selected and self._header.is_first(logical):
            self._bar(painter, rect, 3, "accent", leading)
        if edited:
            self._bar(painter, rect.adjusted(0, dp(4), 0, -dp(4)), 2, "warning", leading)
        if problem or look:
            self._fold(painter, rect, "danger" if problem else "warning", leading)
        tone = "danger" if problem else "warning" if look else ""
        self._content(painter, option, logical, record, tone)
        if state & FOCUSED and self.show_ring:
            # Beside the edge of a selected row, not over it: two lines on one another read as a fault.
            edge = 3 if selected and self._header.is_first(logical) else 0
            ring(painter, rect.adjusted(edge if leading else 0, 0, 0 if leading else -edge, -1), dp(4))
        painter.restore()

    @staticmethod
    def _bar(painter: QPainter, rect: QRect, width: int, token: str, leading: bool) -> None:
        left = rect.left() if leading else rect.right() - width + 1
        painter.fillRect(QRect(left, rect.top(), width, rect.height()), colour(token))

    @staticmethod
    def _fold(painter: QPainter, rect: QRect, token: str, leading: bool) -> None:
        side = dp(8)
        corner = rect.topRight() + QPoint(1, 0) if leading else rect.topLeft()
        step = -side if leading else side
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(token))
        painter.drawPolygon(QPolygon([corner, corner + QPoint(step, 0), corner + QPoint(0, side)]))
        painter.restore()

    def _content(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        logical: int,
        record: Any,
        problem: str,
    ) -> None:
        column = self._columns[logical]
        rect = self.content_rect(option, logical)
        direction = option.direction
        if column.thumb is not None:
            side = dp(self.thumb_size)
            place = QRect(rect.left(), rect.top() + (rect.height() - side) // 2, side, side)
            paint_thumb(painter, QStyle.visualRect(direction, rect, place), column.thumb(record))
            rect = QStyle.visualRect(direction, rect, rect.adjusted(side + dp(10), 0, 0, 0))
        tone = problem or TEXT_TONES.get(column.kind, "text")
        if column.tone is not None and not problem:
            tone = column.tone(record) or tone
        painter.setFont(self._fonts[TEXT_ROLES.get(column.kind, "body")])
        PAINTERS.get(column.kind, _paint_text)(Cell(painter, rect, column, record, tone, direction))

    # -- editing in place

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        column = self._columns[index.column()]
        editor.setAccessibleName(show(column.title))
        if column.ends():
            editor.setAlignment(Qt.AlignmentFlag.AlignTrailing)
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole) or ""))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: Any, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            model.setData(index, editor.text())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        editor.setGeometry(option.rect.adjusted(0, 0, 0, -1))
