"""The chart that says how a campaign's first people fare: failures over known results, between two bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.widgets.uncovered import keep_uncovered
from svcconsole.services.campaigns.sequential_test import FAILED, MISSING, Result, SequentialTest

FEWEST_RESULTS, FEWEST_FAILURES = 60, 7
"""What the chart has room for at least."""
STEPS = 6
GROUND_ALPHA = 0.10
_Place = Callable[[float, float], QPointF]


class FirstWaveChart(QWidget):
    """Results run from left to right in every language; the same is read out as a description."""

    accessible_role = QAccessible.Role.Chart

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        keep_uncovered(self)
        self.setAccessibleName(tr("Is it going well?"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(dp(276))
        self._test = SequentialTest()
        self._known: tuple[Result, ...] = ()
        self._missing = 0

    def set_results(self, test: SequentialTest, results: Sequence[Result]) -> None:
        """Draw these results in the order of sending, with the bounds of this test."""
        self._test = test
        self._known = tuple(result for result in results if result is not MISSING)
        self._missing = len(results) - len(self._known)
        self.setAccessibleDescription(self.words())
        self.update()

    def words(self) -> str:
        """How many failed of how many: "2 failed of 44"."""
        failed = self._known.count(FAILED)
        return tr_plural(
            "{n} failed of {results}", "{n} failed of {results}", failed, results=len(self._known)
        )

    def goes_on_at(self) -> int:
        """After how many results it goes on, if nobody else fails."""
        return self._test.goes_on_at(self._known.count(FAILED))

    def sizeHint(self) -> QSize:
        return QSize(dp(640), dp(276))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            painter.setFont(fonts.role_font("micro"))
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        metrics = painter.fontMetrics()
        across = self._round(max(FEWEST_RESULTS, len(self._known) + self._missing, self.goes_on_at() + STEPS))
        up = max(FEWEST_FAILURES, self._known.count(FAILED) + 1, int(self._test.lines(across)[0]) + 1)
        left = metrics.horizontalAdvance(self.locale().toString(up)) + dp(12)
        below = 2 * metrics.height() + dp(8)
        plot = QRectF(left, dp(8), self.width() - left - dp(8), self.height() - dp(8) - below)

        def place(results: float, failures: float) -> QPointF:
            x = plot.left() + results / across * plot.width()
            return QPointF(x, plot.bottom() - min(max(failures, 0.0), up) / up * plot.height())

        self._paint_grounds(painter, plot, place, across)
        self._paint_grid(painter, plot, place, across, up)
        self._paint_path(painter, plot, place)

    def _round(self, results: int) -> int:
        return -(-results // 10) * 10

    def _paint_grounds(self, painter: QPainter, plot: QRectF, place: _Place, across: int) -> None:
        stops = [place(each, self._test.lines(each)[0]) for each in range(across + 1)]
        goes = [place(each, self._test.lines(each)[1]) for each in range(across + 1)]
        for line, token, corners, dashes in (
            (stops, "danger", (plot.topRight(), plot.topLeft()), [4, 2]),
            (goes, "success", (plot.bottomRight(), plot.bottomLeft()), [1, 2]),
        ):
            ground = QColor(colour(token))
            ground.setAlphaF(GROUND_ALPHA)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawPolygon(QPolygonF([*line, *corners]))
            pen = QPen(colour(token), dp(2))
            pen.setDashPattern(dashes)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(QPolygonF([each for each in line if each.y() < plot.bottom()]))
        self._paint_words(painter, plot, across, place)

    def _paint_words(self, painter: QPainter, plot: QRectF, across: int, place: _Place) -> None:
        painter.setFont(fonts.role_font("label"))
        upper = place(across * 0.03, self._test.lines(across)[0] * 0.8).y()
        lower = plot.bottom() - dp(12)
        self._label(
            painter, "stop", "danger", tr("Up here it stops by itself"), QPointF(plot.left() + dp(24), upper)
        )
        right = place(across * 0.62, 0).x()
        self._label(painter, "play", "success", tr("Down here it goes on"), QPointF(right, lower))
        painter.setFont(fonts.role_font("micro"))

    def _label(self, painter: QPainter, icon: str, token: str, words: str, at: QPointF) -> None:
        size = dp(14)
        icons.paint(painter, icon, token, QRectF(at.x(), at.y() - size + dp(2), size, size).toRect(), size)
        painter.setPen(colour(token))
        painter.drawText(QPointF(at.x() + size + dp(6), at.y()), words)

    def _paint_grid(self, painter: QPainter, plot: QRectF, place: _Place, across: int, up: int) -> None:
        metrics = painter.fontMetrics()
        step = max(1, -(-up // FEWEST_FAILURES))
        for failures in range(0, up + 1, step):
            y = round(place(0, failures).y()) + 0.5
            painter.setPen(QPen(colour("border"), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(colour("text2"))
            rect = QRectF(0, y - metrics.height() / 2, plot.left() - dp(8), metrics.height())
            aligned = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(rect, aligned, self.locale().toString(failures))
        every = max(10, self._round(across // STEPS))
        for results in range(0, across + 1, every):
            words = self.locale().toString(results)
            x = place(results, 0).x() - metrics.horizontalAdvance(words) / 2
            painter.drawText(QPointF(min(x, self.width() - metrics.horizontalAdvance(words)),
                                     plot.bottom() + metrics.height()), words)  # fmt: skip
        words = tr("people whose result is known")
        x = plot.center().x() - metrics.horizontalAdvance(words) / 2
        painter.drawText(QPointF(x, plot.bottom() + 2 * metrics.height() + dp(2)), words)

    def _paint_path(self, painter: QPainter, plot: QRectF, place: _Place) -> None:
        failures, path, crosses = 0, [place(0, 0)], []
        for number, result in enumerate(self._known, 1):
            path.append(place(number, failures))
            if result is FAILED:
                failures += 1
                path.append(place(number, failures))
                crosses.append(path[-1])
        pen = QPen(colour("accent"), dp(3))
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(path))
        end = path[-1]
        if self._missing:
            pen = QPen(colour("text2"), dp(1))
            pen.setDashPattern([2, 2])
            painter.setPen(pen)
            painter.drawLine(end, place(len(self._known) + self._missing, failures))
        for cross in crosses:
            painter.setPen(QPen(colour("danger"), dp(1)))
            painter.setBrush(colour("surface"))
            painter.drawEllipse(cross, dp(7), dp(7))
            half = dp(3)
            painter.drawLine(cross + QPointF(-half, -half), cross + QPointF(half, half))
            painter.drawLine(cross + QPointF(-half, half), cross + QPointF(half, -half))
        painter.setPen(QPen(colour("accent"), dp(2)))
        painter.setBrush(colour("surface"))
        painter.drawEllipse(end, dp(5), dp(5))
        if self._known:
            self._paint_now(painter, plot, end)

    def _paint_now(self, painter: QPainter, plot: QRectF, end: QPointF) -> None:
        painter.setFont(fonts.role_font("label"))
        metrics, words = painter.fontMetrics(), self.words()
        width, height = metrics.horizontalAdvance(words) + dp(16), metrics.height() + dp(8)
        x = min(max(plot.left(), end.x() - width / 2), plot.right() - width)
        y = max(plot.top(), end.y() - height - dp(14))
        painter.setPen(QPen(colour("border_input"), 1))
        painter.setBrush(colour("surface"))
        box = QRectF(x, y, width, height)
        painter.drawRoundedRect(box, dp(4), dp(4))
        painter.setPen(colour("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
