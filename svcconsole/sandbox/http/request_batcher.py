"""Batches requests for the store's one thread: those that wait together are done in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Generic, TypeVar

MOST_IN_A_TURN = 32

Asked = TypeVar("Asked")
Reply = TypeVar("Reply")


class RequestBatcher(Generic[Asked, Reply]):
    """Calls `take` in `thread` with what is waiting, in the order it came; `take` replies to each.

    A change of threads and a commit cost more than most answers, so sixteen that wait share them.
    """

    def __init__(self, thread: Executor, take: Callable[[Sequence[Asked]], Sequence[Reply]]) -> None:
        self._thread = thread
        self._take = take
        self._waiting: list[tuple[Asked, asyncio.Future[Reply]]] = []
        self._busy = False

    async def reply(self, asked: Asked) -> Reply:
        """The reply to one; raises what `take` raised for its turn."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Reply] = loop.create_future()
        self._waiting.append((asked, future))
        loop.call_soon(self._begin)  # after the others whose requests came in the same moment
        return await future

    def _begin(self) -> None:
        if self._busy or not self._waiting:
            return
        self._busy = True
        turn, self._waiting = self._waiting[:MOST_IN_A_TURN], self._waiting[MOST_IN_A_TURN:]
        work = asyncio.get_running_loop().run_in_executor(self._thread, self._take, [one for one, _ in turn])
        work.add_done_callback(partial(self._end, [future for _, future in turn]))

    def _end(self, futures: Sequence[asyncio.Future[Reply]], work: asyncio.Future[Sequence[Reply]]) -> None:
        self._busy = False
        failure = work.exception()
        for position, future in enumerate(futures):
            if future.done():  # whoever asked has gone
                continue
            if failure is None:
                future.set_result(work.result()[position])
            else:
                future.set_exception(failure)
        self._begin()
