"""How fast a run goes: grows while answers are quick, halves when the store pushes back, never below one."""

from __future__ import annotations

import pytest

from svcconsole.services.runs.pacing import Pacer, PacingRules


def test_it_starts_small_and_doubles_until_full() -> None:
    pacer = Pacer(PacingRules())
    sizes = []
    for _ in range(6):
        sizes.append((pacer.batch, pacer.at_once))
        pacer.batch_settled(pacer.batch, 0.01)
    assert sizes == [(10, 1), (20, 1), (40, 1), (80, 1), (100, 1), (100, 2)]


def test_it_stays_where_it_is_while_answers_are_slow() -> None:
    pacer = Pacer(PacingRules())
    pacer.batch_settled(10, 0.1)
    pacer.batch_settled(20, 0.9)
    assert pacer.batch == 20


def test_a_far_away_store_does_not_keep_it_small() -> None:
    pacer = Pacer(PacingRules())
    for _ in range(4):
        pacer.batch_settled(pacer.batch, 0.4)
    pacer.refused()
    pacer.batch_settled(1, 0.4)
    assert pacer.batch == 100


def test_pushing_back_halves_and_growth_is_careful_afterwards() -> None:
    pacer = Pacer(PacingRules())
    for _ in range(12):
        pacer.batch_settled(100, 0.01)
    assert (pacer.batch, pacer.at_once) == (100, 8)
    pacer.pushed_back()
    assert (pacer.batch, pacer.at_once) == (50, 4)
    pacer.batch_settled(50, 0.01)
    assert pacer.batch == 60


def test_waits_grow_with_each_miss_and_begin_again_after_an_answer() -> None:
    pacer = Pacer(PacingRules(first_wait=1.0, longest_wait=8.0))
    waits = [pacer.pushed_back() for _ in range(6)]
    for wait, longest in zip(waits, (1, 2, 4, 8, 8, 8), strict=True):
        assert longest / 2 <= wait <= longest
    pacer.batch_settled(1, 0.01)
    assert pacer.pushed_back() <= 1


@pytest.mark.parametrize("slower", ["refused", "pushed_back"])
def test_it_never_goes_below_one(slower: str) -> None:
    pacer = Pacer(PacingRules())
    for _ in range(20):
        getattr(pacer, slower)()
    assert (pacer.batch, pacer.at_once) == (1, 1)


def test_an_answer_under_a_quarter_of_a_second_is_quick_whatever_the_others_took() -> None:
    pacer = Pacer(PacingRules())
    pacer.batch_settled(10, 0.01)
    pacer.batch_settled(20, 0.24)
    assert pacer.batch == 40


def test_after_a_push_back_one_more_at_once_takes_a_landing_of_each() -> None:
    pacer = Pacer(PacingRules())
    for _ in range(12):
        pacer.batch_settled(100, 0.01)
    pacer.pushed_back()
    for _ in range(5):
        pacer.batch_settled(50, 0.01)
    grown = []
    for _ in range(5):
        pacer.batch_settled(100, 0.01)
        grown.append((pacer.batch, pacer.at_once))
    assert grown == [(100, 4), (100, 4), (100, 4), (100, 4), (100, 5)]


def test_a_full_batch_may_take_as_long_as_its_records_took_in_small_ones() -> None:
    pacer = Pacer(PacingRules())
    pacer.batch_settled(10, 0.1)
    pacer.batch_settled(100, 0.9)
    assert pacer.batch == 40
