"""The products list on the practice store: filled in the background, searched, sorted, by keyboard."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.api.operations import LIST_PRODUCTS
from svcconsole.gui.panels.catalog.record_cache import Stage
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from svcconsole.services.catalog.list_rows import ProductFilter
from tests.gui.tabs.catalog.conftest import Open, fill
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.support.coroutines import until
from tests.support.generate import products
from tests.support.practice import PracticeStore
from tests.support.qt import words_of


def names(tab: CatalogTab) -> list[str]:
    return [row.name for row in tab.products_page.model.shown()]


def cell(tab: CatalogTab, identity: str, column: str) -> str:
    model = tab.products_page.model
    row = model.row_of(identity)
    assert row is not None
    return str(model.index(row, model.column(column)).data())


def shows(tab: CatalogTab, name: str) -> bool:
    return names(tab) == [name]


async def test_all_pages_arrive_and_say_so(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, products(250))
    async with open_tab() as tab:
        assert len(names(tab)) == 250
        assert tab.products_page.count.text() == "250 products · all pages read"
        assert tab.segments.accessibleName() is not None


async def test_the_list_is_usable_while_it_fills_and_stop_keeps_what_came(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, products(1200))
    async with open_tab(read=False) as tab:
        await until(lambda: len(tab.products.rows) >= 200)
        assert tab.products.reading.stage is Stage.READING
        assert tab.products_page.stop.isVisible()
        assert "so far" in tab.products_page.count.text()
        tab.products_page.set_filter(ProductFilter(words="Product 7"))
        await until(lambda: names(tab) and all("7" in name for name in names(tab)))
        tab.products_page.clear_filters()
        tab.products_page.stop.click()
        await until(lambda: tab.products.reading.stage is Stage.STOPPED)
        assert 200 <= len(tab.products.rows) < 1200
        assert "stopped" in tab.products_page.count.text()


async def test_a_product_that_is_shown_before_the_list_is_read_takes_the_keyboard_to_the_list(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    made = products(20)
    fill(practice_store, made)
    practice_store.add_fault("latency", seconds=2.0, operation=LIST_PRODUCTS.path)
    async with open_tab(read=False) as tab:
        table = tab.products_page.table
        tab.activateWindow()
        await until(tab.isActiveWindow)
        tab.products_page.search.setFocus()  # where the focus begins on this page
        assert not table.isVisible()
        tab.show_product(made[0]["id"])
        await until(table.isVisible)
        assert table.hasFocus()


async def test_what_is_saved_or_removed_while_the_list_is_read_stays_so(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    made = products(1200)
    fill(practice_store, made)
    async with open_tab(read=False) as tab:
        cache = tab.products
        await until(lambda: len(cache.rows) >= 100)
        assert cache.reading.stage is Stage.READING
        changed, removed = [each["id"] for each in made if each["id"] not in cache.rows][-2:]
        one = next(iter(cache.rows.values()))
        cache.upsert([replace(one, id="made now"), replace(one, id=changed, name="Changed now")])
        cache.drop([removed])
        await until(lambda: cache.reading.stage is Stage.READ)
        assert len(cache.rows) == 1200
        assert "made now" in cache.rows and removed not in cache.rows
        assert cache.rows[changed].name == "Changed now"
        practice_store.reset("empty")
        fill(practice_store, made[:3])
        tab.refresh()
        await until(lambda: len(names(tab)) == 3)


async def test_search_finds_by_name_and_id_in_any_script(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        search = tab.products_page.search
        for typed, found in (
            ("LINEN", "Linen Apron with Cross-Back Straps and Two Patch Pockets (adult, one size fits most)"),
            ("أزرق", "كوب فخار أزرق مصنوع يدويًا"),
            ("bougie-foret", "Bougie « Forêt d’hiver »"),
            ("<b>", "Size <S> Kids’ Apron <b>bold</b>"),
            ("bowl serving", "Stoneware Serving Bowl"),
        ):
            search.setText("")
            qtbot.keyClicks(search, "")
            search.insert(typed)
            await until(partial(shows, tab, found))
        assert tab.products_page.count.text().startswith("1 of 12 products")


async def test_sorting_by_stock_and_price_uses_the_numbers(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        model = tab.products_page.model
        tab.products_page.table.sort_by("stock", descending=True)
        await until(lambda: not model.is_arranging())
        stocks = [row.stock or 0.0 for row in model.shown()]
        assert stocks == sorted(stocks, reverse=True) and stocks[0] == 1026
        tab.products_page.table.sort_by("price")
        await until(lambda: not model.is_arranging())
        lowest = [row.low or 0.0 for row in model.shown()]
        assert lowest == sorted(lowest)


async def test_cells_say_what_the_store_holds(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        await until(lambda: tab.products_page.names)
        assert cell(tab, "terracotta-planter", "catalogs") == "Garden, Autumn"
        assert cell(tab, "terracotta-planter", "price") == "€18.00 – 42.00"
        assert cell(tab, "genmaicha-100g", "price") == "€8.50 – 14.00"
        assert cell(tab, "blue-clay-mug", "level") == "Low"
        assert cell(tab, "midnight-snack-box", "level") == "Out"
        assert cell(tab, "linen-apron-crossback", "level") == ""
        assert cell(tab, "kids-apron-s", "name") == "Size <S> Kids’ Apron <b>bold</b>"


async def test_filters_narrow_and_nothing_found_offers_to_clear_them(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = tab.products_page
        page.set_filter(ProductFilter(catalog="kitchen"))
        await until(lambda: len(names(tab)) == 3)
        assert page.chips.each["catalog"].text() == "Kitchen"
        page.set_filter(ProductFilter(catalog="kitchen", words="linnen"))
        await until(lambda: page.places.currentWidget() is page.state)
        assert page.state.sentence() == "No product matches “linnen” in Kitchen."
        page.state.clear_wanted.emit()
        await until(lambda: len(names(tab)) == 12)
        page.detail.counts.asked.emit("stock")
        await until(lambda: names(tab) == ["Midnight Snack Box 🍫🌙"])


async def test_an_empty_store_invites(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.products_page
        assert page.places.currentWidget() is page.state
        assert page.state.sentence() == "No products here yet"
        assert page.count.text() == "0 products · all pages read"


async def test_the_next_start_shows_the_list_before_the_store_answers(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, complaints: Any
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab():
        pass
    async with open_tab(read=False, base_url="http://127.0.0.1:9", connects=False) as tab:
        await until(lambda: len(names(tab)) == 12)
        await until(lambda: tab.products.reading.stage is Stage.FAILED)
        assert "as of" in tab.products_page.count.text()
        assert len(names(tab)) == 12


async def test_what_the_store_dropped_goes_from_the_list_once_it_was_read_whole(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, products(3))
    async with open_tab() as tab:
        practice_store.reset("empty")
        fill(practice_store, products(2))
        tab.refresh()
        await until(lambda: len(names(tab)) == 2)
        assert tab.products.reading.stage is Stage.READ


async def test_reading_again_keeps_choice_place_and_search_and_takes_down_what_is_gone(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    made = products(120)
    fill(practice_store, made)
    async with open_tab() as tab:
        page = tab.products_page
        page.set_filter(ProductFilter(words="Product"))
        await until(lambda: len(names(tab)) == 120)
        shown = [page.model.record(row).id for row in range(page.model.rowCount())]
        chosen, gone = shown[60], shown[110]
        page.choose(chosen)
        bar = page.table.verticalScrollBar()
        await until(lambda: bar.value() > 0)
        place = bar.value()
        practice_store.reset("empty")
        new = f"{tab.products.rows[chosen].name} renamed"  # sorted where it was
        fill(
            practice_store,
            [each if each["id"] != chosen else {**each, "name": new} for each in made if each["id"] != gone],
        )
        tab.refresh()
        await until(lambda: len(names(tab)) == 119 and not tab.scope.is_busy())
        current = page.table.current_record()
        assert current is not None and (current.id, current.name) == (chosen, new)
        await until(lambda: page.detail.product.name.text() == new)
        row = page.model.row_of(chosen)
        assert row is not None and page.table.rowViewportPosition(row) in range(
            page.table.viewport().height()
        )
        assert page.search.text() == "Product" and page.model.row_of(gone) is None
        assert abs(bar.value() - place) <= page.table.rowHeight(0)
        assert "as of" not in page.count.text()


async def test_the_detail_shows_the_chosen_product_and_the_keys_work(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = tab.products_page
        page.choose("kids-apron-s")
        detail = page.detail.product
        await until(lambda: detail.product is not None)
        assert detail.name.text() == "Size <S> Kids’ Apron <b>bold</b>"
        facts = {fact.label: fact.value for fact in detail.facts.facts()}
        assert (facts["Product page"], facts["Catalogs"]) == ("shop.example/p/kids-apron-s", "Kitchen")
        assert detail.variants.records_model().total() == 2
        qtbot.keyClick(page.table, Qt.Key.Key_Down)
        await until(lambda: detail.product is not None and detail.product.id != "kids-apron-s")
        qtbot.keyClick(page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert QGuiApplication.clipboard().text() == detail.name.text()
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
        await until(lambda: tab.stack.count() == 2)
        tab.actions_here()["back"]()
        await until(lambda: tab.stack.count() == 1)
        tab.actions_here()["find"]()
        await until(lambda: page.search.hasFocus() or not tab.isActiveWindow())


async def test_narrow_windows_fold_the_detail_into_a_strip(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab(848, 678) as tab:
        page = tab.products_page
        assert not page.detail.isVisible() and page.strip.isVisible()
        assert page.chips.one.isVisible() and not page.chips.each["stock"].isVisible()
        page.choose("linen-apron-crossback")
        await until(lambda: page.strip.identity.text() == "linen-apron-crossback")
        page.strip.open.click()
        assert page.detail.isVisible() and not page.table.isVisible()
        page.detail.product.back.click()
        assert page.table.isVisible() and not page.detail.isVisible()
        tab.resize(1352, 818)
        await until(lambda: page.detail.isVisible() and not page.strip.isVisible())


async def test_columns_and_widths_are_remembered_for_this_store(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, products(2))
    async with open_tab() as tab:
        tab.products_page.table.show_column("catalogs", False)
        tab.products_page.table.sort_by("stock", descending=True)
        tab.hide()
    async with open_tab() as tab:
        table = tab.products_page.table
        assert table.isColumnHidden(tab.products_page.model.column("catalogs"))
        assert tab.products_page.model.order() == ("stock", True)


@pytest.mark.parametrize(
    "text",
    ["{", "[" * 100_000, "5", "null", '{"hidden": 5}', '{"sort": 1}', '{"order": [[]]}', '{"widths": []}'],
)
async def test_a_table_whose_kept_columns_were_damaged_is_as_if_none_were_kept(
    window_loop: QApplication, open_tab: Open, text: str
) -> None:
    async with open_tab(read=False) as before:
        await until(lambda: not before.scope.is_busy())
    before.console.settings.set("catalog/products/table", text)
    before.console.settings.save()
    async with open_tab(read=False) as tab:
        await until(lambda: not tab.scope.is_busy())
        assert len(tab.products_page.model.columns()) > 8


async def test_of_products_that_were_not_read_nothing_is_claimed(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, complaints: Any
) -> None:
    complaints.expect("not reached")
    async with open_tab(read=False, connects=False) as tab:
        await until(lambda: tab.products.reading.stage is Stage.FAILED)
        assert "No product was read yet." in words_of(tab.products_page.detail.counts)
        assert "every product has stock" not in words_of(tab.products_page.detail.counts)
    fill(practice_store, shop_products()[3:4], CATALOGS)
    async with open_tab() as tab:
        assert "every product has stock" in words_of(tab.products_page.detail.counts)
