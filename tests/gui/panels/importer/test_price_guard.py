"""The price guard in the window: asked among the questions of the file, answered for all of a kind."""

from __future__ import annotations

from pathlib import Path

from svcconsole.gui.panels.importer.page import CHECK, COLUMNS
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
