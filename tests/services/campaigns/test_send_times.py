"""Nothing leaves outside the window: hours, weekdays, holidays, several clocks, both changes of clocks."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcconsole.services.campaigns.recipient_zones import LaneOf
from svcconsole.services.campaigns.send_times import closes_at, is_open, next_opening, openings
from svcconsole.services.campaigns.terms import Lane, SendWindow

MINUTE = timedelta(minutes=1)
JANUARY = datetime.fromisoformat("2026-01-01")
BERLIN = Lane(country="DE", zones=("Europe/Berlin",))
INDIA = Lane(country="IN", zones=("Asia/Kolkata",))
STATES = Lane(country="US", zones=("America/Los_Angeles", "America/New_York"), rule="every")
LORD_HOWE = Lane(country="AU", zones=("Australia/Lord_Howe",), rule="area")  # its clock moves by half an hour
CAIRO = Lane(country="EG", zones=("Africa/Cairo",))  # its clock is changed at midnight
DAY = SendWindow(opens=10 * 60, closes=19 * 60)
NIGHT = SendWindow(opens=22 * 60 + 30, closes=2 * 60 + 20)
WEEK = SendWindow(
    opens=8 * 60, closes=20 * 60, weekdays=(0, 1, 2, 3, 4), holidays=("2026-03-30", "2026-10-26")
)
SPRING, AUTUMN, STATES_AUTUMN = "2026-03-27T00:00+00:00", "2026-10-22T00:00+00:00", "2026-10-30T00:00+00:00"
CAIRO_SPRING = "2026-04-22T00:00+00:00"


def allowed(window: SendWindow, lane: Lane, at: datetime) -> bool:
    """Read off each clock, as a person would."""
    for zone in lane.zones:
        local = at.astimezone(ZoneInfo(zone))
        minute = local.hour * 60 + local.minute
        over_midnight = window.opens >= window.closes
        inside = (
            minute >= window.opens or minute < window.closes
            if over_midnight
            else window.opens <= minute < window.closes
        )
        if not inside or local.weekday() not in window.weekdays or str(local.date()) in window.holidays:
            return False
    return True


@pytest.mark.parametrize("window", [DAY, NIGHT, WEEK])
@pytest.mark.parametrize(
    ("lane", "begin"),
    [
        (BERLIN, SPRING),
        (BERLIN, AUTUMN),
        (STATES, STATES_AUTUMN),
        (INDIA, SPRING),
        (LORD_HOWE, "2026-04-02T00:00+00:00"),
        (CAIRO, CAIRO_SPRING),
        (CAIRO, "2026-10-28T00:00+00:00"),
    ],
)
def test_every_minute_of_five_days_is_as_the_clocks_say(window: SendWindow, lane: Lane, begin: str) -> None:
    at = datetime.fromisoformat(begin)
    minutes = [at + step * MINUTE for step in range(5 * 24 * 60)]
    wanted = [allowed(window, lane, minute) for minute in minutes]
    assert [is_open(window, lane, minute) for minute in minutes] == wanted
    by_opening = [False] * len(minutes)
    for opening in openings(window, lane, at):
        first, last = ((moment - at) // MINUTE for moment in opening)
        if first >= len(minutes):
            break
        by_opening[first:last] = [True] * (min(last, len(minutes)) - first)
    assert by_opening[: len(minutes)] == wanted


@settings(max_examples=200, deadline=None)
@given(
    st.integers(0, 1439), st.integers(1, 1440), st.sets(st.integers(0, 6), min_size=1),
    st.datetimes(JANUARY, JANUARY + timedelta(days=700)),
    st.sets(
        st.sampled_from(["Europe/Madrid", "America/New_York", "Asia/Tokyo", "America/St_Johns"]),
        min_size=1, max_size=3,
    ),
)  # fmt: skip
def test_whatever_the_window_it_is_open_when_it_opens_and_shut_a_minute_before(
    opens: int, closes: int, weekdays: set[int], at: datetime, zones: set[str]
) -> None:
    window = SendWindow(opens=opens, closes=closes, weekdays=tuple(sorted(weekdays)))
    people, moment = (
        Lane(country="", zones=tuple(sorted(zones))),
        at.replace(tzinfo=UTC, second=0, microsecond=0),
    )
    found = next_opening(window, people, moment)
    if found is not None:
        assert is_open(window, people, found)
        assert found == moment or not is_open(window, people, found - MINUTE)


def test_it_opens_next_and_closes_where_the_minutes_say() -> None:
    begin = datetime.fromisoformat(AUTUMN) + timedelta(hours=3, seconds=7)
    opens = next_opening(WEEK, STATES, begin)
    closes = closes_at(WEEK, STATES, begin)
    # eight in Los Angeles to eight in New York, on a Thursday in summer time
    assert (opens, closes) == (datetime(2026, 10, 22, 15, tzinfo=UTC), datetime(2026, 10, 23, 0, tzinfo=UTC))
    inside = datetime(2026, 10, 22, 16, 30, 5, tzinfo=UTC)
    assert next_opening(WEEK, STATES, inside) == inside
    assert closes_at(WEEK, STATES, inside) == closes
    # after Friday comes Tuesday, for Monday is a holiday; the clocks were changed in Berlin meanwhile
    friday = datetime(2026, 10, 23, 19, tzinfo=UTC)
    assert next_opening(WEEK, BERLIN, friday) == datetime(2026, 10, 27, 7, tzinfo=UTC)


def test_nothing_leaves_before_its_start_nor_by_a_clock_nobody_knows() -> None:
    start = datetime(2026, 11, 24, 12, 30, tzinfo=UTC)
    window = DAY.model_copy(update={"starts_at": start.isoformat()})
    assert not is_open(window, BERLIN, start - MINUTE)
    assert is_open(window, BERLIN, start)
    assert next_opening(window, BERLIN, start - timedelta(hours=3)) == start
    for zones in ((), ("Nowhere/At_all",), ("Europe/Berlin", "Nowhere/At_all")):
        lane = Lane(country="", zones=zones, rule="unknown")
        assert not is_open(DAY, lane, start)
        assert next_opening(DAY, lane, start) is None
        assert closes_at(DAY, lane, start) is None


def test_without_a_known_zone_nobody_is_sent_before_the_last_possible_zone_has_opened() -> None:
    at = datetime(2026, 11, 24, 12, tzinfo=UTC)
    nowhere = LaneOf()("")
    # the world is 25 hours wide: nine hours are never open everywhere, Pago Pago is the last to open
    assert next_opening(DAY, nowhere, at) == datetime(2026, 11, 24, 21, tzinfo=UTC)
    states = LaneOf()("+18005550123")
    # from ten in Honolulu to seven in New York
    assert next_opening(DAY, states, at) == datetime(2026, 11, 24, 20, tzinfo=UTC)
    assert closes_at(DAY, states, at) == datetime(2026, 11, 25, 0, tzinfo=UTC)


def test_it_never_opens_where_no_day_is_left() -> None:
    at = datetime(2026, 11, 24, tzinfo=UTC)
    assert next_opening(SendWindow(weekdays=()), BERLIN, at) is None


def test_a_window_that_is_always_open_has_no_end() -> None:
    at = datetime(2026, 11, 24, tzinfo=UTC)
    assert next_opening(SendWindow(), STATES, at) == at
    assert closes_at(SendWindow(), STATES, at) is None
    every_day_but_one = SendWindow(holidays=(date(2026, 12, 25).isoformat(),))
    assert closes_at(every_day_but_one, BERLIN, at) == datetime(2026, 12, 24, 23, tzinfo=UTC)
