"""Outcomes that wait for a moment to be written to the ledger together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from svcconsole.services.runs.record_outcome import LateOutcome
from svcconsole.services.runs.run_control import within
from svcconsole.workspace.errors import WorkspaceError

GATHER_SECONDS = 0.05
MOST_WAITING = 1000
"""Outcomes that wait at most: a disk that takes longer than the store holds the requests up."""


class Write(Protocol):
    """Writes outcomes together, in order; with `hold` it may wait until the disk takes them."""

    async def __call__(self, group: Sequence[LateOutcome], *, hold: bool = True) -> None: ...


class LateOutcomes:
    """Gathers outcomes of records that may be sent twice: what a crash loses of them only goes once more."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._waiting: list[LateOutcome] = []
        self._any = asyncio.Event()
        self._closed = asyncio.Event()
        self._turn = asyncio.Lock()

    @property
    def full(self) -> bool:
        """Whether so many wait that nothing more should be sent."""
        return len(self._waiting) >= MOST_WAITING

    def add(self, late: LateOutcome) -> None:
        self._waiting.append(late)
        self._any.set()

    def close(self) -> None:
        """Nothing comes any more: the rest is written at once, and `write_them` ends."""
        self._closed.set()
        self._any.set()

    async def write_them(self) -> None:
        """Write what comes, a moment's outcomes in one commit, until it is closed and all is written."""
        while self._waiting or not self._closed.is_set():
            await self._any.wait()
            await within(self._closed, GATHER_SECONDS)
            await self.write()

    async def write(self) -> None:
        """Write what waits now; returns once it is on the disk and counted.

        Raises WorkspaceError where the run ended before the disk took it: it waits on then.
        """
        async with self._turn:
            group = self._taken()
            if not group:
                return
            try:
                await self._write(group)
            except WorkspaceError:
                self._waiting[:0] = group  # `write_rest` tries once more
                raise

    async def write_rest(self) -> None:
        """Write what waits when the run ends, without waiting for the disk: raises WorkspaceError."""
        if group := self._taken():
            await self._write(group, hold=False)

    def _taken(self) -> list[LateOutcome]:
        group, self._waiting = self._waiting, []
        self._any.clear()
        return group
