"""The practice store as a whole: started, stopped, reset, copied, put back, and what is said when it dies."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.panels.practice.page import PracticePage
from svcconsole.gui.runtime import practice_process
from svcconsole.gui.runtime.practice_process import PracticeProcess
from tests.gui.panels.practice.conftest import LIVE, OpenPage, ask, products
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import Complaints

WRITE = "products/createOrUpdate"


@asynccontextmanager
async def process(folder: Path, seed: str = "empty") -> AsyncIterator[PracticeProcess]:
    practice = PracticeProcess(folder, seed=seed)
    try:
        yield practice
    finally:
        await practice.stop()


def told(page: PracticePage) -> list[str]:
    return [notice.sentence for notice in page.console.notices.open]


def menu(of: QWidget) -> list[QMenu]:
    return [each for each in of.findChildren(QMenu) if each.isVisible()]


async def choose(page: PracticePage, anchor: QWidget, words: str) -> None:
    """Choose a line of the menu of a button."""
    await until(lambda: menu(anchor))
    (shown,) = menu(anchor)
    found: list[QAction] = [each for each in shown.actions() if words in each.text()]
    assert len(found) == 1, [each.text() for each in shown.actions()]
    found[0].trigger()
    shown.close()


async def answer(page: PracticePage, words: str) -> None:
    """Press a button of the question that is asked."""
    await until(lambda: [each for each in page.window().findChildren(Question) if each.isVisible()])
    (asked,) = [each for each in page.window().findChildren(Question) if each.isVisible()]
    (pressed,) = [each for each in asked.findChildren(QPushButton) if each.text() == words]
    pressed.click()


def held(store: PracticeStore) -> int:
    return store.counts()["products"]


@pytest.mark.parametrize(
    ("line", "verb", "some"),
    [
        ("with the sample shop", "Reset the practice store", True),
        ("with an empty store", "Empty the practice store", False),
    ],
)
async def test_beginning_again_is_asked_for_and_takes_the_seed_that_was_chosen(
    open_page: OpenPage, practice_store: PracticeStore, line: str, verb: str, some: bool
) -> None:
    ask(practice_store, WRITE, products("a", "b"))
    async with open_page() as page:
        changed: list[bool] = []
        page.console.store_changed.connect(lambda: changed.append(True))
        page.reset_button.click()
        await choose(page, page.reset_button, line)
        await answer(page, "Keep it as it is")
        await until(lambda: not page.keeping.scope.is_busy())
        assert held(practice_store) == 2
        page.reset_button.click()
        await choose(page, page.reset_button, line)
        await answer(page, verb)
        await until(lambda: changed)
        assert (held(practice_store) > 100) is some
        assert held(practice_store) != 2
        seed = "sample shop" if some else "empty"
        await until(lambda: seed in page.line.seed.text())


async def test_a_copy_is_kept_and_put_back(open_page: OpenPage, practice_store: PracticeStore) -> None:
    ask(practice_store, WRITE, products("a"))
    async with open_page() as page:
        page.more_button.click()
        await choose(page, page.more_button, "Save a copy")
        await until(lambda: any("A copy of the practice store" in each for each in told(page)))
        ask(practice_store, WRITE, products("b", "c"))
        assert held(practice_store) == 3
        newest = practice_store.control("GET", "/snapshots")["data"]["snapshots"][0]["name"]
        page.more_button.click()
        await choose(page, page.more_button, newest)
        await answer(page, "Restore the copy")
        await until(lambda: "The copy is restored." in told(page))
        assert held(practice_store) == 1


async def test_the_address_is_shown_and_copied(open_page: OpenPage, practice_store: PracticeStore) -> None:
    async with open_page() as page:
        assert page.line.address.text() == practice_store.base_url
        page.line.copy.click()
        assert QGuiApplication.clipboard().text() == practice_store.base_url


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
async def test_it_is_started_comes_back_when_it_dies_and_is_stopped(
    open_page: OpenPage, tmp_path: Path
) -> None:
    async with process(tmp_path / "practice") as practice, open_page(process=practice) as page:
        assert page.line.state.accessibleName() == "Not running"
        page.start_button.click()
        await until(page.stop_button.isVisible)
        first = practice.running
        assert first is not None
        await until(lambda: page.watch.seen.health is not None)
        assert "Running since" in page.line.state.accessibleName()
        os.kill(first.pid, signal.SIGKILL)
        await until(lambda: page.watch.seen.health and page.watch.seen.health.pid != first.pid)
        second = practice.running
        assert second is not None
        assert second.base_url == first.base_url
        assert not page.watch.seen.trouble
        assert told(page) == []
        page.stop_button.click()
        await until(page.start_button.isVisible)
        assert not psutil.pid_exists(second.pid)
        assert page.line.state.accessibleName() == "Not running"
        for part in (page.stop_button, page.more_button, page.reset_button):
            assert not part.isVisible()


async def test_a_store_that_cannot_go_on_says_why_and_keeps_its_place(
    open_page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaints: Complaints
) -> None:
    complaints.expect("PracticeError")
    monkeypatch.setattr(practice_process, "AGAIN_MS", 1)
    monkeypatch.setattr(
        practice_process, "command", lambda: (sys.executable, ["-c", "raise SystemExit('<b>no room</b>')"])
    )
    async with process(tmp_path / "practice") as practice, open_page(process=practice) as page:
        page.start_button.click()
        await until(lambda: practice.trouble is not None)
        said = page.line.folder.text()
        assert "ended by itself several times in a minute" in said
        assert "<b>no room</b>" in said
        assert str(tmp_path / "practice") in said
        await until(page.start_button.isEnabled)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
async def test_a_store_that_hangs_does_not_hold_the_window(open_page: OpenPage, tmp_path: Path) -> None:
    """While it is stopped in its tracks the page answers clicks; then it is read again."""
    async with process(tmp_path / "practice") as practice:
        address = await practice.address()
        async with open_page(process=practice) as page:
            await until(lambda: page.watch.seen.health is not None)
            looks = page.watch.looks
            os.kill(address.pid, signal.SIGSTOP)
            try:
                for segment in (
                    page.show_misbehave,
                    page.show_scenarios,
                    partial(page.show_received, "tickets"),
                ):
                    segment()
                    await until(page.isVisible)
                assert page.received.wanted().kind == "tickets"
            finally:
                os.kill(address.pid, signal.SIGCONT)
            await until(lambda: page.watch.looks > looks + 1 and not page.watch.seen.trouble)


async def test_in_a_live_stores_window_it_only_leads_to_the_practice_store(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    wanted: list[bool] = []
    async with open_page(card=LIVE) as page:
        page.practice_wanted.connect(lambda: wanted.append(True))
        assert not page.segments.isVisible()
        for part in (page.start_button, page.stop_button, page.more_button, page.reset_button):
            assert not part.isVisible()
        for row in ("practice.reset", "practice.empty", "practice.run", "practice.off", "practice.faults"):
            page.practise(row)
        assert page.actions_here() == {}
        assert page.watch.looks == 0
        page.open_button.click()
        assert wanted == [True]


async def test_the_rows_of_the_palette_lead_to_their_places(open_page: OpenPage) -> None:
    async with open_page() as page:
        fronts: dict[str, Any] = {}
        for row in ("practice.faults", "practice.scenarios", "practice.received"):
            page.practise(row)
            fronts[row] = page.stack.currentWidget()
        assert list(fronts.values()) == [page.misbehave, page.scenarios, page.received]
        find: Callable[[], None] = page.actions_here()["find"]
        page.show_scenarios()
        find()
        assert page.stack.currentWidget() is page.received
        assert page.received.search.hasFocus()
