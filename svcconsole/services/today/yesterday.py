"""Reads what became of the messages of the day before: how many arrived, and why the others did not."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from svcconsole.services.deliveries.deliveries import KINDS
from svcconsole.services.deliveries.reasons import Failure, histogram
from svcconsole.services.deliveries.states import State, state_of, written
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError


@dataclass(frozen=True, slots=True)
class Yesterday:
    """The messages sent on `day`: `sent` are all of them, and `read`, `delivered`, `failed`, `under_way` and
    `untracked` (accepted without an id to ask by) add up to it. `reasons` are those of the failed, most
    first."""

    day: date
    read: int = 0
    delivered: int = 0
    failed: int = 0
    under_way: int = 0
    untracked: int = 0
    reasons: tuple[Failure, ...] = ()

    @property
    def sent(self) -> int:
        return self.read + self.delivered + self.failed + self.under_way + self.untracked

    @property
    def arrived(self) -> int:
        return self.read + self.delivered


def bounds_of(day: date, zone: tzinfo) -> tuple[str, str]:
    """When `day` begins and when the next one does in a zone, as the workspace writes moments."""
    begin = datetime.combine(day, time(), zone)
    return written(begin), written(datetime.combine(day + timedelta(days=1), time(), zone))


def yesterday(space: Workspace, zone: tzinfo) -> Yesterday:
    """What became of the messages of the day before this one in `zone`."""
    day = datetime.now(zone).date() - timedelta(days=1)
    begin, end = bounds_of(day, zone)
    with suppress(WorkspaceError):
        # What may only be read, a copy of a shared workspace say, holds what was followed by then.
        space.deliveries.merge(KINDS)
    states: Counter[State] = Counter()
    whys: list[str] = []
    for words, why in space.deliveries.between(begin, end):
        state, _ = state_of(words)
        states[state] += 1
        if state is State.FAILED:
            whys.append(why)
    ended = (State.READ, State.DELIVERED, State.FAILED)
    return Yesterday(
        day,
        read=states[State.READ],
        delivered=states[State.DELIVERED],
        failed=states[State.FAILED],
        under_way=states.total() - sum(states[state] for state in ended),
        untracked=space.deliveries.without_id(KINDS, begin, end),
        reasons=tuple(histogram(whys)),
    )
