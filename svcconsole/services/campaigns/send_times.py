"""When people may be written to: a window on their own clock, over weekdays, holidays, changes of clocks."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from svcconsole.services.campaigns.terms import MINUTES_A_DAY, Lane, SendWindow

DAY, QUARTER = timedelta(days=1), timedelta(minutes=15)
FARTHEST_DAYS = 400
"""A window that does not open within so many days never does."""


def is_open(window: SendWindow, lane: Lane, at: datetime) -> bool:
    """Whether people of this lane may be written to `at` this moment (aware).

    With several zones every one of them has to be open; where they lie so far apart that this may never
    happen, the last one to open counts, when all others have opened before it.
    """
    return all(_is_open_in(window, zone, at) for zone in _that_count(window, lane, at))


def next_opening(window: SendWindow, lane: Lane, at: datetime) -> datetime | None:
    """The first moment from `at` on at which they may be written to, in UTC; None where none comes."""
    begin = max(at, datetime.fromisoformat(window.starts_at)) if window.starts_at else at
    if is_open(window, lane, begin):
        return begin.astimezone(UTC)
    edges = _edges(window, lane, begin, opening=True)
    return next((each for each in edges if is_open(window, lane, each)), None)


def closes_at(window: SendWindow, lane: Lane, at: datetime) -> datetime | None:
    """The first moment after `at` at which they may not be written to any more, in UTC; None for never."""
    edges = _edges(window, lane, at, opening=False)
    return next((each for each in edges if not is_open(window, lane, each)), None)


def _is_open_in(window: SendWindow, zone: str, at: datetime) -> bool:
    local = at.astimezone(_zone(zone))
    day, minute = local.date(), local.hour * 60 + local.minute
    if day.isoformat() in window.holidays:
        return False
    if window.opens < window.closes:
        return window.opens <= minute < window.closes and _is_day(window, day)
    # Over midnight: the hours after it belong to the day before.
    return (minute >= window.opens and _is_day(window, day)) or (
        minute < window.closes and _is_day(window, day - DAY)
    )


def _is_day(window: SendWindow, day: date) -> bool:
    return day.weekday() in window.weekdays and day.isoformat() not in window.holidays


def _that_count(window: SendWindow, lane: Lane, at: datetime) -> tuple[str, ...]:
    zones = lane.zones
    if len(zones) < 2:
        return zones
    offsets = {zone: at.astimezone(_zone(zone)).utcoffset() or timedelta() for zone in zones}
    apart = max(offsets.values()) - min(offsets.values())
    length = timedelta(minutes=(window.closes - window.opens) % MINUTES_A_DAY or MINUTES_A_DAY)
    return zones if apart < length else (min(zones, key=offsets.__getitem__),)


def _edges(window: SendWindow, lane: Lane, at: datetime, *, opening: bool) -> Iterator[datetime]:
    """The moments after `at` at which the window of a zone may open, or close, in their order: its hours, and
    each midnight, by which weekdays and holidays change."""
    minutes = {0, (window.opens if opening else window.closes) % MINUTES_A_DAY}
    first = at.astimezone(UTC).date() - DAY
    # Days of different zones overlap: three are looked at together, and each moment is told once.
    told = at.astimezone(UTC)
    for number in range(FARTHEST_DAYS):
        days = [first + (number + each) * DAY for each in range(3)]
        until = datetime.combine(days[1], time(), UTC) + DAY / 2
        found = {each for day in days for zone in lane.zones for each in _edges_of(day, minutes, zone)}
        for moment in sorted(each for each in found if told < each <= until):
            yield moment
            told = moment


def _edges_of(day: date, minutes: Collection[int], zone: str) -> Iterator[datetime]:
    of_zone = _zone(zone)
    begin = datetime.combine(day, time(), of_zone)
    for minute in minutes:
        for fold in (0, 1):
            local = begin.replace(hour=minute // 60, minute=minute % 60, fold=fold)
            yield local.astimezone(UTC)
    end = datetime.combine(day + DAY, time(), of_zone)
    if begin.utcoffset() != end.utcoffset():
        # The clock changes on this day, at a quarter-hour: an hour is skipped, or comes twice.
        quarter = begin.astimezone(UTC)
        while quarter < end.astimezone(UTC):
            yield quarter
            quarter += QUARTER


@lru_cache(512)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
