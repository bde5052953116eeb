"""A thread that a database is used in: one call after the other; it never keeps the program from ending."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


class DatabaseThread:
    """Runs calls in their order. Whoever stops waiting for one leaves it to end by itself."""

    def __init__(self, name: str) -> None:
        self._calls: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def run(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """What `function` returns or raises, in the loop that asks; never on the loop's thread."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def tell(result: Any, error: BaseException | None) -> None:
            if answer.done():
                return
            if error is None:
                answer.set_result(result)
            else:
                answer.set_exception(error)

        def call() -> None:
            result: Any = None
            error: BaseException | None = None
            try:
                if not answer.cancelled():
                    result = function(*arguments)
            except BaseException as raised:
                error = raised
            with suppress(RuntimeError):  # the loop has ended, and nobody waits any more
                loop.call_soon_threadsafe(tell, result, error)

        self._calls.put(call)
        return answer

    def end(self) -> None:
        """Take no more calls; the one that is under way ends by itself."""
        self._calls.put(None)

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            call()
