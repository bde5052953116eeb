"""What a window shows survives a kill: size, tab, open pages; and one start serves all of a user's."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.runs.activity import ActivityDock, ActivityLine
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.opening import TopWindow
from svcconsole.gui.shell.single_instance import FirstWindow, hand_over
from svcconsole.gui.tabs.catalog.editing.editor_page import EditorPage
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from svcconsole.gui.tabs.customers.editor_page import CustomerEditorPage
from svcconsole.gui.tabs.customers.tab import CustomersTab
from svcconsole.gui.tabs.reports.activity import RunningReport
from svcconsole.gui.tabs.reports.tab import ReportsTab
from tests.gui.shell.conftest import LIVE, PRACTICE, OpenWindow
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show


def on_disk(own_folders: Path) -> Settings:
    """The settings as a program that was just started reads them."""
    return Settings(QSettings(str(own_folders / "window.ini"), QSettings.Format.IniFormat))


def with_runs(window: MainWindow) -> None:
    """As the program begins them."""
    console = window.console
    console.runs = RunsController(console, console)
    line, dock = ActivityLine(console, RunningReport(console.reports)), ActivityDock(console)
    window.add_runs(console.runs, line, dock)


def test_the_size_is_on_disk_soon_after_it_changed(
    qtbot: QtBot, settings: Settings, own_folders: Path
) -> None:
    top = show(qtbot, TopWindow(settings, LIVE))
    top.follow(LIVE)
    top.resize(701, 633)
    qtbot.waitUntil(lambda: not on_disk(own_folders).of_store(LIVE.id).state("window/geometry").isEmpty())
    again = TopWindow(on_disk(own_folders), LIVE)
    qtbot.addWidget(again)
    assert again.size().toTuple() == (701, 633)


async def test_tab_and_open_page_come_back_though_nobody_closed_the_window(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore, own_folders: Path
) -> None:
    practice_store.reset("demo")
    async with open_window(PRACTICE) as window:
        await window.console.ready()
        with_runs(window)
        first = window.show_tab("Catalog")
        assert isinstance(first, CatalogTab)
        await until(lambda: first.products.rows and not first.scope.is_busy())
        chosen = next(iter(first.products.rows))
        first.edit_product(chosen)
        await until(lambda: not first.is_list_open())
        window.show_tab("Customers")
        await until(
            lambda: (
                on_disk(own_folders).of_store("practice").get("window/tab", "") == "Customers"
                and "products:" in on_disk(own_folders).of_store("practice").get("pages/catalog", "")
            )
        )
    async with open_window(PRACTICE) as window:
        await window.console.ready()
        with_runs(window)
        assert window.page() is window.pages.built("Customers")
        tab = window.show_tab("Catalog")
        assert isinstance(tab, CatalogTab)
        await until(lambda: isinstance(tab.stack.currentWidget(), EditorPage))
        page = tab.stack.currentWidget()
        assert isinstance(page, EditorPage) and page.identity == chosen


async def test_every_form_that_lay_over_the_catalog_comes_back_in_its_order(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    practice_store.reset("demo")
    async with open_window(PRACTICE) as window:
        await window.console.ready()
        with_runs(window)
        before = window.show_tab("Catalog")
        assert isinstance(before, CatalogTab)
        await until(lambda: before.products.rows and not before.scope.is_busy())

        def as_many(count: int) -> bool:
            return before.stack.count() == count

        wanted = [*list(before.products.rows)[:2], None]
        for count, identity in enumerate(wanted, start=2):
            before.edit_product(identity)
            await until(partial(as_many, count))
    async with open_window(PRACTICE) as window:
        await window.console.ready()
        with_runs(window)
        tab = window.show_tab("Catalog")
        assert isinstance(tab, CatalogTab)
        await until(lambda: tab.stack.count() == 4)
        pages = [tab.stack.widget(at) for at in range(1, 4)]
        assert [page.identity for page in pages if isinstance(page, EditorPage)] == wanted


@pytest.mark.parametrize("existing", [True, False], ids=["seen-here", "new"])
async def test_the_form_of_a_customer_comes_back(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore, *, existing: bool
) -> None:
    practice_store.reset("demo")
    async with open_window(PRACTICE) as window:
        await window.console.ready()
        with_runs(window)
        before = window.show_tab("Customers")
        assert isinstance(before, CustomersTab)
        if existing:
            before.look_up_customer("HH-10003")
            await until(lambda: before.people.card.seen is not None and not before.scope.is_busy())
            before.edit_customer()
        else:
            before.new_customer()
        page = await until(lambda: before.stack.currentWidget() if before.stack.count() == 2 else None)
        assert isinstance(page, CustomerEditorPage)
        token = page.page_token()
        assert token.endswith(":new") is not existing
    async with open_window(PRACTICE) as window:
        await window.console.ready()
        with_runs(window)
        tab = window.show_tab("Customers")
        assert isinstance(tab, CustomersTab)
        page = await until(lambda: tab.stack.currentWidget() if tab.stack.count() == 2 else None)
        assert isinstance(page, CustomerEditorPage)
        assert page.page_token() == token


async def test_the_file_that_was_looked_at_comes_back_and_one_that_is_gone_says_nothing(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore, tmp_path: Path
) -> None:
    table = tmp_path / "numbers.csv"
    table.write_text("a,b\n1,2\n", encoding="utf-8")

    async def look(*, shown: bool) -> None:
        async with open_window(PRACTICE) as window:
            await window.console.ready()
            with_runs(window)
            tab = window.show_tab("Reports")
            assert isinstance(tab, ReportsTab)
            if shown:
                viewer = await until(tab.viewing.viewer)
                assert viewer.path == table
            else:
                assert tab.viewing.viewer() is None and not window.console.notices.open
                if table.exists():
                    tab.open_table(table)
                    await until(tab.viewing.viewer)

    await look(shown=False)
    await look(shown=True)
    table.unlink()
    await look(shown=False)


@pytest.mark.skipif(os.name != "posix", reason="a file of a killed window")
def test_a_second_start_hands_over_to_the_first(qtbot: QtBot, own_folders: Path) -> None:
    assert not hand_over(practice=False, file=None), "nobody listens yet"
    heard: list[tuple[bool, str]] = []
    killed = FirstWindow(QApplication.instance() or QApplication([]))
    killed.listen()
    first = FirstWindow(killed)
    first.asked.connect(lambda practice, file: heard.append((practice, file)))
    first.listen()
    assert hand_over(practice=True, file=own_folders / "list.csv")
    qtbot.waitUntil(lambda: heard == [(True, str(own_folders / "list.csv"))])
    first.close()
    killed.close()
    assert not hand_over(practice=False, file=None)
    killed.deleteLater()
