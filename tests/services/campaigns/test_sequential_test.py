"""The first wave stops what fails and lets go on what arrives, however late its statuses come."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from svcconsole.services.campaigns.sequential_test import (
    ARRIVED,
    FAILED,
    MISSING,
    FirstWave,
    Result,
    SequentialTest,
    Verdict,
)

PEOPLE, SEEDS, NEVER = 5_000, 1_000, 0.03
POLLS = (0.2, 0.5, 1, 2, 4, 8, 15, 30)
"""Minutes after each part of the wave at which the store is asked; the last ends the waiting."""
TEST = SequentialTest()


def heard_after(chance: random.Random, failed: bool) -> float:
    """Minutes until a status: failures within seconds, phones that are off for an hour, 3 in 100 never."""
    if chance.random() < NEVER:
        return float("inf")
    if failed:
        return chance.expovariate(10)
    return chance.expovariate(1 / 60 if chance.random() < 0.05 else 1)


def first_wave(chance: random.Random, rate: float) -> tuple[Verdict, int]:
    """How a first wave ends and to how many people it went, looked at again at every poll."""
    wave = FirstWave.of(PEOPLE, TEST)
    assert wave is not None
    ends: list[bool] = []
    heard: list[float] = []
    clock = 0.0

    def known() -> Iterator[Result]:
        for failed, at in zip(ends, heard, strict=True):
            yield MISSING if at > clock else FAILED if failed else ARRIVED

    while more := wave.next([*known()], 0, TEST):
        for _ in range(more):
            ends.append(chance.random() < rate)
            heard.append(clock + heard_after(chance, ends[-1]))
        sent_at = clock
        for poll in POLLS:
            clock = sent_at + poll
            verdict = TEST.verdict(known())
            if verdict is not Verdict.WAIT:
                return verdict, len(ends)
    return Verdict.WAIT, len(ends)


def ends_at(rate: float, seeds: int) -> tuple[Counter[Verdict], int]:
    """How many of so many campaigns end how, and the most people one of them went to."""
    ended = [first_wave(random.Random(seed), rate) for seed in range(seeds)]
    return Counter(verdict for verdict, _ in ended), max(sent for _, sent in ended)


def test_of_1000_campaigns_that_fail_for_30_in_100_at_least_990_stop_within_2_in_100_of_their_people() -> (
    None
):
    ended, most = ends_at(0.30, SEEDS)
    assert ended[Verdict.STOP] >= 0.99 * SEEDS, ended
    assert most <= 0.02 * PEOPLE


def test_of_1000_campaigns_that_fail_for_2_in_100_at_most_10_are_stopped() -> None:
    ended, _ = ends_at(0.02, SEEDS)
    assert ended[Verdict.STOP] <= 0.01 * SEEDS, ended
    assert ended[Verdict.GO_ON] >= 0.80 * SEEDS, ended


@pytest.mark.deep
@pytest.mark.parametrize("rate", [0, 0.01, 0.02, 0.05, 0.08, 0.10, 0.15, 0.20, 0.30, 0.50])
def test_what_lies_between_is_printed_and_goes_to_2_in_100_of_the_people_at_most(rate: float) -> None:
    ended, most = ends_at(rate, SEEDS)
    print(f"{rate:.0%} fail:", *(f"{each}: {ended[each]}" for each in Verdict), f"most people: {most}")
    assert most <= 0.02 * PEOPLE


def test_failures_that_come_back_first_do_not_stop_what_is_fine() -> None:
    late = [MISSING] * 20 + [FAILED] + [MISSING] * 20 + [FAILED] + [MISSING] * 8
    assert TEST.verdict(late) is Verdict.WAIT
    assert TEST.verdict([ARRIVED if each is MISSING else each for each in late]) is Verdict.GO_ON


def test_what_is_missing_lets_nothing_go_on() -> None:
    assert TEST.verdict([MISSING] * 100) is Verdict.WAIT
    assert TEST.verdict([ARRIVED] * 23) is Verdict.GO_ON
    assert TEST.verdict([ARRIVED] * 22 + [MISSING]) is Verdict.WAIT


def test_the_bounds_of_the_chart_are_those_of_the_test() -> None:
    for results in range(1, 101):
        bounds = TEST.bounds(results)
        for failures in range(results + 1):
            after = [FAILED] * failures + [ARRIVED] * (results - failures)
            beginning = TEST.verdict(after[: results - 1])
            if beginning is Verdict.WAIT and failures >= bounds.stops_from:
                assert TEST.verdict(after) is Verdict.STOP
            if beginning is Verdict.WAIT and failures <= bounds.goes_on_to:
                assert TEST.verdict(after) is Verdict.GO_ON
    assert [TEST.goes_on_at(failures) for failures in range(3)] == [23, 36, 48]


def test_the_smallest_number_it_can_decide_on_is_the_wave_of_a_small_campaign() -> None:
    assert TEST.smallest == 23
    assert FirstWave.of(23, TEST) is None
    for audience in (24, 100, 499):
        assert FirstWave.of(audience, TEST) == FirstWave(23, 10, 23)
    assert FirstWave.of(PEOPLE, TEST) == FirstWave(50, 10, 100)


@pytest.mark.parametrize("numbers", [(0.0, 0.2, 0.01), (0.2, 0.2, 0.01), (0.02, 1.0, 0.01), (0.02, 0.2, 0.5)])
def test_numbers_that_tell_nothing_apart_are_refused(numbers: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="no test tells"):
        SequentialTest(*numbers)
