"""Who gets a campaign first covers its countries and what is most likely wrong, and is the same each time."""

from __future__ import annotations

import random

from svcconsole.services.campaigns.first_people import first_people
from svcconsole.services.campaigns.looks import Look


def a_file(rows: int) -> list[Look]:
    chance = random.Random(18)
    countries = ["IN"] * 90 + ["DE"] * 8 + ["AE", ""]
    return [
        Look(
            row,
            chance.choice(countries),
            chance.randrange(20, 400),
            right_to_left=chance.random() < 0.01,
            blank=chance.random() < 0.02,
        )
        for row in range(1, rows + 1)
    ]


def test_the_first_50_cover_every_country_the_longest_texts_blanks_and_right_to_left() -> None:
    looks = a_file(5_000)
    by_row = {look.row: look for look in looks}
    first = first_people(looks, 50)
    assert len(set(first)) == 50
    chosen = [by_row[row] for row in first]
    assert [look.country for look in chosen[:2]] == ["IN", "DE"]
    assert {look.country for look in chosen} == {look.country for look in looks}
    longest = sorted(looks, key=lambda look: -look.length)[:10]
    assert {look.length for look in longest} <= {look.length for look in chosen}
    assert sum(look.blank for look in chosen) >= 10
    assert sum(look.right_to_left for look in chosen) >= 10
    assert max(first) > 4_000 and len(first) == 50, "The end of the file is tried, too."
    assert first_people(looks, 50) == first


def test_a_small_file_goes_whole_and_nobody_twice() -> None:
    looks = a_file(30)
    assert sorted(first_people(looks, 50)) == [look.row for look in looks]
    assert first_people(looks, 0) == () == first_people([], 50)
