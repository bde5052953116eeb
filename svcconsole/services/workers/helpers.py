"""Helper processes of a worker: they carry out the parts of one long task side by side, in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Any

from svcconsole.services.workers.worker_host import portable, resolve
from svcconsole.services.workers.worker_process import WorkerGone

AHEAD = 2
"""Parts given to each helper at a time: one it works on, one that waits in its pipe."""
MOST_HELPERS = 4


def helper_count() -> int:
    """How many helpers this computer has processors for; none on one with a single processor."""
    count = os.cpu_count() or 1
    return min(MOST_HELPERS, count) if count > 1 else 0


class Helpers:
    """Processes that each hold what `factory` (`package.module:Name`) makes of `arguments`; used by one
    thread. They end with the block, and with the process that began them."""

    def __init__(self, count: int, factory: str, *arguments: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self._helpers: list[tuple[SpawnProcess, Connection]] = []
        for _ in range(count):
            pipe, other_end = context.Pipe()
            process = context.Process(target=_serve, args=(other_end, factory, arguments), daemon=True)
            process.start()
            other_end.close()
            self._helpers.append((process, pipe))

    def __enter__(self) -> Helpers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process, pipe in self._helpers:
            pipe.close()
            if kind is not None:
                process.kill()
        for process, _ in self._helpers:
            process.join()
            process.close()
        self._helpers.clear()

    def map(self, parts: Iterable[Any]) -> Iterator[Any]:
        """What the helpers' object returns when it is called with each part, in the order of the parts.

        Raises what it raised, and WorkerGone where a helper ended.
        """
        waiting: deque[int] = deque()
        for number, part in enumerate(parts):
            if len(waiting) >= AHEAD * len(self._helpers):
                yield self._result(waiting.popleft())
            place = number % len(self._helpers)
            try:
                self._helpers[place][1].send(part)
            except OSError:
                raise self._gone(place) from None
            waiting.append(place)
        while waiting:
            yield self._result(waiting.popleft())

    def _result(self, place: int) -> Any:
        try:
            done, result = self._helpers[place][1].recv()
        except (EOFError, OSError):
            raise self._gone(place) from None
        if not done:
            raise result
        return result

    def _gone(self, place: int) -> WorkerGone:
        process = self._helpers[place][0]
        process.join(1)
        return WorkerGone(process.exitcode)


def _serve(pipe: Connection, factory: str, arguments: tuple[Any, ...]) -> None:
    """Run in a helper until its pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work = resolve(factory)(*arguments)
    while True:
        try:
            part = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, work(part))
        except Exception as error:
            answer = (False, portable(error))
        try:
            pipe.send(answer)
        except OSError:
            return
