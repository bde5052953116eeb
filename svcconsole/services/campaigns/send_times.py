"""When people of a lane may be written to: hours, weekdays and holidays on every clock they may live by.

All moments are told in UTC; each clock is asked for its own date and time, so that a change of clocks moves
the window with it. Where people may live in several zones, the window has to be open in all of them; where
these lie so far apart that it never is, the last one to open counts, when it has opened in all others before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from svcconsole.services.campaigns.terms import MINUTES_A_DAY, Lane, SendWindow

DAYS_AHEAD = 400
"""A window that does not open in so many days never does."""
_DAY = timedelta(days=1)
_MINUTE = timedelta(minutes=1)


class Opening(NamedTuple):
    """From `begins` on, until just before `ends`."""

    begins: datetime
    ends: datetime


def is_open(window: SendWindow, lane: Lane, at: datetime) -> bool:
    """Whether people of this lane may be written to at this moment."""
    if window.starts_at and at < starts_at(window):
        return False
    zones = zones_that_count(window, lane.zones, _midnight(at))
    return bool(zones) and all(_is_open_there(window, zone, at) for zone in zones)


def next_opening(window: SendWindow, lane: Lane, at: datetime) -> datetime | None:
    """From when on they may: `at` itself where the window is open; None where it never opens."""
    found = next(openings(window, lane, at), None)
    return found.begins if found is not None else None


def closes_at(window: SendWindow, lane: Lane, at: datetime) -> datetime | None:
    """When the window that is open at `at`, else the next one, is closed again; None where it never opens or
    is never closed."""
    found = next(openings(window, lane, at), None)
    return None if found is None or found.ends >= _horizon(at) else found.ends


def openings(window: SendWindow, lane: Lane, since: datetime) -> Iterator[Opening]:
    """When the window is open from `since` on, as far as anybody looks ahead; each to its end."""
    begin = max(since, starts_at(window)).astimezone(UTC) if window.starts_at else since.astimezone(UTC)
    last: Opening | None = None
    day = _midnight(begin)
    until = _horizon(begin)
    hours = window.model_copy(update={"starts_at": ""})
    while day < until:
        for begins, ends in _open_in(hours, lane.zones, day):
            if ends <= begin:
                continue
            if last is not None and begins == last.ends:
                last = Opening(last.begins, ends)
                continue
            if last is not None:
                yield last
            last = Opening(max(begins, begin), ends)
        day += _DAY
    if last is not None:
        yield last


def starts_at(window: SendWindow) -> datetime:
    """From when on anything may leave at all; the first moment there is, where nothing is said."""
    return datetime.fromisoformat(window.starts_at) if window.starts_at else datetime.min.replace(tzinfo=UTC)


def _horizon(at: datetime) -> datetime:
    return _midnight(at) + DAYS_AHEAD * _DAY


def _midnight(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


@lru_cache(16_384)
def zones_that_count(window: SendWindow, zones: tuple[str, ...], day: datetime) -> tuple[str, ...]:
    """The zones that have to be open on a day (its midnight, UTC): all, or the westernmost alone where they
    are further apart than the window is long."""
    known = [there for zone in zones if (there := _zone(zone)) is not None]
    if len(zones) < 2 or len(known) < len(zones):
        return zones
    offsets = [_offset(day, there) for there in known]
    length = timedelta(minutes=(window.closes - window.opens) % MINUTES_A_DAY or MINUTES_A_DAY)
    if max(offsets) - min(offsets) < length:
        return zones
    return (zones[offsets.index(min(offsets))],)


def _is_open_there(window: SendWindow, zone: str, at: datetime) -> bool:
    there = _zone(zone)
    if there is None:
        return False
    local = at.astimezone(there)
    minute = local.hour * 60 + local.minute
    return any(begins <= minute < ends for begins, ends in _hours(window, local.date()))


def _hours(window: SendWindow, day: date) -> tuple[tuple[int, int], ...]:
    """The minutes of a date between which it is open. Over midnight the hours after it belong to the day
    before; a holiday has none of either."""
    if day.isoformat() in window.holidays:
        return ()
    today = day.weekday() in window.weekdays
    if window.opens < window.closes:
        return ((window.opens, window.closes),) if today else ()
    before = day - _DAY
    after_midnight = before.weekday() in window.weekdays and before.isoformat() not in window.holidays
    found = ((0, window.closes),) if after_midnight else ()
    return (*found, (window.opens, MINUTES_A_DAY)) if today else found


@lru_cache(512)
def _zone(name: str) -> ZoneInfo | None:
    """None for a zone this computer does not know: nothing is sent by a clock that nobody can read."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


@lru_cache(16_384)
def _open_in(window: SendWindow, zones: tuple[str, ...], day: datetime) -> tuple[Opening, ...]:
    """When it is open in all of these zones between midnight and midnight, UTC."""
    found: Sequence[Opening] = (Opening(day, day + _DAY),) if zones else ()
    for zone in zones_that_count(window, zones, day):
        if not found:
            break
        dates = (day.date() + timedelta(days=step) for step in (-1, 0, 1))
        there = [opening for one in dates for opening in _open_on(window, zone, one)]
        found = [
            Opening(max(one.begins, other.begins), min(one.ends, other.ends))
            for one in found
            for other in there
            if one.begins < other.ends and other.begins < one.ends
        ]
    return tuple(found)


@lru_cache(65_536)
def _open_on(window: SendWindow, zone: str, day: date) -> tuple[Opening, ...]:
    """When it is open in a zone on a date of its own, in UTC; an hour that a change of clocks takes away is
    not there, one that comes twice is there twice."""
    there = _zone(zone)
    hours = _hours(window, day)
    if there is None or not hours:
        return ()
    found: list[Opening] = []
    for piece in _pieces(day, there):
        midnight = datetime(day.year, day.month, day.day, tzinfo=UTC) - _offset(piece.begins, there)
        for begins, ends in hours:
            opening = Opening(
                max(piece.begins, midnight + begins * _MINUTE), min(piece.ends, midnight + ends * _MINUTE)
            )
            if opening.begins < opening.ends:
                found.append(opening)
    return tuple(found)


def _pieces(day: date, there: ZoneInfo) -> Iterator[Opening]:
    """A date of a zone in UTC, cut where its clock is changed."""
    begins, ends = (
        datetime(one.year, one.month, one.day, tzinfo=there).astimezone(UTC) for one in (day, day + _DAY)
    )
    offset = _offset(begins, there)
    if _offset(ends - _MINUTE, there) != offset:
        before, after = begins, ends
        while after - before > _MINUTE:
            middle = before + (after - before) // 2
            middle = middle.replace(second=0, microsecond=0)
            before, after = (middle, after) if _offset(middle, there) == offset else (before, middle)
        yield Opening(begins, after)
        begins = after
    yield Opening(begins, ends)


def _offset(at: datetime, there: ZoneInfo) -> timedelta:
    return at.astimezone(there).utcoffset() or timedelta()
