"""The states of a message from the store's answers, and when each is asked about again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum

CADENCE = (
    (timedelta(minutes=1), 2.0),
    (timedelta(minutes=10), 10.0),
    (timedelta(hours=1), 60.0),
    (timedelta(days=1), 600.0),
    (timedelta(days=7), 3_600.0),
    (timedelta(days=30), 86_400.0),
)
"""Up to this age a message is asked about every so many seconds; after the last one, not any more."""
FAILED_UNTIL = timedelta(hours=1)
"""A failure can be followed by a delivery; so long it is still asked about."""
SETTLED_AFTER = timedelta(days=1)
"""What stands at sent so long has a recipient who blocked the store, or a phone that is off."""


class State(StrEnum):
    """How a message stands."""

    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"
    DELIVERED = "delivered"
    READ = "read"
    OTHER = "other"
    UNTRACKED = "untracked"
    DECIDE = "decide"


KNOWN = {each.value: each for each in (State.SENT, State.FAILED, State.DELIVERED, State.READ)} | {
    "queued": State.WAITING
}
"""The store's words that are known (decisions, row 6), whatever their case."""
FURTHER = (State.WAITING, State.SENT, State.FAILED, State.DELIVERED, State.READ)
"""Words come out of order: late news never takes a message back, and what arrived has not failed."""
SETTLED = frozenset({State.READ, State.DELIVERED, State.FAILED, State.UNTRACKED, State.DECIDE})


def state_of(said: Iterable[str]) -> tuple[State, str]:
    """How a message stands after these words of the store's, and the word that says so, as it came.

    The furthest known word counts; an unknown one counts while it is the last.
    """
    state, word, last, raw = State.WAITING, "", "", ""
    for each in said:
        last, found = each, KNOWN.get(each.lower())
        if found is None:
            raw = each
        elif FURTHER.index(found) >= FURTHER.index(state):
            state, word = found, each
    return (State.OTHER, raw) if raw and last == raw else (state, word)


def next_question(state: State, at: str, moment: datetime) -> str | None:
    """When a message that was sent `at` is asked about again; None for never."""
    age = moment - moment_of(at)
    if state is State.READ or (state is State.FAILED and age > FAILED_UNTIL):
        return None
    wait = next((seconds for until, seconds in CADENCE if age <= until), None)
    return None if wait is None else written(moment + timedelta(seconds=wait))


def moment_of(iso: str) -> datetime:
    """A moment of the workspace, which is in UTC."""
    moment = datetime.fromisoformat(iso)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def iso_of(text: str | None, zone: tzinfo) -> str | None:
    """A store's moment as the workspace writes it, read in the store's zone where it names none (decisions,
    row 40); None where it is none."""
    try:
        moment = datetime.fromisoformat(text or "")
        return written(moment if moment.tzinfo else moment.replace(tzinfo=zone))
    except (ValueError, OverflowError):
        return None


def written(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
