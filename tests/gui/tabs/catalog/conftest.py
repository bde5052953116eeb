"""The Catalog tab on the real practice store: a console, the tab, and products to show."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from svcconsole.api.connection import Connection
from svcconsole.api.errors import NotReached
from svcconsole.api.token import Token
from svcconsole.gui.kit.remote_pictures import SWITCH
from svcconsole.gui.panels.catalog.record_cache import Stage
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from tests.support.consoles import console_in
from tests.support.coroutines import until
from tests.support.practice import PracticeStore, direct
from tests.support.qt import show

Open = Callable[..., AbstractAsyncContextManager[CatalogTab]]


def post(store: PracticeStore, operation: str, body: dict[str, Any]) -> dict[str, Any]:
    """One request straight to the practice store, past the program under test."""
    request = urllib.request.Request(
        f"{store.base_url}/integrations/svcPlatformFunctions-{operation}",
        json.dumps(body).encode(),
        {"Authorization": f"Basic {store.token}", "Content-Type": "application/json"},
    )
    with direct.open(request, timeout=20) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def fill(
    store: PracticeStore, products: Sequence[dict[str, Any]], catalogs: Sequence[dict[str, Any]] = ()
) -> None:
    """Put catalogs and products into the practice store."""
    if catalogs:
        post(store, "catalogs/createOrUpdate", {"catalogs": list(catalogs)})
    for start in range(0, len(products), 500):
        post(store, "products/createOrUpdate", {"products": list(products[start : start + 500])})


def stored(store: PracticeStore, identity: str) -> dict[str, Any]:
    """One product as the practice store holds it."""
    answer = post(store, "products/get", {"productIds": [identity]})
    product: dict[str, Any] = answer["data"]["products"][0]
    return product


def card(store: PracticeStore, **changes: Any) -> ProfileSummary:
    plain = {
        "id": "practice",
        "name": "Practice store",
        "colour": "plum",
        "practice": True,
        "currency": "EUR",
    }
    return ProfileSummary(**{**plain, "base_url": store.base_url, **changes})


@pytest.fixture
def open_tab(practice_store: PracticeStore, own_folders: Path, qtbot: QtBot) -> Open:
    """`async with open_tab() as tab`: the tab on the practice store, or the store `at` an address, read to
    the end."""

    @asynccontextmanager
    async def opening(
        width: int = 1352,
        height: int = 818,
        *,
        read: bool = True,
        connects: bool = True,
        pictures: bool = False,
        at: str = "",
        **changes: Any,
    ) -> AsyncIterator[CatalogTab]:
        async def connect() -> Connection:
            if not connects:
                raise NotReached("The store was not reached.", advice="Start it, then try again.")
            return Connection(base_url=at or practice_store.base_url, token=Token(practice_store.token))

        console = console_in(own_folders, card(practice_store, **changes), connect)
        console.settings.set(SWITCH, pictures)
        console.may_load.set()
        tab: CatalogTab = show(qtbot, CatalogTab(console), width, height)
        tab.activate()
        try:
            if read:
                await until(lambda: tab.products.reading.stage is Stage.READ and not tab.scope.is_busy())
            yield tab
        finally:
            await tab.aclose()
            await console.close()

    return opening
