"""The faults a client can tell apart, and the rule of the fault table for each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto

from svcconsole.api import errors
from svcconsole.api.errors import ApiError, Outcome
from svcconsole.api.operations import Effect


class Fault(StrEnum):
    """The faults a client can tell apart, each standing for several of F01 to F63 (reliability, 2.1)."""

    UNREACHED = auto()
    TLS = auto()
    PROXY = auto()
    POOL = auto()
    BROKEN = auto()
    SILENT = auto()
    GARBLED = auto()
    CUT = auto()
    UNREADABLE = auto()
    SWITCHED = auto()
    REDIRECT = auto()
    SEE_OTHER = auto()
    REFUSED = auto()
    UNAUTHORIZED = auto()
    FORBIDDEN = auto()
    NOT_THERE = auto()
    NOT_OFFERED = auto()
    NO_CUSTOMER = auto()
    NO_TEMPLATE = auto()
    SLOW_REQUEST = auto()
    TOO_EARLY = auto()
    BUSY = auto()
    FAILED = auto()
    ODD = auto()
    FOREIGN = auto()
    NO_JSON = auto()
    UNSUCCESSFUL = auto()
    CONTRADICTION = auto()
    MISFIT = auto()


@dataclass(frozen=True, slots=True)
class Ending:
    """The outcome once no try is left; `tries` None means all that the effect allows."""

    outcome: Outcome
    tries: int | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One row: the endings by effect, and the words. `{store}`, `{detail}` and `{status}` are filled in."""

    read: Ending
    upsert: Ending
    once: Ending
    says: str
    advice: str
    error: type[ApiError] | None = None

    def ending(self, effect: Effect) -> Ending:
        """The cell of this row in the column of `effect`."""
        return {Effect.READ: self.read, Effect.UPSERT: self.upsert, Effect.ONCE: self.once}[effect]


TRIES = {Effect.READ: 5, Effect.UPSERT: 4, Effect.ONCE: 8}
"""The most attempts of one call (reliability, W10); once-only: for NOT_SENT and THROTTLED alone."""

ERRORS: dict[Outcome, type[ApiError]] = {
    Outcome.REJECTED: errors.Rejected,
    Outcome.NOT_SENT: errors.NotReached,
    Outcome.THROTTLED: errors.Throttled,
    Outcome.UNKNOWN: errors.OutcomeUnknown,
    Outcome.PAUSE: errors.Paused,
}

BY_STATUS: dict[int, Fault] = {
    101: Fault.SWITCHED,
    301: Fault.REDIRECT,
    302: Fault.REDIRECT,
    303: Fault.SEE_OTHER,
    307: Fault.REDIRECT,
    308: Fault.REDIRECT,
    401: Fault.UNAUTHORIZED,
    403: Fault.FORBIDDEN,
    404: Fault.NOT_THERE,
    405: Fault.NOT_THERE,
    406: Fault.NO_CUSTOMER,
    408: Fault.SLOW_REQUEST,
    425: Fault.TOO_EARLY,
    429: Fault.BUSY,
    501: Fault.NOT_OFFERED,
    511: Fault.FOREIGN,
}
_BY_HUNDRED = {4: Fault.REFUSED, 5: Fault.FAILED}


def fault_of_status(status: int) -> Fault | None:
    """The fault a status stands for; None for 200. (407 needs the body: see statements.py.)"""
    if status == 200:
        return None
    return BY_STATUS.get(status) or _BY_HUNDRED.get(status // 100, Fault.ODD)


def error_for(rule: Rule, outcome: Outcome) -> type[ApiError]:
    """The error class of an ending: the row's own where it fits the outcome, else the outcome's."""
    if rule.error is not None and rule.error.outcome is outcome:
        return rule.error
    return ERRORS[outcome]
