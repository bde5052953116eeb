"""When a fault strikes, as a function of what came before and the time."""

from __future__ import annotations

import random
from itertools import count

import pytest

from svcconsole.sandbox.faults.fault_registry import FaultRegistry
from svcconsole.sandbox.faults.fault_syntax import from_words
from svcconsole.sandbox.faults.schedule import Schedule


def struck(schedule: Schedule, requests: int = 12, seconds: float = 0.0, seed: int = 1) -> list[int]:
    """Which of the requests, counted from 1, are struck."""
    chance, hits = random.Random(seed), list[int]()
    for seen in range(1, requests + 1):
        if schedule.due(seen, len(hits), seconds, chance):
            hits.append(seen)
    return hits


@pytest.mark.parametrize(
    ("schedule", "expected"),
    [
        (Schedule(), list(range(1, 13))),
        (Schedule(count=2), [1, 2]),
        (Schedule(after=9), [10, 11, 12]),
        (Schedule(every=5), [5, 10]),
        (Schedule(after=2, every=4), [6, 10]),
        (Schedule(after=1, every=3, count=2), [4, 7]),
    ],
    ids=str,
)
def test_by_number(schedule: Schedule, expected: list[int]) -> None:
    assert struck(schedule) == expected


@pytest.mark.parametrize(
    ("seconds", "strikes"), [(0, False), (4.99, False), (5, True), (8.99, True), (9, False)]
)
def test_by_time(seconds: float, strikes: bool) -> None:
    schedule = Schedule(since=5, until=9)
    assert bool(struck(schedule, seconds=seconds)) is strikes
    assert schedule.spent(0, seconds) is (seconds >= 9)


def test_a_seed_makes_chance_repeat() -> None:
    half = Schedule(probability=0.5)
    assert struck(half, 400) == struck(half, 400)
    assert struck(half, 400, seed=2) != struck(half, 400)
    assert 150 < len(struck(half, 400)) < 250


def test_the_first_that_strikes_has_the_request_and_all_count_it() -> None:
    board = FaultRegistry(clock=lambda: 0.0)
    board.switch_on(from_words("reset every=2"))
    board.switch_on(from_words("latency operation=products/list count=1"))
    kinds = [fault and fault.kind.name for fault in (board.strike("products/list") for _ in range(4))]
    assert kinds == ["latency", "reset", None, "reset"]
    assert [(one["seen"], one["struck"]) for one in board.to_json()] == [(4, 2), (4, 1)]
    assert [one["spent"] for one in board.to_json()] == [False, True]
    assert board.strike("catalogs/list") is None
    assert [one["seen"] for one in board.to_json()] == [5, 4]


def test_time_counts_from_when_the_fault_was_switched_on() -> None:
    clock = count(100.0)
    board = FaultRegistry(clock=lambda: next(clock))  # each look at the clock is a second later
    board.switch_on(from_words("close from=2 to=4"))
    assert [board.strike("products/list") is not None for _ in range(5)] == [False, True, True, False, False]


def test_a_reset_brings_back_the_faults_of_the_command_line() -> None:
    board = FaultRegistry()
    board.start_with([from_words("close count=1")])
    board.switch_on(from_words("reset"))
    assert board.strike("products/list") is not None
    board.begin_again()
    assert [(one["kind"], one["struck"]) for one in board.to_json()] == [("close", 0)]


def test_a_report_keeps_its_fault_until_that_one_is_off() -> None:
    board = FaultRegistry()
    assert board.report(1) is None
    stuck = board.switch_on(from_words("report_stuck count=1"))
    assert [board.report(2), board.report(3), board.report(2)] == ["stuck", None, "stuck"]
    failed = board.switch_on(from_words("report_failed"))
    assert [board.report(2), board.report(3)] == ["stuck", "failed"]
    board.switch_off(stuck.number)
    assert board.report(2) == "failed"
    board.switch_off(failed.number)
    assert [board.report(2), board.report(3)] == [None, None]
    assert board.strike("products/list") is None
