"""The calendar of the demo history: milliseconds since its first midnight, and working hours."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

FIRST, LAST = date(2026, 1, 1), date(2026, 6, 30)
DAYS = (LAST - FIRST).days + 1
BEGINS = datetime(FIRST.year, FIRST.month, FIRST.day, tzinfo=UTC)

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
END = DAYS * DAY
"""What would be later than this has not happened yet."""

OPENS, CLOSES = 8 * HOUR, 17 * HOUR
"""The hours of work, in UTC; there is no work on Sundays."""

_DATES = tuple((FIRST + timedelta(day)).isoformat() for day in range(DAYS + 14))
_MINUTES = tuple(f"T{minute // 60:02}:{minute % 60:02}:" for minute in range(24 * 60))


def text(instant: int) -> str:
    """The instant as `moments.text` writes it, which would take most of the time of making a day."""
    minutes, milliseconds = divmod(instant, MINUTE)
    day, minute = divmod(minutes, 24 * 60)
    second, milli = divmod(milliseconds, SECOND)
    return f"{_DATES[day]}{_MINUTES[minute]}{second:02}.{milli:03}Z"


def weekday(day: int) -> int:
    """0 is Monday, 6 Sunday."""
    return (FIRST.weekday() + day) % 7


def at_work(instant: int) -> int:
    """The instant itself, or when work begins again."""
    day, rest = divmod(instant, DAY)
    if weekday(day) == 6 or rest >= CLOSES:
        day, rest = day + 1, OPENS
        if weekday(day) == 6:
            day += 1
    return day * DAY + max(rest, OPENS)


def after_work(instant: int, work: int) -> int:
    """The instant after so much time of work."""
    instant = at_work(instant)
    while (left := CLOSES - instant % DAY) <= work:
        work -= left
        instant = at_work(instant + left)
    return instant + work
