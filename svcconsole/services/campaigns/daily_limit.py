"""How many different people may still be written to in 24 hours, counted from all that left from here."""

from __future__ import annotations

import json
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from itertools import islice
from math import inf

from svcconsole.services.campaigns.sending_numbers import DAY, SendingNumber
from svcconsole.services.messaging import messages
from svcconsole.services.messaging.templates import composed
from svcconsole.services.sends.recent_requests import number_key
from svcconsole.tables.records.recipients import sender_of
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.recipients import left_lately, written_to

BY_ITSELF = (composed.KIND, messages.KIND)
"""The kinds of messages that are sent by themselves."""
MINUTE = timedelta(minutes=1)
OVERLAP = timedelta(minutes=2)
"""What was noted a moment late is looked at once more."""


class DailyLimit:
    """The limit of one number, or of a group that shares one. Somebody counts for 24 hours after the last
    message to them; another message takes no more room."""

    def __init__(self, number: SendingNumber) -> None:
        self.number = number
        self._last: OrderedDict[str, float] = OrderedDict()
        self._read_at: datetime | None = None

    def look(self, workspace: Workspace, at: datetime, *, but: str = "") -> list[tuple[str, float]]:
        """Who was written to from here and when, since this was asked last, at first in the last 24 hours;
        what the run `but` sends is told by `sent`, save what it sent before the first time. Changes nothing,
        so that any thread may ask. Raises WorkspaceError."""
        first = self._read_at is None
        since = at - DAY if self._read_at is None else self._read_at - OVERLAP
        senders = self.number.senders
        found = written_to(workspace, senders, since, but="" if first else but)
        return [
            *((each.number, each.at) for each in found),
            *_by_themselves(workspace, senders, at - since),
        ]

    def take_in(self, found: Iterable[tuple[str, float]], at: datetime) -> None:
        """Count those whom a look `at` some moment found."""
        self._read_at = at
        for person, moment in sorted(found, key=lambda each: each[1]):
            self._note(person, moment)

    def free(self, at: datetime) -> int | None:
        """How many people may be written to who do not count yet; None for any number."""
        limit = self.number.limit(at)
        return None if limit is None else max(0, limit - self.used(at))

    def used(self, at: datetime) -> int:
        """How many people count."""
        return len(self._last) - self._over(at)

    def counts(self, person: str, at: datetime) -> bool:
        """Whether somebody (E.164) counts already."""
        return self._last.get(person, -inf) > (at - DAY).timestamp()

    def next_free(self, at: datetime) -> datetime | None:
        """When there is room again: the first of those who count does so no more, or the ramp goes up. None
        where that is now, or never."""
        limit = self.number.limit(at)
        if limit is None or self.used(at) < limit:
            return None
        moments = [each for each in self.number.steps(at) if (self.number.limit(each) or 0) > limit]
        # As many have to go as there are too many, and one more for somebody new.
        last = len(self._last) - limit
        if limit > 0 and (moment := next(islice(self._last.values(), last, None), None)) is not None:
            moments.append(_ends(moment))
        return min(moments, default=None)

    def frees(self, at: datetime) -> tuple[tuple[datetime, int], ...]:
        """When how many of those who count do so no more, by the minute."""
        ends = Counter(
            _ends(moment).replace(second=0, microsecond=0) + MINUTE
            for moment in islice(self._last.values(), self._over(at), None)
        )
        return tuple(sorted(ends.items()))

    def sent(self, person: str, at: datetime) -> None:
        """Somebody (E.164) is written to now; those who count no more are forgotten."""
        for _ in range(self._over(at)):
            self._last.popitem(last=False)
        self._note(person, at.timestamp())

    def _note(self, person: str, moment: float) -> None:
        if self._last.get(person, -inf) <= moment:
            self._last[person] = moment
            self._last.move_to_end(person)

    def _over(self, at: datetime) -> int:
        """How many of the first were written to so long ago that they count no more."""
        before = (at - DAY).timestamp()
        return next((n for n, moment in enumerate(self._last.values()) if moment > before), len(self._last))


def _ends(moment: float) -> datetime:
    return datetime.fromtimestamp(moment, UTC) + DAY


def _by_themselves(
    workspace: Workspace, senders: Collection[str], within: timedelta
) -> Iterable[tuple[str, float]]:
    """Whom single messages went to from these numbers."""
    for sent in left_lately(workspace, BY_ITSELF, within=within).others:
        body = json.loads(sent.body)
        if sender_of(sent.body) in senders and (
            person := number_key(str(body.get("contactIdentifier", "")), None)
        ):
            yield person, datetime.fromisoformat(sent.at).timestamp()
