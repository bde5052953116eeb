"""Reports that were asked for: watched to their end, over restarts and faults, several side by side."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.text import TONE_PROPERTY
from svcconsole.gui.kit.report_title import title_of
from svcconsole.gui.kit.widgets.field_question import FieldQuestion
from svcconsole.gui.panels.runs.activity import ActivityDock, ActivityLine
from svcconsole.gui.runtime.live_report import LiveReport
from svcconsole.gui.runtime.notices import Level
from svcconsole.gui.tabs.reports import run_text as say
from svcconsole.gui.tabs.reports.activity import ReportsActivity, RunningReport
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.runs.report_runs import UNDER_WAY, Need, Stage
from tests.gui.tabs.reports.asking import (
    ALL,
    GENERATE,
    LOOK,
    ME,
    MESSAGES,
    PART_ROWS,
    SMALL,
    answer,
    ask,
    asked,
    card,
    click,
    hurried,
    newest,
    press,
    reach,
    write,
)
from tests.gui.tabs.reports.conftest import Open, OpenConsole
from tests.sandbox.wire import data
from tests.support.coroutines import until
from tests.support.odd_reports import DONE, Odd, played
from tests.support.practice import PracticeStore
from tests.support.qt import show


def rows_of(path: Path) -> int:
    """Rows of a report whose values have no line breaks."""
    return len(path.read_text("utf-8").splitlines()) - 1


async def test_an_export_in_parts_ends_as_one_file(
    window_loop: QApplication, qtbot: QtBot, parts_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(parts_store) as tab:
        tab.console.settings.set("reports/own_email", ME)
        live = await ask(qtbot, tab, ALL)
        await reach(tab, live, Stage.DONE)
        shown = card(tab, live)
        assert shown.figures.text().startswith(f"3 parts · {MESSAGES} rows · ")
        assert shown.ways["open"].isVisible() and shown.ways["folder"].isVisible()
        assert shown.ways["stop"].isHidden()
        assert rows_of(tab.console.reports.file_of(live.run)) == MESSAGES
        assert [report["rows"] for report in asked(parts_store)] == [
            MESSAGES % PART_ROWS,
            PART_ROWS,
            PART_ROWS,
        ]
        references = {report["request"]["reportDescription"] for report in asked(parts_store)}
        assert references == {f"Ref {live.run.reference}"}
        (told,) = tab.console.notices.open
        assert ALL in told.sentence and f"{MESSAGES} rows" in told.sentence


async def test_a_report_cut_short_is_said_in_red_on_the_card_the_notice_and_the_file(
    window_loop: QApplication, qtbot: QtBot, open_tab: Open
) -> None:
    async with (
        played(Odd([[{**DONE, "cursor": "a"}]], [b"id,text\n1,a\n2,b\n"])) as odd,
        open_tab(odd) as tab,
    ):
        live = await ask(qtbot, tab, SMALL)
        await reach(tab, live, Stage.DONE)
        shown = card(tab, live)
        assert (shown.pill.value().word, shown.pill.value().tone) == ("Cut short", "danger")
        assert shown.said.text() == "The first 2 rows only: the store has more. Narrow the dates."
        assert shown.said.isVisible() and shown.said.property(TONE_PROPERTY) == "danger"
        (told,) = tab.console.notices.open
        assert told.level is Level.ERROR
        assert "is cut short: the store has more than these 2 rows" in told.sentence


async def test_a_report_with_a_note_says_so_where_it_is_done(
    window_loop: QApplication, qtbot: QtBot, open_tab: Open
) -> None:
    async with played(Odd([[DONE]], [b"Maintenance\n"])) as odd, open_tab(odd) as tab:
        live = await ask(qtbot, tab, SMALL)
        await reach(tab, live, Stage.DONE)
        shown = card(tab, live)
        assert (shown.pill.value().word, shown.pill.value().tone) == ("Done, with a note", "warning")
        assert shown.said.property(TONE_PROPERTY) == "warning"
        assert "one column and no row" in shown.said.text()
        (told,) = tab.console.notices.open
        assert told.level is Level.WARNING and "one column and no row" in told.advice


async def test_several_reports_go_on_side_by_side(
    window_loop: QApplication, parts_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(parts_store) as tab:
        tab.console.settings.set("reports/own_email", ME)
        parts_store.add_fault("report_stuck")
        tab.ask_page.form.load({"emails": [ME]})
        runs = []
        for name in (SMALL, "Channel Engagement", ALL):
            tab.ask_page.choose(name)
            tab.ask_page.question.days_editor().chips["today"].click()
            press(tab)
            await until(lambda: not tab.ask_page.scope.is_busy())
            runs.append(newest(tab))
        assert len(tab.ask_page.runs.cards) == 3
        await until(lambda: all(live.run.part.word for live in runs))
        assert {live.run.part.word for live in runs} <= {"QUEUE", "IN_PROGRESS"}
        assert "3 under way" in tab.ask_page.runs.heading.findChildren(type(tab.ask_page.lead))[1].text()
        parts_store.clear_faults()
        for live in runs:
            await reach(tab, live, Stage.DONE)


async def test_the_next_window_goes_on_in_the_middle_of_a_chain_before_anybody_looks(
    window_loop: QApplication,
    qtbot: QtBot,
    parts_store: PracticeStore,
    open_tab: Open,
    open_console: OpenConsole,
) -> None:
    async with open_tab(parts_store) as tab:
        tab.console.settings.set("reports/own_email", ME)
        live = await ask(qtbot, tab, ALL)
        parts_store.add_fault("report_stuck", after=1)
        await until(lambda: hurried(tab, live) and len(live.run.parts) > 1)
        run_id = live.run.id
    parts_store.clear_faults()
    async with open_console(parts_store) as console:
        reports = console.reports
        await reports.begin()
        found = reports.find(run_id)
        assert found is not None and found.run.stage in UNDER_WAY and reports.is_followed(run_id)

        def done() -> bool:
            reports.look_now(run_id)
            return found.run.stage is Stage.DONE and not reports.is_followed(run_id)

        await until(done)
        assert rows_of(reports.file_of(found.run)) == MESSAGES
        assert len(asked(parts_store)) == 3, "no part was asked for twice"
        (told,) = console.notices.open
        assert ALL in told.sentence and f"{MESSAGES} rows" in told.sentence
        wanted: list[str] = []
        console.report_opened.connect(wanted.append)
        told.links[0].run()
        assert wanted == [run_id]


async def test_no_answer_to_the_question_is_a_decision_and_goes_on_once_it_is_made(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        practice_store.add_fault("reset", operation=GENERATE, executed=False, count=1)
        write(qtbot, tab)
        press(tab)
        live = await until(lambda: next(iter(tab.console.reports.all()), None))
        await reach(tab, live, Stage.NEEDS)
        assert live.run.need is Need.DECISION
        assert say.pill(live).word == "Waits for you" and tab.ask_page.head_problems
        wanted: list[str] = []
        tab.console.decisions_wanted.connect(wanted.append)
        click(tab, live, "decide")
        (run_id,) = await until(lambda: wanted)
        (doubt,) = await tab.console.db(lambda space: space.decisions.open(10))
        assert (doubt.run_id, doubt.kind, doubt.about) == (run_id, "report", SMALL)
        assert asked(practice_store) == []
        back: list[str] = []
        tab.console.report_wanted.connect(back.append)
        await tab.console.sends.decide(run_id, (doubt.seq,), Decision.SEND_AGAIN)
        await reach(tab, live, Stage.DONE)
        assert back == [live.run.id], "whoever went there from here is brought back once it is decided"
        assert not tab.console.notices.open and not tab.ask_page.head_problems
        assert len(asked(practice_store)) == 1


async def test_counted_as_asked_it_is_watched_by_the_number_in_the_mail(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        practice_store.add_fault("reset", operation=GENERATE, executed=True, count=1)
        live = await ask(qtbot, tab)
        await reach(tab, live, Stage.NEEDS)
        click(tab, live, "decide")
        (doubt,) = await tab.console.db(lambda space: space.decisions.open(10))
        await tab.console.sends.decide(doubt.run_id, (doubt.seq,), Decision.COUNT_AS_SENT)
        await until(
            lambda: live.run.need is Need.HISTORY_ID and not tab.console.reports.is_followed(live.run.id)
        )
        click(tab, live, "give_id")
        asking = await until(lambda: next(iter(tab.findChildren(FieldQuestion)), None))
        asking.field.setText(str(asked(practice_store)[0]["id"]))
        await answer(tab, "Watch this report")
        await reach(tab, live, Stage.DONE)
        assert len(asked(practice_store)) == 1


async def test_a_report_that_failed_can_be_asked_for_once_more(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        practice_store.add_fault("report_failed", count=1)
        live = await ask(qtbot, tab)
        await reach(tab, live, Stage.FAILED)
        shown = card(tab, live)
        assert say.pill(live).word == "Failed" and shown.said.text() and shown.advice.text()
        practice_store.clear_faults()
        click(tab, live, "allow")
        await reach(tab, live, Stage.DONE)
        assert [report["status"] for report in asked(practice_store)] == ["COMPLETED", "FAILED"]


async def test_a_stopped_report_goes_on_where_it_was(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        practice_store.add_fault("report_stuck")
        live = await ask(qtbot, tab)
        await until(lambda: live.run.part.word)
        click(tab, live, "stop")
        await reach(tab, live, Stage.STOPPED)
        assert not tab.console.reports.is_followed(live.run.id)
        practice_store.clear_faults()
        click(tab, live, "go_on")
        await reach(tab, live, Stage.DONE)
        assert len(asked(practice_store)) == 1


async def test_a_link_that_is_too_old_is_renewed(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        practice_store.add_fault("expired_link", count=1)
        live = await ask(qtbot, tab)
        await reach(tab, live, Stage.DONE)
        assert tab.console.reports.file_of(live.run).is_file()
        assert len(asked(practice_store)) == 1


async def test_a_file_that_is_gone_is_tried_again_without_another_mail(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        practice_store.add_fault("expired_link")
        live = await ask(qtbot, tab)
        shown = card(tab, live)
        shown.ways["stop"].setFocus()
        await reach(tab, live, Stage.NEEDS)
        await until(lambda: "no longer available" in shown.said.text())
        assert {verb for verb, way in shown.ways.items() if way.isVisible()} == {"go_on", "allow"}
        assert shown.ways["go_on"].text() == "Try again"
        assert tab.window().focusWidget() is shown.first_way()
        assert "Leave it" in [action.text() for action in shown.menu().actions()]
        practice_store.clear_faults()
        click(tab, live, "go_on")
        await reach(tab, live, Stage.DONE)
        assert len(asked(practice_store)) == 1
        next(each for each in shown.menu().actions() if each.text() == "Copy its id").trigger()
        assert QGuiApplication.clipboard().text() == str(asked(practice_store)[0]["id"])


async def test_an_id_the_store_does_not_know_is_to_be_looked_at_and_can_be_tried_again(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        live = await tab.console.reports.watch(999)
        await reach(tab, live, Stage.FAILED)
        shown = card(tab, live)
        right = "Look whether the id is right: the store's e-mail names it."
        await until(lambda: shown.advice.text() == right)
        assert [verb for verb, way in shown.ways.items() if way.isVisible()] == ["go_on"]
        offered = {action.text(): action.isEnabled() for action in shown.menu().actions()}
        assert offered["Copy its id"] and not offered["Copy its reference"]
        before = live.run
        click(tab, live, "go_on")
        await until(lambda: live.run is not before)
        await reach(tab, live, Stage.FAILED)


async def test_a_store_that_is_away_is_said_and_watched_on(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        practice_store.add_fault("report_stuck")
        live = await ask(qtbot, tab)
        await until(lambda: live.run.part.word)
        practice_store.add_fault("reset", operation=LOOK)
        await until(lambda: hurried(tab, live) and live.trouble)
        shown = card(tab, live)
        assert shown.said.text() and shown.said.property("tone") == "warning"
        assert live.run.stage is Stage.WAITING
        practice_store.clear_faults()
        await reach(tab, live, Stage.DONE)


async def test_a_word_nobody_knows_is_shown_as_it_came(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        practice_store.add_fault("report_stuck")
        live = await ask(qtbot, tab)
        await until(lambda: live.run.part.word)
        run_id = live.run.id
        await tab.console.db(lambda space: space.reports.put_part(run_id, 1, word="ON_HOLD <b>"))
        other = LiveReport(await tab.console.db(lambda space: space.reports.get(run_id)))
        assert say.pill(other).word == "“ON_HOLD <b>”"
        practice_store.clear_faults()
        await reach(tab, live, Stage.DONE)


async def test_one_that_ended_is_taken_off_the_list_with_its_files(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        live = await ask(qtbot, tab)
        await reach(tab, live, Stage.DONE)
        folder = tab.console.reports.file_of(live.run).parent
        assert folder.is_dir()
        tab.acts.do("forget", live.run.id)
        await answer(tab, "Delete")
        await until(lambda: tab.console.reports.all() == () and not folder.exists())
        assert tab.ask_page.runs.cards == {} and not tab.ask_page.runs.empty.isHidden()


async def test_its_question_is_put_into_the_form_again(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        live = await ask(qtbot, tab, SMALL, ME, "ada@shop.example", period="yesterday")
        question = tab.ask_page.question.question()
        tab.ask_page.form.load(tab.ask_page.blank())
        tab.acts.do("again", live.run.id)
        assert tab.ask_page.question.question() == question
        await reach(tab, live, Stage.DONE)


async def test_one_that_nothing_changes_about_says_so_and_what_can_be_done(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        practice_store.add_fault("report_stuck")
        live = await ask(qtbot, tab)
        run_id = live.run.id
        await until(lambda: live.run.part.word == "IN_PROGRESS")
        await tab.console.reports.close()
        await tab.console.db(lambda space: space.reports.put_part(run_id, 1, word_at="2026-01-01T00:00:00Z"))
    async with open_tab(practice_store) as tab:
        live = newest(tab)
        await until(lambda: live.stuck)
        shown = card(tab, live)
        assert shown.said.property("tone") == "warning" and shown.said.text() and shown.advice.text()
        assert shown.ways["stop"].isVisible()
        practice_store.clear_faults()
        await reach(tab, live, Stage.DONE)


async def test_the_activity_dock_lists_what_is_under_way(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, qtbot: QtBot
) -> None:
    async with open_tab(practice_store) as tab:
        dock: ActivityDock = show(qtbot, ActivityDock(tab.console), 900, 240)
        dock.refresh()
        assert dock.empty.isVisible()
        part = ReportsActivity(tab.console.reports)
        part.changed.connect(dock.refresh)
        dock.add_part(part)
        practice_store.add_fault("report_stuck")
        live = await ask(qtbot, tab)
        await until(lambda: live.run.part.word)
        assert part.isVisible() and list(part.lines) == [live.run.id] and not dock.empty.isVisible()
        wanted: list[str] = []
        part.opened.connect(wanted.append)
        part.lines[live.run.id].show_it.click()
        assert wanted == [live.run.id]
        practice_store.clear_faults()
        await reach(tab, live, Stage.DONE)
        assert part.lines == {} and part.isHidden() and dock.empty.isVisible()


async def test_the_status_bar_shows_a_report_under_way_and_leads_to_it(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, qtbot: QtBot
) -> None:
    async with open_tab(practice_store) as tab:
        report = RunningReport(tab.console.reports)
        line: ActivityLine = show(qtbot, ActivityLine(tab.console, report), 700, 30)
        assert line.line.isHidden() and report.isHidden()
        practice_store.add_fault("report_stuck")
        live = await ask(qtbot, tab)
        await until(lambda: live.run.part.word)
        assert report.isVisible() and title_of(live.run) == report.name.text()
        await until(lambda: report.words.text().startswith(say.pill(live).word))
        wanted: list[str] = []
        report.opened.connect(wanted.append)
        qtbot.mouseClick(report, Qt.MouseButton.LeftButton)
        assert wanted == [live.run.id]
        practice_store.clear_faults()
        await reach(tab, live, Stage.DONE)
        assert report.isHidden()


async def test_a_report_that_was_asked_for_elsewhere_is_watched_by_its_id(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    wanted = {
        "reportType": "Overall",
        "reportName": SMALL,
        "dateRange": {"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-06-30T00:00:00Z"},
        "emails": [ME],
    }
    number = data(practice_store, "generateReport", wanted)["reportHistoryId"]
    async with open_tab(practice_store) as tab:
        tab.ask_page.runs.watch.click()
        asking = await until(lambda: next(iter(tab.findChildren(FieldQuestion)), None))
        asking.field.setText(str(number))
        await answer(tab, "Watch this report")
        await until(tab.console.reports.all)
        live = newest(tab)
        await reach(tab, live, Stage.DONE)
        assert live.run.is_watched and live.run.name == f"Report {number}"
        shown = card(tab, live)
        assert shown.asked.text() == "Asked for elsewhere, watched by its id"
        again = next(each for each in shown.menu().actions() if "Use these settings" in each.text())
        assert not again.isEnabled()
        assert tab.console.reports.file_of(live.run).name == f"Report {number}.csv"
        assert (await tab.console.reports.watch(number)).run.id == live.run.id
        assert len(asked(practice_store)) == 1


async def test_reading_again_keeps_the_cards_and_the_focus(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        live = await ask(qtbot, tab)
        await reach(tab, live, Stage.DONE)
        shown = card(tab, live)
        shown.ways["open"].setFocus()
        other = await tab.console.reports.watch(999)
        tab.actions_here()["refresh"]()
        await reach(tab, other, Stage.FAILED)
        runs = tab.ask_page.runs
        runs.show_all()
        assert runs.cards[live.run.id] is shown and runs.cards[other.run.id].y() < shown.y()
        assert tab.window().focusWidget() is shown.ways["open"]
