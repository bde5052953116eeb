"""Every page of the window, opened as the tour opens it: for tests that hold on each of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from operator import attrgetter
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from svcconsole.gui.panels.runs.resume_question import may_resume
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.profile_summary import PRACTICE_ID
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.opening import TopWindow
from svcconsole.gui.shell.stores import Stores
from svcconsole.gui.tabs.customers.tab import CustomersTab
from svcconsole.tour import products
from svcconsole.tour.destinations import DESTINATIONS, Destination
from svcconsole.tour.window_driver import WindowDriver
from tests.gui.shell.conftest import PRACTICE, OpenWindow
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.windows import take_down

OpenPage = Callable[[Destination], AbstractAsyncContextManager[MainWindow]]


async def new_product(stage: WindowDriver) -> None:
    """An empty product in its form."""
    tab = products.catalog(stage)
    await until(lambda: not tab.scope.is_busy())
    tab.edit_product(None)
    await stage.until("the editor opens", lambda: products.editor_page(tab) and not tab.scope.is_busy())


async def new_customer(stage: WindowDriver) -> None:
    """An empty customer in its form."""
    tab = stage.window.show_tab("Customers")
    assert isinstance(tab, CustomersTab)
    tab.new_customer()
    await stage.until("the form opens", lambda: not tab.stack.is_home())


PAGES = (
    # ten seconds are no page to walk through: tests/gui/tabs/messaging/campaign/test_countdown.py does
    *(each for each in DESTINATIONS if each.name != "campaign-countdown"),
    Destination("new-product", "Catalog: the form of a new product", (new_product,)),
    Destination("new-customer", "Customers: the form of a new customer", (new_customer,)),
)
OWN_PROCESS = (
    "today",
    "first-tasks",
    "scenarios",
    "faults",
    "received",
    "templates",
    "template",
    "campaign",
    "campaign-when",
    "campaign-look",
    "campaign-result",
    "campaign-stopped",
    "delivered",
    "doubt",
    "decisions",
    "pasted",
)
"""The pages that need a practice store which the window started itself."""
NAME = attrgetter("name")


@asynccontextmanager
async def on_a_process(own_folders: Path) -> AsyncIterator[MainWindow]:
    """The window on a practice store that it started itself."""
    settings = Settings(QSettings(str(own_folders / "window.ini"), QSettings.Format.IniFormat))
    stores = Stores(settings, notices := Notices())
    card, folder = await stores.card(PRACTICE_ID)
    folder.mkdir(parents=True, exist_ok=True)
    connect = partial(stores.connection, PRACTICE_ID)
    console = Console(card, settings=settings, store_folder=folder, notices=notices, connect=connect)
    console.may_load.set()
    top = TopWindow(settings, card)
    window = MainWindow(console, stores.choices(card), stores.practice(start=True))
    top.show_content(window)
    top.resize(1440, 900)
    top.show()
    top.activateWindow()
    window.begin()
    await until(lambda: top.isActiveWindow() is True)
    try:
        yield window
    finally:
        await take_down(top, window, stores)


@pytest.fixture
def open_page(
    window_loop: QApplication,
    open_window: OpenWindow,
    practice_store: PracticeStore,
    own_folders: Path,
    tmp_path: Path,
) -> OpenPage:
    """`async with open_page(page) as window`: the page is in front, 1440 × 900, able to drive runs."""

    @asynccontextmanager
    async def opened(page: Destination) -> AsyncIterator[MainWindow]:
        practice_store.reset("demo")
        own = page.name in OWN_PROCESS
        async with on_a_process(own_folders) if own else open_window(PRACTICE, 1440, 900) as window:
            console = window.console
            await console.ready()
            console.runs = RunsController(console, console, may_resume=partial(may_resume, console, window))
            stage = WindowDriver(tmp_path)
            stage.window = window
            try:
                for step in page.steps:
                    await step(stage)
                yield window
            finally:
                await console.runs.close()

    return opened
