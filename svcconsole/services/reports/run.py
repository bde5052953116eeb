"""Runs a report from its question to the merged file, as far as it goes without a person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager, suppress

from svcconsole.services.reports.files import ReportFiles
from svcconsole.services.reports.following import (
    ReportBusy,
    ReportDeps,
    ReportFollower,
    Told,
    claim,
    followed_name,
)
from svcconsole.services.reports.question import ReportQuestion
from svcconsole.services.reports.steps.asking import ask_for_part
from svcconsole.services.reports.steps.fetching import fetch_part
from svcconsole.services.reports.steps.merging import merge_parts
from svcconsole.services.reports.steps.waiting import wait_for_part
from svcconsole.services.sends.references import new_reference
from svcconsole.words.message import Number, message
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.runs.report_runs import Need, ReportRun, Stage

__all__ = ["ReportBusy", "ReportDeps", "ask", "can_follow_here", "follow", "holding", "watch"]

CLAIM_EVERY = 20.0
"""A claim lasts a minute."""

STEPS: Mapping[Stage, Callable[[ReportFollower], Told]] = {
    Stage.ASKING: ask_for_part,
    Stage.WAITING: wait_for_part,
    Stage.FETCHING: fetch_part,
    Stage.MERGING: merge_parts,
}
"""What a run does next; the stages that are missing wait for a person, or are ends."""


async def ask(
    deps: ReportDeps, question: ReportQuestion, reference: str = "", *, again: bool = False
) -> ReportRun:
    """Note a question as a run; `follow` asks it. Raises pydantic's ValidationError of GenerateReport.

    `reference` is the one that a form showed; without it one is made. `again`: it is asked although the same
    was asked lately.
    """
    reference = reference or new_reference()
    question.request(reference)
    return await deps.database(
        lambda space: space.reports.create(question.name, question.as_json(), reference, again=again)
    )


async def watch(deps: ReportDeps, history_id: int) -> ReportRun:
    """Note a report that was asked for elsewhere, by its number; `follow` fetches it."""
    name = message("Report {number}", number=Number(history_id, grouped=False))
    return await deps.database(lambda space: space.reports.watch(name, history_id, new_reference()))


async def follow(deps: ReportDeps, run_id: str, *, hurry: asyncio.Event | None = None) -> Told:
    """Bring a run as far as it goes without a person, telling how it stands.

    Ends with what a person has to say, or with its end. Cancelled at any moment it has lost nothing, and the
    same call goes on. `hurry` asks the store at once. Raises ReportBusy when the run is followed elsewhere,
    WorkspaceError when the workspace cannot be written, or it would go on and parts that have come lie on
    another computer.
    """
    files = ReportFiles.of(deps.folder, run_id)
    async with holding(deps, run_id):
        found = await deps.database(lambda space: space.reports.get(run_id))
        stage = Stage.ASKING if found.need is Need.DECISION else found.stage
        if stage in STEPS and not await asyncio.to_thread(can_follow_here, deps, found):
            raise WorkspaceError(
                message("Parts of this report that have come are not on this computer."),
                message("Go on where they were fetched, or ask for the report anew."),
            )
        run = ReportFollower(deps, files, found, hurry or asyncio.Event())
        if found.need is Need.DECISION:
            await run.update(stage)  # the ledger says whether it was decided
        if run.run.stage not in STEPS:
            yield run.progress()
        while (step := STEPS.get(run.run.stage)) is not None:
            async with aclosing(step(run)) as told:
                async for progress in told:
                    yield progress


def can_follow_here(deps: ReportDeps, run: ReportRun) -> bool:
    """Whether it can be followed on this computer: parts that have come lie where they were fetched. Looks at
    the disk: not for the event loop's thread."""
    files = ReportFiles.of(deps.folder, run.id)
    return all(files.part(part.number).is_file() for part in run.parts if part.fetched_at)


@asynccontextmanager
async def holding(deps: ReportDeps, run_id: str) -> AsyncIterator[None]:
    """The right to work on a run, for one at a time of all consoles, workers and commands; raises
    ReportBusy."""
    await claim(deps, run_id)
    renewing = asyncio.get_running_loop().create_task(_go_on_claiming(deps, run_id))
    try:
        lock = _locked(ReportFiles.of(deps.folder, run_id))
        try:
            yield
        finally:
            lock.release()
    finally:
        renewing.cancel()
        with suppress(asyncio.CancelledError):
            await renewing
        # Where the database is away its own clock ends the claim.
        with suppress(WorkspaceError):
            await deps.database(lambda space: space.presence.let_go(followed_name(run_id)))


async def _go_on_claiming(deps: ReportDeps, run_id: str) -> None:
    """Between two answers of the store minutes may pass. Who has lost it learns that before the next step."""
    while True:
        await asyncio.sleep(CLAIM_EVERY)
        with suppress(WorkspaceError):
            await claim(deps, run_id)


def _locked(files: ReportFiles) -> FileLock:
    """The lock of the run's folder on this computer; raises ReportBusy."""
    lock = FileLock(files.lock)
    try:
        files.make()
        taken = lock.acquire()
    except OSError as error:
        raise WorkspaceError(
            message("The folder of the report cannot be used: {reason}.", reason=system_reason(error)),
            message("Make room, or give write access."),
        ) from error
    if not taken:
        raise ReportBusy(
            message("This report is under way in another window."),
            message("It goes on there. Close that window to go on here."),
        )
    return lock
