"""Formats moments relative to now: today and yesterday by name, then the day, then day and year."""

from __future__ import annotations

from PySide6.QtCore import QDate, QDateTime, QLocale

from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.runtime.display_zone import display_zone

MINUTES, SECONDS = "HH:mm", "HH:mm:ss"
"""One way to say the time of day, whatever the locale: columns line up, and no half of a day is lost."""


def relative_time(iso: str, now: QDateTime | None = None) -> str:
    """`Today 09:41`, `Yesterday`, `18 Nov`, `18 Nov 2025` in the zone that is shown; blank for no moment."""
    found = display_zone().read(iso)
    if found is None:
        return ""
    moment, timed = found
    today = (now or display_zone().now()).date()
    match moment.date().daysTo(today):
        case 0 if timed:
            return tr("Today {minutes}", minutes=moment.time().toString(MINUTES))
        case 0:
            return tr("Today")
        case 1:
            return tr("Yesterday")
    return QLocale().toString(moment.date(), "d MMM" if _same_year(moment.date(), today) else "d MMM yyyy")


def within_sentence(iso: str) -> str:
    """`today 09:41`, `yesterday 17:40`, `23 Nov`."""
    found = display_zone().read(iso)
    if found is None:
        return ""
    minutes = clock_of(iso)
    match found[0].date().daysTo(display_zone().now().date()):
        case 0:
            return tr("today {time}", time=minutes) if minutes else tr("today")
        case 1:
            return tr("yesterday {time}", time=minutes) if minutes else tr("yesterday")
    return relative_time(iso)


def exact(iso: str) -> str:
    """The moment to the second with its zone, for a tooltip; a date alone without a time."""
    found = display_zone().read(iso)
    if found is None:
        return ""
    moment, timed = found
    said = QLocale().toString(moment.date(), "d MMM yyyy")
    return f"{said}, {moment.time().toString(SECONDS)} {moment.timeZoneAbbreviation()}" if timed else said


def stamp(text: str) -> str:
    """`3 Feb 2025, 11:04 Berlin`; a date alone without a time; what is no moment stays as it came."""
    found = display_zone().read(text)
    if found is None:
        return text
    moment, timed = found
    said = QLocale().toString(moment.date(), "d MMM yyyy")
    if moment.date() == display_zone().now().date():
        said = tr("Today")
    if not timed:
        return said
    named = display_zone().has_store_zone() or display_zone().choice == "utc"
    place = display_zone().place() if named else moment.timeZoneAbbreviation()
    return f"{said}, {moment.time().toString(MINUTES)} {place}"


def day(iso: str) -> str:
    """`Today`, `Yesterday`, `18 November`, `18 November 2025`."""
    found = display_zone().read(iso)
    if found is None:
        return ""
    its_day, today = found[0].date(), display_zone().now().date()
    match its_day.daysTo(today):
        case 0:
            return tr("Today")
        case 1:
            return tr("Yesterday")
    return QLocale().toString(its_day, "d MMMM" if _same_year(its_day, today) else "d MMMM yyyy")


def long_day(its_day: QDate) -> str:
    """`Tuesday, 24 November`, as the language writes it."""
    return QLocale().toString(its_day, tr("dddd, d MMMM", "day"))


def short(iso: str) -> str:
    """The end of a list's line: `09:52` today, else `Yesterday`, `18 Nov`."""
    found = display_zone().read(iso)
    if found is not None and found[1] and found[0].date() == display_zone().now().date():
        return found[0].time().toString(MINUTES)
    return relative_time(iso)


def clock_of(iso: str, *, seconds: bool = False) -> str:
    """The time of day of a moment in the zone that is shown: `09:41`, or `09:41:07`; blank for a date alone
    and for no moment."""
    found = display_zone().read(iso)
    if found is None or not found[1]:
        return ""
    return found[0].time().toString(SECONDS if seconds else MINUTES)


def clock(epoch: float) -> str:
    """The same of a moment in epoch seconds, to the minute."""
    return display_zone().at(epoch).strftime("%H:%M")


def _same_year(day: QDate, other: QDate) -> bool:
    return day.year() == other.year()


def ago(seconds: float) -> str:
    """`just now`, `2 minutes ago`, `1 hour ago`."""
    minutes = int(seconds // 60)
    if minutes < 1:
        return tr("just now")
    if minutes < 60:
        return tr_plural("1 minute ago", "{n} minutes ago", minutes)
    hours = minutes // 60
    return tr_plural("1 hour ago", "{n} hours ago", hours)
