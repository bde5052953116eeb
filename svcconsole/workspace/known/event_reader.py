"""Reads a workspace's events once each, also those that commit after events with higher numbers."""

from __future__ import annotations

import time
from collections.abc import Callable

from svcconsole.workspace.known.event_kinds import Event, EventKind
from svcconsole.workspace.known.events import Events

GAP_SECONDS = 30.0
"""So long a number that is missing is looked for: longer than any transaction takes from its last statement
to its commit. What was taken back never comes."""
MOST_GAPS = 500
"""More numbers missing than these are no transactions under way."""


class EventReader:
    """What happens from its beginning on."""

    def __init__(self, events: Events, clock: Callable[[], float] = time.monotonic) -> None:
        self._events = events
        self._clock = clock
        self._last = events.last()
        self._missing: dict[int, float] = {}

    def read(self) -> list[Event]:
        """The events that came since the last reading, each once.

        Where so much time has passed that some were forgotten meanwhile, one of the kind EVERYTHING instead.
        """
        moment = self._clock()
        self._missing = {seq: until for seq, until in self._missing.items() if until > moment}
        found = self._events.since(self._last, self._missing)
        if not found:
            return []
        newest = found[-1].seq
        # Only where a number is missing there may be one that was forgotten.
        if found[0].seq > self._last + 1 and self._events.oldest() > self._last + 1:
            self._last, self._missing = max(newest, self._last), {}
            last = found[-1]
            return [Event(last.seq, EventKind.EVERYTHING, "", last.actor, last.at, last.console)]
        came = {event.seq for event in found}
        for seq in range(max(self._last + 1, newest - MOST_GAPS), newest):
            if seq not in came:
                self._missing[seq] = moment + GAP_SECONDS
        for seq in came:
            self._missing.pop(seq, None)
        self._last = max(newest, self._last)
        return found
