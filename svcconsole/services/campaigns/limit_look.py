"""The limit of people in 24 hours that a campaign still being prepared would use, as the ledger stands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from itertools import pairwise

from svcconsole.services.campaigns.daily_limit import DailyLimit
from svcconsole.services.campaigns.forecast import LimitUse, people_of
from svcconsole.services.campaigns.looks import Look
from svcconsole.services.campaigns.send_plan import Limit
from svcconsole.services.campaigns.sending_numbers import SendingNumber, of_senders, sending_numbers
from svcconsole.services.campaigns.terms import Lane
from svcconsole.workspace.database import Workspace

Counted = dict[Lane, int]


class LimitLook:
    """Whom the numbers of a campaign wrote to is read once, and then on from there; who of its people is
    among them is counted anew when either has changed."""

    def __init__(self) -> None:
        self._limits: dict[SendingNumber, DailyLimit] = {}
        self._counted: tuple[object, Counted] = (None, {})

    def tightest(
        self, workspace: Workspace, senders: Collection[str], named: str, now: datetime, start: datetime
    ) -> DailyLimit | None:
        """Of the numbers that these senders belong to, or that is `named`, the one that leaves fewest people
        at `start`; None where none of them has a limit. Raises WorkspaceError."""
        known = sending_numbers(workspace)
        wanted = {*of_senders(known, senders), *(each for each in known if each.name == named)}
        self._limits = {
            each: self._limits.get(each) or DailyLimit(each)
            for each in known
            if each in wanted and each.limit(start) is not None
        }
        for limit in self._limits.values():
            limit.take_in(limit.look(workspace, now), now)
        return min(self._limits.values(), key=lambda each: each.free(start) or 0, default=None)

    def use(
        self,
        limit: DailyLimit,
        start: datetime,
        looks: Callable[[], Iterable[Look]],
        named: Callable[[int], str],
        stands: object,
    ) -> LimitUse:
        """How much of it is used at `start`, and which of those who get it count already; `looks` are those
        of rows that are sent, the same ones while the check is as it `stands`."""
        key = stands, limit.number, limit.used(start), limit.latest
        if self._counted[0] != key:
            counted = (look for look in looks() if limit.counts(look.number, start))
            found = people_of(counted, lambda _: True, named) if limit.used(start) else {}
            self._counted = key, dict(found)
        of = limit.number.limit(start) or 0
        return LimitUse(limit.number.name, of, limit.used(start), room_of(limit, start), self._counted[1])


def room_of(limit: DailyLimit, start: datetime) -> Limit:
    """How many more people it lets be written to at `start`, below zero where there are too many already, and
    later: as those before count no more, and as a warm-up goes up."""
    number = limit.number
    steps = [(at, number.limit(at) or 0) for at in (start, *number.steps(start))]
    ups = ((at, most - before) for (_, before), (at, most) in pairwise(steps) if most > before)
    return Limit(steps[0][1] - limit.used(start), tuple(sorted((*limit.frees(start), *ups))))
