"""A chip that is on or off: what else a look-up reads, and how much of it there is."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QStyle, QWidget

from svcconsole.gui import fonts, icons
from svcconsole.gui.colours import colour
from svcconsole.gui.metrics import dp
from svcconsole.gui.painting import box, ring, words


class SwitchChip(QAbstractButton):
    """On: a tick on the accent's ground; the count follows the word."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count: int | None = None
        self.setText(text)
        self.setCheckable(True)
        self.setAccessibleName(text)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        fonts.set_role(self, "strong")
        self.toggled.connect(self.updateGeometry)

    def set_count(self, count: int | None) -> None:
        """How many there are; None: not read."""
        self._count = count
        self.setAccessibleDescription("" if count is None else self.locale().toString(count))
        self.updateGeometry()
        self.update()

    def _words(self) -> str:
        return self.text() + ("" if self._count is None else f" {self.locale().toString(self._count)}")

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        icon = dp(14) + dp(6) if self.isChecked() else 0
        return QSize(metrics.horizontalAdvance(self._words()) + 2 * dp(12) + icon, metrics.height() + dp(10))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        rect, direction, on = self.rect(), self.layoutDirection(), self.isChecked()
        ground = "accent_subtle" if on else "hover" if self.underMouse() else "raised"
        box(
            painter,
            rect,
            rect.height() / 2,
            fill=colour(ground),
            edge=colour("accent_text" if on else "edge"),
        )
        if self.hasFocus():
            ring(painter, rect, rect.height() / 2)
        inner = rect.adjusted(dp(12), 0, -dp(12), 0)
        if on:
            place = QStyle.visualRect(direction, rect, QRect(inner.left(), 0, dp(14), rect.height()))
            icons.paint(painter, "check", "accent_text", place, dp(14))
            inner.setLeft(inner.left() + dp(14) + dp(6))
        ink = "accent_text" if on else "text"
        words(painter, QStyle.visualRect(direction, rect, inner), self._words(), ink, direction)
