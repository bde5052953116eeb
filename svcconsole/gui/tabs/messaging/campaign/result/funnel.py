"""The funnel of a campaign: written to, accepted, delivered, read, clicked, as figures over bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import words
from svcconsole.gui.kit.widgets.uncovered import keep_uncovered

BAR_HEIGHT = 72
GAP = 48
"""Between two bars: the step from one to the next is painted there."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of the funnel: its number as words, its share of all (0 to 1) as words where it has one, and
    what is said of it beside the other campaign; `better` is None where that is no question."""

    icon: str
    token: str
    name: str
    number: str
    height: float
    share: str = ""
    compared: str = ""
    better: bool | None = None


class Funnel(QWidget):
    """Stages in the direction of reading; the same figures are in its description."""

    def __init__(self, name: str) -> None:
        super().__init__()
        keep_uncovered(self)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.stages: tuple[Stage, ...] = ()

    def set_stages(self, stages: Sequence[Stage]) -> None:
        """Other figures."""
        self.stages = tuple(stages)
        said = (
            " ".join(filter(None, (each.name, each.number, each.share, each.compared))) for each in stages
        )
        self.setAccessibleDescription("; ".join(said))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(680), self._words_height() + dp(6) + dp(BAR_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(440), self.sizeHint().height())

    def _words_height(self) -> int:
        heights = (QFontMetrics(fonts.role_font(role)).height() for role in ("body", "figure", "caption"))
        return sum(heights) + dp(4)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if not self.stages:
                return
            gap = min(dp(GAP), self.width() // (3 * len(self.stages)))
            width = (self.width() - gap * (len(self.stages) - 1)) / len(self.stages)
            columns = [QRectF(at * (width + gap), 0, width, self.height()) for at in range(len(self.stages))]
            for at, stage in enumerate(self.stages):
                self._paint_words(painter, stage, self._column_of_words(columns[at], gap))
                self._paint_bar(painter, columns[at], stage)
                if at + 1 < len(self.stages):
                    self._paint_step(painter, columns[at], columns[at + 1], stage, self.stages[at + 1])

    def _column_of_words(self, column: QRectF, gap: int) -> QRect:
        """Words may reach into the gap after their bar."""
        return column.adjusted(0, 0, gap - dp(8), 0).toRect()

    def _placed(self, rect: QRect) -> QRect:
        return QStyle.visualRect(self.layoutDirection(), self.rect(), rect)

    def _paint_words(self, painter: QPainter, stage: Stage, column: QRect) -> None:
        direction = self.layoutDirection()
        line = column
        for role, parts in (
            ("body", ((stage.icon, stage.name, "text2"),)),
            ("figure", (("", stage.number, "text"), ("", stage.share, "text2"))),
            ("caption", (self._compared(stage),)),
        ):
            painter.setFont(fonts.role_font(role))
            metrics = painter.fontMetrics()
            line = QRect(column.left(), line.top(), column.width(), metrics.height())
            left = line.left()
            for place, (icon, text, tone) in enumerate(parts):
                if place:
                    painter.setFont(fonts.role_font("body"))
                if icon:
                    size = dp(14)
                    spot = self._placed(QRect(left, line.top(), size, line.height()))
                    icons.paint(painter, icon, stage.token if role == "body" else tone, spot, size)
                    left += size + dp(6)
                room = QRect(left, line.top(), max(0, column.right() - left), line.height())
                words(painter, self._placed(room), text, tone, direction)
                left += painter.fontMetrics().horizontalAdvance(text) + dp(8)
            line = QRect(line.left(), line.bottom() + 1 + dp(2), line.width(), line.height())

    def _compared(self, stage: Stage) -> tuple[str, str, str]:
        if stage.better is None:
            return "", stage.compared, "text2"
        return ("up" if stage.compared.startswith("+") else "down", stage.compared,
                "success" if stage.better else "danger")  # fmt: skip

    def _bar(self, column: QRectF, stage: Stage) -> QRectF:
        height = max(dp(2), stage.height * dp(BAR_HEIGHT))
        rect = QRectF(column.left(), self.height() - height, column.width(), height)
        return QRectF(self._placed(rect.toRect()))

    def _paint_bar(self, painter: QPainter, column: QRectF, stage: Stage) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("chart1_soft"))
        painter.drawRoundedRect(self._bar(column, stage), dp(3), dp(3))

    def _paint_step(self, painter: QPainter, one: QRectF, two: QRectF, stage: Stage, then: Stage) -> None:
        """From the top of one bar down to the top of the next."""
        first, second = self._bar(one, stage), self._bar(two, then)
        if first.left() > second.left():
            near, far = first.left(), second.right()
        else:
            near, far = first.right(), second.left()
        painter.setBrush(colour("accent_subtle"))
        bottom = float(self.height())
        corners = (near, first.top()), (far, second.top()), (far, bottom), (near, bottom)
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
