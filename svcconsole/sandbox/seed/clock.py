"""The calendar of the demo history: milliseconds since its first midnight, and working hours."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

DAYS = 181
"""So many days the history has; the last of them is yesterday when the store is sown."""

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
END = DAYS * DAY
"""What would be later than this has not happened yet."""

OPENS, CLOSES = 8 * HOUR, 17 * HOUR
"""The hours of work, in UTC; there is no work on Sundays."""

CANONICAL = date(2026, 1, 1)
"""The first day of stores that were sown without a day of their own. The throws of a day are named for the
days from here on, so that its people and goods are the same wherever the calendar begins."""

_MINUTES = tuple(f"T{minute // 60:02}:{minute % 60:02}:" for minute in range(24 * 60))


def canonical(day: int) -> str:
    """The name of a day's throws."""
    return f"{(CANONICAL + timedelta(day)).isoformat()}T00:00:00.000Z"


@dataclass(frozen=True)
class Calendar:
    """A history that begins on the day `first`; instants are milliseconds since its midnight in UTC."""

    first: date = CANONICAL
    _dates: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        days = ((self.first + timedelta(day)).isoformat() for day in range(DAYS + 14))
        object.__setattr__(self, "_dates", tuple(days))

    @classmethod
    def before(cls, today: date) -> Calendar:
        """The one whose last day is the day before."""
        return cls(today - timedelta(DAYS))

    @property
    def begins(self) -> datetime:
        return datetime(self.first.year, self.first.month, self.first.day, tzinfo=UTC)

    def text(self, instant: int) -> str:
        """The instant as `timestamps.text` writes it, which would take most of the time of making a day."""
        minutes, milliseconds = divmod(instant, MINUTE)
        day, minute = divmod(minutes, 24 * 60)
        second, milli = divmod(milliseconds, SECOND)
        return f"{self._dates[day]}{_MINUTES[minute]}{second:02}.{milli:03}Z"

    def weekday(self, day: int) -> int:
        """0 is Monday, 6 Sunday."""
        return (self.first.weekday() + day) % 7

    def at_work(self, instant: int) -> int:
        """The instant itself, or when work begins again."""
        day, rest = divmod(instant, DAY)
        if self.weekday(day) == 6 or rest >= CLOSES:
            day, rest = day + 1, OPENS
            if self.weekday(day) == 6:
                day += 1
        return day * DAY + max(rest, OPENS)

    def after_work(self, instant: int, work: int) -> int:
        """The instant after so much time of work."""
        instant = self.at_work(instant)
        while (left := CLOSES - instant % DAY) <= work:
            work -= left
            instant = self.at_work(instant + left)
        return instant + work
