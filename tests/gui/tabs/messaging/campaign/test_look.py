"""The messages themselves before they go: row by row, one of them to oneself, who is held back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.importer.import_steps import WHEN
from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage
from svcconsole.gui.tabs.messaging.campaign.suppression_page import SuppressionPage
from svcconsole.services.campaigns.split import HELD_OUT
from svcconsole.services.campaigns.suppression import SUPPRESSED, read_list
from svcconsole.services.campaigns.views import BLANK, LONGEST, NO_COUNTRY, NOT_SENT, REPEATED, RIGHT_TO_LEFT
from svcconsole.tables.mapping.mapping import Column, Fixed
from svcconsole.workspace.known.registries import Entry
from tests.gui.tabs.messaging.campaign.conftest import OpenCampaigns
from tests.gui.tabs.messaging.campaign.hands import (
    BACK,
    PEOPLE,
    asked,
    choose,
    fill,
    look,
    looking,
    one_by_one,
    opened,
    past_when,
    settle,
    split_in_two,
    to_when,
    verb,
    write_list,
)  # fmt: skip
from tests.gui.tabs.messaging.conftest import received
from tests.support.campaign import number_of
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

ODD = (
    *PEOPLE,
    ("98450 00001", "Asha", "Mysuru"),
    ("+91 98450 00004", "", "Pune"),
    ("12", "Nobody", "Pune"),
    ("+91 98450 00005", "Stop", "Pune"),
)


def state(page: CampaignPage) -> tuple[int, str, bool]:
    return page.look.row, page.look.phone.bubble.body, page.look.ready


async def pressed(qtbot: QtBot, page: CampaignPage, key: Qt.Key) -> int:
    qtbot.keyClick(page.look, key)
    await settle(page)
    return page.look.row


async def jumped(page: CampaignPage, word: str) -> int:
    page.look.chips[word].click()
    await settle(page)
    return page.look.row


async def test_every_message_is_seen_as_it_will_arrive(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    async with open_campaigns() as tab:
        page = await looking(tab, write_list(tmp_path / "list.csv", *ODD))
        hello = "Hello {}, good to have you with us."
        assert state(page) == (1, hello.format("Asha"), True)
        assert page.look.person.number.text() == "\u2068+91 98450 00001\u2069  ·  India"
        assert [await pressed(qtbot, page, key) for key in (Qt.Key.Key_J, Qt.Key.Key_Right)] == [2, 3]
        assert state(page)[1] == hello.format("مريم")
        assert page.look.person.name.text() == "مريم"
        assert [await pressed(qtbot, page, key) for key in (Qt.Key.Key_K, Qt.Key.Key_Left)] == [2, 1]
        assert await pressed(qtbot, page, Qt.Key.Key_Left) == 1, "there is none before the first"
        assert [await jumped(page, word) for word in (LONGEST, RIGHT_TO_LEFT, BLANK)] == [2, 3, 5]
        assert state(page) == (5, hello.format("{{1}}"), False)
        assert page.look.person.sentences == ("payload.components.body.0 is blank in this row.",)
        assert await jumped(page, REPEATED) == 4
        assert page.look.person.sentences == ("+919845000001 is already in row 1; this row is not sent.",)
        assert [await jumped(page, NOT_SENT) for _ in range(3)] == [5, 6, 4]
        assert not page.look.chips[NO_COUNTRY].isEnabled()
        page.look.trial.click()
        await settle(page)
        assert received(practice_store) == [], "a row that is not sent is no trial either"
        side = page.look.side
        assert side.countries.lines == (("India", 2), ("Germany", 1), ("United Arab Emirates", 1))
        assert dict(side.held.lines) == {
            "Recipient twice in the file": 1, "Variable without a value": 1, "Phone number cannot be read": 1,
        }  # fmt: skip
        assert side.total.lines == (("Adds up to", 7),)


async def test_cards_are_turned_by_the_arrows_while_the_phone_has_the_focus(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab, write_list(tmp_path / "list.csv", *PEOPLE))
        await choose(page, "templates", "summer_carousel")
        fields = [path for path, row in page.columns.fields.items() if path.startswith("payload.")]
        for path in fields:
            source = Fixed("https://img.example/a.png") if "header" in path else Column("First name")
            page.columns.fields[path].source.changed.emit(source)
            await settle(page)
        await look(page)
        assert len(page.look.phone.bubble.cards) == 2
        screen = page.look.phone.phone
        screen.setFocus()
        qtbot.keyClick(screen, Qt.Key.Key_Right)
        assert page.look.row == 1
        page.look.start.setFocus()
        qtbot.keyClick(page.look.start, Qt.Key.Key_Right)
        await settle(page)
        assert page.look.row == 2


async def test_one_goes_to_oneself_through_the_ledger_before_the_others(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    async with open_campaigns() as tab:
        page = await looking(tab, write_list(tmp_path / "list.csv", *PEOPLE))
        assert page.look.filled() is page.look.trial
        page.look.step(1)
        await settle(page)
        page.look.trial.click()
        question = await asked(page)
        question.findChildren(QLineEdit)[0].setText("+49 170 1234567")
        verb(question, "Send to this number").click()
        await settle(page)
        [message] = received(practice_store)
        assert (message["contact"], message["text"]) == (
            "+491701234567", "Hello Benedikt, good to have you with us. Write to us here whenever you like.",
        )  # fmt: skip
        [record] = await tab.console.sends.sent_before("template")
        assert (record.title, record.answer_id) == ("To me first: list.csv", message["messageId"])
        assert json.loads(message["callbackData"])["n"] == record.reference
        assert page.look.filled() is page.look.start
        assert page.look.start.text() == "Send 3 messages in practice"


async def test_the_one_to_oneself_is_said_to_be_on_its_way_and_goes_once(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    async with open_campaigns() as tab:
        page = await looking(tab, write_list(tmp_path / "list.csv", *PEOPLE))
        trial = page.look.trial
        least = trial.minimumWidth()
        practice_store.add_fault("latency", seconds=0.5, count=1)
        trial.click()
        question = await asked(page)
        question.findChildren(QLineEdit)[0].setText("+49 170 1234567")
        verb(question, "Send to this number").click()
        await until(lambda: trial.text() == "Sending…")
        trial.click()
        await settle(page)
        assert len(received(practice_store)) == 1
        assert (trial.text(), trial.isEnabled()) == ("Send to me first", True)
        assert trial.minimumWidth() == least > 0


async def test_numbers_put_on_the_suppression_list_are_held_back_at_once(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    async with open_campaigns() as tab:
        page = await looking(tab, write_list(tmp_path / "list.csv", *ODD))
        assert page.look.side.ready == 4
        page.look.side.suppression.click()
        listed: Any = await until(
            lambda: found if isinstance(found := tab.stack.currentWidget(), SuppressionPage) else None
        )
        listed.key.setText("12")
        assert not listed.add.isEnabled()
        listed.key.setText("98450 00005")
        listed.label.setText("Asked to stop")
        listed.add.click()
        await until(lambda: not listed.scope.is_busy())
        other = write_list(tmp_path / "stop.csv", ("+49 151 23456789",), ("9845000005",), header=("Phone",))
        await listed.import_file(other)
        kept = await tab.console.db(lambda space: space.registries.entries())
        told = {entry.key: (entry.label, entry.note) for entry in kept}
        assert told == {"+919845000005": ("Asked to stop", ""), "+4915123456789": ("", "stop.csv")}
        await listed.write_file(tmp_path / "ours.csv")
        assert sorted(read_list(tmp_path / "ours.csv", None).entries, key=str) == sorted(
            (Entry(SUPPRESSED, key, *words) for key, words in told.items()), key=str
        )
        listed.header.back_clicked.emit()
        await until(lambda: tab.stack.currentWidget() is page and not page.is_busy())
        assert page.look.side.ready == 2
        assert ("On the suppression list", 2) in page.look.side.held.lines


async def test_what_is_known_of_a_suppressed_number_stays(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    """Neither a file nor the same number typed once more takes a name away, even before the page shows it."""
    entry = Entry(SUPPRESSED, "+919845000005", "Asked to stop", "by mail")
    async with open_campaigns() as tab:
        page = await looking(tab, write_list(tmp_path / "list.csv", *ODD))
        page.look.side.suppression.click()
        listed: Any = await until(
            lambda: found if isinstance(found := tab.stack.currentWidget(), SuppressionPage) else None
        )
        await tab.console.db(lambda space: space.registries.add([entry]))
        await listed.import_file(write_list(tmp_path / "stop.csv", ("98450 00005",), header=("Phone",)))
        listed.key.setText("98450 00005")
        listed.add.click()
        await until(lambda: not listed.scope.is_busy())
        assert await tab.console.db(lambda space: space.registries.entries()) == (entry,)


async def test_numbers_of_a_suppression_list_that_are_damaged_are_named(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    async with open_campaigns() as tab:
        page = await looking(tab, write_list(tmp_path / "list.csv", *ODD))
        page.look.side.suppression.click()
        listed: Any = await until(
            lambda: found if isinstance(found := tab.stack.currentWidget(), SuppressionPage) else None
        )
        rows = [("98450 00005",), ("9.19847E+11",), *[("+49 1",)] * 10]
        await listed.import_file(write_list(tmp_path / "stop.csv", *rows, header=("Phone",)))
        told = tab.console.notices.open[-1]
        assert told.sentence == (
            "stop.csv: 1 new, 0 known already. 11 rows are not taken: a campaign may still go to them."
        )
        assert told.advice.startswith("Row 2: “9.19847E+11” is a number a spreadsheet has shortened")
        assert told.advice.endswith("Neither taken: row 3, 4, 5, 6, 7, 8, 9, 10…")


async def test_a_person_is_found_by_name_in_the_file_or_among_the_people_known_here(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    async with open_campaigns() as tab:
        benno = {"id": 9, "firstName": "Ana", "lastName": "Ribeiro", "phoneNumber": "+4915123456789"}
        await tab.console.db(lambda space: space.people.remember([benno]))
        page = await looking(tab, write_list(tmp_path / "list.csv", *ODD))
        search = page.look.search
        search.setText("asha pune")
        qtbot.keyClick(search, Qt.Key.Key_Return)
        await settle(page)
        assert page.look.row == 1
        search.setText("asha")
        for _ in range(2):
            qtbot.keyClick(search, Qt.Key.Key_Return)
            await until(lambda: not page.look.is_searching() and not page.is_busy())
        await until(lambda: page.look.row == 4 and not page.is_busy())
        search.setText("ana rib")
        await until(lambda: page.look.row == 2 and not page.is_busy())
        search.setText("nobody at all")
        await until(lambda: any("Nobody in this file" in each.sentence for each in tab.console.notices.open))


async def test_each_sees_the_text_of_their_side_and_who_is_held_out_none(
    window_loop: QApplication,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    """On the wall, one by one and to oneself first; every step counts those who get it."""
    rows = [(number_of(place), f"N{place}", "Pune") for place in range(40)]
    hello, back = "Hello {}, good to have you with us.", "Good to see you again, {}."
    async with open_campaigns(BACK) as tab:
        page = await opened(tab, write_list(tmp_path / "list.csv", *rows))
        await choose(page, "templates", BACK["id"])
        await fill(page, body_0=Column("First name"))
        await to_when(page)
        await split_in_two(page, "welcome", held_out=30)
        getting = int(page.when.side.number.text())
        assert 0 < getting < len(rows)
        await past_when(page)
        go = f"Send {getting} messages in practice"
        assert (page.wall.wall.messages, page.wall.start.text()) == (getting, go)
        on_wall = {tile.row: tile.bubble.body for tile in page.wall.model.tiles}

        await one_by_one(page)
        seen: dict[int, str] = {}
        for row in range(1, len(rows) + 1):
            page.look.row_wanted.emit(row)
            await settle(page)
            if page.look.ready:
                seen[row] = page.look.phone.bubble.body
                assert seen[row] in (hello.format(f"N{row - 1}"), back.format(f"N{row - 1}"))
            else:
                assert page.look.person.sentences == (HELD_OUT,)
        assert len(seen) == getting and {text[:5] for text in seen.values()} == {"Hello", "Good "}
        assert on_wall and on_wall.items() <= seen.items()
        side = page.look.side
        assert side.countries.lines == (("India", getting),)
        assert side.held.lines == (("Held out, to compare with", len(rows) - getting),)
        assert side.total.lines == (("Adds up to", len(rows)),)
        assert page.look.start.text() == go

        held_out = next(row for row in range(1, len(rows) + 1) if row not in seen)
        row = next(row for row, text in seen.items() if text.startswith("Hello"))
        page.look.row_wanted.emit(held_out)
        await settle(page)
        page.look.trial.click()
        await settle(page)
        assert received(practice_store) == [], "who is held out is no trial either"
        page.look.row_wanted.emit(row)
        await settle(page)
        page.look.trial.click()
        question = await asked(page)
        question.findChildren(QLineEdit)[0].setText("+49 170 1234567")
        verb(question, "Send to this number").click()
        await settle(page)
        [message] = received(practice_store)
        assert message["text"].startswith(seen[row].removesuffix("."))

        page.wall.rows_left_out.emit([row])
        await settle(page)
        page.steps.chosen.emit(page.order.index(WHEN))
        await settle(page)
        assert (page.when.isVisible(), page.when.side.number.text()) == (True, str(getting - 1))
        page.when.back_wanted.emit()
        await settle(page)
        check = page.check
        assert (check.side.ready.number.text(), check.side.left_out.number.text()) == (
            str(getting - 1), str(len(rows) - getting + 1),
        )  # fmt: skip
        assert check.run.text() == f"Choose when {getting - 1} messages go"
