"""How long a call waits: jittered backoff, and what a Retry-After header means."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from svcconsole.api.retry import Again, attempts, retry_after
from tests.support.virtual_time import VirtualTimeLoop

NOW = "Sat, 21 Nov 2026 08:00:00 GMT"


@pytest.fixture(autouse=True)
def loop_factory() -> type[VirtualTimeLoop]:
    return VirtualTimeLoop


async def waits(most: int, named: float | None) -> list[float]:
    """The seconds between the attempts of a call that never goes well."""
    clock, moments = asyncio.get_running_loop().time, []
    with pytest.raises(Again):
        async for attempt in attempts(most):
            with attempt:
                moments.append(clock())
                raise Again(attempt.num, named)
    assert len(moments) == most
    return [later - earlier for earlier, later in pairwise(moments)]


async def test_the_backoff_doubles_at_most_up_to_half_a_minute() -> None:
    for _ in range(10):
        found = await waits(10, None)
        limits = [0.5, 1, 2, 4, 8, 16, 30, 30, 30]
        assert all(wait <= limit + 0.2 for wait, limit in zip(found, limits, strict=True))


async def test_the_backoff_is_spread_and_not_in_step() -> None:
    assert len({round((await waits(2, None))[0], 3) for _ in range(20)}) > 5


async def test_a_named_time_is_kept_to() -> None:
    assert all(20 <= wait <= 24.2 for wait in await waits(8, 20.0))


async def test_another_error_is_not_tried_again() -> None:
    with pytest.raises(ZeroDivisionError):
        async for attempt in attempts(5):
            with attempt:
                raise ZeroDivisionError(attempt.num)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (None, None),
        ("0", 0),
        ("120", 120),
        (" 7 ", 7),
        ("Sat, 21 Nov 2026 08:01:30 GMT", 90),
        ("Sat, 21 Nov 2026 07:59:00 GMT", 0),
        ("Saturday, 21-Nov-26 08:00:10 GMT", 10),
        ("-5", None),
        ("soon", None),
        ("", None),
        ("1e9", None),
        ("999999999999999999", None),
        ("٣", None),
        ("Sat, 99 Nov 2026 08:00:00 GMT", None),
    ],
)
def test_the_header_is_seconds_or_a_moment_by_the_stores_own_clock(
    value: str | None, seconds: float | None
) -> None:
    assert retry_after(value, NOW) == seconds


def test_without_the_stores_clock_this_computers_counts() -> None:
    assert retry_after("Sat, 21 Nov 1998 08:00:00 GMT", None) == 0
