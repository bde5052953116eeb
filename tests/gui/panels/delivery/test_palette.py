"""Messages that were sent from here are found from anywhere with Ctrl+K, and opened where they stand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.text import isolate
from svcconsole.gui.kit.contact_words import phone_text
from svcconsole.gui.runtime.window_requests import MessageStart
from svcconsole.gui.shell.commands import Commands
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from tests.gui.panels.delivery.conftest import open_delivery, send, states
from tests.gui.shell.conftest import OpenWindow, open_window, settings
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

__all__ = ["open_window", "settings"]

pytestmark = pytest.mark.usefixtures("window_loop")

MEERA, GIULIA = "+919845012345", "+393471000188"


async def opened(window: MainWindow) -> Commands:
    window.commands.open_palette()
    await until(lambda: not window.scope.is_busy("messages") and not window.scope.is_busy("people"))
    return window.commands


def shown(commands: Commands, text: str) -> list[str]:
    commands.palette.field.setText(text)
    return [title for title in commands.palette.shown() if "Text:" in title]


async def test_a_message_is_found_by_recipient_words_or_id_and_opened(
    qtbot: QtBot, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window() as window:
        await window.console.ready()
        first = await send(window.console, MEERA, "Your <b>kurta</b> is on its way")
        await send(window.console, GIULIA, "أهلا وسهلا")
        assert first is not None
        commands = await opened(window)
        of_meera = f"{phone_text(MEERA, None)} · Text: Your <b>kurta</b> is on its way"
        of_giulia = f"{phone_text(GIULIA, None)} · {isolate('Text: أهلا وسهلا')}"
        assert shown(commands, "kurta") == [of_meera]
        assert shown(commands, "98450") == [of_meera]
        assert shown(commands, "أهلا") == [of_giulia]
        assert shown(commands, f"#{first[-12:]}") == [of_meera]
        assert shown(commands, "nobody got this") == []
        assert shown(commands, "text:") == [of_giulia, of_meera], "the newest first"
        commands.palette.field.setText("kurta")
        qtbot.keyClick(commands.palette.field, Qt.Key.Key_Return)
        tab = window.page()
        assert isinstance(tab, MessagingTab)
        page = tab.delivery_page
        await until(lambda: page.table.current_record() is not None)
        message = page.table.current_record()
        assert message is not None
        assert message.id == first
        assert set(states(page)) == {MEERA, GIULIA}


async def test_what_stands_under_an_open_page_says_so(
    qtbot: QtBot, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window() as window:
        await window.console.ready()
        await send(window.console, MEERA, "On its way")
        tab = window.show_tab("Messaging")
        assert isinstance(tab, MessagingTab)
        tab.edit_template(None)
        assert not tab.is_list_open()
        commands = await opened(window)
        (title,) = shown(commands, "on its way")
        rows = commands.palette.list.model()
        said = [rows.index(at, 0).data(Qt.ItemDataRole.AccessibleTextRole) for at in range(rows.rowCount())]
        assert any(title in each and "Close the page over the list first" in each for each in said)
        qtbot.keyClick(commands.palette.field, Qt.Key.Key_Return)
        assert commands.palette.isVisible() and not tab.is_list_open()
        tab.show_message(next(iter(tab.delivery_page.deliveries.messages), ""))
        assert [each.sentence for each in window.console.notices.open] == [
            "It is under this page. Close this page to see it."
        ]


async def test_runs_and_templates_are_found_by_what_they_are_called(
    qtbot: QtBot, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window() as window:
        await window.console.ready()
        item = PlanItem("MUG-1", (FileRow(1, 2, ("MUG-1",)),), b"{}")
        new = NewRun("products", "Import spring-range.csv", "", "spring-range.csv", "f" * 64, ("Id",))
        await window.console.db(lambda space: space.runs.create(new, [item]))
        body = {"id": "order_update", "name": "Order update", "body": "Your order is on its way."}
        await window.console.db(lambda space: space.templates.save("order_update", body))
        commands = await opened(window)
        await until(lambda: not window.scope.is_busy("work"))
        commands.palette.field.setText("spring")
        assert commands.palette.shown() == ["Show the run “Import spring-range.csv”"]
        commands.palette.field.setText("order on its way")
        assert commands.palette.shown() == ["Fill in the template Order update"]
        commands.palette.field.setText("order update")
        qtbot.keyClick(commands.palette.field, Qt.Key.Key_Return)
        tab = window.page()
        assert isinstance(tab, MessagingTab)
        assert tab.page() is tab.template_page


async def test_what_went_to_a_person_is_found_in_delivery_by_the_name_known_here(
    open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window() as window:
        await window.console.ready()
        for number in (MEERA, GIULIA):
            await send(window.console, number, "On its way")
        meera = {"id": 7, "firstName": "Meera", "lastName": "Sharma", "phoneNumber": MEERA}
        await window.console.db(lambda space: space.people.remember([meera]))
        tab = window.show_tab("Messaging")
        assert isinstance(tab, MessagingTab)
        page = open_delivery(tab)
        await until(lambda: page.model.rowCount() == 2)
        page.filters.search.setText("sharma")
        await until(lambda: [each.phone for each in page.model.shown()] == [MEERA])


async def test_a_message_that_is_wanted_anywhere_begins_in_messaging(
    open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window() as window:
        await window.console.ready()
        window.console.message_wanted.emit(MessageStart(MEERA))
        tab = window.page()
        assert isinstance(tab, MessagingTab)
        await until(lambda: tab.message_page.composed.number() == MEERA and not tab.scope.is_busy())
