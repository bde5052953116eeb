"""Formats numbers, days and periods for charts, by the user's locale."""

from __future__ import annotations

from datetime import date
from typing import Final

from PySide6.QtCore import QDate, QLocale

from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.cell_text import computed, shown
from svcconsole.gui.kit.charts.figures import next_start
from svcconsole.gui.runtime.display_zone import place_of
from svcconsole.services.analysis.results import ColumnReading, Unit

LARGE: Final = 1e15
"""From here on a float holds no whole numbers one by one any more."""
SMALL: Final = 0.01
MOST_DECIMALS: Final = range(1, 6)
"""How many decimals the ticks of an axis can have."""


def number(value: float) -> str:
    """A whole number as such, another with at most two decimals, groups by the locale; what is very large, or
    too small for two decimals, by its first digits."""
    locale = QLocale()
    if not abs(value) < LARGE:
        return locale.toString(value, "g", 6)
    if value == int(value):
        return locale.toString(int(value))
    if abs(value) < SMALL:
        return locale.toString(value, "g", 3)
    return locale.toString(value, "f", 2).removesuffix(locale.zeroDigit())


def raw(value: float) -> str:
    """A number with all its digits and no other signs, to be copied."""
    return str(int(value)) if abs(value) < LARGE and value == int(value) else repr(value)


def axis_number(value: float, step: float) -> str:
    """A tick of the axis: as many decimals as the step asks for, thousands and millions in short."""
    locale = QLocale()
    if step >= 1_000_000:
        return tr("{n} m", n=number(value / 1_000_000)) if value else number(0)
    if step >= 1:
        return locale.toString(round(value))
    decimals = next((each for each in MOST_DECIMALS if round(step * 10**each, 6).is_integer()), None)
    return number(value) if decimals is None else locale.toString(value, "f", decimals)


def day(value: date, form: str = "d MMM yyyy") -> str:
    """A day as `form` of `QLocale` writes it."""
    return QLocale().toString(QDate(value.year, value.month, value.day), form)


def period(start: date, unit: Unit) -> str:
    """What a period is called: "18 May 2026", "Week of 18 May 2026", "May 2026"."""
    if unit == "month":
        return day(start, "MMMM yyyy")
    if unit == "week":
        return tr("Week of {day}", day=day(start))
    return day(start)


def period_start(start: date, unit: Unit) -> str:
    """The same under a head that names the period: "18 May 2026", "May 2026"."""
    return day(start, "MMMM yyyy" if unit == "month" else "d MMM yyyy")


def span(start: date, unit: Unit) -> tuple[str, str]:
    """The first day of a period and of the next one as ISO dates, for a filter."""
    return start.isoformat(), next_start(start, unit).isoformat()


def unit_title(what: str, unit: Unit) -> str:
    """ "Messages a week" """
    forms = {
        "day": mark("{what} a day"),
        "week": mark("{what} a week"),
        "month": mark("{what} a month"),
    }
    return tr(forms[unit], what=what)


def column_by_unit(column: str, unit: Unit) -> str:
    """ "createdAt, by week" """
    forms = {
        "day": mark("{column}, by day"),
        "week": mark("{column}, by week"),
        "month": mark("{column}, by month"),
    }
    return tr(forms[unit], column=column)


def figure(text: str, look: ColumnReading) -> str:
    """A value of a column as its cells are shown, nothing as "–"."""
    return shown(text, look) if text else "–"


def computed_figure(text: str, look: ColumnReading) -> str:
    """The same for a number that was computed from the column."""
    return computed(text, look) if text else "–"


def undated(rows: int) -> str:
    """How many rows are not on a chart over time; blank when all are."""
    return tr_plural("{n} row has no date.", "{n} rows have no date.", rows) if rows else ""


def days_of(look: ColumnReading) -> str:
    """Whose days are counted, where the moments name their zone."""
    return tr("Days begin at midnight in {place}.", place=place_of(look.shown_in)) if look.zoned else ""


def dates_read(note: str) -> str:
    """How dates that can be read in two ways are read."""
    known = {
        "day_first": tr("Dates are read day first: 03/04 is 3 April."),
        "month_first": tr("Dates are read month first: 03/04 is March 4."),
    }
    return known.get(note, "")


def more_values(number: int) -> str:
    """How many values are left out of a chart of the largest; blank when none are."""
    return (
        tr_plural("{n} other value is smaller.", "{n} other values are smaller.", number)
        if number > 0
        else ""
    )
