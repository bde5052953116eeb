"""Messages that were sent from here are found from anywhere with Ctrl+K, and opened where they stand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.contact_words import phone_text
from svcconsole.gui.shell.commands import Commands
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from tests.gui.panels.delivery.conftest import send, states
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
        of_giulia = f"{phone_text(GIULIA, None)} · Text: أهلا وسهلا"
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
