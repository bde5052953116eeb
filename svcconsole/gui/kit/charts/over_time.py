"""The chart of a column of dates: lines per day, week or month, of rows or a sum, split by another column."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QSizeF

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.charts import chart_text
from svcconsole.gui.kit.charts.chart_image import Picture
from svcconsole.gui.kit.charts.chart_section import ChartSection, Shows
from svcconsole.gui.kit.charts.choice import Choice
from svcconsole.gui.kit.charts.figures import (
    MOST_LINES,
    UNITS,
    Course,
    FigureTable,
    Line,
    fitting_unit,
    folded,
)
from svcconsole.gui.kit.charts.measure_menu import MeasureMenu
from svcconsole.gui.runtime.notices import Notices
from svcconsole.services.analysis.analysis import Analysis
from svcconsole.services.analysis.results import Kind, Profile, TimeSeries, Unit
from svcconsole.services.analysis.view import Filter

if TYPE_CHECKING:
    from svcconsole.gui.kit.charts.lines import LineChart


@dataclass(frozen=True, slots=True)
class Asked:
    """What is drawn, by places of columns; `unit` is None until the span of the dates is known."""

    column: int
    unit: Unit | None = None
    split: int | None = None
    amount: int | None = None


class OverTime(ChartSection):
    """Lines of one column of dates; `ask` draws another one."""

    def __init__(self, analysis: Analysis, columns: Sequence[str], rows: str, notices: Notices) -> None:
        super().__init__(notices, analysis.opened.path, Shows.WHOLE)
        self._analysis = analysis
        self._columns = tuple(columns)
        self._rows = rows
        self._asked: Asked | None = None
        self.course = Course()
        self.chart: LineChart | None = None
        self.when = Choice(tr("Column and period"), 16)
        self.split = Choice(tr("Split by"), 12)
        self.counted = MeasureMenu(self.menu)
        self.menu.addMenu(self.counted)
        self.counted.chosen.connect(self._choose)
        for choice in (self.when, self.split):
            self.controls_row.addWidget(choice)
            choice.chosen.connect(self._choose)

    def set_kinds(self, kinds: Sequence[Kind]) -> None:
        """What the columns hold: which can be drawn over, split by, added up."""
        named = list(zip(self._columns, kinds, strict=False))
        self.when.offer(
            [
                (chart_text.column_by_unit(name, unit), (at, unit))
                for at, (name, kind) in enumerate(named)
                if kind == "date"
                for unit in UNITS
            ]
        )
        splits = [
            (tr("split by {name}", name=name), at)
            for at, (name, kind) in enumerate(named)
            if kind in ("text", "number")
        ]
        self.split.offer([(tr("not split"), None), *splits])
        self.counted.offer(self._columns, kinds)

    # -- what is wanted

    def asked(self) -> Asked | None:
        """What is drawn, or is being counted."""
        return self._asked

    def ask(self, asked: Asked) -> None:
        """Draw something else."""
        self._asked = asked
        self._show_asked()
        self.reload()

    def _show_asked(self) -> None:
        if self._asked is not None:
            self.when.choose((self._asked.column, self._asked.unit))
            self.split.choose(self._asked.split)
            self.counted.choose(self._asked.amount)

    def _choose(self) -> None:
        match self.when.value(), self.split.value():
            case (int(column), str(chosen)), split:
                unit = next(unit for unit in UNITS if unit == chosen)
                by = split if isinstance(split, int) else None
                self._asked = Asked(column, unit, by, self.counted.column())
                self.reload()

    # -- counting and drawing

    async def load(self) -> None:
        if self._asked is None:
            return
        await asyncio.to_thread(import_module, "svcconsole.gui.kit.charts.line_plot")
        asked = self._asked
        unit = asked.unit
        if unit is None:
            unit = _unit_for(await self._analysis.profile(asked.column))
            asked = self._asked = replace(asked, unit=unit)
        counted = await self._analysis.over_time(
            asked.column, unit, asked.split, self.counted_view(), most=MOST_LINES, of=asked.amount
        )
        lines = [
            Line(series.name or tr("(blank)"), tuple(map(float, series.values)), series.rest)
            for series in counted.series
        ]
        self.course = Course(unit, counted.starts, folded(lines, tr("Other")))
        self._show_asked()
        self._draw(asked, counted)

    def _draw(self, asked: Asked, counted: TimeSeries) -> None:
        from svcconsole.gui.kit.charts.lines import LineChart

        if self.course.is_empty():
            column = self._columns[asked.column]
            nothing = tr("No row of this view has a date in {column}.", column=column)
            self.say(tr("{column} holds no dates.", column=column) if self.counted_view().whole else nothing)
            return
        if self.chart is None:
            self.chart = LineChart()
            self.shown.addWidget(self.chart)
            self.chart.period_chosen.connect(self._choose_period)
        self.chart.setAccessibleName(self.title())
        self.chart.show_course(self.course)
        self.note_down(chart_text.undated(counted.undated), chart_text.dates_read(counted.note))
        self.draw(self.chart)

    def _choose_period(self, at: int) -> None:
        if self._asked is None:
            return
        column, period = self._asked.column, chart_text.span(self.course.starts[at], self.course.unit)
        filtered = [each for each in self.view.filters if each.column == column and each.test == "in_period"]
        if any(each.values == period for each in filtered):
            self.filter_dropped.emit(column)
        else:
            self.filter_wanted.emit(Filter(column, "in_period", period))

    # -- what the frame asks

    def title(self) -> str:
        if self._asked is None:
            return tr("Over time")
        amount = self._asked.amount
        what = tr(self._rows) if amount is None else self._columns[amount]
        unit = self._asked.unit
        return chart_text.unit_title(what, unit) if unit else tr("{what} over time", what=what)

    def figure_table(self) -> FigureTable:
        course = self.course
        names = [line.name for line in course.lines] if len(course.lines) > 1 else [self.title()]
        rows = [
            (
                chart_text.period_start(start, course.unit),
                *(chart_text.number(line.values[at]) for line in course.lines),
            )
            for at, start in enumerate(course.starts)
        ]
        head = {"day": tr("Day"), "week": tr("Week of"), "month": tr("Month")}[course.unit]
        return FigureTable((head, *names), tuple(rows))

    def picture(self) -> Picture:
        chart = self.chart
        if chart is None:
            raise RuntimeError("a chart that was never drawn has no picture")
        return Picture(self.title(), self.note(), QSizeF(chart.size()), chart.paint_picture)


def _unit_for(profile: Profile) -> Unit:
    """The period that suits the days between a column's first and last one."""
    if profile.kind != "date" or not profile.shape:
        return "week"
    first, last = (date.fromisoformat(each.low[:10]) for each in (profile.shape[0], profile.shape[-1]))
    return fitting_unit(first, last, profile.distinct)
