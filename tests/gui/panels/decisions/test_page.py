"""The page of decisions: everything in doubt in one place, decided with both costs in sight, taken back."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.decisions.page import DECIDED, DecisionsPage
from svcconsole.gui.panels.runs.activity import ActivityDock, ActivityLine
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.reports.activity import RunningReport
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.schema import Bucket, ItemState
from tests.gui.panels.decisions.conftest import Doubtful, doubtful_run
from tests.gui.panels.person.conftest import run_of
from tests.gui.panels.runs.conftest import consent
from tests.gui.shell.conftest import OpenWindow
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

pytestmark = pytest.mark.usefixtures("window_loop")


async def with_runs(window: MainWindow) -> None:
    """As the program begins them."""
    console = window.console
    await console.ready()
    console.runs = RunsController(console, console, may_resume=consent)
    line, dock = ActivityLine(console, RunningReport(console.reports)), ActivityDock(console)
    line.watch(console.runs)
    dock.watch(console.runs)
    window.add_runs(console.runs, line, dock)


async def opened(qtbot: QtBot, window: MainWindow, rows: int) -> DecisionsPage:
    """Through the band's button, once its number is there."""
    await until(lambda: window.band.decisions.text() == f"{rows} need{'s' * (rows == 1)} your decision")
    qtbot.mouseClick(window.band.decisions, Qt.MouseButton.LeftButton)
    page = window.page()
    assert isinstance(page, DecisionsPage)
    await until(lambda: len(page.listing.rows()) == rows and not page.scope.is_busy())
    return page


async def chosen(page: DecisionsPage, name: str) -> None:
    row = next(row for row in page.listing.rows() if row.name == name)
    page.list.show_row(row.key)
    await until(lambda: not page.scope.is_busy())


async def test_all_doubts_are_in_one_place_by_kind(
    qtbot: QtBot, open_window: OpenWindow, leave_in_doubt: Doubtful
) -> None:
    async with open_window() as window:
        await with_runs(window)
        await leave_in_doubt(window.console, "Giulia Esposito")
        await doubtful_run(window.console, 2)
        window.console.sends_changed.emit()
        page = await opened(qtbot, window, 3)
        names = [str(page.listing.index(at).data()) for at in range(page.listing.rowCount())]
        assert names == ["Products", "P000001", "P000002", "Tickets", "Ticket for Giulia Esposito"]
        await chosen(page, "Ticket for Giulia Esposito")
        assert page.detail.question.text() == "Was the ticket for \u2068Giulia Esposito\u2069 created?"
        (doubt,) = [row.doubt for row in page.listing.rows() if row.doubt.single]
        told = " ".join(f"{step.title} {step.sub}" for step in page.detail.story.steps)
        assert doubt.reference in told
        assert "noted before it was sent" in told
        assert "proves nothing" in told
        assert page.detail.answer() == ""
        assert not page.bar.apply.isEnabled()
        assert page.bar.apply.text() == "Choose an answer"
        page.detail.see.click()
        assert doubt.reference in page.detail.sent.text()


async def test_a_ticket_is_counted_as_sent_and_that_is_taken_back(
    qtbot: QtBot, open_window: OpenWindow, leave_in_doubt: Doubtful, practice_store: PracticeStore
) -> None:
    async with open_window() as window:
        await with_runs(window)
        console = window.console
        await leave_in_doubt(console, "Giulia Esposito")
        await leave_in_doubt(console, "Björn Åkesson")
        page = await opened(qtbot, window, 2)
        page.list.setFocus()
        qtbot.keyClick(page.detail, Qt.Key.Key_1)
        page.detail.choose("count_as_sent")
        await until(page.bar.apply.isEnabled)
        assert page.bar.apply.text() == "Count 1 as sent"
        qtbot.mouseClick(page.bar.apply, Qt.MouseButton.LeftButton)
        await until(lambda: len(page.listing.rows()) == 1)
        await until(lambda: window.band.decisions.text() == "1 needs your decision")
        page.segments.set_current(DECIDED)
        await until(lambda: page.bar.take_back.isVisible() and page.bar.take_back.isEnabled())
        (row,) = page.listing.rows()
        assert row.decided is not None
        assert row.decided.by in page.detail.decided.text()
        qtbot.mouseClick(page.bar.take_back, Qt.MouseButton.LeftButton)
        await until(lambda: not page.listing.rows())
        await until(lambda: window.band.decisions.text() == "2 need your decision")
        assert practice_store.counts()["tickets"] == 2


async def test_sending_once_more_makes_a_new_ticket(
    qtbot: QtBot, open_window: OpenWindow, leave_in_doubt: Doubtful, practice_store: PracticeStore
) -> None:
    async with open_window() as window:
        await with_runs(window)
        await leave_in_doubt(window.console, "Giulia Esposito")
        page = await opened(qtbot, window, 1)
        page.detail.choose("send_again")
        qtbot.mouseClick(page.bar.apply, Qt.MouseButton.LeftButton)
        await until(window.band.decisions.isHidden)
        await until(lambda: not window.console.sends.under_way)
        assert practice_store.counts()["tickets"] == 2
        assert window.console.runs is not None
        assert not window.console.runs.is_running(), "a ticket is no run of a file"
        new, old = await window.console.sends.sent_before("ticket")
        assert (new.retry_of, new.state, old.state) == (old.run_id, ItemState.ACKED, ItemState.LEFT_OUT)
        page.segments.set_current(DECIDED)
        await until(page.bar.take_back.isVisible)
        assert not page.bar.take_back.isEnabled()


async def test_ticked_ones_get_the_same_answer(
    qtbot: QtBot, open_window: OpenWindow, leave_in_doubt: Doubtful
) -> None:
    async with open_window() as window:
        await with_runs(window)
        for name in ("Giulia Esposito", "Björn Åkesson", "Siobhán O’Dowd"):
            await leave_in_doubt(window.console, name)
        page = await opened(qtbot, window, 3)
        page.list.setFocus()
        qtbot.keyClick(page.list, Qt.Key.Key_Space)
        qtbot.keyClick(page.list, Qt.Key.Key_Down)
        qtbot.keyClick(page.list, Qt.Key.Key_Space)
        await until(lambda: not page.scope.is_busy())
        page.detail.choose("keep")
        assert page.bar.apply.text() == "Count 2 as not sent"
        assert page.bar.message() == "The answer is for the 2 selected"
        qtbot.mouseClick(page.bar.apply, Qt.MouseButton.LeftButton)
        await until(lambda: len(page.listing.rows()) == 1)
        notice = window.console.notices.open[-1]
        assert notice.sentence == "2 counted as not sent."
        notice.links[0].run()
        await until(lambda: len(page.listing.rows()) == 3)


async def test_products_of_a_run_are_decided_here_too_and_it_goes_on(
    qtbot: QtBot, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window() as window:
        await with_runs(window)
        console = window.console
        run_id = await doubtful_run(console, 3)
        console.sends_changed.emit()
        page = await opened(qtbot, window, 3)
        await until(page.bar.same.isVisible)
        assert page.bar.same.text() == "Same answer for the other 2 of this run"
        page.bar.same.setChecked(True)
        page.detail.choose("send_again")
        assert page.bar.apply.text() == "Send 3 once more"
        qtbot.mouseClick(page.bar.apply, Qt.MouseButton.LeftButton)
        await until(lambda: practice_store.counts()["products"] == 4)
        runs = console.runs
        assert runs is not None
        await until(lambda: not runs.is_running())
        totals = await console.db(lambda space: space.runs.totals(run_id))
        assert (totals.sent, totals.needs_decision) == (4, 0)
        await runs.close()


async def test_every_tab_has_its_doubts_here_and_one_answer_takes_them_all(
    qtbot: QtBot, open_window: OpenWindow, leave_in_doubt: Doubtful
) -> None:
    async with open_window() as window:
        await with_runs(window)
        console = window.console
        await leave_in_doubt(console, "Giulia Esposito")
        await doubtful_run(console, 2)
        doubtful = {"partnerCustomerId:C-1": ItemState.UNKNOWN, "email:a@post.example": ItemState.UNKNOWN}
        for kind in ("customers", "user_properties"):
            await console.db(partial(run_of, kind=kind, file_name=f"{kind}.csv", ends=doubtful))
        console.sends_changed.emit()
        page = await opened(qtbot, window, 7)
        headings = [page.listing.index(at).data() for at in range(page.listing.rowCount())]
        assert {"Customers", "Products", "Tickets", "User properties"} <= set(headings)
        for name, question in (
            ("C-1", "Was \u2068C-1\u2069 saved?"),
            ("P000001", "Did \u2068P000001\u2069 arrive?"),
        ):
            await chosen(page, name)
            assert page.detail.question.text() == question
        for row in page.listing.rows():
            at = page.listing.index_of(row.key)
            page.listing.setData(at, Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
        page.detail.choose("count_as_sent")
        assert page.bar.apply.text() == "Count 7 as sent"
        qtbot.mouseClick(page.bar.apply, Qt.MouseButton.LeftButton)
        await until(lambda: not page.listing.rows() and window.band.decisions.isHidden())
        console.notices.open[-1].links[0].run()
        await until(lambda: len(page.listing.rows()) == 7)


async def test_what_this_is_is_told(open_window: OpenWindow) -> None:
    async with open_window() as window:
        page = window.show_decisions()
        page.what.click()
        await until(page.popover.isVisible)
        (told,) = page.popover.findChildren(QLabel)
        assert "asks instead of guessing" in told.text()
        page.popover.hide()


async def test_a_count_of_sent_goes_into_the_file_of_sent_rows(open_window: OpenWindow) -> None:
    async with open_window() as window:
        console = window.console
        run_id = await doubtful_run(console, 2)
        await console.sends.decide(run_id, [0], Decision.COUNT_AS_SENT)
        sent, left = await console.db(
            lambda space: (
                space.runs.record_ids(run_id, Bucket.SENT),
                space.runs.record_ids(run_id, Bucket.NEEDS_DECISION),
            )
        )
        assert (sent, left) == (("P000001",), ("P000002",))


async def test_nothing_to_decide_is_said(open_window: OpenWindow) -> None:
    async with open_window() as window:
        page = window.show_decisions()
        await until(lambda: page.stack.currentWidget() is page.empty)
        assert page.empty.accessibleName() == "Nothing needs your decision"
        assert window.band.decisions.isHidden()
        page.left.emit()
        assert window.page() is not page


@pytest.mark.parametrize(
    "name", ["<b>Giulia</b> <img src='file:///x'>", "محمد الأحمدي", "x" * 300, "a\u202eb\n<a>"]
)
async def test_names_are_text_whatever_they_hold(
    qtbot: QtBot, open_window: OpenWindow, leave_in_doubt: Doubtful, name: str
) -> None:
    async with open_window(width=900, height=700) as window:
        await with_runs(window)
        await leave_in_doubt(window.console, name)
        page = await opened(qtbot, window, 1)
        for label in page.findChildren(QLabel):
            assert label.textFormat() == Qt.TextFormat.PlainText
        assert "\u202e" not in page.detail.question.text()
        assert page.width() <= window.width()
