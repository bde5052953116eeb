"""Frozen records about a week of campaigns that the window draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
DAYS = 7


class Stage(StrEnum):
    """How a campaign stands."""

    PLANNED = "planned"
    RUNNING = "running"
    SETTLED = "settled"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class WeekCampaign:
    """One campaign from `begins` to `ends` (UTC). `hours` are the people it writes to by the hour (UTC) in
    which they get it; `number` is the sending number whose limit it uses, blank for none that is written
    down. `schedule_id` is the schedule that starts it, blank where its own terms do; `left` do not fit into
    its hours. `sent` and `refused` count what has ended."""

    run_id: str
    code: str
    name: str
    stage: Stage
    begins: datetime
    ends: datetime
    people: int
    sent: int
    refused: int
    hours: Mapping[datetime, int]
    number: str = ""
    template: str = ""
    operator: str = ""
    approved_by: str = ""
    schedule_id: str = ""
    left: int = 0

    @property
    def is_movable(self) -> bool:
        """Whether nothing of it has left."""
        return self.stage is Stage.PLANNED


@dataclass(frozen=True, slots=True)
class DayUse:
    """The most people of any 24 hours that end on this day, of a number that may write to `limit` (None: no
    limit)."""

    day: date
    most: int
    limit: int | None

    @property
    def too_many(self) -> int:
        return max(0, self.most - self.limit) if self.limit is not None else 0


@dataclass(frozen=True, slots=True)
class Week:
    """The week that begins on the Monday `first`, in the zone asked for; `numbers` are the sending numbers
    that are written down. `too_many` says by run how many people of it are over the limit of its number."""

    first: date
    campaigns: tuple[WeekCampaign, ...]
    days: tuple[DayUse, ...]
    numbers: tuple[str, ...]
    number: str
    too_many: Mapping[str, int] = field(default_factory=dict)
