"""The frozen records that the workspace returns about schedules, and the words stored in their tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from svcconsole.workspace.team.clock_rule import ClockRule, Occasion


class Job(StrEnum):
    """What a schedule does; the settings of each are those that its job in `services.schedules` reads."""

    RUN = "run"
    IMPORT = "import"
    REPORT = "report"
    DIGEST = "digest"


class FiringState(StrEnum):
    """How one time of a schedule stands. ASKED: a person wants it, the next worker takes it; LEFT and MISSED
    wait for a person; NOTHING_NEW: there was nothing to do."""

    ASKED = "asked"
    RUNNING = "running"
    DONE = "done"
    NOTHING_NEW = "nothing_new"
    LEFT = "left"
    MISSED = "missed"
    FAILED = "failed"
    SKIPPED = "skipped"


WAITING = (FiringState.LEFT, FiringState.MISSED)
UNDER_WAY = (FiringState.ASKED, FiringState.RUNNING)


class Bound(StrEnum):
    """What a firing can be outside of."""

    ROWS_LEAST = "rows_least"
    ROWS_MOST = "rows_most"
    PROBLEMS = "problems"
    PRICE_CHANGES = "price_changes"
    REFUSALS = "refusals"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Within which a job goes on without a person; None is no bound.

    `rows_…` is how many rows a file has, `problems` rows to fix, where None stands for what earlier times
    had, `price_changes` products whose price is asked about, `refusals` records the store refuses.
    """

    rows_least: int | None = None
    rows_most: int | None = None
    problems: int | None = None
    price_changes: int | None = 0
    refusals: int | None = 0


@dataclass(frozen=True, slots=True)
class NewSchedule:
    """What a person approves: what is done, when, and within which bounds it needs nobody."""

    name: str
    job: Job
    settings: Mapping[str, Any]
    rule: ClockRule
    bounds: Bounds = Bounds()


@dataclass(frozen=True, slots=True)
class Firing:
    """One time of a schedule; times are ISO in UTC.

    `occasion` is the local time that makes it this one, with the zone where the schedule has another one by
    now, or `by hand` with a number. `missed` times fell due while nothing ran, this one the last. `run_id` is
    the run or the report it made, `bound` what it was outside of, `figures` what was counted, by name.
    `allowed`: a person let it go on outside of its bounds. `by` is the person who asked for it or answered,
    `claimed_at` since when it is asked for or under way.
    """

    id: int
    schedule_id: str
    occasion: str
    due_at: str
    state: FiringState
    missed: int = 0
    allowed: bool = False
    worker: str = ""
    claimed_at: str | None = None
    ended_at: str | None = None
    run_id: str | None = None
    sentence: str = ""
    advice: str = ""
    bound: str = ""
    figures: Mapping[str, int] = field(default_factory=dict)
    by: str = ""


@dataclass(frozen=True, slots=True)
class Schedule:
    """A schedule as listed; `last` is its newest firing. Times are ISO in UTC."""

    id: str
    name: str
    job: Job
    settings: Mapping[str, Any]
    rule: ClockRule
    bounds: Bounds
    made_by: str
    made_at: str
    paused_by: str | None
    paused_at: str | None
    looked_until: str
    last: Firing | None = None

    @property
    def paused(self) -> bool:
        return self.paused_at is not None


@dataclass(frozen=True, slots=True)
class Due:
    """What is to be done now: an `occasion` of a schedule, or a `firing` that a person asked for. With
    `missed` it is the last of so many that fell due while nothing ran."""

    schedule: Schedule
    occasion: Occasion | None = None
    firing: Firing | None = None
    missed: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """How a firing ended; blank and empty where there is nothing to say."""

    state: FiringState
    sentence: str = ""
    advice: str = ""
    bound: str = ""
    figures: Mapping[str, int] = field(default_factory=dict)
    run_id: str | None = None
