"""A chip that is on or off, with an icon: whether the chart stands beside the table."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QStyle

from svcconsole.gui import fonts, icons
from svcconsole.gui.colours import colour
from svcconsole.gui.metrics import dp
from svcconsole.gui.painting import box, ring, words


class ToggleChip(QAbstractButton):
    """On: the accent's ground, edge and ink."""

    def __init__(self, text: str, icon: str) -> None:
        super().__init__()
        self._icon = icon
        self.setText(text)
        self.setCheckable(True)
        self.setAccessibleName(text)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        fonts.set_role(self, "strong")

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        width = metrics.horizontalAdvance(self.text()) + 2 * dp(12) + dp(16) + dp(6)
        return QSize(width, max(dp(28), metrics.height() + dp(10)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        rect, direction, on = self.rect(), self.layoutDirection(), self.isChecked()
        ground = "accent_subtle" if on else "hover" if self.underMouse() else "raised"
        ink = "accent_text" if on else "text" if self.isEnabled() else "disabled"
        edge = colour("accent_text" if on else "edge")
        box(painter, rect, rect.height() / 2, fill=colour(ground), edge=edge)
        if self.hasFocus():
            ring(painter, rect, rect.height() / 2)
        inner = rect.adjusted(dp(12), 0, -dp(12), 0)
        place = QStyle.visualRect(direction, rect, QRect(inner.left(), 0, dp(16), rect.height()))
        icons.paint(painter, self._icon, ink, place, dp(16))
        inner.setLeft(inner.left() + dp(16) + dp(6))
        words(painter, QStyle.visualRect(direction, rect, inner), self.text(), ink, direction)
