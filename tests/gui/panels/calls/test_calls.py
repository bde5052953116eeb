"""The calls to the store under the pages: the last of them, one in all its parts, and every way to it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPlainTextEdit
from pytestqt.qtbot import QtBot

from svcconsole.api import operations as api
from svcconsole.api.errors import ApiError
from svcconsole.gui.panels.calls import call_texts
from svcconsole.gui.panels.calls.call_list import CallRow
from svcconsole.gui.panels.calls.dock import CallsDock
from svcconsole.gui.runtime.call_finder import show_call_of
from svcconsole.gui.runtime.setting_keys import CALLS_HEIGHT
from svcconsole.gui.shell.main_window import MainWindow
from tests.api.models.samples import SAMPLES
from tests.gui.panels.decisions.conftest import Doubtful, leave_in_doubt, open_window, settings
from tests.gui.shell.conftest import OpenWindow
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

__all__ = ["leave_in_doubt", "open_window", "settings"]

pytestmark = pytest.mark.usefixtures("window_loop")
CONTROL = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


async def called(window: MainWindow, *operations: api.Operation[Any, Any]) -> None:
    """Calls of these kinds, one after the other, once the page in front is at rest."""
    client = await window.console.ready()
    await until(lambda: window.console.calls is not None and len(window.console.calls) >= 2)
    for operation in operations:
        await client.send(operation, operation.request.read(SAMPLES[operation]).wire())


async def opened(qtbot: QtBot, window: MainWindow) -> CallsDock:
    """By its key."""
    qtbot.keyClick(window, Qt.Key.Key_I, CONTROL)
    dock = window.area.dock
    assert dock is not None
    await until(lambda: dock.list.model.shown() and not dock.list.scope.is_busy())
    return dock


def rows(dock: CallsDock) -> list[CallRow]:
    return dock.list.model.shown()


async def test_its_key_opens_it_newest_first_and_esc_gives_the_keys_back(
    qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        await called(window, api.LIST_CATALOGS, api.RECORD_USER_PROPERTIES)
        assert not window.area.is_open()
        before = QApplication.focusWidget()
        dock = await opened(qtbot, window)
        assert [row.what for row in rows(dock)][:2] == ["Record properties", "Read catalogs"]
        assert rows(dock)[0].of == "Asha Rao"
        assert dock.list.table.hasFocus()
        qtbot.keyClick(dock.list.table, Qt.Key.Key_Escape)
        assert not window.area.is_open()
        assert QApplication.focusWidget() is before


async def test_one_in_doubt_with_both_texts_its_time_why_and_the_way_to_decide(
    qtbot: QtBot, open_window: OpenWindow, leave_in_doubt: Doubtful, practice_store: PracticeStore
) -> None:
    async with open_window() as window:
        await called(window)
        await leave_in_doubt(window.console, "Siobhán O’Dowd", text="كوب 😀 <b>x</b>")
        dock = await opened(qtbot, window)
        row = next(row for row in rows(dock) if row.what == "Create a ticket")
        dock.list.table.set_current(row.call.number)
        detail = dock.detail
        assert detail.title.text() == "Create a ticket: +393471000188"
        assert str(detail.pill.value().word) == "To decide"
        request = detail.request.area.toPlainText()
        assert request.startswith("POST …-createAndAssignTicket\nAuthorization: Basic ••••")
        assert "كوب 😀 <b>x</b> Siobhán O’Dowd" in request
        assert detail.answer.area.toPlainText() == "No answer came."
        assert detail.why.text() == (
            "Try 1 was handed over, and the connection broke before the store had answered."
        )
        assert "Try 1: connect " in detail.chart.accessibleDescription()
        await until(detail.decide.isVisible)
        detail.decide.click()
        assert window.page() is window.pages.decisions()
        shown = [area.toPlainText() for area in window.findChildren(QPlainTextEdit)]
        shown += [label.text() for label in window.findChildren(QLabel)]
        assert not any(practice_store.token in text for text in shown)


async def test_new_calls_come_on_top_and_the_chosen_one_stays(qtbot: QtBot, open_window: OpenWindow) -> None:
    async with open_window() as window:
        await called(window, *[api.LIST_CATALOGS] * 30)
        dock = await opened(qtbot, window)
        table = dock.list.table
        chosen = rows(dock)[20].call.number
        table.set_current(chosen)
        place = table.rowViewportPosition(table.currentIndex().row())
        await called(window, *[api.LIST_CATALOGS] * 3)
        await until(lambda: dock.list.newer.isVisible() and dock.list.newer.text() == "3 newer")
        current = table.current_record()
        assert current is not None
        assert current.call.number == chosen
        assert table.rowViewportPosition(table.currentIndex().row()) == place
        dock.list.newer.click()
        assert table.verticalScrollBar().value() == 0
        assert not dock.list.newer.isVisible()


async def test_search_and_chips_filter_and_an_empty_list_says_so(
    qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        await called(window, api.GET_CUSTOMER, api.RECORD_USER_PROPERTIES)
        dock = await opened(qtbot, window)
        qtbot.keyClicks(dock.list.search, "lake road")
        await until(lambda: [row.what for row in rows(dock)] == ["Record properties"])
        qtbot.keyClicks(dock.list.search, " nowhere")
        await until(lambda: not rows(dock))
        assert dock.list.nothing.text() == "No call is like that."
        dock.list.clear.click()
        dock.list.outcome_chip.click()
        menu = dock.list.findChild(QMenu)
        assert menu is not None
        next(action for action in menu.actions() if action.text() == "Refused").trigger()
        menu.close()
        assert [row.what for row in rows(dock)] == ["Read a customer"]
        dock.list.outcome_chip.cleared.emit()
        assert len(rows(dock)) >= 4


async def test_what_is_copied_has_the_answer_or_a_command_without_the_token(
    qtbot: QtBot, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window() as window:
        await called(window, api.LIST_CATALOGS)
        dock = await opened(qtbot, window)
        dock.list.table.set_current(rows(dock)[0].call.number)
        qtbot.keyClick(dock.list.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert json.loads(QApplication.clipboard().text())["success"] is True
        dock.detail.curl.click()
        command = QApplication.clipboard().text()
        assert command.startswith("curl --fail-with-body http")
        assert "Authorization: Basic $SVCCONSOLE_TOKEN" in command
        assert "afterCatalogId" in command
        assert practice_store.token not in command


async def test_long_values_and_long_bodies_are_folded_until_asked_for(
    qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        await called(window)
        client = await window.console.ready()
        body = {"note": "مرحبا " + "long " * 100, "productIds": [f"p-{number}" for number in range(900)]}
        await client.send(api.GET_PRODUCTS, json.dumps(body).encode())
        dock = await opened(qtbot, window)
        dock.list.table.set_current(rows(dock)[0].call.number)
        well = dock.detail.request
        assert "more characters" in well.area.toPlainText()
        folded = call_texts.body_text(rows(dock)[0].call.request, whole=False)
        assert "… (506 characters)" in folded
        assert not {"\u2066", "\u2067", "\u2068"} & set(folded), "nothing turns the line around"
        assert "p-899" not in well.area.toPlainText()
        assert well.more.isVisible()
        well.more.click()
        assert "p-899" in well.area.toPlainText()
        assert "long " * 100 in well.area.toPlainText()


async def test_how_high_it_is_is_kept_per_store(qtbot: QtBot, open_window: OpenWindow) -> None:
    async with open_window() as window:
        await called(window)
        dock = await opened(qtbot, window)
        window.area.moveSplitter(window.area.height() - 300, 1)
        kept = window.console.settings.get(CALLS_HEIGHT, 0)
        assert kept == dock.height() != 0
        qtbot.keyClick(dock.list.table, Qt.Key.Key_Escape)
        qtbot.keyClick(window, Qt.Key.Key_I, CONTROL)
        await until(lambda: dock.height() == kept)


# Every way to it

Way = Callable[[MainWindow, Doubtful], Awaitable[None]]


async def from_a_notice(window: MainWindow, _leave: Doubtful) -> None:
    client = await window.console.ready()
    with pytest.raises(ApiError) as caught:
        await client.call(api.CREATE_TICKET, api.CREATE_TICKET.request.read(SAMPLES[api.CREATE_TICKET]))
    await called(window, api.LIST_CATALOGS)
    window.console.notices.report(caught.value)
    (card,) = window.notices.cards()
    card.link_clicked.emit()


async def from_a_decision(window: MainWindow, leave: Doubtful) -> None:
    await leave(window.console, "Ana")
    await called(window, api.LIST_CATALOGS)
    page = window.show_decisions()
    await until(lambda: page.list.current() is not None and not page.scope.is_busy())
    page.detail.call.click()


async def from_the_log(window: MainWindow, leave: Doubtful) -> None:
    await leave(window.console, "Ana")
    await called(window, api.LIST_CATALOGS)
    window.show_log()
    log = window.pages.activity().log
    await until(lambda: log.model.shown() and not log.scope.is_busy())
    log.table.set_current(next(entry.seq for entry in log.model.shown() if entry.run_id))
    log.side.call.click()


@pytest.mark.parametrize("way", [from_a_notice, from_a_decision, from_the_log])
async def test_the_call_is_shown_from(
    way: Way,
    qtbot: QtBot,
    open_window: OpenWindow,
    leave_in_doubt: Doubtful,
    practice_store: PracticeStore,
) -> None:
    async with open_window() as window:
        await called(window)
        if way is from_a_notice:
            practice_store.add_fault("status", operation="createAndAssignTicket", code=400)
        await way(window, leave_in_doubt)
        await until(window.area.is_open)
        dock = window.area.dock
        assert dock is not None
        current = dock.list.table.current_record()
        assert current is not None
        assert current.what == "Create a ticket"
        assert dock.detail.title.text().startswith("Create a ticket")


async def test_of_a_call_long_gone_it_is_said(open_window: OpenWindow) -> None:
    async with open_window() as window:
        await called(window)
        show_call_of(window.console, "no such run", seq=1)
        await until(lambda: window.console.notices.open)
        assert window.console.notices.open[-1].sentence == (
            "That call is not among the last 500 of this window any more."
        )
        assert not window.area.is_open()


async def test_while_people_are_hidden_they_are_hidden_here_and_in_what_is_copied(
    qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        await called(window, api.RECORD_USER_PROPERTIES)
        dock = await opened(qtbot, window)
        console = window.console
        dock.list.table.set_current(rows(dock)[0].call.number)
        assert "Asha" in dock.detail.request.area.toPlainText()
        try:
            console.privacy.choose(console.program_settings, True)
            await until(lambda: rows(dock) and rows(dock)[0].of == "A••• R•••")
            dock.detail.curl.click()
            seen = dock.detail.request.area.toPlainText() + QApplication.clipboard().text()
            dock.detail.copy_answer()
            seen += QApplication.clipboard().text() + dock.detail.title.text()
            assert not [each for each in ("Asha", "Rao", "0100123", "@customer", "Lake Road") if each in seen]
            qtbot.keyClicks(dock.list.search, "lake road")
            await until(lambda: [row.what for row in rows(dock)] == ["Record properties"])
        finally:
            console.privacy.choose(console.program_settings, False)
        await until(lambda: rows(dock)[0].of == "Asha Rao")
        assert "Asha" in dock.detail.request.area.toPlainText()
