"""What a worker works with, in the tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from svcconsole.api.client import Client
from svcconsole.api.downloads import Downloader
from svcconsole.services.imports.views import Defaults
from svcconsole.services.schedules.job_deps import JobDeps
from svcconsole.services.sends.sending import Sender
from svcconsole.workspace.database import Workspace
from tests.services.runs.plans import client_of
from tests.support.practice import PracticeStore

T = TypeVar("T")


@asynccontextmanager
async def job_deps(workspace: Workspace, store: PracticeStore) -> AsyncIterator[JobDeps]:
    """What the command gives a worker, over a workspace."""

    async def database(fn: Callable[[Workspace], T]) -> T:
        return await asyncio.to_thread(fn, workspace)

    async def ready() -> Client:
        return client

    async with client_of(store) as client, Downloader() as downloader:
        yield JobDeps(workspace, client, workspace.folder, Defaults(), Sender(database, ready), downloader)
