"""Files opened from the Reports tab: a report that is done, any table of this computer, two compared."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.compare.page import ComparePage
from svcconsole.gui.panels.viewer.page import ViewerPage
from svcconsole.gui.shell import palette_entries
from svcconsole.gui.shell.palette_list import Group, find
from svcconsole.gui.tabs.reports.question.question_form import NAME
from svcconsole.gui.tabs.reports.runs_column import MOST
from svcconsole.gui.tabs.reports.tab import ReportsTab
from svcconsole.services.reports.question import ReportQuestion, Span
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.report_runs import Stage
from tests.gui.tabs.reports.asking import ALL, ME, MESSAGES, SMALL, ask, card, reach
from tests.gui.tabs.reports.conftest import Open
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

DAY = date(2026, 3, 9)


async def viewer(tab: ReportsTab) -> ViewerPage:
    """The viewer, once it shows rows."""
    page: ViewerPage = await until(tab.viewing.viewer)
    await until(page.sheet.count)
    return page


async def test_a_report_that_is_done_opens_and_its_list_comes_back(
    window_loop: QApplication, qtbot: QtBot, parts_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(parts_store) as tab:
        tab.console.settings.set("reports/own_email", ME)
        live = await ask(qtbot, tab, ALL)
        await reach(tab, live, Stage.DONE)
        way = card(tab, live).ways["open"]
        way.setFocus()
        qtbot.keyClick(way, Qt.Key.Key_Space)
        page = await viewer(tab)
        assert page.sheet.count() == MESSAGES and page.report == live.run
        assert tab.stack.currentWidget() is page and "find" in tab.actions_here()
        page.left.emit()
        assert tab.stack.is_home() and tab.viewing.viewer() is None
        assert tab.window().focusWidget() is way


async def test_any_table_of_this_computer_is_looked_at(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    first.write_text("id,name\n1,Ada\n2,“نور” <b>\n", "utf-8")
    second.write_text("id;name\n7;Bo\n", "utf-8")
    async with open_tab(practice_store) as tab:
        tab.open_table(first)
        page = await viewer(tab)
        assert page.path == first and page.sheet.count() == 2
        tab.open_table(second)
        await until(lambda: (other := tab.viewing.viewer()) is not None and other.path == second)
        assert tab.stack.count() == 2, "one viewer at a time"
        tab.show_list()
        assert tab.stack.is_home()


async def test_a_report_is_held_against_another_one(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        other = await ask(qtbot, tab, SMALL, period="yesterday")
        await reach(tab, other, Stage.DONE)
        tab.ask_page.question.days_editor().chips["last_month"].click()
        tab.ask_page.save.click()
        await until(lambda: len(tab.console.reports.all()) == 2)
        live = tab.console.reports.all()[0]
        await reach(tab, live, Stage.DONE)
        tab.acts.do("open", live.run.id)
        page = await until(tab.viewing.viewer)
        await until(lambda: page.compare.isVisible() and not page.scope.is_busy())
        page.compare.click()
        compare = await until(
            lambda: tab.stack.currentWidget() if tab.stack.currentWidget() is not page else None
        )
        assert isinstance(compare, ComparePage)
        assert [each.path for each in tab.viewing.others(live.run)] == [
            tab.console.reports.file_of(other.run)
        ]
        compare.left.emit()
        assert tab.stack.currentWidget() is page


async def test_the_palette_asks_for_reports_and_finds_those_asked_for(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        live = await ask(qtbot, tab, SMALL)
        await reach(tab, live, Stage.DONE)
        shown: list[str] = []
        runs = [each.run for each in tab.console.reports.all()]

        def listed(words: str) -> list[str]:
            entries = palette_entries.reports(words, runs, tab.ask_for, shown.append)
            assert all(entry.group is Group.REPORTS for entry in entries)
            return [match.entry.title for match in find(words, entries)]

        assert listed("unsubscribed") == ["Ask for Campaign(s) Opt-Out and Bounce"]
        assert listed(live.run.reference)[0].startswith(f"Open {SMALL}")
        entries = palette_entries.reports("popup insights", runs, tab.ask_for, shown.append)
        entries[0].run()
        assert tab.ask_page.form.values()[NAME] == "Popup Insights"
        palette_entries.reports(live.run.reference, runs, tab.ask_for, shown.append)[-1].run()
        assert shown == [live.run.id]


async def test_a_card_names_two_recipients_and_counts_the_rest(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        live = await ask(qtbot, tab, SMALL, "ada@shop.example", "bo@shop.example", "cy@shop.example")
        await reach(tab, live, Stage.DONE)
        shown = card(tab, live)
        assert shown.asked.text().endswith("and 1 more")
        assert shown.accessibleName().startswith(SMALL)
        assert "Done" in shown.accessibleDescription()


async def test_the_newest_have_a_card_and_older_ones_on_demand(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        question = ReportQuestion(SMALL, "Helpdesk", Span.of_days(DAY, DAY, "UTC"), (ME,)).as_json()

        def fill(space: Workspace) -> None:
            for at in range(MOST + 5):
                run = space.reports.create(SMALL, question, f"REF-{at}")
                space.reports.update(run.id, stage=Stage.NEEDS if at == 0 else Stage.DONE)

        await tab.console.db(fill)
        await tab.console.reports.read()
        runs = tab.ask_page.runs
        assert len(runs.cards) == MOST + 1, "what waits for a person always has one"
        assert "4" in runs.older.text()
        runs.older.click()
        assert len(runs.cards) == MOST + 5 and runs.older.isHidden()
