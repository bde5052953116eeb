"""Sends a planned run for a worker: within its bounds, as long as waiting for the store makes sense."""

from __future__ import annotations

import time
from contextlib import aclosing

from svcconsole.services.catalog.plan_catalogs import create_for_plan, missing_catalogs
from svcconsole.services.runs.run import RunControl, RunProgress, run
from svcconsole.services.schedules.job_deps import JobDeps
from svcconsole.services.schedules.within_bounds import sentence
from svcconsole.words.message import message, plural
from svcconsole.workspace.errors import RunnerBusy
from svcconsole.workspace.runs.records import Totals
from svcconsole.workspace.schema import RunState
from svcconsole.workspace.team.not_approved import NotApproved
from svcconsole.workspace.team.schedule_records import Bound, Ending, FiringState

PATIENCE_SECONDS = 3600.0
"""A store that is away so long leaves a run for a person."""
BUSY_SECONDS = 2.0
"""Somebody on this computer is sending: so often it is looked whether they have ended."""
GO_ON = message("Go on with it, or leave the rest out.")


async def send_planned(
    deps: JobDeps, run_id: str, refusals: int | None, *, create_catalogs: bool
) -> Ending | None:
    """Create the catalogs that the plan needs, where that is asked for, and send it as `drive` does. Raises
    ApiError, and NotApproved where a second person has to agree first."""
    missing = await catalogs_to_create(deps, run_id) if create_catalogs else ()
    await create_for_plan(deps.workspace, run_id, deps.client, missing)
    return await drive(deps, run_id, refusals)


async def catalogs_to_create(deps: JobDeps, run_id: str) -> tuple[str, ...]:
    """The catalogs that the plan needs and the store does not have; none once it has begun. Raises
    ApiError."""
    if await has_begun(deps, run_id):
        return ()
    return await missing_catalogs(deps.workspace, run_id, deps.client)


async def has_begun(deps: JobDeps, run_id: str) -> bool:
    """Whether a worker that is gone had found this run within its bounds."""
    return (await deps.database(lambda space: space.runs.get(run_id))).started_at is not None


async def drive(deps: JobDeps, run_id: str, refusals: int | None = None) -> Ending | None:
    """Send what a run still has to send, and say how that ended; None where the worker stops before.

    More than `refusals` records refused by the store (None: however many) leave the rest for a person.
    Raises FenceLost, WorkspaceError and what the run raises.
    """
    if await _ended(deps, run_id):
        return Ending(FiringState.NOTHING_NEW, message("It was carried out already."), run_id=run_id)
    control, watch = RunControl(), _Watch(refusals)
    deps.controls.add(control)
    if deps.stopping.is_set():
        control.stop()
    try:
        while not await _driven(deps, run_id, control, watch):
            if await deps.wait(BUSY_SECONDS):
                return None
    except NotApproved as refused:
        return Ending(FiringState.LEFT, refused.sentence, refused.advice, run_id=run_id)
    finally:
        deps.controls.discard(control)
    totals = await deps.database(lambda space: space.runs.totals(run_id))
    return _ending(run_id, totals, watch, finished=await _ended(deps, run_id), drained=deps.stopping.is_set())


async def _ended(deps: JobDeps, run_id: str) -> bool:
    info = await deps.database(lambda space: space.runs.get(run_id))
    return info.state is RunState.FINISHED


class _Watch:
    """Whether a run is within its bounds, and how long it waits for its store."""

    def __init__(self, refusals: int | None) -> None:
        self.refusals = refusals
        self.left: Ending | None = None
        self.sent: int | None = None
        self._waiting_since: float | None = None

    def look(self, progress: RunProgress) -> bool:
        """Whether the run is to be left for a person."""
        refused = progress.products.refused
        if self.refusals is not None and refused > self.refusals:
            words = sentence(Bound.REFUSALS, refused, self.refusals)
            self.left = Ending(FiringState.LEFT, words, GO_ON, Bound.REFUSALS)
        elif progress.state is not RunState.PAUSED or progress.waits_for_terms:
            self._waiting_since = None
        elif not progress.goes_on_alone or self._waited() > PATIENCE_SECONDS:
            # The advice of what goes on by itself is that it does: this one is left.
            advice = GO_ON if progress.goes_on_alone else progress.advice
            self.left = Ending(FiringState.LEFT, progress.sentence, advice)
        return self.left is not None

    def _waited(self) -> float:
        self._waiting_since = self._waiting_since or time.monotonic()
        return time.monotonic() - self._waiting_since


async def _driven(deps: JobDeps, run_id: str, control: RunControl, watch: _Watch) -> bool:
    """Run to its end or until it is stopped; False where somebody else is sending."""
    try:
        async with aclosing(run(deps.workspace, run_id, deps.client, control)) as running:
            async for progress in running:
                if watch.sent is not None:
                    deps.rows_sent += progress.sent - watch.sent
                watch.sent = progress.sent
                if watch.left is None and watch.look(progress):
                    control.stop()
    except RunnerBusy:
        # Who drives this very run has ended it when it is looked at again.
        return await _ended(deps, run_id)
    return True


def _ending(run_id: str, totals: Totals, watch: _Watch, *, finished: bool, drained: bool) -> Ending | None:
    figures = {
        "rows": totals.rows,
        "sent": totals.sent,
        "refused": totals.refused,
        "not_sent": totals.not_sent,
        "needs_decision": totals.needs_decision,
    }
    left = watch.left
    if left is not None and not finished:
        return Ending(left.state, left.sentence, left.advice, left.bound, figures, run_id)
    if finished:
        doubts = totals.needs_decision
        words = (
            plural("{n} row needs your decision.", "{n} rows need your decision.", doubts) if doubts else ""
        )
        return Ending(FiringState.DONE, words, figures=figures, run_id=run_id)
    if drained:
        return None
    return Ending(FiringState.LEFT, message("Somebody stopped it."), GO_ON, figures=figures, run_id=run_id)
