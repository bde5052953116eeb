"""What a person does on the Reports tab in the tests: choose, type, press, answer, and wait for an end."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from svcconsole.gui.runtime.live_report import LiveReport
from svcconsole.gui.tabs.reports.question.question_form import DAYS, EMAILS
from svcconsole.gui.tabs.reports.run_card import RunCard
from svcconsole.gui.tabs.reports.tab import ReportsTab
from svcconsole.workspace.runs.report_runs import UNDER_WAY, Stage
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

PART_ROWS, MESSAGES = 4, 10
"""Rows of a part, and messages in the store: an export of three parts."""
ALL, SMALL = "All Conversations Report", "Agent Engagement"
ME = "me@practice.example"
GENERATE, LOOK = "generateReport", "getReportById"


def asked(store: PracticeStore) -> list[dict[str, Any]]:
    """The reports the store was asked for, newest first."""
    found: list[dict[str, Any]] = store.control("GET", "/reports")["data"]["reports"]
    return found


def type_emails(qtbot: QtBot, tab: ReportsTab, *texts: str) -> None:
    """Type recipients and press Enter after each."""
    line = tab.ask_page.form.editors[EMAILS].widget.findChild(QLineEdit)
    assert isinstance(line, QLineEdit)
    for text in texts:
        qtbot.keyClicks(line, text)
        qtbot.keyClick(line, Qt.Key.Key_Return)


def write(qtbot: QtBot, tab: ReportsTab, name: str = SMALL, *emails: str, period: str = "today") -> None:
    """A whole question: the report by its row, the days by their chip, who gets it."""
    page = tab.ask_page
    page.names.rows[name].click()
    page.question.days_editor().chips[period].click()
    type_emails(qtbot, tab, *(emails or (ME,)))


def press(tab: ReportsTab) -> None:
    """The filled button."""
    tab.ask_page.save.click()


async def ask(
    qtbot: QtBot, tab: ReportsTab, name: str = SMALL, *emails: str, period: str = "today"
) -> LiveReport:
    """Ask for a report and wait for the store's first word; the run."""
    write(qtbot, tab, name, *emails, period=period)
    press(tab)
    await at_rest(tab)
    return newest(tab)


def newest(tab: ReportsTab) -> LiveReport:
    return tab.console.reports.all()[0]


def card(tab: ReportsTab, live: LiveReport) -> RunCard:
    """The run as its card shows it now."""
    tab.ask_page.runs.show_all()
    return tab.ask_page.runs.cards[live.run.id]


def click(tab: ReportsTab, live: LiveReport, verb: str) -> None:
    """Press one of the card's buttons, which must be there."""
    way = card(tab, live).ways[verb]
    assert not way.isHidden()
    way.click()


def hurried(tab: ReportsTab, live: LiveReport) -> bool:
    """Have the store asked at once."""
    tab.console.reports.look_now(live.run.id)
    return True


async def reach(tab: ReportsTab, live: LiveReport, *stages: Stage) -> None:
    """Hurry the watching on until the run is at one of these stages, and nothing is on its way to it."""
    reports = tab.console.reports

    def there() -> bool:
        reports.look_now(live.run.id)
        settled = live.run.stage in UNDER_WAY or not reports.is_followed(live.run.id)
        return live.run.stage in stages and settled

    await until(there)


async def at_rest(tab: ReportsTab) -> None:
    """Nothing is under way but what watches the reports."""
    await until(lambda: not tab.scope.is_busy() and not tab.ask_page.scope.is_busy())


async def dialog(tab: ReportsTab) -> QDialog:
    """The question on screen."""
    found: QDialog = await until(
        lambda: next((each for each in tab.findChildren(QDialog) if each.isVisible()), None)
    )
    return found


async def answer(tab: ReportsTab, text: str) -> str:
    """Wait for a question, press the button with these words; the question."""
    found = await dialog(tab)
    next(button for button in found.findChildren(QPushButton) if button.text() == text).click()
    title: str = found.windowTitle()
    return title


def days(tab: ReportsTab) -> dict[str, str]:
    found: dict[str, str] = tab.ask_page.form.values()[DAYS]
    return found
