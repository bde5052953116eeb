"""A checkable chip: a named period, a part of a record, the chart beside a table."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle

from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.kit.widgets.literal_buttons import PaintedButton


class ChoiceChip(PaintedButton):
    """On: the accent's ground, edge and ink, and a tick where the chip has no icon of its own."""

    def __init__(self, text: str, icon: str | None = None, *, ticked: bool = True) -> None:
        """`ticked`: whether a tick stands in it while it is on; no tick where only one of several can be."""
        super().__init__()
        self._icon, self._ticked = icon, ticked
        self._count: int | None = None
        self.setText(text)
        self.setCheckable(True)
        self.setAccessibleName(text)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        fonts.set_role(self, "strong")
        self.toggled.connect(self.updateGeometry)

    def set_count(self, count: int | None) -> None:
        """How many there are, after the word; None: not known."""
        self._count = count
        self.setAccessibleDescription("" if count is None else self.locale().toString(count))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        wide = metrics.horizontalAdvance(self._words()) + 2 * dp(12)
        return QSize(wide + (dp(22) if self._shown_icon() else 0), max(dp(28), metrics.height() + dp(10)))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            rect, direction, on = self.rect(), self.layoutDirection(), self.isChecked()
            ground = "accent_subtle" if on else "hover" if self.underMouse() else "raised"
            ink = "disabled" if not self.isEnabled() else "accent_text" if on else "text"
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
            if icon := self._shown_icon():
                place = QStyle.visualRect(direction, rect, QRect(inner.left(), 0, dp(16), rect.height()))
                icons.paint(painter, icon, ink, place, dp(16))
                inner.setLeft(inner.left() + dp(22))
            words(painter, QStyle.visualRect(direction, rect, inner), self._words(), ink, direction)

    def _words(self) -> str:
        return self.text() + ("" if self._count is None else f" {self.locale().toString(self._count)}")

    def _shown_icon(self) -> str | None:
        return self._icon or ("check" if self._ticked and self.isChecked() else None)
