"""The popover of a filter: what it opens with, keeps and sets."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from svcconsole.gui.panels.viewer.filter_box import FilterBox
from svcconsole.gui.panels.viewer.page import ViewerPage
from svcconsole.services.analysis.view import Filter
from tests.gui.panels.viewer.conftest import HEADER, OpenViewer, cell, on_screen, until_rested, write_report
from tests.support.coroutines import until

AGENT = HEADER.index("agent")
NOTES = ("late\nor lost", " early", "early")


def opened_box(page: ViewerPage) -> FilterBox:
    assert page.boxes.open is not None
    found = page.boxes.open.findChild(FilterBox)
    assert isinstance(found, FilterBox)
    return found


EDITED = {
    "a month": (
        Filter(1, "in_period", ("2026-05-01", "2026-06-01")),
        ("between", "2026-05-01", "2026-05-31"),
    ),
    "several values": (Filter(2, "is", ("read", "sent")), ("is", "read", "")),
    "several left out": (Filter(2, "is_not", ("read", "failed", "x")), ("is_not", "read", "")),
    "a range of numbers": (Filter(3, "in_period", ("10", "20")), ("in_period", "10", "20")),
    "a value of two lines": (Filter(4, "is", ("late\nor lost",)), ("is", None, "")),
    "a value with a space": (Filter(4, "is", (" early",)), ("is", " early", "")),
}


@pytest.mark.parametrize("case", EDITED)
async def test_a_filter_that_is_opened_and_set_again_lets_the_same_rows_through(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path, case: str
) -> None:
    path = tmp_path / "messages.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = (
            (
                at,
                f"2026-0{at % 6 + 1}-{at % 28 + 1:02}",
                ("read", "sent", "failed")[at % 3],
                at % 40,
                NOTES[at % 3],
            )
            for at in range(120)
        )
        csv.writer(file).writerows([("id", "day", "status", "minutes", "note"), *rows])
    wanted, shown = EDITED[case]
    async with open_viewer(path) as page:
        await until(lambda: not page.scope.is_busy())
        page.showing.asked.only(wanted)
        await until_rested(page)
        before = on_screen(page.sheet)
        assert 0 < page.sheet.count() < 120
        [chip] = page.narrowing.chips
        chip.click()
        filters = opened_box(page)
        found = (filters.test.currentData(), filters.first.text(), filters.second.text())
        assert found == (shown[0], filters.first.text() if shown[1] is None else shown[1], shown[2])
        assert filters.others.isVisible() is (len(wanted.values) > 1 and wanted.test != "in_period")
        filters.apply.click()
        await until(lambda: page.boxes.open is None)
        await until_rested(page)
        assert on_screen(page.sheet) == before


async def test_the_other_values_of_a_filter_are_named_and_can_be_taken_away(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    async with open_viewer(write_report(tmp_path / "conversations.csv", 100)) as page:
        page.showing.asked.only(Filter(AGENT, "is", ("Omar", "Priya")))
        await until_rested(page)
        page.narrowing.chips[0].click()
        filters = opened_box(page)
        assert filters.others.text().replace("\u2068", "").replace("\u2069", "") == "or Priya"
        filters.only.click()
        assert not filters.others.isVisible()
        filters.apply.click()
        await until(lambda: page.boxes.open is None)
        await until_rested(page)
        assert page.sheet.count() == 20 and cell(page.sheet, 0, "agent") == "Omar"
