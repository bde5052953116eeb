"""The week of the campaigns: what it draws is what is planned; what is moved by hand is moved for good."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from sqlalchemy import update

from svcconsole.gui.runtime.notices import Notice
from svcconsole.gui.tabs.messaging.campaign.result.result_page import ResultPage
from svcconsole.gui.tabs.messaging.campaign.week.week_layout import moment, placed
from svcconsole.gui.tabs.messaging.campaign.week.week_view import WeekView
from svcconsole.gui.tabs.messaging.section_switch import CAMPAIGNS
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from svcconsole.services.campaigns.sending_numbers import SendingNumber, save
from svcconsole.services.campaigns.terms import CampaignTerms, SendWindow
from svcconsole.services.campaigns.week.records import Stage, WeekCampaign
from svcconsole.workspace.clock import written
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import ItemState, RunState, items, runs
from tests.gui.tabs.messaging.campaign.conftest import OpenCampaigns
from tests.support.campaign_results import Person, number, sent_campaign
from tests.support.coroutines import until

TUESDAY = (datetime.now(UTC) + timedelta(days=8 - datetime.now(UTC).weekday())).replace(
    hour=10, minute=0, second=0, microsecond=0
)
"""Of the week to come."""


def planned(space: Workspace, people: int, at: datetime, name: str) -> str:
    terms = CampaignTerms(window=SendWindow(starts_at=written(at))).as_text()
    some = [Person(number(each), {}, state=ItemState.PLANNED) for each in range(people)]
    return sent_campaign(space, some, name=name, terms=terms, state=RunState.PLANNED)


async def filled(tab: MessagingTab) -> tuple[str, str]:
    """Two campaigns on one day and one that ran last week; the ids of the two."""

    def write(space: Workspace) -> tuple[str, str]:
        save(space, SendingNumber("Hamburg shop", people=100))
        ran = [Person(number(at), {"read": 5}) for at in range(30)]
        sent_campaign(space, ran, start=TUESDAY - timedelta(days=7), name="Back in stock.csv")
        early = planned(space, 60, TUESDAY, "Early birds.csv")
        return early, planned(space, 50, TUESDAY + timedelta(hours=5), "Black <b>Friday</b>.csv")

    made: tuple[str, str] = await tab.console.db(write)
    return made


async def shown(tab: MessagingTab) -> WeekView:
    tab.show_place(CAMPAIGNS)
    page = tab.campaigns_page
    page.views.set_current(1)
    await until(lambda: page.week.canvas.week is not None)
    page.week.after.click()
    view = page.week
    await until(lambda: view.canvas.week is not None and view.canvas.week.first == _monday())
    return view


def _monday() -> object:
    return TUESDAY.date() - timedelta(days=1)


def found(view: WeekView, run_id: str) -> WeekCampaign:
    week = view.canvas.week
    assert week is not None
    return next(each for each in week.campaigns if each.run_id == run_id)


async def test_the_week_says_what_does_not_fit_and_its_way_out_makes_it_fit(
    window_loop: QApplication, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        _, late = await filled(tab)
        view = await shown(tab)
        assert view.count.text() == "2 campaigns · 1 does not fit"
        assert view.canvas.current == late, "the one that needs somebody is chosen"
        assert view.side.title.text() == "Black <b>Friday</b>"
        assert view.side.conflict.isVisible()
        tuesday = view.canvas.week.days[1] if view.canvas.week is not None else None
        assert tuesday is not None and (tuesday.most, tuesday.limit, tuesday.too_many) == (110, 100, 10)
        view.side.way.click()
        await until(lambda: view.canvas.week is not None and not view.canvas.week.too_many)
        assert found(view, late).begins == TUESDAY + timedelta(days=1, hours=5)
        assert not view.side.conflict.isVisible()
        told = await moved_notice(tab, late)
        told.links[0].run()
        await until(lambda: found(view, late).begins == TUESDAY + timedelta(hours=5))


async def test_a_campaign_is_dragged_by_quarters_and_moved_by_keys(
    window_loop: QApplication, qtbot: QtBot, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        early, _ = await filled(tab)
        view = await shown(tab)
        canvas = view.canvas
        block = canvas.block_of(early)
        start = QPoint(round(block.center().x()), round(block.top()) + 4)
        end = canvas.point_of(TUESDAY + timedelta(days=2, hours=3)).toPoint() + QPoint(0, 6)
        qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
        qtbot.mouseMove(canvas, start + QPoint(30, 30))
        qtbot.mouseMove(canvas, end)
        assert found(view, early).begins == TUESDAY, "nothing moves until it is let go"
        qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=end)
        thursday = TUESDAY + timedelta(days=2, hours=3)
        await until(lambda: found(view, early).begins == thursday)

        canvas.setFocus()
        alt, shift = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
        qtbot.keyClick(canvas, Qt.Key.Key_Down, alt)
        await until(lambda: found(view, early).begins == thursday + timedelta(minutes=15))
        qtbot.keyClick(canvas, Qt.Key.Key_Up, alt | shift)
        await until(lambda: found(view, early).begins == thursday - timedelta(minutes=45))
        qtbot.keyClick(canvas, Qt.Key.Key_Left, alt)
        await until(lambda: found(view, early).begins == thursday - timedelta(days=1, minutes=45))
        qtbot.keyClick(canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: found(view, early).begins == thursday - timedelta(minutes=45))


async def test_undo_takes_back_the_move_it_stands_under(
    window_loop: QApplication, qtbot: QtBot, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        early, late = await filled(tab)
        view = await shown(tab)
        quarter, alt = timedelta(minutes=15), Qt.KeyboardModifier.AltModifier
        for run_id in (early, late):
            view.canvas.choose(run_id)
            qtbot.keyClick(view.canvas, Qt.Key.Key_Down, alt)
            await moved_notice(tab, run_id)
        told = await moved_notice(tab, early)
        told.links[0].run()
        await until(lambda: found(view, early).begins == TUESDAY)
        assert found(view, late).begins == TUESDAY + timedelta(hours=5) + quarter


async def test_undo_reaches_a_campaign_of_another_week(
    window_loop: QApplication, qtbot: QtBot, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        early, _ = await filled(tab)
        view = await shown(tab)
        canvas = view.canvas
        view.canvas.choose(early)
        qtbot.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
        await until(lambda: found(view, early).begins == TUESDAY + timedelta(days=1))
        qtbot.keyClick(canvas, Qt.Key.Key_PageDown)
        await until(lambda: canvas.week is not None and not canvas.week.campaigns)
        qtbot.keyClick(canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        told = await moved_notice(tab, early, "Tuesday")
        qtbot.keyClick(canvas, Qt.Key.Key_PageUp)
        await until(lambda: canvas.week is not None and canvas.week.campaigns)
        assert found(view, early).begins == TUESDAY

        qtbot.keyClick(canvas, Qt.Key.Key_PageDown)
        await until(lambda: canvas.week is not None and not canvas.week.campaigns)
        told.links[0].run()
        await moved_notice(tab, early, "Wednesday")


async def test_what_has_begun_meanwhile_is_not_moved_back_and_says_so(
    window_loop: QApplication, qtbot: QtBot, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        early, _ = await filled(tab)
        view = await shown(tab)
        view.canvas.choose(early)
        qtbot.keyClick(view.canvas, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        told = await moved_notice(tab, early)
        await tab.console.db(lambda space: begun(space, early))
        told.links[0].run()
        notices = tab.console.notices
        refused = await until(lambda: next((one for one in notices.open if one.level == "error"), None))
        assert "Early birds has begun already" in refused.sentence


def begun(space: Workspace, run_id: str) -> None:
    """Let a planned campaign be under way."""
    with space.writing() as connection:
        connection.execute(update(runs).where(runs.c.id == run_id).values(state=RunState.RUNNING))
        left = update(items).where(items.c.run_id == run_id, items.c.seq == 0)
        connection.execute(left.values(state=ItemState.ACKED, at=written(datetime.now(UTC))))


async def moved_notice(tab: MessagingTab, run_id: str, words: str = "") -> Notice:
    """What is told of the newest move of a campaign, once it says this."""

    def told() -> Notice | None:
        some = (one for one in tab.console.notices.open if one.about == f"moved {run_id}")
        return next((one for one in some if words in one.sentence), None)

    notice = await until(told)
    assert isinstance(notice, Notice)
    return notice


async def test_what_ran_is_not_moved_and_opens_its_result(
    window_loop: QApplication, qtbot: QtBot, open_campaigns: OpenCampaigns
) -> None:
    async with open_campaigns() as tab:
        await filled(tab)
        view = await shown(tab)
        canvas = view.canvas
        qtbot.keyClick(canvas, Qt.Key.Key_PageUp)
        await until(lambda: canvas.week is not None and len(canvas.week.campaigns) == 1)
        campaign = canvas.campaign()
        assert campaign is not None and campaign.stage is Stage.SETTLED
        qtbot.keyClick(canvas, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        assert "Back in stock" in canvas.accessibleDescription()
        qtbot.keyClick(canvas, Qt.Key.Key_Return)
        page = await until(lambda: found if isinstance(found := tab.page(), ResultPage) else None)
        assert isinstance(page, ResultPage)
        await page.shut()


def test_campaigns_that_overlap_stand_beside_one_another() -> None:
    def campaign(name: str, hour: float, hours: float) -> WeekCampaign:
        begins = TUESDAY.replace(hour=0) + timedelta(hours=hour)
        ends = begins + timedelta(hours=hours)
        return WeekCampaign(name, "", name, Stage.PLANNED, begins, ends, 1, 0, 0, {begins: 1})

    some = [campaign("a", 9, 3), campaign("b", 10, 4), campaign("c", 12.5, 1), campaign("d", 15, 1)]
    monday = TUESDAY.date() - timedelta(days=1)
    lanes = {each.campaign.name: (each.lane, each.lanes) for each in placed(some, monday, UTC)}
    assert lanes == {"a": (0, 2), "b": (1, 2), "c": (0, 2), "d": (0, 1)}
    assert moment(monday, 1, 10.1, UTC) == TUESDAY
    assert moment(monday, 1, 10.2, UTC) == TUESDAY + timedelta(minutes=15)
