"""The result of a run counts what its button counted, says the rows below it, and sends the refused again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pytestqt.qtbot import QtBot

from svcconsole.api.operations import UPSERT_PRODUCTS
from svcconsole.gui.panels.importer.imports_page import ImportsPage
from svcconsole.gui.panels.rehearsal import rehearsal_text
from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.panels.take_back import back_text
from svcconsole.services.rehearsal.views import RecordAfter, Rehearsed
from svcconsole.services.take_back.views import RecordBack, Restore
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import Bucket
from tests.gui.panels.runs.conftest import MakeConsole, leave
from tests.services.runs.plans import product
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import choose_path, show


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


async def test_a_stopped_import_leads_on_first_and_shows_no_result_while_it_goes_on(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    console = make_console(practice_store)
    runs = console.runs
    assert runs is not None
    run_id = await console.db(lambda space: planned(space, *(product(number) for number in range(150))))
    slow = {"kind": "latency", "operation": UPSERT_PRODUCTS.path, "seconds": 0.4}
    practice_store.control("POST", "/faults", slow)
    page = show(qtbot, RunPage(console, run_id), 1280, 800)
    panel, view = page.panel, page.panel.view
    runs.start(run_id)
    await until(lambda: int(view.accepted.value() or 0) > 0)
    runs.stop(run_id)
    await until(lambda: view.files.isVisible() and not panel.scope.is_busy())
    assert view.resume.property("kind") == "primary" and panel.browse_records.property("kind") == "plain"
    assert page.actions_here()["primary"] == view.resume.click
    assert panel.result_rows is not None and panel.result_rows.isVisible() and panel.result_rows.table
    heads = [spec.key for spec in panel.result_rows.table.records_model().columns()]
    assert "reason" in heads and "words" not in heads, "the store refused nothing, so it has said nothing"

    runs.start(run_id)
    await until(lambda: view.state() == "running")
    gone = (panel.browse_records, panel.back_again, panel.result_rows, view.files)
    assert panel.background.isVisible() and not any(part.isVisible() for part in gone)
    practice_store.control("DELETE", "/faults")
    await until(lambda: view.files.isVisible() and not panel.scope.is_busy())
    assert panel.result_rows.isVisible() and panel.browse_records.property("kind") == "primary"
    await page.shut()
    await leave(console)


def test_a_record_is_called_as_people_know_it() -> None:
    known = "partnerCustomerId:C-1042"
    after = RecordAfter(1, known, "Giulia", Rehearsed.NEW, 1)
    back = RecordBack(1, known, "Giulia", Restore.STAYS, 1)
    assert {rehearsal_text.group_of(after).identity, back_text.group_of(back).identity} == {"C-1042"}


async def test_results_in_a_folder_of_ones_own_are_listed_as_saved(
    make_console: MakeConsole,
    practice_store: PracticeStore,
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    console = make_console(practice_store)
    run_id = await console.db(lambda space: planned(space, product(0)))
    assert console.runs is not None
    page = show(qtbot, RunPage(console, run_id), 1280, 800)
    await until(lambda: page.panel.view.number.text() and not page.panel.scope.is_busy())
    console.runs.start(run_id)
    await until(lambda: page.panel.view.files.isVisible() and not page.panel.scope.is_busy())
    page.panel.view.files.folder_wanted.emit()
    await choose_path(page, mine)
    await until(lambda: any("The results are in" in one.sentence for one in console.notices.open))
    await until(lambda: not console.scope.is_busy())
    assert await console.db(lambda space: space.saved_files.paths()) == (str(mine),)
    await page.shut()
    await leave(console)
