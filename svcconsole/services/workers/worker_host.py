"""The worker process's side of the pipe: runs calls one by one and ends with its parent."""

from __future__ import annotations

import copy
import importlib
import inspect
import multiprocessing
import os
import pickle
import queue
import signal
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from svcconsole.words.message import message
from svcconsole.workspace.address import learn

Message = tuple[str, int, Any]
"""(kind, number of the call, value); to the child call, cancel, stop; from it progress, done, failed."""


PROGRESS_SECONDS = 0.1
"""Progress is told so often at most: each report costs the window a layout and a paint."""


class WorkCancelled(Exception):
    """The work was cancelled by the person before it was done."""


class WorkerGone(Exception):
    """The worker process ended in the middle of its work; the next call starts a new one."""

    def __init__(self, code: int | None) -> None:
        self._tell(
            message("Reading the file stopped unexpectedly."),
            message(
                "Nothing was sent and nothing you decided is lost; try again (exit code {code}).",
                code=str(code),
            ),
        )

    def _tell(self, sentence: str, advice: str) -> None:
        super().__init__(f"{sentence} {advice}")
        self.sentence = sentence
        self.advice = advice


class WorkerNotBegun(WorkerGone):
    """The system starts no process for the work; a later call may find that it does."""

    def __init__(self) -> None:
        self._tell(
            message("This computer starts no more programs: too many are at work."),
            message("Close some, then try again. Nothing was sent and nothing you decided is lost."),
        )


def serve(
    pipe: Connection,
    factory: str,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    addresses: dict[str, str],
) -> None:
    """Run in the child: make the object at the first call, then answer calls until told to stop.

    `addresses`: the workspaces that are shared, as its parent has learnt them.
    """
    learn(addresses)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl C is for the parent, which then ends us.
    multiprocessing.current_process().daemon = False  # It may have helpers, which a daemon may not.
    inbox: queue.SimpleQueue[Message] = queue.SimpleQueue()
    cancelled: set[int] = set()
    threading.Thread(target=_listen, args=(pipe, inbox, cancelled), daemon=True).start()
    target: Any = None
    while True:
        kind, number, value = inbox.get()
        if kind == "stop":
            break
        try:
            if target is None:
                target = resolve(factory)(*arguments, **keywords)
            result = _run(target, pipe, number, value, cancelled)
            pipe.send(("done", number, result))
        except Exception as error:
            pipe.send(("failed", number, portable(error)))
        cancelled.discard(number)
    close = getattr(target, "close", None)
    if close is not None:
        close()


def serve_parts(pipe: Connection, factory: str, arguments: tuple[Any, ...]) -> None:
    """Run in a helper: call what `factory` makes with each part that comes, until the pipe ends."""
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


def _listen(pipe: Connection, inbox: queue.SimpleQueue[Message], cancelled: set[int]) -> None:
    """The child's reading thread; the pipe ends when the parent does, and then nobody needs this process."""
    while True:
        try:
            message = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)
        if message[0] == "cancel":
            cancelled.add(message[1])
        else:
            inbox.put(message)


def resolve(factory: str) -> Callable[..., Any]:
    """What `package.module:Name` names."""
    module, _, name = factory.partition(":")
    made: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return made


def _run(target: Any, pipe: Connection, number: int, value: Any, cancelled: set[int]) -> Any:
    """Call the method; one that takes `progress` or `cancelled` gets them."""
    method, arguments, keywords = value
    if number in cancelled:
        raise WorkCancelled
    function = getattr(target, method)
    progress = _Progress(pipe, number)
    offered: dict[str, Callable[..., Any]] = {
        "progress": progress,
        "cancelled": lambda: number in cancelled,
    }
    takes = inspect.signature(function).parameters
    result = function(
        *arguments, **keywords, **{name: given for name, given in offered.items() if name in takes}
    )
    progress.send_last()
    return result


class _Progress:
    """Sends a call's reports to the parent: the first, then the newest every `PROGRESS_SECONDS`, and the
    last one."""

    def __init__(self, pipe: Connection, number: int) -> None:
        self._pipe = pipe
        self._number = number
        self._due = 0.0
        self._kept: tuple[Any] | None = None

    def __call__(self, report: Any) -> None:
        self._kept = (report,)
        if time.monotonic() >= self._due:
            self.send_last()

    def send_last(self) -> None:
        """Send what came since the last time, if anything did."""
        if self._kept is not None:
            self._pipe.send(("progress", self._number, *self._kept))
            self._kept = None
            self._due = time.monotonic() + PROGRESS_SECONDS


def portable(error: Exception) -> Exception:
    """The exception itself with the child's traceback as a note, or a plain copy where it does not
    survive the pipe."""
    error.add_note("in the worker process:\n" + "".join(traceback.format_exception(error)))
    try:
        pickle.dumps(error)
        copy.copy(error)  # Rebuilds it from its arguments as the other side will.
    except Exception as refusal:
        return RuntimeError(f"{type(error).__name__}: {error} (not carried over: {refusal})")
    return error
