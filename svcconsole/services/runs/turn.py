"""The turn of a run among those of one window, of which one sends at a time."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Self


class Turn:
    """One run's part in a `lock` that several share: it has the lock while it sends, and gives it back while
    it waits for its hour. Without a lock it is no other run's turn."""

    def __init__(self, lock: asyncio.Lock | None = None) -> None:
        self._lock = lock or asyncio.Lock()
        self._has_it = False

    async def __aenter__(self) -> Self:
        """Wait for the others."""
        if not self._has_it:
            await self._lock.acquire()
            self._has_it = True
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.give_back()

    async def take_now(self) -> bool:
        """Take it unless another run has it or waits for it; whether this one has it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(0):
                await self.__aenter__()
        return self._has_it

    def give_back(self) -> None:
        """Let another run send."""
        if self._has_it:
            self._has_it = False
            self._lock.release()
