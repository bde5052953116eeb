"""The bar under the preview: the file as a line, rows left out, and the current row."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design import colours
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.quantity_words import count

HEIGHT, TRACK, MARK = 24, 6, 3


class MarksBar(QWidget):
    """`wanted(row)` when a place on it is pressed; rows count from 1."""

    wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.rows, self.row = 0, 0
        self.marked: Sequence[int] = ()
        self.setFixedHeight(dp(HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_marks(self, rows: int, marked: Sequence[int]) -> None:
        """A file of so many rows, of which these are not sent."""
        self.rows, self.marked = rows, marked
        self._name()

    def show_row(self, row: int) -> None:
        """The row that is shown."""
        self.row = row
        self._name()

    def sizeHint(self) -> QSize:
        return QSize(dp(240), dp(HEIGHT))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.rows:
            share = event.position().x() / max(1, self.width())
            if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
                share = 1 - share
            self.wanted.emit(min(self.rows, max(1, round(share * self.rows + 0.5))))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            middle = self.height() / 2
            track = QRectF(0, middle - dp(TRACK) / 2, self.width(), dp(TRACK))
            contrast = colours.current() == "contrast"
            edge = colour("border") if contrast else None
            box(painter, track, track.height() / 2, fill=colour("sunken"), edge=edge)
            drawn: set[int] = set()
            for row in self.marked:
                left = self._left(row)
                if round(left) not in drawn:
                    drawn.add(round(left))
                    painter.fillRect(QRectF(left, track.top(), dp(MARK), track.height()), colour("warning"))
            if self.row:
                dot = QRectF(self._left(self.row) - dp(3), middle - dp(7), dp(8), dp(14))
                box(painter, dot, dp(4), fill=colour("accent"), edge=colour("surface"))

    def _left(self, row: int) -> float:
        share = (row - 0.5) / max(1, self.rows)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            share = 1 - share
        return share * (self.width() - dp(MARK))

    def _name(self) -> None:
        self.setAccessibleName(
            tr(
                "Row {row} of {rows}, {marked} not sent",
                row=count(self.row),
                rows=count(self.rows),
                marked=count(len(self.marked)),
            )
        )
        self.update()
