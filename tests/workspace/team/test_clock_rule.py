"""Times of a place as moments of UTC: none is lost and none comes twice when clocks are changed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.team.clock_rule import (
    LAST_DAY,
    ClockRule,
    Every,
    checked,
    moment_of,
    next_change,
    next_times,
    occasions,
)

BERLIN = "Europe/Berlin"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def times(rule: ClockRule, since: str, until: str) -> list[tuple[str, str]]:
    found = occasions(rule, utc(since), utc(until))
    return [(each.local, each.at.strftime("%m-%d %H:%M:%S")) for each in found]


def test_a_time_that_clocks_leave_out_is_due_at_the_first_moment_after_the_gap() -> None:
    rule = ClockRule(BERLIN, Every.DAY, "02:30")
    assert times(rule, "2027-03-27T00:00", "2027-03-29T12:00") == [
        ("2027-03-27T02:30:00", "03-27 01:30:00"),
        ("2027-03-28T02:30:00", "03-28 01:00:00"),
        ("2027-03-29T02:30:00", "03-29 00:30:00"),
    ]


def test_a_time_that_comes_twice_is_due_once_the_first_time() -> None:
    rule = ClockRule(BERLIN, Every.DAY, "02:30")
    assert times(rule, "2026-10-24T00:00", "2026-10-26T12:00") == [
        ("2026-10-24T02:30:00", "10-24 00:30:00"),
        ("2026-10-25T02:30:00", "10-25 00:30:00"),
        ("2026-10-26T02:30:00", "10-26 01:30:00"),
    ]


def test_every_hour_that_passes_has_its_time_whatever_the_clocks_show() -> None:
    rule = ClockRule(BERLIN, Every.HOUR, "00:15")
    for night in ("2026-10-24T22:00", "2027-03-27T22:00"):
        found = list(occasions(rule, utc(night), utc(night) + timedelta(hours=6)))
        assert [each.at for each in found] == [utc(night) + timedelta(hours=n, minutes=15) for n in range(6)]
        assert len({each.local for each in found}) == 6
    half = ClockRule("Asia/Kolkata", Every.HOUR, "00:00")
    assert [at for _, at in times(half, "2026-01-01T00:00", "2026-01-01T02:00")] == [
        "01-01 00:30:00",
        "01-01 01:30:00",
    ]


def test_a_day_that_a_country_left_out_still_has_its_time() -> None:
    rule = ClockRule("Pacific/Apia", Every.DAY, "08:00")
    found = times(rule, "2011-12-29T00:00", "2011-12-31T12:00")
    assert [local[:10] for local, _ in found] == ["2011-12-29", "2011-12-30", "2011-12-31"]
    assert found[1][1] == "12-30 10:00:00", "the first moment of the 31st there"


@pytest.mark.parametrize(
    ("rule", "locals_"),
    [
        (ClockRule(BERLIN, Every.ONCE, "09:00", date="2026-12-01"), ["2026-12-01T09:00:00"]),
        (ClockRule(BERLIN, Every.ONCE, "09:00", date="2999-12-01"), ["2999-12-01T09:00:00"]),
        (ClockRule(BERLIN, Every.WEEK, "07:00", (0, 4)), ["2026-11-27T07:00:00", "2026-11-30T07:00:00"]),
        (ClockRule(BERLIN, Every.MONTH, "08:00", (1,)), ["2026-12-01T08:00:00", "2027-01-01T08:00:00"]),
        (
            ClockRule(BERLIN, Every.MONTH, "20:00", (LAST_DAY,)),
            ["2026-11-30T20:00:00", "2026-12-31T20:00:00"],
        ),
        (ClockRule(BERLIN, Every.MONTH, "20:00", (31,)), ["2026-12-31T20:00:00", "2027-01-31T20:00:00"]),
    ],
    ids=["once", "once-much-later", "weekly", "first-of-month", "last-of-month", "thirty-first"],
)
def test_the_next_times_of_every_kind_of_rule(rule: ClockRule, locals_: list[str]) -> None:
    found = next_times(checked(rule), utc("2026-11-25T12:00"), 2)
    assert [each.local for each in found] == locals_


@pytest.mark.parametrize(
    "rule",
    [
        ClockRule("Europe/Atlantis", Every.DAY, "09:00"),
        ClockRule("../etc/passwd", Every.DAY, "09:00"),
        ClockRule("", Every.DAY, "09:00"),
        ClockRule(BERLIN, Every.DAY, "25:00"),
        ClockRule(BERLIN, Every.DAY, "09:00+02:00"),
        ClockRule(BERLIN, Every.DAY, "09:00:00.0005"),
        ClockRule(BERLIN, Every.ONCE, "00:00", date="0001-01-01"),
        ClockRule(BERLIN, Every.ONCE, "09:00", date="2026-02-30"),
        ClockRule(BERLIN, Every.ONCE, "09:00", date="9999-12-31"),
        ClockRule(BERLIN, Every.WEEK, "09:00"),
        ClockRule(BERLIN, Every.WEEK, "09:00", (7,)),
        ClockRule(BERLIN, Every.MONTH, "09:00", (0,)),
        ClockRule(BERLIN, Every.MONTH, "09:00", (32,)),
    ],
    ids=str,
)
def test_what_names_no_time_is_refused_in_words(rule: ClockRule) -> None:
    with pytest.raises(WorkspaceError) as refused:
        checked(rule)
    assert refused.value.advice


def test_the_next_change_of_clocks_is_told_with_what_they_show_before_and_after() -> None:
    change = next_change(BERLIN, utc("2026-11-24T14:07"))
    assert change is not None
    assert (change.at, change.forward) == (utc("2027-03-28T01:00"), True)
    assert (change.before.hour, change.after.hour) == (2, 3)
    assert next_change("Asia/Tokyo", utc("2026-11-24T14:07")) is None


@settings(max_examples=150, deadline=None)
@given(
    zone=st.sampled_from(sorted(name for name in available_timezones() if "/" in name)),
    seconds=st.integers(5 * 365 * 86_400, 68 * 365 * 86_400),
)
def test_a_moment_shows_its_local_time_or_is_the_first_after_a_gap(zone: str, seconds: int) -> None:
    local = datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None)
    place = ZoneInfo(zone)
    moment = moment_of(local, place)
    shown = moment.astimezone(place)
    if shown.replace(tzinfo=None) == local:
        assert shown.fold == 0, "the first of two"
        return
    assert shown.replace(tzinfo=None) > local
    before = (moment - timedelta(seconds=1)).astimezone(place)
    assert before.replace(tzinfo=None) < local, "one second before, the clocks had not come there"
    assert before.utcoffset() != shown.utcoffset()
