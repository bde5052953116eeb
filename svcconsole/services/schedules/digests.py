"""Finds the digest of messages that a window has not told yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from svcconsole.services.schedules.job_settings import DigestSettings, settings_of
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.team.schedule_records import FiringState, Job

FRESH = timedelta(days=2)
"""An older digest says nothing of today."""


@dataclass(frozen=True, slots=True)
class Digest:
    """`firing` is its number; `figures` what was counted over the last `days`, by the names of the job."""

    firing: int
    name: str
    days: int
    figures: Mapping[str, int]


def newest_digest(space: Workspace, told: int) -> Digest | None:
    """The newest one that windows tell and that is newer than the firing `told`; None where there is none."""
    now = space.schedules.moment()
    schedules = {
        schedule.id: (schedule.name, kept)
        for schedule in space.schedules.list()
        if schedule.job is Job.DIGEST
        if isinstance(kept := settings_of(schedule), DigestSettings) and kept.notice
    }
    if not schedules:
        return None
    for firing in space.schedules.between(now - FRESH, now + FRESH):
        if firing.id > told and firing.state is FiringState.DONE and firing.schedule_id in schedules:
            name, kept = schedules[firing.schedule_id]
            return Digest(firing.id, name, kept.days, firing.figures)
    return None
