"""The Imports segment: runs and imports being prepared, files dropped on the tab, and the way into each."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from sqlalchemy import update

from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.runtime.colleagues import learn_names
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.tabs.catalog.tab import IMPORTS, PRODUCTS
from svcconsole.services.catalog.list_rows import ProductFilter
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import runs
from tests.gui.tabs.catalog.conftest import Open, fill
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.services.runs.plans import planned
from tests.support.coroutines import until
from tests.support.practice import PracticeStore


async def test_no_imports_yet_invites_and_a_planned_run_is_listed_and_opens(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.segments.set_current(IMPORTS)
        page = tab.imports_page
        assert page.places.currentWidget() is page.empty
        assert not tab.new_button.isVisible()
        tab.console.runs = RunsController(tab.console, tab.console)
        await tab.console.db(partial(plan_as, account="ana_ribeiro"))
        learn_names({"ana_ribeiro": "Ana Ribeiro"})
        page.refresh()
        await until(lambda: page.model.total() == 1)
        (row,) = page.model.shown()
        assert (row.file_name, row.rows, row.state.word) == ("products.csv", 6, "Ready to run")
        [who] = (column for column in page.model.columns() if column.key == "operator")
        assert (who.value(row), who.tip and who.tip(row)) == ("Ana Ribeiro", "ana_ribeiro")
        page.table.set_current(row.key)
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
        await until(lambda: isinstance(tab.stack.currentWidget(), RunPage))
        opened = tab.stack.currentWidget()
        assert isinstance(opened, RunPage)
        opened.closed.emit()
        await until(lambda: tab.stack.count() == 1)


def plan_as(space: Workspace, account: str) -> None:
    run_id = planned(space, 3)
    with space.writing() as connection:
        connection.execute(update(runs).where(runs.c.id == run_id).values(operator=account))


async def test_an_import_that_is_left_leads_to_the_list_of_them(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.open_import()
        page = tab.stack.currentWidget()
        assert isinstance(page, ImportPage)
        page.leave.click()
        await until(lambda: tab.stack.count() == 1)
        assert tab.segments.current() == IMPORTS


async def test_browsing_after_an_import_shows_every_product_whatever_was_searched_for(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = tab.products_page
        page.set_filter(ProductFilter(words="nothing like this", catalog="kitchen"))
        await until(lambda: page.model.rowCount() == 0)
        tab.segments.set_current(IMPORTS)
        tab.importing.browse.emit("products", "")
        await until(lambda: page.model.rowCount() == len(shop_products()))
        assert page.search.text() == "" and tab.segments.current() == PRODUCTS
