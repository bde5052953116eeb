"""The chart of a run's pace: rows a second over time, with marks for changes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.widgets.uncovered import keep_uncovered
from svcconsole.gui.runtime.display_zone import display_zone

CLOCK_STEPS: Final = (5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 86400)
DAY_SECONDS: Final = 60


_Place = Callable[[float, float], QPointF]


class ChartMark(NamedTuple):
    """A moment (epoch seconds) at which the pace changed, and why."""

    at: float
    text: str


def nice_ceiling(value: float) -> float:
    """The least of 1, 2, 3, 4, 5, 6, 8 or 10 times a power of ten that is not below `value`."""
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 3, 4, 5, 6, 8, 10) if step * power >= value * 0.999)


def clock_step(seconds: float, room: float) -> int:
    """How many seconds apart the clock's labels stand so that at most `room` of them fit."""
    return next((step for step in CLOCK_STEPS if seconds / step <= max(1.0, room)), CLOCK_STEPS[-1])


class RateChart(QWidget):
    """Time runs from left to right in every language; the same figures are read out as a description."""

    accessible_role = QAccessible.Role.Chart

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        keep_uncovered(self)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._start = 0.0
        self._points: list[tuple[float, float]] = []
        self._marks: tuple[ChartMark, ...] = ()
        self._forecast: tuple[float, str] | None = None

    def set_start(self, epoch: float) -> None:
        """When the clock begins, in epoch seconds."""
        self._start = epoch
        self.update()

    def set_points(self, points: Sequence[tuple[float, float]]) -> None:
        """Moments (epoch seconds) and rows a second."""
        self._points = list(points)
        if points:
            pace = self.locale().toString(round(points[-1][1]))
            self.setAccessibleDescription(tr("{pace} a second now", pace=pace))
        self.update()

    def set_marks(self, marks: Sequence[ChartMark]) -> None:
        """Where the pace changed and why."""
        self._marks = tuple(marks)
        self.update()

    def set_forecast(self, end: float | None, text: str = "") -> None:
        """When it will be done at this pace; None draws no forecast."""
        self._forecast = None if end is None else (end, text)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(480), dp(190))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(240), dp(88))

    def _span(self) -> tuple[float, float]:
        end = max([self._start + DAY_SECONDS / 6, *(point[0] for point in self._points)])
        if self._forecast is not None:
            end = max(end, self._forecast[0])
        return self._start, end + (end - self._start) * 0.02

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(fonts.role_font("micro"))
            painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            metrics = painter.fontMetrics()
            top = nice_ceiling(max([rate for _at, rate in self._points], default=0.0) or 1.0)
            gutter = max(map(metrics.horizontalAdvance, self._rates(top))) + dp(8)
            plot = QRectF(
                gutter, dp(8), self.width() - gutter - dp(8), self.height() - dp(8) - metrics.height() - dp(8)
            )
            start, end = self._span()

            def place(at: float, rate: float) -> QPointF:
                x = plot.left() + (at - start) / (end - start) * plot.width()
                return QPointF(x, plot.bottom() - min(rate, top) / top * plot.height())

            self._paint_grid(painter, plot, top, metrics)
            self._paint_clock(painter, plot, start, end, metrics)
            self._paint_marks(painter, plot, start, end)
            line = QPolygonF([place(at, rate) for at, rate in self._points if at >= start])
            if line.count() > 1:
                self._paint_line(painter, plot, line)
            if line.count():
                self._paint_end(painter, line.at(line.count() - 1), place)

    def _rates(self, top: float) -> list[str]:
        """What stands at the lines of the grid when it has most of them, from zero to `top`."""
        parts = 3 if round(top) % 3 == 0 and top >= 3 else 2
        return [self._rate(top * part / parts, top) for part in range(parts + 1)]

    def _rate(self, value: float, top: float) -> str:
        return self.locale().toString(round(value)) if top >= 3 else self.locale().toString(value, "f", 1)

    def _paint_grid(self, painter: QPainter, plot: QRectF, top: float, metrics: QFontMetrics) -> None:
        parts = 3 if round(top) % 3 == 0 and top >= 3 else 2
        if plot.height() < dp(60):
            parts = 1
        for part in range(parts + 1):
            y = plot.bottom() - plot.height() * part / parts
            painter.setPen(QPen(colour("border"), 1))
            painter.drawLine(QPointF(plot.left(), round(y) + 0.5), QPointF(plot.right(), round(y) + 0.5))
            painter.setPen(colour("text2"))
            words = self._rate(top * part / parts, top)
            rect = QRectF(0, y - metrics.height() / 2, plot.left() - dp(8), metrics.height())
            painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_clock(
        self, painter: QPainter, plot: QRectF, start: float, end: float, metrics: QFontMetrics
    ) -> None:
        step = clock_step(end - start, plot.width() / dp(84))
        form = "%H:%M" if step >= 60 else "%H:%M:%S"
        painter.setPen(colour("text2"))
        first = math.ceil(start / step) * step if start % step else start
        at = first
        while at <= end:
            x = plot.left() + (at - start) / (end - start) * plot.width()
            words = display_zone().at(at).strftime(form)
            width = metrics.horizontalAdvance(words)
            left = min(max(0.0, x - width / 2), self.width() - width)
            painter.drawText(QPointF(left, self.height() - dp(6)), words)
            at += step

    def _paint_marks(self, painter: QPainter, plot: QRectF, start: float, end: float) -> None:
        pen = QPen(colour("warning"), dp(1))
        pen.setDashPattern([3, 2])
        free, metrics = -1.0, painter.fontMetrics()
        found = [
            (mark, round(plot.left() + (mark.at - start) / (end - start) * plot.width()) + 0.5)
            for mark in self._marks
            if start <= mark.at <= end
        ]
        painter.setPen(pen)
        for _, x in found:
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        for mark, x in found:
            clock = display_zone().at(mark.at).strftime("%H:%M:%S")
            words = f"{clock}  {mark.text}"
            width = metrics.horizontalAdvance(words)
            left = x + dp(6) if x + dp(6) + width <= plot.right() else x - dp(6) - width
            if left > free:
                ground = QRectF(left - dp(3), plot.top() - 1, width + dp(6), metrics.height() + 2)
                painter.fillRect(ground, colour("surface"))
                painter.setPen(colour("warning"))
                painter.drawText(QPointF(left, plot.top() + metrics.ascent()), words)
                free = left + width

    def _paint_line(self, painter: QPainter, plot: QRectF, line: QPolygonF) -> None:
        ground = QColor(colour("chart1"))
        ground.setAlphaF(0.12)
        area = QPolygonF(line)
        area.append(QPointF(line.at(line.count() - 1).x(), plot.bottom()))
        area.append(QPointF(line.at(0).x(), plot.bottom()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawPolygon(area)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = QPen(colour("chart1"), dp(2))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPolyline(line)

    def _paint_end(self, painter: QPainter, last: QPointF, place: _Place) -> None:
        if self._forecast is not None:
            end, text = self._forecast
            rate = self._points[-1][1]
            stop = place(end, rate)
            pen = QPen(colour("text2"), dp(1))
            pen.setDashPattern([2, 2])
            painter.setPen(pen)
            painter.drawLine(last, stop)
            width = painter.fontMetrics().horizontalAdvance(text)
            painter.setPen(colour("text2"))
            left = min(stop.x() + dp(4), self.width() - dp(2)) - width
            if left > last.x() + dp(12):
                painter.drawText(QPointF(left, stop.y() - dp(10)), text)
        painter.setPen(QPen(colour("chart1"), dp(2)))
        painter.setBrush(colour("surface"))
        painter.drawEllipse(last, dp(3), dp(3))
