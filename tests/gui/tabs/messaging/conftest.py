"""The Messaging tab on the real practice store, in a workspace of the test's own."""

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
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from tests.gui.tabs.messaging.writing import at_rest
from tests.support.consoles import console_in
from tests.support.practice import PracticeStore
from tests.support.qt import show

Open = Callable[..., AbstractAsyncContextManager[MessagingTab]]


def received(store: PracticeStore) -> list[dict[str, Any]]:
    """The messages the practice store has received, newest first."""
    found: list[dict[str, Any]] = store.control("GET", "/messages")["data"]["messages"]
    return found


@pytest.fixture
def open_tab(practice_store: PracticeStore, own_folders: Path, qtbot: QtBot) -> Open:
    """`async with open_tab() as tab`: the tab as a window opens it; every time on the same workspace."""

    @asynccontextmanager
    async def opening(
        width: int = 1352,
        height: int = 818,
        *,
        app_id: str | None = None,
        base_url: str = "",
        **changes: Any,
    ) -> AsyncIterator[MessagingTab]:
        async def connect() -> Connection:
            at = base_url or practice_store.base_url
            return Connection(base_url=at, token=Token(practice_store.token), app_id=app_id)

        card = ProfileSummary(
            **{"id": "practice", "name": "Practice store", "practice": True, "region": "DE", **changes}
        )
        console = console_in(own_folders, card, connect)
        console.may_load.set()
        tab: MessagingTab = show(qtbot, MessagingTab(console), width, height)
        tab.activate()
        try:
            await at_rest(tab)
            yield tab
        finally:
            await tab.aclose()
            await console.close()

    return opening
