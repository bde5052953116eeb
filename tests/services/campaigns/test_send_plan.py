"""The forecast against every schedule there could be, and a simulated month of sending by its rules."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import pytest

from svcconsole.services.campaigns.send_plan import HOUR, LanePeople, Limit, Pace, day_ends, plan_sends
from svcconsole.services.campaigns.send_times import is_open, next_opening
from svcconsole.services.campaigns.terms import Lane, SendWindow

ZONES = ("Asia/Kolkata", "Europe/Berlin", "America/New_York")
LANES = tuple(Lane(country=zone, zones=(zone,)) for zone in ZONES)
START = datetime(2026, 11, 24, 4, 30, tzinfo=UTC)


def most(open_in: Sequence[frozenset[int]], hours: int, limit: int, by_hour: Sequence[int]) -> list[int]:
    """The most people any schedule can reach by the end of each hour: all of them are tried."""

    @cache
    def best(hour: int, waiting: frozenset[int], used: int, until: int) -> int:
        if hour > until:
            return 0
        able = min(by_hour[min(hour, len(by_hour) - 1)], limit - used)
        here = [person for person in waiting if hour in open_in[person]]
        found = 0
        for chosen in _subsets(here, able):
            found = max(found, len(chosen) + best(hour + 1, waiting - chosen, used + len(chosen), until))
        return found

    everybody = frozenset(range(len(open_in)))
    return [best(0, everybody, 0, until) for until in range(hours)]


def _subsets(people: Sequence[int], most_of_them: int) -> Iterator[frozenset[int]]:
    for bits in range(1 << len(people)):
        if bits.bit_count() <= most_of_them:
            yield frozenset(person for at, person in enumerate(people) if bits >> at & 1)


@pytest.mark.parametrize("seed", range(60))
def test_no_schedule_reaches_more_people_by_any_hour_than_the_plan(seed: int) -> None:
    """At most 8 people in 3 zones under the limit of 24 hours and that of each hour, all schedules tried."""
    chance = random.Random(seed)
    start = START + timedelta(minutes=30 * chance.randrange(1, 30))
    start = start.replace(minute=0)
    opens = chance.randrange(6, 20) * 60
    window = SendWindow(opens=opens, closes=min(opens + 60 * chance.randrange(1, 6), 1440))
    counts = [chance.randrange(4), chance.randrange(3), chance.randrange(4)]
    limit = chance.randrange(1, 9)
    by_hour = (*(chance.randrange(4) for _ in range(chance.randrange(1, 5))), chance.randrange(1, 3))
    # India, half an hour away from full hours, would be tried in half-hours: Thailand stands for it
    lanes = (Lane(country="TH", zones=("Asia/Bangkok",)), *LANES[1:])
    hours = 22
    found = plan_sends(
        [LanePeople(lane, count) for lane, count in zip(lanes, counts, strict=True)],
        window,
        start,
        start + hours * HOUR,
        limit=Limit(limit),
        pace=Pace(by_hour=by_hour),
    )
    open_in = [
        frozenset(hour for hour in range(hours) if is_open(window, lane, start + hour * HOUR))
        for lane, count in zip(lanes, counts, strict=True)
        for _ in range(count)
    ]
    reached = [sum(found.sums[: hour + 1]) for hour in range(hours)]
    assert reached == most(open_in, hours, limit, by_hour)
    assert sum(found.left) == len(open_in) - reached[-1]
    assert found.free[-1] == limit - reached[-1]


class Laptop:
    """Sends person by person on a clock that is asked each time, and sleeps when it likes."""

    def __init__(self, window: SendWindow, limit: int, people: dict[Lane, int], seed: int) -> None:
        self.window, self.limit, self.waiting = window, limit, dict(people)
        self.chance = random.Random(seed)
        self.sent: list[tuple[datetime, Lane]] = []

    def run(self, begin: datetime, end: datetime) -> None:
        at = begin
        while at < end:
            if self.chance.random() < 0.02:
                at += timedelta(
                    minutes=self.chance.randrange(1, 16 * 60)
                )  # it sleeps, and goes on where it is
            lately = sum(moment > at - timedelta(days=1) for moment, _ in self.sent)
            for lane in (lane for lane in self.waiting if is_open(self.window, lane, at)):
                if lately < self.limit and self.waiting[lane]:
                    self.waiting[lane] -= 1
                    self.sent.append((at, lane))
                    lately += 1
            openings = (next_opening(self.window, lane, at) for lane in self.waiting)
            following = min((moment for moment in openings if moment is not None), default=end)
            at = max(at + timedelta(minutes=self.chance.randrange(3, 40)), following)


@pytest.mark.parametrize("begin", ["2026-03-02", "2026-10-12"])  # both changes of clocks, there and here
@pytest.mark.parametrize("hours", [(10, 19), (22, 3)])
def test_thirty_days_with_sleeps_send_nothing_outside_the_window_or_over_the_limit(
    begin: str, hours: tuple[int, int]
) -> None:
    start = datetime.fromisoformat(begin).replace(tzinfo=UTC)
    opens, closes = (hour * 60 for hour in hours)
    holiday = (start + timedelta(days=10)).date().isoformat()
    window = SendWindow(opens=opens, closes=closes, weekdays=(0, 1, 2, 3, 4, 5), holidays=(holiday,))
    states = Lane(country="US", zones=("America/Los_Angeles", "America/New_York"), rule="every")
    laptop = Laptop(window, 25, {**dict.fromkeys(LANES, 200), states: 60}, seed=len(begin) + opens)
    laptop.run(start, start + timedelta(days=30))
    assert len(laptop.sent) > 300
    outside = 0
    for moment, lane in laptop.sent:
        for zone in lane.zones:
            local = moment.astimezone(ZoneInfo(zone))
            inside = (
                hours[0] <= local.hour < hours[1]
                if opens < closes
                else local.hour >= hours[0] or local.hour < hours[1]
            )
            sunday = (local - timedelta(hours=hours[1] if opens > closes else 0)).weekday() == 6
            outside += not inside or sunday or str(local.date()) == holiday
    assert outside == 0
    moments = [moment for moment, _ in laptop.sent]
    assert all(
        sum(moment - timedelta(days=1) < other <= moment for other in moments) <= 25 for moment in moments
    )


@pytest.mark.parametrize("begin", ["2026-03-02T07:10", "2026-10-12T07:10"])
def test_a_month_of_the_plan_keeps_to_the_window_and_the_limit_of_24_hours(begin: str) -> None:
    start = datetime.fromisoformat(begin).replace(tzinfo=UTC)
    window = SendWindow(opens=10 * 60, closes=19 * 60, weekdays=(0, 1, 2, 3, 4))
    taken = ((start + timedelta(hours=5), 40), (start + timedelta(hours=30), 60))
    until = start + timedelta(days=30)
    people = [LanePeople(lane, 1_500, counted=20) for lane in LANES]
    limit, pace = Limit(100, taken), Pace(per_second=0.05, by_hour=(20, 40, 80))
    found = plan_sends(people, window, start, until, limit=limit, pace=pace)
    for lane, sent in zip(LANES, found.sent, strict=True):
        for hour, count in zip(found.hours, sent, strict=True):
            open_then = (is_open(window, lane, hour + minute * timedelta(minutes=1)) for minute in range(60))
            assert not count or any(open_then)
    sums = found.sums
    # 100 of its own at once and as many as were given back, beside those who count already
    for at in range(len(sums) - 24):
        assert sum(sums[at : at + 24]) <= 100 + 100 + 60
    assert max(sums) <= 80 + 60
    assert found.left != (0, 0, 0)
    assert found.by_limit


def test_who_does_not_fit_and_from_when() -> None:
    window = SendWindow(opens=10 * 60, closes=19 * 60)
    people = [LanePeople(lane, 300) for lane in LANES]
    until = day_ends(window, LANES, START)
    assert until == datetime(2026, 11, 25, 0, tzinfo=UTC)  # seven in New York
    # begun at three in India, its next morning is another day
    assert day_ends(window, LANES[:1], START + 5 * HOUR) == datetime(2026, 11, 24, 13, 30, tzinfo=UTC)
    assert day_ends(window, LANES[:1], START, days=2) == datetime(2026, 11, 25, 13, 30, tzinfo=UTC)
    assert day_ends(SendWindow(), LANES, START, days=2) == START + timedelta(days=2)
    short = plan_sends(people, window, START, until, limit=Limit(500), pace=Pace(per_second=0.1))
    assert (sum(short.left), short.by_limit, sum(short.sums)) == (400, True, 500)
    # 300 in India, and from ten in Berlin the other 200, one every 10 seconds
    assert short.full_at == datetime(2026, 11, 24, 9, 33, 20, tzinfo=UTC)
    slow = plan_sends(people[:1], window, START, until, pace=Pace(per_second=0.005))
    assert (slow.left, slow.full_at, slow.by_limit) == (
        (138,),
        datetime(2026, 11, 24, 13, 30, tzinfo=UTC),
        False,
    )
    fits = plan_sends(people, window, START, until, limit=Limit(0, ((START + HOUR, 900),)))
    assert (fits.left, fits.full_at, fits.ends_at) == (
        (0, 0, 0),
        None,
        datetime(2026, 11, 24, 15, tzinfo=UTC),
    )


def test_whoever_was_written_to_today_counts_once() -> None:
    people = [LanePeople(LANES[0], 10, counted=4)]
    found = plan_sends(people, SendWindow(), START, START + 3 * HOUR, limit=Limit(5))
    assert (found.sums[0], found.left, found.free[0]) == (9, (1,), 0)


def test_hours_begin_by_the_clock_they_are_told_in() -> None:
    start = datetime(2026, 11, 24, 4, 50, tzinfo=UTC)
    found = plan_sends([LanePeople(LANES[0], 1)], SendWindow(), start, start + HOUR, clock=ZoneInfo(ZONES[0]))
    assert found.hours[0] == datetime(2026, 11, 24, 4, 30, tzinfo=UTC)
