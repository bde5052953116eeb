"""What came of a campaign: its figures on one page, beside another campaign, saved, and written again."""

from __future__ import annotations

import csv
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.tabs.messaging.campaign.result.result_page import ResultPage
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from svcconsole.services.campaigns.terms import Arm, CampaignTerms, Split
from svcconsole.services.deliveries.deliveries import KINDS
from svcconsole.services.deliveries.proof_pack import check_pack
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.imports import SourceFile
from svcconsole.workspace.schema import ItemState
from tests.gui.tabs.messaging.campaign.conftest import OpenCampaigns
from tests.gui.tabs.messaging.campaign.hands import looking, result, start_now, write_list
from tests.support.campaign_results import Person, number, sent_campaign
from tests.support.coroutines import until
from tests.support.qt import choose_path

TWO = CampaignTerms(split=Split(arms=(Arm(name="A", share=0.5), Arm(name="B", share=0.5)))).as_text()
SOURCE = SourceFile("/shop/Winter candles.csv", "Winter candles.csv", 1, 1, "f" * 64)
BEGUN = datetime.now(UTC) - timedelta(days=3)


def people() -> list[Person]:
    """160 in two countries: 100 read it, 20 opened a link, 40 failed for two reasons, one is not known."""
    made = [
        Person(number(at), {"delivered": at, "read": at + 9}, clicks=int(at < 20), arm=at % 2)
        for at in range(100)
    ]
    made += [Person(number(at, "+91984"), {"failed": 3}, "131026: not there", arm=0) for at in range(10)]
    made += [Person(number(at, "+91985"), {"failed": 3}, "131049: too many", arm=1) for at in range(30)]
    made += [Person(number(at), {"sent": 1}, arm=0) for at in range(100, 119)]
    return [*made, Person("+4915100000001", {}, state=ItemState.UNKNOWN, arm=1)]


async def prepared(tab: MessagingTab) -> str:
    """Two campaigns of some days ago; the id of the newer one."""

    def write(space: Workspace) -> str:
        before = [Person(number(at), {"delivered": 5}) for at in range(50)]
        sent_campaign(space, before, start=BEGUN - timedelta(days=5), name="Autumn linen.csv")
        kept = space.imports.create("templates", SOURCE, {})
        run_id = sent_campaign(space, people(), start=BEGUN, terms=TWO, import_id=kept)
        space.deliveries.merge(KINDS)
        return run_id

    made: str = await tab.console.db(write)
    return made


async def opened(tab: MessagingTab, run_id: str) -> ResultPage:
    tab.open_run(run_id)
    page = await until(lambda: found if isinstance(found := tab.page(), ResultPage) else None)
    assert isinstance(page, ResultPage)
    await until(lambda: page.step.result is not None)
    return page


async def test_every_figure_of_the_page_is_that_of_the_campaign(
    window_loop: QApplication, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab, await prepared(tab))
        step = page.step
        assert page.header.title() == "Winter candles"
        assert (step.title.text(), step.of.text()) == ("100 arrived", "of 160 people")
        assert [(each.name, each.number, each.share) for each in step.funnel.stages] == [
            ("Written to", "160", ""),
            ("Accepted", "159", "99.4 %"),
            ("Delivered", "100", "62.5 %"),
            ("Read", "100", "62.5 %"),
            ("Clicked", "20", "12.5 %"),
        ]
        delivered, read = step.funnel.stages[2:4]
        assert (delivered.compared, delivered.better) == ("−37.5 points", False)
        assert (read.compared, read.better) == ("+62.5 points", True)
        sums = {fact.label: fact.value for fact in step.sums.facts()}
        assert sums == {
            "In the file": "160", "Left out": "0", "Read": "100", "No answer": "19, sent", "Failed": "40",
            "To decide": "1",
        }  # fmt: skip
        assert sum(int(words.partition(",")[0]) for words in list(sums.values())[1:]) == 160
        countries = [(each.code, each.reached.people) for each in step.countries.shown()]
        assert countries == [("DE", 120), ("IN", 40)]
        assert [each.failure.code for each in step.failures.shown()] == [131049, 131026]
        assert step.verdict.text() == "Not enough to tell yet"
        assert [text.name for text in step.intervals.texts] == ["A", "B"]
        assert (step.decide.isVisible(), step.decide.text()) == (True, "Decide 1")
        await page.shut()


async def test_another_campaign_is_compared_and_none_where_none_is_chosen(
    window_loop: QApplication, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab, await prepared(tab))
        step = page.step
        assert step.others.currentText().startswith("Autumn linen, ")
        step.others.setCurrentIndex(0)
        step.others.activated.emit(0)
        await until(lambda: step.result is not None and step.result.compared is None)
        assert {stage.compared for stage in step.funnel.stages} == {""}
        await page.shut()


async def test_the_hours_are_read_as_a_table_by_one_key(
    window_loop: QApplication, qtbot: QtBot, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab, await prepared(tab))
        step = page.step
        qtbot.keyClick(step, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
        assert step.hours_stack.currentWidget() is step.hours_figures
        rows = step.hours.figures().raw
        assert (sum(int(row[1]) for row in rows), sum(int(row[2]) for row in rows)) == (100, 100)
        qtbot.keyClick(step, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
        assert step.hours_stack.currentWidget() is step.hours
        await page.shut()


async def test_picture_table_and_proof_are_saved_whole(
    window_loop: QApplication, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab, await prepared(tab))
        for press, name in (
            (page.picture, "Winter candles.png"),
            (page.table, "Winter candles.csv"),
            (page.step.proof, "Winter candles.jsonl"),
        ):
            press.click()
            await choose_path(page, tmp_path / name, offered=name)
            await until((tmp_path / name).exists)
            await until(lambda: not page.scope.is_busy())
        image = QImage(str(tmp_path / "Winter candles.png"))
        assert image.width() == 2 * sum(part.width() for part in page.step.pictures())
        with (tmp_path / "Winter candles.csv").open(encoding="utf-8-sig", newline="") as file:
            figures = {(row["part"], row["figure"]): row["number"] for row in csv.DictReader(file)}
        assert (figures["campaign", "delivered"], figures["campaign", "failed"]) == ("100", "40")
        assert check_pack(tmp_path / "Winter candles.jsonl").counts
        await page.shut()


async def test_the_run_as_it_went_is_one_click_away(
    window_loop: QApplication, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab, await prepared(tab))
        page.step.run.click()
        run = await until(lambda: found if isinstance(found := tab.page(), RunPage) else None)
        assert isinstance(run, RunPage)
        assert run.shown_run == page.shown_result
        run.closed.emit()
        assert tab.page() is page
        await page.shut()


async def test_a_campaign_that_was_just_sent_leads_to_its_result_and_on_to_those_who_may_get_it_again(
    window_loop: QApplication, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    rows = [("+91 98450 00001", "Asha", "Pune"), ("+49 151 23456789", "Benedikt", "Bonn")]
    async with open_campaigns() as tab:
        page = await looking(tab, write_list(tmp_path / "list.csv", *rows))
        assert not page.outcome.isVisible()
        page.look.start.click()
        await start_now(page)
        await result(page)
        page.outcome.click()
        shown = await until(lambda: found if isinstance(found := tab.page(), ResultPage) else None)
        assert isinstance(shown, ResultPage)
        # the practice store delivers in its own time; the page asks by itself
        await until(lambda: shown.step.title.text() == "2 arrived", seconds=30)
        assert not shown.step.again.isEnabled()
        await page.shut()
        await shown.shut()


async def test_writing_again_prepares_a_campaign_to_exactly_those_who_may_get_it(
    window_loop: QApplication, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab, await prepared(tab))
        step = page.step
        assert (step.again.isEnabled(), step.again.text()) == (True, "Write again to 30 people")
        made: list[str] = []
        page.control.prepared.disconnect()
        page.control.prepared.connect(made.append)
        step.again.click()
        await until(lambda: made)
        steps = await tab.console.db(lambda space: space.imports.steps(made[0]))
        others = [at + 1 for at in range(160) if not 110 <= at < 140]
        assert [each.get("left_out") for each in steps] == [others]
        await page.shut()
