"""What a column holds is decided by its cells; profiles, groups and lines over time add up."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcconsole.services.analysis import column_profile
from svcconsole.services.analysis.results import AnalysisError, TopValue
from svcconsole.services.analysis.view import Filter, View
from tests.services.analysis.analysing import analysing
from tests.services.analysis.conftest import Write

KINDS = {
    "whole numbers": (["1", "20", "-3"], "number", "", "1"),
    "numbers with cents": (["1.50", "20", "0.25"], "number", "", "1.5"),
    "thousands": (["1,200", "20", "3,400,500.25"], "number", "", "1200"),
    "decimal commas": (["1.200,5", "20", "0,25"], "number", "decimal_comma", "20"),
    "shares": (["12%", "7.5%", "100%"], "number", "", "12"),
    "phones": (["+4917012345678", "+4917012345679", "+491"], "text", "", ""),
    "codes with leading zeros": (["00123", "00124", "01500"], "text", "", ""),
    "numbers longer than 15 digits": (["1234567890123456789", "1234567890123456788", "1"], "text", "", ""),
    "days": (["2026-01-31", "2026-02-01", "2026-02-02"], "date", "", "2026-02-01"),
    "moments": (
        ["2026-01-31 10:00", "2026-02-01 11:30", "2026-02-02 12:00"],
        "date",
        "",
        "2026-02-01 11:30:00",
    ),
    "moments with a zone": (
        ["2026-01-31T10:00:00Z", "2026-02-01T11:30:00.123+02:00", "2026-02-02T12:00:00Z"],
        "date",
        "",
        "2026-02-01 09:30:00.123000",
    ),
    "day first": (["31/01/2026", "01/02/2026", "02/02/2026"], "date", "day_first", "2026-02-01"),
    "month first": (["01/31/2026", "02/01/2026", "02/02/2026"], "date", "month_first", "2026-02-01"),
    "German days": (["31.01.2026", "1.2.2026", "02.02.2026"], "date", "", "2026-02-01"),
    "words of dates": (["31 Jan 2026", "1 Feb 2026", "2 Feb 2026"], "date", "", "2026-02-01"),
    "months": (["2026-01", "2026-02", "2026-03"], "date", "", "2026-02-01"),
    "words": (["yes", "no", "no"], "text", "", ""),
    "mostly words": (["1", "none", "many"], "text", "", ""),
    "nothing": (["", "  ", ""], "empty", "", ""),
}
"""What a column is → its cells, the kind, how it is read, its middle."""


@pytest.mark.parametrize("case", KINDS)
async def test_the_kind_of_a_column_follows_from_its_cells(write: Write, case: str) -> None:
    cells, kind, note, middle = KINDS[case]
    path = write("id,column", [(f"k{number}", cell) for number, cell in enumerate(cells)])
    async with analysing(path) as analysis:
        found = await analysis.profile(1)
        assert (found.kind, found.note, found.middle) == (kind, note, middle)
        assert found.share == (1.0 if kind in ("number", "date") else 0.0)


async def test_a_few_odd_cells_do_not_make_a_column_text(write: Write) -> None:
    rows = [(number, number * 3 if number % 40 else "n/a") for number in range(1, 401)]
    async with analysing(write("id,score", rows)) as analysis:
        found = await analysis.profile(1)
        assert (found.kind, found.share, found.rows, found.blanks) == ("number", 0.975, 400, 0)
        assert (found.least, found.most, found.distinct) == ("3", "1197", 391)
        assert sum(bar.count for bar in found.shape) == 390 == found.rows - 10
        assert found.total == sum(number * 3 for number in range(1, 401) if number % 40)
        assert found.top[0] == TopValue("n/a", 10)


async def test_bars_of_a_number_cover_it_without_gaps(write: Write) -> None:
    async with analysing(write("id,score,rate", [(n, n % 5 + 1, n / 1000) for n in range(2000)])) as analysis:
        scores = await analysis.profile(1)
        assert [(bar.label, bar.count) for bar in scores.shape] == [(str(n), 400) for n in range(1, 6)]
        rates = (await analysis.profile(2)).shape
        assert [bar.high for bar in rates[:-1]] == [bar.low for bar in rates[1:]]
        assert sum(bar.count for bar in rates) == 2000 and 10 <= len(rates) <= 25
        for bar in rates:
            seen = await analysis.view(View(filters=(Filter(2, "in_period", (bar.low, bar.high)),)))
            assert seen.rows == bar.count


async def test_bars_of_dates_are_periods_that_can_be_filtered(write: Write) -> None:
    days = [f"202{5 + n % 2}-{1 + n % 12:02}-{1 + n % 28:02}" for n in range(3000)]
    async with analysing(write("id,day", enumerate(days))) as analysis:
        shape = (await analysis.profile(1)).shape
        assert sum(bar.count for bar in shape) == 3000 and 12 <= len(shape) <= 25
        for bar in shape:
            seen = await analysis.view(View(filters=(Filter(1, "in_period", (bar.low, bar.high)),)))
            assert seen.rows == bar.count


async def test_a_profile_of_a_view_counts_its_rows_only(write: Write) -> None:
    rows = [(n, "ab"[n % 2], n) for n in range(100)]
    async with analysing(write("id,name,score", rows)) as analysis:
        view = View(filters=(Filter(1, "is", ("a",)),))
        found = await analysis.profile(2, view)
        assert (found.rows, found.least, found.most, found.mean) == (50, "0", "98", 49.0)
        nothing = await analysis.profile(2, View(search="nowhere"))
        assert (nothing.rows, nothing.blanks, nothing.kind, nothing.shape) == (0, 0, "number", ())


async def test_groups_carry_sums_and_means(write: Write) -> None:
    rows = [("a", 1), ("b", 2), ("a", 3), ("", 10), ("a", "")]
    async with analysing(write("name,score", rows)) as analysis:
        found = await analysis.group(0, 1)
        assert [(one.value, one.rows, one.numbers, one.total, one.mean) for one in found] == [
            ("", 1, 1, 10.0, 10.0), ("a", 3, 2, 4.0, 2.0), ("b", 1, 1, 2.0, 2.0),
        ]  # fmt: skip
        assert [one.value for one in await analysis.top(0)] == ["a", "", "b"]


async def test_lines_over_time_have_no_holes_and_add_up(write: Write) -> None:
    rows = [(f"2026-03-{1 + n % 20:02} 23:59:59", "abcdefgh"[n % 8], n) for n in range(0, 400, 3)]
    rows += [("", "a", 1), ("never", "a", 1)]
    async with analysing(write("day,channel,score", rows)) as analysis:
        by_day = await analysis.over_time(0, "day")
        assert by_day.starts == tuple(date(2026, 3, 1 + n) for n in range(20))
        assert sum(by_day.series[0].values) == len(rows) - 2 and by_day.undated == 2
        by_week = await analysis.over_time(0, "week")
        assert by_week.starts[0] == date(2026, 2, 23) and all(day.weekday() == 0 for day in by_week.starts)
        split = await analysis.over_time(0, "month", 1, most=3)
        assert [series.rest for series in split.series] == [False, False, False, True]
        assert sum(sum(series.values) for series in split.series) == len(rows) - 2
        summed = await analysis.over_time(0, "month", of=2)
        assert summed.series[0].values == (sum(n for n in range(0, 400, 3)),)
        with pytest.raises(AnalysisError, match="This column holds no dates"):
            await analysis.over_time(1, "day")


async def test_too_many_periods_are_refused_in_words(write: Write) -> None:
    async with analysing(write("day,id", [("1970-01-01", 1), ("2026-01-01", 2)])) as analysis:
        assert len((await analysis.over_time(0, "month")).starts) == 673
        with pytest.raises(AnalysisError, match="too many days to draw") as refused:
            await analysis.over_time(0, "day")
        assert refused.value.advice == "Choose months, or filter the dates."


@given(span=st.floats(0, allow_infinity=False, allow_nan=False))
def test_at_most_24_bars_cover_any_span(span: float) -> None:
    step = column_profile.bin_width(span)
    assert step > 0 and span / step <= 24


@pytest.mark.parametrize(
    "cells",
    [
        ["1e300", "-1e300", "5"],
        ["1e999", "1", "2", *"3456789" * 3],
        ["0.000000000000001", "0.000000000000002"],
        ["999999999999999", "-999999999999999"],
        ["7"],
        ["0.1", "0.2", "0.3", "0.7", "0.30000000000000004"],
    ],
    ids=lambda cells: cells[0],
)
async def test_extreme_numbers_have_bars_too(write: Write, cells: list[str]) -> None:
    async with analysing(write("id,number", [(f"k{at}", cell) for at, cell in enumerate(cells)])) as analysis:
        found = await analysis.profile(1)
        numbers = [cell for cell in cells if cell != "1e999"]
        assert found.kind == "number" and sum(bar.count for bar in found.shape) == len(numbers)
        for bar in found.shape:
            seen = await analysis.view(View(filters=(Filter(1, "in_period", (bar.low, bar.high)),)))
            assert seen.rows == bar.count
