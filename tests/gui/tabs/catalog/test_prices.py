"""What a product costs: the reduced price with the old one struck through, and currencies that differ."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from svcconsole.api.models.catalog import StoredProduct
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.kit.money import before_words, paid_words
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from svcconsole.services.catalog.stored_rows import product_row
from tests.gui.tabs.catalog.conftest import Open, fill, stored
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.gui.tabs.catalog.test_product_editor import edit, type_cell
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

MUG, VASE = "blue-clay-mug", "bud-vase-smoked"


def reduced() -> list[dict[str, Any]]:
    """The shop with a mug at 13.3 instead of 16, and a vase sold in two currencies."""
    made = shop_products()
    for product in made:
        for at, variant in enumerate(product["combinations"]):
            if product["id"] == MUG:
                variant["discountedPrice"] = 13.3
            if product["id"] == VASE and at % 2:
                variant["currency"] = "USD"
    return made


def cell(tab: CatalogTab, identity: str, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> str:
    model = tab.products_page.model
    row = model.row_of(identity)
    assert row is not None
    return str(model.index(row, model.column("price")).data(role))


async def test_the_list_shows_what_is_paid_and_strikes_the_old_price_through(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, reduced(), CATALOGS)
    async with open_tab() as tab:
        table, model = tab.products_page.table, tab.products_page.model
        assert cell(tab, MUG) == "€13.30"
        spoken = Qt.ItemDataRole.AccessibleTextRole
        assert cell(tab, MUG, spoken) == "Price: €13.30, before: €16.00"
        assert "before" not in cell(tab, "oil-lamp-clay", spoken)
        index = model.index(model.row_of(MUG) or 0, model.column("price"))
        assert "Before: €16.00" in table.tip_at(index)


async def test_variants_in_several_currencies_are_never_one_range(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, reduced(), CATALOGS)
    async with open_tab() as tab:
        page = tab.products_page
        assert cell(tab, VASE) == "€14.00 · $14.00"
        index = page.model.index(page.model.row_of(VASE) or 0, page.model.column("price"))
        assert "The variants differ in currency: EUR, USD" in page.table.tip_at(index)
        page.choose(VASE)
        detail = page.detail.product
        await until(lambda: detail.product is not None)
        facts = {fact.label: fact.value for fact in detail.facts.facts()}
        assert facts["Currency"] == "The variants differ: EUR, USD"
        variants = detail.variants.records_model()
        shown = [variants.index(row, variants.column("price")).data() for row in range(2)]
        assert shown == ["€14.00", "$14.00"]


async def test_the_detail_and_the_strip_show_the_old_price_struck_through(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, reduced(), CATALOGS)
    async with open_tab() as tab:
        page = tab.products_page
        page.choose(MUG)
        detail = page.detail.product
        await until(lambda: detail.product is not None)
        for shown in (detail.price, page.strip.price):
            assert (shown.paid.text(), shown.before.text()) == ("€13.30", "€16.00")
            assert shown.before.font().strikeOut() and not shown.paid.font().strikeOut()
        variants = detail.variants.records_model()
        index = variants.index(0, variants.column("price"))
        assert index.data() == "13.30"
        assert "before: 16.00" in str(index.data(Qt.ItemDataRole.AccessibleTextRole))
        page.choose("oil-lamp-clay")
        await until(lambda: detail.product is not None and detail.product.id == "oil-lamp-clay")
        assert detail.price.before.isHidden() and not detail.price.paid.isHidden()


async def test_a_price_in_the_history_is_money(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, reduced(), CATALOGS)
    async with open_tab() as tab:
        tab.products_page.choose(MUG)
        page = await edit(tab, MUG)
        type_cell(page, 0, "discounted_price", "9.9")
        tab.actions_here()["save"]()
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
        assert stored(practice_store, MUG)["combinations"][0]["discountedPrice"] == 9.9
        past = tab.products_page.detail.product
        await until(lambda: past.past.count() == 1)
        said = [label.text() for label in past.findChildren(PlainLabel) if "→" in label.text()]
        assert "€13.30 → €9.90" in said[0]


def test_each_currency_has_its_own_range_and_its_own_old_price() -> None:
    def variant(price: float, discounted: float | None, currency: str | None = None) -> dict[str, Any]:
        return {"id": f"v{price}", "price": price, "discountedPrice": discounted, "currency": currency}

    product = StoredProduct.model_validate(
        {
            "id": "p",
            "combinations": [
                variant(18, 5, "EUR"),
                variant(10, 10, "EUR"),
                variant(20, 20, "USD"),
                variant(30, 35, "USD"),
                variant(7, None),
            ],
        }
    )
    row = product_row(product)
    assert row is not None
    assert [(each.currency, each.low, each.high) for each in row.prices] == [
        ("EUR", 5, 10),
        ("USD", 20, 30),
    ]
    assert paid_words(row.prices, "") == "€5.00 – 10.00 · $20.00 – 30.00"
    assert before_words(row.prices, "") == "€7.00 – 18.00"
    cheapest = row.prices[0].lowest()
    assert (cheapest.low, cheapest.before_low) == (5, 18)
