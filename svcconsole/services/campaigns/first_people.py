"""The people of a campaign who get it first: every country, longest texts, blanks, then the file evenly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from svcconsole.services.campaigns.looks import Look

EACH = 0.2
"""The share of the wave for each of the longest texts, blank texts and texts from right to left."""


def first_people(looks: Iterable[Look], people: int) -> tuple[int, ...]:
    """The rows of so many people (all, where there are no more), in the order they are sent.

    One person of each country goes first, the largest countries before the others; then what is most likely
    wrong has its share; the rest are spread evenly over the file, which is often sorted.
    """
    every = tuple(looks)
    if people <= 0:
        return ()
    share = max(1, int(people * EACH))
    longest = sorted(every, key=lambda look: (-look.length, look.row))
    standing_out = chain(
        _of_each_country(every),
        (look.row for look in longest[:share]),
        islice((look.row for look in every if look.blank), share),
        islice((look.row for look in every if look.right_to_left), share),
    )
    first = tuple(islice(dict.fromkeys(standing_out), people))
    taken = frozenset(first)
    others = [look.row for look in every if look.row not in taken]
    return (*first, *_spread(others, people - len(first)))


def _of_each_country(looks: tuple[Look, ...]) -> Iterator[int]:
    first: dict[str, int] = {}
    for look in looks:
        first.setdefault(look.country, look.row)
    return (first[country] for country, _ in Counter(look.country for look in looks).most_common())


def _spread(rows: list[int], number: int) -> Iterator[int]:
    """So many of them at equal distances; all where there are no more."""
    if number >= len(rows):
        return iter(rows)
    return (rows[(2 * at + 1) * len(rows) // (2 * number)] for at in range(number))
