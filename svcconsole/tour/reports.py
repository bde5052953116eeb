"""The tour's report: half a year of conversations asked for, fetched part by part, opened and charted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton

from svcconsole.api.models.reports import RESUMABLE
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.kit.widgets.field_question import FieldQuestion
from svcconsole.gui.tabs.reports.question.question_form import EMAILS
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver
from svcconsole.workspace.runs.report_runs import Stage as At

if TYPE_CHECKING:
    from svcconsole.gui.panels.viewer.page import ViewerPage
    from svcconsole.gui.runtime.live_report import LiveReport
    from svcconsole.gui.tabs.reports.tab import ReportsTab

FIRST, LAST = "1 Jan 2026", "30 Jun 2026"
TEAM, MINE = ("ana@practice.example", "li@practice.example"), "me@practice.example"
PARTS = 3
MAKING_SECONDS = 90.0
"""The practice store writes half a year of past before the first part; a slow computer takes a while."""


async def ask(stage: WindowDriver) -> None:
    """Half a year of every conversation, for the team; the warning of so many e-mails leads to "Only me"."""
    tab = reports(stage)
    page, days = tab.ask_page, tab.ask_page.question.days_editor()
    await stage.until(
        "the question can be asked", lambda: not tab.scope.is_busy() and not page.scope.is_busy()
    )
    await stage.type(page.names.search, "export", end=Qt.Key.Key_Return)
    stage.check("it is found by a word of what it is for", page.names.listed() == [RESUMABLE])
    await stage.click(page.names.rows[RESUMABLE])
    page.names.search.clear()
    await stage.type(days.first, FIRST, end=Qt.Key.Key_Tab)
    await stage.type(days.last, LAST, end=Qt.Key.Key_Tab)
    line = page.form.editors[EMAILS].widget.findChild(QLineEdit)
    if not isinstance(line, QLineEdit):
        raise NotAsExpected("the recipients are typed into a line")
    for address in TEAM:
        await stage.type(line, address, end=Qt.Key.Key_Return)
    await stage.until("the e-mails are warned of", page.mails.isVisible)
    await stage.picture("a-report-is-asked-for")
    await stage.click(page.save)
    question = await stage.until("the mails are asked about", lambda: page.findChild(Question))
    await stage.click(next(way for way in question.findChildren(QPushButton) if way.text() == tr("Only me")))
    asking = await stage.until("the own address is asked for", lambda: page.findChild(FieldQuestion))
    await stage.type(asking.field, MINE)
    await stage.click(asking.take)
    await stage.until("the store took the question", lambda: tab.console.reports.all() and not page.is_busy())
    stage.check("nobody else gets the e-mails", newest(tab).run.question["emails"] == [MINE])
    await stage.picture("it-is-watched-at-the-side")


async def watch(stage: WindowDriver) -> None:
    """It went on while other pages were in front; part by part it becomes one file."""
    tab = reports(stage)
    live = newest(tab)
    await stage.until(
        "the report is whole", lambda: on(tab, live) and live.run.stage is At.DONE, MAKING_SECONDS
    )
    rows = [part.rows or 0 for part in live.run.parts]
    stage.check("it came in three parts", len(rows) == PARTS)
    stage.check("the merged file has as many rows as its parts", live.run.rows == sum(rows))
    stage.totals["report_rows"] = live.run.rows
    await stage.picture("the-report-is-here")


async def look_at_it(stage: WindowDriver) -> None:
    """Open it: all rows are there; a chart of them in one click."""
    tab = reports(stage)
    live = newest(tab)
    await stage.click(tab.ask_page.runs.cards[live.run.id].ways["open"])
    page = await stage.until("the viewer opens", tab.viewing.viewer)
    await stage.until("every row is found", lambda: page.sheet.count() == live.run.rows)
    await stage.picture("every-conversation")
    await stage.click(page.chart)
    drawn = await stage.until("the chart is drawn", lambda: conversations(page))
    stage.check("its lines add up to the rows of the report", drawn == live.run.rows)
    await stage.picture("conversations-in-a-chart")


def on(tab: ReportsTab, live: LiveReport) -> bool:
    """F5: the store is asked again at once."""
    tab.actions_here()["refresh"]()
    return live.run.stage is not At.FAILED


def conversations(page: ViewerPage) -> int:
    """What the lines of the chart at the side add up to; 0 until every chart is drawn."""
    chart = page.side.chart
    if chart is None or not chart.isVisible() or any(each.scope.is_busy() for each in chart.sections()):
        return 0
    return int(sum(line.total for line in chart.over_time.course.lines))


def newest(tab: ReportsTab) -> LiveReport:
    """The report that was asked for last."""
    return tab.console.reports.all()[0]


def reports(stage: WindowDriver) -> ReportsTab:
    """The Reports tab of the window."""
    from svcconsole.gui.tabs.reports.tab import ReportsTab

    page = stage.window.show_tab("Reports")
    if not isinstance(page, ReportsTab):
        raise NotAsExpected("the Reports tab is built")
    return page
