"""Waits by two clocks: a monotonic one that stops while the computer sleeps, and the wall clock."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

TICK = 1.0
"""A computer that slept notices at the latest so many seconds after it woke."""


async def pause(seconds: float, hurry: asyncio.Event) -> None:
    """Wait so long by either clock, whichever comes there first; `hurry` ends it, and is over with it."""
    clock = asyncio.get_running_loop().time
    steady, wall = clock() + seconds, time.time() + seconds
    while not hurry.is_set() and (left := min(steady - clock(), wall - time.time())) > 0:
        with suppress(TimeoutError):
            async with asyncio.timeout(min(TICK, left)):
                await hurry.wait()
    hurry.clear()
