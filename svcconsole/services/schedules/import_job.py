"""Carries out an import at its time: the newest file of a folder, checked, rehearsed where that is wanted,
and sent only within the bounds of its schedule.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from svcconsole.api.errors import ApiError
from svcconsole.services.catalog.catalogs import known_catalog_ids
from svcconsole.services.catalog.price_levels import price_answers
from svcconsole.services.imports.views import ImportRefused
from svcconsole.services.rehearsal.rehearse import rehearse
from svcconsole.services.rehearsal.views import RehearsalSummary, Rehearsed
from svcconsole.services.schedules.driving import catalogs_to_create, has_begun, send_planned
from svcconsole.services.schedules.file_check import CheckedFile
from svcconsole.services.schedules.job_deps import JobDeps, Made, said_of
from svcconsole.services.schedules.job_settings import ImportSettings
from svcconsole.services.schedules.newest_file import newest_file
from svcconsole.services.schedules.within_bounds import outside
from svcconsole.services.workers.worker_process import WorkerProcess
from svcconsole.words.message import listed, message
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import FenceLost
from svcconsole.workspace.team.schedule_records import (
    Bounds,
    Ending,
    Firing,
    FiringState,
    Schedule,
)

STILL_SECONDS = 5.0
"""A file that was changed later than this ago may still be being written."""
NIGHTS = 14
"""So many earlier times say how many problems are usual."""
CHECK = "svcconsole.services.schedules.file_check:FileCheck"


async def carry_out(deps: JobDeps, schedule: Schedule, firing: Firing, made: Made) -> Ending | None:
    """Check the newest file and, within the bounds, send it; None where the worker stops before its end.

    Whatever else ends it leaves it for a person, with its plan: the next time would take a file of which
    something was sent for the same as before. Raises FenceLost.
    """
    plan = _Plan(firing.run_id, dict(firing.figures))
    try:
        ending = await _carried_out(deps, schedule, firing, made, plan)
    except FenceLost:
        raise
    except Exception as error:
        ending = Ending(FiringState.LEFT, *said_of(error))
    if ending is None:
        return None
    return replace(ending, figures={**plan.figures, **ending.figures}, run_id=plan.run_id)


@dataclass(slots=True)
class _Plan:
    """The run that a firing made, if it did, and what its check and its rehearsal counted."""

    run_id: str | None
    figures: dict[str, int]


async def _carried_out(
    deps: JobDeps, schedule: Schedule, firing: Firing, made: Made, plan: _Plan
) -> Ending | None:
    """Carry it out, and note in `plan` how far that came. Raises whatever goes wrong."""
    refusals = None if firing.allowed else schedule.bounds.refusals
    settings = ImportSettings.of_json(schedule.settings)
    if plan.run_id is not None and (firing.allowed or await has_begun(deps, plan.run_id)):
        return await send_planned(deps, plan.run_id, refusals, create_catalogs=settings.create_catalogs)
    # A plan that was within its bounds and had not begun when it was left for a person, as without an
    # approval, goes itself, not a newer file: nobody has looked at that one.
    if plan.run_id is None or not plan.figures:
        ending = await _plan_newest(deps, settings, plan)
        if ending is not None or plan.run_id is None:
            return ending
    await made(plan.run_id)
    usual = await deps.database(partial(_usual_problems, schedule_id=schedule.id))
    ending = outside(schedule.bounds, plan.figures, usual)
    if ending is None and settings.rehearse:
        missing = await catalogs_to_create(deps, plan.run_id) if settings.create_catalogs else ()
        ending = await _rehearsed(deps, plan.run_id, schedule.bounds, plan.figures, missing)
    return ending or await send_planned(deps, plan.run_id, refusals, create_catalogs=settings.create_catalogs)


async def _plan_newest(deps: JobDeps, settings: ImportSettings, plan: _Plan) -> Ending | None:
    """Make the plan of the newest file; the end where there is none. No plan is made where the worker is to
    end before."""
    plan.run_id, plan.figures = None, {}
    path = await _newest(deps, settings)
    if deps.stopping.is_set():
        return None
    if path is None:
        return Ending(FiringState.NOTHING_NEW, message("There is no file."))
    process = WorkerProcess(CHECK, str(deps.folder), str(path), deps.defaults, settings.prepared)
    try:
        if code := await process.call("earlier"):
            return Ending(
                FiringState.NOTHING_NEW, message("The same file as before, plan {code}.", code=code)
            )
        checked, plan.run_id = await _planned(deps, settings, process)
    finally:
        await process.close()
    plan.figures = {
        "rows": checked.rows, "problems": checked.problems, "price_changes": checked.price_changes,
    }  # fmt: skip
    return None


def _usual_problems(space: Workspace, schedule_id: str) -> int:
    ended = space.schedules.firings(schedule_id, NIGHTS)
    done = (each.figures.get("problems", 0) for each in ended if each.state is FiringState.DONE)
    return max(done, default=0)


async def _newest(deps: JobDeps, settings: ImportSettings) -> Path | None:
    """The newest file, once nobody writes to it any more; raises ImportRefused where the folder cannot be
    read."""
    while True:
        try:
            found = await deps.database(lambda _: newest_file(Path(settings.folder), settings.pattern))
        except OSError as error:
            raise ImportRefused(
                message(
                    "The folder {folder} cannot be read: {reason}.",
                    folder=settings.folder,
                    reason=system_reason(error),
                ),
                message("Check that it is there, and that the worker may read it."),
            ) from error
        if found is None:
            return None
        path, changed = found
        if (age := time.time() - changed) >= STILL_SECONDS:
            return path
        if await deps.wait(min(STILL_SECONDS, STILL_SECONDS - age)):
            return None


async def _planned(
    deps: JobDeps, settings: ImportSettings, process: WorkerProcess
) -> tuple[CheckedFile, str]:
    """Check the file and freeze the plan; raises ImportRefused, for a catalog that is missing, too, where
    the schedule does not create it."""
    keys = await process.call("keys")
    if keys:
        try:
            async for _, answers in price_answers(deps.client, keys):
                await process.call("take_prices", answers)
            await process.call("use_prices")
        except ApiError as error:
            # Without the prices of now nobody could say which of them change too much.
            raise ImportRefused(
                message("The prices of the store could not be read: {reason}", reason=error.sentence),
                error.advice,
            ) from error
    checked: CheckedFile = await process.call("check")
    if checked.asked:
        raise ImportRefused(
            listed(checked.asked),
            message("Nothing was sent. Import it by hand, or answer it in the schedule."),
        )
    if not settings.create_catalogs and await process.call("names_catalogs"):
        missing = await process.call("missing_catalogs", tuple(await known_catalog_ids(deps.client)))
        if missing:
            raise ImportRefused(
                message("The store does not have these catalogs: {names}.", names=listed(missing)),
                message("Nothing was sent. Create them, or let the schedule create what is missing."),
            )
    return checked, await process.call("plan")


async def _rehearsed(
    deps: JobDeps, run_id: str, bounds: Bounds, figures: dict[str, int], missing: Sequence[str]
) -> Ending | None:
    """Try the plan in a practice store; why it is left, or that it would change nothing."""
    process = WorkerProcess(
        "svcconsole.services.rehearsal.session:RehearsalSession", str(deps.folder), run_id
    )
    try:

        async def ask(method: str, *arguments: Any) -> Any:
            return await process.call(method, *arguments)

        async for _ in rehearse(deps.workspace, run_id, deps.client, ask, missing):
            pass
        summary: RehearsalSummary = await process.call("summary")
    finally:
        await process.close()
    figures["refused"] = summary.states.get(Rehearsed.REFUSED, 0)
    left = outside(bounds, {"refused": figures["refused"]})
    if left is None and summary.states.get(Rehearsed.SAME, 0) == summary.records:
        return Ending(FiringState.NOTHING_NEW, message("The store has all of it like this already."))
    return left
