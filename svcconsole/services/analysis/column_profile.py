"""Summarises a column of a view: its types, extremes, distribution and most frequent values."""

from __future__ import annotations

import sys
from bisect import bisect_right
from datetime import date, datetime, timedelta
from itertools import pairwise
from math import floor, log10
from typing import Any

from svcconsole.services.analysis.column_types import Reading
from svcconsole.services.analysis.results import Bin, Group, Profile, TopValue, Unit
from svcconsole.services.analysis.sql import blank, cell, given, select, shown
from svcconsole.services.analysis.view_sql import Rows

TOP = 20
BARS = 12
MOST_BINS = 24
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 1200, 12000)
"""Months that a bar of dates can cover."""


def profile(among: Rows, reading: Reading, name: str) -> Profile:
    """All figures of one column over some rows."""
    column, value = reading.column, reading.value
    valued = reading.kind in ("number", "date")
    filled = f"FILTER (WHERE NOT {blank(column)})"
    by = value if valued else f"lower({cell(column)})"
    ends = (f"min({value})", f"max({value})") if valued else ("NULL", "NULL")
    figures = (
        f"count(*) {filled}",
        f"arg_min({cell(column)}, {by}) {filled}",
        f"arg_max({cell(column)}, {by}) {filled}",
        *ends,
    )
    (distinct, least, most, low, high), frequent, (rows, blanks) = _frequencies(among, column, figures, TOP)
    mean, total, middle, whole = _amounts(among, reading)
    return Profile(
        column=column,
        name=name,
        kind=reading.kind,
        share=reading.share,
        rows=rows,
        blanks=blanks,
        distinct=distinct,
        least=least or "",
        most=most or "",
        mean=mean,
        middle=middle,
        total=total,
        shape=_shape(among, reading, (low, high, whole), frequent),
        top=frequent,
        note=reading.note,
        look=reading.look,
    )


def top(among: Rows, column: int, limit: int = TOP) -> tuple[TopValue, ...]:
    """The most frequent values, equal counts in the order of the text; blank ones as ""."""
    return _frequencies(among, column, ("NULL",), limit)[1]


def _frequencies(
    among: Rows, column: int, figures: tuple[str, ...], limit: int
) -> tuple[tuple[Any, ...], tuple[TopValue, ...], tuple[int, int]]:
    """Figures over the different cells of a column, the most frequent ones, and how many rows and blanks.

    The cells are grouped once, which is what costs most where nearly all are different.
    """
    name = cell(column)
    grouped = select(f"{name}, count(*) AS k", among.table, where=among.where.sql, group=name)
    most = select(f"{name}, k", "g", where=f"NOT {blank(column)}", order=f"k DESC, {name}", limit=limit)
    what = ", ".join(
        (
            "coalesce(sum(k), 0)::BIGINT",
            f"coalesce(sum(k) FILTER (WHERE {blank(column)}), 0)::BIGINT",
            f"({select(f'list({name} ORDER BY k DESC, {name})', f'({most})')})",
            f"({select(f'list(k ORDER BY k DESC, {name})', f'({most})')})",
            *figures,
        )
    )
    query = given("g", grouped, select(what, "g"))
    rows, blanks, values, counts, *found = among.question.row(query, among.where.values)
    listed = list(map(TopValue, values or (), counts or ()))
    if blanks:
        listed.append(TopValue("", blanks))
        listed.sort(key=lambda one: (-one.count, one.value.encode()))
    return tuple(found), tuple(listed[:limit]), (rows, blanks)


def _amounts(among: Rows, reading: Reading) -> tuple[float | None, float | None, str, bool | None]:
    """Mean, sum and middle of a column, and whether its numbers are all whole ones."""
    value = reading.value
    if reading.kind == "number":
        what = f"avg({value}), sum({value}), median({value}), bool_and({value} = floor({value}))"
        ((mean, total, median, whole),) = among.ask(what)
        return mean, total, "" if median is None else plain(median), whole
    if reading.kind == "date":
        ((moment,),) = among.ask(f"quantile_disc({value}, 0.5)")
        if not isinstance(moment, datetime):
            return None, None, "", None
        return (
            None,
            None,
            moment.isoformat(sep=" ") if reading.look.timed else moment.date().isoformat(),
            None,
        )
    return None, None, "", None


def group(among: Rows, by: int, of: Reading | None, limit: int) -> tuple[Group, ...]:
    """The most frequent values of `by`; with another column those of the largest sum, and its mean."""
    value = of.value if of is not None and of.kind == "number" else "NULL::DOUBLE"
    what = f"{shown(by)} AS v, count(*) AS n, count({value}), sum({value}) AS s, avg({value})"
    order = "n DESC, v" if of is None else "s DESC NULLS LAST, n DESC, v"
    return tuple(Group(*row) for row in among.ask(what, group="v", order=order, limit=limit))


def plain(number: float) -> str:
    """A number without a needless fraction or exponent."""
    return str(int(number)) if number == int(number) and abs(number) < 1e15 else repr(number)


def _shape(
    among: Rows, reading: Reading, ends: tuple[Any, Any, bool | None], frequent: tuple[TopValue, ...]
) -> tuple[Bin, ...]:
    low, high, whole = ends
    if reading.kind == "number" and low is not None:
        return _numbers(among, reading, (low, high), whole=bool(whole))
    if reading.kind == "date" and low is not None:
        return _dates(among, reading, low.date(), high.date())
    values = [one for one in frequent if one.value][:BARS]
    return tuple(Bin(one.value, one.value, one.value, one.count) for one in values)


def _numbers(among: Rows, reading: Reading, ends: tuple[float, float], *, whole: bool) -> tuple[Bin, ...]:
    low, high = ends
    step = max(bin_width(high - low), 1.0 if whole else 0.0)
    first, last = floor(low / step), floor(high / step)
    first -= low < float(_edge(first, step))  # A quotient of fractions can round over to the next bar:
    last += high >= float(_edge(last + 1, step))  # the edges as they are printed decide.
    count = last - first + 1
    edges = [_edge(number, step) for number in range(first, last + 2)]
    place = f"least(greatest(floor({reading.value} / {step!r}) - {first}, 0), {count - 1})::INTEGER"
    if not whole:
        listed = f"[{', '.join(edges)}]"
        place = f"{place} - ({reading.value} < {listed}[{place} + 1])::INTEGER"
        place = f"least({place} + ({reading.value} >= {listed}[{place} + 2])::INTEGER, {count - 1})"
    found = dict(among.ask(f"{place} AS b, count(*)", also=_known(reading), group="b"))
    return tuple(
        Bin(begin if step == 1 and whole else f"{begin} – {end}", begin, end, found.get(number, 0))
        for number, (begin, end) in enumerate(pairwise(edges))
    )


def _edge(number: int, step: float) -> str:
    return plain(float(f"{number * step:.12g}"))


def bin_width(span: float) -> float:
    """The width of bars, 1, 2 or 5 times a power of ten, so that at most 24 cover `span`."""
    least = span / (MOST_BINS - 1)
    if least < sys.float_info.min:
        return span or 1.0
    power = 10.0 ** floor(log10(least))
    return next((power * each for each in (1, 2, 5, 10) if power * each >= least * (1 - 1e-9)), span)


def _dates(among: Rows, reading: Reading, low: date, high: date) -> tuple[Bin, ...]:
    days = (high - low).days + 1
    unit: Unit = "day" if days <= MOST_BINS else "week" if days <= 7 * MOST_BINS else "month"
    months = next(months for months in _MONTHS if days <= 30 * months * MOST_BINS)
    starts = periods(low, high, unit, months)
    counts = [0] * len(starts)
    what = f"date_trunc('{unit}', {reading.value})::DATE AS d, count(*)"
    for day, count in among.ask(what, also=_known(reading), group="d"):
        counts[bisect_right(starts, day) - 1] += count
    ends = [*starts[1:], after(starts[-1], unit, months)]
    return tuple(
        Bin(begin.isoformat(), begin.isoformat(), end.isoformat(), count)
        for begin, end, count in zip(starts, ends, counts, strict=True)
    )


def _known(reading: Reading) -> str:
    return f"{reading.value} IS NOT NULL"


def periods(low: date, high: date, unit: Unit, months: int = 1) -> list[date]:
    """The first days of the periods from the one of `low` to the one of `high`."""
    start = low - timedelta(days=low.weekday()) if unit == "week" else low
    if unit == "month":
        start = date(low.year, (low.month - 1) // months * months + 1, 1)
    starts = [start]
    while (following := after(starts[-1], unit, months)) <= high:
        starts.append(following)
    return starts


def after(start: date, unit: Unit, months: int = 1) -> date:
    """The first day of the period that follows."""
    if unit != "month":
        return start + timedelta(days=7 if unit == "week" else 1)
    whole = start.year * 12 + start.month - 1 + months
    return date(whole // 12, whole % 12 + 1, 1)
