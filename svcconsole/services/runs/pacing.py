"""Adapts how fast a run sends: starts small, grows while answers are quick, halves when the store pushes
back.
"""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PacingRules:
    """The limits of a run's speed; times in seconds, sizes in records and bytes.

    A campaign looks for results every `look_at_terms`, and at the clock again at least every `longest_hold`:
    a computer may have slept. Two messages to one person leave `between_messages`.
    """

    first_batch: int = 10
    most_batch: int = 100
    most_bytes: int = 96 * 1024
    most_at_once: int = 8
    quick: float = 0.25
    slower_by: float = 3.0
    first_wait: float = 0.5
    longest_wait: float = 30.0
    longest_retry_after: float = 15 * 60.0
    first_probe: float = 5.0
    longest_probe: float = 60.0
    look_at_terms: float = 2.0
    longest_hold: float = 30.0
    tries: int = 4
    old_doubt: float = 10 * 60.0
    between_messages: float = 6.0


class Pacer:
    """Additive growth, halving on push-back (AIMD), for the batch size and for how many are sent at once."""

    def __init__(self, pace: PacingRules) -> None:
        self._pace = pace
        self._eager = True
        self._quickest = float("inf")
        self._best = float("inf")
        self._misses = 0
        self.batch = pace.first_batch
        self._at_once = 1.0

    @property
    def at_once(self) -> int:
        return int(self._at_once)

    def batch_settled(self, records: int, elapsed: float) -> None:
        """A batch was accepted: grow while it takes no longer than a batch of its size did at its
        quickest."""
        self._misses = 0
        self._quickest = min(self._quickest, elapsed)
        self._best = min(self._best, elapsed / records)
        usual = max(self._quickest, self._best * records)
        if elapsed > max(self._pace.quick, self._pace.slower_by * usual):
            return
        if self.batch < self._pace.most_batch:
            self.batch = min(self._pace.most_batch, self.batch * 2 if self._eager else self.batch + 10)
        else:
            step = 1.0 if self._eager else 1.0 / self._at_once
            self._at_once = min(float(self._pace.most_at_once), self._at_once + step)

    def refused(self) -> None:
        """A batch held a bad record: smaller batches lose less to the next one."""
        self.batch = max(1, self.batch // 2)

    def pushed_back(self) -> float:
        """429, an error of the store or no answer: halve, and return how long to wait before the next
        call."""
        self._eager = False
        self.batch = max(1, self.batch // 2)
        self._at_once = max(1.0, self._at_once / 2)
        longest = min(self._pace.longest_wait, self._pace.first_wait * 2**self._misses)
        self._misses += 1
        return random.uniform(longest / 2, longest)
