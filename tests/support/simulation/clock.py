"""An event loop that never waits: its time is a number, its threads are calls of its own."""

from __future__ import annotations

import asyncio
import contextvars
import random
import selectors
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar, TypeVarTuple, Unpack

import pytest

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")

BEGIN = 1_780_000_000.0
"""The moment every simulation begins at, in epoch seconds."""
SHORTEST = 1e-5
QUICK_DISK, SLOW_DISK = 0.03, 0.6
"""Seconds that a piece of blocking work takes at most."""


class Killed(BaseException):
    """A process ends here, whatever it was about to do."""


class Process(Protocol):
    """What a piece of work belongs to."""

    alive: bool

    def die(self) -> None:
        """End as by kill -9."""


RUNNING: contextvars.ContextVar[Process | None] = contextvars.ContextVar("process", default=None)


class Clock:
    """Seconds that go on when somebody lets them."""

    def __init__(self) -> None:
        self.passed = 0.0

    @property
    def now(self) -> float:
        """Epoch seconds."""
        return BEGIN + self.passed

    def sleep(self, seconds: float) -> None:
        self.passed += max(0.0, seconds)

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Let everybody's clocks be this one."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "time", lambda: self.now)
            patch.setattr(time, "monotonic", lambda: self.passed)
            patch.setattr(time, "sleep", self.sleep)
            patch.setattr(time, "clock_gettime", lambda _: self.passed)
            yield


class _Nowhere(selectors.SelectSelector):
    """Looks at no socket; instead of waiting the clock goes on."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise AssertionError("everybody waits, and nothing will ever happen")
        self._clock.sleep(timeout)
        return []


class SimulatedLoop(asyncio.SelectorEventLoop):
    """Work for threads is done by the loop itself, a little later, the work of one executor in its order.

    Of a process that is dead nothing is done any more: whoever waits for it is cancelled.
    """

    def __init__(self, clock: Clock, chance: random.Random, longest: float) -> None:
        """`longest`: seconds that a piece of blocking work takes at most."""
        super().__init__(_Nowhere(clock))
        self._clock_resolution = SHORTEST / 10
        self._chance = chance
        self._longest = longest
        self._free_at: dict[Executor | None, float] = {}

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Arguments]], Result], *args: *Arguments
    ) -> asyncio.Future[Result]:
        future: asyncio.Future[Result] = self.create_future()
        process = RUNNING.get()
        if process is not None and not process.alive:
            future.set_exception(asyncio.CancelledError())
            return future
        at = max(self.time(), self._free_at.get(executor, 0.0)) + self._chance.uniform(
            SHORTEST, self._longest
        )
        self._free_at[executor] = at
        self.call_at(at, self._work, process, future, func, args)
        return future

    def _work(
        self, process: Process | None, future: asyncio.Future[Any], func: Callable[..., Any], args: Any
    ) -> None:
        if process is not None and not process.alive:
            _fail(future, asyncio.CancelledError())
            return
        # A thread that has begun is not stopped by whoever no longer waits for it.
        if future.cancelled() and self._chance.random() < 0.5:
            return
        try:
            result = func(*args)
        except Killed:
            assert process is not None
            process.die()
            _fail(future, asyncio.CancelledError())
        except BaseException as error:
            _fail(future, error)
        else:
            if not future.done():
                future.set_result(result)


def _fail(future: asyncio.Future[Any], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)
        future.exception()  # whoever waited for it may be gone
