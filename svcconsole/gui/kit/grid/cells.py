"""Paints the rows of every grid: ground, hairline and edge of a row, then each cell's content by its kind."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QPainter, QPolygon
from PySide6.QtWidgets import QStyle

from svcconsole.gui import fonts, icons
from svcconsole.gui.colours import colour
from svcconsole.gui.kit.grid.columns import ColumnSpec
from svcconsole.gui.kit.grid.header import CELL_PADDING, GridHeader, Span
from svcconsole.gui.metrics import dp
from svcconsole.gui.painting import box, ring, words
from svcconsole.gui.text import visible
from svcconsole.gui.widgets.bars import part_widths
from svcconsole.gui.widgets.pills import PillValue, Tick, paint_pill, pill_height, pill_width, tick_for
from svcconsole.gui.widgets.thumbs import paint_thumb

TEXT_ROLES: Final = {
    "strong": "strong", "mono": "mono", "mark": "body", "ticks": "caption", "pills": "label",
    "pill": "label", "status": "label",
}  # fmt: skip
TEXT_TONES: Final = {"mono": "text2", "row": "text2"}
EVERY: Final = range(2**31)
"""The columns of a row that is selected as a whole."""
NONE: Final = range(0)
MOST_CUT: Final = 8_192
"""So many texts are kept as they were cut: measuring costs half as much as painting."""


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


class PaintedRow(NamedTuple):
    """A row as it is painted: its number and record, the room it takes, which of its cells are selected, and
    the one that is current, -1 for none."""

    at: int
    record: Any
    room: QRect
    selected: Container[int] = NONE
    current: int = -1


class Face(NamedTuple):
    """A font with what is measured by it; `rise` puts a line into the middle of a row."""

    font: QFont
    metrics: QFontMetrics
    exact: QFontMetricsF
    rise: int


def _faces() -> dict[str, Face]:
    found = {}
    for role in (*set(TEXT_ROLES.values()), "body"):
        font = fonts.role_font(role)
        metrics = QFontMetrics(font)
        found[role] = Face(font, metrics, QFontMetricsF(font), metrics.ascent() - metrics.descent() + 1)
    return found


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


class CellPainter:
    """One painter for all rows of one grid; `begin` comes before the first row of each painting."""

    def __init__(self, header: GridHeader) -> None:
        self._header = header
        self._cut: dict[tuple[str, int, str], tuple[str, float]] = {}
        self._direction = Qt.LayoutDirection.LeftToRight
        self._first, self._inset = -1, 0
        self._pen = self._font = ""
        self.columns: Sequence[ColumnSpec[Any]] = ()
        self.hovered_row = -1
        self.show_ring = False
        self.thumb_size = 26
        self.refresh_fonts()

    def refresh_fonts(self) -> None:
        """Read the fonts, and what is measured by them, again after the application's changed."""
        self._faces = _faces()
        self._padding = dp(CELL_PADDING)
        self._cut.clear()

    def begin(self, painter: QPainter, direction: Qt.LayoutDirection) -> None:
        """Each text runs as its own first strong letter does."""
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        self._direction = direction
        self._first = self._header.first_shown()
        self._inset = self.inset()
        self._pen = self._font = ""

    def room_for_text(self, logical: int, width: int) -> int:
        """What a cell of this width has for its content."""
        lead = self.inset() if self._header.is_first(logical) else self._padding
        return width - lead - self._padding

    def painted_text(self, logical: int, record: Any, width: int) -> str:
        """A cell's text as it is painted in a column of this width: cut where that ends."""
        column = self.columns[logical]
        role = TEXT_ROLES.get(column.kind, "body")
        text, room = column.said(record), self.room_for_text(logical, width)
        return self._lay(text, room, role)[0]

    def inset(self) -> int:
        """Where the first column's content begins, in pixels."""
        return dp(self._header.inset)

    def text_width(self, logical: int, text: str) -> int:
        """How wide a cell's content is."""
        column = self.columns[logical]
        extra = dp(22) if column.kind in ("mark", "ticks") else 0
        thumb = dp(self.thumb_size + 10) if column.thumb is not None else 0
        return (
            self._faces[TEXT_ROLES.get(column.kind, "body")].metrics.horizontalAdvance(text) + extra + thumb
        )

    def paint_row(self, painter: QPainter, row: PaintedRow, spans: Sequence[Span]) -> None:
        """One row, of it the cells in `spans`."""
        at, record, room, selected, current = row
        top, height = room.top(), room.height()
        ground = "selection" if selected is EVERY else "hover" if at == self.hovered_row else "surface"
        painter.fillRect(room, colour(ground))
        painter.fillRect(room.left(), room.bottom(), room.width(), 1, colour("border"))
        leading = self._direction == Qt.LayoutDirection.LeftToRight
        for logical, left, width in spans:
            column = self.columns[logical]
            chosen = selected is not NONE and logical in selected
            problem = column.problem(record) if column.problem is not None else None
            edited = column.edited is not None and column.edited(record)
            look = column.look(record) if column.look is not None and not problem else None
            if problem or edited or (chosen and selected is not EVERY):
                ground = "error_cell" if problem else "edited" if edited else "selection"
                painter.fillRect(left, top, width, height - 1, colour(ground))
            if column.kind == "row":
                painter.fillRect(left + width - 1 if leading else left, top, 1, height, colour("border"))
            is_first = logical == self._first
            if chosen and is_first:
                painter.fillRect(left if leading else left + width - 3, top, 3, height, colour("accent"))
            if edited:
                edge, inset = left if leading else left + width - 2, dp(4)
                painter.fillRect(edge, top + inset, 2, height - 2 * inset, colour("warning"))
            if problem or look:
                corner = QPoint(left + width if leading else left, top)
                self._fold(painter, corner, "danger" if problem else "warning", leading)
            lead = self._inset if is_first else self._padding
            inner = width - lead - self._padding
            start = left + (lead if leading else self._padding)
            tone = "danger" if problem else "warning" if look else ""
            if column.thumb is not None:
                inner, start = self._thumb(painter, column, record, QRect(start, top, inner, height))
            if not tone:
                tone = TEXT_TONES.get(column.kind, "text")
                if column.tone is not None:
                    tone = column.tone(record) or tone
            cell = Cell(painter, QRect(start, top, inner, height), column, record, tone, self._direction)
            paint = PAINTERS.get(column.kind)
            if paint is None:
                self._text(cell)
            else:
                painter.setFont(self._faces[TEXT_ROLES.get(column.kind, "body")].font)
                paint(cell)
                self._pen = self._font = ""
            if logical == current and self.show_ring:
                # Beside the edge of a selected row, not over it: two lines on one another read as a fault.
                edge = 3 if chosen and is_first else 0
                ring(painter, QRect(left + (edge if leading else 0), top, width - edge, height - 1), dp(4))

    def _text(self, cell: Cell) -> None:
        painter, room, column, record, tone, direction = cell
        text = column.said(record)
        if not text:
            return
        role = TEXT_ROLES.get(column.kind, "body")
        face = self._faces[role]
        found = self._cut.get((text, room.width(), role)) or self._lay(text, room.width(), role)
        if role != self._font:
            self._font = role
            painter.setFont(face.font)
        if tone != self._pen:
            self._pen = tone
            painter.setPen(colour(tone))
        at_right = column.ends() == (direction == Qt.LayoutDirection.LeftToRight)
        left = room.left() + (room.width() - found[1] if at_right else 0)
        painter.drawText(QPointF(left, room.top() + (room.height() + face.rise) // 2), found[0])

    def _lay(self, text: str, room: int, role: str) -> tuple[str, float]:
        """One line of text cut to its column, and how wide it is then."""
        face = self._faces[role]
        line = text.replace("\n", " ").replace("\t", " ")
        cut = Qt.TextElideMode.ElideRight
        if role == "mono":
            cut = Qt.TextElideMode.ElideMiddle
        elif len(line) > (fits := max(16, room // 2)):
            line = f"{line[:fits]}…"
        if face.metrics.horizontalAdvance(line) > room:
            line = face.metrics.elidedText(line, cut, max(0, room))
        if len(self._cut) >= MOST_CUT:
            self._cut.clear()
        found = self._cut[text, room, role] = (line, face.exact.horizontalAdvance(line))
        return found

    def _thumb(self, painter: QPainter, column: ColumnSpec[Any], record: Any, rect: QRect) -> tuple[int, int]:
        """Paint the picture before a text; the width and the left edge that are left for the text."""
        side = dp(self.thumb_size)
        place = QRect(rect.left(), rect.top() + (rect.height() - side) // 2, side, side)
        if column.thumb is not None:
            paint_thumb(painter, QStyle.visualRect(self._direction, rect, place), column.thumb(record))
        self._pen = self._font = ""
        rest = rect.adjusted(side + dp(10), 0, 0, 0)
        return rest.width(), QStyle.visualRect(self._direction, rect, rest).left()

    @staticmethod
    def _fold(painter: QPainter, corner: QPoint, token: str, leading: bool) -> None:
        side = dp(8)
        step = -side if leading else side
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(token))
        painter.drawPolygon(QPolygon([corner, corner + QPoint(step, 0), corner + QPoint(0, side)]))
        painter.restore()
