"""How long a call waits: jittered backoff, and what a Retry-After header means."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise
from types import SimpleNamespace

import pytest

from svcconsole.api.retry import Again, Budget, attempts, retry_after
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


async def test_the_backoff_is_drawn_between_nothing_and_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is drawn lies between what the lowest and the highest draw give."""
    monkeypatch.setattr("random.uniform", lambda low, high: high)
    assert await waits(10, None) == pytest.approx([0.5, 1, 2, 4, 8, 16, 30, 30, 30], abs=0.1)
    assert await waits(3, 20.0) == pytest.approx([24, 24], abs=0.1)
    monkeypatch.setattr("random.uniform", lambda low, high: low)
    assert await waits(10, None) == pytest.approx([0] * 9, abs=0.1)
    assert await waits(3, 20.0) == pytest.approx([20, 20], abs=0.1)


async def test_the_backoff_is_spread_and_not_in_step() -> None:
    assert len({round((await waits(2, None))[0], 3) for _ in range(20)}) > 5


async def test_a_named_time_is_kept_to() -> None:
    assert all(20 <= wait <= 24.2 for wait in await waits(8, 20.0))


async def test_a_long_call_is_not_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many attempts there are is all that ends a call, however long they took together; the library
    that counts them is given this loop's clock, or no second would have passed for it."""
    monkeypatch.setattr("tenacity.time", SimpleNamespace(monotonic=asyncio.get_running_loop().time))
    assert sum(await waits(4, 600.0)) >= 1800


async def test_another_error_is_not_tried_again() -> None:
    made = []
    with pytest.raises(ZeroDivisionError):
        async for attempt in attempts(5):
            with attempt:
                made.append(attempt.num)
                raise ZeroDivisionError(attempt.num)
    assert made == [1]


async def test_a_call_that_goes_on_says_nothing_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """Attempts are part of the answer: nobody is warned of one that was made again."""
    await waits(3, None)
    assert caplog.records == []


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def spent(budget: Budget) -> int:
    """How many retries a budget allows at this moment."""
    count = 0
    while count < 500 and budget.spend():
        count += 1
    return count


def test_a_budget_allows_a_hundred_retries_at_once() -> None:
    assert spent(Budget(Clock())) == 100


def test_a_budget_has_one_more_every_six_seconds_and_never_more_than_a_hundred() -> None:
    clock = Clock()
    budget = Budget(clock)
    assert spent(budget) == 100
    for seconds, allowed in ((5.0, 0), (1.0, 1), (60.0, 10), (100_000.0, 100)):
        clock.now += seconds
        assert spent(budget) == allowed


def test_ten_calls_that_went_well_earn_one_retry_and_a_full_budget_none() -> None:
    budget = Budget(Clock())
    for _ in range(1000):
        budget.earn()
    assert spent(budget) == 100
    for _ in range(16):
        budget.earn()
    assert spent(budget) == 1
    for _ in range(5):
        budget.earn()
    assert spent(budget) == 1


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
        ("99999999999", 99_999_999_999),
        ("999999999999", None),
        ("999999999999999999", None),
        ("Sat, 21 Nov 2026 10:01:30 +0200", 90),
        ("Sat, 21 Nov 2026 08:01:30 -0000", 90),
        ("٣", None),
        ("Sat, 99 Nov 2026 08:00:00 GMT", None),
    ],
)
def test_the_header_is_seconds_or_a_moment_by_the_stores_own_clock(
    value: str | None, seconds: float | None
) -> None:
    assert retry_after(value, NOW) == seconds


@pytest.mark.parametrize("date", [None, ""])
def test_a_moment_to_come_is_waited_for_by_this_computers_clock(date: str | None) -> None:
    moment = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    seconds = retry_after(moment, date)
    assert seconds is not None
    assert 3500 < seconds <= 3600


def test_without_the_stores_clock_this_computers_counts() -> None:
    assert retry_after("Sat, 21 Nov 1998 08:00:00 GMT", None) == 0
