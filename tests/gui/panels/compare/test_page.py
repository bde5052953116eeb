"""Two reports compared on the page: what was added, removed and changed, by a key that can be chosen."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.compare.other_report import OtherReport
from svcconsole.gui.panels.compare.page import ComparePage
from svcconsole.gui.panels.compare.table import PAGE
from svcconsole.services.analysis.results import Difference
from svcconsole.services.reports.report_diff import CHANGES
from tests.gui.panels.compare.conftest import HEADER, Compare, at_rest, messages, write
from tests.support.coroutines import until
from tests.support.qt import choose_path, words_of

BEFORE = messages(0, 30)
AFTER = messages(4, 33, m5="read", m7="read", m9="failed")


def counts(page: ComparePage) -> list[str]:
    """The segments with their counts."""
    return [
        f"{button.text()} {button.accessibleDescription()}"
        for button in page.result.segments.findChildren(QAbstractButton)
    ]


def rows(page: ComparePage) -> list[Difference]:
    table = page.result.table.table
    assert table is not None
    return table.records_model().shown()


def said(page: ComparePage, row: int) -> list[str]:
    """What a row shows, without hidden columns and the marks of direction."""
    table = page.result.table.table
    assert table is not None
    model = table.records_model()
    shown = [at for at in range(model.columnCount()) if not table.isColumnHidden(at)]
    cells = [str(model.index(row, at).data() or "") for at in shown]
    return ["".join(each for each in cell if each not in "\u2066\u2068\u2069") for cell in cells]


async def test_the_counts_and_the_changed_cells_are_shown_first(compare: Compare) -> None:
    async with compare(BEFORE, AFTER) as page:
        assert page.result.key.text() == "Key: messageId"
        assert counts(page) == ["Changed 3", "Added 3", "Removed 4"]
        assert page.result.same.text() == "23 rows are the same in both."
        assert [said(page, row) for row in range(3)] == [
            ["2", "m5", "sent → read"],
            ["4", "m7", "sent → read"],
            ["6", "m9", "sent → failed"],
        ]
        assert page.result.notes.isHidden()
        page.result.segments.set_current(1)
        assert [said(page, row) for row in (0, 2)] == [
            ["27", "m30", "agent 0", "sent", ""],
            ["29", "m32", "agent 2", "sent", ""],
        ]
        page.result.segments.set_current(2)
        assert [row.key for row in rows(page)] == [("m0",), ("m1",), ("m2",), ("m3",)]


async def test_before_and_after_can_be_swapped(compare: Compare) -> None:
    async with compare(BEFORE, AFTER) as page:
        assert page.result.before.text() == "All Conversations Report · before.csv"
        page.result.swap_wanted.emit()
        await at_rest(page)
        assert page.result.after.text() == "All Conversations Report · before.csv"
        assert counts(page) == ["Changed 3", "Added 4", "Removed 3"]
        assert said(page, 0)[-1] == "read → sent"


async def test_another_key_is_chosen_from_the_columns_of_both(qtbot: QtBot, compare: Compare) -> None:
    async with compare([*BEFORE, BEFORE[1]], AFTER) as page:
        qtbot.mouseClick(page.result.key, Qt.MouseButton.LeftButton)
        popover = page.result.key.popover
        assert popover is not None
        boxes = {box.text(): box for box in page.result.key.boxes}
        assert list(boxes) == HEADER
        assert [name for name, box in boxes.items() if box.isChecked()] == ["messageId"]
        boxes["status"].click()
        popover.close()
        await at_rest(page)
        assert page.result.key.key() == ("messageId", "status")
        assert counts(page) == ["Changed 0", "Added 6", "Removed 6"]


async def test_keys_that_stand_twice_are_told(qtbot: QtBot, compare: Compare) -> None:
    async with compare([*BEFORE, BEFORE[6], BEFORE[7]], AFTER) as page:
        assert page.result.notes.sentence.text() == (
            "2 keys are in more than one row of a file. Their rows are not compared."
        )
        qtbot.mouseClick(page.result.notes.show_them, Qt.MouseButton.LeftButton)
        popover = page.result.notes.popover
        assert popover is not None
        assert "m5\u2069: 2 rows before, 1 row after" in words_of(popover)
        popover.close()


async def test_columns_of_one_file_alone_are_named(compare: Compare) -> None:
    after = [[*line, "x"] for line in AFTER]
    after[0][-1] = "surname"
    async with compare(BEFORE, after) as page:
        assert "Only after: \u2068surname\u2069." in page.result.notes.only.text()


async def test_equal_files_have_no_differences(compare: Compare) -> None:
    async with compare(BEFORE, BEFORE) as page:
        assert page.result.shown.currentWidget() is page.result.sentence
        assert "No differences. 30 rows are the same in both." in words_of(page.result.sentence)
        assert not page.result.export.isEnabled()


async def test_a_kind_without_rows_says_so(compare: Compare) -> None:
    async with compare(BEFORE, messages(0, 31)) as page:
        assert page.result.change() == "added"
        page.result.segments.set_current(0)
        assert "No row was changed." in words_of(page.result.table.empty)


async def test_files_with_nothing_in_common_are_told_apart(compare: Compare) -> None:
    async with compare(BEFORE, [["colour"], ["red"]]) as page:
        assert "The two files have no column in common." in words_of(page.result.sentence)
        assert not page.result.segments.isEnabled()


async def test_without_a_key_it_is_asked_for(compare: Compare) -> None:
    lines = [["channel", "status"], *[["email", "sent"]] * 12]
    async with compare(lines, lines) as page:
        assert "No single column identifies every row." in words_of(page.result.sentence)
        page.result.key.changed.emit(("channel",))
        await at_rest(page)
        assert counts(page)[0] == "Changed 0"


async def test_many_differences_are_read_in_pages(compare: Compare) -> None:
    many = messages(0, 3 * PAGE)
    async with compare(BEFORE, many) as page:
        page.result.segments.set_current(1)
        assert len(rows(page)) == PAGE
        table = page.result.table.table
        assert table is not None
        bar = table.verticalScrollBar()

        def at_the_end() -> bool:
            bar.setValue(bar.maximum())
            return len(rows(page)) == 3 * PAGE - 30

        await until(at_the_end)
        assert len({row.key for row in rows(page)}) == 3 * PAGE - 30


async def test_the_other_report_is_one_made_here_or_a_file(
    qtbot: QtBot, compare: Compare, tmp_path: Path
) -> None:
    path = write(tmp_path / "other.csv", AFTER)
    others = (
        OtherReport("All Conversations <b>Report</b>", "1 to 31 May 2026", path),
        OtherReport("تقرير", "June", tmp_path / "gone.csv"),
    )
    async with compare(BEFORE, None, others) as page:
        assert "Compare \u2068All Conversations Report\u2069 with which report?" in words_of(page.choose)
        first, second = page.choose.rows()
        assert first.text() == "All Conversations <b>Report</b>"
        qtbot.mouseClick(second, Qt.MouseButton.LeftButton)
        await at_rest(page)
        assert page.console.notices.open[-1].sentence.startswith("gone.csv")
        assert page.shown.currentWidget() is page.choose
        qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
        await at_rest(page)
        assert page.result.after.text() == "All Conversations <b>Report</b> · other.csv"
        focus = page.window().focusWidget()
        assert focus is not None and page.result.table.isAncestorOf(focus), (
            "the rows, not what swaps the sides"
        )
        assert counts(page)[0] == "Changed 3"


async def test_the_differences_are_saved_as_a_file(compare: Compare, tmp_path: Path) -> None:
    async with compare(BEFORE, AFTER) as page:
        await page.write(tmp_path / "differences.csv")
        with (tmp_path / "differences.csv").open(encoding="utf-8-sig", newline="") as file:
            found = [line["change"] for line in csv.DictReader(file)]
        assert [found.count(change) for change in CHANGES] == [3, 4, 3]
        assert page.console.notices.open[-1].sentence == "differences.csv: 10 rows."
        assert page.result.export.isEnabled()
        assert page.result.export.text() == "Save the differences"


async def test_back_leads_back(compare: Compare) -> None:
    async with compare(BEFORE, AFTER) as page:
        left: list[bool] = []
        page.left.connect(lambda: left.append(True))
        page.header.back_clicked.emit()
        page.actions_here()["close"]()
        assert len(left) == 2
        second = page.second
        await page.aclose()
        assert second is not None
        assert page.second is None


@pytest.mark.parametrize("width", [900, 1352])
async def test_nothing_is_cut_off(compare: Compare, width: int) -> None:
    async with compare(BEFORE, AFTER, width=width) as page:
        await until(lambda: page.result.table.table is not None)
        assert page.minimumSizeHint().width() <= 900
        for part in (page.result.key, page.result.segments, page.result.export):
            right = part.mapTo(page, part.rect().topRight()).x()
            assert right <= width


async def test_columns_are_called_as_in_the_viewer_and_the_hint_gives_the_raw_name(
    qtbot: QtBot, compare: Compare
) -> None:
    after = [[*line, "x"] for line in AFTER]
    after[0][-1] = "surname"
    headings = {"messageId": "Message", "status": "Delivery", "surname": "Last name", "agent": "agent"}
    async with compare(BEFORE, after, headings=headings) as page:
        assert page.result.key.text() == "Key: Message"
        assert page.result.key.key() == ("messageId",), "what is compared is still the file's column"
        table = page.result.table.table
        assert table is not None
        header = {
            str(table.model().headerData(at, Qt.Orientation.Horizontal)): table.model().headerData(
                at, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
            )
            for at in range(table.model().columnCount())
        }
        assert header["Message"] == "messageId"
        assert header["Delivery · 3"] == "status"
        assert header["agent"] is None
        assert "Only after: \u2068Last name\u2069." in page.result.notes.only.text()
        qtbot.mouseClick(page.result.key, Qt.MouseButton.LeftButton)
        popover = page.result.key.popover
        assert popover is not None
        assert [box.text() for box in page.result.key.boxes] == ["Message", "agent", "Delivery", "note"]
        popover.close()


async def test_the_report_chosen_last_is_the_one_that_is_compared(compare: Compare, tmp_path: Path) -> None:
    large = write(tmp_path / "large.csv", messages(0, 60_000))
    async with compare(BEFORE) as page:
        page.choose.choose.click()
        await choose_path(page, large)
        await until(lambda: page.scope.is_busy("compare"))
        page.compare_with(write(tmp_path / "after.csv", AFTER))
        await at_rest(page)
        assert counts(page) == ["Changed 3", "Added 3", "Removed 4"]
        assert page.second is not None and page.second.opened.path.name == "after.csv"
