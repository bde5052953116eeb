"""Polls the store while the delivery panel is visible."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.services.deliveries.deliveries import Deliveries, Delivery
from svcconsole.tables.values.moments import zone_named

TOGETHER_SECONDS = 0.5
TIMES_AS_LONG = 4
"""A long list is read for a fifth of the time at most, while others send message by message."""
SENDING_SECONDS = 5.0
"""While a campaign goes out its messages come to the others this often."""


class DeliveryPolling(QObject):
    """Asks for the panel.

    `known`: everything was read anew. `heard(changed)`: the store said something new of these.
    `waiting(seconds)`: until the next question; None when nothing is left to ask about.
    """

    known = Signal()
    heard = Signal(object)
    waiting = Signal(object)

    def __init__(self, console: Console, panel: QWidget, sending: Callable[[], bool]) -> None:
        """`sending`: whether a campaign goes out."""
        super().__init__(panel)
        self._sending = sending
        self.deliveries = Deliveries(
            console.db,
            console.ready,
            days_in=display_zone().zone,
            written_in=lambda: zone_named(display_zone().store_name()),
        )
        self.scope = make_scope(self, console.notices)
        self._panel = panel
        self._now = asyncio.Event()
        self._stale = True

    def start(self) -> None:
        """The panel is on screen: read what is kept, then go on asking."""
        self.scope.start(self._watch(), "watch")

    def look_again(self) -> None:
        """Something was sent or decided: read what is kept anew, if somebody looks."""
        self._stale = True
        self._now.set()

    async def read_again(self, _keys: frozenset[str]) -> None:
        """The same for what others sent or heard."""
        self.look_again()

    def stop(self) -> None:
        """The panel is hidden: ask nothing more."""
        self.scope.cancel("watch")

    def ask_now(self) -> None:
        """Do not wait for the next question any longer."""
        self._now.set()

    def is_asking(self) -> bool:
        """Whether it goes on asking."""
        return self.scope.is_busy("watch")

    async def _watch(self) -> None:
        self._stale, pause = True, 0.0
        while True:
            self._now.clear()
            if self._panel.window().isMinimized():
                await self._wait(1.0)
                continue
            if self._stale:
                await asyncio.sleep(pause)  # what is sent in one go is read in one go
                self._stale, begun = False, asyncio.get_running_loop().time()
                await self.deliveries.read()
                took = asyncio.get_running_loop().time() - begun
                pause = max(TOGETHER_SECONDS, TIMES_AS_LONG * took)
                self.known.emit()
            changed, seconds = await self.deliveries.ask_due()
            self._emit(changed)
            if self._sending():
                self._stale, seconds = True, min(math.inf if seconds is None else seconds, SENDING_SECONDS)
            await self._wait(seconds)

    def _emit(self, changed: Sequence[Delivery]) -> None:
        if changed:
            self.heard.emit(list(changed))

    async def _wait(self, seconds: float | None) -> None:
        """Until then, or until somebody wants to know now; the seconds are told as they pass."""
        clock = asyncio.get_running_loop().time
        until = math.inf if seconds is None else clock() + seconds
        while (left := until - clock()) > 0:
            self.waiting.emit(None if seconds is None else left)
            try:
                async with asyncio.timeout(None if seconds is None else min(1.0, left)):
                    await self._now.wait()
                return
            except TimeoutError:
                continue
