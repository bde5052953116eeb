"""The ticks of an axis: round values; days, months or years with room for their labels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

_ROUND: Final = (1.0, 2.0, 2.5, 5.0, 10.0)
_MONTHS: Final = (1, 2, 3, 6)
_YEARS: Final = (1, 2, 5, 10, 20, 50, 100)
_DAYS: Final = (1, 2, 7, 14)
NEARLY_WHOLE: Final = 10
LEAST_SPAN: Final = 1e-300
"""Below it lie numbers that cannot be divided any further: as good as nothing."""


class DayTick(NamedTuple):
    """A mark on the axis of time, and how its day is written: a `QLocale` format."""

    day: date
    format: str


def value_ticks(least: float, most: float, room: int = 4, *, whole: bool = True) -> tuple[float, ...]:
    """Round values from at or below `least` to at or above `most`, 0 among them: at most `room` + 1 steps.

    `whole`: what is counted has no parts. Never fewer than two ticks.
    """
    low, high = min(0.0, least), max(0.0, most)
    if high - low < LEAST_SPAN:
        return (0.0, 1.0)
    rough = (high - low) / max(1, room)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(each * power for each in _ROUND if each * power >= rough * 0.999999)
    if whole:
        step = float(math.ceil(step))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return tuple(step * at for at in range(first, max(last, first + 1) + 1))


def day_ticks(first: date, last: date, days_room: int, room: int) -> tuple[DayTick, ...]:
    """Marks between two days: at most `days_room` days, else at most `room` firsts of months or years."""
    room = max(1, room)
    span = (last - first).days
    for step in _DAYS:
        if span / step < days_room:
            start = first if step == 1 else first + timedelta(days=-first.weekday() % 7)
            days = [start + timedelta(days=at) for at in range(0, (last - start).days + 1, step)]
            return tuple(DayTick(day, "d MMM") for day in days)
    for step in _MONTHS:
        months = _firsts(first, last, step)
        if len(months) <= room:
            return _named_months(months, years=last.year > first.year)
    return _named_years(first, last, room)


def _named_years(first: date, last: date, room: int) -> tuple[DayTick, ...]:
    for step in _YEARS:
        years = [year for year in range(first.year, last.year + 1) if year % step == 0]
        days = [date(year, 1, 1) for year in years if date(year, 1, 1) >= first]
        if len(days) <= room:
            return tuple(DayTick(day, "yyyy") for day in days)
    return ()


def _firsts(first: date, last: date, step: int) -> list[date]:
    """The first days shown of every `step`th month, counted from January."""
    months = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    days = [date(month // 12, month % 12 + 1, 1) for month in months if month % 12 % step == 0]
    if days and days[0] < first:  # a month that has nearly all its days is named at the first of them
        days[0:1] = [first] if first.day <= NEARLY_WHOLE else []
    return days


def _named_months(months: Sequence[date], *, years: bool) -> tuple[DayTick, ...]:
    """January, and the first month shown, bear the year where there is more than one."""
    return tuple(
        DayTick(day, "MMM yyyy" if years and (at == 0 or day.month == 1) else "MMM")
        for at, day in enumerate(months)
    )
