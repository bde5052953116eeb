"""The forecast of a campaign: how many get it in which hour, by their clocks, the limit and the pace."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import islice, pairwise
from math import ceil, inf
from typing import NamedTuple

from svcconsole.services.campaigns.send_times import Opening, openings
from svcconsole.services.campaigns.terms import Lane, SendWindow

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LONGEST_DAYS = 31
"""Nobody looks further ahead."""


class LanePeople(NamedTuple):
    """How many people are in a lane; `counted` of them were written to in the last 24 hours, so that another
    message to them takes nothing of the limit."""

    lane: Lane
    people: int
    counted: int = 0


class Limit(NamedTuple):
    """How many people may still be written to for the first time in 24 hours, and how many more from when on,
    because what was sent to others is 24 hours old by then."""

    free: int
    frees: tuple[tuple[datetime, int], ...] = ()


class Pace(NamedTuple):
    """How quickly it may go: messages a second (None: at once), and at most so many in each hour from the
    start on, the last number for all hours after."""

    per_second: float | None = None
    by_hour: tuple[int, ...] = ()


AT_ONCE = Pace()


@dataclass(frozen=True, slots=True)
class Forecast:
    """What leaves in each hour: `sent[lane][hour]` people, with `free[hour]` of the limit at its end (None
    without a limit), and `left[lane]` who do not fit, the first of them at `full_at`; `by_limit` where it was
    the limit that held them back. `ends_at` is when the last one got it."""

    hours: tuple[datetime, ...]
    sent: tuple[tuple[int, ...], ...]
    free: tuple[int | None, ...]
    left: tuple[int, ...]
    full_at: datetime | None
    by_limit: bool
    ends_at: datetime | None

    @property
    def sums(self) -> tuple[int, ...]:
        """The people of each hour."""
        return tuple(map(sum, zip(*self.sent, strict=True))) if self.sent else (0,) * len(self.hours)


def plan_sends(
    people: Sequence[LanePeople],
    window: SendWindow,
    start: datetime,
    until: datetime,
    *,
    limit: Limit | None = None,
    pace: Pace = AT_ONCE,
    clock: tzinfo = UTC,
) -> Forecast:
    """What leaves from `start` to `until`, as a run sends it: at every moment the open lane goes first whose
    hours end first, and whoever may go waits for nobody else. The hours begin with those of `clock`."""
    start, until = start.astimezone(UTC), until.astimezone(UTC)
    lanes = [_Waiting(each, tuple(_until(openings(window, each.lane, start), until))) for each in people]
    tally = _Tally(start, lanes, limit, pace)
    hours = tuple(_hours(start, until, clock))
    sent = [[0] * len(hours) for _ in lanes]
    free: list[int | None] = [None if limit is None else limit.free] * len(hours)
    moments = {start, until, *hours, *(at + (start - hours[0]) for at in hours)}
    moments.update(moment for lane in lanes for opening in lane.hours for moment in opening)
    if limit is not None:
        moments.update(at for at, _ in limit.frees)
        moments |= {at + DAY for at in moments}
    for begins, ends in pairwise(sorted(at for at in moments if start <= at <= until)):
        hour = _place(hours, begins)
        for place, count in tally.send(begins, ends):
            sent[place][hour] += count
        free[hour] = tally.room
    left = tuple(each.left for each in lanes)
    return Forecast(
        hours,
        tuple(map(tuple, sent)),
        tuple(free),
        left,
        tally.full_at if any(left) else None,
        tally.by_limit and any(left),
        tally.last_at,
    )


def day_ends(window: SendWindow, lanes: Sequence[Lane], start: datetime, days: int = 1) -> datetime:
    """When a campaign of so many days has ended everywhere: each lane has as many openings, and none of them
    counts for longer than a day."""
    ends = [start + HOUR]
    for lane in lanes:
        for opening in islice(openings(window, lane, start), days):
            if opening.begins < start + LONGEST_DAYS * DAY:
                ends.append(min(opening.ends, opening.begins + days * DAY))
    return max(ends)


class _Waiting:
    """A lane while it is planned; its openings are asked for in the order of time."""

    def __init__(self, people: LanePeople, hours: tuple[Opening, ...]) -> None:
        self.counted = people.counted
        self.new = people.people - people.counted
        self.hours = hours
        self._at = 0

    @property
    def left(self) -> int:
        return self.counted + self.new

    def closes(self, at: datetime) -> datetime | None:
        """When the hours that `at` is in end; None where it is in none."""
        while self._at < len(self.hours) and self.hours[self._at].ends <= at:
            self._at += 1
        inside = self._at < len(self.hours) and self.hours[self._at].begins <= at
        return self.hours[self._at].ends if inside else None


class _Tally:
    """What has left so far."""

    def __init__(self, start: datetime, lanes: Sequence[_Waiting], limit: Limit | None, pace: Pace) -> None:
        self.full_at: datetime | None = None
        self.by_limit = False
        self.last_at: datetime | None = None
        self._start, self._lanes, self._pace = start, lanes, pace
        self._free = limit.free if limit is not None else None
        self._frees = deque(sorted(limit.frees if limit is not None else ()))
        self._own: deque[tuple[datetime, int]] = deque()
        self._in_hour: dict[int, int] = {}

    @property
    def room(self) -> int | None:
        """How many people may be written to who were not in the last 24 hours; None for any number."""
        return None if self._free is None else max(self._free, 0)

    def send(self, begins: datetime, ends: datetime) -> Iterator[tuple[int, int]]:
        """The lanes that send in this time, by their place, and how many."""
        self._give_back(begins)
        waiting = [
            (closes, place)
            for place, lane in enumerate(self._lanes)
            if lane.left and (closes := lane.closes(begins)) is not None
        ]
        able = self._able(begins, ends)
        gone = new = 0
        for closes, place in sorted(waiting):
            lane = self._lanes[place]
            counted = int(min(lane.counted, able - gone))
            fresh = int(min(lane.new, able - gone - counted, inf if self._free is None else self._free - new))
            fresh = max(fresh, 0)
            lane.counted -= counted
            lane.new -= fresh
            gone, new = gone + counted + fresh, new + fresh
            if counted + fresh:
                self.last_at = self._moment(begins, gone)
                yield place, counted + fresh
            if lane.left:
                self._note_left(lane, closes, ends, None if gone >= able else self._moment(begins, gone))
        if self._free is not None and new:
            self._free -= new
            self._own.append((ends + DAY, new))
        hour = self._hour(begins)
        self._in_hour[hour] = self._in_hour.get(hour, 0) + gone

    def _note_left(self, lane: _Waiting, closes: datetime, ends: datetime, limited: datetime | None) -> None:
        """Remember from when on somebody had to stay behind; `limited` is when the limit was used up."""
        if self.full_at is not None:
            return
        if limited is not None:
            self.full_at, self.by_limit = limited, True
        elif ends >= closes and lane.hours[-1].ends <= closes:
            self.full_at = closes

    def _give_back(self, at: datetime) -> None:
        if self._free is None:
            return
        for queue in (self._frees, self._own):
            while queue and queue[0][0] <= at:
                self._free += queue.popleft()[1]

    def _able(self, begins: datetime, ends: datetime) -> float:
        """How many messages the pace allows in this time."""
        rate, by_hour = self._pace
        able = inf
        if rate is not None:
            since = (begins - self._start).total_seconds(), (ends - self._start).total_seconds()
            able = int(since[1] * rate) - int(since[0] * rate)
        if by_hour:
            hour = self._hour(begins)
            able = min(able, by_hour[min(hour, len(by_hour) - 1)] - self._in_hour.get(hour, 0))
        return able

    def _hour(self, at: datetime) -> int:
        return (at - self._start) // HOUR

    def _moment(self, begins: datetime, gone: int) -> datetime:
        """When so many have left."""
        rate = self._pace.per_second
        return begins + timedelta(seconds=ceil(gone / rate)) if rate else begins


def _until(found: Iterator[Opening], until: datetime) -> Iterator[Opening]:
    for opening in found:
        if opening.begins >= until:
            return
        yield Opening(opening.begins, min(opening.ends, until))


def _hours(start: datetime, until: datetime, clock: tzinfo) -> Iterator[datetime]:
    """The full hours from the one that `start` is in."""
    at = start.astimezone(clock).replace(minute=0, second=0, microsecond=0).astimezone(UTC)
    while at < until:
        yield at
        at += HOUR


def _place(hours: Sequence[datetime], at: datetime) -> int:
    return (at - hours[0]) // HOUR
