"""The Helpdesk tab on the real practice store, in a workspace of the test's own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from svcconsole.api.connection import Connection
from svcconsole.api.token import Token
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.tabs.helpdesk.tab import HelpdeskTab
from tests.support.consoles import console_in
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show

Open = Callable[..., AbstractAsyncContextManager[HelpdeskTab]]


def tickets(store: PracticeStore, limit: int = 100) -> list[dict[str, Any]]:
    """The tickets the practice store has received, newest first."""
    found: list[dict[str, Any]] = store.control("GET", f"/tickets?limit={limit}")["data"]["tickets"]
    return found


@pytest.fixture
def open_tab(practice_store: PracticeStore, own_folders: Path, qtbot: QtBot) -> Open:
    """`async with open_tab() as tab`: the tab as a window opens it; every time on the same workspace."""

    @asynccontextmanager
    async def opening(width: int = 1352, height: int = 818, **changes: Any) -> AsyncIterator[HelpdeskTab]:
        async def connect() -> Connection:
            return Connection(base_url=practice_store.base_url, token=Token(practice_store.token))

        card = ProfileSummary(
            **{"id": "practice", "name": "Practice store", "practice": True, "region": "DE", **changes}
        )
        console = console_in(own_folders, card, connect)
        console.may_load.set()
        tab: HelpdeskTab = show(qtbot, HelpdeskTab(console), width, height)
        tab.activate()
        try:
            await until(lambda: not tab.scope.is_busy() and not tab.ticket_page.made.scope.is_busy())
            yield tab
        finally:
            await tab.aclose()
            await console.close()

    return opening
