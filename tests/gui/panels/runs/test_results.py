"""The result of a run counts what its button counted, says the rows below it, and sends the refused again."""

from __future__ import annotations

import json
from typing import Any

from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.importer.imports_page import ImportsPage
from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import Bucket
from tests.gui.panels.runs.conftest import MakeConsole, leave
from tests.services.runs.plans import product
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show


def planned(workspace: Workspace, *records: dict[str, Any]) -> str:
    """A run of products with three rows each."""
    items = []
    for place, each in enumerate(records):
        rows = tuple(FileRow(place * 3 + n, place * 3 + n + 1, (str(each["id"]),)) for n in (1, 2, 3))
        items.append(PlanItem(str(each["id"]), rows, json.dumps(each).encode()))
    return workspace.runs.create(NewRun("products", "Import products", "", "p.csv", "", ("Handle",)), items)


async def test_a_result_counts_products_and_says_the_rows_in_the_second_line(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    console = make_console(practice_store)
    records = [product(0), product(1, catalogIds=["spring"]), product(2), product(3, catalogIds=["spring"])]
    run_id = await console.db(lambda space: planned(space, *records))
    assert console.runs is not None
    page = show(qtbot, RunPage(console, run_id), 1280, 800)
    view = page.panel.view
    await until(lambda: view.number.text() and not page.panel.scope.is_busy())
    assert view.of_rows.text() == "of 4 products"
    console.runs.start(run_id)
    await until(lambda: view.files.isVisible() and not page.panel.scope.is_busy())
    assert view.number.text() == "2 accepted, 2 refused of 4"
    assert view.pace.text().startswith("12 rows: 6 accepted, 6 refused")
    tiles = (view.accepted, view.refused, view.not_sent, view.adds_up)
    assert [tile.value() for tile in tiles] == ["2", "2", "0", "4"]

    listed = show(qtbot, ImportsPage(console, ("products",)), 1192, 600)
    listed.refresh()
    await until(lambda: listed.model.total() == 1)
    [row] = listed.model.records()
    assert (row.totals, row.rows) == ("2 accepted · 2 refused", 12)
    await listed.scope.close()

    # the store has the catalog now: the same bytes are accepted, and nothing else goes again
    practice_store.control("POST", "/records", {"catalogs": ['{"id": "spring", "name": "Spring"}']})
    wanted: list[str] = []
    console.runs.show_wanted.connect(wanted.append)
    assert page.panel.repeat.text() == "Send the 2 as they are"
    ended: list[str] = []
    console.runs.finished.connect(ended.append)
    page.panel.repeat.click()
    await until(lambda: ended)
    assert wanted == ended
    ids = await console.db(lambda space: space.runs.record_ids(ended[0], Bucket.SENT))
    assert ids == ("candle-00001", "candle-00003")
    assert practice_store.counts()["products"] == 4
    await page.shut()
    await leave(console)
