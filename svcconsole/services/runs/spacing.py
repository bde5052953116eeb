"""Keeps messages to one person apart: the network takes one in six seconds (131056)."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Iterable

from svcconsole.workspace.runs.ledger_entries import PendingRecord


class Spacing:
    """Whom a run wrote to in the last `seconds`, and the records that wait for that, in their order."""

    def __init__(self, seconds: float = 0.0) -> None:
        self._seconds = seconds
        self._last: OrderedDict[str, float] = OrderedDict()
        self.waiting: deque[PendingRecord] = deque()

    def sent(self, people: Iterable[str]) -> None:
        """A message to them leaves now, or may have left until now."""
        if not self._seconds:
            return
        now = time.monotonic()
        for person in people:
            self._last[person] = now
            self._last.move_to_end(person)
        while self._last and next(iter(self._last.values())) <= now - self._seconds:
            self._last.popitem(last=False)

    def is_too_soon(self, person: str) -> bool:
        """Whether another message to somebody has to wait."""
        last = self._last.get(person)
        return last is not None and time.monotonic() - last < self._seconds

    def due(self) -> list[PendingRecord]:
        """Those that wait no longer, of each person the first."""
        if not self.waiting:
            return []
        found: dict[str, PendingRecord] = {}
        for item in self.waiting:
            if item.record_id not in found and not self.is_too_soon(item.record_id):
                found[item.record_id] = item
        due = {item.seq for item in found.values()}
        self.waiting = deque(item for item in self.waiting if item.seq not in due)
        return list(found.values())
