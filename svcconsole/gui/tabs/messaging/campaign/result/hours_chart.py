"""How many messages arrived and were read in each hour, as pairs of bars: one filled, one hatched."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QDate, QLocale, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QBrush, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import hairline
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.charts.figures import FigureTable
from svcconsole.gui.kit.charts.ticks import value_ticks
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.widgets.uncovered import keep_uncovered
from svcconsole.services.campaigns.campaign_result import HourFigures

TICKS = 3
LEGEND = 22
MOST_WIDTH = 18
"""A bar is never wider."""


class HoursChart(QWidget):
    """Hours run from left to right in every language, as clocks and axes do."""

    accessible_role = QAccessible.Role.Chart

    def __init__(self) -> None:
        super().__init__()
        keep_uncovered(self)
        self.setAccessibleName(tr("By hour"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hours: tuple[HourFigures, ...] = ()

    def set_hours(self, hours: Sequence[HourFigures]) -> None:
        """Other figures."""
        self.hours = tuple(hours)
        rows = (" ".join(row) for row in self.figures().rows)
        self.setAccessibleDescription("; ".join(rows))
        self.update()

    def figures(self) -> FigureTable:
        """The same as a table."""
        heads = (tr("Hour"), tr("Delivered"), tr("Read"))
        rows = [
            (self._hour(each, whole=True), count(each.delivered), count(each.read)) for each in self.hours
        ]
        raw = [(each.at.isoformat(), str(each.delivered), str(each.read)) for each in self.hours]
        return FigureTable(heads, tuple(rows), tuple(raw))

    def sizeHint(self) -> QSize:
        return QSize(dp(460), dp(228))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(280), dp(228))

    def _hour(self, hour: HourFigures, *, whole: bool = False) -> str:
        """`10`, with its day where that is asked for or where a new one begins."""
        if whole:
            day = QDate(hour.at.year, hour.at.month, hour.at.day)
            return f"{QLocale().toString(day, 'd MMM')} {hour.at:%H:%M}"
        return f"{hour.at:%H}"

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            painter.setFont(fonts.role_font("caption"))
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        metrics = painter.fontMetrics()
        most = max((max(each.delivered, each.read) for each in self.hours), default=0)
        ticks = value_ticks(0, most, TICKS)
        left = max(metrics.horizontalAdvance(count(round(tick))) for tick in ticks) + dp(8)
        plot = QRectF(left, dp(LEGEND) + dp(6), self.width() - left, 0)
        plot.setBottom(self.height() - metrics.height() - dp(4))
        for tick in ticks:
            y = round(plot.bottom() - tick / ticks[-1] * plot.height())
            hairline(painter, QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(colour("text2"))
            rect = QRectF(0, y - metrics.height() / 2, left - dp(8), metrics.height())
            painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                             count(round(tick)))  # fmt: skip
        if self.hours:
            self._paint_hours(painter, plot, ticks[-1])
        self._paint_legend(painter)

    def _paint_hours(self, painter: QPainter, plot: QRectF, top: float) -> None:
        metrics = painter.fontMetrics()
        room = plot.width() / len(self.hours)
        wide = min(dp(MOST_WIDTH), max(1.0, room * 0.38))
        every = max(1, -(-(metrics.horizontalAdvance("00") + dp(8)) // max(1, int(room))))
        for at, hour in enumerate(self.hours):
            middle = plot.left() + room * (at + 0.5)
            for place, (number, brush) in enumerate(
                zip((hour.delivered, hour.read), _brushes(), strict=True)
            ):
                height = number / top * plot.height()
                rect = QRectF(middle - wide + place * wide, plot.bottom() - height, wide - 1, height)
                _paint_bar(painter, rect, *brush)
            if at % every == 0:
                painter.setPen(colour("text2"))
                rect = QRectF(
                    middle - room * every / 2, plot.bottom() + dp(4), room * every, metrics.height()
                )
                painter.drawText(rect, Qt.AlignmentFlag.AlignHCenter, self._hour(hour))

    def _paint_legend(self, painter: QPainter) -> None:
        metrics = painter.fontMetrics()
        right = float(self.width())
        for word, brush in reversed(tuple(zip((tr("delivered"), tr("read")), _brushes(), strict=True))):
            right -= metrics.horizontalAdvance(word)
            painter.setPen(colour("text2"))
            painter.drawText(QPointF(right, metrics.ascent()), word)
            right -= dp(16)
            side = dp(11)
            _paint_bar(painter, QRectF(right, (metrics.height() - side) / 2, side, side), *brush)
            right -= dp(14)


def _brushes() -> tuple[tuple[QBrush, QPen], tuple[QBrush, QPen]]:
    """Filled and hatched, so that they differ without colour."""
    filled, hatched = colour("chart5"), colour("info")
    return (
        (QBrush(filled), QPen(filled, 1)),
        (QBrush(hatched, Qt.BrushStyle.BDiagPattern), QPen(hatched, 1)),
    )


def _paint_bar(painter: QPainter, rect: QRectF, brush: QBrush, pen: QPen) -> None:
    if rect.height() < 1:
        return
    painter.setPen(pen)
    painter.setBrush(brush)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), dp(1), dp(1))
