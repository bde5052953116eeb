"""Spans of days that are asked for again and again, told from today: yesterday, last month, this year."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from PySide6.QtCore import QCoreApplication

Days = tuple[date, date]
ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Period:
    """A span with a name; `days(today)` are its first and last day, both of which belong to it."""

    key: str
    words: str
    days: Callable[[date], Days]


def shown(period: Period) -> str:
    """The name in the user's language."""
    return QCoreApplication.translate("periods", period.words)


def _until_yesterday(today: date, many: int) -> Days:
    return today - timedelta(days=many), today - ONE_DAY


def _last_month(today: date) -> Days:
    last = today.replace(day=1) - ONE_DAY
    return last.replace(day=1), last


def _half_year(today: date) -> Days:
    """The six whole months before this one."""
    last = today.replace(day=1) - ONE_DAY
    months = last.year * 12 + last.month - 1 - 5
    return date(months // 12, months % 12 + 1, 1), last


PERIODS: tuple[Period, ...] = (
    Period("today", "Today", lambda day: (day, day)),
    Period(
        "yesterday",
        "Yesterday",
        lambda day: _until_yesterday(day, 1),
    ),
    Period(
        "last_7_days",
        "Last 7 days",
        lambda day: _until_yesterday(day, 7),
    ),
    Period(
        "last_30_days",
        "Last 30 days",
        lambda day: _until_yesterday(day, 30),
    ),
    Period(
        "this_month",
        "This month",
        lambda day: (day.replace(day=1), day),
    ),
    Period("last_month", "Last month", _last_month),
    Period("last_6_months", "Last 6 months", _half_year),
    Period(
        "this_year",
        "This year",
        lambda day: (day.replace(month=1, day=1), day),
    ),
    Period(
        "last_year",
        "Last year",
        lambda day: (date(day.year - 1, 1, 1), date(day.year - 1, 12, 31)),
    ),
)
BY_KEY: Mapping[str, Period] = {period.key: period for period in PERIODS}
