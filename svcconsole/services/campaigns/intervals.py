"""Intervals of shares and of their difference, and how many people tell two shares apart.

Wilson's interval for one share and Newcombe's for a difference of two (Statistics in Medicine 17, 1998,
methods 3 and 10 of his two papers): both hold for few people and for shares near 0 or 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist

CONFIDENCE = 0.95
POWER = 0.80
"""So likely a difference as large as the one seen is found with as many people as `people_to_settle` says."""


@dataclass(frozen=True, slots=True)
class Share:
    """`hits` of `people`, and from where to where the true share may be."""

    hits: int
    people: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.hits / self.people if self.people else 0.0


@dataclass(frozen=True, slots=True)
class Difference:
    """How much the share `ahead` (by its place among those compared) is above the one `behind`, and from
    where to where that may truly be; `people` would tell for each of both, None where they are equal."""

    ahead: int
    behind: int
    by: float
    low: float
    high: float
    people: int | None

    @property
    def is_settled(self) -> bool:
        """Whether it cannot be nothing."""
        return self.low > 0 or self.high < 0


def share_of(hits: int, people: int, confidence: float = CONFIDENCE) -> Share:
    """Wilson's score interval; from 0 to 1 where nobody was asked."""
    if not people:
        return Share(hits, people, 0.0, 1.0)
    z = _z(confidence)
    share, weight = hits / people, z * z / people
    middle = (share + weight / 2) / (1 + weight)
    half = z / (1 + weight) * math.sqrt(share * (1 - share) / people + weight / (4 * people))
    # At the ends the sum is 0 or 1 but for rounding.
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    high = 1.0 if hits == people else min(1.0, middle + half)
    return Share(hits, people, low, high)


def difference_of(
    ahead: Share, behind: Share, places: tuple[int, int] = (0, 1), confidence: float = CONFIDENCE
) -> Difference:
    """Newcombe's interval of the difference of two shares."""
    one = share_of(ahead.hits, ahead.people, confidence)
    two = share_of(behind.hits, behind.people, confidence)
    by = one.share - two.share
    low = by - math.hypot(one.share - one.low, two.high - two.share)
    high = by + math.hypot(one.high - one.share, two.share - two.low)
    return Difference(*places, by, max(-1.0, low), min(1.0, high), people_to_settle(one.share, two.share))


def best_of(counted: list[tuple[int, int]], *, fewest: bool = False) -> Difference | None:
    """The best of several (hits, people) against the next best; None of fewer than two with people.

    With more than two texts some are ahead by chance alone: the interval is as much wider as there are pairs.
    `fewest`: the lowest share is the best.
    """
    places = [place for place, (_, people) in enumerate(counted) if people]
    if len(places) < 2:
        return None
    ordered = sorted(places, key=lambda place: counted[place][0] / counted[place][1], reverse=not fewest)
    first, second = ordered[:2]
    pairs = len(list(combinations(places, 2)))
    shares = [share_of(*counted[place]) for place in (first, second)]
    return difference_of(shares[0], shares[1], (first, second), 1 - (1 - CONFIDENCE) / pairs)


def people_to_settle(one: float, two: float) -> int | None:
    """For each of two texts, if their true shares are these."""
    if one == two:
        return None
    z = _z(CONFIDENCE) + NormalDist().inv_cdf(POWER)
    return math.ceil(z * z * (one * (1 - one) + two * (1 - two)) / (one - two) ** 2)


def _z(confidence: float) -> float:
    return NormalDist().inv_cdf(1 - (1 - confidence) / 2)
