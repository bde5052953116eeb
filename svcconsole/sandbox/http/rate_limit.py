"""The rate limit of the practice store: a token bucket over a given clock."""

from __future__ import annotations

import time
from collections.abc import Callable


class TokenBucket:
    """`rate` requests a second on average, and that many at once (at least one)."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._size = max(1.0, rate)
        self._left = self._size
        self._at = clock()

    def acquire(self) -> float:
        """0.0 when the request may pass; else the seconds until the next one may, and nothing is taken."""
        now = self._clock()
        self._left = min(self._size, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self._rate
