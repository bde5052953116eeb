"""Carries out a run that was planned before and starts at its time."""

from __future__ import annotations

from svcconsole.services.schedules.driving import send_planned
from svcconsole.services.schedules.job_deps import JobDeps, Made
from svcconsole.services.schedules.job_settings import RunSettings
from svcconsole.workspace.team.schedule_records import Ending, Firing, Schedule


async def carry_out(deps: JobDeps, schedule: Schedule, firing: Firing, made: Made) -> Ending | None:
    """Send the plan that a person approved with the schedule: its bytes are frozen."""
    settings = RunSettings.of_json(schedule.settings)
    if firing.run_id is None:
        await made(settings.run)
    refusals = None if firing.allowed else schedule.bounds.refusals
    return await send_planned(deps, settings.run, refusals, create_catalogs=settings.create_catalogs)
