"""Limits how many rows a minute a run sends, as a person set it, and how many requests a second."""

from __future__ import annotations

import time
from collections.abc import Callable

MINUTE = 60.0
MOST_SECONDS_A_BATCH = 5.0
"""A batch is never worth more than these seconds, so that a slow pace is even, not bursts."""


class RowLimit:
    """Says when the next batch may leave; `clock` counts seconds and never goes back."""

    def __init__(self, rows_per_minute: int | None = None, clock: Callable[[], float] = time.monotonic):
        self.rows_per_minute = rows_per_minute
        self.requests_a_second = 0
        """Those of the store's settings; 0: no limit."""
        self.seconds_between = 0.0
        """Between two batches at least, as a campaign is held to."""
        self._clock = clock
        self._due = clock()

    def set(self, rows_per_minute: int | None) -> None:
        """Change the limit, at once: what still has to be waited for is waited for at the new pace. None
        lifts it."""
        if rows_per_minute is not None and rows_per_minute < 1:
            raise ValueError("a limit is at least one row a minute")
        owed = max(0.0, self._due - self._clock()) * (self.rows_per_minute or 0)
        self._due = self._clock() + (owed / rows_per_minute if rows_per_minute else 0.0)
        self.rows_per_minute = rows_per_minute

    def sent(self, rows: int) -> None:
        """Rows have left: the next ones wait until these were worth their time."""
        worth = rows * MINUTE / self.rows_per_minute if self.rows_per_minute is not None else 0.0
        if self.requests_a_second:
            worth = max(worth, 1.0 / self.requests_a_second)
        worth = max(worth, self.seconds_between)
        if worth:
            self._due = max(self._due, self._clock()) + worth

    def wait(self) -> float:
        """Seconds until the next batch may leave; 0 when it may leave now."""
        return max(0.0, self._due - self._clock())

    def most(self, batch: int) -> int:
        """The size of the next batch, at most `batch`."""
        if self.rows_per_minute is None:
            return batch
        return max(1, min(batch, int(self.rows_per_minute * MOST_SECONDS_A_BATCH / MINUTE)))
