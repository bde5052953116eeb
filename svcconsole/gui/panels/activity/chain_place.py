"""An entry's place in the chain of hashes: the one after it, itself, the one before, joined by a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRect, QSize
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, words
from svcconsole.gui.design.words import tr

ROW: Final = 32
MARK: Final = 16


class Linked(NamedTuple):
    """One entry: what it tells, its mark, whether it is the one in question, and whether it stands."""

    text: str
    mark: str
    is_this: bool = False
    stands: bool = True


class ChainPlace(QWidget):
    """The newest on top, as in the list."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: tuple[Linked, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Its place in the chain"))

    def entries(self) -> tuple[Linked, ...]:
        """What is shown."""
        return self._entries

    def set_entries(self, entries: Sequence[Linked]) -> None:
        """Show other entries."""
        self._entries = tuple(entries)
        self.setAccessibleDescription(", ".join(f"{each.text} {each.mark}" for each in entries))
        self.updateGeometry()
        self.update()

    def _row(self) -> int:
        return max(dp(ROW), QFontMetrics(fonts.role_font("body")).height() + dp(10))

    def sizeHint(self) -> QSize:
        return QSize(dp(200), self._row() * len(self._entries))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(120), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            row, direction, side = self._row(), self.layoutDirection(), dp(MARK)
            mono = fonts.role_font("mono")
            for at, each in enumerate(self._entries):
                token = "success" if each.stands else "danger"
                place = QRect(0, at * row + (row - side) // 2, side, side)
                circle = QStyle.visualRect(direction, self.rect(), place)
                if at:
                    painter.setPen(QPen(colour(token), 2))
                    top = QPointF(circle.center().x() + 0.5, circle.top() - (row - side))
                    painter.drawLine(top, QPointF(top.x(), circle.top()))
                box(painter, circle, side / 2, fill=colour(f"{token}_subtle"), edge=colour(token))
                icons.paint(painter, "check" if each.stands else "close", token, circle, dp(10))
                wide = QFontMetrics(mono).horizontalAdvance(each.mark) + dp(4)
                text = QRect(side + dp(12), at * row, self.width() - side - dp(20) - wide, row)
                painter.setFont(fonts.role_font("strong" if each.is_this else "body"))
                words(
                    painter, QStyle.visualRect(direction, self.rect(), text), each.text,
                    "text" if each.is_this else "text2", direction,
                )  # fmt: skip
                painter.setFont(mono)
                end = QRect(self.width() - wide, at * row, wide, row)
                words(painter, QStyle.visualRect(direction, self.rect(), end), each.mark, "text2", direction)
