"""The registry of faults: which are switched on, how often each has struck, and which applies to a
request.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from svcconsole.sandbox.faults.kinds import Kind
from svcconsole.sandbox.faults.spec import FaultSpec

REPORTS = "reports"

_REPORT: Mapping[str, Literal["stuck", "failed"]] = {"report_stuck": "stuck", "report_failed": "failed"}


class Fault:
    """One fault that is switched on; `number` is its id."""

    def __init__(self, number: int, spec: FaultSpec, clock: Callable[[], float]) -> None:
        self.number = number
        self.spec = spec
        self.kind: Kind = spec.row
        self.executed = self.kind.executed if spec.executed is None else spec.executed
        self.parameters = spec.parameters
        self._schedule = spec.schedule
        self._chance = random.Random(spec.seed)
        self._clock = clock
        self._on_since = clock()
        self._seen = 0
        self._struck = 0

    def strike(self, taken: bool) -> bool:
        """Whether it strikes the next request, which it counts; `taken` by another, it is not."""
        self._seen += 1
        seconds = self._clock() - self._on_since
        if taken or not self._schedule.due(self._seen, self._struck, seconds, self._chance):
            return False
        self._struck += 1
        return True

    def to_json(self) -> dict[str, Any]:
        """As the control API answers it."""
        spec = self.spec
        when = {name: getattr(spec, name) for name in ("probability", "count", "after", "every", "seed")}
        return {
            "id": self.number,
            "kind": self.kind.name,
            "says": self.kind.says,
            "operation": spec.operation,
            "executed": self.executed,
            "parameters": self.parameters,
            **when,
            "from": spec.since,
            "to": spec.until,
            "seen": self._seen,
            "struck": self._struck,
            "spent": self._schedule.spent(self._struck, self._clock() - self._on_since),
        }


class FaultRegistry:
    """The faults of one store, in memory: a store that starts has only those of its command line.

    The first that strikes, in the order they were switched on, has the request to itself; all that concern
    it count it. `ending` is set when the store stops, so that no request is held back longer.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.ending = asyncio.Event()
        self._clock = clock
        self._given: tuple[FaultSpec, ...] = ()
        self._next = 1
        self._on: dict[int, Fault] = {}
        self._reports: dict[int, Fault | None] = {}

    def start_with(self, specs: Iterable[FaultSpec]) -> None:
        """The faults of the command line, which a reset brings back."""
        self._given = tuple(specs)
        self.begin_again()

    def begin_again(self) -> None:
        """Only the faults of the command line, as if none had struck yet."""
        self.off()
        for spec in self._given:
            self.switch_on(spec)

    def switch_on(self, spec: FaultSpec) -> Fault:
        fault = Fault(self._next, spec, self._clock)
        self._next += 1
        self._on[fault.number] = fault
        self._decide_again()
        return fault

    def switch_off(self, number: int) -> bool:
        """Whether there was one of this id."""
        found = self._on.pop(number, None) is not None
        self._decide_again()
        return found

    def off(self) -> None:
        """Switch all off."""
        self._on.clear()
        self._reports.clear()

    def to_json(self) -> list[dict[str, Any]]:
        """All that are on, as the control API answers them."""
        return [fault.to_json() for fault in self._on.values()]

    def strike(self, place: str) -> Fault | None:
        """The fault for the next request of `place`: an operation's path, `downloads` or `reports`."""
        struck = None
        for fault in self._on.values():
            if fault.spec.concerns(place) and fault.strike(taken=struck is not None):
                struck = fault
        return struck

    def report(self, number: int) -> Literal["stuck", "failed"] | None:
        """What becomes of this report: decided when it is taken up, until that fault is off."""
        if not self._on:
            return None
        if number not in self._reports:
            self._reports[number] = self.strike(REPORTS)
        fault = self._reports[number]
        return None if fault is None else _REPORT[fault.kind.name]

    def _decide_again(self) -> None:
        """A report keeps the fault that struck it while that one is on; the rest ask again."""
        self._reports = {
            number: fault for number, fault in self._reports.items() if fault and fault.number in self._on
        }
