"""The chart of a column's values: bars of the largest, or of the spread of its numbers; a click filters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from svcconsole.gui.design.hiding import is_hiding
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.cell_text import number_of, shown
from svcconsole.gui.kit.charts import chart_text
from svcconsole.gui.kit.charts.bars import BarChart
from svcconsole.gui.kit.charts.chart_section import Shows
from svcconsole.gui.kit.charts.choice import Choice
from svcconsole.gui.kit.charts.figures import Bar, FigureTable
from svcconsole.gui.kit.charts.measured_chart import Measured, MeasuredChart
from svcconsole.gui.runtime.notices import Notices
from svcconsole.services.analysis.analysis import Analysis
from svcconsole.services.analysis.results import Kind, Profile
from svcconsole.services.analysis.view import Filter, View

MOST_BARS: Final = 10
MOST_RANGES: Final = 12
FEW: Final = 20
"""A number with at most so many different values is drawn value by value, like a word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Measured):
    """Bars of a column's values; `spread` draws ranges of numbers, None finds out what suits."""

    spread: bool | None = None


class Values(MeasuredChart[Asked]):
    """Bars of one column."""

    SHOWS = Shows.VIEW

    def __init__(self, analysis: Analysis, columns: Sequence[str], rows: str, notices: Notices) -> None:
        super().__init__(analysis, columns, rows, notices)
        self.chart = BarChart()
        self.shown.addWidget(self.chart)
        self.chart.bar_chosen.connect(self._choose_bar)
        self.column = Choice(tr("Column"), 17)
        self.add_choice(self.column)

    def offer(self, columns: Sequence[tuple[str, Kind]]) -> None:
        offered: list[tuple[str, tuple[int, bool]]] = []
        for at, (name, kind) in enumerate(columns):
            offered.append((name, (at, False)))
            if kind == "number":
                offered.append((tr("{name}, spread", name=name), (at, True)))
        self.column.offer(offered)

    def show_choice(self, asked: Asked) -> None:
        self.column.choose((asked.column, bool(asked.spread)))
        self.counted.choose(asked.amount)

    def choice(self) -> Asked | None:
        match self.column.value():
            case (int(column), bool(spread)):
                return Asked(column=column, amount=None if spread else self.counted.column(), spread=spread)
        return None

    # -- counting and drawing

    def view_changed(self) -> None:
        self.reload()  # which bars are chosen is drawn in the whole report, too

    def is_filtered(self) -> bool:
        """Whether the view has other filters than those of the column that is drawn."""
        return bool(self._others() or self.view.search)

    def update_switch(self) -> None:
        own = self._asked is not None and len(self._others()) < len(self.view.filters)
        column = self._columns[self._asked.column] if own and self._asked is not None else ""
        self.switch.set_filtered(self.is_filtered(), column)

    def _others(self) -> tuple[Filter, ...]:
        asked = self._asked
        return tuple(each for each in self.view.filters if asked is None or each.column != asked.column)

    def counted_view(self) -> View:
        """Without the filter of its own column: the other bars stay, to go on from."""
        view = super().counted_view()
        return replace(view, filters=self._others() if view.filters else ())

    async def load(self) -> None:
        asked = self._asked
        if asked is None:
            return
        self.update_switch()
        view = self.counted_view()
        profile = await self._analysis.profile(asked.column, view)
        if asked.spread is None:
            spread = profile.kind == "number" and profile.distinct > FEW and asked.amount is None
            asked = self._asked = replace(asked, spread=spread)
        bars = self._spread(profile) if asked.spread else await self._largest(asked, profile, view)
        others = 0 if asked.spread or asked.amount is None else _others(profile, bars)
        self.show_choice(asked)
        self.counted.setEnabled(not asked.spread)
        if not any(bar.value for bar in bars) and not profile.rows:
            self.set_message(tr("The report has no rows.") if view.whole else tr("This view has no rows."))
            return
        self.chart.show_bars(bars, self._chosen(asked.column))
        self.note_down(chart_text.more_values(others))
        self.draw(self.chart)

    async def _largest(self, asked: Asked, profile: Profile, view: View) -> list[Bar]:
        top = await self._analysis.group(asked.column, asked.amount, view, MOST_BARS)
        bars = [
            self._bar(profile, each.value, each.rows if asked.amount is None else each.total or 0.0)
            for each in top
        ]
        others = _others(profile, bars)
        if others > 0 and asked.amount is None:
            left = profile.rows - sum(each.rows for each in top)
            bars.append(Bar(tr_plural("{n} other value", "{n} other values", others), left, None, True))
        elif asked.amount is None and profile.kind == "number":
            bars.sort(key=lambda bar: (bar.is_quiet, _as_number(bar, profile)))
        return bars

    def _spread(self, profile: Profile) -> list[Bar]:
        """A bar for each range of the numbers the profile has, several in one where there are many."""
        together = -(-len(profile.shape) // MOST_RANGES)
        bars: list[Bar] = []
        for first in range(0, len(profile.shape), together or 1):
            part = profile.shape[first : first + together]
            low, high = part[0].low, part[-1].high
            ends = [chart_text.computed_figure(each, profile.look) for each in (low, high)]
            said = ends[0] if part[0].label == low else f"{ends[0]} – {ends[1]}"
            asks = Filter(profile.column, "in_period", (low, high))
            bars.append(Bar(said, sum(each.count for each in part), asks))
        return [*bars, self._bar(profile, "", profile.blanks)] if profile.blanks else bars

    def _bar(self, profile: Profile, value: str, height: float) -> Bar:
        blank = not value.strip()
        said = tr("(blank)") if blank else self.without_people(profile.column, shown(value, profile.look))
        return Bar(said, height, _is(profile.column, value), is_quiet=blank)

    def _chosen(self, column: int) -> list[Filter]:
        """The filters of this column, those of several values one by one, as bars have them."""
        chosen: list[Filter] = []
        for each in self.view.filters:
            if each.column == column and each.test == "is":
                chosen.extend(_is(column, value) for value in each.values)
            elif each.column == column:
                chosen.append(each)
        return chosen

    def _choose_bar(self, at: int, beside: bool) -> None:
        asks = self.chart.bars()[at].asks
        if asks is None:
            return
        before = self._chosen(asks.column)
        wanted = [asks]
        if beside and self.chart.joins(at):
            wanted = [each for each in before if each != asks] + [asks] * (asks not in before)
        elif before == [asks]:
            wanted = []
        if wanted:
            values = tuple(value for each in wanted for value in each.values)
            self.filter_wanted.emit(replace(asks, values=values))
        else:
            self.filter_dropped.emit(asks.column)

    # -- what the frame asks

    def title(self) -> str:
        if self._asked is None:
            return tr("Values")
        return tr("{measure} by {columns}", measure=self.measure(), columns=self._columns[self._asked.column])

    def figure_table(self) -> FigureTable:
        column = self._columns[self._asked.column] if self._asked is not None else ""
        bars = self.chart.bars()
        rows = tuple((bar.said, chart_text.number(bar.value)) for bar in bars)
        raw = tuple((_raw(bar), chart_text.raw(bar.value)) for bar in bars)
        return FigureTable((column, self.measure()), rows, raw)


def _is(column: int, value: str) -> Filter:
    return Filter(column, "is", (value,)) if value.strip() else Filter(column, "blank")


def _raw(bar: Bar) -> str:
    """What a bar stands for as the file has it."""
    asks = bar.asks
    held = asks is not None and asks.test == "is" and not is_hiding()
    return asks.values[0] if asks is not None and held else bar.said


def _others(profile: Profile, bars: Sequence[Bar]) -> int:
    """How many values have no bar."""
    return profile.distinct + bool(profile.blanks) - len(bars)


def _as_number(bar: Bar, profile: Profile) -> float:
    value = None if bar.asks is None or not bar.asks.values else number_of(bar.asks.values[0], profile.look)
    return float("inf") if value is None else value
