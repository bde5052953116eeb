"""The page that rehearses a plan, on a real practice store that stands for a live one."""

from __future__ import annotations

from typing import Any

from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.record_changes.changes_page import RESULT
from svcconsole.gui.panels.rehearsal.page import RehearsalPage
from svcconsole.services.rehearsal.views import Look
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from tests.gui.panels.runs.conftest import MakeConsole, leave
from tests.gui.panels.runs.test_take_back import planned
from tests.services.runs.plans import product
from tests.services.take_back.stores import held, put, put_customer
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show


def with_price(number: int, price: float, quantity: int, **more: Any) -> dict[str, Any]:
    made = product(number, **more)
    made["combinations"][0] |= {"price": price, "discountedPrice": price, "quantity": quantity}
    return made


async def rehearsed(page: RehearsalPage) -> None:
    await until(
        lambda: page.step is not None and page.step.copy_code.isVisible() and not page.scope.is_busy(),
        seconds=60,
    )


async def test_what_would_change_is_shown_and_exactly_that_is_sent(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    await put(practice_store, *(product(number) for number in range(1, 5)))
    before = await held(practice_store, *(f"candle-0000{number}" for number in range(1, 6)))
    console = make_console(practice_store)
    run_id = await console.db(
        lambda space: planned(
            space, with_price(1, 12, 24), with_price(2, 36, 0), product(3),
            product(4, catalogIds=["no-such"]), product(5),
        )
    )  # fmt: skip
    page = show(qtbot, RehearsalPage(console, run_id), 1280, 800)
    await rehearsed(page)
    step = page.step
    assert step is not None
    tiles = (step.changed, step.new, step.same, step.refused, step.adds_up)
    assert [tile.value() for tile in tiles] == ["2", "1", "1", "1", "5"]
    assert await held(practice_store, *before) == before
    assert [group.identity for group in step.table.groups()] == ["candle-00001", "candle-00002"]
    lines = {line.word: line for line in step.table.rows_of(0)}
    assert (lines["Default › Price"].now, lines["Default › Price"].after) == ("35.00", "12.00")
    assert "is a digit missing?" in lines["Default › Price"].note
    code = (await console.db(lambda space: space.runs.get(run_id))).code
    assert f"plan {code}" in step.footer.message()
    assert "Nothing has reached Practice store yet" in step.footer.message()

    step.side.chosen.emit(f"look:{Look.STOCK}")
    await until(lambda: [group.identity for group in step.table.groups()] == ["candle-00002"])
    step.segments.set_current(2)
    await until(lambda: [group.identity for group in step.table.groups()] == ["candle-00004"])
    assert "catalog no-such does not exist" in step.table.rows_of(3)[-1].note

    # somebody changes a product meanwhile: it is told, and only a second press sends
    await put(practice_store, with_price(1, 34, 1))
    step.commit.click()
    await until(lambda: step.side.choices.get(f"look:{Look.SINCE}") and not page.scope.is_busy())
    assert "1 record has changed" in console.notices.open[-1].sentence
    assert practice_store.counts()["products"] == 4
    step.commit.click()
    await until(lambda: page.steps.current() == RESULT, seconds=60)
    now = await held(practice_store, *(f"candle-0000{number}" for number in range(1, 6)))
    assert [now[key]["combinations"][0]["price"] for key in sorted(now)] == [12, 36, 35, 35, 35]
    info = await console.db(lambda space: space.runs.get(run_id))
    assert (info.code, info.rehearsed_at is not None) == (code, True)
    await page.shut()
    await leave(console)


async def test_customers_are_asked_about_before_they_are_read(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    await put_customer(practice_store, partnerCustomerId="c-1", firstName="Giulia", email="g@shop.example")
    console = make_console(practice_store)
    body = b'{"partnerCustomerId":"c-1","firstName":"Julia","email":"g@shop.example"}'
    new = NewRun("customers", "Import customers", "", "people.csv", "", (), keeps_before=True)
    run_id = await console.db(
        lambda space: space.runs.create(new, [PlanItem("c-1", (FileRow(1, 2, ()),), body)])
    )
    page = show(qtbot, RehearsalPage(console, run_id), 1280, 800)
    assert not page.read_them.isVisible(), "it cannot be pressed before it says what it does"
    await until(page.read_them.isVisible)
    assert page.read_them.text() == "Read 1 customer"
    assert "one call each" in page.question.accessibleDescription()
    page.only_count.click()
    await rehearsed(page)
    assert page.step is not None
    assert (page.step.counted.value(), page.step.changed.isVisible()) == ("1", False)
    info = await console.db(lambda space: space.runs.get(run_id))
    assert not info.keeps_before
    await page.shut()
    await leave(console)
