"""Formats counts, pace, durations and times of day by the user's locale."""

from __future__ import annotations

from datetime import date, datetime

from PySide6.QtCore import QDate, QLocale

from svcconsole.gui.design.words import number_text, tr, tr_plural
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.words.message import Number

_MINUTE = 60
_HOUR = 3600


def count(number: int) -> str:
    """A whole number with the locale's group separators: 12,480."""
    return QLocale().toString(number)


def number(value: float) -> str:
    """A number by the locale: a whole one without decimals, as long as whole ones can be told apart, and
    any other with all its digits."""
    whole = value.is_integer() and abs(value) < 1e15
    return number_text(Number(int(value) if whole else value))


def rows(number: int) -> str:
    return tr_plural("{n} row", "{n} rows", number)


def duration(seconds: float) -> str:
    """A length of time in minutes and seconds: "1 min 30 s", coarser the longer it is."""
    whole = max(1, round(seconds))
    if whole >= _HOUR:
        hours, minutes = divmod(round(whole / _MINUTE), _MINUTE)
        if not minutes:
            return tr("{n} h", n=hours)
        return tr("{hours} h {minutes} min", hours=hours, minutes=minutes)
    if whole >= 10 * _MINUTE:
        return tr("{n} min", n=count(round(whole / _MINUTE)))
    if whole >= _MINUTE:
        minutes, rest = divmod(10 * round(whole / 10), _MINUTE)
        if not rest:
            return tr("{n} min", n=minutes)
        return tr("{minutes} min {seconds} s", minutes=minutes, seconds=rest)
    return tr("{n} s", n=count(whole if whole < 10 else 5 * round(whole / 5)))


def pace(rate: float) -> str:
    """Rows per second as a phrase; slow runs are said by the minute, so that the number is never 0."""
    if rate >= 1:
        return tr("{n} a second", n=count(round(rate)))
    if rate > 0:
        return tr("{n} a minute", n=count(max(1, round(rate * 60))))
    return ""


def limited(rows_per_minute: int) -> str:
    """The limit somebody set to a pace: "at most 600 a minute"."""
    return tr("at most {n} a minute", n=count(rows_per_minute))


def moment(iso: str) -> datetime:
    """A stamp of the workspace (ISO, UTC) in the zone that is shown."""
    return datetime.fromisoformat(iso).astimezone(display_zone().zone())


def day(iso: str) -> str:
    """A stamp's day in the zone that is shown: 12 Nov, with its year when that is another."""
    stamp = moment(iso)
    this_year = stamp.year == today().year
    return QLocale().toString(
        QDate(stamp.year, stamp.month, stamp.day), "d MMM" if this_year else "d MMM yyyy"
    )


def file_size(size: int) -> str:
    """A file's size in the locale's words: "14 kB"."""
    return QLocale().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def quoted(words: str) -> str:
    """The store's own words, verbatim, in quotation marks."""
    return f"“{words}”"


def quoted_words(server_words: str) -> str:
    """The store's words of one answer in quotation marks; nothing when it said nothing."""
    return quoted(server_words) if server_words else ""


def today() -> date:
    """This day in the zone that is shown."""
    return datetime.now(display_zone().zone()).date()


def now() -> float:
    """This moment in epoch seconds."""
    return datetime.now().astimezone().timestamp()


def short_time(seconds: float) -> str:
    """How long something took: 3.1 s, below ten seconds with one decimal."""
    if seconds < 10:
        return tr("{n} s", n=QLocale().toString(max(0.1, seconds), "f", 1))
    return duration(seconds)
