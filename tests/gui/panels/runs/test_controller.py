"""Runs of the window on a real practice store: paused, resumed, stopped, broken off, found again."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.runs.activity import ActivityDock, ActivityLine
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.tabs.reports.activity import RunningReport
from svcconsole.services.runs.figures import figures_at_rest
from tests.gui.panels.runs.conftest import MakeConsole, leave, plan
from tests.support.coroutines import until
from tests.support.practice import PracticeStore, start_practice_store
from tests.support.qt import show


def _runs(console: Console) -> RunsController:
    assert console.runs is not None
    return console.runs


async def test_a_run_goes_to_its_end_and_tells_which_products_changed(
    make_console: MakeConsole, practice_store: PracticeStore
) -> None:
    console = make_console(practice_store)
    runs = _runs(console)
    changed: list[list[str]] = []
    console.products_changed.connect(lambda ids: changed.append(list(ids)))
    run_id = await console.db(lambda space: plan(space, 60, refused=frozenset({7, 30})))
    runs.start(run_id)
    await until(lambda: changed)
    totals = await console.db(lambda space: space.runs.totals(run_id))
    run = runs.run(run_id)
    assert run is not None
    assert run.state == "finished"
    assert run.known == figures_at_rest(totals)
    assert (run.known.accepted, run.known.refused, run.known.off_by) == (58, 2, 0)
    assert len(changed[0]) == practice_store.counts()["products"] == 58
    await leave(console)


async def test_pausing_holds_the_run_and_resuming_goes_on(
    make_console: MakeConsole, practice_store: PracticeStore
) -> None:
    console = make_console(practice_store)
    runs = _runs(console)
    run_id = await console.db(lambda space: plan(space, 3000))
    practice_store.add_fault("latency", seconds=0.2)
    runs.start(run_id)
    await until(lambda: (run := runs.run(run_id)) and run.progress and run.progress.sent)
    runs.pause(run_id)
    await until(lambda: runs.runs()[0].state == "paused")
    held = runs.runs()[0].known
    assert held.on_the_way == 0
    assert 0 < held.accepted < held.total
    assert practice_store.counts()["products"] == held.accepted
    practice_store.clear_faults()
    runs.resume(run_id)
    await until(lambda: runs.runs()[0].state == "finished")
    assert practice_store.counts()["products"] == 3000
    await leave(console)


async def test_a_stopped_run_keeps_the_rest_and_can_go_on(
    make_console: MakeConsole, practice_store: PracticeStore
) -> None:
    console = make_console(practice_store)
    runs = _runs(console)
    ended: list[str] = []
    runs.finished.connect(ended.append)
    run_id = await console.db(lambda space: plan(space, 3000))
    practice_store.add_fault("latency", seconds=0.2)
    runs.start(run_id)
    await until(lambda: (run := runs.run(run_id)) and run.progress and run.progress.sent)
    runs.stop(run_id)
    await until(lambda: ended == [run_id])
    stopped = figures_at_rest(await console.db(lambda space: space.runs.totals(run_id)))
    assert stopped.not_sent > 0
    assert practice_store.counts()["products"] == stopped.accepted
    practice_store.clear_faults()
    runs.resume(run_id)
    await until(lambda: ended == [run_id, run_id])
    assert practice_store.counts()["products"] == 3000
    await leave(console)


async def test_runs_wait_their_turn(make_console: MakeConsole, practice_store: PracticeStore) -> None:
    console = make_console(practice_store)
    runs = _runs(console)
    first, second = await console.db(lambda space: (plan(space, 2000, "a.csv"), plan(space, 50, "b.csv")))
    runs.start(first)
    runs.start(second)
    await until(lambda: len(runs.runs()) == 2 and runs.runs()[0].state == "running")
    assert [run.info.file_name for run in runs.runs()] == ["a.csv", "b.csv"]
    assert runs.runs()[1].state == "planned"
    await until(lambda: {run.state for run in runs.runs()} == {"finished"})
    await leave(console)


async def test_a_run_left_unfinished_is_offered_and_never_resumed_by_itself(
    make_console: MakeConsole, practice_store: PracticeStore
) -> None:
    console = make_console(practice_store)
    runs = _runs(console)
    run_id = await console.db(lambda space: plan(space, 3000))
    practice_store.add_fault("latency", seconds=0.2)
    runs.start(run_id)
    await until(lambda: (run := runs.run(run_id)) and run.progress and run.progress.sent)
    await leave(console)
    before = practice_store.counts()["products"]
    assert 0 < before < 3000
    practice_store.clear_faults()

    again = make_console(practice_store)
    runs = _runs(again)
    await runs.find_unfinished()
    notice = again.notices.open[-1]
    assert notice.sentence.startswith("Import of autumn-range.csv stopped at ")
    assert notice.sentence.endswith(" of 3,000 products.")
    assert practice_store.counts()["products"] == before
    notice.links[0].run()
    await until(lambda: runs.runs()[0].state == "finished")
    assert practice_store.counts()["products"] == 3000
    await leave(again)


async def test_a_store_that_dies_pauses_the_run_and_its_return_ends_it(
    make_console: MakeConsole, tmp_path: Path
) -> None:
    data = tmp_path / "store"
    with start_practice_store(data) as store:
        console = make_console(store)
        runs = _runs(console)
        run_id = await console.db(lambda space: plan(space, 3000))
        store.add_fault("latency", seconds=0.2)
        runs.start(run_id)
        await until(lambda: (run := runs.run(run_id)) and run.progress and run.progress.sent)
        store.kill()
    await until(lambda: (now := runs.runs()[0].progress) and now.sentence)
    with start_practice_store(data, port=store.port, token=store.token) as back:
        await until(lambda: runs.runs()[0].state == "finished", seconds=40)
        totals = await console.db(lambda space: space.runs.totals(run_id))
        assert (totals.sent, totals.needs_decision, totals.not_sent) == (3000, 0, 0)
        assert back.counts()["products"] == 3000
        await leave(console)


async def test_the_activity_line_shows_the_busiest_run_until_it_was_looked_at(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    console = make_console(practice_store)
    runs = _runs(console)
    line = show(qtbot, ActivityLine(console, RunningReport(console.reports)), 700, 30)
    dock = show(qtbot, ActivityDock(console), 900, 240)
    assert line.line.isHidden()
    assert dock.empty.isVisible()
    opened: list[str] = []
    runs.show_wanted.connect(opened.append)
    run_id = await console.db(lambda space: plan(space, 40))
    runs.start(run_id)
    await until(lambda: runs.runs() and runs.runs()[0].state == "finished")
    assert line.line.isVisible()
    assert line.line.words.text() == "40 of 40 · Finished"
    assert not line.line.pause.isVisible()
    assert dock.empty.isHidden()
    dock.opened.emit(run_id)
    assert opened == [run_id]
    assert line.line.isHidden()
    await leave(console)
