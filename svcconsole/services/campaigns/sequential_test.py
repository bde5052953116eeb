"""Wald's sequential test over the first people of a campaign: stop it, let it go on, or wait for more.

Results are looked at in the order of sending, not of arrival: failures come back sooner than deliveries, and
a test over arrivals would stop what is fine. What is missing counts for whichever side is not being decided:
as arrived before the campaign is stopped, as failed before it goes on. By Ville's inequality the chance of a
wrong end is then at most `wrong` each way, whatever is late and in whichever order it comes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

FIRST, STEP = 50, 10
"""So many people go first, and so many more each time the test waits."""

FAILED, ARRIVED, MISSING = True, False, None
"""What is known of one person's message."""
Result = bool | None


class Verdict(StrEnum):
    """What the results so far say of the campaign."""

    STOP = "stop"
    GO_ON = "go_on"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class Bounds:
    """After so many known results: the failures from which it stops, and those up to which it goes on
    (below 0 while no number of failures lets it go on)."""

    results: int
    stops_from: int
    goes_on_to: int


@dataclass(frozen=True)
class SequentialTest:
    """A share of failures that is `fine` against one that is `bad`, `wrong` at most each way (all 0 to 1)."""

    fine: float = 0.02
    bad: float = 0.20
    wrong: float = 0.01

    def __post_init__(self) -> None:
        if not 0 < self.fine < self.bad < 1 or not 0 < self.wrong < 0.5:
            raise ValueError(f"no test tells {self.fine} from {self.bad} at {self.wrong}")

    def verdict(self, results: Iterable[Result]) -> Verdict:
        """What these say, in the order of sending; STOP where any beginning of them is past the bound."""
        at_best = at_worst = 0.0
        goes_on = False
        for result in results:
            at_best += self._failure if result is FAILED else self._arrival
            at_worst += self._arrival if result is ARRIVED else self._failure
            if at_best >= self._bound:
                return Verdict.STOP
            goes_on = goes_on or at_worst <= -self._bound
        return Verdict.GO_ON if goes_on else Verdict.WAIT

    def bounds(self, results: int) -> Bounds:
        """The bounds of the chart after so many known results."""
        # failures × failure + (results − failures) × arrival, solved for the failures at either bound
        stops, goes_on = self.lines(results)
        return Bounds(results, math.ceil(stops - _ROUNDING), math.floor(goes_on + _ROUNDING))

    def lines(self, results: int) -> tuple[float, float]:
        """How many failures of so many results stand on the bound at which it stops, and on that at which it
        goes on, as parts of one: the lines of the chart."""
        per_failure = self._failure - self._arrival
        stops = (self._bound - results * self._arrival) / per_failure
        goes_on = (-self._bound - results * self._arrival) / per_failure
        return stops, goes_on

    def goes_on_at(self, failures: int) -> int:
        """After how many results it goes on, if no more than these failures come."""
        return math.ceil((self._bound + failures * (self._failure - self._arrival)) / -self._arrival)

    @property
    def smallest(self) -> int:
        """The fewest people it can decide on both ways: with fewer it could only stop, or only wait."""
        return max(self.goes_on_at(0), self._fewest_to_stop)

    @cached_property
    def _fewest_to_stop(self) -> int:
        return math.ceil(self._bound / self._failure - _ROUNDING)

    @cached_property
    def _failure(self) -> float:
        return math.log(self.bad / self.fine)

    @cached_property
    def _arrival(self) -> float:
        return math.log((1 - self.bad) / (1 - self.fine))

    @cached_property
    def _bound(self) -> float:
        return math.log(1 / self.wrong) - _ROUNDING


_ROUNDING = 1e-9
"""Two failures at 2 against 20 in 100 stand exactly on the bound of 1 in 100."""


@dataclass(frozen=True, slots=True)
class FirstWave:
    """So many people go first, `step` more while the test waits and every result is back, at most `most`."""

    people: int
    step: int
    most: int

    @staticmethod
    def of(audience: int, test: SequentialTest, share: float = 0.02) -> FirstWave | None:
        """For so many people: never more than `share` of them, unless that is too few to decide on, then just
        enough; None where they are too few altogether."""
        if audience <= test.smallest:
            return None
        most = max(test.smallest, int(audience * share))
        return FirstWave(min(FIRST, most), STEP, most)

    def next(self, results: Sequence[Result], awaited: int, test: SequentialTest) -> int:
        """How many more people get it now, with what is known of those who have it: 0 while `awaited` results
        may still come, once it is decided, and when the wave is full."""
        sent = len(results)
        if sent < self.people:
            return self.people - sent
        if awaited or test.verdict(results) is not Verdict.WAIT:
            return 0
        return min(self.step, self.most - sent)
