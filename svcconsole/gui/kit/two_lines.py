"""Paints entries of two lines, a title and what explains it: one delegate for lists, and its parts for rows
that are widgets."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QCursor, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.kit.widgets.pills import PillValue, paint_pill, pill_height, pill_width

Index = QModelIndex | QPersistentModelIndex


class TwoLines(NamedTuple):
    """What an entry says; at the end of its first line stands a time or a price, and before it what was there
    earlier, struck through; at the end of the second a pill, which leaves the title the whole width. Without
    `sub` there is only one line; a blank one keeps its room."""

    title: str
    sub: str | None = None
    end: str = ""
    pill: PillValue | None = None
    struck: str = ""

    def heights(self) -> tuple[int, int]:
        """Of the first line and of the second."""
        first = QFontMetrics(role_font("strong")).height()
        if self.pill is not None:
            return first, pill_height(role_font("label"))
        return first, 0 if self.sub is None else QFontMetrics(role_font("caption")).height()

    def width(self) -> int:
        """Of the title or of the second line, whichever is wider, where neither is cut."""
        title = QFontMetrics(role_font("strong")).horizontalAdvance(self.title)
        return max(title, QFontMetrics(role_font("caption")).horizontalAdvance(self.sub or ""))


def paint_ground(
    painter: QPainter, ground: QRect, radius: int, *, chosen: bool, hovered: bool, focused: bool
) -> None:
    """What lies under an entry, by how it stands."""
    if chosen or hovered:
        box(painter, ground, radius, fill=colour("selection" if chosen else "hover"))
    if focused:
        ring(painter, ground, radius)


def paint_lines(
    painter: QPainter,
    ground: QRect,
    room: QRect,
    lines: TwoLines,
    direction: Qt.LayoutDirection,
    *,
    gap: int = 0,
) -> None:
    """The two lines from the top of `room` on, `gap` apart; `room` is turned round with its `ground`."""

    def placed(left: int, top: int, width: int, height: int) -> QRect:
        return QStyle.visualRect(direction, ground, QRect(left, top, width, height))

    first, second = lines.heights()
    taken, taken_below = 0, 0
    if lines.pill is not None:
        label = role_font("label")
        wide = pill_width(label, lines.pill)
        taken_below = wide + dp(8)
        painter.setFont(label)
        pill = placed(room.left() + room.width() - wide, room.top() + first + gap, wide, second)
        paint_pill(painter, pill, lines.pill, direction)
    if lines.end:
        painter.setFont(role_font("caption"))
        wide = painter.fontMetrics().horizontalAdvance(lines.end)
        taken = wide + dp(8)
        end = placed(room.right() - wide, room.top(), wide + 1, first)
        words(painter, end, lines.end, "text2", direction, side=Qt.AlignmentFlag.AlignTrailing)
    if lines.struck:
        font = role_font("caption")
        font.setStrikeOut(True)
        painter.setFont(font)
        wide = painter.fontMetrics().horizontalAdvance(lines.struck)
        before = placed(room.right() - taken - wide, room.top(), wide + 1, first)
        words(painter, before, lines.struck, "text2", direction, side=Qt.AlignmentFlag.AlignTrailing)
        taken += wide + dp(8)
    painter.setFont(role_font("strong"))
    title = placed(room.left(), room.top(), room.width() - taken, first)
    words(painter, title, lines.title.replace("\n", " "), "text", direction)
    if lines.sub:
        painter.setFont(role_font("caption"))
        below = placed(room.left(), room.top() + first + gap, room.width() - taken_below, second)
        words(painter, below, lines.sub.replace("\n", " "), "text2", direction)


class TwoLineDelegate(QStyledItemDelegate):
    """Shows the entries of a list; sizes are in units of look.md. `lines_of` says what an entry says, and
    `paint_lead` paints what stands before it."""

    margin = (0, 0)
    """Left free at the sides and above and below."""
    radius = 6
    padding = (8, 10)
    """Between the ground's edges and the content, at the leading and the trailing side."""
    lead = (0, 0)
    """The side of what stands before the lines, and the room after it."""
    gap = 0
    air = 12
    """Above and below the lines together."""
    least_width = 120

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def lines_of(self, index: Index) -> TwoLines | None:
        """What an entry says; None where there is nothing to paint."""
        raise NotImplementedError

    def paint_lead(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """What stands before the lines, in the middle of the entry's height."""

    def is_chosen(self, option: QStyleOptionViewItem, index: Index) -> bool:
        """Whether an entry is marked: the current one, where only one can be chosen."""
        return index == self._view.currentIndex()

    def ground_of(self, rect: QRect) -> QRect:
        """An entry's room without what is left free around it."""
        across, down = map(dp, self.margin)
        return rect.adjusted(across, down, -across, -down)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        first = QFontMetrics(role_font("strong")).height()
        second = QFontMetrics(role_font("caption")).height()
        return QSize(dp(self.least_width), first + second + dp(self.air))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        lines = self.lines_of(index)
        if lines is None:
            return
        ground, direction = self.ground_of(QRect(option.rect)), option.direction
        current = index == self._view.currentIndex()
        paint_ground(
            painter,
            ground,
            dp(self.radius),
            chosen=self.is_chosen(option, index),
            hovered=ground.contains(self._view.viewport().mapFromGlobal(QCursor.pos())),
            focused=current and self._view.hasFocus(),
        )
        side, after = map(dp, self.lead)
        inner = ground.adjusted(dp(self.padding[0]), 0, -dp(self.padding[1]), 0)
        if side:
            mark = QRect(inner.left(), ground.top() + (ground.height() - side) // 2, side, side)
            self.paint_lead(painter, QStyle.visualRect(direction, ground, mark), index)
            inner.setLeft(inner.left() + side + after)
        inner.setTop(self.top_of(ground, lines))
        paint_lines(painter, ground, inner, lines, direction, gap=dp(self.gap))

    def top_of(self, ground: QRect, lines: TwoLines) -> int:
        """Where the first line begins."""
        return ground.top() + (ground.height() - sum(lines.heights())) // 2
