"""The price guard in the window: asked among the questions of the file, answered for all of a kind."""

from __future__ import annotations

import json
from pathlib import Path

from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.workspace.known import list_snapshot
from tests.gui.panels.importer.conftest import OpenPage
from tests.gui.panels.importer.hands import recognised, settle, until
from tests.gui.panels.runs.conftest import MakeConsole, leave
from tests.support.practice import PracticeStore

FILE = """id,name,url,currency,combinations.id,combinations.price,combinations.quantity,combinations.image
lamp,Lamp,https://shop.example/lamp,EUR,lamp-1,1000,3,https://shop.example/lamp.jpg
bowl,Bowl,https://shop.example/bowl,EUR,bowl-1,20,3,https://shop.example/bowl.jpg
free,Free,https://shop.example/free,EUR,free-1,0,3,https://shop.example/free.jpg
"""


async def test_prices_that_may_be_a_slip_are_asked_with_their_ways_out(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path
) -> None:
    console = make_console(practice_store)
    prices = [["EUR", 100.0, 100.0, 100.0, 100.0, 100.0]]
    row = ["lamp", "Lamp", "", [], 1, prices, 3.0, 0, {}, False]
    list_snapshot.save(Path(console.store_folder), "products", [row], "2026-01-01T00:00:00Z")
    path = tmp_path / "prices.csv"
    path.write_text(FILE, encoding="utf-8")
    page = open_page(console, path)
    await recognised(page)
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS and not page.is_busy())
    asked = {question.rule.id: question.rule for question in page.columns.questions.questions()}
    assert {"price_change", "price_zero"} <= asked.keys()
    assert asked["price_change"].question == "One price changes by more than your profile lets pass unasked"
    page.columns.next.click()
    await until(lambda: page.step() == CHECK and not page.is_busy())
    assert page.check.summary.ready_products == 1, "what is asked about waits"
    page.check.choose("price_change")
    await settle(page)
    assert page.check.grid.table is not None
    assert {"rule.send", "rule.leave_out"} <= set(page.check.box.buttons)
    page.check.box.buttons["rule.send"].click()
    await settle(page)
    assert page.check.summary.ready_products == 2
    page.check.choose("price_zero")
    await settle(page)
    page.check.box.buttons["rule.leave_out"].click()
    await settle(page)
    assert (page.check.summary.to_put_right, page.check.summary.left_out) == (0, 1)
    await page.shut()
    await leave(console)


VARIANTS = """id,name,url,currency,combinations.id,combinations.price,combinations.quantity,combinations.image
lamp,Lamp,https://shop.example/lamp,EUR,lamp-s,{small},3,https://shop.example/lamp.jpg
lamp,Lamp,https://shop.example/lamp,EUR,lamp-l,{large},3,https://shop.example/lamp.jpg
"""


async def at_columns(page: ImportPage) -> set[str]:
    """The questions of the file that stand under Columns."""
    await recognised(page)
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS and not page.is_busy())
    return {question.rule.id for question in page.columns.questions.questions()}


async def test_each_variant_is_compared_with_its_own_price_in_the_store(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path
) -> None:
    """Two variants change places: the range of the product is the same, and nobody would have asked."""
    prices = {"lamp-s": 10, "lamp-l": 99}
    variants = [{"id": key, "price": price, "currency": "EUR"} for key, price in prices.items()]
    lamp = {"id": "lamp", "name": "Lamp", "combinations": variants}
    practice_store.control("POST", "/records", {"products": [json.dumps(lamp)]})
    console = make_console(practice_store)
    row = ["lamp", "Lamp", "", [], 2, [["EUR", 10.0, 99.0, 10.0, 99.0, 10.0]], 6.0, 0, {}, False]
    list_snapshot.save(Path(console.store_folder), "products", [row], "2026-01-01T00:00:00Z")
    await console.ready()
    path = tmp_path / "prices.csv"
    path.write_text(VARIANTS.format(small=99, large=10), encoding="utf-8")
    page = open_page(console, path)
    assert "price_change" in await at_columns(page)
    page.columns.next.click()
    await until(lambda: page.step() == CHECK and not page.is_busy())
    assert page.check.summary.ready_products == 0
    assert {kind.code: kind.rows for kind in page.check.summary.kinds}["price_change"] == 2

    # The store's prices are others by now: checked again, they are what the file says.
    lamp["combinations"] = [{**each, "price": 109 - prices[str(each["id"])]} for each in variants]
    practice_store.control("POST", "/records", {"products": [json.dumps(lamp)]})
    page.check.again.click()
    await until(lambda: page.check.summary.ready_products == 1 and not page.is_busy())
    await page.shut()
    await leave(console)


async def test_where_the_store_does_not_tell_its_prices_the_kept_list_counts_and_that_is_said(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path
) -> None:
    card = ProfileSummary("practice", "Practice store", "plum", practice=True, price_limit=10)
    console = make_console(practice_store, card)
    row = ["lamp", "Lamp", "", [], 2, [["EUR", 10.0, 99.0, 10.0, 99.0, 10.0]], 6.0, 0, {}, False]
    list_snapshot.save(Path(console.store_folder), "products", [row], "2026-01-01T00:00:00Z")
    await console.ready()
    practice_store.control("POST", "/faults", {"kind": "status", "code": 400, "operation": "products/get"})
    path = tmp_path / "prices.csv"
    path.write_text(VARIANTS.format(small=99, large=112), encoding="utf-8")
    page = open_page(console, path)
    assert "price_change" in await at_columns(page), "13 %, and the profile lets 10 pass"
    [notice] = console.notices.open
    assert notice.sentence.startswith("The prices of the store could not be read: ")
    assert notice.advice == "Changes are compared with the list of products as it was read last."
    await page.shut()
    await leave(console)
