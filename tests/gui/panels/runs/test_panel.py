"""The page of a run on a real practice store: its rows, what needs a decision, a sum that does not add up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.panels.runs.run_side import RunSide
from svcconsole.gui.panels.runs.run_view import RunView
from svcconsole.services.runs.figures import figures, figures_at_rest
from tests.gui.panels.runs.conftest import MakeConsole, leave, plan
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show


async def _ended(page: RunPage) -> None:
    """Until the result and its files are on screen."""
    await until(lambda: page.panel.view.files.isVisible() and not page.panel.scope.is_busy())


@pytest.mark.parametrize(("key", "arrived"), [(Qt.Key.Key_1, 5), (Qt.Key.Key_2, 3)])
async def test_rows_nobody_can_know_about_are_decided_with_the_keys(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot, key: Qt.Key, arrived: int
) -> None:
    console = make_console(practice_store)
    run_id = await console.db(lambda space: plan(space, 5, unknown=frozenset({2, 4})))
    assert console.runs is not None
    console.runs.start(run_id)
    page = show(qtbot, RunPage(console, run_id), 1280, 800)
    await _ended(page)
    assert page.panel.view.to_decide.value() == "2"
    assert practice_store.counts()["products"] == 3
    page.panel.view.to_decide.link_clicked.emit()
    decide = page.panel.rows.decide
    await until(lambda: decide.isVisible() and not page.panel.scope.is_busy())
    assert decide.question.text() == "Did these 2 products arrive?"
    assert (decide.answer(), decide.apply.isEnabled(), decide.apply.text()) == ("", False, "Choose an answer")
    page.activateWindow()
    qtbot.keyClick(decide.choices["send_again"].radio, key)
    decide.apply.click()
    await until(lambda: page.panel.view.to_decide.value() == "0" and page.panel.view.isVisible())
    await _ended(page)
    assert practice_store.counts()["products"] == arrived
    totals = await console.db(lambda space: space.runs.totals(run_id))
    assert (totals.sent, totals.not_sent, totals.needs_decision) == (arrived, 5 - arrived, 0)
    await page.shut()
    await leave(console)


async def test_the_result_shows_each_row_and_a_link_shows_the_refused_ones_and_their_calls(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    console = make_console(practice_store)
    run_id = await console.db(lambda space: plan(space, 30, refused=frozenset({7, 21})))
    assert console.runs is not None
    console.runs.start(run_id)
    page = show(qtbot, RunPage(console, run_id), 1280, 800)
    await _ended(page)
    result = page.panel.result_rows
    assert result is not None
    await until(lambda: result.table is not None and result.table.records_model().total() == 30)
    reason = page.panel.view.reasons.shown()[0]
    reason.show_rows.click()
    await until(lambda: (table := page.panel.rows.table) and table.records_model().total() == 2)
    table = page.panel.rows.table
    assert table is not None
    assert [row.number for row in table.records_model().records()] == [7, 21]
    assert page.panel.rows.title.text() == reason.sentence.text()
    wanted: list[int] = []
    console.call_wanted.connect(wanted.append)
    (show_call,) = table.menu_at(table.records_model().records()[1]).actions()
    assert show_call.text() == "Show the call"
    show_call.trigger()
    await until(lambda: wanted)
    assert console.calls is not None and (call := console.calls.get(wanted[0])) is not None
    assert (call.status, str(call.outcome)) == (400, "rejected")
    assert b"no-such-catalog" in (call.request.data or b"")
    page.panel.rows.back.click()
    assert page.panel.view.isVisible()
    await page.shut()
    await leave(console)


async def test_a_sum_that_does_not_add_up_turns_red_and_says_by_how_much(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    console = make_console(practice_store)
    run_id = await console.db(lambda space: plan(space, 12))
    assert console.runs is not None
    console.runs.start(run_id)
    await until(lambda: (run := console.runs and console.runs.run(run_id)) and run.state == "finished")
    run = console.runs.run(run_id)
    assert run is not None
    assert run.progress is not None
    view = show(qtbot, RunView(RunSide(console.card)), 1280, 800)
    lost = replace(run.progress, products=replace(run.progress.products, sent=8))
    view.set_progress(lost, figures(lost))
    assert view.waiting.isVisible()
    assert view.waiting.accessibleName() == "4 records are missing in the sum."
    assert view.adds_up.value() == "8"
    await leave(console)


async def test_the_side_says_as_many_as_the_head_when_a_run_leaves_out_who_was_reached_meanwhile(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    console = make_console(practice_store)
    run_id = await console.db(lambda space: plan(space, 12))
    info, before = await console.db(
        lambda space: (space.runs.get(run_id), figures_at_rest(space.runs.totals(run_id)))
    )
    assert console.runs is not None
    console.runs.start(run_id)
    await until(lambda: (run := console.runs and console.runs.run(run_id)) and run.state == "finished")
    run = console.runs.run(run_id)
    assert run is not None and run.progress is not None
    view = show(qtbot, RunView(RunSide(console.card)), 1280, 800)
    view.set_run(info, before)
    found = {fact.label: fact.value for fact in view.side.facts.facts()}
    assert found["Products"] == "12" and "Left out" not in found
    fewer = replace(run.progress, left_out=5, records_left_out=5)
    view.set_progress(fewer, figures(fewer))
    found = {fact.label: fact.value for fact in view.side.facts.facts()}
    assert (found["Products"], found["Left out"]) == ("7", "5 of 12 rows")
    await leave(console)
