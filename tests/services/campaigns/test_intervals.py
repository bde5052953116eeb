"""Intervals of shares: as published, and right as often as they say."""

from __future__ import annotations

import random

import pytest

from svcconsole.services.campaigns.intervals import best_of, difference_of, people_to_settle, share_of


def test_they_are_those_of_the_papers() -> None:
    """Newcombe 1998, one share (81 of 263, 15 of 148, 0 of 20) and two (56 of 70 against 48 of 80)."""
    for hits, people, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611)):
        told = share_of(hits, people)
        assert [told.low, told.high] == pytest.approx([low, high], abs=5e-5)
    apart = difference_of(share_of(56, 70), share_of(48, 80))
    assert [apart.low, apart.high] == pytest.approx([0.0524, 0.3339], abs=5e-5)
    assert apart.is_settled


def test_not_enough_until_the_interval_leaves_zero_and_then_it_is_seldom_wrong() -> None:
    """Of equal texts not more than one in twenty pairs is told apart, of three texts as few."""
    dice, rounds = random.Random(4), 1_000
    for texts in (2, 3):
        wrong = 0
        for _ in range(rounds):
            counted = [(sum(dice.random() < 0.15 for _ in range(150)), 150) for _ in range(texts)]
            told = best_of(counted)
            wrong += told is not None and told.is_settled
        assert wrong / rounds <= 0.065


def test_so_many_people_as_it_says_would_tell_four_times_in_five() -> None:
    needed = people_to_settle(0.169, 0.144)
    assert needed is not None and 3_000 < needed < 3_400
    assert people_to_settle(0.2, 0.2) is None
    assert best_of([(3, 10)]) is None and best_of([(0, 0), (3, 10)]) is None
    fewest = best_of([(9, 10), (1, 10)], fewest=True)
    assert fewest is not None and fewest.ahead == 1
    assert fewest.by == pytest.approx(-0.8)
