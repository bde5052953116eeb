"""The hours of a campaign: what is chosen is drawn at once, kept, and what the run is held to."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.panels.importer.import_steps import WHEN
from svcconsole.gui.panels.settings.numbers.dialog import NumberDialog
from svcconsole.gui.panels.settings.numbers.section import NumbersSection
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage
from svcconsole.gui.tabs.messaging.campaign.when.how_many import HowManySide
from svcconsole.gui.tabs.messaging.campaign.when.when_step import WhenStep
from svcconsole.gui.tabs.messaging.section_switch import CAMPAIGNS
from svcconsole.services.campaigns.sending_numbers import SendingNumber, save
from svcconsole.services.campaigns.terms import CampaignTerms, FirstWaveTerms, StopRules
from svcconsole.tables.mapping.mapping import Column
from svcconsole.workspace.database import Workspace
from tests.gui.tabs.messaging.campaign.conftest import OpenCampaigns
from tests.gui.tabs.messaging.campaign.hands import (
    BACK,
    choose,
    fill,
    opened,
    past_when,
    settle,
    to_when,
    write_list,
)
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import choose_path

PEOPLE = (
    *((f"+91 98450 000{at:02}", f"Asha {at}", "") for at in range(12)),
    ("+49 151 23456789", "Benedikt", ""),
    ("+971 50 123 4567", "مريم", ""),
    ("+1 800 555 0100", "<b>Tom</b>", "America/Chicago"),
)
HEADER = ("Phone", "First name", "Clock")


async def at_when(page: CampaignPage) -> WhenStep:
    await choose(page, "templates", "welcome")
    await fill(page, body_0=Column("First name"))
    await to_when(page)
    return page.when


async def typed(qtbot: QtBot, page: CampaignPage, field: QLineEdit, text: str) -> None:
    field.selectAll()
    qtbot.keyClicks(field, text)
    await settle(page)


def sums(step: WhenStep) -> dict[str, tuple[int, ...]]:
    assert step.view is not None
    return {each.country: tuple(count for count in each.sent if count) for each in step.view.countries}


async def test_what_is_chosen_is_drawn_kept_and_what_the_run_is_held_to(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    async with open_campaigns() as tab:
        path = write_list(tmp_path / "list.csv", *PEOPLE, header=HEADER)
        page = await opened(tab, path)
        step = await at_when(page)
        # nothing is held to anything yet: at once, at any hour
        assert step.view is not None
        assert step.view.terms == CampaignTerms()
        assert step.side.number.text() == "15"
        day = date.today() + timedelta(days=30)  # noqa: DTZ011
        await typed(qtbot, page, step.fields.day, day.isoformat())
        await typed(qtbot, page, step.fields.time, "04:00")
        await typed(qtbot, page, step.fields.opens, "10:00")
        await typed(qtbot, page, step.fields.closes, "1")  # no time of day yet: nothing changes
        assert step.fields.closes.property("state") == "error"
        await typed(qtbot, page, step.fields.closes, "19:00")
        step.fields.zones.setCurrentIndex(step.fields.zones.findData("Clock"))
        await settle(page)
        assert sums(step) == {"IN": (12,), "AE": (1,), "DE": (1,), "US": (1,)}
        starts = step.view.starts.astimezone(display_zone().zone())
        assert (starts.date(), starts.hour) == (day, 4)
        assert step.view.countries[-1].zones == ("America/Chicago",)

        # brakes: with so few people nothing is decided after the first, the rules hold all the same
        brakes = step.side.brakes
        assert not brakes.first.isEnabled() and "15 people" in brakes.first_note.text()
        qtbot.mouseClick(brakes.failed.on, Qt.MouseButton.LeftButton)
        await typed(qtbot, page, brakes.failed.field, "25")
        assert step.view.terms.stop == StopRules(failed_share=0.25)

        # the keys go by hour and country; what a cell says is told to who does not see it
        lanes = step.hours.lanes
        qtbot.keyClick(lanes, Qt.Key.Key_Home)
        for _ in range(2):
            qtbot.keyClick(lanes, Qt.Key.Key_Right)
        assert lanes.accessibleDescription().startswith("India, 04:00: ")
        qtbot.keyClick(lanes, Qt.Key.Key_End)
        for _ in step.view.countries:
            qtbot.keyClick(lanes, Qt.Key.Key_Down)
        assert lanes.accessibleDescription().startswith("All countries, ")
        qtbot.keyClick(step, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
        table = step.figures.table
        assert table is not None
        last = table.model().rowCount() - 1
        assert [table.model().index(last, at).data() for at in range(6)] == [
            "Together", "12", "1", "1", "1", "15",
        ]  # fmt: skip

        # holidays from a calendar: that day nobody gets it, and the next one everybody
        calendar = tmp_path / "holidays.ics"
        calendar.write_text(
            f"BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:{day:%Y%m%d}\nEND:VEVENT\nEND:VCALENDAR",
            encoding="utf-8",
        )
        step.fields.holidays.click()
        await choose_path(step, calendar)
        await until(
            lambda: step.view is not None and step.view.terms.window and step.view.terms.window.holidays
        )
        await settle(page)
        assert sum(step.view.sums) == len(PEOPLE)

        page.leave.click()
        await until(tab.stack.is_home)
        tab.show_place(CAMPAIGNS)
        listed = tab.campaigns_page.list
        [row] = await until(listed.model.shown)
        listed.open_import.emit(row.import_id)
        again = await until(lambda: found if isinstance(found := tab.page(), CampaignPage) else None)
        assert isinstance(again, CampaignPage)
        await until(lambda: again.step() == WHEN and not again.is_busy())
        fields = again.when.fields
        assert (fields.opens.text(), fields.closes.text(), fields.time.text()) == ("10:00", "19:00", "04:00")
        assert fields.zones.currentData() == "Clock"
        await past_when(again)
        planned = await again.session.call("plan", True)
        info = await tab.console.db(lambda space: space.runs.get(planned.run_id))
        terms = CampaignTerms.of_text(info.terms)
        assert terms.window == fields.send_window()
        assert {lane.country for lane in terms.lanes} == {"IN", "AE", "DE", "US"}


async def test_the_limit_of_the_number_leads_to_its_settings_and_follows_them(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    async with open_campaigns() as tab:
        step = await at_when(await opened(tab, write_list(tmp_path / "list.csv", *PEOPLE, header=HEADER)))
        wanted: list[str] = []
        tab.console.settings_wanted.connect(wanted.append)
        step.side.change.click()
        assert wanted == ["Sending numbers"]
        words = step.side.limit_words
        assert words.text().startswith("Limit: not set.")
        section = NumbersSection(tab.console)
        section.setParent(tab)
        section.add_number.click()
        dialog = await until(lambda: next(iter(section.findChildren(NumberDialog)), None))
        dialog.name.setText("Main")
        dialog.is_default.setChecked(True)
        dialog.save_button.click()
        await until(lambda: words.text() == "Main may write to 250 different people in any 24 hours.")
        with Workspace.open(tab.console.store_folder) as other:
            save(other, SendingNumber("Main", people=2_000))
        await until(lambda: words.text() == "Main may write to 2,000 different people in any 24 hours.")


async def test_only_those_who_agreed_get_it_and_a_second_text_goes_to_its_share(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    answers = ("yes", "no", "", "perhaps")
    rows = [(f"+91 98450 000{at:02}", f"Asha {at}", answers[at % 4]) for at in range(40)]
    async with open_campaigns(BACK) as tab:
        path = write_list(tmp_path / "list.csv", *rows, header=("Phone", "First name", "Offers"))
        page = await opened(tab, path)
        step = await at_when(page)
        texts = step.side.texts
        assert step.side.number.text() == "40"
        texts.consent.setCurrentIndex(texts.consent.findData("Offers"))
        texts.consent.activated.emit(texts.consent.currentIndex())
        await settle(page)
        assert step.side.number.text() == "10"
        assert step.view is not None
        held = {each.title: each.rows for each in step.view.people.held}
        assert held == {"Did not agree": 20, "Consent cannot be read": 10}

        assert not texts.share_row.isVisible()
        others = [texts.second.itemData(at) for at in range(1, texts.second.count())]
        assert others == [BACK["id"]], "not the one that is chosen, none that needs more"
        texts.second.setCurrentIndex(1)
        texts.second.activated.emit(1)
        await settle(page)
        await typed(qtbot, page, texts.share, "30")
        await typed(qtbot, page, texts.held_out, "20")
        kept = CampaignTerms.of_text((await tab.console.db(_terms)) or "")
        assert [(arm.name, round(arm.share, 2), arm.template) for arm in kept.split.arms] == [
            ("A", 0.7, ""), ("B", 0.3, others[0]),
        ]  # fmt: skip
        assert (kept.split.held_out, kept.consent_column) == (0.2, "Offers")
        getting = int(step.side.number.text())
        out = {each.title: each.rows for each in step.view.people.held}.get("Held out, to compare with", 0)
        assert getting + out == 10
        await page.shut()


async def test_it_goes_on_only_with_what_stands_in_the_fields(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    rows = [(f"+91 98450 000{at:02}", f"Asha {at}", "") for at in range(40)]
    async with open_campaigns() as tab:
        page = await opened(tab, write_list(tmp_path / "list.csv", *rows, header=HEADER))
        step = await at_when(page)
        fields, side = step.fields, step.side
        first = side.brakes.first

        async def kept() -> CampaignTerms:
            return CampaignTerms.of_text((await tab.console.db(_terms)) or "")

        # a number is typed as it is shown elsewhere
        qtbot.mouseClick(first.on, Qt.MouseButton.LeftButton)
        await typed(qtbot, page, first.field, "1,000")
        assert (await kept()).first_wave == FirstWaveTerms(people=1000, most=1000)
        day = date.today() + timedelta(days=30)  # noqa: DTZ011
        await typed(qtbot, page, fields.day, day.isoformat())
        await typed(qtbot, page, side.messages, "3")
        window = fields.send_window()
        assert window is not None and window.starts_at
        assert (await kept()).window == window and (await kept()).limits.cap_messages == 3

        # what cannot be read is told where it stands, and nothing goes on meanwhile
        for field, wrong, right, said in (
            (first.field, "1,0,0", "50", "First people: type a whole number from 1 to 9,999."),
            (first.field, "0", "50", "First people: type a whole number from 1 to 9,999."),
            (side.messages, "x", "4", "Offers to one person: type a whole number from 1 to 999."),
            (side.days, "0", "7", "Days: type a whole number from 1 to 999."),
            (side.texts.held_out, "100", "10", "nothing, in 100: type a whole number from 0 to 99."),
            (fields.closes, "1", "19:00", "Write the time of day as 07:00."),
            (fields.opens, ":30", "10:00", "Write the time of day as 07:00."),
            (fields.opens, "24:00", "10:00", "Write 00:00 for a start at midnight."),
            (fields.time, "24:00", "04:00", "Write 00:00 for a start at midnight."),
            (fields.day, "1 Smarch", (day + timedelta(days=1)).isoformat(), "Choose the day on which"),
        ):
            await typed(qtbot, page, field, wrong)
            assert field.property("state") == "error", wrong
            assert said in step.footer.message() and said in step.next.toolTip()
            assert [label for label in _errors(step) if said in label]
            assert not step.next.isEnabled()
            step.next.click()
            await settle(page)
            assert page.step() == WHEN
            await typed(qtbot, page, field, right)
            assert field.property("state") == "" and step.next.isEnabled() and not _errors(step)
        for chip in fields.days:
            chip.setChecked(False)
        await settle(page)
        assert not step.next.isEnabled() and "Choose at least one day." in step.footer.message()
        fields.days[2].setChecked(True)
        await settle(page)

        await past_when(page)
        held = await kept()
        assert held.first_wave is not None and held.first_wave.people == 50
        assert (held.limits.cap_messages, held.limits.cap_days, held.split.held_out) == (4, 7, 0.1)
        window = held.window
        assert window is not None and window == fields.send_window()
        assert (window.opens, window.closes, window.weekdays) == (600, 1140, (2,))
        starts = datetime.fromisoformat(window.starts_at).astimezone(display_zone().zone())
        assert (starts.date(), starts.hour) == (day + timedelta(days=1), 4)
        await page.shut()


async def test_a_rule_without_a_number_holds_the_campaign_until_it_is_off(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab, write_list(tmp_path / "list.csv", *PEOPLE, header=HEADER))
        step = await at_when(page)
        failed, first = step.side.brakes.failed, step.side.brakes.first
        assert not first.isEnabled(), "with so few nobody goes first: what stands there is not asked for"
        first.field.setText("")
        qtbot.mouseClick(failed.on, Qt.MouseButton.LeftButton)
        await settle(page)
        assert step.next.isEnabled()
        failed.field.selectAll()
        qtbot.keyClick(failed.field, Qt.Key.Key_Delete)
        await settle(page)
        assert not step.next.isEnabled()
        assert _errors(step) == ["Pause by failures: type a whole number from 1 to 100."]
        qtbot.mouseClick(failed.on, Qt.MouseButton.LeftButton)
        await settle(page)
        assert step.next.isEnabled() and not _errors(step)
        await past_when(page)
        assert CampaignTerms.of_text((await tab.console.db(_terms)) or "").stop == StopRules()
        await page.shut()


def _errors(step: WhenStep) -> list[str]:
    """What is told in red at the fields."""
    labels = step.findChildren(PlainLabel)
    return [each.text() for each in labels if each.property("tone") == "danger" and each.isVisible()]


def _terms(space: Workspace) -> str:
    """The terms of the campaign that is being prepared, as they are kept."""
    (kept,) = space.imports.list()
    found = [step["terms"] for step in (kept.settings, *space.imports.steps(kept.id)) if "terms" in step]
    return str(found[-1]) if found else ""


def test_more_days_than_what_was_sent_is_kept_are_told_where_they_are_typed(qtbot: QtBot) -> None:
    side = HowManySide()
    qtbot.addWidget(side)
    side.show_terms(CampaignTerms())
    assert side.often.text() == "Without a number nobody is left out for it."
    qtbot.keyClicks(side.messages, "1")
    assert side.often.text() == ""
    side.days.selectAll()
    qtbot.keyClicks(side.days, "60")
    assert "counted over 30 days at most" in side.often.text()
    side.days.selectAll()
    qtbot.keyClicks(side.days, "30")
    assert side.often.isHidden()
