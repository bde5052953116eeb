"""A store's file through the wizard into a practice store, also when that store dies in the middle."""

from __future__ import annotations

from pathlib import Path

from svcconsole.gui.panels.importer.import_steps import RESULT
from svcconsole.gui.panels.importer.page import ImportPage
from tests.gui.panels.importer.conftest import OpenPage, open_page, shared
from tests.gui.panels.importer.hands import at_check, put_right_all, settle, until
from tests.gui.panels.runs.conftest import MakeConsole, leave, make_console
from tests.support.generate_products import write_products
from tests.support.practice import PracticeStore, start_practice_store

__all__ = ["make_console", "open_page", "shared"]


async def _result(page: ImportPage) -> str:
    """Until the result and its files are on screen; the run's id."""
    await until(lambda: page.step() == RESULT, seconds=60)
    await until(lambda: page.run_panel is not None and page.run_panel.view.files.files)
    assert page.run_panel is not None
    return page.run_panel.run_id


async def test_a_real_export_goes_in_whole(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, shared: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, shared / "shopify" / "apparel.csv")
    await at_check(page)
    await put_right_all(page)
    page.check.run.click()
    run_id = await _result(page)
    totals = await console.db(lambda space: space.runs.totals(run_id))
    assert totals.sent + totals.refused + totals.not_sent + totals.needs_decision == totals.rows
    assert (totals.refused, totals.needs_decision) == (0, 0)
    assert totals.products.sent == practice_store.counts()["products"] > 0
    await page.shut()
    await leave(console)


async def test_a_store_killed_in_the_middle_gets_every_product_once_it_is_back(
    make_console: MakeConsole, open_page: OpenPage, tmp_path: Path
) -> None:
    path = write_products(tmp_path / "generated.csv", 2500)
    data = tmp_path / "store"
    with start_practice_store(data) as store:
        console = make_console(store)
        page = open_page(console, path)
        await at_check(page)
        page.check.run.click()
        await until(lambda: (panel := page.run_panel) and (live := panel.live()) and live.known.accepted)
        store.kill()
    await until(lambda: (panel := page.run_panel) and panel.view.waiting.isVisible())
    with start_practice_store(data, port=store.port, token=store.token) as back:
        run_id = await _result(page)
        totals = await console.db(lambda space: space.runs.totals(run_id))
        assert (totals.rows, totals.sent) == (10_000, 10_000)
        assert back.counts()["products"] == totals.products.sent == 2500
        await settle(page)
        await page.shut()
        await leave(console)
