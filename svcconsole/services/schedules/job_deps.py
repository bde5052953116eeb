"""What the jobs of a worker need, and how they notice that it stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from svcconsole.api.client import Client
from svcconsole.api.downloads import Downloader
from svcconsole.api.errors import ApiError
from svcconsole.services.imports.views import Defaults, ImportRefused
from svcconsole.services.rehearsal.practice_store import RehearsalBroken
from svcconsole.services.runs.run_control import RunControl
from svcconsole.services.sends.sending import Sender
from svcconsole.services.workers.worker_process import WorkerGone
from svcconsole.tables.reading.errors import TableError
from svcconsole.words.message import message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError

log = logging.getLogger("svcconsole.worker")

T = TypeVar("T")
EXPECTED = (ApiError, WorkspaceError, ImportRefused, TableError, RehearsalBroken, WorkerGone)


@dataclass(slots=True)
class JobDeps:
    """`folder` is the store's, `defaults` what its profile answers for a file. `stopping` is set when the
    worker is to end: whoever sees it stops at the next safe point."""

    workspace: Workspace
    client: Client
    folder: Path
    defaults: Defaults
    sender: Sender
    downloader: Downloader
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    controls: set[RunControl] = field(default_factory=set)
    rows_sent: int = 0

    async def database(self, fn: Callable[[Workspace], T]) -> T:
        """Run `fn` with the workspace, off the loop's thread."""
        return await asyncio.to_thread(fn, self.workspace)

    async def ready(self) -> Client:
        """The client of the store."""
        return self.client

    def stop(self) -> None:
        """Have everything end at its next safe point."""
        self.stopping.set()
        for control in self.controls:
            control.stop()

    async def wait(self, seconds: float) -> bool:
        """Wait so long, or until the worker is to end; whether it is."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.stopping.wait()
        return self.stopping.is_set()


def said_of(error: Exception) -> tuple[str, str]:
    """What is said of a job that this ended, and what to do; a fault of this program is logged."""
    if isinstance(error, EXPECTED):
        return error.sentence, error.advice
    log.exception("a job broke")
    return (
        message("svcconsole made a mistake here; its log says which."),
        message("What was sent is noted; nothing is repeated."),
    )


Made = Callable[[str], Awaitable[None]]
"""Keeps with a firing, at once, the id of the run or the report that was made for it."""
