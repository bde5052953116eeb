"""The turn of a run among those of one window, of which one sends at a time."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Self


class Turns:
    """What the runs of one window share: one after another is `begun`, and one at a time `sends`. `sent_last`
    is the turn of the one that sends, or did last."""

    def __init__(self) -> None:
        self.begun = asyncio.Lock()
        self.sends = asyncio.Lock()
        self.sent_last: Turn | None = None


class Turn:
    """One run's part in `turns` that several share, and without any in its own. While it is held, another one
    that was begun may send; while it waits for its hour, another one may begin."""

    def __init__(self, turns: Turns | None = None) -> None:
        self._turns = turns or Turns()
        self._has: set[asyncio.Lock] = set()

    @property
    def is_ours(self) -> bool:
        """Whether this run is the one that sends."""
        return self._turns.sends in self._has

    @property
    def others_sent(self) -> bool:
        """Whether another run had the turn since this one did, or this one never did."""
        return self._turns.sent_last is not self

    async def __aenter__(self) -> Self:
        """Wait for the others."""
        try:
            await self._take(self._turns.begun)
            await self._take(self._turns.sends)
        except BaseException:
            self.give_back()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.give_back()

    async def take_now(self) -> bool:
        """Send unless another run does or is about to; whether this one does."""
        with suppress(TimeoutError):
            async with asyncio.timeout(0):
                await self._take(self._turns.sends)
                await self._take(self._turns.begun)
        return self.is_ours

    def rest(self) -> None:
        """Let a run send that was begun before: this one is held. The next one is not begun."""
        self._release(self._turns.sends)

    def give_back(self) -> None:
        """Let any other run send."""
        self._release(self._turns.sends)
        self._release(self._turns.begun)

    async def _take(self, lock: asyncio.Lock) -> None:
        if lock not in self._has:
            await lock.acquire()
            self._has.add(lock)
            if lock is self._turns.sends:
                self._turns.sent_last = self

    def _release(self, lock: asyncio.Lock) -> None:
        if lock in self._has:
            self._has.remove(lock)
            lock.release()
