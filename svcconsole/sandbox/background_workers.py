"""Starts the background jobs: making reports, queueing events, sending webhooks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from svcconsole.sandbox.store import timestamps

if TYPE_CHECKING:
    from svcconsole.sandbox.store.store import Store

GATHERED_SECONDS = 0.02
AGAIN_SECONDS = 1.0
"""A step that failed is tried again after this long."""

Step = Callable[["Store"], Awaitable[datetime | None]]
"""Does what is due, from what the database says alone, so that a killed store goes on where it was;
returns when something falls due next, or None when only a write can bring something."""

log = logging.getLogger(__name__)


class Workers:
    """Each step in a task of its own, woken by every write and at the time it asked for."""

    def __init__(self, store: Store, steps: Sequence[Step]) -> None:
        self._store = store
        self._steps = steps
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin, in the running loop."""
        self._tasks = [asyncio.create_task(self._run(step)) for step in self._steps]

    async def stop(self) -> None:
        """End every task; what was half done is done when the store starts again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self, step: Step) -> None:
        bell = self._store.new_bell()
        while True:
            bell.clear()
            wait: float | None
            try:
                due = await step(self._store)
            except Exception:
                log.exception("%s failed", step.__name__)
                wait = AGAIN_SECONDS
            else:
                wait = None if due is None else max(0.0, (due - timestamps.now()).total_seconds())
            await woken(bell, wait)


async def woken(bell: asyncio.Event, seconds: float | None) -> None:
    """Wait for the bell, or for so many seconds; a burst of writes wakes once."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await bell.wait()
            await asyncio.sleep(GATHERED_SECONDS)
