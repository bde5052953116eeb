"""A store that answers with values of another type than promised: every record is shown, the odd ones so."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.widgets.pills import Pill
from tests.gui.tabs.catalog.conftest import Open
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.gui.tabs.catalog.test_product_editor import edit, retype
from tests.support.coroutines import until
from tests.support.fault_server import Peer, answer, fault_server
from tests.support.qt import words_of

MUG, VASE = "blue-clay-mug", "bud-vase-smoked"


def odd_shop() -> list[dict[str, Any]]:
    """The shop with tags as a list, options as one, and a product that is none."""
    made = shop_products()
    for product in made:
        if product["id"] == MUG:
            product["tags"] = ["clay", "blue"]
            product["combinations"][0]["options"] = []
        if product["id"] == VASE:
            product["currency"] = {"code": "EUR"}
    return made


class OddShop:
    """Answers as `records` say, and remembers what it is sent."""

    def __init__(self) -> None:
        self.products: list[Any] = [*odd_shop(), "a product"]
        self.catalogs: list[Any] = [{**CATALOGS[0], "description": ["all", "of it"]}, *CATALOGS[1:]]
        self.upserts: list[dict[str, Any]] = []

    async def script(self, peer: Peer) -> None:
        while True:
            received = await peer.request()
            asked = json.loads(received.body)
            name = "products" if b"products/" in received.head else "catalogs"
            records = getattr(self, name)
            if b"createOrUpdate" in received.head:
                self.upserts.append(asked)
                records = asked[name]
            elif any(key.startswith("after") for key in asked):
                records = []
            elif ids := asked.get("productIds", asked.get("catalogIds")):
                records = [each for each in records if isinstance(each, dict) and each["id"] in ids]
            await peer.send(answer({"status": 200, "success": True, "data": {name: records}}))


async def test_every_record_is_shown_and_the_odd_ones_are_counted_and_named(
    window_loop: QApplication, open_tab: Open
) -> None:
    shop = OddShop()
    async with fault_server(shop.script) as server, open_tab(at=server.base_url) as tab:
        page = tab.products_page
        assert page.model.total() == len(shop.products) - 1
        assert page.count.text() == "12 products · all pages read · 3 unusual answers"
        links = {each.text(): each for each in page.detail.counts.findChildren(QAbstractButton)}
        index = page.model.index(page.model.row_of(MUG) or 0, page.model.column("level"))
        assert "Unusual answer" in page.table.tip_at(index)
        links["2 with an unusual answer"].click()
        shown = [page.model.row_of(MUG), page.model.row_of(VASE)]
        assert (page.model.rowCount(), None in shown) == (2, False)
        page.choose(MUG)
        detail = page.detail.product
        await until(lambda: detail.product is not None)
        assert "Unusual answer" in [pill.accessibleName() for pill in detail.findChildren(Pill)]
        facts = [fact.value for fact in detail.facts.facts() if fact.label == "Unusual answer"]
        assert facts == ['tags: ["clay", "blue"]', "combinations[0].options: []"]


async def test_catalogs_tell_it_too(window_loop: QApplication, open_tab: Open) -> None:
    shop = OddShop()
    async with fault_server(shop.script) as server, open_tab(at=server.base_url) as tab:
        tab.segments.set_current(1)
        page = tab.catalogs_page
        assert page.count.text().endswith("1 unusual answer")
        index = page.model.index(page.model.row_of(CATALOGS[0]["id"]) or 0, page.model.column("unusual"))
        assert "Unusual answer" in page.table.tip_at(index)


async def test_an_odd_value_goes_back_when_the_product_is_saved(
    window_loop: QApplication, qtbot: QtBot, open_tab: Open
) -> None:
    shop = OddShop()
    async with fault_server(shop.script) as server, open_tab(at=server.base_url) as tab:
        page = await edit(tab, MUG)
        retype(qtbot, page, "name", "Blue mug")
        told = " ".join(words_of(page).split())
        assert "go back unchanged: tags, combinations › options." in told
        page.save.click()
        await until(lambda: shop.upserts)
        (sent,) = shop.upserts[0]["products"]
        assert (sent["name"], sent["tags"]) == ("Blue mug", ["clay", "blue"])
        assert sent["combinations"][0]["options"] == []
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
        row = tab.products.rows[MUG]
        assert (row.name, row.unusual) == ("Blue mug", True)
