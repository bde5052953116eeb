"""The value box at the pointer: a period, its points and their values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, drop_shadow, ring
from svcconsole.gui.design.text import visible
from svcconsole.gui.kit.charts import chart_text
from svcconsole.gui.kit.charts.label_placement import Room, box_place
from svcconsole.gui.kit.charts.pens import PEN, line_pen

if TYPE_CHECKING:
    from svcconsole.gui.kit.charts.line_plot import CoursePlot


class PointerReading(QWidget):
    """Lies over the plot: the line at the period that is read, its points, and the box with their values."""

    def __init__(self, plot: CoursePlot, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._plot = plot
        self._chart = parent
        self._at: int | None = None
        self.place = QRectF()

    def read(self, at: int | None) -> None:
        """Show another period, or none."""
        self._at = at
        self.arrange()

    def arrange(self) -> None:
        """Find the box its place."""
        self.place = QRectF()
        if self._at is not None and self._at < len(self._plot.course.starts):
            plot = self._plot.plot
            room = Room(plot.left(), plot.top(), self.width() - 1.0, plot.bottom())
            x = self._plot.x_of(self._plot.course.starts[self._at])
            size = self._size(self._at)
            found = box_place(size, x, room, self._plot.points(), dp(10))
            self.place = QRectF(found.left, found.top, *size)
        self.update()

    def _rows(self, at: int) -> list[tuple[str, str]]:
        lines = self._plot.course.lines
        return [
            (visible(line.name) if len(lines) > 1 else "", chart_text.number(line.values[at]))
            for line in lines
        ]

    def _size(self, at: int) -> tuple[float, float]:
        caption = QFontMetricsF(fonts.role_font("caption"))
        strong = QFontMetricsF(fonts.role_font("caption", weight=600))
        rows = self._rows(at)
        swatch = dp(24) if len(rows) > 1 else 0
        head = caption.horizontalAdvance(self._head(at))
        names = max(min(caption.horizontalAdvance(name), dp(150)) for name, _value in rows)
        values = max(strong.horizontalAdvance(value) for _name, value in rows)
        width = max(head, swatch + names + (dp(12) if names else 0) + values) + dp(20)
        return width, (len(rows) + 1) * (caption.height() + dp(2)) + dp(12)

    def _head(self, at: int) -> str:
        return chart_text.period(self._plot.course.starts[at], self._plot.course.unit)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if self._chart.hasFocus():
                ring(painter, self.rect(), dp(5))
            if self._at is None or self.place.isEmpty():
                return
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            plot = self._plot.plot
            x = round(self._plot.x_of(self._plot.course.starts[self._at])) + 0.5
            pen = QPen(colour("text2"), 1)
            pen.setDashPattern([3, 2])
            painter.setPen(pen)
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            painter.setBrush(colour("surface"))
            for at, line in reversed(list(enumerate(self._plot.points()))):
                painter.setPen(QPen(colour(f"chart{at + 1}"), PEN))
                painter.drawEllipse(QPointF(*line[self._at]), dp(3), dp(3))
            self._paint_box(painter, self._at)

    def _paint_box(self, painter: QPainter, at: int) -> None:
        drop_shadow(painter, self.place, dp(6))
        box(painter, self.place, dp(6), fill=colour("raised"), edge=colour("border"))
        inner = self.place.adjusted(dp(10), dp(6), -dp(10), -dp(6))
        painter.setFont(fonts.role_font("caption"))
        metrics = QFontMetricsF(painter.font())
        step = metrics.height() + dp(2)
        painter.setPen(colour("text2"))
        painter.drawText(QPointF(inner.left(), inner.top() + metrics.ascent()), self._head(at))
        rows = self._rows(at)
        for row, (name, value) in enumerate(rows):
            top = inner.top() + step * (row + 1)
            left = inner.left()
            if len(rows) > 1:
                painter.setPen(line_pen(row))
                y = round(top + metrics.height() / 2)
                painter.drawLine(QPointF(left, y), QPointF(left + dp(18), y))
                left += dp(24)
            painter.setPen(colour("text"))
            painter.setFont(fonts.role_font("caption"))
            painter.drawText(
                QPointF(left, top + metrics.ascent()),
                metrics.elidedText(name, Qt.TextElideMode.ElideRight, dp(150)),
            )
            painter.setFont(fonts.role_font("caption", weight=600))
            place = QRectF(inner.left(), top, inner.width(), metrics.height())
            side = Qt.AlignmentFlag.AlignRight if name else Qt.AlignmentFlag.AlignLeft
            painter.drawText(
                place, side | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute, value
            )
