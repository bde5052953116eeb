"""WorkerProcess: runs one object in a process of its own, so that long Python work never blocks the
window.
"""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

from svcconsole.services.workers.worker_host import Message, WorkCancelled, WorkerGone, WorkerNotBegun, serve
from svcconsole.workspace.address import learnt

CLOSE_SECONDS = 3.0

__all__ = ["WorkCancelled", "WorkerGone", "WorkerProcess"]


@dataclass(slots=True)
class _Call:
    done: asyncio.Future[Any]
    progress: Callable[[Any], None] | None


class _Child:
    """One run of the process, with the thread that starts it, reads from it and waits for its end."""

    def __init__(self, factory: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        self._loop = asyncio.get_running_loop()
        self._calls: dict[int, _Call] = {}
        self._numbers = itertools.count(1)
        context = multiprocessing.get_context("spawn")
        self._pipe, self._other_end = context.Pipe()
        self._process = context.Process(
            target=serve, args=(self._other_end, factory, arguments, keywords, learnt()), daemon=True
        )
        self.started: asyncio.Future[None] = self._loop.create_future()
        self.gone: asyncio.Future[int | None] = self._loop.create_future()
        self._thread = threading.Thread(target=self._listen, name="worker-process", daemon=True)
        try:
            self._thread.start()
        except RuntimeError as error:
            self._pipe.close()
            self._other_end.close()
            raise WorkerNotBegun from error

    def call(
        self,
        method: str,
        arguments: tuple[Any, ...],
        keywords: dict[str, Any],
        progress: Callable[[Any], None] | None,
    ) -> tuple[int, asyncio.Future[Any]]:
        number = next(self._numbers)
        done: asyncio.Future[Any] = self._loop.create_future()
        self._calls[number] = _Call(done, progress)
        self.send(("call", number, (method, arguments, keywords)))
        return number, done

    def send(self, message: Message) -> None:
        if not self.gone.done():
            try:
                self._pipe.send(message)
            except OSError:
                return  # The process is going: `gone` follows and ends every open call.

    def cancel_all(self) -> None:
        for number in list(self._calls):
            self.send(("cancel", number, None))

    def kill(self) -> None:
        self._process.kill()

    def join(self) -> None:
        self._thread.join()

    def _listen(self) -> None:
        """The thread: start, read until the pipe ends, wait for the process, tell the loop."""
        try:
            self._process.start()
        except BaseException as error:
            self._send(self._not_started, WorkerNotBegun() if isinstance(error, OSError) else error)
            return
        finally:
            self._other_end.close()
        self._send(self._is_started)
        _read(self._pipe, lambda message: self._send(self._receive, message))
        self._process.join()
        code = self._process.exitcode
        self._pipe.close()  # The process object is not closed: at exit multiprocessing may be joining it too.
        self._send(self._ended, code)

    def _send(self, function: Callable[..., None], *arguments: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)

    def _is_started(self) -> None:
        if not self.started.done():
            self.started.set_result(None)

    def _not_started(self, error: BaseException) -> None:
        if not self.started.done():
            self.started.set_exception(error)
        self._ended(None)

    def _receive(self, message: Message) -> None:
        kind, number, value = message
        call = self._calls.get(number)
        if call is None:
            return
        if kind == "progress":
            if call.progress is not None and not call.done.done():
                call.progress(value)
            return
        del self._calls[number]
        if call.done.done():
            return
        if kind == "done":
            call.done.set_result(value)
        else:
            call.done.set_exception(value)

    def _ended(self, code: int | None) -> None:
        self.gone.set_result(code)
        for call in self._calls.values():
            if not call.done.done():
                call.done.set_exception(WorkerGone(code))
        self._calls.clear()


def _read(pipe: Connection, receive: Callable[[Message], None]) -> None:
    while True:
        try:
            message = pipe.recv()
        except (EOFError, OSError):
            return
        receive(message)


class WorkerProcess:
    """Hosts what `factory` (`package.module:Name`) makes in a process of its own; made at the first call.

    Calls run one after another. Results should stay under about 500 rows, because they are unpickled here.
    """

    def __init__(self, factory: str, *arguments: Any, **keywords: Any) -> None:
        self._factory = factory
        self._arguments = arguments
        self._keywords = keywords
        self._child: _Child | None = None

    async def start(self) -> None:
        """Start the process if it is not running."""
        await self._running()

    async def call(
        self, method: str, *arguments: Any, progress: Callable[[Any], None] | None = None, **keywords: Any
    ) -> Any:
        """Call `method` of the hosted object and return its result.

        `progress` is called on the loop's thread with what the method reports. Cancelling the awaiting
        task cancels the work. Raises what the method raised, WorkCancelled after `cancel()`, WorkerGone
        when the process died or could not begin.
        """
        child = await self._running()
        number, done = child.call(method, arguments, keywords, progress)
        try:
            return await done
        except asyncio.CancelledError:
            child.send(("cancel", number, None))
            raise

    def cancel(self) -> None:
        """Ask every open call to stop; each raises WorkCancelled where the method looks at `cancelled`."""
        if self._child is not None:
            self._child.cancel_all()

    async def close(self) -> None:
        """End the process: politely, and after 3 s by force. Open calls raise WorkerGone."""
        child, self._child = self._child, None
        if child is None:
            return
        child.cancel_all()
        child.send(("stop", 0, None))
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await asyncio.shield(child.gone)
        except TimeoutError:
            child.kill()
            await child.gone
        child.join()

    async def __aenter__(self) -> WorkerProcess:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _running(self) -> _Child:
        if self._child is None or self._child.gone.done():
            self._child = _Child(self._factory, self._arguments, self._keywords)
        child = self._child
        await asyncio.shield(child.started)
        return child
