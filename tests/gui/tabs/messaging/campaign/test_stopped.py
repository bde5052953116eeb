"""After a stop: who was reached, in figures that add up, and a correction to exactly those."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.api.operations import SEND_TEMPLATE
from svcconsole.gui.kit.focus import has_focus_inside
from svcconsole.gui.panels.importer.import_steps import COLUMNS
from svcconsole.gui.tabs.messaging.campaign.stopped.stopped_step import GO_ON, WRITE
from svcconsole.tables.mapping.mapping import Column
from tests.gui.tabs.messaging.campaign.conftest import OpenCampaigns
from tests.gui.tabs.messaging.campaign.hands import (
    choose,
    fill,
    looking,
    settle,
    start_now,
    to_wall,
    write_list,
)
from tests.support.campaign import number_of
from tests.support.campaign import received as contacts
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

PEOPLE = 60


async def test_a_stop_ends_at_once_and_a_correction_goes_to_exactly_those_reached(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    practice_store.add_fault("latency", operation=SEND_TEMPLATE.path, seconds=0.05)
    rows = [(number_of(place), f"N{place}", "Pune") for place in range(PEOPLE)]
    async with open_campaigns() as tab:
        page = await looking(tab, write_list(tmp_path / "list.csv", *rows))
        page.look.start.click()
        await start_now(page)
        await until(lambda: contacts(practice_store).total() > 5)
        panel = page.run_panel
        assert panel is not None
        before = contacts(practice_store).total()
        qtbot.keyClick(panel, Qt.Key.Key_Escape)
        await until(lambda: page.stopped.isVisible() and not page.is_busy())
        reached = contacts(practice_store)
        assert before <= reached.total() <= before + 4, "only what was on the way"
        step = page.stopped
        number, rest = reached.total(), PEOPLE - reached.total()
        assert step.title.text() == f"{number} of {PEOPLE} were reached"
        assert {name: int(tile.value()) for name, tile in step.tiles.items()} == {
            "sent": number, "needs_decision": 0, "refused": 0, "not_sent": rest,
        }  # fmt: skip
        assert step.sum.value() == str(PEOPLE)
        listed = step.model.shown()
        assert {person.phone.lstrip("+") for person in listed} == {each.lstrip("+") for each in reached}
        assert [person.at for person in listed] == sorted(person.at for person in listed)
        assert listed[0].name.startswith("N")
        assert (step.choice(), step.apply.isEnabled()) == ("", False), "nothing is chosen beforehand"
        await until(lambda: has_focus_inside(step))
        qtbot.keyClick(step, Qt.Key.Key_2)
        assert (step.choice(), step.apply.text()) == (GO_ON, f"Go on with the other {rest}")
        qtbot.keyClick(step, Qt.Key.Key_1)
        assert (step.choice(), step.apply.text()) == (WRITE, f"Write to exactly these {number}")

        step.apply.click()
        await until(lambda: page.step() == COLUMNS and not page.is_busy(), seconds=30)
        assert contacts(practice_store) == reached
        await choose(page, "templates", "order_link")
        await fill(page, body_0=Column("First name"), button_0_data=Column("City"))
        await to_wall(page)
        assert page.wall.wall.messages == number
        page.wall.start.click()
        await start_now(page)
        await until(lambda: contacts(practice_store).total() == 2 * number, seconds=30)
        await settle(page)
        assert set(contacts(practice_store)) == set(reached), "nobody else gets the correction"
        await page.shut()
