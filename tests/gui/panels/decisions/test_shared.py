"""What needs a decision is the same for everybody: who looks at it is shown, and nobody decides it twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.decisions.page import DecisionsPage, looked_at
from svcconsole.gui.runtime.console import Console
from svcconsole.workspace.address import VARIABLE
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import AlreadyDecided
from svcconsole.workspace.runs.records import Decision
from tests.gui.panels.decisions.conftest import Doubtful, doubtful_run
from tests.gui.panels.decisions.test_page import chosen, opened, with_runs
from tests.gui.shell.conftest import OpenWindow
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

pytestmark = pytest.mark.usefixtures("window_loop")


@pytest.fixture(params=["sqlite", "postgresql"])
def shared(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """One file for two programs, or a database for two computers."""
    if request.param == "postgresql":
        monkeypatch.setenv(VARIABLE, request.getfixturevalue("new_database")())
    return bool(request.param == "postgresql")


@contextmanager
def colleague(console: Console, tmp_path: Path, *, shared: bool) -> Iterator[Workspace]:
    """The same workspace, opened by somebody else."""
    folder = console.store_folder
    with Workspace.open(tmp_path / "office" / folder.name if shared else folder) as workspace:
        yield workspace


def decider(shared: bool) -> str:
    """Who decided: of a shared database the account, whatever a program says."""
    return "postgres" if shared else "Yusuf Demir"


def told(console: Console) -> list[str]:
    return [notice.sentence for notice in console.notices.open]


async def test_what_somebody_else_decides_leaves_the_list_and_is_told(
    qtbot: QtBot, open_window: OpenWindow, tmp_path: Path, shared: bool
) -> None:
    async with open_window() as window:
        await with_runs(window)
        run_id = await doubtful_run(window.console, 3)
        window.console.sends_changed.emit()
        page = await opened(qtbot, window, 3)
        first, second, third = (row.key for row in page.listing.rows())
        await chosen(page, "P000001")
        page.detail.choose("keep")
        with colleague(window.console, tmp_path, shared=shared) as other:
            other.decisions.decide([second], Decision.COUNT_AS_SENT, "Yusuf Demir")
            await until(lambda: [row.key for row in page.listing.rows()] == [first, third])
            assert window.band.decisions.text() == "2 need your decision"
            assert page.list.current() is not None
            assert page.detail.answer() == "keep", "what was being answered stays"
            assert told(window.console) == []

            other.decisions.decide([first], Decision.COUNT_AS_SENT, "Yusuf Demir")
            await until(lambda: [row.key for row in page.listing.rows()] == [third])
            await until(lambda: told(window.console))
            (sentence,) = told(window.console)
            assert sentence.startswith(f"{decider(shared)} counted \u2068P000001\u2069 as sent (")
            shown = page.list.current()
            assert shown is not None and shown.key == third
        assert await window.console.db(lambda space: len(space.decisions.of_run(run_id))) == 1


async def test_what_somebody_else_decided_is_told_though_the_list_is_read_again_at_once(
    qtbot: QtBot, open_window: OpenWindow, tmp_path: Path, shared: bool
) -> None:
    async with open_window() as window:
        await with_runs(window)
        await doubtful_run(window.console, 1)
        window.console.sends_changed.emit()
        page = await opened(qtbot, window, 1)
        (row,) = page.listing.rows()
        once = Qt.ConnectionType.SingleShotConnection
        page.listing.modelReset.connect(page.read, once)
        with colleague(window.console, tmp_path, shared=shared) as other:
            other.decisions.decide([row.key], Decision.COUNT_AS_SENT, "Yusuf Demir")
            await until(lambda: told(window.console))
        assert len(told(window.console)) == 1


async def test_two_answers_at_once_are_one_and_the_second_person_is_told(
    qtbot: QtBot, open_window: OpenWindow, tmp_path: Path, shared: bool
) -> None:
    """The other's answer is there before this window has heard of it."""
    async with open_window() as window:
        await with_runs(window)
        run_id = await doubtful_run(window.console, 1)
        window.console.sends_changed.emit()
        page = await opened(qtbot, window, 1)
        (key,) = [row.key for row in page.listing.rows()]
        with colleague(window.console, tmp_path, shared=shared) as other:
            window.console.events.end()
            other.decisions.decide([key], Decision.KEEP, "Yusuf Demir")
        page.detail.choose("count_as_sent")
        qtbot.mouseClick(page.bar.apply, Qt.MouseButton.LeftButton)
        await until(lambda: told(window.console))
        (sentence,) = told(window.console)
        assert sentence.startswith(f"{decider(shared)} counted \u2068P000001\u2069 as not sent (")
        await until(lambda: not page.scope.is_busy())
        assert [notice.times for notice in window.console.notices.open] == [1]
        decided = await window.console.db(lambda space: space.decisions.decided())
        assert [(each.by, str(each.decision)) for each in decided] == [(decider(shared), "keep")]
        assert run_id == decided[0].doubt.run_id


async def test_what_somebody_else_counted_is_never_sent_once_more(
    open_window: OpenWindow,
    leave_in_doubt: Doubtful,
    practice_store: PracticeStore,
    tmp_path: Path,
    shared: bool,
) -> None:
    async with open_window() as window:
        console = window.console
        await leave_in_doubt(console, "Giulia Esposito")
        (doubt,) = await console.db(lambda space: space.decisions.open())
        old = await console.db(lambda space: space.sends.get(doubt.run_id))
        assert old is not None
        before = practice_store.counts()["tickets"]
        with colleague(console, tmp_path, shared=shared) as other:
            other.decisions.decide([(doubt.run_id, 0)], Decision.COUNT_AS_SENT, "Yusuf Demir")
        with pytest.raises(AlreadyDecided):
            await console.sends.decide_all([(doubt.run_id, 0)], Decision.SEND_AGAIN)
        assert practice_store.counts()["tickets"] == before


async def test_who_looks_at_a_question_is_shown_until_they_leave(
    qtbot: QtBot,
    open_window: OpenWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    new_database: object,
) -> None:
    assert callable(new_database)
    monkeypatch.setenv(VARIABLE, new_database())
    async with open_window() as window:
        await with_runs(window)
        await doubtful_run(window.console, 2)
        window.console.sends_changed.emit()
        page = await opened(qtbot, window, 2)
        first, second = (row.key for row in page.listing.rows())
        await chosen(page, "P000001")
        with colleague(window.console, tmp_path, shared=True) as other:
            await until(lambda: other.presence.lookers("decision", looked_at(first)))
            (mine,) = other.presence.lookers("decision", looked_at(first))
            assert not mine.mine
            other.presence.look_at("decision", looked_at(first))
            await until(lambda: _footer(page).endswith(" is looking at this"))
            assert page.listing.lookers(first) == (mine.actor,)
            other.presence.look_at("decision", looked_at(second))
            await until(lambda: _footer(page) == "" and page.listing.lookers(second) == (mine.actor,))
            other.presence.leave()
            await until(lambda: page.listing.lookers(second) == ())
            window.show_tab("Catalog")
            await until(lambda: not other.presence.lookers("decision", looked_at(first)))


def _footer(page: DecisionsPage) -> str:
    return page.bar.message()
