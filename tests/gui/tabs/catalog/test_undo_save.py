"""The Undo in the notice of a saved product or catalog, on the practice store."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from svcconsole.gui.runtime.notices import Notice
from svcconsole.gui.tabs.catalog.editing.editor_page import EditorPage
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from tests.gui.tabs.catalog.conftest import Open, fill, stored
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.gui.tabs.catalog.test_price_grid import BOWL, cell, opened, type_in
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


async def test_the_history_of_a_product_takes_back_a_save_of_long_ago(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    before = stored(practice_store, APRON)
    async with open_tab() as tab:
        await saved(tab, qtbot, "Linen Apron")
    async with open_tab() as tab:
        tab.show_product(APRON)
        undo = await link_of(tab, "Undo")
        undo.click()
        await until(lambda: stored(practice_store, APRON)["name"] == LONG and not tab.scope.is_busy())
        assert stored(practice_store, APRON) == before
        await until(lambda: tab.products.rows[APRON].name == LONG)


async def test_the_history_of_a_product_takes_back_what_a_run_did_to_it_alone(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    before = stored(practice_store, APRON)
    async with opened(open_tab) as (tab, view):
        await type_in(qtbot, view, cell(APRON, 1), "42")
        await type_in(qtbot, view, cell(BOWL, 1), "60")
        view.send.click()
        await until(lambda: not view.pending.changes and not tab.scope.is_busy())
        tab.products_page.views.set_current(0)
        tab.show_product(APRON)
        undo = await link_of(tab, "Undo")
        undo.click()
        await until(lambda: stored(practice_store, APRON) == before and not tab.scope.is_busy())
        assert stored(practice_store, BOWL)["combinations"][0]["price"] == 60


async def link_of(tab: CatalogTab, text: str) -> QPushButton:
    """The link beside the newest entry of the product's history, once it is read."""
    found: list[QPushButton] = []

    def look() -> bool:
        links = tab.products_page.detail.product.findChildren(QPushButton)
        found[:] = [each for each in links if each.text() == text and each.isVisible()]
        return bool(found) and not tab.scope.is_busy()

    await until(look)
    return found[0]


async def test_a_duplicate_is_a_new_product_with_ids_of_its_own(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        tab.products_page.duplicate_wanted.emit(APRON)
        await until(lambda: tab.stack.count() == 2 and not tab.scope.is_busy())
        page = tab.stack.currentWidget()
        assert isinstance(page, EditorPage)
        assert page.form.values()["id"] == f"{APRON}-copy"
        assert page.title() == f"{LONG} (copy)"
        assert await page.can_leave()
        [key] = await tab.console.db(lambda space: space.drafts.keys("products:"))
        assert key == f"products:copy of {APRON}"
        retype(qtbot, page, "name", "Linen Apron, long")
        page.save.click()
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
        made, old = stored(practice_store, f"{APRON}-copy"), stored(practice_store, APRON)
        assert [row["id"] for row in made["combinations"]] == [f"{APRON}-copy-{n}" for n in range(1, 5)]
        assert {row["productId"] for row in made["combinations"]} == {f"{APRON}-copy"}
        assert made["name"] == "Linen Apron, long"
        assert (made["catalogIds"], made["photos"]) == (old["catalogIds"], old["photos"])
        assert old["name"] == LONG
        assert not await tab.console.db(lambda space: space.drafts.keys("products:"))
