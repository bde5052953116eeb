"""On which clocks a person may live, as far as a number, a cell or nothing tells it."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from svcconsole.services.campaigns.recipient_zones import LaneOf, clocks_of, lane_with, unknown_lane
from svcconsole.services.campaigns.terms import Lane


def lane(number: str, cell: str = "") -> Lane:
    return LaneOf()(number, cell)


@pytest.mark.parametrize(
    ("number", "rule", "zones"),
    [
        ("+491711234567", "country", {"Europe/Berlin"}),
        ("+12125550123", "area", {"America/New_York"}),
        ("+14155550123", "area", {"America/Los_Angeles"}),
        ("+19075550123", "area", {"America/Adak", "America/Anchorage"}),  # one area, two clocks
        ("+5511987654321", "area", {"America/Sao_Paulo"}),  # mobile numbers of Brazil have areas
        ("+34928123456", "area", {"Atlantic/Canary"}),
        ("+34612345678", "every", {"Atlantic/Canary", "Europe/Madrid"}),  # mobile numbers of Spain have none
        ("+38349123456", "country", {"Europe/Belgrade"}),
    ],
)
def test_a_number_tells_its_clock_by_its_country_or_its_area(number: str, rule: str, zones: set[str]) -> None:
    found = lane(number)
    assert (found.rule, set(found.zones)) == (rule, zones)


def test_where_it_cannot_be_told_every_clock_of_the_country_counts() -> None:
    free_of_charge = lane("+18005550123")
    assert free_of_charge.rule == "every"
    assert {"America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"} < set(
        free_of_charge.zones
    )
    # a mobile number of Russia may be anywhere, though its code is shared with another country
    assert lane("+79161234567") == Lane(country="RU", zones=clocks_of("RU"), rule="every")
    # and the code of Kaliningrad stands in the table with a zone of another country: it tells nothing
    assert lane("+74012345678").rule == "every"


def test_without_a_country_every_clock_of_the_world_counts() -> None:
    for found in (lane(""), lane("+9999"), lane("+870773111632"), unknown_lane()):
        assert (found.country, found.rule) == ("", "unknown")
        now = datetime.now(UTC)
        offsets = [now.astimezone(ZoneInfo(zone)).utcoffset() for zone in found.zones]
        hours = [offset.total_seconds() / 3600 for offset in offsets if offset is not None]
        assert (min(hours), max(hours)) == (-11, 14)


def test_a_column_wins_unless_the_number_tells_more_of_the_same_country() -> None:
    assert lane("+12125550123", "America/Denver").zones == ("America/Denver",)
    assert lane("+12125550123", "america/los angeles").zones == ("America/Los_Angeles",)
    assert lane("+12125550123", "Germany") == Lane(country="DE", zones=("Europe/Berlin",), rule="column")
    assert lane("+12125550123", "United States").zones == ("America/New_York",)
    assert lane("+491711234567", "USA") == Lane(country="US", zones=clocks_of("US"), rule="column")
    assert lane("+491711234567", "somewhere").zones == ("Europe/Berlin",)
    assert lane_with(unknown_lane(), "IN") == Lane(country="IN", zones=clocks_of("IN"), rule="column")


def test_zones_of_one_clock_are_one() -> None:
    assert clocks_of("DE") == ("Europe/Berlin",)
    assert clocks_of("US")[-1] == "America/New_York"
    assert len(clocks_of("US")) == 8
    assert clocks_of("AQX") == ()
