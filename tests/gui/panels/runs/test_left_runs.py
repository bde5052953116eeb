"""A run that something keeps from starting or going on: the page offers it again, and says how it stands."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from pytestqt.qtbot import QtBot
from sqlalchemy import update

from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import lease
from tests.gui.panels.runs.conftest import MakeConsole, leave, plan
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show

SHOP = ProfileSummary("shop", "Wickloom", "plum")


async def test_a_run_kept_from_starting_is_started_from_its_page_once_nothing_is_in_the_way(
    make_console: MakeConsole, practice_store: PracticeStore, tmp_path: Path, qtbot: QtBot
) -> None:
    console = make_console(practice_store, SHOP, tmp_path / "store")
    assert console.runs is not None
    run_id = await console.db(lambda space: plan(space, 30))
    with closing(Workspace.open(console.store_folder)) as other:
        other.runner.acquire()
        console.runs.start(run_id)
        page = RunPage(console, run_id)
        show(qtbot, page, 1100, 700)
        panel, view = page.panel, page.panel.view
        await until(lambda: console.notices.open and view.resume.isVisible())
        assert "Another svcconsole" in console.notices.open[0].sentence
        assert view.resume.text() == "Start…"
        assert not any(control.isVisible() for control in (view.pause, view.stop))
        assert not any(control.isVisible() for control in (panel.results, panel.background))
        assert practice_store.counts()["products"] == 0
    panel.actions_here()["primary"]()
    await until(panel.browse_records.isVisible, seconds=60)
    assert view.state() == "finished"
    assert practice_store.counts()["products"] == 30
    await page.shut()
    await leave(console)


async def test_a_run_that_was_taken_from_this_window_is_not_shown_as_running(
    make_console: MakeConsole, practice_store: PracticeStore, tmp_path: Path, qtbot: QtBot
) -> None:
    console = make_console(practice_store, SHOP, tmp_path / "store")
    runs = console.runs
    assert runs is not None
    run_id = await console.db(lambda space: plan(space, 3000))
    practice_store.add_fault("latency", seconds=0.1)
    page = RunPage(console, run_id)
    show(qtbot, page, 1100, 700)
    view = page.panel.view
    runs.start(run_id)
    await until(lambda: (run := runs.run(run_id)) and run.known.accepted)
    with closing(Workspace.open(console.store_folder)) as other, other.writing() as connection:
        connection.execute(update(lease).values(fence=lease.c.fence + 1))
    await until(lambda: console.notices.open and not runs.is_started(run_id))
    await until(view.resume.isVisible)
    assert "has taken over" in console.notices.open[0].sentence
    assert (view.state(), view.resume.text()) == ("stopped", "Resume…")
    assert not any(control.isVisible() for control in (view.pause, view.stop))
    practice_store.clear_faults()
    await page.shut()
    await leave(console)


async def test_a_run_that_another_console_starts_meanwhile_is_shown_as_going(
    make_console: MakeConsole, practice_store: PracticeStore, tmp_path: Path, qtbot: QtBot
) -> None:
    theirs, mine = (make_console(practice_store, SHOP, tmp_path / "store") for _ in range(2))
    run_id = await theirs.db(lambda space: plan(space, 3000))
    page = RunPage(mine, run_id)
    show(qtbot, page, 1100, 700)
    panel, view = page.panel, page.panel.view
    await until(lambda: view.resume.text() == "Start…")
    practice_store.add_fault("latency", seconds=0.1)
    assert theirs.runs is not None
    theirs.runs.start(run_id)
    await until(lambda: "sends this from" in view.pace.text())
    assert panel.results.isVisible() and not view.resume.isVisible()
    practice_store.clear_faults()
    await until(panel.browse_records.isVisible, seconds=60)
    await page.shut()
    for console in (theirs, mine):
        await leave(console)
