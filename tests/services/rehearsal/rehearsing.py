"""Rehearsals over a workspace and a real practice store that stands for a live one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from svcconsole.services.rehearsal.rehearse import changed_since, rehearse
from svcconsole.services.rehearsal.session import RehearsalSession
from svcconsole.services.rehearsal.views import AfterFilter, RecordAfter, RehearsalSummary
from svcconsole.workspace.database import Workspace
from tests.services.runs.plans import client_of
from tests.support.practice import PracticeStore


def asking(session: RehearsalSession) -> Callable[..., Awaitable[Any]]:
    async def ask(method: str, *arguments: Any) -> Any:
        return getattr(session, method)(*arguments)

    return ask


@asynccontextmanager
async def rehearsed(
    workspace: Workspace, run_id: str, store: PracticeStore, *, declined: bool = False, **client: Any
) -> AsyncIterator[tuple[RehearsalSession, RehearsalSummary]]:
    """The plan as it was rehearsed."""
    session = RehearsalSession(str(workspace.folder), run_id, declined=declined)
    try:
        async with client_of(store, **client) as live:
            async for _ in rehearse(workspace, run_id, live, asking(session)):
                pass
        yield session, session.summary()
    finally:
        session.close()


async def since(
    workspace: Workspace, session: RehearsalSession, store: PracticeStore, kind: str
) -> list[Any]:
    async with client_of(store) as live:
        return await changed_since(workspace, kind, live, asking(session))


def records_of(session: RehearsalSession) -> dict[str, RecordAfter]:
    return {each.record_id: each for each in session.page(AfterFilter(), limit=10_000).records}


def left_over(folder: Path) -> list[str]:
    """What rehearsals have left in a workspace's folder."""
    return [path.name for path in folder.iterdir() if path.name.startswith("rehearsal")]
