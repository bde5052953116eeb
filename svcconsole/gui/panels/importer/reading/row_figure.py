"""A row between its neighbours, as it is and as it would be: the eye sees whether it fits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QFontMetrics,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.design.text import show_tip, visible
from svcconsole.gui.design.words import tr

WIDEST, NARROW, NARROWEST, PADDING, INSET = 220, 80, 40, 8, 12
"""A column is as wide as its texts, up to the first of these; where all do not fit, down to the second."""
MARK = 20
"""What the sign before a label takes."""
LONGEST = 40
NUMBER = re.compile(r"[-+]?[\d.,\s]*\d[\d.,\s%€$£]*")
Look = Literal["near", "as-is", "repaired"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the figure: a label, its cells, and which of them are pointed out (`marked`)."""

    label: str
    cells: tuple[str, ...]
    look: Look = "near"
    marked: frozenset[int] = frozenset()


class _Lines(QWidget):
    """The painted lines."""

    def __init__(self) -> None:
        super().__init__()
        self.header: tuple[str, ...] = ()
        self.lines: tuple[Line, ...] = ()
        self._wanted: list[int] = []
        self._widths: list[int] = []
        self._label = 0
        self._numbers: frozenset[int] = frozenset()
        self._ring = False
        self._nowhere = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_lines(self, header: Sequence[str], lines: Sequence[Line]) -> None:
        widest = max((len(line.cells) for line in lines), default=0)
        nowhere = (tr("no column"),) * max(0, widest - len(header))
        self.header, self.lines = (*header, *nowhere), tuple(lines)
        self._nowhere = len(header)
        self._measure()
        self._numbers = frozenset(at for at in range(len(header)) if self._holds_numbers(at))
        self.setAccessibleName(tr("The row and its neighbours"))
        self.setAccessibleDescription("; ".join(f"{line.label}: {', '.join(line.cells)}" for line in lines))
        self.updateGeometry()
        self.update()

    def _measure(self) -> None:
        body, head = QFontMetrics(fonts.role_font("strong")), QFontMetrics(fonts.role_font("caption"))
        self._wanted = []
        labels = [body.horizontalAdvance(line.label) + dp(MARK) for line in self.lines]
        self._label = max([head.horizontalAdvance(tr("Row")), *labels]) + 2 * dp(INSET)
        for at, title in enumerate(self.header):
            texts = [visible(line.cells[at]) for line in self.lines if at < len(line.cells)]
            wanted = max([head.horizontalAdvance(title), *(body.horizontalAdvance(text) for text in texts)])
            self._wanted.append(min(max(wanted, dp(NARROWEST)), dp(WIDEST)))
        self.fit(self.width())

    def fit(self, room: int) -> None:
        """Share `room` among the columns: the widest give way first, none below what can be read. What a
        repair put together is seen whole for as long as others can give way."""
        room -= self._label + 2 * dp(PADDING) * len(self._wanted)
        whole = {at for line in self.lines if line.look == "repaired" for at in line.marked}
        widths = list(self._wanted)
        every = set(range(len(widths)))
        for giving in (every - whole, every & whole):
            for most in range(dp(WIDEST), dp(NARROW) - 1, -1):
                if sum(widths) <= room:
                    break
                for at in giving:
                    widths[at] = min(widths[at], most)
        widths = [width + 2 * dp(PADDING) for width in widths]
        if widths != self._widths:
            self._widths = widths
            self.updateGeometry()
            self.update()

    def _holds_numbers(self, at: int) -> bool:
        """Whether the rows that are right hold numbers in a column: those stand at its end."""
        right = [line for line in self.lines if line.look == "near"] or [
            line for line in self.lines if line.look == "repaired"
        ]
        cells = [line.cells[at] for line in right if at < len(line.cells)]
        return any(cells) and all(NUMBER.fullmatch(cell[:LONGEST]) for cell in cells if cell)

    def first_marked(self) -> QRect:
        """The place of the first cell that is pointed out; empty where there is none."""
        marked = [at for line in self.lines for at in line.marked if at < len(self._widths)]
        return self._places(0)[min(marked) + 1] if marked else QRect()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            show_tip(event.globalPos(), self.cut_text(event.pos()), self)
            return True
        return super().event(event)

    def cut_text(self, place: QPoint) -> str:
        """The whole text of the cell or name there where it is cut; else nothing."""
        row = place.y() // self.row_height() - 1
        found = [
            at for at, cell in enumerate(self._places(0)[1:]) if cell.left() <= place.x() <= cell.right()
        ]
        if not found or row >= len(self.lines):
            return ""
        cells = self.header if row < 0 else self.lines[row].cells
        if found[0] >= len(cells):
            return ""
        text = visible(cells[found[0]])
        metrics = QFontMetrics(fonts.role_font("caption" if row < 0 else self._role(self.lines[row])))
        return text if metrics.horizontalAdvance(text) > self._widths[found[0]] - 2 * dp(PADDING) else ""

    def _role(self, line: Line) -> str:
        return "body" if line.look == "near" else "strong"

    def row_height(self) -> int:
        return QFontMetrics(fonts.role_font("body")).height() + dp(18)

    def sizeHint(self) -> QSize:
        return QSize(self._label + sum(self._widths), (len(self.lines) + 1) * self.row_height() + 2)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            height = self.row_height()
            painter.fillRect(self.rect(), colour("surface"))
            painter.fillRect(0, 0, self.width(), height, colour("canvas"))
            painter.setFont(fonts.role_font("caption"))
            self._paint_cells(painter, 0, tr("Row"), self.header, tone="text2")
            for at, line in enumerate(self.lines, start=1):
                self._paint_line(painter, at * height, line)
                painter.fillRect(0, at * height, self.width(), 1, colour("border"))
            seen = self.visibleRegion().boundingRect()
            box(painter, seen, 0, edge=colour("border"))
            if self._ring:
                ring(painter, seen, dp(4))

    def set_ring(self, on: bool) -> None:
        """Whether the focus is here."""
        self._ring = on
        self.update()

    def _places(self, top: int) -> list[QRect]:
        """The places of the label and the cells, mirrored in a right-to-left window."""
        left, found = 0, []
        for width in (self._label, *self._widths):
            place = QRect(left, top, width, self.row_height())
            found.append(QStyle.visualRect(self.layoutDirection(), self.rect(), place))
            left += width
        return found

    def _paint_line(self, painter: QPainter, top: int, line: Line) -> None:
        label, *cells = self._places(top)
        for at in sorted(line.marked):
            if at < len(cells):
                self._paint_ground(painter, cells[at], repaired=line.look == "repaired")
        painter.setFont(fonts.role_font(self._role(line)))
        tone = "text2" if line.look == "near" else "text"
        for at, (place, text) in enumerate(zip(cells, line.cells, strict=False)):
            inked = "danger" if line.look == "as-is" and at in line.marked else tone
            inner = place.adjusted(dp(PADDING), 0, -dp(PADDING), 0)
            words(painter, inner, visible(text), inked, self.layoutDirection(), side=self._side(at))
        self._paint_label(painter, label, line)

    def _paint_ground(self, painter: QPainter, place: QRect, *, repaired: bool) -> None:
        painter.fillRect(place.adjusted(0, 1, 0, 0), colour("edited" if repaired else "error_cell"))
        if repaired:
            leading = self.layoutDirection() == Qt.LayoutDirection.LeftToRight
            edge = place.left() if leading else place.right() - 1
            painter.fillRect(edge, place.top() + dp(4), 2, place.height() - 2 * dp(4), colour("warning"))

    def _paint_label(self, painter: QPainter, place: QRect, line: Line) -> None:
        inner = place.adjusted(dp(INSET), 0, -dp(INSET), 0)
        icon, tone = {"as-is": ("minus", "danger"), "repaired": ("plus", "success")}.get(
            line.look, ("", "text2")
        )
        painter.setFont(fonts.role_font("body"))
        if icon:
            side = dp(14)
            spot = QRect(inner.left(), inner.top(), side, inner.height())
            icons.paint(painter, icon, tone, QStyle.visualRect(self.layoutDirection(), place, spot), side)
            inner.setLeft(inner.left() + dp(MARK))
        said = QStyle.visualRect(self.layoutDirection(), place, inner) if icon else inner
        words(painter, said, line.label, tone, self.layoutDirection())

    def _paint_cells(
        self, painter: QPainter, top: int, label: str, cells: Sequence[str], *, tone: str
    ) -> None:
        first, *places = self._places(top)
        words(painter, first.adjusted(dp(INSET), 0, -dp(INSET), 0), label, tone, self.layoutDirection())
        for at, (place, text) in enumerate(zip(places, cells, strict=False)):
            inked = "danger" if at >= self._nowhere else tone
            inner = place.adjusted(dp(PADDING), 0, -dp(PADDING), 0)
            words(painter, inner, visible(text), inked, self.layoutDirection(), side=self._side(at))

    def _side(self, at: int) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignTrailing if at in self._numbers else Qt.AlignmentFlag.AlignLeading


class RowFigure(QScrollArea):
    """The lines in a frame; wide ones scroll, by the arrow keys, too."""

    accessible_role = QAccessible.Role.Graphic

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.figure = _Lines()
        self.setWidget(self.figure)
        self.setAccessibleName(tr("The row and its neighbours"))
        self._first = -1
        self.horizontalScrollBar().rangeChanged.connect(lambda *_: self._reveal())

    def set_lines(self, header: Sequence[str], lines: Sequence[Line]) -> None:
        """Show other lines under this header; begin where the first pointed out cell is on screen."""
        before = self._first
        self.figure.set_lines(header, lines)
        self._first = min((at for line in lines for at in line.marked), default=-1)
        self._fit()
        if self._first != before:
            self._reveal()

    def _fit(self) -> None:
        self.figure.fit(self.viewport().width())
        wanted = self.figure.sizeHint()
        bar = self.horizontalScrollBar().sizeHint().height() if wanted.width() > self.width() else 0
        self.setFixedHeight(wanted.height() + bar)

    def _reveal(self) -> None:
        place = self.figure.first_marked()
        if not place.isNull():
            self.ensureVisible(place.center().x(), 0, place.width(), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def lines(self) -> tuple[Line, ...]:
        """What is shown."""
        return self.figure.lines

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.figure.set_ring(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.figure.set_ring(False)
