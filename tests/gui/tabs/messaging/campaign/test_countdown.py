"""Ten seconds before a campaign starts: nothing leaves in them, and stopping is the easiest thing to do."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.panels.importer.import_steps import LOOK, RUN
from svcconsole.gui.tabs.messaging.campaign.start.countdown import Countdown, Example, StartFact, StartFacts
from svcconsole.services.messaging.appearance.bubble import Bubble
from tests.gui.tabs.messaging.campaign.conftest import OpenCampaigns
from tests.gui.tabs.messaging.campaign.hands import PEOPLE, looking, result, start_now, write_list
from tests.gui.tabs.messaging.conftest import received
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show

FACTS = StartFacts(
    2480, "India 862 · Germany 540", (StartFact("play", "First wave", "50 people"),), "7F3A-91C2",
    Example("Meera", Bubble(body="Hello Meera")),
)  # fmt: skip


@pytest.mark.parametrize(
    ("end", "starts"), [("time", True), ("now", True), ("escape", False), ("enter", False), ("leave", False)]
)
async def test_only_time_or_start_now_lets_it_go(
    window_loop: QApplication, qtbot: QtBot, end: str, starts: bool
) -> None:
    clock = [0.0]
    page = Countdown(PhonePreview("Harbour & Hearth", "teal", titled=False), lambda: clock[0])
    show(qtbot, page, 1200, 760)
    asked = asyncio.ensure_future(page.ask(FACTS))
    await until(page.is_counting)
    assert (page.people.text(), page.ring.seconds, page.stop.hasFocus()) == ("2,480", 10, True)
    for moment, left in ((0.99, 10), (1.0, 9), (6.5, 4), (9.999, 1)):
        clock[0] = moment
        page.tick()
        assert (page.ring.seconds, asked.done()) == (left, False)
    if end == "time":
        clock[0] = 10.0
        page.tick()
    elif end == "now":
        page.now.click()
    elif end == "leave":
        page.hide()
    else:
        qtbot.keyClick(page.stop, Qt.Key.Key_Escape if end == "escape" else Qt.Key.Key_Return)
    assert await asked is starts
    assert not page.is_counting()


async def test_nothing_is_sent_and_no_plan_stays_where_it_is_stopped_in_time(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    async with open_campaigns() as tab:
        page = await looking(tab, write_list(tmp_path / "list.csv", *PEOPLE))
        page.look.start.click()
        await until(page.countdown.is_counting)
        assert (page.step(), page.leave.isVisible()) == (RUN, False)
        assert page.countdown.people.text() == "3"
        assert page.countdown.countries.text() == "India 1 · Germany 1 · United Arab Emirates 1"
        qtbot.keyClick(page.countdown.stop, Qt.Key.Key_Escape)
        await until(lambda: not page.is_busy())
        assert (page.step(), page.look.isVisible(), page.leave.isVisible()) == (LOOK, True, True)
        overview = page.session.overview
        assert overview is not None
        runs, kept = await tab.console.db(
            lambda space: (space.runs.list(), space.imports.get(overview.import_id))
        )
        assert (runs, kept.run_id, kept.page, received(practice_store)) == ((), None, "look", [])
        page.look.start.click()
        await start_now(page)
        await result(page)
        assert len(received(practice_store)) == len(PEOPLE)
