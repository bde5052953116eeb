"""The Undo in the notice of a saved product or catalog, on the practice store."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.runtime.notices import Notice
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from tests.gui.tabs.catalog.conftest import Open, fill, stored
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.gui.tabs.catalog.test_product_editor import APRON, LONG, edit, retype, type_cell
from tests.support.coroutines import until
from tests.support.practice import PracticeStore


async def saved(tab: CatalogTab, qtbot: QtBot, name: str) -> Notice:
    """Rename the apron and save it; the notice that says so."""
    page = await edit(tab, APRON)
    retype(qtbot, page, "name", name)
    type_cell(page, 2, "price", "35,50")
    page.save.click()
    await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
    return tab.console.notices.open[-1]


async def test_undo_gives_the_product_back_as_it_was(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    before = stored(practice_store, APRON)
    async with open_tab() as tab:
        notice = await saved(tab, qtbot, "Linen Apron")
        assert stored(practice_store, APRON)["name"] == "Linen Apron"
        [undo] = notice.links
        assert undo.text == "Undo"
        undo.run()
        await until(lambda: tab.products.rows[APRON].name == LONG and not tab.scope.is_busy())
        assert stored(practice_store, APRON) == before
        history = await tab.console.db(lambda space: space.changes.history("products", APRON))
        assert [change.action for change in history] == ["updated", "updated"]


async def test_undo_keeps_what_somebody_changed_beside_it_and_asks_about_the_same_field(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        notice = await saved(tab, qtbot, "Linen Apron")
        theirs = stored(practice_store, APRON)
        fill(practice_store, [{**theirs, "name": "Their apron", "tags": "theirs"}])
        notice.links[0].run()
        await until(lambda: "was changed after this save" in tab.console.notices.open[-1].sentence)
        assert stored(practice_store, APRON)["name"] == "Their apron"
        tab.console.notices.open[-1].links[0].run()
        await until(lambda: stored(practice_store, APRON)["name"] == LONG)
        now = stored(practice_store, APRON)
        assert now["tags"] == "theirs"
        assert [row["price"] for row in now["combinations"]] == [39, 39, 39, 39]
        await until(lambda: not tab.scope.is_busy())


async def test_a_product_that_was_made_has_no_undo(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, None)
        for name, text in (("name", "Other"), ("id", "other"), ("url", "https://shop.example/o")):
            retype(qtbot, page, name, text)
        retype(qtbot, page, "image", "https://x.example/a")
        type_cell(page, 0, "price", "1")
        type_cell(page, 0, "quantity", "1")
        page.save.click()
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
        assert stored(practice_store, "other")["name"] == "Other"
        notice = tab.console.notices.open[-1]
        assert notice.links == ()
        assert notice.advice == "It is new. The service cannot delete it, so there is no Undo."
