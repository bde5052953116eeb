"""TaskScope: the coroutines a tab, page or dialog has under way, kept, reported and cancelled with it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Hashable
from functools import partial
from typing import Any, TypeVar
from weakref import WeakSet

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.runtime.notices import Notices

T = TypeVar("T")
Tasks = dict[Hashable, asyncio.Task[Any]]
_cancelled: WeakSet[asyncio.Task[Any]] = WeakSet()


class TaskScope(QObject):
    """Starts coroutines on behalf of `owner` and answers for how they end.

    Strong references until they are done; the newest of a key replaces the one before it; an exception goes
    to `notices.report`; `owner.destroyed` cancels what is left. A task is cancelled at most once: a second
    cancellation would cut its clean-up short. Once closed it begins nothing more. `busy` tells when the first
    one starts (True) and the last one has ended (False).
    """

    busy = Signal(bool)

    def __init__(self, owner: QObject, notices: Notices) -> None:
        super().__init__()
        self._notices = notices
        self._tasks: Tasks = {}
        self._closed = False
        notices.tell_of(self)
        # The dict outlives this wrapper: `destroyed` comes when Python has already let go of both.
        owner.destroyed.connect(partial(_cancel_all, self._tasks))

    def start(self, coro: Coroutine[Any, Any, T], key: Hashable | None = None) -> asyncio.Task[T]:
        """Start `coro`; with a `key`, the one that runs under it is cancelled first."""
        if key is not None:
            self.cancel(key)
        task = asyncio.get_running_loop().create_task(coro)
        if self._closed:  # a timer or a click that came a moment too late
            cancel_once(task)
            return task
        slot = task if key is None else key
        was_busy = self.is_busy()
        self._tasks[slot] = task
        task.add_done_callback(partial(self._ended, slot))
        if not was_busy:
            self.busy.emit(True)
        return task

    def cancel(self, key: Hashable | None = None) -> None:
        """Cancel the task of `key`, or all of them."""
        if key is None:
            _cancel_all(self._tasks)
        elif (task := self._tasks.pop(key, None)) is not None:
            self._tasks[task] = task
            cancel_once(task)

    def tasks(self) -> list[asyncio.Task[Any]]:
        """What is under way."""
        return list(self._tasks.values())

    def is_closed(self) -> bool:
        """Whether it begins nothing any more."""
        return self._closed

    def is_busy(self, key: Hashable | None = None) -> bool:
        """Whether anything runs, or something under `key`."""
        return bool(self._tasks) if key is None else key in self._tasks

    async def wait(self, key: Hashable) -> None:
        """Wait until nothing runs under `key`, however it ends."""
        if (task := self._tasks.get(key)) is not None and not task.done():
            await asyncio.wait([task])

    async def close(self, seconds: float = 3.0) -> None:
        """Cancel everything, wait at most `seconds` for it to end, and begin nothing from now on."""
        self._closed = True
        await settle(list(self._tasks.values()), seconds)

    def _ended(self, slot: Hashable, task: asyncio.Task[Any]) -> None:
        for place in (slot, task):
            if self._tasks.get(place) is task:
                del self._tasks[place]
        if not task.cancelled() and (error := task.exception()) is not None:
            self._notices.report(error)
        if not self._tasks:
            self.busy.emit(False)


def make_scope(owner: QObject, notices: Notices) -> TaskScope:
    """The scope for the coroutines of one tab, page or dialog; how each ends badly is told in `notices`."""
    return TaskScope(owner, notices)


async def settle(tasks: list[asyncio.Task[Any]], seconds: float) -> list[asyncio.Task[Any]]:
    """Cancel `tasks` and wait at most `seconds`; the answer is those that would not end."""
    waiting = [task for task in tasks if not task.done() and task is not asyncio.current_task()]
    for task in waiting:
        cancel_once(task)
    if not waiting:
        return []
    _, pending = await asyncio.wait(waiting, timeout=seconds)
    return list(pending)


def cancel_once(task: asyncio.Task[Any]) -> None:
    """Cancel `task` unless this has been done."""
    # Not `cancelling()`: it also counts a time-out within the task, which ends in another exception.
    if not task.done() and task not in _cancelled:
        _cancelled.add(task)
        task.cancel()


def _cancel_all(tasks: Tasks, _owner: QObject | None = None) -> None:
    for task in list(tasks.values()):
        cancel_once(task)
