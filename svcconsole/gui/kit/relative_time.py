"""Formats moments relative to now: today and yesterday by name, then the day, then day and year."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDate, QDateTime, QLocale, QTimeZone

from svcconsole.gui.design.words import tr, tr_plural

MINUTES, SECONDS = "HH:mm", "HH:mm:ss"
"""One way to say the time of day, whatever the locale: columns line up, and no half of a day is lost."""


def relative_time(iso: str, now: QDateTime | None = None) -> str:
    """`Today 09:41`, `Yesterday`, `18 Nov`, `18 Nov 2025` in this computer's zone; blank for no moment."""
    moment = _local(iso)
    if moment is None:
        return ""
    today = (now or QDateTime.currentDateTime()).date()
    match moment.date().daysTo(today):
        case 0:
            return tr("Today {minutes}", minutes=moment.time().toString(MINUTES))
        case 1:
            return tr("Yesterday")
    return QLocale().toString(moment.date(), "d MMM" if _same_year(moment.date(), today) else "d MMM yyyy")


def exact(iso: str) -> str:
    """The moment to the second with its zone, for a tooltip."""
    moment = _local(iso)
    if moment is None:
        return ""
    zone = moment.timeZoneAbbreviation()
    return f"{QLocale().toString(moment.date(), 'd MMM yyyy')}, {moment.time().toString(SECONDS)} {zone}"


def stamp(text: str, time_zone: str | None) -> str:
    """`3 Feb 2025, 11:04 Berlin` in the store's zone, this computer's where it has none; what is no moment
    stays as it came."""
    moment = _local(text)
    if moment is None:
        return text
    zone = QTimeZone(time_zone.encode()) if time_zone else QTimeZone()
    if zone.isValid():
        moment = moment.toTimeZone(zone)
    named = (time_zone or "").rpartition("/")[2].replace("_", " ") if zone.isValid() else ""
    place = named or moment.timeZoneAbbreviation()
    locale = QLocale()
    day = locale.toString(moment.date(), "d MMM yyyy")
    if moment.date() == QDateTime.currentDateTime().toTimeZone(moment.timeZone()).date():
        day = tr("Today")
    return f"{day}, {moment.time().toString(MINUTES)} {place}"


def day(iso: str) -> str:
    """`Today`, `Yesterday`, `18 November`, `18 November 2025`."""
    moment = _local(iso)
    if moment is None:
        return ""
    today = QDateTime.currentDateTime().date()
    match moment.date().daysTo(today):
        case 0:
            return tr("Today")
        case 1:
            return tr("Yesterday")
    return QLocale().toString(moment.date(), "d MMMM" if _same_year(moment.date(), today) else "d MMMM yyyy")


def short(iso: str) -> str:
    """The end of a list's line: `09:52` today, else `Yesterday`, `18 Nov`."""
    moment = _local(iso)
    if moment is not None and moment.date() == QDateTime.currentDateTime().date():
        return moment.time().toString(MINUTES)
    return relative_time(iso)


def clock_of(iso: str, *, seconds: bool = False) -> str:
    """The time of day of a moment in this computer's zone: `09:41`, or `09:41:07`; blank for no moment."""
    moment = _local(iso)
    return "" if moment is None else moment.time().toString(SECONDS if seconds else MINUTES)


def clock(epoch: float) -> str:
    """The same of a moment in epoch seconds, to the minute."""
    return QDateTime.fromSecsSinceEpoch(int(epoch)).time().toString(MINUTES)


def _local(iso: str) -> QDateTime | None:
    try:
        stamp = datetime.fromisoformat(iso)
    except ValueError:
        return None
    moment = QDateTime.fromMSecsSinceEpoch(int(stamp.timestamp() * 1000), QTimeZone.systemTimeZone())
    return moment if moment.isValid() else None


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
