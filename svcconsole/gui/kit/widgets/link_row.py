"""A framed row that links to another page: icon, title, explanation, arrow."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring
from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import show
from svcconsole.gui.kit.two_lines import TwoLines, paint_lines
from svcconsole.gui.kit.widgets.literal_buttons import PaintedButton


class LinkRow(PaintedButton):
    """Both lines are cut where there is no room; the tooltip has the first in full."""

    def __init__(self, icon: str, tone: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon, self._tone, self._sub = icon, tone, ""
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        fonts.set_role(self, "strong")

    def set_texts(self, title: str, sub: str) -> None:
        """Where it leads now."""
        self._sub = sub
        self.setText(show(title).replace("\n", " "))
        self.setAccessibleName(show(title))
        self.setAccessibleDescription(show(sub))
        set_tip(self, title)
        self.updateGeometry()
        self.update()

    def _lines(self) -> TwoLines:
        return TwoLines(self.text(), self._sub)

    def sizeHint(self) -> QSize:
        return QSize(dp(240), sum(self._lines().heights()) + dp(22))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(120), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            direction, whole = self.layoutDirection(), self.rect()
            ground = colour("hover" if self.underMouse() else "canvas")
            box(painter, whole, dp(6), fill=ground, edge=colour("border"))
            if self.hasFocus():
                ring(painter, whole, dp(6))

            def placed(rect: QRect) -> QRect:
                return QStyle.visualRect(direction, whole, rect)

            inner = whole.adjusted(dp(12), dp(10), -dp(12), -dp(10))
            icons.paint(painter, self._icon, self._tone, placed(_square(inner.left(), whole)), dp(16))
            icons.paint(painter, "right", "text2", placed(_square(inner.right() - dp(15), whole)), dp(16))
            inner.adjust(dp(28), 0, -dp(24), 0)
            paint_lines(painter, whole, inner, self._lines(), direction, gap=dp(3))


def _square(left: int, whole: QRect) -> QRect:
    return QRect(left, 0, dp(16), whole.height())
