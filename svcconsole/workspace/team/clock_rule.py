"""When a schedule is due: wall-clock times of a place, as moments of UTC, across its changes of clocks."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from itertools import islice
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from svcconsole.words.message import message
from svcconsole.workspace.errors import WorkspaceError

LAST_DAY = -1
"""Of a month, whichever number it has."""
FURTHEST = timedelta(days=366 * 5)
"""So far ahead the next times are looked for: 29 February comes every four years."""
LAST_YEAR = 2999
YEARS = range(2, LAST_YEAR + 1)
"""Every moment of these is one that can be told by all clocks."""
LONGEST_GAP = timedelta(days=1)
"""Samoa once left out a whole day; no clock was ever put forward by more."""
DAY = timedelta(days=1)


class Every(StrEnum):
    """How often; a rule that is `once` names its date."""

    ONCE = "once"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


DAYS: Mapping[Every, frozenset[int]] = {
    Every.WEEK: frozenset(range(7)),
    Every.MONTH: frozenset((LAST_DAY, *range(1, 32))),
}


@dataclass(frozen=True, slots=True)
class ClockRule:
    """`time` is HH:MM or HH:MM:SS on the clocks of `zone` (IANA); an hourly rule takes its minutes only.

    `days` are weekdays from Monday, 0, for a weekly rule, and days of the month for a monthly one, LAST_DAY
    among them; a month that has no such day is passed over. `date` is YYYY-MM-DD, for what happens once.
    """

    zone: str
    every: Every
    time: str
    days: tuple[int, ...] = ()
    date: str = ""


@dataclass(frozen=True, slots=True)
class Occasion:
    """One time that a rule names: `local` as clocks there show it, `at` the moment in UTC at which it is due.

    `local` is what makes it that one time: whatever becomes of the zone's rules, it comes once.
    """

    local: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ClockChange:
    """The clocks of a zone go from `before` to `after` (both local) at the moment `at`."""

    at: datetime
    before: datetime
    after: datetime

    @property
    def forward(self) -> bool:
        return self.after > self.before


def zone_of(name: str) -> ZoneInfo:
    """Raises WorkspaceError where this computer knows no such zone."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise WorkspaceError(
            message("There is no time zone {name}.", name=name or "“”"),
            message("Name one as Europe/Berlin or America/Sao_Paulo."),
        ) from error


def checked(rule: ClockRule) -> ClockRule:
    """The rule, where it names a time at all; raises WorkspaceError."""
    zone_of(rule.zone)
    try:
        at = time.fromisoformat(rule.time)
        sound = at.tzinfo is None and not at.microsecond
        if rule.every is Every.ONCE:
            sound = sound and date.fromisoformat(rule.date).year in YEARS
    except ValueError:
        sound = False
    if rule.every in DAYS:
        sound = sound and bool(rule.days) and set(rule.days) <= DAYS[rule.every]
    if not sound:
        raise WorkspaceError(
            message("That is not a time that comes."),
            message("Name it as 2026-12-01T09:00, or as a weekday or a day of the month with a time."),
        )
    return rule


def moment_of(local: datetime, zone: ZoneInfo) -> datetime:
    """The moment in UTC at which clocks show `local`: the first of two, and where they never show it the
    first moment after the gap."""
    moment = local.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) == local:
        return moment
    return _change_between(moment - LONGEST_GAP, moment, zone)


def occasions(rule: ClockRule, after: datetime, until: datetime) -> Iterator[Occasion]:
    """The times of a rule that are due after `after` and not later than `until` (both aware), in order."""
    zone = zone_of(rule.zone)
    for found in _each(rule, zone, after, until):
        if after < found.at <= until:
            yield found


def next_times(rule: ClockRule, after: datetime, count: int = 1) -> Sequence[Occasion]:
    """The next so many times; fewer where there are no more."""
    until = datetime(LAST_YEAR + 1, 1, 2, tzinfo=UTC) if rule.every is Every.ONCE else after + FURTHEST
    return tuple(islice(occasions(rule, after, until), count))


def next_change(zone_name: str, after: datetime) -> ClockChange | None:
    """When the clocks of a zone are changed next, within a year; None where they are not."""
    zone, moment = zone_of(zone_name), after.astimezone(UTC)
    for _ in range(366):
        later = moment + DAY
        if moment.astimezone(zone).utcoffset() != later.astimezone(zone).utcoffset():
            at = _change_between(moment, later, zone)
            before = at - timedelta(microseconds=1)
            offset = before.astimezone(zone).utcoffset() or timedelta()
            return ClockChange(
                at, (at + offset).replace(tzinfo=None), at.astimezone(zone).replace(tzinfo=None)
            )
        moment = later
    return None


def _change_between(low: datetime, high: datetime, zone: ZoneInfo) -> datetime:
    """The moment in (low, high] from which the offset is that of `high`, to the second."""
    after = high.astimezone(zone).utcoffset()
    while high - low > timedelta(seconds=1):
        middle = low + (high - low) / 2
        if middle.astimezone(zone).utcoffset() == after:
            high = middle
        else:
            low = middle
    # Changes happen on whole seconds.
    return high.replace(microsecond=0)


def _each(rule: ClockRule, zone: ZoneInfo, after: datetime, until: datetime) -> Iterator[Occasion]:
    if rule.every is Every.HOUR:
        yield from _hours(time.fromisoformat(rule.time).minute, zone, after, until)
        return
    at = time.fromisoformat(rule.time)
    day, last = after.astimezone(zone).date() - 2 * DAY, until.astimezone(zone).date() + DAY
    if rule.every is Every.ONCE:
        day = last = date.fromisoformat(rule.date)
    while day <= last:
        if _falls_on(rule, day):
            local = datetime.combine(day, at)
            yield Occasion(local.isoformat(), moment_of(local, zone))
        day += DAY


def _falls_on(rule: ClockRule, day: date) -> bool:
    if rule.every is Every.WEEK:
        return day.weekday() in rule.days
    if rule.every is Every.MONTH:
        last = monthrange(day.year, day.month)[1]
        return day.day in rule.days or (LAST_DAY in rule.days and day.day == last)
    return True


def _hours(minute: int, zone: ZoneInfo, after: datetime, until: datetime) -> Iterator[Occasion]:
    """Every hour that passes has one: an hourly rule names no time that could come twice or never."""
    moment = after.astimezone(UTC).replace(second=0, microsecond=0)
    while moment <= until:
        local = moment.astimezone(zone)
        if local.minute == minute:
            yield Occasion(local.isoformat(), moment)
            moment += timedelta(minutes=50)
        moment += timedelta(minutes=1)
