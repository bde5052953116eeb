"""Paints the rows of every grid: ground, hairline and edge of a row, then each cell's content by its kind."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QPainter, QPolygon
from PySide6.QtWidgets import QStyle, QStyleOption

from svcconsole.gui.design import controls, fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.design.text import visible
from svcconsole.gui.kit.grid.columns import ColumnSpec
from svcconsole.gui.kit.grid.header import CELL_PADDING, GridHeader, Span
from svcconsole.gui.kit.widgets.bars import part_widths
from svcconsole.gui.kit.widgets.pills import PillValue, Tick, paint_pill, pill_height, pill_width, tick_for
from svcconsole.gui.kit.widgets.thumbnails import paint_thumbnail

TEXT_ROLES: Final = {
    "strong": "strong", "mono": "mono", "mark": "body", "ticks": "caption", "pills": "label",
    "pill": "label", "status": "label", "strong_mark": "strong",
}  # fmt: skip
TEXT_TONES: Final = {"mono": "text2", "row": "text2"}
EVERY: Final = range(2**31)
"""The columns of a row that is selected as a whole."""
NONE: Final = range(0)
LEAST_STRUCK: Final = 24
"""Less room than this is not worth a cut text."""
ADDRESSES: Final = ("https://", "http://")
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


class Painted(NamedTuple):
    """What painting asks of a column again and again, found out once."""

    column: ColumnSpec[Any]
    said: Callable[[Any], str]
    role: str
    tone: str
    paint: Callable[[Cell], None] | None
    is_number: bool
    has_states: bool
    ends: bool


def _painted(column: ColumnSpec[Any]) -> Painted:
    return Painted(
        column,
        column.plain_text,
        TEXT_ROLES.get(column.kind, "body"),
        TEXT_TONES.get(column.kind, "text"),
        PAINTERS.get(column.kind),
        column.kind == "row",
        any(told is not None for told in (column.problem, column.look, column.edited)),
        column.ends(),
    )


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
    if icon:
        icons.paint(cell.painter, icon, token, cell.place(0, side), side)
    room = cell.rect.width() - side - dp(6)
    if room > dp(12):
        words(cell.painter, cell.place(side + dp(6), room), text, tone, cell.direction)


def _paint_mark(cell: Cell) -> None:
    value = cell.column.value(cell.record)
    if value is None:
        return
    chosen = cell.column.strong is not None and cell.column.strong(cell.record)
    tone = cell.tone if cell.tone != "text" or chosen else "text2"
    if value.icon:
        _icon_and_words(cell, value.icon, value.tone, visible(value.text), tone)
    else:
        words(cell.painter, cell.rect, visible(value.text), tone, cell.direction)


def _paint_strong_mark(cell: Cell) -> None:
    value = cell.column.value(cell.record)
    if value is not None:
        _icon_and_words(cell, value.icon, value.tone, visible(value.text), cell.tone)


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


def _paint_check(cell: Cell) -> None:
    option, side = QStyleOption(), dp(16)
    place = cell.place(0, side)
    option.rect = QRect(place.left(), place.top() + (place.height() - side) // 2, side, side)
    ticked = QStyle.StateFlag.State_On if cell.column.value(cell.record) else QStyle.StateFlag.State_Off
    option.state = QStyle.StateFlag.State_Enabled | ticked
    controls.check_box(cell.painter, option, None)


PAINTERS: Final[dict[str, Callable[[Cell], None]]] = {
    "pills": _paint_pills,
    "pill": _paint_pill_cell,
    "status": _paint_pill_cell,
    "mark": _paint_mark,
    "strong_mark": _paint_strong_mark,
    "ticks": _paint_ticks,
    "bar": _paint_bar,
    "menu": _paint_menu,
    "check": _paint_check,
}


class CellPainter:
    """One painter for all rows of one grid; `begin` comes before the first row of each painting."""

    def __init__(self, header: GridHeader) -> None:
        self._header = header
        self._cut: dict[tuple[str, int, str], tuple[str, float]] = {}
        self._direction = Qt.LayoutDirection.LeftToRight
        self._first, self._inset = -1, 0
        self._pen = self._font = ""
        self._columns: tuple[Painted, ...] = ()
        self._heads: Callable[[Any], bool] | None = None
        self.hovered_row = -1
        self.show_ring = False
        self.thumb_size = 26
        self.refresh_fonts()

    def refresh_fonts(self) -> None:
        """Read the fonts, and what is measured by them, again after the application's changed."""
        self._faces = _faces()
        self._padding = dp(CELL_PADDING)
        self._cut.clear()

    def set_columns(self, columns: Sequence[ColumnSpec[Any]]) -> None:
        """The columns, as the model numbers them."""
        self._columns = tuple(map(_painted, columns))
        self._heads = next((column.heads for column in columns if column.heads is not None), None)

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
        column = self._columns[logical]
        return self._lay(column.said(record), self.room_for_text(logical, width), column.role)[0]

    def inset(self) -> int:
        """Where the first column's content begins, in pixels."""
        return dp(self._header.inset)

    def text_width(self, logical: int, text: str) -> int:
        """How wide a cell's content is."""
        column, _said, role, *_rest = self._columns[logical]
        extra = dp(22) if column.kind in ("mark", "strong_mark", "ticks") else 0
        thumb = dp(self.thumb_size + 10) if column.thumb is not None else 0
        return self._faces[role].metrics.horizontalAdvance(text) + extra + thumb

    def paint_row(self, painter: QPainter, row: PaintedRow, spans: Sequence[Span]) -> None:
        """One row, of it the cells in `spans`."""
        at, record, room, selected, current = row
        top, height = room.top(), room.height()
        rest = "canvas" if self._heads is not None and self._heads(record) else "surface"
        ground = "selection" if selected is EVERY else "hover" if at == self.hovered_row else rest
        painter.fillRect(room, colour(ground))
        painter.fillRect(room.left(), room.bottom(), room.width(), 1, colour("border"))
        leading = self._direction == Qt.LayoutDirection.LeftToRight
        for span in spans:
            logical, left, width = span
            painted = self._columns[logical]
            column, paint, tone = painted.column, painted.paint, painted.tone
            chosen = selected is EVERY or logical in selected
            is_first = logical == self._first
            if painted.is_number:
                painter.fillRect(left + width - 1 if leading else left, top, 1, height, colour("border"))
            if chosen and selected is not EVERY:
                painter.fillRect(left, top, width, height - 1, colour("selection"))
            told = self._paint_states(painter, row, span, column) if painted.has_states else ""
            if chosen and is_first and not painted.has_states:
                self._paint_edge(painter, span, row.room)
            if told:
                tone = told
            elif column.tone is not None:
                tone = column.tone(record) or tone
            lead = self._inset if is_first else self._padding
            inner = width - lead - self._padding
            start = left + (lead if leading else self._padding)
            if column.thumb is not None:
                inner, start = self._thumb(painter, column, record, QRect(start, top, inner, height))
            role = painted.role
            if column.strong is not None and column.strong(record):
                role = "strong"
            if paint is not None:
                painter.setFont(self._faces[role].font)
                paint(Cell(painter, QRect(start, top, inner, height), column, record, tone, self._direction))
                self._pen = self._font = ""
            elif text := painted.said(record):
                cut = self._cut.get((text, inner, role)) or self._lay(text, inner, role)
                self._use(painter, role, tone)
                base = top + (height + self._faces[role].rise) // 2
                left_edge = start + inner - cut[1] if painted.ends == leading else start
                painter.drawText(QPointF(left_edge, base), cut[0])
                if column.struck is not None and (before := column.struck(record)):
                    beside = QRect(start, top, inner, height)
                    self._paint_struck(painter, beside, before, cut[1], at_end=painted.ends == leading)
            if logical == current and self.show_ring:
                # Beside the edge of a selected row, not over it: two lines on one another read as a fault.
                edge = 3 if chosen and is_first else 0
                ring(painter, QRect(left + (edge if leading else 0), top, width - edge, height - 1), dp(4))

    def _paint_struck(self, painter: QPainter, room: QRect, text: str, taken: float, *, at_end: bool) -> None:
        """What stood there before, struck through, beside a text that takes `taken` of the room's width."""
        face = self._faces["caption"]
        font = QFont(face.font)
        font.setStrikeOut(True)
        left = room.width() - round(taken) - dp(6)
        if left < dp(LEAST_STRUCK):
            return
        cut = face.metrics.elidedText(text, Qt.TextElideMode.ElideRight, left)
        width = face.exact.horizontalAdvance(cut)
        painter.setFont(font)
        painter.setPen(colour("text2"))
        beside = room.left() + left - width if at_end else room.left() + room.width() - left
        painter.drawText(QPointF(beside, room.top() + (room.height() + face.rise) // 2), cut)
        self._pen = self._font = ""

    def _paint_states(self, painter: QPainter, row: PaintedRow, span: Span, column: ColumnSpec[Any]) -> str:
        """The ground and the marks of a cell that was edited or has a problem; its colour of text, or ""."""
        record, top, height = row.record, row.room.top(), row.room.height()
        leading = self._direction == Qt.LayoutDirection.LeftToRight
        problem = column.problem(record) if column.problem is not None else None
        edited = column.edited is not None and column.edited(record)
        look = column.look(record) if column.look is not None and not problem else None
        if problem or edited:
            ground = colour("error_cell" if problem else "edited")
            painter.fillRect(span.left, top, span.width, height - 1, ground)
        if span.logical == self._first and span.logical in row.selected:
            self._paint_edge(painter, span, row.room)
        if edited:
            edge, inset = span.left if leading else span.left + span.width - 2, dp(4)
            painter.fillRect(edge, top + inset, 2, height - 2 * inset, colour("warning"))
        if not problem and not look:
            return ""
        tone = "danger" if problem else "warning"
        self._fold(painter, QPoint(span.left + span.width if leading else span.left, top), tone, leading)
        return tone

    def _paint_edge(self, painter: QPainter, span: Span, room: QRect) -> None:
        """What marks a selected row at its first cell."""
        leading = self._direction == Qt.LayoutDirection.LeftToRight
        left = span.left if leading else span.left + span.width - 3
        painter.fillRect(left, room.top(), 3, room.height(), colour("accent"))

    def _use(self, painter: QPainter, role: str, tone: str) -> None:
        """Setting a font or a pen costs something even where it is the same."""
        if role != self._font:
            self._font = role
            painter.setFont(self._faces[role].font)
        if tone != self._pen:
            self._pen = tone
            painter.setPen(colour(tone))

    def _lay(self, text: str, room: int, role: str) -> tuple[str, float]:
        """One line of text cut to its column, and how wide it is then."""
        face = self._faces[role]
        line = text.replace("\n", " ").replace("\t", " ")
        cut = Qt.TextElideMode.ElideRight
        # Of ids and addresses it is the end that tells one from another.
        if role == "mono" or line.startswith(ADDRESSES):
            cut = Qt.TextElideMode.ElideMiddle
        elif len(line) > (fits := max(16, room // 2)):
            line = f"{line[:fits]}…"
        width = face.exact.horizontalAdvance(line)
        if round(width) > room:  # whole pixels, as elidedText counts them
            line = face.metrics.elidedText(line, cut, max(0, room))
            width = face.exact.horizontalAdvance(line)
        if len(self._cut) >= MOST_CUT:
            self._cut.clear()
        found = self._cut[text, room, role] = (line, width)
        return found

    def _thumb(self, painter: QPainter, column: ColumnSpec[Any], record: Any, rect: QRect) -> tuple[int, int]:
        """Paint the picture before a text; the width and the left edge that are left for the text."""
        side = dp(self.thumb_size)
        place = QRect(rect.left(), rect.top() + (rect.height() - side) // 2, side, side)
        if column.thumb is not None:
            paint_thumbnail(painter, QStyle.visualRect(self._direction, rect, place), column.thumb(record))
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
