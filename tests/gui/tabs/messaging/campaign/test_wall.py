"""The last look before a campaign runs: what is likely wrong, by mouse and keyboard, mended or left out."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.importer.import_steps import COLUMNS
from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage
from svcconsole.gui.tabs.messaging.campaign.wall.wall_tiles import FINE, TO_FIX, TO_LOOK_AT
from svcconsole.services.campaigns.likely_wrong.suspicions import Reason
from svcconsole.tables.mapping.mapping import Column
from tests.gui.tabs.messaging.campaign.conftest import OpenCampaigns
from tests.gui.tabs.messaging.campaign.hands import (
    BACK,
    choose,
    fill,
    opened,
    settle,
    to_wall,
    write_list,
)
from tests.gui.tabs.messaging.conftest import received
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

NAMES = (
    "Asha", "Tom &amp; Ana", "TEST", "M&uuml;ller", "<b>Ben</b>", "مريم", "LARS BERGSTRÖM", "Chitra", "Dana",
    "Erik", "Farah", "Goran", "Hanna",
)  # fmt: skip
HELLO = "Hello {}, good to have you with us."


def shown(page: CampaignPage) -> dict[str, str]:
    """The names on the wall, each with what somebody said of it."""
    return {tile.tile.recipient.name: tile.mark for tile in page.wall.model.tiles}


async def test_what_is_likely_wrong_is_looked_through_put_right_and_taken_back(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    people = [(f"+91 98450 {at:05}", name, "Pune") for at, name in enumerate(NAMES)]
    async with open_campaigns() as tab:
        page = await opened(tab, write_list(tmp_path / "list.csv", *people))
        await choose(page, "templates", "welcome")
        await fill(page, body_0=Column("First name"))
        await to_wall(page)
        wall, side = page.wall, page.wall.side
        assert shown(page) == dict.fromkeys(
            ("Tom &amp; Ana", "M&uuml;ller", "TEST", "LARS BERGSTRÖM", "مريم"), TO_LOOK_AT
        )
        chips = {reason: chip for reason, chip in wall.chips.items() if chip.isVisible()}
        assert set(chips) == {None, Reason.ODD, Reason.NAME, Reason.RIGHT_TO_LEFT}
        assert side.phone.bubble.body == HELLO.format("Tom &amp; Ana")
        assert side.phone.bubble.suspects == ("&amp;",)
        assert side.wrong.before.text() == "Tom &amp; Ana" and side.wrong.after.text() == "Tom & Ana"

        side.wrong.repair.click()
        await settle(page)
        assert list(shown(page)) == ["TEST", "LARS BERGSTRÖM", "مريم"], "both of the kind were put right"
        qtbot.keyClick(wall.view, Qt.Key.Key_F)
        qtbot.keyClick(wall.view, Qt.Key.Key_Right)
        qtbot.keyClick(wall.view, Qt.Key.Key_Return)
        assert shown(page) == {"TEST": TO_FIX, "LARS BERGSTRÖM": FINE, "مريم": TO_LOOK_AT}
        assert side.phone.bubble.body == HELLO.format("مريم"), "on to what nobody has looked at"
        assert wall.sums.text() == "1 fine · 1 to fix · 1 to look at"
        qtbot.keyClick(wall.view, Qt.Key.Key_2)
        assert list(shown(page)) == ["TEST", "LARS BERGSTRÖM"]
        qtbot.keyClick(wall.view, Qt.Key.Key_1)

        wall.leave.click()
        await settle(page)
        assert list(shown(page)) == ["LARS BERGSTRÖM", "مريم"]
        assert wall.filled() is side.good
        wall.view.show_place(1)
        qtbot.keyClick(wall.view, Qt.Key.Key_Return)
        assert wall.filled() is wall.start and wall.start.hasFocus()
        for _ in range(5):
            qtbot.keyClick(wall, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            await settle(page)
        assert shown(page) == dict.fromkeys(
            ("Tom &amp; Ana", "M&uuml;ller", "TEST", "LARS BERGSTRÖM", "مريم"), TO_LOOK_AT
        )
        assert received(practice_store) == []


async def test_a_mark_stays_with_the_message_that_was_looked_at(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    names = ("TEST", "Tom &amp; Ana", "مريم")
    people = [(f"+91 98450 {at:05}", name, "Pune") for at, name in enumerate(names)]
    anew = dict.fromkeys(names, TO_LOOK_AT)
    async with open_campaigns(BACK) as tab:
        page = await opened(tab, write_list(tmp_path / "list.csv", *people))

        async def looks_at(template: str) -> None:
            page.steps.chosen.emit(page.order.index(COLUMNS))
            await until(lambda: page.step() == COLUMNS and not page.is_busy())
            await choose(page, "templates", template)
            await fill(page, body_0=Column("First name"))
            await to_wall(page)

        wall = page.wall
        await looks_at("welcome")
        assert shown(page) == anew
        wall.view.setFocus()
        for _ in range(2):
            qtbot.keyClick(wall.view, Qt.Key.Key_Return)
        qtbot.keyClick(wall.view, Qt.Key.Key_F)
        said = shown(page)
        assert sorted(said.values()) == [FINE, FINE, TO_FIX]

        await looks_at(BACK["id"])
        assert shown(page) == anew, "nobody has looked at what it says now"
        assert not wall.leave.isVisible() and wall.filled() is wall.side.good
        qtbot.keyClick(wall.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await settle(page)
        assert shown(page) == anew, "what was said of the other messages is no word about these"
        await looks_at("welcome")
        assert shown(page) == said, "the same message as before"

        # another campaign on the same page, to the very same people
        page.open(write_list(tmp_path / "other.csv", *people))
        await until(lambda: page.file.next.isVisible() and not page.is_busy())
        page.file.next.click()
        await until(lambda: page.step() == COLUMNS and not page.is_busy())
        await looks_at("welcome")
        assert shown(page) == anew
        assert not wall.leave.isVisible()
        qtbot.keyClick(wall.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await settle(page)
        assert shown(page) == anew
        await page.shut()


async def test_where_nothing_looks_wrong_some_are_chosen_by_chance(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    people = [(f"+91 98450 {at:05}", name, "Pune") for at, name in enumerate(NAMES[7:] * 3)]
    async with open_campaigns() as tab:
        page = await opened(tab, write_list(tmp_path / "list.csv", *people))
        await choose(page, "templates", "welcome")
        await fill(page, body_0=Column("First name"))
        await to_wall(page)
        assert (page.wall.title.text(), page.wall.of.text()) == (
            "Nothing looks wrong",
            "Here are 10 chosen by chance",
        )
        assert len(page.wall.model.tiles) == 10
        assert not page.wall.side.wrong.leave.isVisible()
