"""The Reports tab on the real practice store, in a workspace of the test's own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from pytestqt.qtbot import QtBot

from svcconsole.api.connection import Connection
from svcconsole.api.token import Token
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.tabs.reports.report_notifications import ReportNotifications
from svcconsole.gui.tabs.reports.tab import ReportsTab
from tests.gui.tabs.reports.asking import MESSAGES, PART_ROWS, at_rest
from tests.sandbox.reports.reporting import send
from tests.support.consoles import console_in
from tests.support.practice import PracticeStore, start_practice_store
from tests.support.qt import show


class Place(Protocol):
    """Where a store answers."""

    @property
    def base_url(self) -> str: ...


Open = Callable[..., AbstractAsyncContextManager[ReportsTab]]


@pytest.fixture(scope="session")
def small_parts_process() -> Iterator[PracticeStore]:
    """A practice store whose exports have parts of a few rows only."""
    with start_practice_store(options=["--report-rows", str(PART_ROWS)]) as store:
        yield store


@pytest.fixture
def parts_store(small_parts_process: PracticeStore) -> PracticeStore:
    """That store, emptied, with some messages of today in it."""
    small_parts_process.reset("empty")
    for number in range(MESSAGES):
        send(small_parts_process, f"message {number}")
    return small_parts_process


OpenConsole = Callable[..., AbstractAsyncContextManager[Console]]


@pytest.fixture
def open_console(own_folders: Path) -> OpenConsole:
    """`async with open_console(store) as console`: each time on the same workspace."""

    @asynccontextmanager
    async def opening(store: Place, **changes: Any) -> AsyncIterator[Console]:
        async def connect() -> Connection:
            return Connection(base_url=store.base_url, token=Token(getattr(store, "token", "anything")))

        face = {"id": "practice", "name": "Practice store", "practice": True, "time_zone": "Europe/Berlin"}
        console = console_in(own_folders, ProfileSummary(**{**face, **changes}), connect)
        ReportNotifications(console, console.reports)
        console.may_load.set()
        try:
            yield console
        finally:
            await console.close()

    return opening


@pytest.fixture
def open_tab(open_console: OpenConsole, qtbot: QtBot) -> Open:
    """`async with open_tab(store) as tab`: the tab as a window opens it."""

    @asynccontextmanager
    async def opening(
        store: Place, width: int = 1352, height: int = 818, **changes: Any
    ) -> AsyncIterator[ReportsTab]:
        async with open_console(store, **changes) as console:
            tab: ReportsTab = show(qtbot, ReportsTab(console), width, height)
            tab.activate()
            try:
                await at_rest(tab)
                yield tab
            finally:
                await tab.aclose()

    return opening
