"""Rows per day, week or month, in one line or split by the most frequent values of another column."""

from __future__ import annotations

from svcconsole.services.analysis.column_profile import group, periods
from svcconsole.services.analysis.column_types import Reading
from svcconsole.services.analysis.results import AnalysisError, Series, TimeSeries, Unit
from svcconsole.services.analysis.sql import shown
from svcconsole.services.analysis.view_sql import Rows
from svcconsole.words.message import mark, message

MOST_PERIODS = 5_000
_TOO_MANY = {
    "day": mark("The dates reach from {first} to {last}: too many days to draw."),
    "week": mark("The dates reach from {first} to {last}: too many weeks to draw."),
    "month": mark("The dates reach from {first} to {last}: too many months to draw."),
}


def over_time(
    among: Rows, reading: Reading, unit: Unit, split: int | None, most: int, *, of: Reading | None = None
) -> TimeSeries:
    """Rows per period, or the sum of `of`'s numbers, by the days of the zone that moments are shown in.

    AnalysisError for a column without dates.
    """
    if reading.kind not in ("date", "empty"):
        raise AnalysisError(message("This column holds no dates."), message("Choose a column of dates."))
    if reading.kind == "empty":
        return TimeSeries(unit, (), (), 0, reading.note)
    named = [one.value for one in group(among, split, of, most)] if split is not None else []
    which = "''"
    if split is not None and named:
        marks = ", ".join("?" * len(named))
        which = f"CASE WHEN {shown(split)} IN ({marks}) THEN {shown(split)} END"
    amount = "count(*)" if of is None else f"coalesce(sum({of.value}), 0)"
    what = f"date_trunc('{unit}', {reading.value})::DATE AS d, {which} AS s, {amount}, count(*)"
    rows = among.ask(what, values=named, group="d, s")
    days = [day for day, *_ in rows if day is not None]
    undated = sum(count for day, _, _, count in rows if day is None)
    if not days:
        return TimeSeries(unit, (), (), undated, reading.note, reading.look)
    starts = periods(min(days), max(days), unit)
    if len(starts) > MOST_PERIODS:
        raise AnalysisError(
            message(_TOO_MANY[unit], first=min(days), last=max(days)),
            message("Choose months, or filter the dates."),
        )
    place = {day: number for number, day in enumerate(starts)}
    sums: dict[str | None, list[float]] = {name: [0] * len(starts) for name in named or [""]}
    for day, name, amount, _ in rows:
        if day is not None:
            sums.setdefault(name, [0] * len(starts))[place[day]] += amount
    series = tuple(Series(name or "", tuple(values), rest=name is None) for name, values in sums.items())
    return TimeSeries(unit, tuple(starts), series, undated, reading.note, reading.look)
