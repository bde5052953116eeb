"""The texts of a question: its days, its zone and whom it goes to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QDate, QLocale

from svcconsole.gui.design.text import isolate, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.runtime.profile_summary import ProfileSummary, zone_of


def span(first: date, last: date) -> str:
    """`1 Jan to 30 Jun 2026`, `28 Dec 2025 to 3 Jan 2026`, `18 Nov 2026` for one day."""
    locale = QLocale()
    ends = [QDate(day.year, day.month, day.day) for day in (first, last)]
    if first == last:
        return locale.toString(ends[1], "d MMM yyyy")
    begin = locale.toString(ends[0], "d MMM" if first.year == last.year else "d MMM yyyy")
    return tr("{begin} to {ends}", begin=begin, ends=locale.toString(ends[1], "d MMM yyyy"))


def zone_words(card: ProfileSummary) -> str:
    """`Berlin time`, or that it is this computer's."""
    zone = zone_of(card)
    if zone is None:
        return tr("this computer's time")
    return tr("{place} time", place=zone.key.rpartition("/")[2].replace("_", " "))


def people_words(emails: Sequence[str]) -> str:
    """`to a@b.example`, `to 3 people`."""
    if len(emails) == 1:
        return tr("to {address}", address=isolate(visible(emails[0])))
    return tr_plural("to {n} person", "to {n} people", len(emails))
