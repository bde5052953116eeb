"""One reading of a column, from all its cells, its name and its file; what is no quantity is no number."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcconsole.services.analysis import column_types
from svcconsole.services.analysis.results import ColumnReading, ColumnType
from svcconsole.services.analysis.view import Filter, Sort, View
from tests.services.analysis.analysing import analysing
from tests.services.analysis.conftest import Write

NAMES = {
    "a phone": ("contact", ["493023125900", "493023125901"]),
    "a phone by name": ("Phone 1", ["30231259", "30231260"]),
    "a barcode": ("value", ["4006381333931", "4006381333948"]),
    "a barcode by name": ("EAN", ["40063813", "40063820"]),
    "a day without signs": ("when", ["20260131", "20260201"]),
    "a timestamp": ("seen", ["1767225600", "1767225601"]),
    "a postcode": ("postalCode", ["10115", "80331"]),
    "a postcode in German": ("PLZ", ["10115", "80331"]),
    "an order number": ("Order number", ["10231", "10232"]),
    "an order": ("order", ["10231", "10232"]),
    "an invoice": ("invoice_no", ["90231", "90232"]),
    "a customer number in German": ("Kundennummer", ["90231", "90232"]),
    "an id": ("customerId", ["90231", "90232"]),
    "a code": ("failureCode", ["131026", "131047"]),
    "some with a leading zero": ("thing", [*[str(number) for number in range(20_000, 20_040)], "0815"]),
}
QUANTITIES = {
    "amounts": ("amount", ["4500", "129900"], ColumnReading("number", grouped=True)),
    "amounts with cents": ("price", ["13.3", "9.95"], ColumnReading("number", decimals=2)),
    "large amounts": ("balance", ["1300.5", "7"], ColumnReading("number", grouped=True, decimals=2)),
    "shares of amounts": ("discount percent", ["5.5", "7"], ColumnReading("number")),
    "years": ("year", ["2019", "2026"], ColumnReading("number")),
    "order totals": ("order total", ["10231", "10232"], ColumnReading("number", grouped=True)),
    "calls": ("phone calls", ["12", "10232"], ColumnReading("number", grouped=True)),
    "large sums": ("revenue", ["1234567890.50", "2"], ColumnReading("number", grouped=True, decimals=2)),
    "thousands": ("reach", ["2,001", "980"], ColumnReading("number", grouped=True)),
    "large thousands": ("reach", ["12,001", "980"], ColumnReading("number", grouped=True)),
    "decimal commas": ("weight", ["2,001", "0,5"], ColumnReading("number", "decimal_comma")),
    "points of three digits": ("weight", ["2.001", "1.5"], ColumnReading("number")),
}


@given(st.dates(date(1900, 1, 1), date(2199, 12, 31)))
def test_every_way_to_write_a_date_begins_as_dates_are_looked_for(day: date) -> None:
    """What begins in another way is not tried as a date at all."""
    forms = [form for forms in column_types._DAYS.values() for form in forms]
    for form in forms:
        for said in (day.strftime(form), day.strftime(form).lstrip("0")):
            assert re.match(column_types.DAY_BEGINS, said), said


@pytest.mark.parametrize("case", NAMES)
async def test_digits_that_are_a_name_are_no_number(write: Write, case: str) -> None:
    name, cells = NAMES[case]
    async with analysing(write(f"row,{name}", enumerate(cells))) as analysis:
        found = await analysis.profile(1)
        assert (found.kind, found.mean, found.total) == ("id", None, None)
        assert found.look == ColumnReading("id")


@pytest.mark.parametrize("case", QUANTITIES)
async def test_a_quantity_has_one_form_for_all_its_cells(write: Write, case: str) -> None:
    name, cells, look = QUANTITIES[case]
    async with analysing(write(f"row,{name}", enumerate(cells))) as analysis:
        assert (await analysis.readings([1]))[1] == look
        assert (await analysis.profile(1)).look == look


@pytest.mark.parametrize(
    ("delimiter", "cells", "kind"),
    [
        (",", ["2,001", "1,250"], "number"),
        (";", ["2,001", "1,250"], "text"),
        (";", ["2.001", "1.250"], "text"),
        (";", ["2.001", "1.250", "0,5"], "number"),
        (";", ["2,001", "1,250", "1.5"], "number"),
        (",", ["2,001", "2.001"], "text"),
        (",", ["1.5", "2,5", "2,001"], "text"),
    ],
)
async def test_in_doubt_a_column_is_text(tmp_path: Path, delimiter: str, cells: list[str], kind: str) -> None:
    path = tmp_path / "table.csv"
    rows = [("name", "size"), *((f"n{at}", cell) for at, cell in enumerate(cells))]
    path.write_text("".join(f'"{one}"{delimiter}"{two}"\n' for one, two in rows), encoding="utf-8")
    async with analysing(path) as analysis:
        assert (await analysis.profile(1)).kind == kind


@pytest.mark.parametrize(
    ("cells", "kind", "note"),
    [
        (["01/02/2026", "12/01/2026", ""], "text", "ambiguous_date"),
        (["01-02-2026 10:00", "12-01-2026 11:30"], "text", "ambiguous_date"),
        (["01/02/2026", "13/01/2026"], "date", "day_first"),
        (["01/02/2026", "01/13/2026"], "date", "month_first"),
        (["01/01/2026", "05/05/2026"], "date", "day_first"),
        (["01.02.2026", "12.01.2026"], "date", ""),
    ],
)
async def test_dates_that_can_be_read_day_first_or_month_first_are_text_until_somebody_says(
    write: Write, cells: list[str], kind: str, note: str
) -> None:
    async with analysing(write("name,day", [(f"n{at}", cell) for at, cell in enumerate(cells)])) as analysis:
        look = (await analysis.readings([1]))[1]
        assert (look.kind, look.note) == (kind, note)
        if note != "ambiguous_date":
            return
        orders: tuple[tuple[ColumnType, str], ...] = (
            ("date_day_first", "2026-01-12"),
            ("date_month_first", "2026-01-02"),
        )
        for chosen, first in orders:
            analysis.set_types({1: chosen})
            found = await analysis.over_time(1, "day")
            assert found.starts[0].isoformat() == first
            assert found.note == chosen.removeprefix("date_")


async def test_thousands_are_sorted_filtered_and_exported_as_what_they_are_shown_as(
    write: Write, tmp_path: Path
) -> None:
    cells = ["2,001", "980", "12,500.5", ""]
    async with analysing(write("name,size", [(f"n{at}", cell) for at, cell in enumerate(cells)])) as analysis:
        seen = await analysis.view(View(sorts=(Sort(1),)))
        assert [row.cells[1] for row in analysis.rows(seen.handle, 0, 9)] == ["980", "2,001", "12,500.5", ""]
        over = await analysis.view(View(filters=(Filter(1, "over", ("2,000",)),)))
        assert over.rows == 2
        await analysis.export(View(), (1,), tmp_path / "view.parquet", "parquet")
    with duckdb.connect() as reader:
        found = reader.execute(f"SELECT size FROM '{tmp_path / 'view.parquet'}'").fetchall()
    assert found == [(2001.0,), (980.0,), (12500.5,), (None,)]


async def test_a_limit_typed_in_a_column_of_decimal_commas_is_read_as_its_cells(write: Write) -> None:
    cells = ["2.001,5", "0,5", "3.000,0"]
    async with analysing(write("name,size", [(f"n{at}", cell) for at, cell in enumerate(cells)])) as analysis:
        for limit, rows in (("2.001", 2), ("2001", 2), ("2.001,5", 1), ("0,4", 3)):
            assert (await analysis.view(View(filters=(Filter(1, "over", (limit,)),)))).rows == rows, limit


async def test_ids_are_ordered_by_their_number_and_exported_as_text(write: Write, tmp_path: Path) -> None:
    async with analysing(write("ean,n", [("40063820", 1), ("9", 2), ("1000", 3)])) as analysis:
        seen = await analysis.view(View(sorts=(Sort(0),)))
        assert [row.cells[0] for row in analysis.rows(seen.handle, 0, 9)] == ["9", "1000", "40063820"]
        await analysis.export(View(), (0,), tmp_path / "view.parquet", "parquet")
    with duckdb.connect() as reader:
        assert reader.execute(f"SELECT ean FROM '{tmp_path / 'view.parquet'}'").fetchall()[0] == ("40063820",)
