"""The chart of a column's values: bars of the largest, or of the spread of its numbers; a click filters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QSizeF

from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.charts import chart_text
from svcconsole.gui.kit.charts.bars import BarChart
from svcconsole.gui.kit.charts.chart_image import Picture
from svcconsole.gui.kit.charts.chart_section import ChartSection, Shows
from svcconsole.gui.kit.charts.choice import Choice
from svcconsole.gui.kit.charts.figures import Bar, FigureTable
from svcconsole.gui.kit.charts.measure_menu import MeasureMenu
from svcconsole.gui.runtime.notices import Notices
from svcconsole.services.analysis.analysis import Analysis
from svcconsole.services.analysis.results import Kind, Profile
from svcconsole.services.analysis.view import Filter, View

MOST_BARS: Final = 10
MOST_RANGES: Final = 12
FEW: Final = 20
"""A number with at most so many different values is drawn value by value, like a word."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is drawn, by places of columns; `spread` draws ranges of numbers, None finds out what suits."""

    column: int
    amount: int | None = None
    spread: bool | None = None


class Values(ChartSection):
    """Bars of one column; `ask` draws another one."""

    def __init__(self, analysis: Analysis, columns: Sequence[str], rows: str, notices: Notices) -> None:
        super().__init__(notices, analysis.opened.path, Shows.VIEW)
        self._analysis = analysis
        self._columns = tuple(columns)
        self._rows = rows
        self._asked: Asked | None = None
        self.chart = BarChart()
        self.shown.addWidget(self.chart)
        self.chart.bar_chosen.connect(self._choose_bar)
        self.column = Choice(tr("Column"), 17)
        self.counted = MeasureMenu(self.menu)
        self.menu.addMenu(self.counted)
        self.counted.chosen.connect(self._choose)
        self.controls_row.addWidget(self.column)
        self.column.chosen.connect(self._choose)

    def set_kinds(self, kinds: Sequence[Kind]) -> None:
        """What the columns hold: which have a spread, which can be added up."""
        offered: list[tuple[str, tuple[int, bool]]] = []
        for at, (name, kind) in enumerate(zip(self._columns, kinds, strict=False)):
            offered.append((name, (at, False)))
            if kind == "number":
                offered.append((tr("{name}, spread", name=name), (at, True)))
        self.column.offer(offered)
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
            self.column.choose((self._asked.column, bool(self._asked.spread)))
            self.counted.choose(self._asked.amount)

    def _choose(self) -> None:
        match self.column.value():
            case (int(column), bool(spread)):
                self._asked = Asked(column, None if spread else self.counted.column(), spread)
                self.reload()

    def view_changed(self) -> None:
        self.reload()  # which bars are chosen is drawn in the whole report, too

    def counted_view(self) -> View:
        """Without the filter of its own column: the other bars stay, to go on from."""
        view, asked = super().counted_view(), self._asked
        others = tuple(each for each in view.filters if asked is None or each.column != asked.column)
        return replace(view, filters=others)

    # -- counting and drawing

    async def load(self) -> None:
        asked = self._asked
        if asked is None:
            return
        view = self.counted_view()
        profile = await self._analysis.profile(asked.column, view)
        if asked.spread is None:
            spread = profile.kind == "number" and profile.distinct > FEW and asked.amount is None
            asked = self._asked = replace(asked, spread=spread)
        bars = _spread(profile) if asked.spread else await self._largest(asked, profile, view)
        others = 0 if asked.spread or asked.amount is None else _others(profile, bars)
        self._show_asked()
        self.counted.setEnabled(not asked.spread)
        if not any(bar.value for bar in bars) and not profile.rows:
            self.say(tr("The report has no rows.") if view.whole else tr("This view has no rows."))
            return
        self.chart.setAccessibleName(self.title())
        self.chart.show_bars(bars, self._chosen(asked.column))
        self.note_down(chart_text.more_values(others))
        self.draw(self.chart)

    async def _largest(self, asked: Asked, profile: Profile, view: View) -> list[Bar]:
        top = await self._analysis.group(asked.column, asked.amount, view, MOST_BARS)
        bars = [
            _bar(asked.column, each.value, each.rows if asked.amount is None else each.total or 0.0)
            for each in top
        ]
        others = _others(profile, bars)
        if others > 0 and asked.amount is None:
            left = profile.rows - sum(each.rows for each in top)
            bars.append(Bar(tr_plural("{n} other value", "{n} other values", others), left, None, True))
        elif asked.amount is None and profile.kind == "number":
            bars.sort(key=lambda bar: (bar.is_quiet, _as_number(bar.said)))
        return bars

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
        amount = self._asked.amount
        what = tr(self._rows) if amount is None else self._columns[amount]
        return tr("{what} by {columns}", what=what, columns=self._columns[self._asked.column])

    def figure_table(self) -> FigureTable:
        column = self._columns[self._asked.column] if self._asked is not None else ""
        amount = self._asked.amount if self._asked is not None else None
        counts = tr(self._rows) if amount is None else self._columns[amount]
        rows = tuple((bar.said, chart_text.number(bar.value)) for bar in self.chart.bars())
        return FigureTable((column, counts), rows)

    def picture(self) -> Picture:
        return Picture(self.title(), self.note(), QSizeF(self.chart.size()), self.chart.paint_picture)


def _is(column: int, value: str) -> Filter:
    return Filter(column, "is", (value,)) if value.strip() else Filter(column, "blank")


def _bar(column: int, value: str, height: float) -> Bar:
    blank = not value.strip()
    return Bar(tr("(blank)") if blank else value, height, _is(column, value), is_quiet=blank)


def _others(profile: Profile, bars: Sequence[Bar]) -> int:
    """How many values have no bar."""
    return profile.distinct + bool(profile.blanks) - len(bars)


def _spread(profile: Profile) -> list[Bar]:
    """A bar for each range of the numbers, as the profile has them, several in one where there are many."""
    together = -(-len(profile.shape) // MOST_RANGES)
    bars: list[Bar] = []
    for first in range(0, len(profile.shape), together or 1):
        part = profile.shape[first : first + together]
        low, high = part[0].low, part[-1].high
        said = (
            part[0].label if part[0].label == low else f"{chart_text.figure(low)} – {chart_text.figure(high)}"
        )
        asks = Filter(profile.column, "in_period", (low, high))
        bars.append(Bar(said, sum(each.count for each in part), asks))
    return [*bars, _bar(profile.column, "", profile.blanks)] if profile.blanks else bars


def _as_number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("inf")
