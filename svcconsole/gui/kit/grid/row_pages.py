"""Fetches the rows around what is visible in the background; the newest request wins."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.runtime.task_scope import TaskScope

MARGIN: Final = 64
"""Rows read before and after those on screen, so that a turn of the wheel asks nobody."""


R = TypeVar("R")
Fetch = Callable[[int, int], Awaitable[Sequence[R]]]
"""`await fetch(first, count)`: rows of the view from `first`, counted from 0."""


class RowPages(QObject, Generic[R]):
    """Keeps one stretch of rows. `arrived()`: the rows wanted last are there."""

    arrived = Signal()

    def __init__(self, scope: TaskScope, parent: QObject) -> None:
        super().__init__(parent)
        self._scope = scope
        self._fetch: Fetch[R] | None = None
        self._first = 0
        self._rows: Sequence[R] = ()
        self._wanted = (0, 0)
        self._busy = False
        self._age = 0
        self.count = 0

    def set_source(self, count: int, fetch: Fetch[R], rows: Sequence[R] = ()) -> None:
        """Other rows from now on; `rows` are the first ones where they are known already."""
        self.count, self._fetch = count, fetch
        self._first, self._rows = 0, rows
        self._age += 1
        self._busy = False
        self._scope.cancel("rows")

    def grow(self, count: int) -> None:
        """More rows are known to be there."""
        self.count = count

    def have(self, first: int, count: int) -> bool:
        """Whether these rows are at hand."""
        last = min(first + count, self.count)
        return self._first <= first and last <= self._first + len(self._rows)

    def get(self, first: int, count: int) -> Sequence[R]:
        """Rows that are at hand."""
        at = first - self._first
        return self._rows[at : at + max(0, min(count, self.count - first))]

    def want(self, first: int, count: int) -> bool:
        """Whether these rows are at hand now; else they are fetched and `arrived` tells when."""
        self._wanted = (first, count)
        if self.have(first, count):
            low, high = max(0, first - count), min(self.count, first + 2 * count)
            if not self.have(low, high - low):
                self._go()  # before the edge is reached
            return True
        self._go()
        return False

    def _go(self) -> None:
        if not self._busy and self._fetch is not None:
            self._busy = True
            self._scope.start(self._read(self._fetch, self._age), "rows")

    async def _read(self, fetch: Fetch[R], age: int) -> None:
        """Read what is wanted until what was wanted meanwhile is there, too."""
        try:
            while age == self._age:
                first, count = self._wanted
                low = max(0, first - MARGIN)
                rows = await fetch(low, first - low + count + MARGIN)
                if age != self._age:
                    return
                self._first, self._rows = low, rows
                if self._wanted == (first, count) or self.have(*self._wanted):
                    return
        finally:
            if age == self._age:
                self._busy = False
                self.arrived.emit()
