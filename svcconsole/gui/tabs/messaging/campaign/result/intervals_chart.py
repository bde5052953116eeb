"""The share of each text with the interval it may truly lie in, one under the other on one scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import hairline
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.charts.ticks import value_ticks
from svcconsole.gui.kit.widgets.uncovered import keep_uncovered
from svcconsole.gui.tabs.messaging.campaign.result.result_words import percent
from svcconsole.services.campaigns.intervals import Share

ROW, NAME, VALUE = 28, 26, 58
TICKS = 3


class Text(NamedTuple):
    """One text: what it is called and its share."""

    name: str
    share: Share


class IntervalsChart(QWidget):
    """A dot for the first text and squares for the others, so that they differ without colour."""

    accessible_role = QAccessible.Role.Chart

    def __init__(self) -> None:
        super().__init__()
        keep_uncovered(self)
        self.setAccessibleName(tr("The texts beside each other"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.texts: tuple[Text, ...] = ()

    def set_texts(self, texts: Sequence[Text]) -> None:
        """Other figures."""
        self.texts = tuple(texts)
        said = (
            tr(
                "{name}: {share}, between {low} and {high}",
                name=visible(each.name),
                share=percent(each.share.share),
                low=percent(each.share.low),
                high=percent(each.share.high),
            )
            for each in texts
        )
        self.setAccessibleDescription("; ".join(said))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(280), dp(ROW) * max(1, len(self.texts)) + dp(24))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(200), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            if self.texts:
                self._paint(painter)

    def _scale(self) -> tuple[float, ...]:
        """Round shares around all that is drawn; not from nothing on, where they lie close together."""
        low = min(each.share.low for each in self.texts)
        high = max(each.share.high for each in self.texts)
        step = value_ticks(0, 100 * (high - low), TICKS, whole=False)[1] / 100
        first = int(low / step)
        ticks = [first * step]
        while ticks[-1] < high - 1e-9:
            ticks.append(ticks[-1] + step)
        return tuple(ticks)

    def _paint(self, painter: QPainter) -> None:
        ticks = self._scale()
        plot = QRectF(dp(NAME), 0, self.width() - dp(NAME) - dp(VALUE), dp(ROW) * len(self.texts))
        span = (ticks[-1] - ticks[0]) or 1.0

        def across(share: float) -> float:
            return plot.left() + (share - ticks[0]) / span * plot.width()

        painter.setFont(fonts.role_font("micro"))
        metrics = painter.fontMetrics()
        for tick in ticks:
            x = round(across(tick))
            hairline(painter, QPointF(x, 0), QPointF(x, plot.bottom()))
            painter.setPen(colour("text2"))
            wide = plot.width() / max(1, len(ticks) - 1)
            rect = QRectF(x - wide / 2, plot.bottom() + dp(4), wide, metrics.height())
            painter.drawText(rect, Qt.AlignmentFlag.AlignHCenter, percent(tick))
        for at, text in enumerate(self.texts):
            self._paint_text(painter, at, text, across)

    def _paint_text(self, painter: QPainter, at: int, text: Text, place: Callable[[float], float]) -> None:
        y, share = dp(ROW) * (at + 0.5), text.share
        tone = colour(f"chart{at % 5 + 1}")
        painter.setFont(fonts.role_font("strong"))
        painter.setPen(tone)
        row = QRectF(0, y - dp(ROW) / 2, dp(NAME) - dp(4), dp(ROW))
        name = painter.fontMetrics().elidedText(visible(text.name), Qt.TextElideMode.ElideRight,
                                                int(row.width()))  # fmt: skip
        painter.drawText(row, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)
        low, high, here = place(share.low), place(share.high), place(share.share)
        painter.setPen(QPen(tone, dp(2)))
        painter.drawLine(QPointF(low, y), QPointF(high, y))
        for end in (low, high):
            painter.drawLine(QPointF(end, y - dp(5)), QPointF(end, y + dp(5)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone)
        half = dp(4)
        spot = QRectF(here - half, y - half, 2 * half, 2 * half)
        if at:
            painter.drawRect(spot)
        else:
            painter.drawEllipse(spot)
        painter.setFont(fonts.role_font("body"))
        painter.setPen(colour("text"))
        value = QRectF(self.width() - dp(VALUE), y - dp(ROW) / 2, dp(VALUE), dp(ROW))
        painter.drawText(value, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
                         percent(share.share))  # fmt: skip
