"""Watches the practice store while somebody looks: its faults, its log, what it received."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QObject, Signal

from svcconsole.gui.notices import Notices
from svcconsole.gui.panels.practice.control import Control, ControlTrouble
from svcconsole.gui.panels.practice.records import Asked, Fault, FaultKind, Health, Received
from svcconsole.gui.practice_process import PracticeAddress
from svcconsole.gui.tasks import TaskScope

T = TypeVar("T")

OFTEN, LONGEST = 0.7, 15.0
"""Seconds between two looks: while the store answers, and at most when it does not."""
LOOK_SECONDS = 5.0
KEPT = 500


@dataclass(frozen=True, slots=True)
class Seen:
    """What the last look showed. `trouble` is why there was nothing to see; the rest is then older."""

    health: Health | None = None
    faults: tuple[Fault, ...] = ()
    kinds: tuple[FaultKind, ...] = ()
    latest: int = 0
    requests: Sequence[Asked] = ()
    received: Received = field(default_factory=Received)
    trouble: str = ""


class Watch(QObject):
    """`told`: `seen` is new. It looks between `begin` and `rest`; `do` makes a call and looks again."""

    told = Signal()

    def __init__(
        self, address: Callable[[], PracticeAddress | None], notices: Notices, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.seen = Seen()
        self.looks = 0
        self.scope = TaskScope(self, notices)
        self._address = address
        self._wants_all = False
        self._requests: deque[Asked] = deque(maxlen=KEPT)
        self._pid = 0
        self._now = asyncio.Event()

    def begin(self) -> None:
        """Look now, and again and again."""
        self._now.set()
        if not self.scope.is_busy("look"):
            self.scope.start(self._go_on(), key="look")

    def rest(self) -> None:
        """Look no more until `begin`."""
        self.scope.cancel("look")

    def want_received(self, wanted: bool) -> None:
        """Whether what was received is read, too: it is shown now."""
        self._wants_all = wanted
        self._now.set()

    def forget(self) -> None:
        """The store begins anew: what it was asked until now is not shown any more."""
        self._requests.clear()

    async def do(self, call: Callable[[Control], T]) -> T:
        """Make a control call in a thread and look at once; raises ControlTrouble."""
        found = await asyncio.to_thread(self._with_control, call, None)
        await self.look()
        return found

    async def look(self) -> None:
        """One look; what went wrong is in `seen.trouble`."""
        since, every = self._seen_up_to(), self._wants_all
        try:
            fresh, requests = await asyncio.to_thread(
                self._with_control, lambda control: _looked(control, since, every), LOOK_SECONDS
            )
        except ControlTrouble as trouble:
            self.seen = replace(self.seen, trouble=trouble.sentence)
        else:
            self._take(fresh, requests, every)
        self.looks += 1
        self.told.emit()

    def _take(self, fresh: Seen, requests: Sequence[Asked], every: bool) -> None:
        pid = fresh.health.pid if fresh.health else 0
        if pid != self._pid or fresh.latest < self._seen_up_to():
            self._pid = pid
            self._requests.clear()
        known = {each.number: each for each in self._requests} | {each.number: each for each in requests}
        self._requests = deque((known[number] for number in sorted(known)), maxlen=KEPT)
        received = fresh.received if every else self.seen.received
        self.seen = replace(fresh, requests=tuple(self._requests), received=received)

    def _seen_up_to(self) -> int:
        """The number before the first request that is not known to have ended."""
        open_ones = [each.number for each in self._requests if each.seconds is None]
        if open_ones:
            return open_ones[0] - 1
        return self._requests[-1].number if self._requests else 0

    async def _go_on(self) -> None:
        wait = OFTEN
        while True:
            self._now.clear()
            before = self.seen
            await self.look()
            wait = min(LONGEST, wait * 2) if self.seen.trouble and before.trouble else OFTEN
            try:
                async with asyncio.timeout(wait):
                    await self._now.wait()
            except TimeoutError:
                continue

    def _with_control(self, call: Callable[[Control], T], seconds: float | None) -> T:
        address = self._address()
        if address is None:
            translate = QCoreApplication.translate
            raise ControlTrouble(
                translate("practice", "The practice store is not running."),
                translate("practice", "Start it, then try again."),
            )
        given = {} if seconds is None else {"seconds": seconds}
        with Control(address.control_url, address.control_token, **given) as control:
            return call(control)


def _looked(control: Control, since: int, every: bool) -> tuple[Seen, Sequence[Asked]]:
    health, board, log = control.health(), control.faults(), control.log(since)
    received = control.received() if every else Received()
    return Seen(health, board.faults, board.kinds, log.latest, (), received), log.requests
