"""Reads holidays from a file: a calendar (ICS), or a list or table with a date in each line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from svcconsole.reading_file import reading_file
from svcconsole.tables.reading.errors import TableError
from svcconsole.words.message import message

YEARS = 3
"""A holiday that comes every year is kept for so many, from the one its file is read in."""
MOST_DAYS = 400
LARGEST = 2_000_000
FORMATS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%Y/%m/%d", "%d %b %Y", "%d %B %Y", "%Y%m%d")
"""How a list writes a date; with slashes the day comes first, unless it begins with the year."""
_CELL = re.compile(r"[,;\t]")
_FOLD = re.compile(r"\r?\n[ \t]")
_PROPERTY = re.compile(r"(?P<name>[A-Z-]+)(?:;[^:]*)?:(?P<value>.*)")


class Holidays(NamedTuple):
    """The days of a file in their order, each once, and how many of its lines say none."""

    days: tuple[date, ...]
    unread: int


def read_holidays(path: Path, today: date) -> Holidays:
    """The holidays of a file, from `today` on. Raises TableError for a file that holds none."""
    with reading_file(path.name, TableError):
        if path.stat().st_size > LARGEST:
            raise TableError(
                message("{file} is too large for a list of holidays.", file=path.name),
                message("Choose a calendar file, or a list with one date in each line."),
            )
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    if text.lstrip().upper().startswith("BEGIN:VCALENDAR"):
        found, unread = _of_calendar(text, today)
    else:
        found, unread = _of_list(text)
    days = tuple(sorted(day for day in set(found) if day >= today))[:MOST_DAYS]
    if not days:
        raise TableError(
            message("{file} holds no date from today on.", file=path.name),
            message("Choose a calendar file, or a list with one date in each line, as 2026-12-25."),
        )
    return Holidays(days, unread)


def read_date(text: str) -> date | None:
    """A day as lists write it; None for what is none."""
    plain = text.strip().strip('"').strip()
    for form in FORMATS:
        try:
            return datetime.strptime(plain, form).date()  # noqa: DTZ007
        except ValueError:
            continue
    return None


def _of_list(text: str) -> tuple[list[date], int]:
    """The first date of each line; a line without one is counted, but for the first, which names columns."""
    found: list[date] = []
    unread = 0
    for number, line in enumerate(text.splitlines()):
        day = next((day for cell in _CELL.split(line) if (day := read_date(cell)) is not None), None)
        if day is not None:
            found.append(day)
        elif number and line.strip() and not line.lstrip().startswith("#"):
            unread += 1
    return found, unread


def _of_calendar(text: str, today: date) -> tuple[list[date], int]:
    found: list[date] = []
    unread = 0
    for event in re.split(r"BEGIN:VEVENT", _FOLD.sub("", text))[1:]:
        said = {
            each["name"]: each["value"].strip()
            for line in event.partition("END:VEVENT")[0].splitlines()
            if (each := _PROPERTY.match(line.strip())) is not None
        }
        first = read_date(said.get("DTSTART", "")[:8])
        if first is None or said.get("STATUS") == "CANCELLED":
            unread += first is None
            continue
        last = read_date(said.get("DTEND", "")[:8]) or first + timedelta(days=1)
        for begins in _times(first, said.get("RRULE", ""), today):
            found += (
                begins + timedelta(days=day) for day in range(min(MOST_DAYS, max(1, (last - first).days)))
            )
    return found, unread


def _times(first: date, rule: str, today: date) -> Iterator[date]:
    """The day itself and, where it comes every year on its date, the same of the next years."""
    yield first
    parts = dict(part.split("=", 1) for part in rule.upper().split(";") if "=" in part)
    if parts.get("FREQ") != "YEARLY" or parts.keys() & {"BYDAY", "BYWEEKNO", "BYYEARDAY"}:
        return
    every = int(step) if (step := parts.get("INTERVAL", "1")).isdecimal() and int(step) else 1
    for year in range(max(first.year + 1, today.year), today.year + YEARS):
        if (year - first.year) % every:
            continue
        try:
            yield first.replace(year=year)
        except ValueError:  # the 29 of February
            continue
