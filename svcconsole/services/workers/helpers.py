"""Helper processes of a worker: they carry out the parts of one long task side by side, in order."""

from __future__ import annotations

import logging
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from multiprocessing import connection
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Any, cast

from svcconsole.services.workers.worker_host import WorkerGone, serve_parts

log = logging.getLogger("svcconsole.helpers")

AHEAD = 2
"""Parts given to each helper at a time: one it works on, one that waits in its pipe."""
MOST_WAITING = 16
"""Parts done before an earlier one is: more than these are waited for."""
MOST_HELPERS = 3


def helper_count() -> int:
    """How many helpers this computer has processors for, beside the process that asks."""
    return min(MOST_HELPERS, (os.cpu_count() or 1) - 1)


class Helpers:
    """Processes that each hold what `factory` (`package.module:Name`) makes of `arguments`; used by one
    thread. They end with the block, and with the process that began them. Where the system begins no more of
    them there are fewer, or none: the task takes longer."""

    def __init__(self, count: int, factory: str, *arguments: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self._helpers: list[tuple[SpawnProcess, connection.Connection]] = []
        for _ in range(count):
            pipe, other_end = context.Pipe()
            process = context.Process(target=serve_parts, args=(other_end, factory, arguments), daemon=True)
            try:
                process.start()
            except OSError as error:
                log.info("no helper process: %s", error)
                pipe.close()
                break
            finally:
                other_end.close()
            self._helpers.append((process, pipe))
        self._given: list[deque[int]] = [deque() for _ in self._helpers]

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

    def map(self, parts: Iterable[Any], own: Callable[[Any], Any]) -> Generator[Any]:
        """What the helpers' object returns when it is called with each part, in the order of the parts; `own`
        is one of this process, which does a part wherever all helpers are at work.

        Raises what it raised, and WorkerGone where a helper ended.
        """
        results: dict[int, Any] = {}
        told = 0
        for number, part in enumerate(parts):
            self._take_in(results, wait=number - told >= MOST_WAITING)
            place = min(range(len(self._given)), key=lambda at: len(self._given[at]), default=-1)
            if place >= 0 and len(self._given[place]) < AHEAD:
                self._give(place, number, part)
            else:
                results[number] = own(part)
            while told in results:
                yield results.pop(told)
                told += 1
        while any(self._given):
            self._take_in(results, wait=True)
        while told in results:
            yield results.pop(told)
            told += 1

    def _give(self, place: int, number: int, part: Any) -> None:
        try:
            self._helpers[place][1].send(part)
        except OSError:
            raise self._gone(place) from None
        self._given[place].append(number)

    def _take_in(self, results: dict[int, Any], *, wait: bool) -> None:
        """Take what helpers have done; with `wait` at least one part."""
        pipes = {pipe: place for place, (_, pipe) in enumerate(self._helpers) if self._given[place]}
        for pipe in connection.wait(list(pipes), None if wait and pipes else 0):
            place = pipes[cast("connection.Connection", pipe)]
            try:
                done, result = self._helpers[place][1].recv()
            except (EOFError, OSError):
                raise self._gone(place) from None
            if not done:
                raise result
            results[self._given[place].popleft()] = result

    def _gone(self, place: int) -> WorkerGone:
        process = self._helpers[place][0]
        process.join(1)
        return WorkerGone(process.exitcode)
