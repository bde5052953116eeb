"""The hours in which nothing pops up on the desktop."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from enum import StrEnum


class Days(StrEnum):
    """On which days nothing pops up at all."""

    NONE = "none"
    WEEKEND = "weekend"


SATURDAY = 5


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From `begins` to `ends`, over midnight where that is earlier; equal times mean never. Kept as one text,
    such as "18:30-08:00 weekend"."""

    begins: time = time()
    ends: time = time()
    days: Days = Days.NONE

    @classmethod
    def read(cls, text: str) -> QuietHours:
        """What `str` gave; anything else is never quiet."""
        hours, _, days = text.partition(" ")
        begins, _, ends = hours.partition("-")
        try:
            return cls(time.fromisoformat(begins), time.fromisoformat(ends), Days(days or Days.NONE))
        except ValueError:
            return cls()

    def __str__(self) -> str:
        if self == QuietHours():
            return ""
        return f"{self.begins:%H:%M}-{self.ends:%H:%M} {self.days}"

    def holds(self, now: datetime) -> bool:
        """Whether it is quiet at a moment, on the clock on the wall."""
        if self.days is Days.WEEKEND and now.weekday() >= SATURDAY:
            return True
        at = now.time().replace(tzinfo=None)
        if self.begins <= self.ends:
            return self.begins <= at < self.ends
        return at >= self.begins or at < self.ends
