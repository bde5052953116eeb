"""People by question: the list is seen with its count before it is used, and a campaign goes to just it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage
from svcconsole.gui.tabs.messaging.campaign.who.who_page import WhoPage
from svcconsole.gui.tabs.messaging.section_switch import CAMPAIGNS
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from svcconsole.services.campaigns.segments import KIND, Asks, Condition, as_values
from svcconsole.workspace.known.registries import Entry, RegistryKind
from tests.gui.tabs.messaging.campaign.conftest import OpenCampaigns
from tests.support.coroutines import until

PEOPLE = [
    {"id": at, "firstName": name, "lastName": "Rossi", "phoneNumber": phone, "tags": tags}
    for at, (name, phone, tags) in enumerate(
        [
            ("Ana", "+4915123450001", ["vip"]),
            ("<b>Bo</b>", "+4915123450002", ["vip"]),
            ("مريم", "+971501234567", ["vip"]),
            ("Cy", "+4915123450004", []),
            ("Dee", "+4915123450005", ["vip"]),
        ],
        1,
    )
]


async def opened(tab: MessagingTab) -> WhoPage:
    await tab.console.db(lambda space: space.people.keep_seen(PEOPLE))
    stopped = Entry(RegistryKind.SUPPRESSED, "+4915123450005")
    await tab.console.db(lambda space: space.registries.save(stopped))
    tab.show_place(CAMPAIGNS)
    tab.campaigns_page.who.click()
    page = tab.page()
    assert isinstance(page, WhoPage)
    await until(lambda: page.found is not None)
    return page


async def test_lines_are_asked_at_once_and_the_campaign_goes_to_exactly_the_list(
    window_loop: QApplication, qtbot: QtBot, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab)
        assert (page.number.text(), page.people.text()) == ("4", "people")
        row = page.rows[0]
        row.asks.setCurrentIndex(row.asks.findData(Asks.TAG))
        row.asks.activated.emit(row.asks.currentIndex())
        qtbot.keyClicks(row.text, "VIP")
        await until(lambda: page.number.text() == "3")
        assert "1 more is on the suppression list" in page.footer.message()
        page.add.click()
        second = page.rows[1]
        assert second.condition() == Condition(Asks.NOT_GOT, "30")
        second.asks.setCurrentIndex(second.asks.findData(Asks.COUNTRY))
        second.asks.activated.emit(second.asks.currentIndex())
        second.country.setCurrentIndex(second.country.findData("DE"))
        second.country.activated.emit(second.country.currentIndex())
        await until(lambda: page.number.text() == "2")
        assert page.write.text() == "Write to these 2 people"
        assert {each.name for each in page.model.shown()} == {"Ana Rossi", "<b>Bo</b> Rossi"}
        page.write.click()
        campaign = await until(lambda: found if isinstance(found := tab.page(), CampaignPage) else None)
        assert isinstance(campaign, CampaignPage)
        await until(lambda: campaign.file.next.isVisible() and not campaign.is_busy())
        overview = campaign.session.overview
        assert overview is not None
        assert (overview.header, overview.rows) == (("Phone", "Name", "Country"), 2)
        await campaign.shut()


async def test_what_somebody_agreed_to_is_chosen_and_kept_with_the_question(
    window_loop: QApplication, qtbot: QtBot, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab)
        row = page.rows[0]
        row.asks.setCurrentIndex(row.asks.findData(Asks.AGREED))
        row.asks.activated.emit(row.asks.currentIndex())
        assert row.consent.isVisible() and not row.text.isVisible() and not row.country.isVisible()
        row.consent.setFocus()
        qtbot.keyClicks(row.consent, "S")
        assert row.consent.currentText() == "SMS"
        assert page.question() == (Condition(Asks.AGREED, "sms"),)
        await until(lambda: page.number.text() == "0")
        page.set_question([Condition(Asks.NOT_AGREED, "sms"), Condition(Asks.IMPORTED, "fair")])
        assert page.question() == (Condition(Asks.NOT_AGREED, "sms"), Condition(Asks.IMPORTED, "fair"))
        await until(page.rows[1].text.isVisible)


async def test_a_question_that_nobody_answers_starts_nothing_and_a_line_that_goes_asks_less(
    window_loop: QApplication, qtbot: QtBot, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab)
        qtbot.keyClicks(page.rows[0].text, "nobody at all")
        await until(lambda: page.number.text() == "0")
        assert not page.write.isEnabled()
        qtbot.mouseClick(page.rows[0].remove, Qt.MouseButton.LeftButton)
        await until(lambda: page.number.text() == "4")
        assert len(page.rows) == 1, "there is always a line to begin with"


async def test_days_that_cannot_be_read_are_told_and_nobody_is_written_to_meanwhile(
    window_loop: QApplication, qtbot: QtBot, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab)
        page.set_question([Condition(Asks.GOT, "30")])
        await until(lambda: page.number.text() == "0")
        days = page.rows[0].days
        for text, kept in (("1,000", "1000"), ("7", "7")):
            days.selectAll()
            qtbot.keyClicks(days, text)
            assert page.question() == (Condition(Asks.GOT, kept),)
            await until(lambda: not page.scope.is_busy() and page.number.text() == "0")
        page.set_question([Condition(Asks.NOT_GOT, "30")])
        await until(page.write.isEnabled)
        days = page.rows[0].days
        days.selectAll()
        qtbot.keyClicks(days, "9,999")
        await until(lambda: not page.scope.is_busy())
        said = "Days: type a whole number from 1 to 3,650."
        assert (days.error.text(), page.footer.message()) == (said, said)
        assert days.error.isVisible() and not page.write.isEnabled()
        page.rows[0].asks.setCurrentIndex(page.rows[0].asks.findData(Asks.TAG))
        page.rows[0].asks.activated.emit(page.rows[0].asks.currentIndex())
        await until(page.write.isEnabled)
        assert not days.error.isVisible() and said not in page.footer.message()


async def test_a_question_that_was_kept_is_asked_anew_each_time(
    window_loop: QApplication, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        values = as_values([Condition(Asks.TAG, "vip"), Condition(Asks.NOT_GOT, "14")])
        await tab.console.db(lambda space: space.presets.save(KIND, "VIPs / quiet", values))
        page = await opened(tab)
        await until(lambda: page.presets.known)
        page.presets.chosen.emit(page.presets.known[0])
        await until(lambda: page.number.text() == "3")
        assert [row.condition().asks for row in page.rows] == [Asks.TAG, Asks.NOT_GOT]
        page.write.click()
        campaign = await until(lambda: found if isinstance(found := tab.page(), CampaignPage) else None)
        assert isinstance(campaign, CampaignPage)
        await until(lambda: campaign.session.overview is not None)
        overview = campaign.session.overview
        assert overview is not None and Path(overview.path).name == "VIPs   quiet.csv"
        await campaign.shut()
