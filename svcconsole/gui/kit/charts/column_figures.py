"""The figures of one column: minimum, median, mean, maximum, blanks, and text or date statistics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import words as paint_words
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.theme import theme
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.charts import chart_text
from svcconsole.gui.kit.charts.chart_image import ChartWidget
from svcconsole.gui.kit.charts.chart_section import ChartSection, Shows
from svcconsole.gui.kit.charts.figures import FigureTable
from svcconsole.gui.runtime.notices import Notices
from svcconsole.services.analysis.analysis import Analysis
from svcconsole.services.analysis.results import Profile

Pairs = tuple[tuple[str, str], ...]
Hide = Callable[[str], str]
"""Masks a value of the column while people are hidden."""


class FigureStrip(ChartWidget):
    """Names with their figures under them, as many side by side as fit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pairs: Pairs = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme().changed.connect(self.update)

    def set_pairs(self, pairs: Pairs) -> None:
        """Show other figures."""
        self.pairs = pairs
        self.setAccessibleDescription(", ".join(f"{name} {visible(value)}" for name, value in pairs))
        self.updateGeometry()
        self.update()

    def _metrics(self) -> tuple[QFontMetrics, QFontMetrics]:
        return QFontMetrics(fonts.role_font("caption")), QFontMetrics(fonts.role_font("strong"))

    def _columns(self, width: int) -> int:
        """How many stand side by side: the widest decides, up to a third of the width."""
        name, value = self._metrics()
        widest = max(
            (
                max(name.horizontalAdvance(one), value.horizontalAdvance(visible(two)))
                for one, two in self.pairs
            ),
            default=1,
        )
        return max(1, min(len(self.pairs), width // (min(widest, width // 3) + dp(14))))

    def heightForWidth(self, width: int) -> int:
        name, value = self._metrics()
        lines = -(-len(self.pairs) // self._columns(width)) if self.pairs else 1
        return lines * (name.height() + value.height() + dp(8))

    def sizeHint(self) -> QSize:
        width = max(self.width(), dp(200))
        return QSize(width, self.heightForWidth(width))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self._paint(painter, self.rect())

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Draw the figures into `rect` of another painter."""
        self._paint(painter, rect.toRect())

    def _paint(self, painter: QPainter, rect: QRect) -> None:
        if not self.pairs:
            return
        name_metrics, value_metrics = self._metrics()
        columns = self._columns(rect.width())
        step = rect.width() // columns
        high = name_metrics.height() + value_metrics.height() + dp(8)
        direction = self.layoutDirection()
        for at, (name, value) in enumerate(self.pairs):
            corner = rect.topLeft() + QPoint(at % columns * step, at // columns * high)
            for role, tone, text, down in (
                ("caption", "text2", name, 0),
                ("strong", "text", visible(value), name_metrics.height()),
            ):
                painter.setFont(fonts.role_font(role))
                height = painter.fontMetrics().height()
                place = QRect(corner + QPoint(0, down), QSize(step - dp(8), height))
                mirrored = QStyle.visualRect(direction, rect, place)
                paint_words(painter, mirrored, text, tone, direction)


class ColumnFigures(ChartSection):
    """The figures of one column; `ask` shows another one."""

    def __init__(self, analysis: Analysis, columns: Sequence[str], notices: Notices) -> None:
        super().__init__(analysis, columns, notices, Shows.VIEW)
        self._column: int | None = None
        self._raw: Pairs = ()
        self.strip = FigureStrip()
        self.shown.addWidget(self.strip)
        self.controls.hide()

    def column(self) -> int | None:
        """The column whose figures are shown."""
        return self._column

    def ask(self, column: int) -> None:
        """Show another column's."""
        self._column = column
        self.reload()

    async def load(self) -> None:
        if self._column is None:
            return
        profile = await self._analysis.profile(self._column, self.counted_view())
        hide = partial(self.without_people, self._column)
        self.strip.set_pairs(pairs_of(profile, hide))
        self._raw = raw_pairs_of(profile, hide)
        self.draw(self.strip)

    def title(self) -> str:
        return tr("Figures") if self._column is None else self._columns[self._column]

    def figure_table(self) -> FigureTable:
        return FigureTable((self.title(), tr("Value")), self.strip.pairs, self._raw)


def pairs_of(profile: Profile, hide: Hide) -> Pairs:
    """What is worth knowing of a column of numbers, of dates, of words."""
    blank = (tr("Blank"), chart_text.number(profile.blanks))
    different = (tr("Distinct"), chart_text.number(profile.distinct))
    ends = (
        (chart_text.figure, profile.least),
        (chart_text.computed_figure, profile.middle),
        (chart_text.figure, profile.most),
    )
    least, middle, largest = (hide(form(text, profile.look)) if text else "–" for form, text in ends)
    if profile.kind == "number":
        mean = "–" if profile.mean is None else chart_text.number(profile.mean)
        return (
            (tr("Smallest"), least),
            (tr("Median"), middle),
            (tr("Mean"), mean),
            (tr("Largest"), largest),
            blank,
        )
    if profile.kind == "date":
        return ((tr("First"), least), (tr("Median"), middle), (tr("Last"), largest), blank)
    most = next((each.value for each in profile.top if each.value.strip()), "")
    return (different, (tr("Most frequent"), visible(hide(most)) or "–"), blank)


def raw_pairs_of(profile: Profile, hide: Hide) -> Pairs:
    """The same with the file's own values and plain numbers, to be copied."""
    if profile.kind not in ("number", "date"):
        most = next((each.value for each in profile.top if each.value.strip()), "")
        values = [str(profile.distinct), hide(most), str(profile.blanks)]
    else:
        mean = (
            [] if profile.kind == "date" else ["" if profile.mean is None else chart_text.raw(profile.mean)]
        )
        least, middle, largest = map(hide, (profile.least, profile.middle, profile.most))
        values = [least, middle, *mean, largest, str(profile.blanks)]
    return tuple((name, value) for (name, _), value in zip(pairs_of(profile, hide), values, strict=True))
