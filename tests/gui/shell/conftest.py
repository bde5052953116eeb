"""A real window on the real practice store, closed in order when the test is over."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from svcconsole.api.connection import Connection
from svcconsole.api.token import Token
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.runtime.window_requests import StoreChoice
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.opening import TopWindow
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.windows import take_down

LIVE = ProfileSummary(
    "wickloom",
    "Wickloom Europe",
    "forest",
    base_url="https://wickloom.example",
    safe_level="name",
    time_zone="Europe/Berlin",
)
PRACTICE = ProfileSummary("practice", "Practice store", "plum", practice=True, safe_level="open")
STORES = [StoreChoice(LIVE.id, LIVE.name, False), StoreChoice(PRACTICE.id, PRACTICE.name, True)]

OpenWindow = Callable[..., AbstractAsyncContextManager[MainWindow]]


@pytest.fixture
def settings(own_folders: Path) -> Settings:
    return Settings(QSettings(str(own_folders / "window.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def open_window(practice_store: PracticeStore, settings: Settings, own_folders: Path) -> OpenWindow:
    """`async with open_window(card, 1280, 800) as window`; any card asks the practice store. `tab` is the one
    in front the first time."""

    @asynccontextmanager
    async def opened(
        card: ProfileSummary = LIVE, width: int = 1280, height: int = 800, tab: str = "Catalog"
    ) -> AsyncIterator[MainWindow]:
        store = settings.of_store(card.id)
        store.set("window/tab", store.get("window/tab", tab))

        async def connect() -> Connection:
            return Connection(practice_store.base_url, Token(practice_store.token))

        folder = own_folders / "stores" / card.id
        folder.mkdir(parents=True, exist_ok=True)
        console = Console(card, settings=settings, store_folder=folder, notices=Notices(), connect=connect)
        console.may_load.set()
        top, window = TopWindow(settings, card), MainWindow(console, STORES)
        top.show_content(window)
        top.resize(width, height)
        top.show()
        top.activateWindow()
        window.begin()
        await until(lambda: top.isActiveWindow() is True)
        try:
            yield window
        finally:
            await take_down(top, window)

    return opened
