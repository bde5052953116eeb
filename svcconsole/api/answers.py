"""The result of a call for callers and the inspector, and the error people read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from svcconsole.api.connection import Connection
from svcconsole.api.contract_drift import Drift
from svcconsole.api.errors import ApiError, Outcome
from svcconsole.api.fault_table import PROBABLY_SAYS, RULES, UNEXPLAINED, UNKNOWN_ADVICE, UNKNOWN_SAYS
from svcconsole.api.faults import Fault, error_for
from svcconsole.api.field_errors import locate
from svcconsole.api.operations import Effect, Operation, Res
from svcconsole.api.replies import Reading
from svcconsole.api.token import Token
from svcconsole.words.message import message, plural, sentences


@dataclass(frozen=True, slots=True)
class Answer(Generic[Res]):
    """How a call ended. `body` is as received with the token masked, `elapsed` in seconds, `unusual` how many
    records hold a value of another type than promised (decisions, row 39)."""

    outcome: Outcome
    operation: Operation[Any, Res]
    status: int | None = None
    payload: Any = None
    response: Res | None = None
    body: bytes = b""
    error: ApiError | None = None
    fault: Fault | None = None
    attempts: int = 1
    elapsed: float = 0.0
    retry_after: float | None = None
    unusual: int = 0


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """One attempt of a call. `started` is in seconds since the call began; `connect`, `hand_over` and `wait`
    are how long each phase took, 0 for one it did not get to. `headers` are those of the answer, a line each,
    the token masked; `answer_size` is of its body, in bytes.
    """

    started: float
    connect: float
    hand_over: float
    wait: float
    outcome: Outcome
    fault: Fault | None = None
    status: int | None = None
    connected: bool = False
    headers: str = ""
    answer_size: int = 0

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.connect + self.hand_over + self.wait


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One call as a listener is told of it; `at` is in seconds since the epoch, `token` the one it was sent
    with, `column` the fault table's.

    `answered` is the index of the attempt whose answer this is: an earlier one that may have been carried out
    is not outweighed by a later one that was not. `drifts` is what in the answers the specification does not
    know, and how often.
    """

    at: float
    url: str
    token: Token
    request: bytes
    answer: Answer[Any]
    column: Effect = Effect.READ
    attempts: tuple[AttemptRecord, ...] = ()
    answered: int = 0
    drifts: Mapping[Drift, int] = field(default_factory=dict)


def error_of(
    reading: Reading[Res],
    outcome: Outcome,
    *,
    operation: Operation[Any, Res],
    column: Effect,
    connection: Connection,
    wait: float | None,
) -> ApiError:
    """The error of one ending: the table's words, what is known, and the server's own words beside it."""
    rule = RULES[reading.fault or Fault.MISFIT]
    redact = connection.token.redact
    detail, status = redact(reading.detail), reading.status
    sentence = message(rule.says, store=connection.title, detail=detail, status=status)
    advice = rule.advice
    if outcome is Outcome.UNKNOWN:
        accepting = reading.status is not None and reading.status // 100 == 2
        begun = accepting and reading.fault in {Fault.BROKEN, Fault.SILENT, Fault.CUT}
        sentence = sentences(sentence, PROBABLY_SAYS if begun else UNKNOWN_SAYS)
        advice = UNKNOWN_ADVICE[column]
    elif wait is not None and outcome is Outcome.PAUSE:
        named = plural(
            "It names {n} minute of waiting.", "It names {n} minutes of waiting.", round(wait / 60)
        )
        sentence = sentences(sentence, named)
    words = tuple(map(redact, reading.words))
    if reading.fault is Fault.REFUSED and not words:
        sentence = sentences(sentence, message(UNEXPLAINED, status=status))
    return error_for(rule, outcome)(
        sentence,
        advice=advice,
        server_words=words,
        operation=operation.name,
        status=reading.status,
        fields=locate(words, operation.request),
    )
