"""The viewer's page on real files: asked, searched, sorted, read in full, drawn, saved, proved."""

from __future__ import annotations

import csv
import hashlib
import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import duckdb
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.theme import theme
from svcconsole.gui.kit.forms.number_field import NumberField
from svcconsole.gui.kit.grid.header import GridHeader
from svcconsole.gui.panels.viewer.columns_box import ColumnsBox
from svcconsole.gui.panels.viewer.filter_box import FilterBox
from svcconsole.gui.panels.viewer.page import ViewerPage
from svcconsole.gui.panels.viewer.reading_box import ReadingBox
from svcconsole.services.analysis.view import Filter, View
from svcconsole.workspace.runs.report_runs import ReportPart, ReportRun, Stage
from tests.gui.panels.viewer.conftest import (
    AGENTS,
    HEADER,
    OpenViewer,
    cell,
    conversation,
    on_screen,
    until_rested,
    write_report,
)
from tests.support.coroutines import until

ROWS = 3_000
SPREADSHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
AGENT, REPLY, CSAT = (HEADER.index(name) for name in ("agent", "first_reply_s", "csat"))


@pytest.fixture
def report(tmp_path: Path) -> Path:
    return write_report(tmp_path / "conversations.csv", ROWS)


def numbers(keep: Any) -> list[int]:
    """The row numbers of the conversations that `keep` lets through, in the file's order."""
    return [at + 1 for at in range(ROWS) if keep(conversation(at))]


async def until_shown(page: ViewerPage, rows: list[int]) -> None:
    """Wait until the page's table begins with these rows and has no others."""
    await until_rested(page)
    await until(lambda: on_screen(page.sheet) == rows[: len(on_screen(page.sheet))] and on_screen(page.sheet))
    assert page.sheet.count() == len(rows)


def box(page: ViewerPage, kind: type[Any]) -> Any:
    """What the open popover holds."""
    assert page.boxes.open is not None
    found = page.boxes.open.findChild(kind)
    assert found is not None
    return found


async def test_search_filters_and_sorting_show_exactly_the_rows_they_ask_for(
    window_loop: QApplication, qtbot: QtBot, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        page.narrowing.search.setText("OMAR")
        omar = numbers(lambda row: row[AGENT] == "Omar")
        await until_shown(page, omar)
        assert page.narrowing.count.text().startswith(f"{len(omar):,} of {ROWS:,} rows · ")
        page.narrowing.add.click()
        filters: FilterBox = box(page, FilterBox)
        filters.column.setCurrentIndex(REPLY)
        assert filters.test.currentData() == "over"
        filters.apply.click()
        assert "number" in filters.problem.text()
        filters.first.setText("forty")
        qtbot.keyClick(filters.first, Qt.Key.Key_Return)
        await until(lambda: "“forty” is not a number." in filters.problem.text())
        assert filters.isVisible() and filters.first.text() == "forty" and not page.showing.view.filters
        assert not page.console.notices.open
        filters.first.setText("40000")
        qtbot.keyClick(filters.first, Qt.Key.Key_Return)
        high = [number for number in omar if int(conversation(number - 1)[REPLY]) > 40_000]
        await until_shown(page, high)
        assert [chip.text().replace("\u2068", "").replace("\u2069", "") for chip in page.narrowing.chips] == [
            "first_reply_s over 40000"
        ]
        header = page.sheet.horizontalHeader()
        assert isinstance(header, GridHeader)
        middle = header.sectionViewportPosition(REPLY + 1) + header.sectionSize(REPLY + 1) // 2
        for descending in (False, True):
            qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(middle, 8))
            ordered = sorted(high, key=lambda at: int(conversation(at - 1)[REPLY]), reverse=descending)
            await until_shown(page, ordered)
            assert header.sorted_by == ((REPLY + 1, descending),)
        page.narrowing.chips[0].cleared.emit()
        page.narrowing.search.clear()
        await until_rested(page)
        assert page.sheet.count() == ROWS
        page.showing.asked.unsort()
        await until_shown(page, list(range(1, ROWS + 1)))
        assert page.narrowing.count.text() == f"{ROWS:,} rows"


async def test_a_value_becomes_the_filter_of_its_column_and_a_blank_one_too(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        page.sheet.choose(0)
        page.sheet.choose_column(CSAT)
        page.sheet.cell_menu_wanted.emit(page.mapToGlobal(page.rect().center()))
        menu = QApplication.activePopupWidget()
        assert menu is not None
        first = menu.actions()[0]
        assert first.text() == "Show only (blank)"
        first.trigger()
        menu.close()
        await until_shown(page, numbers(lambda row: not row[CSAT]))
        assert page.showing.view == View((Filter(CSAT, "blank"),))
        page.narrowing.edit_wanted.emit(page.showing.view.filters[0], page.narrowing.chips[0])
        filters: FilterBox = box(page, FilterBox)
        assert filters.first.isHidden()
        filters.test.setCurrentIndex(filters.test.findData("not_blank"))
        filters.apply.click()
        await until_shown(page, numbers(lambda row: bool(row[CSAT])))


async def test_a_value_that_is_offered_is_taken_whole(
    window_loop: QApplication, qtbot: QtBot, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        page.boxes.add_filter(AGENT)
        filters: FilterBox = box(page, FilterBox)
        completer = filters.first.completer()
        await until(lambda: completer.model().rowCount() == len(set(AGENTS)))
        qtbot.keyClicks(filters.first, "om")
        popup = completer.popup()
        assert popup is not None
        await until(popup.isVisible)
        qtbot.keyClick(popup, Qt.Key.Key_Down)
        qtbot.keyClick(popup, Qt.Key.Key_Return)
        await until(lambda: page.showing.asked.view.filters == (Filter(AGENT, "is", ("Omar",)),))
        await until_shown(page, numbers(lambda row: row[AGENT] == "Omar"))


async def test_where_no_row_matches_it_says_so_and_gives_all_of_them_back(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        page.narrowing.search.setText("no such <b>words</b>")
        await until(page.nothing.isVisible)
        assert page.nothing.accessibleName().replace("\u2068", "").replace("\u2069", "") == (
            "No row matches “no such <b>words</b>”."
        )
        page.clear.click()
        await until(page.sheet.isVisible)
        assert page.sheet.count() == ROWS
        assert page.narrowing.search.text() == ""


async def test_each_column_is_seen_in_small_and_of_the_rows_on_screen(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        known = page.showing.glances.known
        await until(lambda: len(known) == len(HEADER))
        assert known[AGENT].lines[0] == f"{len(set(AGENTS))} different"
        assert known[CSAT].lines == ("1 – 5, 33 % blank", "33 % blank")
        assert max(known[AGENT].bars) == 1.0
        assert f"Hanna  {ROWS * 3 // 5:,}" in known[AGENT].tip.replace("\u2068", "").replace("\u2069", "")
        tall = page.sheet.horizontalHeader().height()
        page.showing.asked.only(Filter(AGENT, "is", ("Omar",)))
        await until(lambda: page.showing.glances.known[AGENT].lines == ("1 different",))
        page.boxes.columns()
        columns: ColumnsBox = box(page, ColumnsBox)
        columns.with_profiles.click()
        await until(lambda: page.sheet.horizontalHeader().height() < tall)
        columns.list.item(AGENT).setCheckState(Qt.CheckState.Unchecked)
        assert AGENT not in page.sheet.columns.arrangement.shown()
        page.boxes.close()


async def test_a_row_is_read_in_full_and_the_next_one_follows_the_arrows(
    window_loop: QApplication, qtbot: QtBot, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        page.sheet.choose(2)
        page.sheet.setFocus()
        qtbot.keyClick(page.sheet, Qt.Key.Key_Return)
        assert page.side.shows_detail()
        assert page.side.detail.row is not None
        assert page.side.detail.row.cells == conversation(2)
        qtbot.keyClick(page.sheet, Qt.Key.Key_Down)
        assert page.side.detail.row.cells == conversation(3)
        page.side.detail.step_wanted.emit(-1)
        assert page.side.detail.row.cells == conversation(2)
        page.actions_here()["close"]()
        assert page.side.isHidden()


async def test_go_to_row_and_the_keys_of_the_page(
    window_loop: QApplication, qtbot: QtBot, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        page.activateWindow()
        await until(lambda: QApplication.activeWindow() is page)
        page.sheet.setFocus()
        qtbot.keyClick(page.sheet, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
        assert page.boxes.open is not None
        qtbot.keyClicks(QApplication.focusWidget() or page, "99,999")
        qtbot.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_Return)
        [number] = page.boxes.open.findChildren(NumberField)
        assert number.error.isVisible() and number.error.text().startswith("Row: type a whole number from 1")
        number.selectAll()
        qtbot.keyClicks(QApplication.focusWidget() or page, "2,345")
        assert not number.error.isVisible()
        qtbot.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_Return)
        await until(lambda: 2345 in on_screen(page.sheet))
        assert page.sheet.choice.row == 2344
        page.activateWindow()
        await until(lambda: QApplication.activeWindow() is page)
        page.actions_here()["find"]()
        assert page.narrowing.search.hasFocus()
        left = []
        page.left.connect(lambda: left.append(True))
        page.actions_here()["close"]()
        assert left == [True]


@pytest.mark.parametrize("kind", ["csv", "parquet", "xlsx"])
async def test_the_view_is_saved_as_it_is_on_screen(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path, tmp_path: Path, kind: str
) -> None:
    async with open_viewer(report) as page:
        page.sheet.columns.show(1, False)
        page.sheet.columns.set_order([3, 0, 2, 4, 5, 6, 1])
        page.showing.asked.only(Filter(AGENT, "is", ("Priya",)))
        page.showing.asked.sort_by(REPLY, descending=True)
        await until_rested(page)
        target = tmp_path / f"view.{kind}"
        await page.save(target, page.sheet.columns.arrangement.shown())
        rows = sorted(
            numbers(lambda row: row[AGENT] == "Priya"), key=lambda at: -int(conversation(at - 1)[REPLY])
        )
        wanted = [[conversation(at - 1)[column] for column in (3, 0, 2, 4, 5, 6)] for at in rows]
        assert _read(target) == [[each or "" for each in line] for line in wanted]
        assert page.foot.saved.text.text().startswith(f"view.{kind}: {len(rows)} rows, ")
        assert page.foot.saved.folder.isVisible()


async def test_saving_is_stopped_without_a_trace(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    async with open_viewer(write_report(tmp_path / "many.csv", 25_000)) as page:
        target = tmp_path / "many.xlsx"
        page.scope.start(page.save(target, range(len(HEADER))), "save")
        await until(page.foot.saved.isVisible)
        page.foot.saved.stop.click()
        await until(lambda: not page.scope.is_busy())
        assert page.foot.saved.isHidden()
        await until(lambda: {path.name for path in tmp_path.glob("many*")} == {"many.csv"})
        assert page.console.notices.open == ()


def _read(path: Path) -> list[list[str]]:
    """The rows of a saved file without its header, as texts."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            return list(csv.reader(file))[1:]
    if path.suffix == ".parquet":
        found = duckdb.read_parquet(str(path)).fetchall()
    else:
        return _sheet(path)[1:]
    return [["" if each is None else _plain(each) for each in row] for row in found]


def _sheet(path: Path) -> list[list[str]]:
    """The cells of a spreadsheet's one sheet: shared strings by their number, anything else as it stands."""
    with zipfile.ZipFile(path) as book:
        names = set(book.namelist())
        shared = []
        if "xl/sharedStrings.xml" in names:
            root = ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
            shared = ["".join(each.itertext()) for each in root.iter(f"{SPREADSHEET}si")]
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    rows = []
    for row in sheet.iter(f"{SPREADSHEET}row"):
        line = [""] * 6
        for found in row.iter(f"{SPREADSHEET}c"):
            place = ord(found.attrib["r"][0]) - ord("A")
            text = "".join(found.itertext())
            line[place] = shared[int(text)] if found.get("t") == "s" else text
        rows.append(line)
    return rows


def _plain(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


async def test_a_chart_of_a_column_filters_the_table_by_its_bars(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        page.side.open_chart(AGENT)
        await until(page.side.shows_chart)
        assert page.chart.isChecked()
        chart = page.side.chart
        assert chart is not None
        chart.filter_wanted.emit(Filter(AGENT, "is", ("Omar",)))
        await until_shown(page, numbers(lambda row: row[AGENT] == "Omar"))
        chart.filter_dropped.emit(AGENT)
        await until_shown(page, list(range(1, ROWS + 1)))
        page.resize(848, 700)
        assert page.table_column.isHidden()
        page.chart.click()
        assert page.side.isHidden()
        assert not page.table_column.isHidden()


async def test_a_file_is_read_otherwise_and_decided_anew(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    path = tmp_path / "plain.csv"
    path.write_bytes("name;città\nZoë;Forlì\n".encode("cp1252") * 40)
    async with open_viewer(path) as page:
        assert page.sheet.file_model.names == ("name", "città")
        page.boxes.reading()
        reading: ReadingBox = box(page, ReadingBox)
        assert any("separated by semicolons" in sentence for sentence in reading.sentences)
        reading.dialect_wanted.emit({"delimiter": ","})
        await until(lambda: page.sheet.file_model.names == ("name;città",))
        page.boxes.reading()
        box(page, ReadingBox).reset_wanted.emit()
        await until(lambda: page.sheet.file_model.names == ("name", "città"))


async def test_a_file_that_is_no_table_gets_one_sentence_and_what_is_on_screen_can_be_left(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    empty = tmp_path / "empty.csv"
    empty.write_bytes(b"")
    async with open_viewer() as page:
        page.open_file(empty)
        await until(page.refused.isVisible)
        assert page.refused.accessibleName() == "empty.csv is empty."
        assert page.narrowing.isHidden()
        page.open_file(write_report(tmp_path / "good.csv", 12))
        await until(page.sheet.isVisible)
        assert page.sheet.count() == 12


async def test_a_file_that_was_written_to_says_so_and_is_opened_again(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        write_report(report, 40)
        page.sheet.verticalScrollBar().setValue(2_000)
        await until(lambda: page.console.notices.open)
        assert page.console.notices.open[0].sentence == "conversations.csv changed after it was opened."
        page.actions_here()["refresh"]()
        await until(lambda: page.showing.complete() and page.sheet.count() == 40)
        assert on_screen(page.sheet)[0] == 1


async def test_a_question_that_is_stopped_leaves_the_view_as_it_was(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        page.showing.asked.sort_by(REPLY, descending=True)
        await until_rested(page)
        first = on_screen(page.sheet)
        stopped: list[bool] = []

        def stop() -> None:  # the moment something is being read
            if page.showing.busy:
                stopped.append(page.narrowing.stop.isVisible())
                page.narrowing.stop.click()

        page.showing.told.connect(stop)
        page.narrowing.search.setText("omar")
        await until(lambda: stopped)
        assert stopped == [True]
        assert not page.showing.busy
        assert page.narrowing.search.text() == ""
        assert on_screen(page.sheet) == first
        assert page.showing.asked.view == page.showing.view


def merged(path: Path, parts: tuple[int, ...]) -> ReportRun:
    """The run whose merged file `path` is, with its manifest beside it."""
    data = path.read_bytes()
    sha256 = hashlib.sha256(data).hexdigest()
    header = hashlib.sha256(data.partition(b"\r\n")[0]).hexdigest()
    entries = [
        {
            "number": at, "file": f"part-{at:04}.csv", "cursor_in": None if at == 1 else f"c{at - 1}",
            "cursor_out": None if at == len(parts) else f"c{at}", "reportHistoryId": 70 + at, "rows": rows,
            "bytes": 1, "sha256": sha256, "header_sha256": header, "length": "content-length",
        }
        for at, rows in enumerate(parts, start=1)
    ]  # fmt: skip
    file = {
        "name": path.name, "rows": sum(parts), "bytes": len(data), "sha256": sha256, "header": HEADER,
        "header_sha256": header,
    }  # fmt: skip
    manifest = {"run": "r1", "reference": "R1", "report": "All Conversations Report", "question": {},
                "complete": True, "file": file, "parts": entries}  # fmt: skip
    (path.parent / "manifest.json").write_text(json.dumps(manifest))
    return ReportRun(
        id="r1",
        name="All Conversations Report",
        question={
            "start": "2025-12-31T23:00:00.000Z",
            "end": "2026-06-30T21:59:59.999Z",
            "zone": "Europe/Berlin",
        },
        reference="R1",
        stage=Stage.DONE,
        created_at="2026-07-01T08:00:00Z",
        warnings=("Rows 1,000 and 1,001 are the same where two parts meet.",),
        file=path.name,
        sha256=sha256,
        parts=tuple(
            ReportPart(at, rows=rows, length="not provable") for at, rows in enumerate(parts, start=1)
        ),
    )


async def test_a_report_cut_short_says_so_in_red_over_its_rows(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    run = merged(report, (3_000,))
    last = replace(run.parts[-1], cursor_out="a", length="content-length")
    cut = "The first 3,000 rows only: the store has more. Narrow the dates."
    run = replace(run, name="Ledger report", parts=(last,), warnings=(cut,))
    async with open_viewer(report, report=run) as page:
        (note,) = page.proof.notes.notes
        assert (note.sentence, note.tone, note.icon) == (cut, "danger", "error")


async def test_the_file_of_a_report_shows_what_is_proved_of_it(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    run = merged(report, (1_000, 1_000, 1_000))
    async with open_viewer(report, report=run) as page:
        assert page.header.title() == "All Conversations Report"
        assert page.about.text() == "1 Jan to 30 Jun 2026, Berlin time"
        assert page.foot.facts.text().endswith("3,000 rows = 1,000 + 1,000 + 1,000")
        assert page.proof.pill.value().word == "3 parts, rows add up"
        assert f"{run.sha256}"[:4] in page.foot.hash.text()
        assert "not provable" in page.proof.notes.sentences()
        assert "two parts meet" in page.proof.notes.sentences()
        page.foot.verify.click()
        await until(lambda: page.console.notices.open)
        assert page.console.notices.open[0].sentence.startswith("Every byte is as it was")
        assert page.proof.pill.value().word == "3 parts, checksums match"
        page.console.notices.close(page.console.notices.open[0])
        await until(lambda: not page.scope.is_busy())  # the columns' profiles are read from the same file
        with report.open("ab") as file:
            file.write(b"one,row,more\r\n")
        page.foot.verify.click()
        await until(lambda: page.console.notices.open)
        assert "not what it was" in page.console.notices.open[0].sentence
        assert page.proof.pill.value().word == "3 parts, checksums differ"


@pytest.mark.parametrize("name", ["light", "dark", "contrast"])
@pytest.mark.parametrize("size", [(1352, 786), (1192, 686), (848, 680)])
async def test_nothing_is_cut_off_in_any_theme_or_width(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path, name: str, size: tuple[int, int]
) -> None:
    theme().set_setting(name)
    try:
        async with open_viewer(report, *size) as page:
            for part in (page.compare, page.export, page.chart, page.narrowing.columns, page.foot.folder):
                right = part.mapTo(page, part.rect().topRight()).x()
                assert part.isVisible()
                assert right < page.width()
                assert part.accessibleName() or part.text()
            assert page.size().width() == size[0]
            assert cell(page.sheet, 0, "customer") == conversation(0)[2]
            assert not page.grab().toImage().isNull()
    finally:
        theme().set_setting("light")
