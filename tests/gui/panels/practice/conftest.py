"""The Practice page on the session's practice store, in a console of its own."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.api.connection import Connection
from svcconsole.api.token import Token
from svcconsole.gui.panels.practice.page import PracticePage
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.practice_process import PracticeAddress, PracticeProcess
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.settings import Settings
from tests.api.models.samples import COMBINATION, PRODUCT
from tests.support.coroutines import until
from tests.support.practice import PracticeStore, direct
from tests.support.qt import show

PRACTICE = ProfileSummary("practice", "Practice store", "plum", practice=True, safe_level="open")
LIVE = ProfileSummary("wickloom", "Wickloom Europe", "forest", base_url="https://wickloom.example")
OpenPage = Callable[..., AbstractAsyncContextManager[PracticePage]]


class Running(PracticeProcess):
    """A practice store that runs already, as this process would have started it."""

    def __init__(self, store: PracticeStore, folder: Path) -> None:
        super().__init__(folder)
        self._address = PracticeAddress(
            store.base_url, store.control_url, store.pid, store.token, store.control_token
        )


def ask(store: PracticeStore, operation: str, body: dict[str, Any]) -> int | None:
    """One request straight to the store, past the console: the answer's status, None where there was none."""
    request = urllib.request.Request(
        f"{store.base_url}/integrations/svcPlatformFunctions-{operation}",
        json.dumps(body).encode(),
        {"Authorization": f"Basic {store.token}", "Content-Type": "application/json"},
    )
    try:
        with direct.open(request, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    except OSError:
        return None


def products(*names: str) -> dict[str, Any]:
    """The body that saves products of these ids."""
    plain = {name: value for name, value in PRODUCT.items() if name != "catalogIds"}
    return {
        "products": [
            plain | {"id": name, "combinations": [COMBINATION | {"id": f"{name}-1", "productId": name}]}
            for name in names
        ]
    }


@pytest.fixture
def opened() -> list[Path | None]:
    """What the page asked the Catalog to open."""
    return []


@pytest.fixture
def open_page(
    window_loop: QApplication,
    practice_store: PracticeStore,
    own_folders: Path,
    qtbot: QtBot,
    opened: list[Path | None],
) -> OpenPage:
    """`async with open_page() as page`: the page has looked at the store once."""

    settings = Settings(QSettings(str(own_folders / "window.ini"), QSettings.Format.IniFormat))

    @asynccontextmanager
    async def opening(
        width: int = 1352,
        height: int = 800,
        *,
        card: ProfileSummary = PRACTICE,
        process: PracticeProcess | None = None,
    ) -> AsyncIterator[PracticePage]:
        async def connect() -> Connection:
            return Connection(practice_store.base_url, Token(practice_store.token))

        console = Console(
            card,
            settings=settings,
            store_folder=own_folders / "store",
            notices=Notices(),
            connect=connect,
        )
        console.may_load.set()
        practice = process or Running(practice_store, own_folders / "practice")
        page: PracticePage = show(qtbot, PracticePage(console, practice), width, height)
        page.catalog_wanted.connect(opened.append)
        page.activate()
        try:
            if card.practice and practice.running is not None:
                await until(lambda: page.watch.looks)
            yield page
        finally:
            await page.aclose()
            await console.close()
            practice_store.clear_faults()

    return opening
