"""A stopped run goes on only once its question is answered, wherever it is resumed from."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.number_question import NumberTyped
from svcconsole.gui.panels.runs.activity import ActivityDock, ActivityLine, RunLine
from svcconsole.gui.panels.runs.resume_question import may_resume
from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.panels.runs.unfinished_runs import UnfinishedRuns
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.reports.activity import RunningReport
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import Defaults
from svcconsole.workspace.schema import RunState
from tests.gui.shell.conftest import LIVE, PRACTICE, OpenWindow, open_window, settings
from tests.support.campaign import SETTINGS, received, recipients
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import answer, question_of

__all__ = ["open_window", "settings"]

OPEN = ProfileSummary("wickloom", "Wickloom Europe", "forest", base_url="https://wickloom.example")


def planned_messages(folder: Path, path: Path, count: int) -> str:
    """A campaign of so many messages, as the window's import plans it."""
    recipients(path, count)
    defaults = Defaults(region="IN")
    with closing(ImportSession(str(folder), kind="templates", path=str(path), defaults=defaults)) as session:
        session.apply_settings([*SETTINGS[1::2]])
        session.check()
        return session.plan(warnings_seen=True).run_id


async def campaign_in(window: MainWindow, tmp_path: Path, count: int) -> tuple[str, RunsController]:
    """A campaign left before its first message, listed by a window that begins."""
    console = window.console
    run_id = planned_messages(console.store_folder, tmp_path / "list.csv", count)
    await console.ready()
    console.runs = RunsController(console, console, may_resume=partial(may_resume, console, window))
    UnfinishedRuns(console.runs, console.notices)
    line, dock = ActivityLine(console, RunningReport(console.reports)), ActivityDock(console)
    line.watch(console.runs)
    dock.watch(console.runs)
    window.add_runs(console.runs, line, dock)
    await console.runs.find_unfinished()
    return run_id, console.runs


def by_the_status_bar(window: MainWindow) -> None:
    line = window.findChild(ActivityLine)
    assert line is not None
    line.line.resume.click()


def by_the_activity(window: MainWindow) -> None:
    window.commands.actions.run("dock")
    dock = window.findChild(ActivityDock)
    assert dock is not None
    dock.findChildren(RunLine)[0].resume.click()


def by_the_notice(window: MainWindow) -> None:
    links = [one for card in window.notices.cards() for one in card.findChildren(QPushButton)]
    next(link for link in links if link.text() == "Start…").click()


@pytest.mark.parametrize("resume", [by_the_status_bar, by_the_activity, by_the_notice])
async def test_a_stopped_campaign_names_its_people_and_sends_nothing_before_the_answer(
    window_loop: QApplication,
    open_window: OpenWindow,
    practice_store: PracticeStore,
    tmp_path: Path,
    resume: Callable[[MainWindow], None],
) -> None:
    async with open_window(PRACTICE) as window:
        run_id, runs = await campaign_in(window, tmp_path, 5)
        resume(window)
        question = await question_of(window)
        assert question.windowTitle() == "Send to 5 more people?"
        resume(window)
        await answer(question, "Cancel")
        assert not runs.is_started(run_id) and received(practice_store).total() == 0
        resume(window)
        await answer(await question_of(window), "Send 5 messages")
        await until(lambda: runs.runs()[0].state == "finished")
        assert received(practice_store).total() == 5
        await runs.close()


async def test_a_live_store_wants_its_name_for_the_rest_of_a_campaign(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore, tmp_path: Path
) -> None:
    async with open_window(LIVE) as window:
        _, runs = await campaign_in(window, tmp_path, 2)
        by_the_status_bar(window)
        question = await question_of(window)
        assert "Type the store’s name, Wickloom Europe, to go on." in question.accessibleDescription()
        go = next(one for one in question.findChildren(QPushButton) if one.text() == "Send 2 messages")
        assert not go.isEnabled()
        question.findChildren(QLineEdit)[0].setText("wickloom europe")
        await answer(question, "Send 2 messages")
        await until(lambda: runs.runs()[0].state == "finished")
        assert received(practice_store).total() == 2
        await runs.close()


async def test_a_read_only_store_sends_nothing_and_says_so(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore, tmp_path: Path
) -> None:
    card = ProfileSummary(
        "wickloom", "Wickloom Europe", "forest", base_url=LIVE.base_url, safe_level="read-only"
    )
    async with open_window(card) as window:
        run_id, runs = await campaign_in(window, tmp_path, 2)
        by_the_status_bar(window)
        said = "Wickloom Europe is set to read-only. Nothing was sent."
        await until(lambda: said in [notice.sentence for notice in window.console.notices.open])
        assert not runs.is_started(run_id) and received(practice_store).total() == 0
        await runs.close()


async def test_more_than_500_people_are_typed(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore, tmp_path: Path
) -> None:
    async with open_window(PRACTICE) as window:
        _, runs = await campaign_in(window, tmp_path, 501)
        by_the_status_bar(window)
        question = await question_of(window)
        assert isinstance(question, NumberTyped)
        assert not question.by_id["start"].isEnabled()
        question.number.setText("501")
        assert question.by_id["start"].isEnabled()
        await answer(question, "Cancel")
        assert received(practice_store).total() == 0
        await runs.close()


async def test_one_row_decided_to_go_again_does_not_take_the_rest_of_a_stopped_campaign_along(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore, tmp_path: Path
) -> None:
    async with open_window(PRACTICE) as window:
        run_id, runs = await campaign_in(window, tmp_path, 6)
        await runs.send_again(run_id, 1)
        question = await question_of(window)
        assert question.windowTitle() == "Send to 6 more people?"
        await answer(question, "Cancel")
        info = await window.console.db(lambda space: space.runs.get(run_id))
        assert info.state == RunState.PLANNED and received(practice_store).total() == 0
        await runs.send_again(run_id, 6)
        await until(lambda: runs.runs()[0].state == "finished")
        assert received(practice_store).total() == 6
        await runs.close()


async def test_the_page_of_a_stopped_run_asks_and_a_paused_one_goes_on_at_once(
    window_loop: QApplication,
    qtbot: QtBot,
    open_window: OpenWindow,
    practice_store: PracticeStore,
    tmp_path: Path,
) -> None:
    async with open_window(OPEN) as window:
        run_id, runs = await campaign_in(window, tmp_path, 40)
        practice_store.add_fault("latency", seconds=0.05)
        window.show_run(run_id)
        page = await until(lambda: next(iter(window.findChildren(RunPage)), None))
        assert isinstance(page, RunPage)
        await until(page.panel.view.resume.isVisible)
        qtbot.mouseClick(page.panel.view.resume, Qt.MouseButton.LeftButton)
        await answer(await question_of(window), "Send 40 messages")
        await until(lambda: page.panel.view.pause.isVisible() and received(practice_store).total())
        page.panel.view.pause.click()
        await until(lambda: runs.runs()[0].state == "paused")
        page.panel.view.resume.click()
        await until(lambda: runs.runs()[0].state == "running")
        page.panel.view.stop.click()
        await until(lambda: runs.runs()[0].state == "stopped" and not runs.is_started(run_id))
        went = received(practice_store).total()
        by_the_status_bar(window)
        page.panel.view.resume.click()
        question = await question_of(window)
        assert question.windowTitle() == f"Send to {40 - went} more people?"
        await answer(question, "Cancel")
        assert received(practice_store).total() == went < 40
        await page.shut()
        await runs.close()
