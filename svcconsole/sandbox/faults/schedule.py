"""When an active fault applies: a pure function of the requests so far and the time."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Schedule:
    """Lets the first `after` requests go, then strikes every `every`-th, at most `count` times, between the
    seconds `since` and `until` after it was switched on, with this probability."""

    probability: float = 1.0
    count: int | None = None
    after: int = 0
    every: int = 1
    since: float = 0.0
    until: float | None = None

    def due(self, seen: int, struck: int, seconds: float, chance: random.Random) -> bool:
        """Whether the `seen`-th matching request is struck, `seconds` after the fault was switched on."""
        if self.spent(struck, seconds) or seconds < self.since:
            return False
        if seen <= self.after or (seen - self.after) % self.every:
            return False
        return self.probability >= 1 or chance.random() < self.probability

    def spent(self, struck: int, seconds: float) -> bool:
        """Whether it will never strike again."""
        over = self.until is not None and seconds >= self.until
        return over or (self.count is not None and struck >= self.count)
