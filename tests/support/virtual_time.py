"""An event loop whose clock jumps ahead when nothing is ready: long waits, real sockets, no sleeping."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, TypeVar, TypeVarTuple, Unpack

import pytest

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")

GRACE_SECONDS = 0.004
"""Real time given to the kernel to hand over what a loopback peer of this same loop has written."""


class _JumpingSelector(selectors.DefaultSelector):
    """Polls for real; what would be waited for is added to `ahead` instead."""

    def __init__(self) -> None:
        super().__init__()
        self.ahead = 0.0
        self.busy: Callable[[], bool] = lambda: False

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        ready = super().select(min(timeout, GRACE_SECONDS))
        if not ready and not self.busy():
            self.ahead += timeout
        return ready


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """A selector loop that never sleeps; the threads it runs are waited for in real time."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        self._threads = 0
        self._jumping.busy = lambda: self._threads > 0
        super().__init__(self._jumping)

    def time(self) -> float:
        return super().time() + self._jumping.ahead

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Arguments]], Result], *args: *Arguments
    ) -> asyncio.Future[Result]:
        future = super().run_in_executor(executor, func, *args)
        self._threads += 1
        future.add_done_callback(self._thread_ended)
        return future

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:  # noqa: ASYNC109 - asyncio's own name
        """Waits for the threads: the seconds that newer Pythons give them are over at once here."""
        await super().shutdown_default_executor()

    def _thread_ended(self, _: asyncio.Future[Any]) -> None:
        self._threads -= 1


@pytest.fixture(autouse=True)
def loop_factory(monkeypatch: pytest.MonkeyPatch) -> type[VirtualTimeLoop]:
    """The tests of a module that imports this wait in no time, and reach this computer around any proxy."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    return VirtualTimeLoop
