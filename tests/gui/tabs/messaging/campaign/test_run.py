"""A campaign on its way: each recipient once, everybody accounted for, begun on purpose, stopped at once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QRect
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from svcconsole.api.operations import SEND_TEMPLATE
from svcconsole.gui.kit.number_question import NumberTyped
from svcconsole.gui.panels.delivery import polling
from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS, LOOK, RUN, WHEN
from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage
from svcconsole.gui.tabs.messaging.section_switch import DELIVERY
from svcconsole.services.campaigns.suppression import SUPPRESSED
from svcconsole.tables.mapping.mapping import Column
from svcconsole.workspace.known.registries import Entry
from svcconsole.workspace.runs.deliveries import Tracked
from svcconsole.workspace.schema import Bucket
from tests.gui.tabs.messaging.campaign.conftest import OpenCampaigns
from tests.gui.tabs.messaging.campaign.hands import (
    PEOPLE,
    VALUE,
    asked,
    choose,
    fill,
    look,
    looking,
    opened,
    past_when,
    result,
    start_now,
    verb,
    write_list,
)
from tests.support.campaign import number_of
from tests.support.campaign import received as contacts
from tests.support.coroutines import until
from tests.support.people_in import everything
from tests.support.practice import PracticeStore

BAD = (
    ("98450 00001", "Asha", "Mysuru"),
    ("12", "Nobody", "Pune"),
    ("+91 98450 00005", "Stop", "Pune"),
    ("+91 98450 00006", "", "Pune"),
)
REASONS = {
    4: "Row 4, Phone: +919845000001 is already in row 1; this row is not sent.",
    5: "Row 5, Phone: “12” has too few digits for India. A spreadsheet may have dropped a zero or a plus at "
    "its start.",
    6: "Row 6, Phone: +919845000005 is on the suppression list; this row is not sent.",
    7: "Row 7, First name: payload.components.body.0 is blank in this row.",
}
MANY = 501


async def test_everybody_gets_it_once_or_is_told_why_not(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    path = write_list(tmp_path / "list.csv", *PEOPLE, *BAD)
    async with open_campaigns() as tab:
        await tab.console.db(lambda space: space.registries.save(Entry(SUPPRESSED, "+919845000005")))
        page = await looking(tab, path)
        page.look.start.click()
        await start_now(page)
        run_id = await result(page)
        assert contacts(practice_store) == Counter(["+919845000001", "+4915123456789", "+971501234567"])
        totals, rows, followed = await tab.console.db(
            lambda space: (space.runs.totals(run_id), space.runs.rows(run_id).rows, space.deliveries.all())
        )
        assert (totals.rows, totals.sent, totals.not_sent, totals.left_out) == (7, 3, 4, 4)
        assert totals.sent + totals.refused + totals.not_sent + totals.needs_decision == totals.rows
        assert {row.number: row.reason for row in rows if row.bucket is Bucket.NOT_SENT} == REASONS
        assert {one.phone for one in followed} == contacts(practice_store).keys()
        panel = page.run_panel
        assert panel is not None
        tab.open_run(run_id)
        assert tab.page() is page, "the page that shows this run comes to the front, not a second one"
        later = Tracked("by-hand", None, "", "", "+919845000009", "2999-01-01T00:00:00.000Z")
        await tab.console.db(lambda space: space.deliveries.track([later]))
        panel.browse_records.click()
        await until(lambda: tab.stack.is_home() and tab.front.currentWidget() is tab.delivery_page)
        await until(
            lambda: tab.delivery_page.shown_messages() and len(tab.delivery_page.deliveries.groups()) == 2
        )
        assert tab.delivery_page.group == run_id, "this run, not what was sent last"
        again = await opened(tab, path)
        assert again.what.combo.currentText().startswith("welcome"), "as the last file like it was mapped"
        await look(again)
        assert ("Recipient of the last 24 hours", 3) in again.look.side.held.lines
        assert (again.look.side.ready, again.look.start.isEnabled()) == (0, False)
        assert again.look.footer.message() == "No message is ready yet."
        assert "Every row is ready." not in again.check.footer.message()


async def test_each_message_names_the_stores_app_id(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    async with open_campaigns(app_id="shop-7") as tab:
        page = await looking(tab, write_list(tmp_path / "list.csv", *PEOPLE))
        page.look.start.click()
        await start_now(page)
        await result(page)
    sent = everything(practice_store, "messages")
    assert [one["request"]["appId"] for one in sent] == ["shop-7"] * len(PEOPLE)


async def name_typed(page: CampaignPage) -> None:
    """What this store's safe level asks for."""
    question = await asked(page)
    assert question.windowTitle() == "Send 501 messages from Wickloom Europe?"
    question.findChildren(QLineEdit)[0].setText("wickloom europe")
    verb(question, "Send 501 messages from Wickloom Europe").click()
    await until(lambda: not isValid(question) or not question.isVisible())


async def test_many_start_only_by_their_number_and_nothing_begins_after_a_stop(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    practice_store.add_fault("latency", operation=SEND_TEMPLATE.path, seconds=0.02)
    rows = [(number_of(place), f"N{place}", "Pune") for place in range(MANY)]
    async with open_campaigns(practice=False, name="Wickloom Europe", safe_level="name") as tab:
        page = await looking(tab, write_list(tmp_path / "list.csv", *rows))
        page.look.start.click()
        await name_typed(page)
        question = await asked(page)
        assert isinstance(question, NumberTyped)
        assert question.windowTitle() == "Send 501 messages?"
        assert question.text.text().startswith("501 to India. What has left cannot be called back.")
        verb(question, "Cancel").click()
        await until(lambda: not page.is_busy())
        assert (page.step(), contacts(practice_store)) == (LOOK, Counter())
        page.look.side.pace.wanted.emit(60_000)
        page.look.start.click()
        await name_typed(page)
        question = await asked(page)
        assert isinstance(question, NumberTyped)
        go = verb(question, "Send 501 messages from Wickloom Europe")
        for text, may in (("", False), ("500", False), ("501", True)):
            question.number.setText(text)
            assert go.isEnabled() is may
        go.click()
        await start_now(page)
        await until(lambda: page.step() == RUN and page.run_panel is not None)
        panel = page.run_panel
        assert panel is not None
        await until(lambda: contacts(practice_store).total() > 5)
        panel.view.pause.click()
        await until(lambda: (live := panel.live()) is not None and live.state == "paused")
        held = contacts(practice_store).total()
        panel.view.resume.click()
        await until(lambda: contacts(practice_store).total() > held)
        panel.view.stop.click()
        left = contacts(practice_store).total()
        run_id = panel.run_id
        await until(lambda: (live := panel.live()) is not None and live.state == "stopped")
        totals, info = await tab.console.db(lambda space: (space.runs.totals(run_id), space.runs.get(run_id)))
        assert info.rows_per_minute == 60_000
        assert totals.sent == contacts(practice_store).total() <= left + 4, "only what was on the way"
        assert (totals.sent + totals.not_sent, totals.needs_decision) == (MANY, 0)
        await page.shut()


@pytest.mark.parametrize("locale", ["en_IN", "hi_IN", "en_US", "de_DE"])
def test_the_number_to_be_typed_can_be_typed_as_it_is_shown(qtbot: QtBot, locale: str) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(locale))
    try:
        parent = QWidget()
        qtbot.addWidget(parent)
        question = NumberTyped(parent, "Send 150000 messages?", "To India.", 150_000, "Send them")
        go = verb(question, "Send them")
        qtbot.keyClicks(question.number, question.number.placeholderText())
        assert go.isEnabled()
    finally:
        QLocale.setDefault(before)


async def test_delivery_lists_a_campaigns_messages_while_it_goes(
    window_loop: QApplication,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(polling, "SENDING_SECONDS", 0.1)
    practice_store.add_fault("latency", operation=SEND_TEMPLATE.path, seconds=0.4)
    rows = [(number_of(place), f"N{place}", "Pune") for place in range(24)]
    async with open_campaigns() as tab:
        page = await looking(tab, write_list(tmp_path / "list.csv", *rows))
        page.look.start.click()
        await start_now(page)
        assert tab.console.runs is not None
        runs = tab.console.runs
        await until(lambda: runs.runs() and runs.runs()[0].state == "running")
        page.actions_here()["back"]()
        tab.show_place(DELIVERY)
        delivery = tab.delivery_page
        await until(delivery.isVisible)
        seen: set[int] = set()

        def watched() -> bool:
            state = runs.runs()[0].state
            if state == "running":
                seen.add(len(delivery.shown_messages()))
            return state == "finished"

        await until(watched)
        assert len(seen - {0, len(rows)}) > 1, seen
        await until(lambda: len(delivery.shown_messages()) == len(rows))


async def test_after_a_template_the_store_does_not_know_another_is_chosen_for_the_same_rows(
    window_loop: QApplication,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    people = [(number_of(place), f"N{place}", "Pune") for place in range(8)]
    path = write_list(tmp_path / "list.csv", *people, BAD[1])
    async with open_campaigns({"id": "gone", "body": "Dear {{1}}"}) as tab:
        page = await looking(tab, path, "gone")
        page.look.start.click()
        await start_now(page)
        panel = await until(lambda: page.run_panel)
        await until(panel.choose_other.isVisible, seconds=30)
        assert panel.choose_other.text() == "Stop and choose another message"
        before = page.session.overview
        assert before is not None and not contacts(practice_store)
        panel.choose_other.click()
        await until(lambda: page.step() == COLUMNS and not page.is_busy(), seconds=30)
        after = page.session.overview
        assert after is not None and after.path == before.path and after.import_id != before.import_id
        assert page.what.combo.currentText().startswith("gone")
        await choose(page, "templates", "welcome")
        assert "N0" in page.columns.fields[VALUE].values.text()
        await look(page)
        assert page.look.start.text() == "Send 8 messages in practice"
        page.look.start.click()
        await start_now(page)
        await until(lambda: sum(contacts(practice_store).values()) == 8, seconds=30)
        await result(page)


async def test_a_click_too_many_on_looking_starts_nothing(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab, write_list(tmp_path / "list.csv", *PEOPLE))
        await choose(page, "templates", "welcome")
        await fill(page, body_0=Column("First name"))
        page.columns.next.click()
        await until(lambda: page.step() == CHECK and not page.is_busy())
        run = page.check.run
        places = [
            run.mapTo(page, at)
            for at in (run.rect().topLeft(), run.rect().center(), run.rect().bottomRight())
        ]
        run.click()
        await until(lambda: page.step() == WHEN and not page.is_busy())
        await past_when(page)
        start = page.wall.start
        taken = QRect(start.mapTo(page, start.rect().topLeft()), start.size())
        assert not any(taken.contains(place) for place in places)
