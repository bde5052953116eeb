"""The line plot: curves by pyqtgraph, which only this file imports, axes by us.

It takes a while to import, so it is imported in a thread when the first line is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

import numpy
import pyqtgraph
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from svcconsole.gui.design import colours, fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible
from svcconsole.gui.kit.charts import chart_text
from svcconsole.gui.kit.charts.figures import Course
from svcconsole.gui.kit.charts.label_placement import spread_apart
from svcconsole.gui.kit.charts.pens import PEN, curve_pen
from svcconsole.gui.kit.charts.ticks import day_ticks, value_ticks

LABEL_SHARE: Final = 0.26
"""At most this share of the width is for the names at the ends of the lines."""
EDGE: Final = 4
"""Left free at both sides for the focus ring."""
_END: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute


class CoursePlot(pyqtgraph.GraphicsView):
    """The marks themselves: grid and words of the axes below the curves, names at their ends above them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, background=None)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        # Time runs from left to right in every language.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.enableMouse(False)
        self.setAntialiasing(True)
        self.setCacheMode(self.CacheModeFlag.CacheNone)  # the ground holds the axes, which change
        self.course = Course()
        self.plot = QRectF()
        self._ticks: tuple[float, ...] = (0.0, 1.0)
        self._box = pyqtgraph.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0.0)
        self._box.disableAutoRange()
        # Half of a line at the edge of the scale would be cut off.
        self._box.setFlag(self._box.GraphicsItemFlag.ItemClipsChildrenToShape, False)
        self.scene().addItem(self._box)
        self._curves: list[pyqtgraph.PlotCurveItem] = []

    def show_course(self, course: Course) -> None:
        for curve in self._curves:
            self._box.removeItem(curve)
        self.course = course
        days = numpy.array([start.toordinal() for start in course.starts], dtype=numpy.float64)
        self._curves = [
            pyqtgraph.PlotCurveItem(
                days,
                numpy.array(line.values, dtype=numpy.float64),
                pen=curve_pen(at, self.devicePixelRatioF()),
                antialias=True,
                skipFiniteCheck=True,
            )
            for at, line in enumerate(course.lines)
        ]
        for curve in reversed(self._curves):  # the first, the largest, lies on top
            self._box.addItem(curve, ignoreBounds=True)
        self.arrange()

    def restyle(self) -> None:
        self._apply_pens(self.devicePixelRatioF())
        self.arrange()

    def _apply_pens(self, ratio: float) -> None:
        for at, curve in enumerate(self._curves):
            curve.setPen(curve_pen(at, ratio))

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Draw everything into `rect` of another painter, its lines as wide as on the screen."""
        self._apply_pens(painter.device().devicePixelRatioF())
        self.render(painter, rect, self.viewport().rect())
        self._apply_pens(self.devicePixelRatioF())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange and hasattr(self, "_curves"):
            self._apply_pens(self.devicePixelRatioF())
        return super().event(event)

    def label_fonts(self) -> QFontMetricsF:
        return QFontMetricsF(fonts.role_font("micro"))

    def arrange(self) -> None:
        """Give the plot the room that the words of the axes and the names leave it."""
        metrics = self.label_fonts()
        course = self.course
        values = [value for line in course.lines for value in line.values] or [0.0]
        height = self.height() - metrics.height() * 2 - dp(10)
        room = max(2, min(5, int(height / dp(44))))
        self._ticks = value_ticks(min(values), max(values), room, whole=course.is_whole())
        gutter = max(metrics.horizontalAdvance(text) for text in self._tick_words()) + dp(8) + dp(EDGE)
        names = 0.0
        if len(course.lines) > 1:
            widest = max(metrics.horizontalAdvance(visible(line.name)) for line in course.lines)
            names = min(widest, self.width() * LABEL_SHARE) + dp(18) + dp(EDGE)
        self.plot = QRectF(
            gutter,
            metrics.height() / 2 + dp(2),
            max(1.0, self.width() - gutter - max(names, float(dp(10)))),
            max(1.0, self.height() - metrics.height() * 1.5 - dp(12)),
        )
        self._box.setGeometry(self.plot)
        first, last = self._days()
        self._box.setRange(xRange=(first, last), yRange=(self._ticks[0], self._ticks[-1]), padding=0)
        self.viewport().update()

    def _days(self) -> tuple[float, float]:
        starts = self.course.starts
        if not starts:
            return 0.0, 1.0
        first, last = starts[0].toordinal(), starts[-1].toordinal()
        return (first - 0.5, last + 0.5) if first == last else (float(first), float(last))

    def _tick_words(self) -> list[str]:
        step = self._ticks[1] - self._ticks[0]
        return [chart_text.axis_number(value, step) for value in self._ticks]

    def x_of(self, day: date) -> float:
        first, last = self._days()
        return self.plot.left() + (day.toordinal() - first) / (last - first) * self.plot.width()

    def y_of(self, value: float) -> float:
        low, high = self._ticks[0], self._ticks[-1]
        return self.plot.bottom() - (value - low) / (high - low) * self.plot.height()

    def points(self) -> list[list[tuple[float, float]]]:
        """Each line as places in this widget."""
        across = [self.x_of(start) for start in self.course.starts]
        return [
            list(zip(across, (self.y_of(value) for value in line.values), strict=True))
            for line in self.course.lines
        ]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "_curves"):
            self.arrange()

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        painter.save()
        painter.fillRect(rect, colour("surface"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setFont(fonts.role_font("micro"))
        metrics = self.label_fonts()
        for value, text in zip(self._ticks, self._tick_words(), strict=True):
            y = round(self.y_of(value))
            painter.setPen(self._grid_pen(is_base=value == 0 and self._ticks[0] < 0))
            painter.drawLine(QPointF(self.plot.left(), y), QPointF(self.plot.right(), y))
            painter.setPen(colour("text2"))
            place = QRectF(0, y - metrics.height() / 2, self.plot.left() - dp(8), metrics.height())
            painter.drawText(place, _END, text)
        self._draw_days(painter, metrics)
        painter.restore()

    def _grid_pen(self, *, is_base: bool) -> QPen:
        """Hairlines; in high contrast, where a hairline is as strong as a line, only dots."""
        pen = QPen(colour("text2" if is_base else "border"), 1)
        if colours.current() == "contrast" and not is_base:
            pen.setDashPattern([1, 5])
        return pen

    def _draw_days(self, painter: QPainter, metrics: QFontMetricsF) -> None:
        starts = self.course.starts
        if not starts:
            return
        painter.setPen(colour("text2"))
        free = float(dp(EDGE))
        days, months = (
            int(self.plot.width() / (metrics.horizontalAdvance(widest) + dp(8)))
            for widest in ("00 MMM", "MMM")
        )
        for tick in day_ticks(starts[0], starts[-1], days, months):
            text = chart_text.day(tick.day, tick.format)
            width = metrics.horizontalAdvance(text)
            left = min(max(float(dp(EDGE)), self.x_of(tick.day) - width / 2), self.width() - width - dp(EDGE))
            if left >= free:
                painter.drawText(QPointF(left, self.plot.bottom() + dp(8) + metrics.ascent()), text)
                free = left + width + dp(6)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        lines = self.points()
        if not self.course.starts:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if len(self.course.starts) == 1:  # a line of one point is none
            for at, line in enumerate(lines):
                painter.setPen(QPen(colour(f"chart{at + 1}"), PEN))
                painter.setBrush(colour("surface"))
                painter.drawEllipse(QPointF(*line[0]), dp(3), dp(3))
        if len(lines) > 1:
            self._draw_names(painter, lines)
        painter.restore()

    def _draw_names(self, painter: QPainter, lines: Sequence[Sequence[tuple[float, float]]]) -> None:
        painter.setFont(fonts.role_font("micro"))
        metrics = self.label_fonts()
        ends = [line[-1][1] for line in lines]
        heights = spread_apart(ends, metrics.height(), self.plot.top(), self.plot.bottom())
        left = self.plot.right() + dp(16)
        for at, (line, end, y) in enumerate(zip(self.course.lines, ends, heights, strict=True)):
            painter.setPen(QPen(colour("border_input"), 1))  # leads to the name, and is no part of the line
            painter.drawLine(QPointF(self.plot.right() + dp(2), end), QPointF(left - dp(3), y))
            painter.setPen(colour(f"chart{at + 1}"))
            text = metrics.elidedText(
                visible(line.name), Qt.TextElideMode.ElideRight, self.width() - left - dp(EDGE)
            )
            painter.drawText(QPointF(left, y + metrics.ascent() / 2 - metrics.descent() / 2), text)
