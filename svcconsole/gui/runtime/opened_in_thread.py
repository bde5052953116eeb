"""Opens something in a thread, and closes it again where nobody waits for it any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def opened_in_thread(work: Callable[[], T], close: Callable[[T], object]) -> T:
    """What `work` opens in a thread. Cancelled meanwhile, it is closed by `close` as soon as it is open."""
    opening = asyncio.get_running_loop().run_in_executor(None, work)

    def let_go(done: asyncio.Future[T]) -> None:
        if not done.cancelled() and done.exception() is None:
            close(done.result())

    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        opening.add_done_callback(let_go)
        raise
