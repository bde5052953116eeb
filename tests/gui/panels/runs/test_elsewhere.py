"""A run that another console drives: listed and followed in this window, paused and stopped over there."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.runs.activity import ActivityLine
from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.tabs.reports.activity import RunningReport
from svcconsole.workspace.address import VARIABLE
from tests.gui.panels.runs.conftest import MakeConsole, leave, plan
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show

SHOP = ProfileSummary("shop", "Wickloom", "plum")


@pytest.fixture(params=["sqlite", "postgresql"])
def folders(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Path]:
    """Where two consoles of one store keep theirs: one file for two windows, or a database for two
    computers."""
    if request.param == "sqlite":
        return [tmp_path / "store"] * 2
    monkeypatch.setenv(VARIABLE, request.getfixturevalue("new_database")())
    return [tmp_path / name / "store" for name in ("till", "office")]


def _runs(console: Console) -> RunsController:
    assert console.runs is not None
    return console.runs


async def test_a_run_driven_elsewhere_is_followed_and_cannot_be_resumed_here(
    make_console: MakeConsole, practice_store: PracticeStore, folders: list[Path], qtbot: QtBot
) -> None:
    theirs, mine = (make_console(practice_store, SHOP, folder) for folder in folders)
    line = ActivityLine(mine, RunningReport(mine.reports))
    show(qtbot, line)
    run_id = await theirs.db(lambda space: plan(space, 3000))
    await mine.db(lambda space: space.runs.get(run_id))
    practice_store.add_fault("latency", seconds=0.1)
    _runs(theirs).start(run_id)
    await until(lambda: (run := _runs(mine).run(run_id)) and run.known.accepted)
    run = _runs(mine).run(run_id)
    assert run is not None
    assert run.holder is not None
    assert run.state == "running"
    assert "by " in line.line.words.text()
    assert not line.line.pause.isVisible()
    assert not line.line.resume.isVisible()

    page = RunPage(mine, run_id)
    show(qtbot, page, 1100, 700)
    view = page.panel.view
    await until(lambda: "sends this from" in view.pace.text())
    assert view.state() == "running"
    assert not any(control.isVisible() for control in (view.pause, view.stop, view.resume))
    before = view.number.text()
    await until(lambda: view.number.text() != before)

    practice_store.clear_faults()
    await until(page.panel.browse_records.isVisible, seconds=60)
    await until(lambda: "3,000" in view.number.text())
    await until(lambda: (run := _runs(mine).run(run_id)) and run.state == "finished" and run.seen)
    await page.shut()
    for console in (theirs, mine):
        await leave(console)


async def test_a_window_that_opens_does_not_offer_what_others_drive(
    make_console: MakeConsole, practice_store: PracticeStore, folders: list[Path]
) -> None:
    theirs, mine = (make_console(practice_store, SHOP, folder) for folder in folders)
    run_id = await theirs.db(lambda space: plan(space, 3000))
    practice_store.add_fault("latency", seconds=0.1)
    _runs(theirs).start(run_id)
    await until(lambda: (run := _runs(theirs).run(run_id)) and run.progress and run.progress.sent)
    await _runs(mine).find_unfinished()
    assert [run.state for run in _runs(mine).runs()] == ["running"]
    assert not mine.notices.open
    _runs(theirs).stop(run_id)
    await until(lambda: _runs(mine).runs()[0].state == "stopped")
    assert _runs(mine).runs()[0].holder is None
    for console in (theirs, mine):
        await leave(console)
