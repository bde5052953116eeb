"""The page that takes a run back, on a real practice store: what it shows, what goes back."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.grid.model import RecordModel
from svcconsole.gui.panels.importer.imports_page import ImportsPage
from svcconsole.gui.panels.record_changes.changes_page import RESULT
from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.panels.take_back.page import TakeBackPage
from svcconsole.gui.runtime.console import Console
from svcconsole.services.take_back.views import Restore
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from tests.gui.panels.runs.conftest import MakeConsole, leave
from tests.services.runs.plans import product
from tests.services.take_back.stores import held, put, read_ago
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show

NEW = NewRun(
    "products", "Import products", "", "prices-november.csv", "", ("Handle",), operator="Lars Nyström",
    keeps_before=True,
)  # fmt: skip


def changed(number: int, price: float = 99.5, **more: Any) -> dict[str, Any]:
    made = product(number, **more)
    made["combinations"][0] |= {"price": price, "discountedPrice": price, "quantity": 24}
    return made


def planned(workspace: Workspace, *records: dict[str, Any]) -> str:
    items = []
    for place, each in enumerate(records, 1):
        row = FileRow(place, place + 1, (str(each["id"]),))
        items.append(PlanItem(str(each["id"]), (row,), json.dumps(each).encode()))
    return workspace.runs.create(NEW, items)


async def run_to_end(console: Console, run_id: str) -> None:
    assert console.runs is not None
    ended: list[str] = []
    console.runs.finished.connect(ended.append)
    console.runs.start(run_id)
    await until(lambda: run_id in ended)


async def compared(page: TakeBackPage) -> None:
    await until(lambda: page.step is not None and page.step.table.groups() and not page.scope.is_busy())


async def test_a_result_leads_to_the_page_that_takes_it_back_and_that_to_its_own(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    await put(practice_store, *(product(number) for number in range(6)))
    before = await held(practice_store, *(f"candle-0000{number}" for number in range(6)))
    console = make_console(practice_store)
    records = [changed(number, name=f"Renamed {number}") for number in range(6)]
    run_id = await console.db(lambda space: planned(space, *records, changed(6), changed(7)))
    await run_to_end(console, run_id)
    await put(practice_store, changed(2, 60, name="Renamed 2"))

    result = show(qtbot, RunPage(console, run_id), 1280, 800)
    await until(result.panel.back_again.isVisible)
    wanted: list[str] = []
    result.take_back.connect(wanted.append)
    result.panel.back_again.click()
    assert wanted == [run_id]
    await result.shut()

    page = show(qtbot, TakeBackPage(console, run_id), 1280, 800)
    await compared(page)
    step = page.step
    assert step is not None
    tiles = (step.can, step.since, step.stays, step.in_part, step.as_before)
    assert [tile.value() for tile in tiles] == ["5", "1", "2", "0", "0"]
    assert step.adds_up.value() == "8"
    assert [group.name for group in step.table.groups()[:3]] == ["Renamed 2", "Candle 6", "Candle 7"]
    note = step.table.groups()[1].note
    assert note is not None and note[2] == "Stays: it cannot be deleted"
    assert step.table.rows_of(6)[0].note == "Its stock can be set to 0."
    lines = {line.word: line for line in step.table.rows_of(0)}
    assert (lines["Default › Price"].now, lines["Default › Price"].after) == ("99.50", "35.00")
    assert (lines["Name"].now, lines["Name"].after) == ("Renamed 0", "Candle 0")
    assert step.restore.text() == "Restore 5 products"
    code = step.footer.message()
    step.with_since.click()
    await until(lambda: step.restore.text() == "Restore 6 products")
    assert step.footer.message() != code
    step.with_since.click()
    await until(lambda: step.footer.message() == code)

    step.side.chosen.emit(Restore.STAYS.value)
    await until(lambda: len(step.table.groups()) == 2)
    step.segments.set_current(1)
    await until(lambda: len(step.table.groups()) == 5)

    step.restore.click()
    await until(lambda: page.panel is not None and page.steps.current() == RESULT)
    now = await held(practice_store, *before)
    assert {key: value for key, value in now.items() if key != "candle-00002"} == {
        key: value for key, value in before.items() if key != "candle-00002"
    }
    assert now["candle-00002"]["combinations"][0]["price"] == 60
    assert page.panel is not None
    await until(lambda: page.panel is not None and page.panel.back_again.isVisible())
    await page.shut()

    page = show(qtbot, TakeBackPage(console, page.panel.run_id), 1280, 800)
    await compared(page)
    assert page.step is not None
    assert page.step.can.value() == "5"
    await page.shut()
    await leave(console)


async def test_records_fold_and_a_run_without_what_was_before_says_why(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    await put(practice_store, product(0), product(1))
    console = make_console(practice_store)
    run_id = await console.db(lambda space: planned(space, changed(0), changed(1)))
    await run_to_end(console, run_id)
    page = show(qtbot, TakeBackPage(console, run_id), 1280, 800)
    await compared(page)
    assert page.step is not None
    table = page.step.table
    assert len(table.rows_of(0)) == 3
    model = table.table.model()
    assert isinstance(model, RecordModel)
    table.table.opened.emit(model.record(0))
    assert (table.rows_of(0), len(table.rows_of(1))) == ([], 3)
    await page.shut()

    await console.db(lambda space: space.before.clear(run_id))
    page = show(qtbot, TakeBackPage(console, run_id), 1280, 800)
    await until(page.refused.accessibleDescription)
    assert "was kept for 90 days" in page.refused.accessibleDescription()
    await page.shut()
    await leave(console)


async def test_the_list_of_runs_tells_plan_and_operator_and_offers_the_way_back(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    await put(practice_store, product(0))
    console = make_console(practice_store)
    kept = await console.db(lambda space: planned(space, changed(0)))
    await run_to_end(console, kept)
    await console.db(lambda space: space.runs.create(replace(NEW, operator="Ana"), []))
    page = show(qtbot, ImportsPage(console, ("products",)), 1280, 800)
    page.refresh()
    await until(lambda: page.model.total() == 2)
    rows = {row.operator: row for row in page.model.records()}
    assert set(rows) == {"Lars Nyström", "Ana"}
    assert rows["Lars Nyström"].plan.count("-") == 1
    asked: list[str] = []
    page.take_back.connect(asked.append)
    actions = {each.text(): each for each in page.table.menu_at(rows["Lars Nyström"]).actions()}
    actions["Take back this run"].trigger()
    assert asked == [kept]
    assert [each.text() for each in page.table.menu_at(rows["Ana"]).actions()] == ["Open"]

    # What was kept is older than 90 days when the console opens the workspace again.
    await console.db(lambda space: read_ago(space, timedelta(days=91)))
    await console.db(lambda space: space.before.prune())
    page.refresh()
    await until(lambda: all(row.kept_until is None for row in page.model.records()))
    rows = {row.operator: row for row in page.model.records()}
    gone = "It cannot be taken back any more: what was there before was kept for 90 days."
    actions = {each.text(): each for each in page.table.menu_at(rows["Lars Nyström"]).actions()}
    assert (list(actions), actions[gone].isEnabled()) == (["Open", gone], False)
    await page.scope.close()

    result = show(qtbot, RunPage(console, kept), 1280, 800)
    await until(lambda: result.panel.footer.message() == gone)
    assert not result.panel.back_again.isVisible()
    await result.shut()
    await leave(console)


async def test_the_details_of_a_run_name_file_plan_operator_and_what_each_field_was_filled_from(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    fields = {
        "id": "{Handle}",
        "combinations.price": "{Variant Price}",
        "currency": "INR",
        "gone.away": "{X}",
    }
    mapping = json.dumps({"format": "Shopify products", "fields": fields})
    console = make_console(practice_store)
    run_id = await console.db(lambda space: space.runs.create(replace(NEW, mapping=mapping), []))
    page = show(qtbot, RunPage(console, run_id), 1280, 800)
    side = page.panel.view.side
    await until(side.columns.isVisible)
    facts = {fact.label: fact.value for fact in side.facts.facts()}
    plan = await console.db(lambda space: space.runs.get(run_id).code)
    assert (facts["File"], facts["Plan"], facts["By"], facts["Read as"]) == (
        "prices-november.csv", plan, "Lars Nyström", "Shopify products",
    )  # fmt: skip
    assert [tuple(fact[:2]) for fact in side.columns.facts()] == [
        ("Product id", "“Handle”"), ("Price", "“Variant Price”"), ("Currency", "INR"), ("gone.away", "“X”"),
    ]  # fmt: skip
    await page.shut()
    await leave(console)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("products", "It cannot be taken back: what was there before was not read."),
        (
            "user_properties",
            "It cannot be taken back: the service does not show what user properties were before.",
        ),
    ],
    ids=["not read", "no read exists"],
)
async def test_a_result_that_cannot_be_taken_back_says_why(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot, kind: str, sentence: str
) -> None:
    body = (
        product(0)
        if kind == "products"
        else {"firstName": "Asha", "lastName": "Rao", "email": "a@post.example"}
    )
    items = [PlanItem(str(body.get("id", "r-1")), (FileRow(1, 2, ("1",)),), json.dumps(body).encode())]
    console = make_console(practice_store)
    run_id = await console.db(
        lambda space: space.runs.create(replace(NEW, kind=kind, keeps_before=False), items)
    )
    await run_to_end(console, run_id)
    page = show(qtbot, RunPage(console, run_id), 1280, 800)
    await until(lambda: page.panel.footer.message() == sentence)
    assert not page.panel.back_again.isVisible()
    await page.shut()
    await leave(console)
