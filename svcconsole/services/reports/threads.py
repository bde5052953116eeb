"""Runs file work in a thread and always waits for its end, so that no two meet on one file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


async def in_thread(
    work: Callable[[*Arguments], T], *arguments: *Arguments, cancelled: Callable[[], object] = lambda: None
) -> T:
    """Like asyncio.to_thread, but whoever is cancelled meanwhile goes only after the thread is through;
    `cancelled` is called then, to ask it to hurry."""
    task = asyncio.get_running_loop().create_task(asyncio.to_thread(work, *arguments))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        cancelled()
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # nobody is left to hear it
        raise
