"""Polls the practice store while it is visible: faults, log, received items."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.design.words import tr
from svcconsole.gui.panels.practice.received import received_query
from svcconsole.gui.panels.practice.received.received_query import ReceivedFilter, ReceivedQuery
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.practice_control import Control, ControlError
from svcconsole.gui.runtime.practice_process import PracticeAddress
from svcconsole.gui.runtime.practice_records import Asked, Fault, FaultKind, Health
from svcconsole.gui.runtime.task_scope import make_scope

T = TypeVar("T")

OFTEN, SELDOM, LONGEST = 0.7, 3.0, 15.0
"""Seconds between two looks: while somebody looks, while nobody does, at most while the store is silent."""
LOOK_SECONDS = 5.0
KEPT = 500


@dataclass(frozen=True, slots=True)
class Seen:
    """What the last look showed. `trouble` is why there was nothing to see; the rest is then older."""

    health: Health | None = None
    faults: tuple[Fault, ...] = ()
    kinds: tuple[FaultKind, ...] = ()
    requests: Sequence[Asked] = ()
    feed: ReceivedQuery = field(default_factory=ReceivedQuery)
    trouble: str = ""


class StorePolling(QObject):
    """`told`: `seen` is new. It looks between `begin` and `rest`; `do` makes a call and looks again."""

    told = Signal()
    relieved = Signal()
    """A fault was switched off: who lost the store may try again at once."""

    def __init__(
        self, address: Callable[[], PracticeAddress | None], notices: Notices, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.seen = Seen()
        self.looks = 0
        self.scope = make_scope(self, notices)
        self._address = address
        self._wanted: ReceivedFilter | None = None
        self._often = OFTEN
        self._one_at_a_time = asyncio.Lock()
        self._now = asyncio.Event()

    def begin(self) -> None:
        """Check now, and again and again."""
        self._often = OFTEN
        self._now.set()
        if not self.scope.is_busy("look"):
            self.scope.start(self._go_on(), key="look")

    def rest(self, *, seldom: bool) -> None:
        """Until `begin` look only now and then, or no more."""
        self._often = SELDOM
        if not seldom:
            self.scope.cancel("look")

    def want(self, wanted: ReceivedFilter | None) -> None:
        """What of all that was received is to be read, at once; None while nobody looks at it."""
        if wanted != self._wanted:
            self._wanted = wanted
            self._now.set()

    def forget(self) -> None:
        """The store begins anew: what it was asked until now is not shown any more."""
        self.seen = replace(self.seen, requests=(), feed=ReceivedQuery())

    async def do(self, call: Callable[[Control], T]) -> T:
        """Make a control call in a thread and look at once; raises ControlError."""
        before = len(self.seen.faults)
        found = await asyncio.to_thread(self._with_control, call, None)
        await self.poll()
        if len(self.seen.faults) < before:
            self.relieved.emit()
        return found

    async def poll(self) -> None:
        """One look; what went wrong is in `seen.trouble`."""
        async with self._one_at_a_time:
            work = partial(_looked, before=self.seen, wanted=self._wanted)
            try:
                self.seen = await asyncio.to_thread(self._with_control, work, LOOK_SECONDS)
            except ControlError as trouble:
                self.seen = replace(self.seen, trouble=trouble.sentence)
            self.looks += 1
        self.told.emit()

    async def _go_on(self) -> None:
        wait = self._often
        while True:
            self._now.clear()
            before = self.seen
            await self.poll()
            wait = min(LONGEST, wait * 2) if self.seen.trouble and before.trouble else self._often
            try:
                async with asyncio.timeout(wait):
                    await self._now.wait()
            except TimeoutError:
                continue

    def _with_control(self, call: Callable[[Control], T], seconds: float | None) -> T:
        address = self._address()
        if address is None:
            raise ControlError(tr("The practice store is not running."), tr("Start it, then try again."))
        given = {} if seconds is None else {"seconds": seconds}
        with Control(address.control_url, address.control_token, **given) as control:
            return call(control)


def _looked(control: Control, before: Seen, wanted: ReceivedFilter | None) -> Seen:
    """How the store stands now; what was received is read only where somebody looks at it."""
    health = control.health()
    known = before.requests if before.health is not None and before.health.pid == health.pid else ()
    log = control.log(_seen_up_to(known))
    if known and log.latest < known[-1].number:
        known, log = (), control.log()
    by_number = {each.number: each for each in (*known, *log.requests)}
    requests = tuple(by_number[number] for number in sorted(by_number)[-KEPT:])
    board = control.faults()
    received = before.feed
    if wanted is not None:
        under_way = sum(each.seconds is None for each in requests)
        stamp = (health.pid, dict(health.counts), log.latest, under_way)
        received = received_query.read(control, wanted, received, stamp, requests)
    return Seen(health, board.faults, board.kinds, requests, received)


def _seen_up_to(requests: Sequence[Asked]) -> int:
    """The number before the first request that is not known to have ended."""
    open_ones = [each.number for each in requests if each.seconds is None]
    if open_ones:
        return open_ones[0] - 1
    return requests[-1].number if requests else 0
