"""Ten seconds before a campaign starts: nothing leaves in them, and stopping is the easiest thing to do."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.kit.number_question import NumberTyped
from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.panels.importer.import_steps import LOOK, RUN, WHEN
from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage
from svcconsole.gui.tabs.messaging.campaign.start.countdown import Countdown, Example, StartFact, StartFacts
from svcconsole.services.messaging.appearance.bubble import Bubble
from svcconsole.tables.mapping.mapping import Column
from tests.gui.tabs.messaging.campaign.conftest import OpenCampaigns
from tests.gui.tabs.messaging.campaign.hands import (
    BACK,
    PEOPLE,
    asked,
    choose,
    fill,
    looking,
    one_by_one,
    opened,
    past_when,
    result,
    split_in_two,
    start_now,
    to_when,
    verb,
    write_list,
)
from tests.gui.tabs.messaging.conftest import received
from tests.support.campaign import number_of
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


async def test_the_number_to_type_and_the_last_seconds_leave_out_who_is_held_out(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    rows = [(number_of(place), f"N{place}", "Pune") for place in range(600)]
    async with open_campaigns(BACK) as tab:
        page = await opened(tab, write_list(tmp_path / "list.csv", *rows))
        await choose(page, "templates", "welcome")
        await fill(page, body_0=Column("First name"))
        await to_when(page)
        await split_in_two(page, BACK["id"], held_out=5)
        getting = int(page.when.side.number.text())
        assert 500 < getting < len(rows)
        await past_when(page)
        page.wall.start.click()
        question = await asked(page)
        assert isinstance(question, NumberTyped)
        assert question.windowTitle() == f"Send {getting} messages?"
        assert question.text.text().startswith(
            f"{getting} to India. {len(rows) - getting} rows of the file are not sent."
        )
        question.number.setText(str(getting))
        verb(question, f"Send {getting} messages in practice").click()
        await until(page.countdown.is_counting)
        countdown = page.countdown
        assert (countdown.people.text(), countdown.countries.text()) == (str(getting), f"India {getting}")
        assert f"{len(rows) - getting} rows of the file" in {
            label.text() for label in countdown.findChildren(PlainLabel)
        }
        countdown.stop.click()
        await until(lambda: not page.is_busy())


async def test_the_pace_is_the_slower_of_when_and_of_what_was_set_for_the_run(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    async with open_campaigns() as tab:
        page = await looking(tab, write_list(tmp_path / "list.csv", *PEOPLE))
        side = page.look.side
        assert await _told(page, qtbot) == "No limit set"
        assert side.time.text() == "As fast as the store takes them, four at a time."

        page.steps.chosen.emit(page.order.index(WHEN))
        await until(lambda: page.step() == WHEN and not page.is_busy())
        pace = page.when.side.brakes.pace
        qtbot.mouseClick(pace.on, Qt.MouseButton.LeftButton)
        pace.field.selectAll()
        qtbot.keyClicks(pace.field, "1")
        await past_when(page)
        await one_by_one(page)
        assert side.time.text() == "They take at least 3 s."
        assert await _told(page, qtbot) == "at most 60 a minute, so 3 s"
        for limit, told in (
            (2, "at most 2 a minute, so 1 min 30 s"),
            (600, "at most 60 a minute, so 3 s"),
        ):
            side.pace.wanted.emit(limit)
            assert await _told(page, qtbot) == told
        await page.shut()


async def _told(page: CampaignPage, qtbot: QtBot) -> str:
    """What the countdown says of the pace; it is stopped again."""
    page.look.start.click()
    await until(page.countdown.is_counting)
    facts = page.countdown.facts
    # Of the countdown before some are not deleted yet, and hidden with what they stand in.
    said = [label.text() for label in facts.findChildren(QLabel) if label.isVisibleTo(facts)]
    qtbot.keyClick(page.countdown.stop, Qt.Key.Key_Escape)
    await until(lambda: not page.is_busy())
    return said[said.index("Pace") + 1]
