"""A column has one reading: its cells, its range in the header, its chart and its figures say the same."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.services.analysis.view import Filter
from tests.gui.panels.viewer.conftest import OpenViewer, cell, column, until_read
from tests.support.coroutines import until

HEADER = ("name", "reach", "phone", "ean", "day", "postcode", "stock", "price")
ROWS = (
    ("a", "2,001", "493023125900", "4006381333931", "20260131", "10115", "4500", "13.3"),
    ("b", "12,980", "493023125901", "4006381333948", "20260201", "80331", "129900", "9.95"),
    ("c", "980", "493023125902", "4006381333955", "20260202", "20095", "7", "10"),
)
SHOWN = {
    "reach": ["2,001", "12,980", "980"],
    "phone": ["493023125900", "493023125901", "493023125902"],
    "ean": ["4006381333931", "4006381333948", "4006381333955"],
    "day": ["20260131", "20260201", "20260202"],
    "postcode": ["10115", "80331", "20095"],
    "stock": ["4,500", "129,900", "7"],
    "price": ["13.30", "9.95", "10.00"],
}
GLANCES = {
    "reach": "980 – 12,980",
    "phone": "3 different",
    "ean": "3 different",
    "day": "3 different",
    "postcode": "3 different",
    "stock": "7 – 129,900",
    "price": "9.95 – 13.30",
}


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "products.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL).writerows([HEADER, *ROWS])
    return path


async def test_cells_and_ranges_are_shown_as_their_column_is_read(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    async with open_viewer(report) as page:
        await until_read(page)
        for name, said in SHOWN.items():
            assert column(page, name) == said, name
        glances = page.showing.glances.known
        assert {name: glances[HEADER.index(name)].lines[0] for name in GLANCES} == GLANCES
        # Only quantities can be added up, and are drawn as the cells are shown.
        page.side.open_chart(HEADER.index("stock"))
        await until(lambda: page.side.chart is not None and bool(page.side.chart.values.chart.bars()))
        chart = page.side.chart
        assert chart is not None
        sums = [action.text() for action in chart.values.counted.actions()]
        assert sums == ["Rows", "Sum of reach", "Sum of stock", "Sum of price"]
        assert [bar.said for bar in chart.values.chart.bars()] == ["7", "4,500", "129,900"]
        # What is copied is as the file has it.
        chart.values.copy_figures()
        assert QGuiApplication.clipboard().text() == "stock\tRows\n7\t1\n4500\t1\n129900\t1"
        await until(lambda: bool(chart.figures.strip.pairs))
        chart.figures.copy_figures()
        lines = QGuiApplication.clipboard().text().splitlines()
        assert [line.split("\t")[1] for line in lines[1:]] == [
            "7",
            "4500",
            "44802.333333333336",
            "129900",
            "0",
        ]


async def test_until_a_column_is_read_whole_its_cells_are_as_the_file_has_them(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large file is not read whole unasked: nothing is known of its other cells yet."""
    from svcconsole.gui.panels.viewer import table_loader

    monkeypatch.setattr(table_loader, "SMALL", 0)
    monkeypatch.setattr(table_loader, "READ_UNASKED", 0)
    async with open_viewer(report) as page:
        assert column(page, "reach") == ["2,001", "12,980", "980"]
        assert column(page, "stock") == ["4500", "129900", "7"]
        page.showing.asked.sort(HEADER.index("reach"))
        await until_read(page)
        assert column(page, "reach") == ["980", "2,001", "12,980"]
        assert column(page, "stock") == ["7", "4,500", "129,900"]


async def test_while_the_columns_are_read_no_other_value_is_shown_first(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    """A moment stood as 2026-01-31T22:30:00.000Z, 12900 without its comma, and changed under the eyes."""
    path = tmp_path / "orders.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [("who", "at", "amount", "blank"), *[("a", "2026-01-31T22:30:00.000Z", "12900", "")] * 3]
        )
    async with open_viewer(path) as page:
        await until(lambda: not page.scope.is_busy())
        shown: set[tuple[str, ...]] = set()
        counts: set[str] = set()

        def look() -> None:
            slots = range(len(page.sheet.file_model.rows))
            shown.update(
                tuple(cell(page.sheet, slot, name) for name in ("who", "at", "amount")) for slot in slots
            )
            counts.add(page.showing.count_words())

        for told in (page.showing.opened, page.showing.told, page.sheet.file_model.dataChanged):
            told.connect(look)
        page.open_file(path)
        await until(lambda: len(shown) > 1 and not page.scope.is_busy())
        assert shown == {("a", "…", "…"), ("a", "2026-01-31 22:30:00", "12,900")}
        assert "Reading the columns" in counts and page.showing.count_words() == "3 rows"


MOMENTS = (
    ("id", "at", "local", "day"),
    ("a", "2026-01-31T22:30:00.000Z", "2026-01-31 22:30:00", "2026-01-31"),
    ("b", "2026-01-31T23:30:00.000Z", "2026-01-31 23:30:00", "2026-02-01"),
    ("c", "2026-07-01T22:30:00.000Z", "2026-07-01 22:30:00", "2026-07-01"),
)


async def test_moments_are_shown_in_one_zone_that_the_page_names_and_switches(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    path = tmp_path / "moments.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(MOMENTS)
    async with open_viewer(path) as page:
        display_zone().set_store("Europe/Berlin")
        await until(lambda: cell(page.sheet, 0, "at") == "2026-01-31 23:30:00")
        assert [cell(page.sheet, slot, "at") for slot in (1, 2)] == [
            "2026-02-01 00:30:00",
            "2026-07-02 00:30:00",
        ]
        # What names no zone is read in the store's, and says so; a day alone is no moment.
        assert [cell(page.sheet, slot, "local") for slot in (0, 2)] == [
            "2026-01-31 22:30:00",
            "2026-07-01 22:30:00",
        ]
        assert [page.sheet.file_model.title(at) for at in range(4)] == ["id", "at", "local · no zone", "day"]
        assert column(page, "day") == [
            "2026-01-31",
            "2026-02-01",
            "2026-07-01",
        ]
        assert page.times.isVisible() and page.times.text() == "Times: Berlin"
        page.showing.asked.add(Filter(1, "between", ("2026-02-01", "2026-02-01")))
        await until(lambda: page.sheet.count() == 1)
        page.showing.asked.clear()
        await until(lambda: 1 in page.showing.glances.known and page.sheet.count() == 3)
        await until(lambda: page.showing.glances.known[1].lines[0] == "31 Jan – 2 Jul")
        page.showing.asked.add(Filter(1, "between", ("2026-02-01", "2026-02-01")))
        await until(lambda: page.sheet.count() == 1)
        display_zone().choose("utc")
        await until(lambda: page.sheet.count() == 0)
        assert page.times.text() == "Times: UTC"
        page.showing.asked.clear()
        await until(lambda: page.sheet.count() == 3 and len(page.sheet.file_model.rows) == 3)
        await until(lambda: column(page, "at")[:2] == ["2026-01-31 22:30:00", "2026-01-31 23:30:00"])
        assert cell(page.sheet, 0, "local") == "2026-01-31 21:30:00"
        assert cell(page.sheet, 0, "day") == "2026-01-31"
        page.sheet.choice.column = 1
        page.sheet.choose(0)
        page.copy(rows=False)
        assert QGuiApplication.clipboard().text() == MOMENTS[1][1]
    display_zone().choose("store")


async def test_a_file_without_moments_names_no_zone(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        await until_read(page)
        assert not page.times.isVisible()


async def test_numbers_beyond_all_counting_have_figures_too(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    """A phone or a card that a spreadsheet wrote as 8.94E+19."""
    path = tmp_path / "cards.csv"
    lines = (f"n{at},8.94{at:02}E+19,0.00{at % 5}1\n" for at in range(30))
    path.write_text("".join(["name,total,rate\n", *lines]), encoding="utf-8")
    async with open_viewer(path) as page:
        await until(lambda: len(page.showing.glances.known) == 3)
        tips = [
            page.showing.glances.known[at].tip.replace("\u2068", "").replace("\u2069", "") for at in (1, 2)
        ]
        assert "mean 8.94145e+19" in tips[0] and "mean 0.0021" in tips[1]
        page.side.open_chart(1)
        await until(lambda: page.side.chart is not None and bool(page.side.chart.figures.strip.pairs))
        assert page.side.chart is not None
        assert page.side.chart.figures.strip.pairs[2][1] == "8.94145e+19"
        assert not page.console.notices.open
