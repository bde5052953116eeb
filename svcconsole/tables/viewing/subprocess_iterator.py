"""Runs a generator over a whole file in a subprocess, because in a thread it would stall the window."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from svcconsole.tables.reading.errors import TableError
from svcconsole.words.message import message

T = TypeVar("T")


class WorkStopped(Exception):
    """The work was stopped before it was done."""


def iterate_in_subprocess(
    work: Callable[..., Iterator[T]], arguments: tuple[Any, ...], stop: Callable[[], bool]
) -> Iterator[T]:
    """What `work(*arguments)` yields in another process, from the caller's thread.

    Raises what `work` raised where it is a TableError or OSError, WorkStopped once `stop()` is true.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(theirs, work, arguments), daemon=True)
    process.start()
    theirs.close()
    try:
        while True:
            if stop():
                raise WorkStopped
            if not ours.poll(0.1):
                continue
            try:
                kind, value = ours.recv()
            except EOFError:
                raise TableError(
                    message("The process that reads this file ended."), message("Open it again.")
                ) from None
            if kind == "failed":
                raise value
            if kind == "done":
                return
            yield value
    finally:
        process.kill()
        process.join()
        process.close()
        ours.close()


def _serve(pipe: Connection, work: Callable[..., Iterator[Any]], arguments: tuple[Any, ...]) -> None:
    """The process's own side."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl C is for the parent, which then ends us.
    try:
        for progress in work(*arguments):
            pipe.send(("told", progress))
        pipe.send(("done", None))
    except (TableError, OSError) as refused:
        pipe.send(("failed", refused))
    pipe.close()
