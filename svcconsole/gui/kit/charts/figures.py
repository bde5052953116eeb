"""The data of a chart: lines over time, bars of values, and the same as a table of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from svcconsole.gui.kit.grid.clipboard_lines import clipboard_line
from svcconsole.services.analysis.results import Unit
from svcconsole.services.analysis.view import Filter

MOST_LINES: Final = 5
"""As many as there are colours that can be told apart; what is more is summed as one."""
DASHES: Final[tuple[tuple[float, ...], ...]] = ((), (5, 2.5), (1.2, 2.2), (7, 2.2, 1.2, 2.2), (11, 3))
"""Each line's own dash, in widths of its pen, so that lines differ without colour; the first is whole."""
UNITS: Final[tuple[Unit, ...]] = ("day", "week", "month")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what it is called and its value in each period."""

    name: str
    values: tuple[float, ...]
    is_rest: bool = False

    @property
    def total(self) -> float:
        """What it adds up to."""
        return sum(self.values)


@dataclass(frozen=True, slots=True)
class Course:
    """Lines over time: the first day of each period, the period, the lines in the order of their size."""

    unit: Unit = "week"
    starts: tuple[date, ...] = ()
    lines: tuple[Line, ...] = ()

    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self.starts or not self.lines

    def is_whole(self) -> bool:
        """Whether only whole things are counted."""
        return all(value == int(value) for line in self.lines for value in line.values)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar. `said` is what its row shows; `asks` is what a click asks for, None where nothing can be."""

    said: str
    value: float
    asks: Filter | None
    is_quiet: bool = False
    """Blanks and the rest: their names are not the column's own words."""


@dataclass(frozen=True, slots=True)
class FigureTable:
    """The figures of a chart in words: the heads of the columns, then the rows; the first names the row.

    `raw` are the same rows as a spreadsheet reads them: plain numbers, ISO dates, the file's own values.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    raw: tuple[tuple[str, ...], ...] = ()

    def as_text(self) -> str:
        """Tab-separated lines for a spreadsheet."""
        lines = [self.heads, *(self.raw or self.rows)]
        return "\n".join(map(clipboard_line, lines))


def folded(lines: Sequence[Line], rest: str) -> tuple[Line, ...]:
    """The largest lines first; where there are more than five, the smaller ones as one named `rest`, last."""
    ordered = sorted(lines, key=lambda line: (line.is_rest, -abs(line.total)))
    if len(ordered) <= MOST_LINES:
        return tuple(replace(line, name=rest) if line.is_rest else line for line in ordered)
    kept, others = ordered[: MOST_LINES - 1], ordered[MOST_LINES - 1 :]
    sums = tuple(sum(values) for values in zip(*(line.values for line in others), strict=True))
    return (*kept, Line(rest, sums, is_rest=True))


def next_start(start: date, unit: Unit) -> date:
    """The first day of the period after the one that begins with `start`."""
    if unit == "month":
        return date(start.year + start.month // 12, start.month % 12 + 1, 1)
    return start + timedelta(days=1 if unit == "day" else 7)


def fitting_unit(first: date, last: date, different: int) -> Unit:
    """Days for up to six weeks, weeks for up to a year and a half, else months.

    Never shorter than the days stand apart: a report asked for by the week has `different` Mondays.
    """
    days = (last - first).days
    apart = days / (different - 1) if different > 1 else 0.0
    return "month" if days > 550 or apart >= 27 else "week" if days > 42 or apart >= 6 else "day"
