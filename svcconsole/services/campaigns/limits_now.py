"""The limits of 24 hours that a campaign being prepared would meet, as they stand at its start."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime

from svcconsole.services.campaigns.daily_limit import DailyLimit
from svcconsole.services.campaigns.send_plan import Limit
from svcconsole.services.campaigns.sending_numbers import SendingNumber, of_senders, sending_numbers
from svcconsole.workspace.database import Workspace

UNLIMITED = 10**9
RAMP_SHOWN = 6
"""So many steps of a warm-up are told at most."""


@dataclass(frozen=True, slots=True)
class LimitUse:
    """The limit of people in 24 hours that leaves the least room: `of` how many in all, how many were
    `written` to by the start, and how many of these, `counted`, get it now, too. `ramp` are the steps of a
    warm-up that are still to come: from when on how many."""

    name: str
    of: int
    written: int
    counted: int
    room: Limit
    ramp: tuple[tuple[datetime, int], ...] = ()


class LimitsNow:
    """Kept between two questions: what was counted once is not read again."""

    def __init__(self) -> None:
        self._known: dict[SendingNumber, DailyLimit] = {}

    def look(
        self, workspace: Workspace, senders: Collection[str], named: str, start: datetime
    ) -> DailyLimit | None:
        """The one of these senders, and of the number or group of this name, that leaves the least room at
        the start; None where nobody wrote down a limit."""
        now = datetime.now(UTC)
        known = sending_numbers(workspace)
        wanted = dict.fromkeys((*of_senders(known, senders), *(each for each in known if each.name == named)))
        self._known = {each: self._known.get(each) or DailyLimit(each) for each in wanted}
        limited = [limit for each, limit in self._known.items() if each.limit(start) is not None]
        for limit in limited:
            limit.take_in(limit.look(workspace, now), now)
        return min(limited, key=lambda limit: limit.free(start) or 0, default=None)


def limit_use(limit: DailyLimit, start: datetime, counted: int) -> LimitUse:
    """The limit at the start. People who count already and get it now stay counted: the first places that
    others would give back are theirs."""
    number = limit.number
    of, written = number.limit(start) or 0, limit.used(start)
    frees = [*_without_first(limit.frees(start), counted), *_steps(number, start)]
    ramp = tuple((each, number.limit(each) or 0) for each in number.steps(start)[:RAMP_SHOWN])
    if ramp:
        ramp = ((start, of), *ramp)
    return LimitUse(number.name, of, written, counted, Limit(of - written, tuple(sorted(frees))), ramp)


def _steps(number: SendingNumber, start: datetime) -> list[tuple[datetime, int]]:
    """How much more may be written from each step of the warm-up on."""
    found, before = [], number.limit(start) or 0
    for at in number.steps(start):
        after = number.limit(at)
        if after is None:  # no limit once it is warm
            found.append((at, UNLIMITED))
            break
        found.append((at, after - before))
        before = after
    return found


def _without_first(frees: tuple[tuple[datetime, int], ...], number: int) -> list[tuple[datetime, int]]:
    kept = []
    for at, count in frees:
        taken = min(count, number)
        number -= taken
        if count > taken:
            kept.append((at, count - taken))
    return kept
