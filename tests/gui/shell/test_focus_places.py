"""Where the focus is after a tab was chosen, a form was saved, a page was left: in what is done next."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.runtime.connection_state import Reach
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.rail import TABS
from svcconsole.gui.tabs.catalog.editing.editor_page import EditorPage
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from tests.gui.shell.conftest import PRACTICE, OpenWindow
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

CONTROL = Qt.KeyboardModifier.ControlModifier
FILLED: dict[str, dict[str, Any]] = {
    "Reports": {"report_name": "Ledger report", "report_type": "Overall", "emails": ["ada@shop.example"]},
    "Messaging": {"contact_identifier": "+91 98450 00001", "message": "Hello"},
    "Helpdesk": {"channel": "TASKS", "task_title": "Call back"},
}
DIGITS = [getattr(Qt.Key, f"Key_{at}") for at in range(7)]


async def catalog_of(window: MainWindow) -> CatalogTab:
    tab = window.show_tab("Catalog")
    assert isinstance(tab, CatalogTab)
    await until(lambda: tab.products.rows and not tab.scope.is_busy())
    return tab


async def edited(tab: CatalogTab) -> EditorPage:
    tab.edit_product(next(iter(tab.products.rows)))
    page = await until(lambda: tab.stack.currentWidget() if tab.stack.count() == 2 else None)
    assert isinstance(page, EditorPage)
    await until(lambda: not tab.scope.is_busy())
    return page


@pytest.mark.parametrize("width, height", [(1280, 800), (1024, 700)], ids=["1280", "1024"])
@pytest.mark.usefixtures("window_loop")
async def test_a_tab_chosen_by_its_digit_begins_in_a_control_of_its_page(
    qtbot: QtBot,
    open_window: OpenWindow,
    practice_store: PracticeStore,
    width: int,
    height: int,
) -> None:
    practice_store.reset("demo")
    async with open_window(PRACTICE, width, height) as window:
        await catalog_of(window)
        for _ in range(2):
            for tab, digit in zip(TABS, DIGITS, strict=True):
                qtbot.keyClick(window, digit, CONTROL)
                page = window.page()
                assert page is window.pages.built(tab.name)
                focus = QApplication.focusWidget()
                assert focus is not None and page is not None and page.isAncestorOf(focus), tab.name
                assert not isinstance(focus, QScrollArea), f"{tab.name}: nothing is typed into a page"


@pytest.mark.usefixtures("window_loop")
async def test_from_one_tab_to_another_the_focus_is_nowhere_else_on_the_way(
    qtbot: QtBot, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    practice_store.reset("demo")
    async with open_window(PRACTICE) as window:
        await catalog_of(window)
        for tab, digit in zip(TABS, DIGITS, strict=True):
            went: list[QWidget | None] = []
            application = QApplication.instance()
            assert isinstance(application, QApplication)

            def note(_old: QWidget | None, new: QWidget | None, went: list[QWidget | None] = went) -> None:
                went.append(new)

            application.focusChanged.connect(note)
            qtbot.keyClick(window, digit, CONTROL)
            application.focusChanged.disconnect(note)
            page = window.page()
            assert page is not None
            # A screen reader says each of them.
            beside = [each for each in went if each is not None and not page.isAncestorOf(each)]
            assert not beside, tab.name


@pytest.mark.usefixtures("window_loop")
async def test_what_is_hidden_under_the_focus_gives_it_to_what_stands_next(
    qtbot: QtBot, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    practice_store.reset("demo")
    async with open_window(PRACTICE) as window:
        tab = await catalog_of(window)
        search = tab.products_page.search
        search.setFocus()
        search.hide()
        await until(lambda: QApplication.focusWidget() is not search)
        focus = QApplication.focusWidget()
        assert focus is not None and tab.isAncestorOf(focus) and focus.isVisible()


async def test_after_save_the_focus_is_in_the_list_on_what_was_saved(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    practice_store.reset("demo")
    async with open_window(PRACTICE) as window:
        tab = await catalog_of(window)
        page = await edited(tab)
        line = page.form.editors["name"].widget
        line.setFocus()
        qtbot.keyClicks(line, "renamed ")
        qtbot.keyClick(line, Qt.Key.Key_S, CONTROL)
        await until(lambda: tab.stack.is_home() and not tab.scope.is_busy())
        table = tab.products_page.table
        assert QApplication.focusWidget() is table
        current = table.current_record()
        assert current is not None and current.name.startswith("renamed ")


@pytest.mark.parametrize("name", ["Reports", "Messaging", "Helpdesk"])
async def test_after_something_was_sent_the_focus_is_in_its_page(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore, name: str
) -> None:
    practice_store.reset("demo")
    async with open_window(PRACTICE) as window:
        tab: Any = window.show_tab(name)
        page: Any = {
            "Reports": lambda: tab.ask_page,
            "Messaging": lambda: tab.message_page,
            "Helpdesk": lambda: tab.ticket_page,
        }[name]()
        await until(lambda: not tab.scope.is_busy() and not page.scope.is_busy())
        for field, value in FILLED[name].items():
            page.form.apply(field, value)
        page.save.setFocus()
        went: list[QWidget | None] = []
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(lambda _old, new: went.append(new))
        page.save.click()
        await until(lambda: not page.form.changes() and not page.is_busy() and not page.scope.is_busy())
        focus = QApplication.focusWidget()
        assert focus is not None and page.isAncestorOf(focus)
        # While it is sent the focus waits in what stands around the page, which no key presses.
        elsewhere = [each for each in went if each and not page.isAncestorOf(each)]
        assert all(each.isAncestorOf(page) for each in elsewhere), "not even in between"


@pytest.mark.parametrize("way", ["button", "Escape"])
async def test_after_back_the_focus_is_in_the_list(
    window_loop: QApplication,
    qtbot: QtBot,
    open_window: OpenWindow,
    practice_store: PracticeStore,
    way: str,
) -> None:
    practice_store.reset("demo")
    async with open_window(PRACTICE) as window:
        tab = await catalog_of(window)
        page = await edited(tab)
        if way == "Escape":
            qtbot.keyClick(page.form.editors["name"].widget, Qt.Key.Key_Escape)
        else:
            page.header.back_clicked.emit()
        await until(tab.stack.is_home)
        focus = QApplication.focusWidget()
        assert focus is not None and tab.isAncestorOf(focus)
        assert not isinstance(focus, QScrollArea)


async def test_after_browse_the_focus_is_among_the_products(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    practice_store.reset("demo")
    async with open_window(PRACTICE) as window:
        tab = await catalog_of(window)
        tab.open_import()
        page = tab.stack.currentWidget()
        assert isinstance(page, ImportPage)
        page.choice.filled.setFocus()
        page._browse()
        await until(lambda: tab.stack.is_home() and not tab.scope.is_busy())
        focus = QApplication.focusWidget()
        assert focus is not None and tab.products_page.isAncestorOf(focus)


async def test_a_tab_that_asks_the_store_nothing_still_learns_whether_it_answers(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window(PRACTICE) as window:
        window.show_tab("Messaging")
        window.pages.tab(TABS[0])
        await window.console.ask_unless_asked()
        assert window.console.state.reach is Reach.CONNECTED
