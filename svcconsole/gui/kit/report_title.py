"""Names a requested report by what it is and the days it is about."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QLocale

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.services.reports.question import ReportQuestion
from svcconsole.workspace.runs.report_runs import ReportRun


def span(first: date, last: date) -> str:
    """`1 Jan to 30 Jun 2026`, `28 Dec 2025 to 3 Jan 2026`, `18 Nov 2026` for one day."""
    locale = QLocale()
    ends = [QDate(day.year, day.month, day.day) for day in (first, last)]
    if first == last:
        return locale.toString(ends[1], "d MMM yyyy")
    begin = locale.toString(ends[0], "d MMM" if first.year == last.year else "d MMM yyyy")
    return tr("{begin} to {ends}", begin=begin, ends=locale.toString(ends[1], "d MMM yyyy"))


def days_of(run: ReportRun) -> str:
    """The days it is about; blank where it was asked for elsewhere."""
    if run.is_watched:
        return ""
    return span(*ReportQuestion.of_json(run.question).span.days)


def title_of(run: ReportRun) -> str:
    """Name and days in one line, for notices and lists."""
    if run.is_watched:
        return visible(run.name)
    return tr("{run}, {days}", run=visible(run.name), days=days_of(run))
