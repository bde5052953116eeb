"""A column has one reading: its cells, its range in the header, its chart and its figures say the same."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from svcconsole.gui.panels.viewer.page import ViewerPage
from tests.gui.panels.viewer.conftest import OpenViewer, cell
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


async def until_read(page: ViewerPage) -> None:
    """Wait until all columns have been read whole and are in small in the header."""
    await until(lambda: len(page.showing.glances.known) == len(HEADER))
    await until(lambda: not page.scope.is_busy("looks"))


async def test_cells_and_ranges_are_shown_as_their_column_is_read(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    async with open_viewer(report) as page:
        await until_read(page)
        for name, said in SHOWN.items():
            assert [cell(page.sheet, slot, name) for slot in range(3)] == said, name
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


async def test_until_a_column_is_read_whole_its_cells_are_as_the_file_has_them(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large file is not read whole unasked: nothing is known of its other cells yet."""
    from svcconsole.gui.panels.viewer import table_loader

    monkeypatch.setattr(table_loader, "SMALL", 0)
    async with open_viewer(report) as page:
        assert [cell(page.sheet, slot, "reach") for slot in range(3)] == ["2,001", "12,980", "980"]
        assert [cell(page.sheet, slot, "stock") for slot in range(3)] == ["4500", "129900", "7"]
        page.showing.asked.sort(HEADER.index("reach"))
        await until_read(page)
        assert [cell(page.sheet, slot, "reach") for slot in range(3)] == ["980", "2,001", "12,980"]
        assert [cell(page.sheet, slot, "stock") for slot in range(3)] == ["7", "4,500", "129,900"]
