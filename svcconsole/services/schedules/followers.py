"""What a worker follows beside its schedules: messages until they settle, reports until they are here."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing, suppress

from svcconsole.api.errors import ApiError
from svcconsole.services.deliveries.deliveries import KINDS, Deliveries
from svcconsole.services.reports.following import ReportDeps
from svcconsole.services.reports.run import ReportBusy, can_follow_here, follow
from svcconsole.services.schedules.job_deps import JobDeps
from svcconsole.workspace.errors import WorkspaceError

log = logging.getLogger("svcconsole.worker")

POLL_SECONDS = 2.0
"""So often it is looked whether messages are to be asked about."""
REPORT_SECONDS = 10.0
"""So often it is looked whether reports go on that nobody follows."""


async def poll_deliveries(deps: JobDeps, worker: str) -> None:
    """Ask the store about messages as they are due, while this is the longest-lived worker: one is enough."""
    deliveries, wait = Deliveries(deps.database, deps.ready), POLL_SECONDS
    while not await deps.wait(wait):
        wait = POLL_SECONDS
        try:
            living = await deps.database(lambda space: space.workers.list())
            if min(living, key=lambda each: (each.since, each.id)).id != worker:
                continue
            await deps.database(lambda space: space.deliveries.merge(KINDS))
            _, left = await deliveries.ask_due()
            deliveries.messages.clear()
            if deliveries.trouble is not None and left is not None:
                wait = left
        except (WorkspaceError, ValueError) as error:
            log.warning("messages cannot be asked about: %s", error)


async def follow_reports(deps: JobDeps) -> None:
    """Go on with the reports that nobody follows, and that can be gone on with here."""
    reports = ReportDeps(deps.database, deps.sender, deps.ready, deps.folder, deps.downloader)
    going: dict[str, asyncio.Task[None]] = {}
    try:
        while not await deps.wait(REPORT_SECONDS):
            with suppress(WorkspaceError):
                for run in await deps.database(lambda space: space.reports.under_way()):
                    followed = run.id in going and not going[run.id].done()
                    if not followed and await asyncio.to_thread(can_follow_here, reports, run):
                        going[run.id] = asyncio.get_running_loop().create_task(_follow(reports, run.id))
    finally:
        for task in going.values():
            task.cancel()
        await asyncio.gather(*going.values(), return_exceptions=True)


async def _follow(reports: ReportDeps, run_id: str) -> None:
    try:
        async with aclosing(follow(reports, run_id)) as told:
            async for _ in told:
                pass
    except ReportBusy:
        return
    except (ApiError, WorkspaceError) as error:
        log.warning("the report %s does not go on: %s", run_id, error)
