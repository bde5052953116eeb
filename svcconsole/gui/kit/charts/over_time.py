"""The chart of a column of dates: lines per day, week or month, of rows or a sum, split by another column."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from importlib import import_module
from typing import TYPE_CHECKING

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.charts import chart_text
from svcconsole.gui.kit.charts.chart_section import Shows
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
from svcconsole.gui.kit.charts.measured_chart import Measured, MeasuredChart
from svcconsole.gui.runtime.notices import Notices
from svcconsole.services.analysis.analysis import Analysis
from svcconsole.services.analysis.results import Kind, Profile, Series, TimeSeries, Unit
from svcconsole.services.analysis.view import Filter

if TYPE_CHECKING:
    from svcconsole.gui.kit.charts.lines import LineChart


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Measured):
    """Lines over a column of dates; `unit` is None until the span of the dates is known."""

    unit: Unit | None = None
    split: int | None = None


class OverTime(MeasuredChart[Asked]):
    """Lines of one column of dates."""

    SHOWS = Shows.WHOLE

    def __init__(self, analysis: Analysis, columns: Sequence[str], rows: str, notices: Notices) -> None:
        super().__init__(analysis, columns, rows, notices)
        self.course = Course()
        self.chart: LineChart | None = None
        self.when = Choice(tr("Column and period"), 16)
        self.split = Choice(tr("Split by"), 12)
        for choice in (self.when, self.split):
            self.add_choice(choice)

    def offer(self, columns: Sequence[tuple[str, Kind]]) -> None:
        named = list(enumerate(columns))
        self.when.offer(
            [
                (chart_text.column_by_unit(name, unit), (at, unit))
                for at, (name, kind) in named
                if kind == "date"
                for unit in UNITS
            ]
        )
        splits = [
            (tr("split by {name}", name=name), at)
            for at, (name, kind) in named
            if kind in ("text", "id", "number")
        ]
        self.split.offer([(tr("not split"), None), *splits])

    def show_choice(self, asked: Asked) -> None:
        self.when.choose((asked.column, asked.unit))
        self.split.choose(asked.split)
        self.counted.choose(asked.amount)

    def choice(self) -> Asked | None:
        match self.when.value(), self.split.value():
            case (int(column), str(chosen)), split:
                unit = next(unit for unit in UNITS if unit == chosen)
                by = split if isinstance(split, int) else None
                return Asked(column=column, unit=unit, split=by, amount=self.counted.column())
        return None

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
            Line(self._name_of(asked, series), tuple(map(float, series.values)), series.rest)
            for series in counted.series
        ]
        self.course = Course(unit, counted.starts, folded(lines, tr("Other")))
        self.show_choice(asked)
        self._draw(asked, counted)

    def _name_of(self, asked: Asked, series: Series) -> str:
        """What a line is called; the one of a chart that is not split has no name."""
        if asked.split is None or not series.name:
            return tr("(blank)")
        return self.without_people(asked.split, series.name)

    def _draw(self, asked: Asked, counted: TimeSeries) -> None:
        from svcconsole.gui.kit.charts.lines import LineChart

        if self.course.is_empty():
            column = self._columns[asked.column]
            nothing = tr("No row of this view has a date in {column}.", column=column)
            self.set_message(
                tr("{column} holds no dates.", column=column) if self.counted_view().whole else nothing
            )
            return
        if self.chart is None:
            self.chart = LineChart()
            self.shown.addWidget(self.chart)
            self.chart.period_chosen.connect(self._choose_period)
        self.chart.show_course(self.course)
        self.note_down(
            chart_text.undated(counted.undated),
            chart_text.dates_read(counted.note),
            chart_text.days_of(counted.look),
        )
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
        what, unit = self.measure(), self._asked.unit
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
        raw = [
            (start.isoformat(), *(chart_text.raw(line.values[at]) for line in course.lines))
            for at, start in enumerate(course.starts)
        ]
        head = {"day": tr("Day"), "week": tr("Week of"), "month": tr("Month")}[course.unit]
        return FigureTable((head, *names), tuple(rows), tuple(raw))


def _unit_for(profile: Profile) -> Unit:
    """The period that suits the days between a column's first and last one."""
    if profile.kind != "date" or not profile.shape:
        return "week"
    first, last = (date.fromisoformat(each.low[:10]) for each in (profile.shape[0], profile.shape[-1]))
    return fitting_unit(first, last, profile.distinct)
