"""Who may be written to again: only failures that may pass, after their own waiting time, up to a limit."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from svcconsole.services.deliveries.deliveries import Delivery
from svcconsole.services.deliveries.reasons import code_of, explain, key_of
from svcconsole.services.deliveries.states import State, moment_of

MOST_IN_A_ROW = 3
"""After so many failures in a row a number is not offered any more."""
REACHED = frozenset({State.DELIVERED, State.READ})
_MINUTES, _HOUR, _DAY = timedelta(minutes=10), timedelta(hours=1), timedelta(days=1)

WAITS: dict[int, timedelta] = {
    131049: _DAY,
    131064: _DAY,
    131056: _MINUTES,
    130429: _MINUTES,
    80007: _MINUTES,
    4: _MINUTES,
    131016: _HOUR,
    131000: _HOUR,
    135000: _HOUR,
    131057: _HOUR,
    132069: _HOUR,
    137000: _HOUR,
}
"""Codes that pass by waiting, and how long. Every other one asks for a change first, or never passes."""
NEVER_ALONE = frozenset({130472})
"""Beside those that fail for good: an experiment of the network's leaves the same people out again."""


class Chance(StrEnum):
    """What may come of writing again after a failure."""

    WAIT = "wait"
    CHANGE = "change"
    NEVER = "never"


def chance_of(why: str) -> Chance:
    """By the code of a reason; one that nobody explained asks for a person's look."""
    code, reason = code_of(why), explain(why)
    if code in NEVER_ALONE or (reason is not None and reason.for_good):
        return Chance.NEVER
    return Chance.WAIT if code in WAITS else Chance.CHANGE


@dataclass(slots=True)
class Offer:
    """Whom the failures of a run leave: `now` may be written to at once, one message for each number.

    The others are counts of people: `later` from `first_at` on, `change` once the media, the template or the
    account was put right, `never`, `given_up` after too many failures in a row, and `since` who were written
    to since.
    """

    now: list[Delivery] = field(default_factory=list)
    later: int = 0
    first_at: datetime | None = None
    change: int = 0
    never: int = 0
    given_up: int = 0
    since: int = 0


def offer(
    messages: Iterable[Delivery], every: Iterable[Delivery], moment: datetime, changed: str | None = None
) -> Offer:
    """Whom these messages leave to be written to again, `every` being all that is known.

    `changed` is the key of a reason that somebody put right: its people need not wait. Numbers that one of
    `messages` reached are in no count.
    """
    failed, found = _failed(messages), Offer()
    newest, in_a_row = _history(every, failed.keys()) if failed else ({}, Counter[str]())
    for phone, failures in failed.items():
        last = max(failures, key=lambda each: each.at)
        chances = {chance_of(each.why) for each in failures}
        if Chance.NEVER in chances:
            found.never += 1
        elif newest.get(phone, "") > last.at:
            found.since += 1
        elif in_a_row[phone] >= MOST_IN_A_ROW:
            found.given_up += 1
        elif Chance.CHANGE not in chances:
            _wait(found, last, max(map(_passes_at, failures)), moment)
        elif all(key_of(each.why) == changed for each in failures):
            found.now.append(last)
        else:
            found.change += 1
    return found


def _failed(messages: Iterable[Delivery]) -> dict[str, list[Delivery]]:
    """The failures of each number that none of these reached."""
    failed: dict[str, list[Delivery]] = defaultdict(list)
    reached: set[str] = set()
    for each in messages:
        if each.state is State.FAILED and each.phone:
            failed[each.phone].append(each)
        elif each.state in REACHED:
            reached.add(each.phone)
    return {phone: failures for phone, failures in failed.items() if phone not in reached}


def _wait(found: Offer, last: Delivery, passes_at: datetime, moment: datetime) -> None:
    if passes_at <= moment:
        found.now.append(last)
        return
    found.later += 1
    found.first_at = min(found.first_at or passes_at, passes_at)


def _passes_at(failure: Delivery) -> datetime:
    """When the waiting time of a failure is over, from the moment it was heard."""
    return moment_of(failure.state_at or failure.at) + WAITS[code_of(failure.why) or 0]


def _history(every: Iterable[Delivery], phones: Iterable[str]) -> tuple[dict[str, str], Counter[str]]:
    """When each number was written to last, and its failures since something arrived there."""
    wanted = frozenset(phones)
    newest: dict[str, str] = {}
    in_a_row: Counter[str] = Counter()
    for each in sorted((each for each in every if each.phone in wanted), key=lambda each: each.at):
        newest[each.phone] = each.at
        if each.state is State.FAILED:
            in_a_row[each.phone] += 1
        elif each.state in REACHED:
            in_a_row[each.phone] = 0
    return newest, in_a_row
