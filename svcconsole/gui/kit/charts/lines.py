"""An interactive line chart: pointer or keys read out a period, a click asks for its rows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.theme import theme
from svcconsole.gui.kit.charts import chart_text
from svcconsole.gui.kit.charts.chart_image import ChartWidget
from svcconsole.gui.kit.charts.figures import Course
from svcconsole.gui.kit.charts.line_plot import CoursePlot
from svcconsole.gui.kit.charts.pointer_reading import PointerReading


class LineChart(ChartWidget):
    """Lines over time; the pointer or the arrow keys read out a period, a click or Enter asks for its rows.

    `period_chosen(int)`: the place of a period in the course.
    """

    period_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._plot = CoursePlot(self)
        self._over = PointerReading(self._plot, self)
        self._read_at: int | None = None
        theme().changed.connect(self._restyle)

    def show_course(self, course: Course) -> None:
        """Draw other lines."""
        self._plot.show_course(course)
        self._read(None)

    def course(self) -> Course:
        """What is drawn."""
        return self._plot.course

    def lines(self) -> list[list[tuple[float, float]]]:
        """Each line as places in this widget."""
        return self._plot.points()

    def value_box(self) -> QRectF:
        """Where the box of the period under the pointer stands; empty without one."""
        return self._over.place

    def sizeHint(self) -> QSize:
        return QSize(dp(360), dp(236))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(200), dp(140))

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Draw the marks and words, without what the pointer reads, into `rect` of another painter."""
        self._plot.paint_picture(painter, rect)

    def _restyle(self) -> None:
        self._plot.restyle()
        self._over.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for part in (self._plot, self._over):
            part.setGeometry(self.rect())
        self._over.arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_plot"):
            self._restyle()

    # -- reading a period

    def _read(self, at: int | None) -> None:
        self._read_at = at
        self._over.read(at)
        self.setAccessibleDescription("" if at is None else ", ".join(self.describe(at)))

    def describe(self, at: int) -> list[str]:
        """A period in words: its name, then each line with its value."""
        course = self._plot.course
        named = [
            f"{visible(line.name)} {chart_text.number(line.values[at])}"
            if len(course.lines) > 1
            else chart_text.number(line.values[at])
            for line in course.lines
        ]
        return [chart_text.period(course.starts[at], course.unit), *named]

    def _nearest(self, x: float) -> int | None:
        starts = self._plot.course.starts
        if not starts:
            return None
        return min(range(len(starts)), key=lambda at: abs(self._plot.x_of(starts[at]) - x))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self._nearest(event.position().x())
        if at != self._read_at:
            self._read(at)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._read(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._nearest(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and at is not None:
            self._read(at)
            self.period_chosen.emit(at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._plot.course.starts) - 1
        at = self._read_at
        steps = {
            Qt.Key.Key_Left: last if at is None else max(0, at - 1),
            Qt.Key.Key_Right: 0 if at is None else min(last, at + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if last >= 0 and event.key() in steps:
            self._read(steps[Qt.Key(event.key())])
        elif at is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.period_chosen.emit(at)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._over.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._read(None)
        self._over.update()
