"""The marks of an axis: round values, days and months that have room, nothing named twice."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcconsole.gui.kit.charts.ticks import day_ticks, value_ticks


@pytest.mark.parametrize(
    ("least", "most", "whole", "expected"),
    [
        (0, 3730, True, (0, 1000, 2000, 3000, 4000)),
        (0, 3, True, (0, 1, 2, 3)),
        (0, 0, True, (0, 1)),
        (0, 5e-324, False, (0, 1)),
        (-2e-308, 2e-308, True, (0, 1)),
        (5, 90, False, (0, 25, 50, 75, 100)),
        (-40, 120, True, (-50, 0, 50, 100, 150)),
        (-9, -2, False, (-10, -7.5, -5, -2.5, 0)),
    ],
)
def test_values_stand_at_round_places(
    least: float, most: float, whole: bool, expected: tuple[float, ...]
) -> None:
    assert value_ticks(least, most, 4, whole=whole) == expected


def test_what_is_counted_has_no_halves() -> None:
    assert value_ticks(0, 1, 5) == (0, 1)
    assert value_ticks(0, 1, 5, whole=False) == pytest.approx((0, 0.2, 0.4, 0.6, 0.8, 1.0))


@given(
    st.floats(-1e12, 1e12, allow_nan=False),
    st.floats(-1e12, 1e12, allow_nan=False),
    st.integers(1, 6),
    st.booleans(),
)
def test_all_values_lie_between_the_outer_marks(one: float, two: float, room: int, whole: bool) -> None:
    low, high = sorted((one, two))
    ticks = value_ticks(low, high, room, whole=whole)
    slack = 1e-6 * max(1.0, abs(low), abs(high))
    assert ticks[0] <= low + slack
    assert ticks[-1] >= high - slack
    assert 0.0 in ticks
    assert 2 <= len(ticks) <= room + 3


def test_half_a_year_is_named_by_its_months() -> None:
    found = day_ticks(date(2026, 1, 5), date(2026, 6, 29), 4, 8)
    assert [tick.day.month for tick in found] == [1, 2, 3, 4, 5, 6]
    assert found[0].day == date(2026, 1, 5)
    assert {tick.format for tick in found} == {"MMM"}


def test_a_january_bears_its_year_where_there_are_two() -> None:
    found = day_ticks(date(2025, 7, 1), date(2026, 6, 1), 4, 6)
    assert [(tick.day, tick.format) for tick in found][:1] == [(date(2025, 7, 1), "MMM yyyy")]
    assert (date(2026, 1, 1), "MMM yyyy") in found


def test_a_week_is_named_by_its_days() -> None:
    found = day_ticks(date(2026, 5, 11), date(2026, 5, 17), 8, 8)
    assert [tick.day.day for tick in found] == [11, 12, 13, 14, 15, 16, 17]


@given(st.dates(date(1990, 1, 1), date(2060, 1, 1)), st.integers(0, 40_000), st.integers(1, 12))
def test_marks_never_outnumber_their_room(first: date, days: int, room: int) -> None:
    last = first + timedelta(days=days)
    found = day_ticks(first, last, room, room)
    assert len(found) <= room + 1
    assert all(first <= tick.day <= last for tick in found)
    assert all(one.day < two.day for one, two in pairwise(found))
