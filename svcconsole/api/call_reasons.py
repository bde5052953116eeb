"""Why a call ended as it did, in sentences: how far each attempt got, and the rule that was applied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from svcconsole.api.answers import AttemptRecord
from svcconsole.api.call_log import KeptCall
from svcconsole.api.errors import Outcome
from svcconsole.api.faults import Fault
from svcconsole.api.operations import Effect
from svcconsole.words.message import Message, mark, message


class Rule(StrEnum):
    """The rules by which an outcome is given; each has a heading of this name in the help."""

    ACCEPTED = mark("said yes")
    REFUSED = mark("said no")
    NOTHING_SENT = mark("nothing was sent")
    NOT_PROCESSED = mark("not processed")
    ONLY_READ = mark("only read")
    ASKED_TO_WAIT = mark("asked to wait")
    MAY_HAVE_HAPPENED = mark("may have happened")
    WRITTEN_OVER = mark("written over")
    CONCERNS_ALL = mark("concerns every call")


def rule_of(outcome: Outcome, column: Effect, *, connected: bool) -> Rule:
    """The rule behind an outcome of a call of this effect."""
    if outcome is Outcome.UNKNOWN:
        return Rule.WRITTEN_OVER if column is Effect.UPSERT else Rule.MAY_HAVE_HAPPENED
    if outcome is Outcome.NOT_SENT:
        if not connected:
            return Rule.NOTHING_SENT
        return Rule.ONLY_READ if column is Effect.READ else Rule.NOT_PROCESSED
    return _BY_OUTCOME[outcome]


_BY_OUTCOME = {
    Outcome.OK: Rule.ACCEPTED,
    Outcome.REJECTED: Rule.REFUSED,
    Outcome.THROTTLED: Rule.ASKED_TO_WAIT,
    Outcome.PAUSE: Rule.CONCERNS_ALL,
}


@dataclass(frozen=True, slots=True)
class _Words:
    """Of one attempt that was followed by another, of several that ended alike, of the one that counts."""

    again: str
    again_all: str
    counts: str


_WORDS = {
    Rule.NOTHING_SENT: _Words(
        mark("Try {n} found no connection, so trying again was safe."),
        mark("Tries {n} to {last} found no connection, so trying again was safe."),
        mark("Try {n} found no connection, so nothing of it can have reached the store."),
    ),
    Rule.ONLY_READ: _Words(
        mark("Try {n} got no answer that can be used; reading changes nothing, so trying again was safe."),
        mark(
            "Tries {n} to {last} got no answer that can be used; reading changes nothing, so trying again was"
            " safe."
        ),
        mark("Try {n} got no answer that can be used; reading changes nothing, so it may be tried again."),
    ),
    Rule.NOT_PROCESSED: _Words(
        mark("Try {n} was not processed by the store, so trying again was safe."),
        mark("Tries {n} to {last} were not processed by the store, so trying again was safe."),
        mark("Try {n} was not processed by the store, so it may be tried again."),
    ),
    Rule.ASKED_TO_WAIT: _Words(
        mark("After try {n} the store asked to wait and had processed nothing, so trying again was safe."),
        mark(
            "After tries {n} to {last} the store asked to wait and had processed nothing, so trying again was"
            " safe."
        ),
        mark("After try {n} the store asked to wait; it had processed nothing."),
    ),
    Rule.WRITTEN_OVER: _Words(
        mark("Try {n} may have been carried out; the same record is written over, so trying again was safe."),
        mark(
            "Tries {n} to {last} may have been carried out; the same record is written over, so trying again"
            " was safe."
        ),
        mark("Try {n} may have been carried out; sent again, the same record is written over."),
    ),
    Rule.CONCERNS_ALL: _Words(
        mark("What try {n} met was not the store itself, so trying again was safe."),
        mark("What tries {n} to {last} met was not the store itself, so trying again was safe."),
        mark("What try {n} met would meet every further call, so it waits until that is put right."),
    ),
    Rule.ACCEPTED: _Words("", "", mark("Try {n} was answered, and the answer holds what was asked for.")),
    Rule.REFUSED: _Words("", "", mark("Try {n} was answered: the store read the request and said no.")),
    Rule.MAY_HAVE_HAPPENED: _Words("", "", ""),
}
_DOUBT = {
    Fault.BROKEN: mark("Try {n} was handed over, and the connection broke before the store had answered."),
    Fault.SILENT: mark("Try {n} was handed over, and the store did not answer in time."),
    Fault.CUT: mark("Try {n} was handed over, and the answer breaks off before it says what was done."),
    Fault.FAILED: mark(
        "Try {n} was handed over, and the store's error does not say whether it was carried out."
    ),
    Fault.FOREIGN: mark("Try {n} was handed over, and a web page came back that does not say what was done."),
}
_DOUBT_OTHERWISE = mark(
    "Try {n} was handed over, and what came back does not say whether it was carried out."
)
_STOPPED_BEFORE = message("It was stopped here before it had a connection, so nothing of it can have left.")
_STOPPED_AFTER = message("It was stopped here after it had been handed over, before the store had answered.")
_NO_ATTEMPT = message("It was not tried: what it needs on this computer is not in order.")


def rule_of_call(call: KeptCall) -> Rule:
    """The rule that gave the outcome of a call."""
    last = call.attempts[call.answered] if call.attempts else None
    return rule_of(call.outcome, call.column, connected=last is not None and last.connected)


def why(call: KeptCall) -> tuple[Message, ...]:
    """A sentence for each attempt, those that follow one another and ended alike in one, the one that counts
    last."""
    if not call.attempts:
        return (_NO_ATTEMPT,)
    counted = call.attempts[call.answered]
    others = [each for at, each in enumerate(call.attempts) if at != call.answered]
    if counted.fault is None and counted.outcome is not Outcome.OK:
        told = _STOPPED_AFTER if counted.connected else _STOPPED_BEFORE
    else:
        told = _of_counted(call, counted)
    return (*_of_others(call, others), told)


def _of_counted(call: KeptCall, attempt: AttemptRecord) -> Message:
    rule, n = rule_of_call(call), call.answered + 1
    if rule is Rule.MAY_HAVE_HAPPENED:
        doubt = _DOUBT.get(attempt.fault, _DOUBT_OTHERWISE) if attempt.fault else _DOUBT_OTHERWISE
        return message(doubt, n=n)
    return message(_WORDS[rule].counts, n=n)


def _of_others(call: KeptCall, others: Sequence[AttemptRecord]) -> Iterator[Message]:
    numbers = {id(each): at for at, each in enumerate(call.attempts, 1)}

    def rule(each: AttemptRecord) -> Rule:
        return rule_of(each.outcome, call.column, connected=each.connected)

    for which, group in groupby(others, rule):
        alike = [numbers[id(each)] for each in group]
        words = _WORDS[which]
        if alike == [len(call.attempts)]:  # nothing was tried after it
            yield message(words.counts, n=alike[0])
        elif len(alike) > 1 and words.again_all:
            yield message(words.again_all, n=alike[0], last=alike[-1])
        elif words.again:
            yield message(words.again, n=alike[0])
