"""With the keyboard alone: an import, a campaign, a ticket, a report, properties, and connecting a store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QTableView, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS, RESULT
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.profiles.dialog import ProfileDialog
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from svcconsole.workspace.runs.report_runs import Stage
from tests.gui.shell.conftest import PRACTICE, OpenWindow, open_window, settings
from tests.support.coroutines import until
from tests.support.keyboard import ALT, CONTROL, Keyboard
from tests.support.practice import PracticeStore
from tests.support.qt import show

__all__ = ["open_window", "settings"]

pytestmark = pytest.mark.usefixtures("window_loop")
FILE = (
    "id,name,url,currency,combinations.id,combinations.price,combinations.quantity,combinations.image\n"
    "bowl,Bowl,https://shop.example/bowl,EUR,bowl-1,12.50,3,https://shop.example/bowl.png\n"
    "jug,Jug,https://shop.example/jug,EUR,jug-1,9O.00,3,https://shop.example/jug.png\n"
)

FIRST_CELL = 2
"""Behind the number of the row and its status."""
PERSON = ("Asha", "Rao", "", "+91 98450 00001", "", "asha@shop.example")


@asynccontextmanager
async def at_work(open_window: OpenWindow) -> AsyncIterator[tuple[MainWindow, Keyboard]]:
    """The window on the practice store, and its keyboard."""
    async with open_window(PRACTICE) as window:
        await window.console.ready()
        window.console.runs = RunsController(window.console)
        yield window, Keyboard(window.window())


def import_page(window: MainWindow) -> ImportPage | None:
    tab = window.show_tab("Catalog")
    assert isinstance(tab, CatalogTab)
    page = tab.stack.currentWidget()
    return page if isinstance(page, ImportPage) else None


def type_over(keyboard: Keyboard, text: str) -> None:
    """Put another text into the current cell."""
    keyboard.key(Qt.Key.Key_F2)
    assert isinstance(keyboard.focused(), QLineEdit)
    keyboard.key(Qt.Key.Key_A, CONTROL)
    keyboard.type(text)
    keyboard.key(Qt.Key.Key_Return)


def entries(store: PracticeStore) -> list[dict[str, Any]]:
    """The user properties that the store has."""
    return list(store.control("GET", "/user-properties?limit=10")["data"]["userProperties"])


async def test_an_import(open_window: OpenWindow, practice_store: PracticeStore, tmp_path: Path) -> None:
    path = tmp_path / "exact.csv"
    path.write_text(FILE, encoding="utf-8")
    async with at_work(open_window) as (window, keyboard):
        window.open_import(path)
        await until(
            lambda: (page := import_page(window)) and page.file.next.isVisible() and not page.is_busy()
        )
        page = import_page(window)
        assert page is not None
        assert keyboard.focused() is page.file.next
        keyboard.key(Qt.Key.Key_Return, CONTROL)
        await until(lambda: page.step() == COLUMNS and not page.is_busy())
        assert keyboard.focused() is page.columns.next
        keyboard.key(Qt.Key.Key_Return, CONTROL)
        await until(lambda: page.step() == CHECK and not page.is_busy())
        assert keyboard.focused() is page.check.grid.table
        assert page.check.summary.to_put_right == 1
        type_over(keyboard, "90.00")
        await until(lambda: page.check.summary.to_put_right == 0 and not page.is_busy())
        keyboard.key(Qt.Key.Key_Z, CONTROL)
        await until(lambda: page.check.summary.to_put_right == 1 and not page.is_busy())
        type_over(keyboard, "19.50")
        await until(lambda: page.check.summary.to_put_right == 0 and not page.is_busy())
        keyboard.key(Qt.Key.Key_Return, CONTROL)
        await until(lambda: page.step() == RESULT and not page.is_busy())
        panel = page.run_panel
        assert panel is not None
        await until(lambda: panel.view.files.isVisible() and not panel.scope.is_busy())
        assert practice_store.counts()["products"] == 2
        assert keyboard.focused() is panel.browse_records
        await keyboard.press("Show rows: Accepted")
        await until(lambda: panel.rows.isVisible() and not panel.scope.is_busy())
        keyboard.key(Qt.Key.Key_Escape)
        assert panel.view.isVisible()
        keyboard.key(Qt.Key.Key_Left, ALT)
        await until(lambda: import_page(window) is None)


async def test_a_campaign(open_window: OpenWindow, practice_store: PracticeStore) -> None:
    practice_store.reset("demo")
    before = practice_store.counts()["messages"]
    async with at_work(open_window) as (_, keyboard):
        keyboard.key(Qt.Key.Key_3, CONTROL)
        await keyboard.go_to("Compose")
        keyboard.key(Qt.Key.Key_Right)
        keyboard.key(Qt.Key.Key_Right)
        await keyboard.press("Campaign from a file")
        await keyboard.press("Try a sample")
        for words in (
            "Choose the message", "Check 10 rows", "Choose when 10 messages go", "Look at the messages"
        ):  # fmt: skip
            await keyboard.go_to(words)
            keyboard.key(Qt.Key.Key_Return, CONTROL)
        await keyboard.press("Send 10 messages in practice")
        await keyboard.press("Start now")
        await keyboard.go_to("Open sent.csv")
        assert practice_store.counts()["messages"] == before + 10


async def test_a_ticket(open_window: OpenWindow, practice_store: PracticeStore) -> None:
    practice_store.reset("demo")
    before = practice_store.counts()["tickets"]
    async with at_work(open_window) as (_, keyboard):
        keyboard.key(Qt.Key.Key_4, CONTROL)
        await keyboard.go_to("The store decides")
        keyboard.key(Qt.Key.Key_Right)
        await keyboard.fill("Brand's phone number", "+49 30 5550100")
        await keyboard.fill("Agent's e-mail address", "asha@practice.example")
        await keyboard.fill("Customer's phone number", "+91 98450 00001")
        await keyboard.fill("Notes", "Please call back.")
        await keyboard.press("Create ticket in practice")
        await until(lambda: practice_store.counts()["tickets"] == before + 1)
        await keyboard.go_to("Create ticket in practice")


async def test_a_report(open_window: OpenWindow, practice_store: PracticeStore) -> None:
    practice_store.reset("demo")
    async with at_work(open_window) as (window, keyboard):
        keyboard.key(Qt.Key.Key_5, CONTROL)
        await keyboard.fill("Search the reports", "ledger")
        await keyboard.press("Ledger report")
        await keyboard.press("Last 7 days")
        await keyboard.fill("Recipients", "me@shop.example")
        keyboard.key(Qt.Key.Key_Return)
        await keyboard.press("Ask for the report")
        await until(
            lambda: [each.run.stage for each in window.console.reports.all()] == [Stage.DONE], seconds=60
        )
        await keyboard.press("Open")
        await until(lambda: next(keyboard.find("Search the reports"), None) is None)


async def test_properties_of_a_person(open_window: OpenWindow, practice_store: PracticeStore) -> None:
    async with at_work(open_window) as (_, keyboard):
        keyboard.key(Qt.Key.Key_6, CONTROL)
        table = await keyboard.go_to("Entries")
        assert isinstance(table, QTableView)
        await until(lambda: table.currentIndex().column() == FIRST_CELL)
        for text in PERSON:
            keyboard.type(text)
            keyboard.key(Qt.Key.Key_Tab)
        keyboard.key(Qt.Key.Key_Return, CONTROL)
        entry = (await until(lambda: entries(practice_store)))[0]["entry"]
        assert entry["firstName"] == "Asha" and entry["email"] == "asha@shop.example"


async def test_connecting_a_store(qtbot: QtBot, practice_store: PracticeStore) -> None:
    dialog = ProfileDialog(show(qtbot, QWidget(), 1280, 800), Notices(), None, [], token_note=None)
    dialog.open()
    await until(lambda: QApplication.focusWidget() is not None)
    keyboard = Keyboard(dialog)
    await keyboard.fill("Address", practice_store.base_url)
    await keyboard.fill("Token", practice_store.token)
    await keyboard.fill("Name", "Wickloom")
    keyboard.key(Qt.Key.Key_Return)
    asked = await until(lambda: dialog.asked)
    assert asked.profile.name == "Wickloom" and asked.token.reveal() == practice_store.token
