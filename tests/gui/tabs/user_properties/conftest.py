"""The User Properties tab on the real practice store, with the runs of a window."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from svcconsole.api.connection import Connection
from svcconsole.api.token import Token
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.tabs.user_properties import entry_rows as states
from svcconsole.gui.tabs.user_properties.entry_rows import EntryRow
from svcconsole.gui.tabs.user_properties.tab import UserPropertiesTab
from tests.gui.panels.runs.conftest import consent
from tests.support.consoles import console_in
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show

Open = Callable[..., AbstractAsyncContextManager[UserPropertiesTab]]


def seen(store: PracticeStore) -> list[dict[str, Any]]:
    """The requests of user properties the store took, oldest first."""
    listed = store.control("GET", "/requests")["data"]["requests"]
    return [each for each in listed if "UserProperties" in each["operation"]]


def states_of(tab: UserPropertiesTab) -> list[str]:
    """How the entries stand, in the table's order."""
    return [line.state for line in tab.entries.lines if line.state != states.BLANK]


def at_rest(tab: UserPropertiesTab) -> bool:
    runs = tab.console.runs
    return not tab.scope.is_busy() and not (runs is not None and runs.is_running())


async def paste(tab: UserPropertiesTab, text: str) -> None:
    """What Ctrl+V does with this on the clipboard; headless platforms have no shared clipboard."""
    tab.page.editing.paste_text(text)
    await until(lambda: not tab.scope.is_busy())


def editor(tab: UserPropertiesTab) -> QLineEdit | None:
    """The field that is open in the current cell."""
    found = tab.page.table.indexWidget(tab.page.table.currentIndex())
    return found if isinstance(found, QLineEdit) else None


def press(tab: UserPropertiesTab, line: EntryRow, name: str, text: str) -> None:
    """What typing into a cell and Enter do to it."""
    row = tab.page.model.row_of(line.row.uid)
    assert row is not None
    index = tab.page.model.index(row, tab.page.model.column(name))
    assert tab.page.model.setData(index, text)


async def send(qtbot: QtBot, tab: UserPropertiesTab) -> None:
    """Press the filled button and wait until all of it has ended."""
    qtbot.mouseClick(tab.page.send_button, Qt.MouseButton.LeftButton)
    await until(lambda: at_rest(tab) and states.WAITING not in states_of(tab))


@pytest.fixture
def open_tab(practice_store: PracticeStore, own_folders: Path, qtbot: QtBot) -> Open:
    """`async with open_tab() as tab`: the tab as the window shows it, its table read."""

    @asynccontextmanager
    async def opening(
        width: int = 1352, height: int = 818, *, base_url: str = "", **changes: Any
    ) -> AsyncIterator[UserPropertiesTab]:
        async def connect() -> Connection:
            return Connection(base_url=base_url or practice_store.base_url, token=Token(practice_store.token))

        plain = {"id": "practice", "name": "Practice store", "colour": "plum", "practice": True}
        console = console_in(own_folders, ProfileSummary(**{**plain, **changes}), connect)
        console.may_load.set()
        await console.ready()
        console.runs = RunsController(console, may_resume=consent)
        await console.runs.find_unfinished()
        tab: UserPropertiesTab = show(qtbot, UserPropertiesTab(console), width, height)
        tab.activate()
        try:
            await until(lambda: not tab.scope.is_busy())
            yield tab
        finally:
            await tab.aclose()
            await console.runs.close()
            await console.close()

    return opening
