"""The Customers tab on the real practice store: a console, the tab, and customers to look up."""

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
from svcconsole.api.errors import NotReached
from svcconsole.api.token import Token
from svcconsole.gui.tabs.customers.editor_page import CustomerEditorPage
from svcconsole.gui.tabs.customers.tab import CustomersTab
from tests.gui.shell.conftest import open_window, settings
from tests.gui.tabs.catalog.conftest import card, post
from tests.support.consoles import console_in
from tests.support.coroutines import until
from tests.support.naughty import paste
from tests.support.practice import PracticeStore
from tests.support.qt import show

__all__ = ["open_window", "settings"]
"""Fixtures of the window, for the tests that need all of it."""

Open = Callable[..., AbstractAsyncContextManager[CustomersTab]]

MEERA: dict[str, Any] = {
    "partnerCustomerId": "C-20418",
    "firstName": "मीरा",
    "lastName": "शर्मा",
    "phoneNumber": "+919845022817",
    "email": "meera.s@post.example",
    "alternatePhoneNumbers": ["+912055500161"],
    "alternateEmails": ["meera.sharma@work.example"],
    "tags": ["VIP", "newsletter", "linen"],
    "addresses": [
        {"address1": "Unit 12, Old Mill", "address2": "Station Road", "city": "Pune", "zip": "411005",
         "state": "Maharashtra", "country": "India", "countryCode": "IN"},
        {"address1": "Flat 4, Jasmine Court", "address2": "Koregaon Park", "city": "Pune", "zip": "411001",
         "state": "Maharashtra", "country": "India", "countryCode": "IN", "isDefault": True},
    ],
}  # fmt: skip


def put(store: PracticeStore, **fields: Any) -> dict[str, Any]:
    """Create or update a customer past the program under test."""
    customer: dict[str, Any] = post(store, "customers/createOrUpdate", fields)["data"]["customer"]
    return customer


def stored(store: PracticeStore, identity: str) -> dict[str, Any]:
    """A customer as the practice store holds it, by external id, with everything."""
    asked = {"includeAssets": True, "includeAddress": True, "includeTags": True}
    answer = post(store, "customers/get", {"partnerCustomerId": identity, **asked})
    customer: dict[str, Any] = answer["data"]["customer"]
    return customer


async def look_up(qtbot: QtBot, tab: CustomersTab, text: str) -> None:
    """Type into the field and press Enter."""
    tab.people.side.search.setFocus()
    tab.people.side.search.clear()
    qtbot.keyClicks(tab.people.side.search, text)
    qtbot.keyClick(tab.people.side.search, Qt.Key.Key_Return)
    await until(lambda: not tab.scope.is_busy())


async def edit(qtbot: QtBot, tab: CustomersTab, identity: str | None) -> CustomerEditorPage:
    """The form of a customer, or of a new one."""
    if identity is None:
        tab.new_button.click()
    else:
        await look_up(qtbot, tab, identity)
        tab.people.card.edit.click()
    await until(lambda: isinstance(tab.stack.currentWidget(), CustomerEditorPage))
    page = tab.stack.currentWidget()
    assert isinstance(page, CustomerEditorPage)
    return page


def retype(qtbot: QtBot, page: CustomerEditorPage, name: str, text: str) -> None:
    """As a person does: select all, type or paste, leave the field."""
    line = page.form.editors[name].widget
    assert isinstance(line, QLineEdit)
    line.setFocus()
    if text.isascii():
        line.selectAll()
        qtbot.keyClicks(line, text) if text else qtbot.keyClick(line, Qt.Key.Key_Delete)
    else:
        paste(line, text)
    page.form.editors[name].left.emit()


async def saved(tab: CustomersTab, page: CustomerEditorPage) -> None:
    """Press Save and wait until the card is back."""
    page.save.click()
    await until(lambda: tab.stack.is_home() and not tab.scope.is_busy())


@pytest.fixture
def open_tab(practice_store: PracticeStore, own_folders: Path, qtbot: QtBot) -> Open:
    """`async with open_tab() as tab`: the tab on the practice store."""

    @asynccontextmanager
    async def opening(
        width: int = 1352, height: int = 818, *, connects: bool = True, **changes: Any
    ) -> AsyncIterator[CustomersTab]:
        async def connect() -> Connection:
            if not connects:
                raise NotReached("The store was not reached.", advice="Start it, then try again.")
            return Connection(base_url=practice_store.base_url, token=Token(practice_store.token))

        profile = card(practice_store, **{"region": "IN", "time_zone": "Europe/Berlin", **changes})
        console = console_in(own_folders, profile, connect)
        console.may_load.set()
        tab: CustomersTab = show(qtbot, CustomersTab(console), width, height)
        tab.activate()
        try:
            await until(lambda: not tab.scope.is_busy())
            yield tab
        finally:
            await tab.aclose()
            await console.close()

    return opening
