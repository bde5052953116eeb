"""The turn of the loop in which a window is painted: what comes late in a long one waits for the next."""

from __future__ import annotations

import time

LONG_SECONDS = 0.008


class PaintTurn:
    """How long the painting goes on that a window is in the middle of."""

    def __init__(self) -> None:
        self._began: float | None = None

    def begin(self) -> None:
        """A window is painted from now on."""
        self._began = time.perf_counter()

    def end(self) -> None:
        """It is painted."""
        self._began = None

    def is_long(self) -> bool:
        """Whether it has taken so long by now that the rest should wait."""
        return self._began is not None and time.perf_counter() - self._began > LONG_SECONDS


paint_turn = PaintTurn()
