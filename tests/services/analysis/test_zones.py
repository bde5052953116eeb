"""Moments are ordered, filtered, counted and exported in one zone; what names none is read in the store's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import duckdb
import pytest

from svcconsole.services.analysis.analysis import Analysis
from svcconsole.services.analysis.column_moments import Zones
from svcconsole.services.analysis.view import Filter, Sort, Test, View
from tests.services.analysis.analysing import analysing
from tests.services.analysis.conftest import Write

BERLIN = Zones("Europe/Berlin", "Europe/Berlin")
UTC_TIMES = [
    "2026-01-31T22:30:00Z",
    "2026-01-31T23:30:00.250Z",
    "2026-07-01T21:59:00Z",
    "2026-07-01T22:00:00Z",
]
DAYS = [date(2026, 1, 31), date(2026, 2, 1), date(2026, 7, 1), date(2026, 7, 2)]
"""The days in Berlin of the same moments: winter and summer time."""


def table(write: Write, cells: Sequence[str]) -> Path:
    """A file whose second column holds these cells."""
    return write("name,at", [(f"n{at}", text) for at, text in enumerate(cells)])


async def counted_days(analysis: Analysis, column: int) -> list[date]:
    """The days of a column that have rows."""
    found = await analysis.over_time(column, "day")
    return [day for day, rows in zip(found.starts, found.series[0].values, strict=True) if rows]


async def test_days_are_those_of_the_zone_that_is_shown(write: Write) -> None:
    async with analysing(table(write, UTC_TIMES)) as analysis:
        assert await counted_days(analysis, 1) == [date(2026, 1, 31), date(2026, 7, 1)]
        day = View(filters=(Filter(1, "between", ("2026-02-01", "2026-02-01")),))
        assert (await analysis.view(day)).rows == 0
        analysis.set_zones(BERLIN)
        assert await counted_days(analysis, 1) == DAYS
        assert (await analysis.view(day)).rows == 1
        after = View(filters=(Filter(1, "over", ("2026-07-01T21:59:30Z",)),))
        assert (await analysis.view(after)).rows == 1
        for bar in (await analysis.profile(1)).shape:
            seen = await analysis.view(View(filters=(Filter(1, "in_period", (bar.low, bar.high)),)))
            assert seen.rows == bar.count


async def test_moments_are_found_as_they_are_shown(write: Write) -> None:
    async with analysing(table(write, [*UTC_TIMES, ""])) as analysis:

        async def found(view: View) -> list[int]:
            seen = await analysis.view(view)
            return [row.number for row in analysis.rows(seen.handle, 0, 9)]

        def only(test: Test, *values: str) -> View:
            return View(filters=(Filter(1, test, values),))

        analysis.set_zones(BERLIN)
        assert await found(View(search="2026-02-01")) == [2]
        assert await found(View(search="2026-02-01 00:30")) == [2]
        assert await found(only("contains", "2026-07-02")) == [4]
        assert await found(View(search="2026-07-01T22")) == [4], "as the file has it"
        assert await found(only("is", "2026-02-01 00:30:00")) == [2]
        assert await found(only("is", "2026-07-01")) == [3]
        assert await found(only("is", UTC_TIMES[3])) == [4]
        assert await found(only("is", UTC_TIMES[1], "2026-01-31")) == [1, 2]
        assert await found(only("is_not", "2026-02-01", "2026-07-02 00:00:00")) == [1, 3, 5]
        analysis.set_zones(Zones())
        assert await found(View(search="2026-02-01")) == []


async def test_a_value_that_was_taken_from_a_cell_finds_that_cell_alone(write: Write) -> None:
    """Written in one zone and shown in another: the second row is shown as the first one is written."""
    cells = ["2026-01-31 23:30:00", "2026-02-01 00:30:00"]
    async with analysing(table(write, cells)) as analysis:
        analysis.set_zones(Zones("UTC", "Europe/Berlin"))
        assert (await analysis.view(View(filters=(Filter(1, "is", (cells[0],)),)))).rows == 1


async def test_offsets_order_moments_and_are_not_cut(write: Write) -> None:
    cells = [
        "2026-03-01T10:00:00+05:30",
        "2026-03-01T05:00:00Z",
        "2026-03-01 00:10:00-0500",
        "2026-03-01 07:00+01",
    ]
    async with analysing(table(write, cells)) as analysis:
        analysis.set_zones(BERLIN)
        found = await analysis.profile(1)
        assert (found.kind, found.look.zoned, found.look.zoneless) == ("date", True, False)
        assert found.middle == "2026-03-01 06:00:00"
        seen = await analysis.view(View(sorts=(Sort(1),)))
        # 04:30, 05:00, 05:10 and 06:00 in UTC
        assert [row.number for row in analysis.rows(seen.handle, 0, 9)] == [1, 2, 3, 4]


async def test_a_moment_without_a_zone_is_read_in_the_stores(write: Write) -> None:
    async with analysing(table(write, ["2026-01-31 23:30:00", "2026-02-01 00:10:00"])) as analysis:
        analysis.set_zones(BERLIN)
        assert await counted_days(analysis, 1) == [date(2026, 1, 31), date(2026, 2, 1)]
        assert (await analysis.readings([1]))[1].zoneless
        analysis.set_zones(Zones("UTC", "Europe/Berlin"))
        assert await counted_days(analysis, 1) == [date(2026, 1, 31)]


async def test_a_day_alone_is_the_same_day_in_every_zone(write: Write) -> None:
    async with analysing(table(write, ["2026-01-31", "2026-02-01"])) as analysis:
        for zones in (BERLIN, Zones("Pacific/Auckland", "America/New_York")):
            analysis.set_zones(zones)
            assert await counted_days(analysis, 1) == [date(2026, 1, 31), date(2026, 2, 1)]
            assert (await analysis.profile(1)).middle == "2026-01-31"
            assert not (await analysis.readings([1]))[1].timed


async def test_a_view_is_computed_anew_in_another_zone(write: Write) -> None:
    async with analysing(table(write, UTC_TIMES)) as analysis:
        view = View(filters=(Filter(1, "between", ("2026-07-02", "2026-07-02")),))
        assert (await analysis.view(view)).rows == 0
        analysis.set_zones(BERLIN)
        assert (await analysis.view(view)).rows == 1


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["2026-01-31", "2026-02-01"], "DATE"),
        (["2026-01-31T10:00:00Z", "2026-02-01T10:00:00Z"], "TIMESTAMP WITH TIME ZONE"),
        (["2026-01-31 10:00", "2026-02-01 11:00"], "TIMESTAMP"),
        (["2026-01-31", "2026-02-01 11:00"], "VARCHAR"),
        (["2026-01-31T10:00:00Z", "2026-02-01T10:00:00"], "VARCHAR"),
        (["2026-01-31T10:00:00+02:00", "2026-02-01T10:00:00+01:00"], "VARCHAR"),
    ],
)
async def test_an_export_keeps_zones_and_gives_no_day_a_time(
    write: Write, tmp_path: Path, cells: list[str], kind: str
) -> None:
    target = tmp_path / "view.parquet"
    async with analysing(table(write, cells)) as analysis:
        analysis.set_zones(Zones("Asia/Kolkata", "Europe/Berlin"))
        await analysis.export(View(), (1,), target, "parquet")
    with duckdb.connect() as reader:
        assert reader.execute(f"DESCRIBE SELECT * FROM '{target}'").fetchall()[0][1] == kind
        if kind == "TIMESTAMP WITH TIME ZONE":
            epochs = reader.execute(f"SELECT epoch(\"at\") FROM '{target}'").fetchall()
            assert epochs[0][0] == 1769853600.0
        if kind == "VARCHAR":
            assert [row[0] for row in reader.execute(f"SELECT * FROM '{target}'").fetchall()] == cells
