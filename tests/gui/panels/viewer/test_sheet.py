"""The viewer's table with a pointer and keys: jumps, choosing, copying, columns that stay, hide and move."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.theme import theme
from svcconsole.gui.panels.viewer.cells import Kind
from svcconsole.gui.panels.viewer.page import ViewerPage
from svcconsole.gui.panels.viewer.sheet import Sheet
from svcconsole.gui.panels.viewer.sheet_columns import Columns
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.task_scope import TaskScope
from tests.gui.panels.viewer.conftest import HEADER, OpenViewer, cell, conversation, on_screen, write_report
from tests.support.coroutines import until
from tests.support.qt import show

ROWS = 5_000
KEYS = Qt.Key


@pytest.fixture
def report(tmp_path: Path) -> Path:
    return write_report(tmp_path / "conversations.csv", ROWS)


def press(
    qtbot: QtBot,
    page: ViewerPage,
    key: Qt.Key,
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    qtbot.keyClick(page.sheet, key, modifiers)


def click(
    qtbot: QtBot, sheet: Sheet, slot: int, column: int, modifiers: Qt.KeyboardModifier | None = None
) -> None:
    where = sheet.visualRect(sheet.file_model.index(slot, column + 1)).center()
    qtbot.mouseClick(
        sheet.viewport(), Qt.MouseButton.LeftButton, modifiers or Qt.KeyboardModifier.NoModifier, where
    )


def begins_at(sheet: Sheet, place: int) -> bool:
    return on_screen(sheet)[:1] == [place + 1]


async def test_a_jump_to_any_place_shows_exactly_the_rows_that_stand_there(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        sheet = page.sheet
        assert sheet.count() == ROWS
        whole = sheet.whole_rows()
        for place in (0, 4_321, 17, ROWS - whole, 2_500):
            sheet.verticalScrollBar().setValue(place)
            await until(partial(begins_at, sheet, place))
            assert on_screen(sheet)[:whole] == list(range(place + 1, place + whole + 1))
            assert [row.cells for row in sheet.file_model.rows] == [
                conversation(place + at) for at in range(len(sheet.file_model.rows))
            ]
        # Only what is on screen is in the model, however long the file is.
        assert sheet.file_model.rowCount() <= whole + 1


async def test_a_search_that_is_asked_before_a_wide_row_is_found_stays_what_is_on_screen(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    """The file's columns become more; the rows of the search were then read from the whole file."""
    path = tmp_path / "wide.csv"
    words = ["needle" if at % 7 == 0 else "hay" for at in range(30_000)]
    lines = [f"{at},{word}\n" for at, word in enumerate(words)]
    lines[15_000] = "15000,hay,extra,more\n"
    path.write_text("".join(["id,word\n", *lines]), encoding="utf-8")
    found = [at + 1 for at, word in enumerate(words) if word == "needle"]
    async with open_viewer() as page:
        page.open_file(path)
        await until(lambda: page.showing.file is not None)
        page.narrowing.search.setText("needle")
        page.showing.asked.search("needle")
        await until(lambda: len(page.sheet.file_model.names) == 4 and page.showing.seen is not None)
        await until(lambda: not page.scope.is_busy())
        assert page.sheet.count() == len(found)
        assert on_screen(page.sheet) == found[: len(on_screen(page.sheet))]
        page.sheet.verticalScrollBar().setValue(2_000)
        await until(lambda: on_screen(page.sheet)[:1] == [found[2_000]])


async def test_keys_go_everywhere_and_the_page_follows(
    window_loop: QApplication, qtbot: QtBot, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        sheet = page.sheet
        sheet.setFocus()
        whole = sheet.whole_rows()
        press(qtbot, page, KEYS.Key_End)
        assert sheet.choice.row == ROWS - 1
        await until(lambda: on_screen(sheet)[-1] == ROWS)
        press(qtbot, page, KEYS.Key_PageUp)
        assert sheet.choice.row == ROWS - 1 - whole
        press(qtbot, page, KEYS.Key_Home)
        await until(lambda: on_screen(sheet)[0] == 1)
        press(qtbot, page, KEYS.Key_Down)
        press(qtbot, page, KEYS.Key_Right)
        assert (sheet.choice.row, sheet.choice.column) == (1, 1)
        press(qtbot, page, KEYS.Key_Right, Qt.KeyboardModifier.ControlModifier)
        assert sheet.choice.column == len(HEADER) - 1
        # What a screen reader is told is the current cell, in words.
        index = sheet.currentIndex()
        await until(lambda: index.data(Qt.ItemDataRole.AccessibleTextRole) == "csat: 2, row 2")


async def test_cells_and_rows_are_copied_with_the_files_own_values(
    window_loop: QApplication, qtbot: QtBot, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        sheet, clipboard = page.sheet, QGuiApplication.clipboard()
        click(qtbot, sheet, 3, 5)
        await until(lambda: cell(sheet, 3, "first_reply_s") == f"{3 * 7919:,}")
        press(qtbot, page, KEYS.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert clipboard.text() == str(3 * 7919)
        click(qtbot, sheet, 1, 0)
        click(qtbot, sheet, 3, 0, Qt.KeyboardModifier.ShiftModifier)
        click(qtbot, sheet, 6, 0, Qt.KeyboardModifier.ControlModifier)
        sheet.columns.show(2, False)
        clipboard.clear()
        press(qtbot, page, KEYS.Key_C, Qt.KeyboardModifier.ControlModifier)
        await until(clipboard.text)
        shown = [at for at in range(len(HEADER)) if at != 2]
        wanted = [[conversation(row)[at] for at in shown] for row in (1, 2, 3, 6)]
        wanted = [[f'"{each}"' if "\n" in each else each for each in line] for line in wanted]
        assert clipboard.text() == "\n".join("\t".join(line) for line in wanted)
        clipboard.clear()
        page.copy(rows=True, header=True)
        await until(clipboard.text)
        assert clipboard.text().splitlines()[0] == "\t".join(HEADER[at] for at in shown)


async def test_rows_with_quotes_are_pasted_as_the_rows_they_were(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    """A cell that begins with a quote took in all rows after it."""
    path = tmp_path / "messages.csv"
    rows = [["1", '"Summer', "read"], ["2", 'plain"', "sent"], ["3", '"quoted" word', "read"], ["4", "é", ""]]
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["id", "message", "status"], *rows])
    async with open_viewer(path) as page:
        page.sheet.choose_all()
        page.copy(rows=True)
        await until(lambda: not page.scope.is_busy("copy"))
        copied = QGuiApplication.clipboard().text()
        assert list(csv.reader(io.StringIO(copied, newline=""), delimiter="\t")) == rows
        assert copied.splitlines()[-1] == "4\té\t"


async def test_columns_stay_hide_and_move_and_the_next_file_with_this_header_has_them_so(
    window_loop: QApplication, qtbot: QtBot, open_viewer: OpenViewer, report: Path, tmp_path: Path
) -> None:
    async with open_viewer(report, width=700) as page:
        columns = page.sheet.columns
        columns.freeze(2, True)
        columns.show(4, False)
        columns.set_order([0, 1, 2, 3, 5, 6, 4])
        page.sheet.setColumnWidth(4, 333)  # as dragging its edge does
        assert page.sheet.frozen is not None and page.sheet.frozen.columns() == [0, 3]
        page.sheet.horizontalScrollBar().setValue(page.sheet.horizontalScrollBar().maximum())
        # The column that stays is on screen still, and answers to a click.
        click(qtbot, page.sheet, 2, 2)
        assert (page.sheet.choice.row, page.sheet.choice.column) == (2, 2)
    async with open_viewer(write_report(tmp_path / "later.csv", 10)) as page:
        kept = page.sheet.columns.arrangement
        assert kept.shown() == [2, 0, 1, 3, 5, 6]
        assert kept.widths == {3: 333}
        assert page.sheet.columnWidth(4) == 333
        page.sheet.columns.reset()
        assert page.sheet.columns.arrangement.shown() == list(range(len(HEADER)))


async def test_a_column_that_is_dragged_stays_where_it_was_put_and_the_others_beside_each_other(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report, width=700) as page:
        columns, header = page.sheet.columns, page.sheet.horizontalHeader()
        columns.show(1, False)
        for column in (3, 5):
            columns.freeze(column, True)
        assert columns.arrangement.shown() == [3, 5, 0, 2, 4, 6]
        # As dragging the last section before the first that scrolls does.
        header.moveSection(header.visualIndex(7), header.visualIndex(1))
        assert columns.arrangement.shown() == [3, 5, 6, 0, 2, 4]
        page.sheet.horizontalScrollBar().setValue(page.sheet.horizontalScrollBar().maximum())
        staying = page.sheet.frozen
        assert staying is not None and staying.isVisible()
        staying.moveSection(staying.visualIndex(6), staying.visualIndex(4))
        assert columns.arrangement.shown() == [5, 3, 6, 0, 2, 4]
        columns.show(1, True)
        for column in (3, 5):
            columns.freeze(column, False)
        assert columns.arrangement.shown() == [6, 1, 0, 5, 2, 3, 4]


class Made(NamedTuple):
    """A row nobody keeps."""

    number: int
    cells: tuple[str, ...]


async def test_a_view_of_three_billion_rows_scrolls_to_its_end(
    window_loop: QApplication, qtbot: QtBot
) -> None:
    """The height of so many rows in pixels is far beyond what Qt can count; the places of rows are not."""
    count = 2_100_000_000

    async def fetch(first: int, wanted: int) -> Sequence[Made]:
        return [Made(at + 1, (f"row {at + 1}",)) for at in range(first, min(count, first + wanted))]

    host = show(qtbot, QWidget())
    scope = TaskScope(host, Notices())
    sheet = show(qtbot, Sheet(scope, "Rows"), 600, 400)
    sheet.set_table(Columns(("text",), (Kind.TEXT,), ([],)))
    sheet.show_rows(count, fetch)
    await until(lambda: on_screen(sheet)[:1] == [1])
    sheet.setFocus()
    qtbot.keyClick(sheet, Qt.Key.Key_End)
    await until(lambda: on_screen(sheet)[-1:] == [count])
    assert cell(sheet, len(sheet.file_model.rows) - 1, "text") == f"row {count}"
    sheet.go_to(1_234_567_890)
    await until(lambda: 1_234_567_891 in on_screen(sheet))
    assert sheet.choice.row == 1_234_567_890
    sheet.choose_all()
    assert sheet.choice.count() == count
    await scope.close()


async def test_the_wheel_moves_three_rows_a_notch_and_sums_up_fine_steps(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        sheet = page.sheet

        def turn(eighths: int) -> None:
            viewport = sheet.viewport()
            middle = QPointF(viewport.rect().center())
            event = QWheelEvent(
                middle, viewport.mapToGlobal(middle), QPoint(), QPoint(0, eighths), Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
            )  # fmt: skip
            QApplication.sendEvent(viewport, event)

        turn(-120)
        assert sheet.top == 3
        for _ in range(8):
            turn(-15)
        assert sheet.top == 6
        turn(120)
        assert sheet.top == 3


async def test_columns_and_rows_grow_with_the_windows_font(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path
) -> None:
    async with open_viewer(report) as page:
        sheet = page.sheet
        wide, high = sheet.columnWidth(1), sheet.row_size()
        number = sheet.columnWidth(0)
        theme().set_font_scale(2.0)
        try:
            await until(lambda: sheet.row_size() > 1.5 * high)
            await until(lambda: sheet.columnWidth(1) > 1.3 * wide)
            assert sheet.columnWidth(0) > 1.5 * number
            await until(lambda: len(sheet.file_model.rows) <= sheet.whole_rows() + 1)
        finally:
            theme().set_font_scale(1.0)


async def test_in_a_right_to_left_window_the_row_numbers_stand_at_the_right(
    window_loop: QApplication, qtbot: QtBot, open_viewer: OpenViewer, report: Path
) -> None:
    window_loop.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        async with open_viewer(report) as page:
            sheet = page.sheet
            rects = [sheet.visualRect(sheet.file_model.index(0, column)) for column in (0, 1)]
            assert rects[0].left() > rects[1].left()
            click(qtbot, sheet, 2, 0)
            press(qtbot, page, KEYS.Key_Left)
            assert sheet.choice.column == 1
            assert not page.grab().toImage().isNull()
    finally:
        window_loop.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


class PaintedAt(QObject):
    """Notes whether a point of a view is painted anew."""

    def __init__(self, view: QWidget, point: QPoint) -> None:
        super().__init__(view)
        self.point, self.painted = point, False
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent) and event.region().contains(self.point):
            self.painted = True
        return False


async def test_other_rows_are_painted_behind_the_last_column_too(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    path = tmp_path / "narrow.csv"
    path.write_text("id,colour\n" + "".join(f"{at},{'red' if at % 2 else 'blue'}\n" for at in range(400)))
    async with open_viewer(path) as page:
        sheet = page.sheet
        await until(lambda: not page.scope.is_busy() and sheet.count() == 400)
        edge = QPoint(sheet.viewport().width() - 2, sheet.rowHeight(0) // 2)
        assert sheet.columnAt(edge.x()) < 0, "behind the last column"
        window_loop.processEvents()
        watch = PaintedAt(sheet.viewport(), edge)
        sheet.model().dataChanged.emit(sheet.model().index(0, 0), sheet.model().index(3, 1))
        await until(lambda: watch.painted)
