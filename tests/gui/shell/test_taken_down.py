"""What was told is taken down once it is not so any more, told once, and covers nothing that is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QPushButton, QTableWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.api.errors import NotReached
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.widgets.line_chart import RateChart
from svcconsole.gui.kit.widgets.uncovered import keep_uncovered
from svcconsole.gui.panels.practice.store_polling import StorePolling
from svcconsole.gui.runtime import console as console_module
from svcconsole.gui.runtime.connection_state import Reach
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.practice_process import PracticeAddress
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell.notice_stack import LAST_ROWS, LOOK_MS, NoticeStack, kept_clear
from tests.gui.shell.conftest import LIVE
from tests.gui.shell.test_console import console_of
from tests.gui.shell.test_notices import words
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show


def test_a_newer_notice_about_the_same_takes_the_place_of_the_older(qapp: QApplication) -> None:
    notices = Notices()
    notices.add("warning", "The run waits.", about="run 1")
    notices.add("warning", "The run waits for the store.", about="run 1")
    notices.add("warning", "Another.", about="run 2")
    assert [notice.sentence for notice in notices.open] == ["The run waits for the store.", "Another."]
    notices.settle("run 1")
    assert [notice.sentence for notice in notices.open] == ["Another."]


async def test_was_not_reached_does_not_stand_beside_connected(
    window_loop: QApplication, settings: Settings, tmp_path: Path, practice_store: PracticeStore
) -> None:
    console = console_of(LIVE, settings, tmp_path, practice_store.base_url, practice_store.token)
    console.notices.report(NotReached("The store was not reached."))
    console.notices.add("info", "Something else.")
    await console.try_now()
    assert console.state.reach is Reach.CONNECTED
    assert [notice.sentence for notice in console.notices.open] == ["Something else."]
    await console.close()


async def test_a_fault_switched_off_reconnects_at_once(
    window_loop: QApplication,
    settings: Settings,
    tmp_path: Path,
    practice_store: PracticeStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(console_module, "FIRST_WAIT", 600.0)
    console = console_of(LIVE, settings, tmp_path, practice_store.base_url, practice_store.token)
    address = PracticeAddress(
        practice_store.base_url,
        practice_store.control_url,
        practice_store.pid,
        practice_store.token,
        practice_store.control_token,
    )
    watch = StorePolling(lambda: address, console.notices, console)
    watch.relieved.connect(console.reconnect)
    await watch.do(lambda control: control.switch_on({"kind": "reset", "executed": False}))
    await console.try_now()
    assert console.state.reach is Reach.LOST
    await watch.do(lambda control: control.all_off())
    await until(lambda: str(console.state.reach) == "connected", seconds=10)
    await watch.scope.close()
    await console.close()


def test_notices_cover_neither_the_last_rows_of_a_table_nor_a_chart(qtbot: QtBot) -> None:
    notices, page = Notices(), QWidget()
    column = QVBoxLayout(page)
    table = QTableWidget(200, 3)
    chart = RateChart("Rows a second")
    chart.setFixedHeight(120)
    column.addWidget(chart)
    column.addWidget(table, 1)
    show(qtbot, page, 900, 700)
    stack = NoticeStack(notices, page)
    notices.add("warning", "Worth a look.")
    qtbot.waitUntil(stack.isVisible)
    taken = kept_clear(page)
    assert len(taken) == 2
    assert not any(stack.geometry().intersects(each) for each in taken)
    row = table.rowHeight(0)
    assert stack.geometry().bottom() <= page.height() - LAST_ROWS * row


def uncovered(page: QWidget, *place: int) -> QWidget:
    """A part of the page that no notice may be laid over."""
    part = QWidget(page)
    keep_uncovered(part)
    part.setGeometry(*place)
    return part


def table_of(rows: int, page: QWidget) -> RecordTable[int]:
    column: ColumnSpec[int] = ColumnSpec(key="row", title="Row", value=str)
    model: RecordModel[int] = RecordModel([column], key=lambda row: row)
    model.set_records(list(range(rows)))
    return RecordTable(model, "Rows", page)


def test_what_is_empty_below_few_rows_is_room_for_notices(qtbot: QtBot) -> None:
    notices, page = Notices(), QWidget()
    table = table_of(3, page)
    table.setGeometry(0, 0, 1300, 700)
    show(qtbot, page, 1300, 700)
    stack = NoticeStack(notices, page)
    notices.add("warning", "Worth a look.")
    qtbot.waitUntil(stack.isVisible)
    assert stack.geometry().bottom() > 600, "in its corner"
    assert not any(stack.geometry().intersects(each) for each in kept_clear(page))


def test_where_only_one_fits_between_buttons_older_news_waits_and_trouble_does_not(qtbot: QtBot) -> None:
    notices, page = Notices(), QWidget()
    for top in range(0, 520, 26):
        for left in range(0, 1300, 130):
            QPushButton("Do", page).setGeometry(left, top, 128, 24)
    show(qtbot, page, 1300, 620)
    stack = NoticeStack(notices, page)
    for number in range(3):
        notices.add("success", f"Done {number}.")
    buttons = page.findChildren(QPushButton, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert not any(stack.geometry().intersects(button.geometry()) for button in buttons)
    assert (words(stack)[0], len(stack.cards())) == ("2 more", 1)
    assert "Done 2." in words(stack)
    for number in range(2):
        notices.add("error", f"Trouble {number}.")
    assert {"Trouble 0.", "Trouble 1."} <= set(words(stack))


def test_where_both_corners_are_taken_the_notice_finds_what_room_there_is(qtbot: QtBot) -> None:
    notices, page = Notices(), QWidget()
    for place in ((0, 0, 290, 700), (610, 0, 690, 330), (690, 330, 610, 370)):
        uncovered(page, *place)
    show(qtbot, page, 1300, 700)
    stack = NoticeStack(notices, page)
    notices.add("warning", "Worth a look.")
    qtbot.waitUntil(stack.isVisible)
    assert not any(stack.geometry().intersects(each) for each in kept_clear(page))
    assert page.rect().contains(stack.geometry())


@pytest.mark.parametrize("shown", ["chart", "table"])
def test_a_notice_makes_way_for_what_a_page_shows_later(qtbot: QtBot, shown: str) -> None:
    notices, page = Notices(), QWidget()
    show(qtbot, page, 1300, 700)
    stack = NoticeStack(notices, page)
    notices.add("warning", "Worth a look.")
    qtbot.waitUntil(stack.isVisible)
    for timer in stack.findChildren(QTimer):  # nothing looks now and then: what appears says so by itself
        timer.stop() if timer.interval() == LOOK_MS else None
    if shown == "chart":
        part = uncovered(page, 900, 500, 400, 200)
    else:
        part = table_of(40, page)
        part.setGeometry(900, 500, 400, 200)
    assert stack.geometry().intersects(part.geometry())
    part.show()

    def clear() -> bool:
        taken = kept_clear(page)
        return bool(taken) and not any(stack.geometry().intersects(each) for each in taken)

    qtbot.waitUntil(clear)
