"""The hours in which people may be written to, minute by minute and over changes of clocks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcconsole.services.campaigns.recipient_zones import LaneOf
from svcconsole.services.campaigns.send_times import closes_at, is_open, next_opening
from svcconsole.services.campaigns.terms import Lane, SendWindow

MADRID, NEW_YORK = "Europe/Madrid", "America/New_York"
DAYTIME = SendWindow(opens=9 * 60, closes=20 * 60)
MINUTE = timedelta(minutes=1)
JANUARY = datetime.fromisoformat("2026-01-01")


def lane(*zones: str) -> Lane:
    return Lane(country="", zones=zones)


def local(zone: str, text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


@pytest.mark.parametrize(
    "zones", [(MADRID,), ("Asia/Kolkata",), (MADRID, NEW_YORK), ("Australia/Lord_Howe",)]
)
@pytest.mark.parametrize("day", ["2026-03-28", "2026-03-07", "2026-10-24", "2026-10-31", "2026-04-04"])
@pytest.mark.parametrize(
    "window",
    [
        DAYTIME,
        SendWindow(opens=22 * 60, closes=6 * 60),
        SendWindow(opens=2 * 60 + 30, closes=3 * 60 + 10, weekdays=(5, 6)),
        SendWindow(opens=60, closes=2 * 60 + 30, holidays=("2026-10-25", "2026-03-29")),
    ],
)
def test_openings_and_closings_are_the_minutes_that_a_look_at_each_one_finds(
    zones: tuple[str, ...], day: str, window: SendWindow
) -> None:
    """Three days around a change of clocks, in spring and in autumn, of an hour and of half an hour."""
    people, begin = lane(*zones), datetime.fromisoformat(day).replace(tzinfo=UTC)
    minutes = [begin + each * MINUTE for each in range(3 * 1440)]
    opens = [is_open(window, people, each) for each in minutes]
    for at in range(0, len(minutes) - 1440, 173):
        asked, rest = minutes[at], opens[at:]
        found = next_opening(window, people, asked)
        expected = at + rest.index(True) if True in rest else None
        assert expected is None or found == minutes[expected]
        if opens[at] and False in rest:
            assert closes_at(window, people, asked) == minutes[at + rest.index(False)]


@settings(max_examples=200, deadline=None)
@given(
    st.integers(0, 1439), st.integers(1, 1440), st.sets(st.integers(0, 6), min_size=1),
    st.datetimes(JANUARY, JANUARY + timedelta(days=700)),
    st.lists(st.sampled_from([MADRID, NEW_YORK, "Asia/Tokyo", "America/St_Johns"]), min_size=1, max_size=3),
)  # fmt: skip
def test_whatever_the_window_it_is_open_when_it_opens_and_shut_a_minute_before(
    opens: int, closes: int, weekdays: set[int], at: datetime, zones: list[str]
) -> None:
    window = SendWindow(opens=opens, closes=closes, weekdays=tuple(sorted(weekdays)))
    people, moment = lane(*dict.fromkeys(zones)), at.replace(tzinfo=UTC, second=0, microsecond=0)
    found = next_opening(window, people, moment)
    if found is not None:
        assert is_open(window, people, found)
        assert found == moment or not is_open(window, people, found - MINUTE)


def test_nobody_of_an_unknown_zone_is_written_to_before_the_last_zone_has_opened() -> None:
    anywhere = LaneOf()("")
    assert anywhere.rule == "unknown"
    opening = next_opening(DAYTIME, anywhere, datetime(2026, 11, 24, 12, tzinfo=UTC))
    assert opening == local("Pacific/Pago_Pago", "2026-11-24 09:00").astimezone(UTC)


def test_it_never_opens_where_no_day_is_left() -> None:
    assert next_opening(SendWindow(weekdays=()), lane(MADRID), datetime(2026, 1, 1, tzinfo=UTC)) is None


def test_it_does_not_open_before_the_campaign_starts() -> None:
    window = DAYTIME.model_copy(update={"starts_at": "2026-11-25T21:00:00Z"})
    opening = next_opening(window, lane(MADRID), datetime(2026, 11, 24, 12, tzinfo=UTC))
    assert opening == local(MADRID, "2026-11-26 09:00").astimezone(UTC)


@pytest.mark.parametrize(
    ("number", "country", "rule", "zones"),
    [
        ("+393331234567", "IT", "country", ("Europe/Rome",)),
        ("+919812345678", "IN", "country", ("Asia/Calcutta",)),
        ("+12125550123", "US", "area", ("America/New_York",)),
        ("+34612345678", "ES", "every", ("Europe/Madrid", "Atlantic/Canary")),
        ("+9999", "", "unknown", ("Pacific/Kiritimati", "Pacific/Pago_Pago")),
        ("", "", "unknown", ("Pacific/Kiritimati", "Pacific/Pago_Pago")),
    ],
)
def test_a_number_tells_its_clocks(number: str, country: str, rule: str, zones: tuple[str, ...]) -> None:
    found = LaneOf()(number)
    assert (found.country, found.rule, found.zones) == (country, rule, zones)


def test_a_column_that_names_a_zone_goes_first_and_any_other_word_is_not_heeded() -> None:
    lanes = LaneOf()
    assert lanes("+34612345678", "Atlantic/Canary").zones == ("Atlantic/Canary",)
    assert lanes("+34612345678", "Mars/Olympus").rule == "every"
