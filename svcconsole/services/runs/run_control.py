"""The commands a person gives a run while it goes: pause, resume, stop."""

from __future__ import annotations

import asyncio
from enum import StrEnum

from svcconsole.api.client import Client
from svcconsole.services.runs.rate_limit import RowLimit
from svcconsole.services.runs.turn import Turn


class RunCommand(StrEnum):
    GO = "go"
    PAUSE = "pause"
    STOP = "stop"


class RunControl:
    """Read by the run at its safe points, between calls; to be used on the loop's thread. Where several runs
    share turns, this one's `turn` is another's while it is held or waits for its hour."""

    def __init__(self, turn: Turn | None = None) -> None:
        self.turn = turn or Turn()
        self.wish = RunCommand.GO
        self.client: Client | None = None
        self.resumed = 0
        self.limit = RowLimit()
        self._touched = asyncio.Event()

    def pause(self) -> None:
        """Send nothing new; what is on the way is waited for."""
        if self.wish is RunCommand.GO:
            self._set(RunCommand.PAUSE)

    def resume(self, client: Client | None = None) -> None:
        """Go on, with another client where the token or the address was put right."""
        if self.wish is not RunCommand.STOP:
            self.client = client or self.client
            self.resumed += 1
            self._set(RunCommand.GO)

    def stop(self) -> None:
        """End at the next safe point; the run can be resumed later."""
        self._set(RunCommand.STOP)

    def set_limit(self, rows_per_minute: int | None) -> None:
        """At most so many rows a minute from now on, None as fast as the store takes it. A run begins with
        the limit that is kept with it (`workspace.runs.set_limit`)."""
        self.limit.set(rows_per_minute)
        self._touch()

    def watch(self) -> asyncio.Event:
        """An event set by the next wish or limit; take it before looking, so that none is missed."""
        return self._touched

    def _set(self, wish: RunCommand) -> None:
        self.wish = wish
        self._touch()

    def _touch(self) -> None:
        touched, self._touched = self._touched, asyncio.Event()
        touched.set()


async def within(event: asyncio.Event, seconds: float | None) -> None:
    """Wait for `event`, at most `seconds`."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
