"""Holidays are read from calendars, lists and tables."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from svcconsole.services.campaigns.holiday_files import read_holidays
from svcconsole.tables.reading.errors import TableError

TODAY = date(2026, 11, 24)
CALENDAR = """BEGIN:VCALENDAR\r
VERSION:2.0\r
BEGIN:VEVENT\r
DTSTART;VALUE=DATE:20261225\r
DTEND;VALUE=DATE:20261227\r
SUMMARY:Christmas\\, both\r
  days of it\r
END:VEVENT\r
BEGIN:VEVENT\r
DTSTART;VALUE=DATE:20200101\r
RRULE:FREQ=YEARLY\r
SUMMARY:New Year\r
END:VEVENT\r
BEGIN:VEVENT\r
DTSTART:20270326T000000Z\r
SUMMARY:Good Friday\r
END:VEVENT\r
BEGIN:VEVENT\r
STATUS:CANCELLED\r
DTSTART;VALUE=DATE:20261130\r
END:VEVENT\r
END:VCALENDAR\r
"""


def read(folder: Path, text: str, name: str = "days.csv") -> tuple[list[str], int]:
    path = folder / name
    path.write_bytes(text.encode())
    found = read_holidays(path, TODAY)
    return [str(day) for day in found.days], found.unread


def test_a_calendar_with_days_that_last_and_days_that_come_every_year(tmp_path: Path) -> None:
    days = ["2026-12-25", "2026-12-26", "2027-01-01", "2027-03-26", "2028-01-01"]
    assert read(tmp_path, CALENDAR, "days.ics") == (days, 0)


@pytest.mark.parametrize(
    "text",
    [
        "2026-12-25\n2026-12-26\n",
        "\ufeffName;Day\nChristmas;25.12.2026\n\nBoxing Day;26.12.2026\n",
        'Date,Name\n"25 Dec 2026",Christmas\n26/12/2026,Boxing Day\n',
        "# days without messages\n2026-12-26\n2026-12-25\n2026-12-25\n2020-01-01",
    ],
)
def test_a_list_with_a_date_in_each_line(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text) == (["2026-12-25", "2026-12-26"], 0)


def test_lines_without_a_date_are_counted_and_a_file_without_any_is_refused(tmp_path: Path) -> None:
    assert read(tmp_path, "2026-12-25\nEaster\n2026-02-30\n") == (["2026-12-25"], 2)
    for text in ("", "nothing here\n", "2020-01-01\n", "BEGIN:VCALENDAR\nEND:VCALENDAR"):
        with pytest.raises(TableError):
            read(tmp_path, text)
    with pytest.raises(TableError, match=r"gone\.ics cannot be read: there is no such file"):
        read_holidays(tmp_path / "gone.ics", TODAY)
