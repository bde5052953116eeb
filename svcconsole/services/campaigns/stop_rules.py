"""The rules that pause a campaign while it goes out, each with its sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from svcconsole.services.campaigns.terms import StopRules
from svcconsole.services.deliveries.reasons import explain, key_of
from svcconsole.services.deliveries.states import State, moment_of, state_of
from svcconsole.words.message import Message, message, number, plural
from svcconsole.workspace.runs.message_records import MessageRecord
from svcconsole.workspace.schema import ItemState

FEWEST_TIMES = 30
"""So many deliveries on either side before their times are compared."""
_KNOWN = (State.FAILED, State.DELIVERED, State.READ)
_ARRIVED = (State.DELIVERED, State.READ)


@dataclass(frozen=True, slots=True)
class Usual:
    """How long messages usually took to arrive: the median in seconds, of so many."""

    seconds: float
    messages: int


def broken(rules: StopRules, records: Sequence[MessageRecord], usual: Usual | None) -> Message | None:
    """Why a campaign should not go on by itself after these records, the newest last; None where it may."""
    doubts = sum(record.state is ItemState.UNKNOWN for record in records)
    if rules.in_doubt is not None and doubts >= rules.in_doubt:
        return plural(
            "Paused: of {n} message nobody knows whether it arrived.",
            "Paused: of {n} messages nobody knows whether they arrived.",
            doubts,
        )
    return _failing(rules, records) or _slow(rules, records, usual)


def _failing(rules: StopRules, records: Sequence[MessageRecord]) -> Message | None:
    if rules.failed_share is None:
        return None
    reasons, words = Counter[str](), dict[str, str]()
    results = 0
    for record in records:
        state = state_of(word for word, _ in record.said)[0]
        refused = record.state is ItemState.REJECTED
        results += refused or state in _KNOWN
        if refused or state is State.FAILED:
            reasons[key_of(record.why)] += 1
            words.setdefault(key_of(record.why), record.why)
    if results < rules.of_at_least or not reasons:
        return None
    key, times = reasons.most_common(1)[0]
    if times / results < rules.failed_share:
        return None
    found = explain(words[key])
    return message(
        "Paused: {failed} of the last {results} messages failed for one reason: {reason}",
        failed=times, results=results, reason=found.title if found is not None else words[key],
    )  # fmt: skip


def _slow(rules: StopRules, records: Sequence[MessageRecord], usual: Usual | None) -> Message | None:
    if rules.slower_by is None or usual is None or usual.messages < FEWEST_TIMES:
        return None
    times = [seconds for record in records if (seconds := arrival_seconds(record)) is not None]
    if len(times) < FEWEST_TIMES or usual.seconds <= 0:
        return None
    slower = median(times) / usual.seconds
    if slower < rules.slower_by:
        return None
    return message(
        "Paused: messages take {factor} times as long to arrive as usual.", factor=number(slower, 1)
    )


def arrival_seconds(record: MessageRecord) -> float | None:
    """How long a message took from being sent until it was heard to have arrived; None while it has not."""
    for word, heard in record.said:
        if state_of([word])[0] in _ARRIVED:
            return (moment_of(heard) - moment_of(record.at)).total_seconds()
    return None
