"""Products that somebody else changes are shown as they are now, and what is selected stays selected."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from svcconsole.workspace.database import Workspace
from tests.gui.panels.runs.conftest import plan
from tests.gui.tabs.catalog.conftest import Open, fill, stored
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

APRON = "linen-apron-crossback"


async def test_a_product_that_somebody_else_saved_is_read_and_listed(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        tab.products_page.choose(APRON)
        search = tab.products_page.search
        search.setFocus()
        theirs = {**stored(practice_store, APRON), "name": "Renamed elsewhere"}
        fill(practice_store, [theirs])
        with Workspace.open(tab.console.store_folder) as other:
            other.changes.record("products", [APRON], "updated", source="editor")
            await until(lambda: tab.products.rows[APRON].name == "Renamed elsewhere")
        record = tab.products_page.table.current_record()
        assert record is not None and record.id == APRON
        assert search.hasFocus()


async def test_imports_of_others_are_listed_while_the_list_is_looked_at(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.segments.set_current(2)
        page = tab.imports_page
        with Workspace.open(tab.console.store_folder) as other:
            first = plan(other, 3, "a.csv")
            await until(lambda: [row.file_name for row in page.model.records()] == ["a.csv"])
            page.table.set_current(f"run:{first}")
            plan(other, 3, "b.csv")
            await until(lambda: len(page.model.records()) == 2)
            record = page.table.current_record()
            assert record is not None and record.run_id == first
            other.runs.forget(first)
            await until(lambda: [row.file_name for row in page.model.records()] == ["b.csv"])
