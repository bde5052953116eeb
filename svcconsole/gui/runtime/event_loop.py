"""The window's event loop: qasync's, with one timer for all time-outs and handles as asyncio promises."""

from __future__ import annotations

import asyncio
import heapq
import math
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from contextvars import Context
from typing import Any, TypeVar, TypeVarTuple

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal
from qasync import QEventLoop

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

LONGEST_WAIT_MS = (
    3_600_000  # a QTimer counts milliseconds in 31 bits (24.8 days); longer waits are armed again
)
EARLY_SECONDS = 0.0005  # a millisecond timer may fire this much before its time
TURN_SECONDS = 0.006  # the window has its turn after this much work, whatever else is ready
SWEEP_FROM = 100  # cancelled time-outs kept in the heap before it is swept, when they are also half of it


def make_runner(app: QCoreApplication) -> asyncio.Runner:
    """The runner of the window's loop, to be used in `with`: the only place that builds a loop."""
    return asyncio.Runner(loop_factory=lambda: WindowLoop(app))


class Waker(QObject):
    """Carries "there is work" from any thread to the window's."""

    woken = Signal()


class WindowLoop(QEventLoop):
    """qasync's loop with its own scheduling.

    qasync starts a coarse QTimer per callback and keeps it alive until it fires, cancelled or not (three or
    four a request), overflows beyond 24.8 days, hands out `Handle` where `TimerHandle` is promised and drops
    the context of `call_soon_threadsafe`. Here one zero timer runs what is ready and one precise timer waits
    for the next time-out.
    """

    def __init__(self, app: QCoreApplication) -> None:
        self._soon: deque[asyncio.Handle] = deque()
        self._waiting: list[asyncio.TimerHandle] = []
        self._cancelled = 0
        self._soon_timer = QTimer()
        self._soon_timer.timeout.connect(self._run_soon)
        self._wait_timer = QTimer()
        self._wait_timer.setSingleShot(True)
        self._wait_timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._wait_timer.timeout.connect(self._run_due)
        self._waker = Waker()
        self._waker.woken.connect(self._arm_soon, Qt.ConnectionType.AutoConnection)
        super().__init__(app)

    def call_soon(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Run `callback` on the next turn, in `context`."""
        self._check_callback(callback)
        handle = asyncio.Handle(callback, args, self, context)
        self._soon.append(handle)
        self._arm_soon()
        return handle

    def call_soon_threadsafe(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Run `callback` on the next turn, asked for from any thread."""
        self._check_callback(callback)
        handle = asyncio.Handle(callback, args, self, context)
        self._soon.append(handle)
        self._waker.woken.emit()
        return handle

    def call_later(
        self, delay: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Run `callback` after `delay` seconds."""
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Run `callback` once `time()` reaches `when`."""
        self._check_callback(callback)
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._waiting, handle)
        if self._waiting[0] is handle:
            self._arm_wait()
        return handle

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """Run `func` in a thread of asyncio's own pool: qasync's never resolves when SystemExit is raised."""
        return asyncio.BaseEventLoop.run_in_executor(self, executor, func, *args)

    def set_default_executor(self, executor: Any) -> None:
        """Use `executor`, a ThreadPoolExecutor, for calls that name none."""
        asyncio.BaseEventLoop.set_default_executor(self, executor)

    def close(self) -> None:
        """Forget what was scheduled and release the loop; it cannot run again."""
        if self.is_closed():
            return
        super().close()
        self._soon_timer.stop()
        self._wait_timer.stop()
        self._soon.clear()
        self._waiting.clear()

    def _check_callback(self, callback: Callable[..., object]) -> None:
        if self.is_closed():
            raise RuntimeError("Event loop is closed")
        if asyncio.iscoroutine(callback) or asyncio.iscoroutinefunction(callback):
            raise TypeError("a coroutine is started as a task, not as a callback")

    def _arm_soon(self) -> None:
        if self._soon and not self._soon_timer.isActive():
            self._soon_timer.start(0)

    def _arm_wait(self) -> None:
        if self._waiting:
            wait = math.ceil((self._waiting[0].when() - self.time()) * 1000)
            self._wait_timer.start(min(max(wait, 0), LONGEST_WAIT_MS))
        else:
            self._wait_timer.stop()

    def _run_soon(self) -> None:
        """Run what was ready at the start of this turn; what it adds waits, so that Qt paints between, and so
        does what is left of it when that took long."""
        # Qt does not fire a timer again inside its own slot: a nested loop (a drag, a menu) needs a new one.
        self._soon_timer.stop()
        suspended = asyncio.current_task(self)
        # The task that holds the nested loop open must not lock every other task out.
        if suspended is not None:
            asyncio.tasks._leave_task(self, suspended)
        until = time.perf_counter() + TURN_SECONDS
        try:
            for _ in range(len(self._soon)):
                if not self._soon:
                    break
                handle = self._soon.popleft()
                self._arm_soon()
                if not handle.cancelled():
                    handle._run()
                if time.perf_counter() > until:
                    break
        finally:
            if suspended is not None:
                asyncio.tasks._enter_task(self, suspended)

    def _run_due(self) -> None:
        until = self.time() + EARLY_SECONDS
        while self._waiting and self._waiting[0].when() <= until:
            handle = heapq.heappop(self._waiting)
            if not handle.cancelled():
                self._soon.append(handle)
        self._arm_soon()
        self._arm_wait()

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """asyncio calls this when a time-out is cancelled, fired or not: sweep the heap now and then."""
        self._cancelled += 1
        if self._cancelled > SWEEP_FROM and self._cancelled * 2 > len(self._waiting):
            self._waiting = [waiting for waiting in self._waiting if not waiting.cancelled()]
            heapq.heapify(self._waiting)
            self._cancelled = 0
            self._arm_wait()
