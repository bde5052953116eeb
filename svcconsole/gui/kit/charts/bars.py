"""Bars of values: a name, a bar, its number; a click on one asks for its rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QStyle, QToolTip, QWidget

from svcconsole.gui.design import colours, fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp, line_height
from svcconsole.gui.design.painting import box, ring
from svcconsole.gui.design.painting import words as paint_words
from svcconsole.gui.design.text import tip_text, visible
from svcconsole.gui.design.theme import theme
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.charts import chart_text
from svcconsole.gui.kit.charts.chart_image import ChartWidget
from svcconsole.gui.kit.charts.figures import Bar
from svcconsole.services.analysis.view import Filter

NAME_SHARE: Final = 0.46
"""Names that need more of the width than this stand above their bars."""
LEAST_BAR: Final = 2
LEAST: Final = 200


class _Row(NamedTuple):
    """Where the parts of one row stand, counted from the leading side."""

    whole: QRect
    name: QRect
    bar: QRectF
    value: QRect


class BarChart(ChartWidget):
    """`bar_chosen(int, bool)`: the place of a bar that can be filtered by, and whether beside the others."""

    bar_chosen = Signal(int, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._bars: tuple[Bar, ...] = ()
        self._chosen: frozenset[Filter] = frozenset()
        self._hovered = -1
        self._current = 0
        theme().changed.connect(self.update)

    def show_bars(self, bars: Sequence[Bar], chosen: Sequence[Filter] = ()) -> None:
        """Draw other bars; `chosen` are the filters the view has already."""
        self._bars = tuple(bars)
        self._chosen = frozenset(chosen)
        self._hovered = -1
        self._current = min(self._current, max(0, len(self._bars) - 1))
        self.setAccessibleDescription(", ".join(map(self._tooltip_of, self._bars)))
        self.updateGeometry()
        self.update()

    def bars(self) -> tuple[Bar, ...]:
        """What is drawn."""
        return self._bars

    def is_chosen(self, at: int) -> bool:
        """Whether the view is filtered by this bar."""
        return self._bars[at].asks in self._chosen

    def joins(self, at: int) -> bool:
        """Whether it can be shown together with the chosen ones: values can, blanks and ranges cannot."""
        asks = self._bars[at].asks
        return asks is not None and all(each.test == "is" for each in (asks, *self._chosen))

    def current(self) -> int:
        """The bar the keys are on."""
        return self._current

    def _tooltip_of(self, bar: Bar) -> str:
        return f"{visible(bar.said)} {chart_text.number(bar.value)}"

    def _widest(self) -> float:
        names = QFontMetricsF(fonts.role_font("strong"))
        return max((names.horizontalAdvance(visible(bar.said)) for bar in self._bars), default=0.0)

    def _is_stacked(self, width: int) -> bool:
        return self._widest() > width * NAME_SHARE

    def row_height(self) -> int:
        """How high one row is."""
        line = max(dp(25), line_height() + dp(8))
        return line + dp(14) if self._is_stacked(max(self.width(), dp(LEAST))) else line

    def sizeHint(self) -> QSize:
        return QSize(dp(360), self.row_height() * max(1, len(self._bars)))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(LEAST), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()  # names that no longer fit beside their bars stand above them

    # -- painting

    def _rows(self, width: int) -> list[_Row]:
        """The places of all rows in a chart of `width`."""
        values = [bar.value for bar in self._bars]
        low, high = min([0.0, *values]), max([0.0, *values])
        span = (high - low) or 1.0
        metrics = QFontMetricsF(fonts.role_font("caption", weight=600))
        number = max((metrics.horizontalAdvance(chart_text.number(value)) for value in values), default=0.0)
        stacked = self._is_stacked(width)
        name = width - dp(4) if stacked else round(self._widest() + dp(4))
        left = dp(2) if stacked else name + dp(8)
        room = max(1.0, width - left - number - dp(12))
        zero = left - low / span * room
        high_row = self.row_height()
        name_high = line_height() + dp(6) if stacked else high_row
        rows: list[_Row] = []
        for at, value in enumerate(values):
            top = at * high_row
            below = top + name_high if stacked else top
            rest = high_row - name_high - dp(4) if stacked else high_row
            thick = dp(9) if stacked else dp(13)
            length = abs(value) / span * room
            long = max(length, dp(LEAST_BAR)) if value else 0.0
            bar = QRectF(zero if value >= 0 else zero - long, below + (rest - thick) / 2, long, thick)
            after = round((bar.right() if value >= 0 else zero) + dp(8))
            rows.append(
                _Row(
                    QRect(0, top, width, high_row),
                    QRect(dp(2), top, name, name_high),
                    bar,
                    QRect(after, below, width - after, rest),
                )
            )
        return rows

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if 0 <= self._hovered < len(self._bars) and self._bars[self._hovered].asks is not None:
                row = QRect(0, self._hovered * self.row_height(), self.width(), self.row_height())
                box(painter, row, dp(5), fill=colour("hover"))
            self._paint(painter, self.width(), self._hovered)
            if self.hasFocus() and self._bars:
                row = QRect(0, self._current * self.row_height(), self.width(), self.row_height())
                ring(painter, row, dp(5))

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Draw the bars as they are, without pointer and focus, into `rect` of another painter."""
        painter.save()
        painter.translate(rect.topLeft())
        self._paint(painter, round(rect.width()), -1)
        painter.restore()

    def _paint(self, painter: QPainter, width: int, hovered: int) -> None:
        direction = self.layoutDirection()
        for at, (bar, row) in enumerate(zip(self._bars, self._rows(width), strict=True)):
            chosen = self.is_chosen(at)
            painter.setFont(fonts.role_font("strong" if chosen else "body"))
            name = QStyle.visualRect(direction, row.whole, row.name)
            paint_words(painter, name, visible(bar.said), "text2" if bar.is_quiet else "text", direction)
            self._paint_bar(painter, self._mirrored(row, direction), bar, strong=chosen or at == hovered)
            painter.setFont(fonts.role_font("caption", weight=600 if chosen else 400))
            value = QStyle.visualRect(direction, row.whole, row.value)
            paint_words(painter, value, chart_text.number(bar.value), "text", direction)

    def _mirrored(self, row: _Row, direction: Qt.LayoutDirection) -> QRectF:
        if direction == Qt.LayoutDirection.LeftToRight:
            return row.bar
        return QRectF(row.whole.width() - row.bar.right(), row.bar.top(), row.bar.width(), row.bar.height())

    def _paint_bar(self, painter: QPainter, rect: QRectF, bar: Bar, *, strong: bool) -> None:
        if rect.width() <= 0:
            return
        token = "chart5" if bar.asks is None else "chart1"
        if colours.current() == "contrast" and self._chosen and not strong:
            box(painter, rect, dp(3), edge=colour(token))
            return
        box(painter, rect, dp(3), fill=colour(token if strong else f"{token}_soft"))

    # -- pointer and keys

    def _at(self, y: float) -> int:
        at = int(y // self.row_height())
        return at if 0 <= at < len(self._bars) else -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self._at(event.position().y())
        if at != self._hovered:
            self._hovered = at
            can = at >= 0 and self._bars[at].asks is not None
            self.setCursor(Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hovered = -1
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and at >= 0:
            self._current = at
            self._choose(at, event)

    def _choose(self, at: int, event: QMouseEvent | QKeyEvent) -> None:
        if self._bars[at].asks is not None:
            self.bar_chosen.emit(at, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._bars) - 1
        steps = {
            Qt.Key.Key_Up: max(0, self._current - 1),
            Qt.Key.Key_Down: min(last, self._current + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if last >= 0 and event.key() in steps:
            self._current = steps[Qt.Key(event.key())]
            self.setAccessibleDescription(self._tooltip_of(self._bars[self._current]))
            self.update()
        elif last >= 0 and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self._current, event)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = self._at(event.pos().y())
            if at >= 0:
                QToolTip.showText(event.globalPos(), tip_text(self._tip(at)), self)
            return True
        return super().event(event)

    def _tip(self, at: int) -> str:
        bar = self._bars[at]
        said = f"{bar.said}: {chart_text.number(bar.value)}"
        if bar.asks is None:
            return said
        chosen = self.is_chosen(at)
        if chosen and len(self._chosen) == 1:
            return "\n".join([said, tr("Click to show all rows again")])
        ways = [tr("Click to show only these rows")]
        if self._chosen and self.joins(at):
            ways.append(tr("Ctrl+click to leave them out") if chosen else tr("Ctrl+click to add them"))
        return "\n".join([said, *ways])
