"""The window's loop keeps asyncio's promises where qasync's does not."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from svcconsole.gui.runtime.event_loop import LONGEST_WAIT_MS, Waker, WindowLoop
from tests.support.coroutines import until


def live_timers() -> int:
    """Timers that Qt's dispatcher counts for any object Python knows."""
    dispatcher = QAbstractEventDispatcher.instance()
    objects = [thing for thing in gc.get_objects() if isinstance(thing, QObject) and isValid(thing)]
    return sum(len(dispatcher.registeredTimers(each)) for each in objects)


async def requests_like(count: int) -> int:
    """As many time-outs as `count` requests set and cancel; the timers alive at the end."""
    for _ in range(count):
        async with asyncio.timeout(30), asyncio.timeout(60):
            await asyncio.sleep(0)
    return live_timers()


async def test_a_thousand_requests_leave_few_timers(window_loop: QApplication) -> None:
    assert await requests_like(1000) <= 50


LEAKY = """
import asyncio, qasync
from PySide6.QtWidgets import QApplication
from tests.gui.shell.test_loop import requests_like
app = QApplication([])
with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
    print(runner.run(requests_like(100)), flush=True)
"""


def test_the_timer_count_sees_the_leak_of_plain_qasync() -> None:
    """In a process of its own: its timers would outlive the test."""
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", LEAKY]
    told = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=60, check=True).stdout
    assert int(told) > 100


async def test_the_heap_of_cancelled_time_outs_stays_small(window_loop: QApplication) -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, WindowLoop)
    await requests_like(1000)
    assert len(loop._waiting) < 250


async def test_call_later_answers_with_a_timer_handle(window_loop: QApplication) -> None:
    loop = asyncio.get_running_loop()
    handle = loop.call_later(60, print)
    assert isinstance(handle, asyncio.TimerHandle)
    assert handle.when() == pytest.approx(loop.time() + 60, abs=5)
    handle.cancel()


async def test_callbacks_run_in_the_order_of_their_times(window_loop: QApplication) -> None:
    loop, seen = asyncio.get_running_loop(), list[str]()
    loop.call_later(0.02, seen.append, "second")
    loop.call_later(0.01, seen.append, "first")
    loop.call_soon(seen.append, "now")
    cancelled = loop.call_later(0.005, seen.append, "never")
    cancelled.cancel()
    await until(lambda: len(seen) == 3)
    assert seen == ["now", "first", "second"]


async def test_a_wait_of_years_is_armed_in_steps(window_loop: QApplication) -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, WindowLoop)
    handle = loop.call_later(10 * 365 * 86400, print)
    assert 0 < loop._wait_timer.remainingTime() <= LONGEST_WAIT_MS
    await asyncio.sleep(0.001)
    handle.cancel()


async def test_a_callback_keeps_the_context_it_was_given(window_loop: QApplication) -> None:
    loop, place = asyncio.get_running_loop(), contextvars.ContextVar("place", default="outside")
    context = contextvars.copy_context()
    context.run(place.set, "inside")
    seen: list[str] = []

    def note() -> None:
        seen.append(place.get())

    loop.call_soon(note, context=context)
    loop.call_later(0, note, context=context)
    thread = threading.Thread(target=lambda: loop.call_soon_threadsafe(note, context=context))
    thread.start()
    thread.join()
    await until(lambda: len(seen) == 3)
    assert seen == ["inside"] * 3


async def test_the_window_has_its_turn_between_long_callbacks(
    window_loop: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("svcconsole.gui.runtime.event_loop.TURN_SECONDS", 0.0)  # any callback is a long one
    loop, order = asyncio.get_running_loop(), list[str]()
    waker = Waker()

    def first() -> None:
        order.append("first")
        waker.woken.emit()

    waker.woken.connect(lambda: order.append("window"), Qt.ConnectionType.QueuedConnection)
    loop.call_soon(first)
    loop.call_soon(order.append, "second")
    await until(lambda: len(order) == 3)
    assert order == ["first", "window", "second"]


async def test_work_from_a_thread_wakes_an_idle_loop(window_loop: QApplication) -> None:
    assert await asyncio.to_thread(lambda: 6 * 7) == 42


async def test_system_exit_in_a_thread_is_an_answer(window_loop: QApplication) -> None:
    """With qasync's own thread pool this future never ends."""

    def leave() -> None:
        raise SystemExit(3)

    future = asyncio.get_running_loop().run_in_executor(None, leave)
    await asyncio.wait([future])
    assert isinstance(future.exception(), SystemExit)


async def test_other_tasks_go_on_while_a_slot_holds_a_nested_loop(window_loop: QApplication) -> None:
    steps: list[int] = []
    ended = asyncio.Event()

    async def other() -> None:
        for step in range(5):
            steps.append(step)
            await asyncio.sleep(0.001)
        ended.set()

    def slot() -> None:
        nested = QEventLoop()
        waiting = asyncio.get_running_loop().create_task(ended.wait())
        waiting.add_done_callback(lambda _: nested.quit())
        nested.exec()

    task = asyncio.get_running_loop().create_task(other())
    QTimer.singleShot(0, slot)
    await task
    assert steps == [0, 1, 2, 3, 4]


async def test_other_tasks_go_on_while_a_coroutine_holds_a_nested_loop(window_loop: QApplication) -> None:
    """A drag or a native menu does this; with plain qasync the other task stays pending for ever."""
    steps: list[int] = []
    nested = QEventLoop()

    async def other() -> None:
        for step in range(5):
            steps.append(step)
            await asyncio.sleep(0.001)
        nested.quit()

    task = asyncio.get_running_loop().create_task(other())
    here = asyncio.current_task()
    nested.exec()
    assert steps == [0, 1, 2, 3, 4]
    assert asyncio.current_task() is here
    await task


class Sender(QObject):
    said = Signal(bool)


async def test_five_thousand_signals_do_not_abort(window_loop: QApplication) -> None:
    """PySide6 6.12.0 on Python 3.11 drops a reference of True at each emit and dies after some 570."""
    sender, heard = Sender(), list[bool]()
    sender.said.connect(heard.append)
    for _ in range(5000):
        sender.said.emit(True)
    assert len(heard) == 5000


async def test_a_closed_loop_takes_no_more_work(qapp: QApplication) -> None:
    loop = WindowLoop(qapp)
    loop.close()
    with pytest.raises(RuntimeError):
        loop.call_soon(print)
    with pytest.raises(RuntimeError):
        loop.call_soon_threadsafe(print)
