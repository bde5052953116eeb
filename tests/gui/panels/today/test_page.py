"""The start page: what waits stands in the order of what cannot, nothing is a dead end, and a quiet day is
told as one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from sqlalchemy import text

from svcconsole.gui.kit.relative_time import clock_of, long_day
from svcconsole.gui.panels.decisions.page import DecisionsPage
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.panels.today.page import TodayPage
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.catalog.editing.editor_page import EditorPage
from svcconsole.gui.tabs.customers.tab import CustomersTab
from svcconsole.gui.tabs.helpdesk.tab import HelpdeskTab
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from svcconsole.gui.tabs.reports.tab import ReportsTab
from svcconsole.services.deliveries.states import State, written
from svcconsole.workspace.database import Workspace
from tests.gui.panels.decisions.conftest import Doubtful
from tests.gui.panels.runs.conftest import plan
from tests.gui.panels.today.conftest import (
    NO_WHATSAPP,
    TOO_LATE,
    arrived_report,
    begin_runs,
    half_done,
    messages_of_yesterday,
    settled,
    stopped_run,
    today,
    yesterday,
)
from tests.gui.shell.conftest import LIVE, OpenWindow
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import words_of


def names(page: TodayPage) -> list[str]:
    return [line.name.text() for line in page.lines()]


def press(page: TodayPage, name: str) -> None:
    """Press the way on of the line of this name."""
    next(line for line in page.lines() if name in line.name.text()).way.click()


async def test_what_waits_stands_in_the_order_of_what_cannot(
    window_loop: QApplication, open_window: OpenWindow, leave_in_doubt: Doubtful
) -> None:
    async with open_window() as window:
        await leave_in_doubt(window.console, "Giulia Esposito")
        await leave_in_doubt(window.console, "Siobhán O’Dowd")

        def begin(space: Workspace) -> None:
            half_done(space)
            arrived_report(space)
            stopped_run(space)
            space.drafts.save("message:new", {"mine": {"contact_identifier": "+393471000188"}})

        await window.console.db(begin)
        page = today(window)
        await settled(page)
        assert [group for group, widget in page.groups.items() if not widget.isHidden()] == [
            "decisions", "unfinished", "reports", "begun",
        ]  # fmt: skip
        assert [name.replace("\u2068", "").replace("\u2069", "") for name in names(page)] == [
            "Was the ticket for Siobhán O’Dowd created?",
            "Was the ticket for Giulia Esposito created?",
            "autumn-range.csv",
            "All Conversations Report",
            "contacts.csv",
            "Message to +39 347 100 0188",
        ]
        assert "2 need your decision" in words_of(page.groups["decisions"])
        assert page.groups["decisions"].filled.text() == "Answer both"
        stopped = page.groups["unfinished"].lines()[0]
        assert "Stopped after 0 of 5 products" in stopped.sentence.text()
        # One filled button: the answer's, not the stopped run's as well.
        assert stopped.way.property("kind") == "plain"


async def test_without_a_decision_the_stopped_run_has_the_filled_button(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        begin_runs(window)
        run_id = await window.console.db(stopped_run)
        page = today(window)
        await settled(page)
        assert page.groups["decisions"].isHidden()
        assert page.groups["unfinished"].lines()[0].way.property("kind") == "primary"
        qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        found = await until(lambda: run_in_front(window))
        assert found.shown_run == run_id
        await until(lambda: not found.panel.scope.is_busy())


def run_in_front(window: MainWindow) -> RunPage | None:
    stack = getattr(window.page(), "stack", None)
    page = stack.currentWidget() if stack is not None else None
    return page if isinstance(page, RunPage) else None


async def test_nothing_is_a_dead_end(
    window_loop: QApplication, open_window: OpenWindow, leave_in_doubt: Doubtful, tmp_path: Path
) -> None:
    """Each line's way on leads to the thing itself."""
    async with open_window() as window:
        await leave_in_doubt(window.console, "Giulia Esposito")
        file = tmp_path / "contacts.csv"
        file.write_text("name,phone\nAna,+393471000188\n", encoding="utf-8")

        def begin(space: Workspace) -> str:
            run_id = stopped_run(space)
            half_done(space)
            space.drafts.save("products:new", {"read": {}, "mine": {"name": "Jug"}, "name": "Jug"})
            space.drafts.save("prices:changes", {"changes": [], "run": ""})
            space.drafts.save("ticket:new", {"mine": {"customer_phone_number": "+393471000188"}})
            space.drafts.save("flow:new", {"mine": {"name": "Ana"}})
            space.drafts.save("report:new", {"mine": {"report_name": "Orders"}})
            return run_id

        begin_runs(window)
        run_id = await window.console.db(begin)
        page = today(window)
        await settled(page)

        press(page, "Giulia")
        assert isinstance(window.page(), DecisionsPage)
        today(window)
        press(page, "autumn-range")
        run = await until(lambda: run_in_front(window))
        assert run.shown_run == run_id
        await until(lambda: not run.panel.scope.is_busy())
        today(window)
        press(page, "contacts.csv")
        customers = window.page()
        assert isinstance(customers, CustomersTab)
        await until(lambda: isinstance(customers.stack.currentWidget(), ImportPage))
        today(window)
        press(page, "Jug")
        catalog = await until(lambda: window.pages.built("Catalog"))
        await until(lambda: isinstance(catalog.stack.currentWidget(), EditorPage))
        today(window)
        press(page, "Prices and stock")
        await until(lambda: catalog.products_page.shows_prices() and window.page() is catalog)
        today(window)
        press(page, "Ticket for")
        assert isinstance(window.page(), HelpdeskTab)
        today(window)
        press(page, "Flow for")
        messaging = window.page()
        assert isinstance(messaging, MessagingTab)
        assert messaging.page() is messaging.flow_page
        today(window)
        press(page, "Orders")
        reports = window.page()
        assert isinstance(reports, ReportsTab)
        await until(lambda: not reports.scope.is_busy() and not catalog.scope.is_busy())


@pytest.mark.parametrize(
    ("kind", "left_at", "words"),
    [
        ("customers", "columns", "Import of customers, step 2 of 5: Columns"),
        ("templates", "columns", "Campaign, step 2 of 7: Message"),
        ("templates", "when", "Campaign, step 4 of 7: When"),
        ("messages", "look", "Campaign, step 5 of 7: Look"),
    ],
)
async def test_what_was_left_says_its_step_as_the_wizard_does(
    window_loop: QApplication, open_window: OpenWindow, kind: str, left_at: str, words: str
) -> None:
    async with open_window() as window:
        await window.console.db(
            lambda space: space.imports.set_page(half_done(space, kind, "people.csv"), left_at)
        )
        page = today(window)
        await settled(page)
        (line,) = page.groups["begun"].lines()
        assert line.sentence.text().startswith(words)


async def test_a_quiet_day_says_so_and_why(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        await window.console.db(lambda space: messages_of_yesterday(space, read=3, delivered=1))
        page = today(window)
        await until(lambda: page.quiet is not None and page.middle.currentWidget() is page.quiet)
        assert page.quiet is not None
        assert page.quiet.why.text() == "Every message of yesterday arrived, and every run has finished."
        assert page.filled() is None
        assert not page.write.isVisible()
        first, *_, last = page.quiet.invitations.values()
        assert first.hasFocus()
        for _ in range(2):
            qtbot.keyClick(window.window().focusWidget(), Qt.Key.Key_Down)
        assert last.hasFocus()
        qtbot.keyClick(last, Qt.Key.Key_Return)
        assert isinstance(window.page(), ReportsTab)
        today(window)
        qtbot.keyClick(page, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        messaging = window.page()
        assert isinstance(messaging, MessagingTab)
        await until(lambda: not messaging.scope.is_busy())


async def test_yesterdays_failures_by_reason_lead_to_the_people(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    reasons = [NO_WHATSAPP] * 3 + [TOO_LATE] * 2

    def send(space: Workspace) -> None:
        messages_of_yesterday(space, read=5, delivered=2, failed=reasons)

    async with open_window() as window:
        await window.console.db(send)
        page = today(window)
        await settled(page)
        assert page.contents is not None
        shown = page.contents.yesterday
        assert (shown.sent.number.text(), shown.arrived.number.text(), shown.failed.number.text()) == (
            "12", "7", "5",
        )  # fmt: skip
        rows = shown.rows()
        assert [(row.text(), row.accessibleName()) for row in rows] == [
            ("No WhatsApp on this number", "No WhatsApp on this number: 3"),
            ("More than 24 hours since they wrote", "More than 24 hours since they wrote: 2"),
        ]
        assert rows[0].accessibleDescription().startswith("For good")
        assert rows[1].accessibleDescription().startswith("After a change")
        rows[1].click()
        tab = window.page()
        assert isinstance(tab, MessagingTab)
        delivery = tab.delivery_page
        await until(lambda: delivery.model.rowCount() == 2)
        assert {each.why for each in delivery.model.shown()} == {TOO_LATE}
        today(window)
        shown.people_wanted.emit("")
        await until(lambda: delivery.model.rowCount() == 5)
        assert {each.state for each in delivery.model.shown()} == {State.FAILED}
        await until(lambda: not tab.scope.is_busy())


async def test_yesterday_is_the_stores_day(window_loop: QApplication, open_window: OpenWindow) -> None:
    """What was sent two days ago, or today, is none of yesterday's."""
    async with open_window(LIVE._replace(time_zone="UTC")) as window:
        for days in (-1, 1):
            moment = written(yesterday("UTC") + timedelta(days=days))
            await window.console.db(partial(messages_of_yesterday, read=2 + days, at=moment))
        page = today(window)
        await until(lambda: page.quiet is not None)
        assert page.contents is not None
        assert page.contents.yesterday.isHidden()


async def test_another_day_is_read_anew(window_loop: QApplication, open_window: OpenWindow) -> None:
    """Between these two zones it is always another day."""
    async with open_window(LIVE._replace(time_zone="Pacific/Pago_Pago")) as window:
        await window.console.db(half_done)
        page = today(window)
        await settled(page)
        before = page.date.text()
        assert before == long_day(display_zone().now().date())
        display_zone().set_store("Pacific/Kiritimati")
        left = (await window.console.db(lambda space: space.imports.list()))[0].updated_at
        await until(lambda: clock_of(left) in page.groups["begun"].lines()[0].sentence.text())
        assert page.date.text() == long_day(display_zone().now().date()) != before
        await settled(page)


async def test_a_group_that_cannot_be_read_says_so_and_is_tried_again(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        await window.console.db(stopped_run)
        await window.console.db(lambda space: _rename(space, "imports", "imports_gone"))
        page = today(window)
        await settled(page)
        begun = page.groups["begun"]
        assert [line.name.text() for line in begun.lines()] == ["This could not be read"]
        assert page.groups["unfinished"].lines()  # the others are shown
        await window.console.db(lambda space: _rename(space, "imports_gone", "imports"))
        await window.console.db(half_done)
        begun.lines()[0].way.click()
        await until(lambda: "contacts.csv" in names(page))


def _rename(space: Workspace, before: str, after: str) -> None:
    with space.writing() as connection:
        connection.execute(text(f"ALTER TABLE {before} RENAME TO {after}"))


async def test_a_report_is_new_until_it_was_opened_here(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        run_id = await window.console.db(arrived_report)
        on_friday = written(datetime.now(UTC) - timedelta(days=3))
        await window.console.db(lambda space: space.reports.update(run_id, ended_at=on_friday))
        page = today(window)
        await settled(page)
        assert names(page) == ["All Conversations Report"]
        tab = window.show_tab("Reports")
        assert isinstance(tab, ReportsTab)
        await until(lambda: not tab.scope.is_busy())
        await window.console.reports.read()
        live = window.console.reports.find(run_id)
        assert live is not None
        path = window.console.reports.file_of(live.run)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a,b\n1,2\n", encoding="utf-8")
        window.open_report(run_id)
        viewer = await until(tab.viewing.viewer)
        await until(lambda: not viewer.scope.is_busy())
        today(window)
        await until(lambda: page.quiet is not None and page.middle.currentWidget() is page.quiet)


async def test_lines_are_walked_with_the_arrows(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    def begin(space: Workspace) -> None:
        stopped_run(space)
        half_done(space)
        half_done(space, "tickets", "tickets.csv")

    async with open_window() as window:
        await window.console.db(begin)
        page = today(window)
        await until(lambda: len(page.lines()) == 3)
        ways = [line.way for line in page.lines()]
        await until(ways[0].hasFocus)
        qtbot.keyClick(ways[0], Qt.Key.Key_Down)
        qtbot.keyClick(ways[1], Qt.Key.Key_Down)
        assert ways[2].hasFocus()
        qtbot.keyClick(ways[2], Qt.Key.Key_Down)
        assert ways[2].hasFocus()
        qtbot.keyClick(ways[2], Qt.Key.Key_Up)
        assert ways[1].hasFocus()


@pytest.mark.parametrize("width, beside", [(1280, True), (900, False)])
async def test_where_room_is_short_the_side_goes_under(
    window_loop: QApplication, open_window: OpenWindow, width: int, beside: bool
) -> None:
    def begin(space: Workspace) -> None:
        stopped_run(space)
        messages_of_yesterday(space, read=2)

    async with open_window(width=width, height=700) as window:
        await window.console.db(begin)
        page = today(window)
        await settled(page)
        await until(page.side.isVisible)
        assert page.main.isAncestorOf(page.side) is not beside


async def test_a_run_of_this_window_is_followed_in_its_line(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    """Its bar moves, its button holds it, and once it has ended nothing waits any more."""
    async with open_window() as window:
        runs = begin_runs(window)
        run_id = await window.console.db(lambda space: plan(space, 400))
        page = today(window)
        await settled(page)
        (line,) = page.lines()
        assert "Ready, and not started: 400 products" in line.sentence.text()
        practice_store.add_fault("latency", seconds=0.2)
        runs.start(run_id)
        await until(lambda: [line.way.text() for line in page.lines()] == ["Pause"])
        page.lines()[0].way.click()
        await until(lambda: [line.way.text() for line in page.lines()] == ["Resume"])
        practice_store.clear_faults()
        page.lines()[0].way.click()
        await until(lambda: page.quiet is not None and page.middle.currentWidget() is page.quiet)
        run = runs.run(run_id)
        assert run is not None and run.state == "finished"
