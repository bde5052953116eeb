"""What an answer says of its call in several places, and the fault where these contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from svcconsole.api.errors import Outcome
from svcconsole.api.fault_table import RULES
from svcconsole.api.faults import Fault, fault_of_status
from svcconsole.api.operations import GET_CUSTOMER, Effect, Operation
from svcconsole.api.value_path import value_at
from svcconsole.words.message import mark, message

YES = frozenset({"true", "ok", "success"})
NO = frozenset({"false", "error", "fail", "failed", "failure"})
CERTAINTY = (Outcome.REJECTED, Outcome.PAUSE, Outcome.THROTTLED, Outcome.NOT_SENT)
"""Refusals from the most certain to the least: what is only put off may come through yet."""
RESULT_IDS = (
    ("data", "id"),
    ("data", "reportHistoryId"),
    ("data", "ticket", "id"),
    ("data", "customer", "id"),
    ("response", "id"),
)
"""Where an answer names what was made."""

_OTHER_STATUS = mark("it answers {status}, and {inside} inside its answer")
_NO_SUCCESS = mark("it answers {status}, and that it did not succeed")
_AN_ERROR = mark("it answers {status}, and names an error")
_SUCCESS = mark("it answers {status}, and that it succeeded")
_A_RESULT = mark("it answers {status}, and names what it made")


@dataclass(frozen=True, slots=True)
class Statement:
    """One place of an answer: the fault it stands for, None for "carried out", and how it differs from the
    status of HTTP."""

    fault: Fault | None
    differs: str = ""

    def outcome(self, column: Effect) -> Outcome:
        return Outcome.OK if self.fault is None else RULES[self.fault].ending(column).outcome


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What all of it comes to; `status` is the one that counts, `detail` the contradiction in words."""

    fault: Fault | None
    status: int
    detail: str = ""


def conclusion(
    status: int, payload: Mapping[str, Any], operation: Operation[Any, Any], column: Effect
) -> Conclusion:
    """What an answer with this status of HTTP and this body says (decisions, rows 36 and 37)."""
    inside = inner_status(payload)
    if column is Effect.READ:
        return _of_reading(status, inside, payload, operation)
    statements = list(_statements(status, inside, payload, operation))
    outcomes = {statement.outcome(column) for statement in statements}
    unsure = next((one for one in statements if one.outcome(column) is Outcome.UNKNOWN), None)
    if unsure is not None:
        return Conclusion(unsure.fault, _worse(status, inside))
    if len(outcomes) == 1:
        return Conclusion(statements[-1].fault, _worse(status, inside))
    if Outcome.OK in outcomes or column is Effect.ONCE:
        differs = next(one.differs for one in statements if one.differs)
        return Conclusion(Fault.CONTRADICTION, status, message(differs, status=status, inside=inside))
    least = max(statements, key=lambda one: CERTAINTY.index(one.outcome(column)))
    return Conclusion(least.fault, _worse(status, inside))


def inner_status(payload: Mapping[str, Any]) -> int | None:
    """The status inside a body, a number or its text; None where it has none (decisions, row 14)."""
    value = payload.get("status")
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) == 3:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 100 <= value < 1000:
        return None
    return int(value) if value == int(value) else None


def flag(value: object) -> bool | None:
    """Yes or no where a value says so, in any form stores use; None where it does not."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    if not isinstance(value, str):
        return None
    word = value.strip().lower()
    return True if word in YES else False if word in NO else None


def flags(payload: Mapping[str, Any]) -> set[bool | None]:
    """What `success`, and a `status` that is no number, say."""
    return {flag(payload.get("success")), flag(payload.get("status"))}


def names_errors(payload: Mapping[str, Any]) -> bool:
    """Whether an error envelope's members hold something."""
    return bool(payload.get("errors") or payload.get("error"))


def says_something(payload: Mapping[str, Any]) -> bool:
    """Whether an answer says by itself that the call was carried out."""
    return inner_status(payload) in range(200, 300) or True in flags(payload)


def _of_reading(
    status: int, inside: int | None, payload: Mapping[str, Any], operation: Operation[Any, Any]
) -> Conclusion:
    """Nothing was changed, so that the status inside counts, but for redirects and odd statuses of HTTP.

    A 200 inside an error counts only with what was asked for.
    """
    error = 400 <= status < 600
    if inside is None or not (status == 200 or (error and (inside // 100 != 2 or payload.get("data")))):
        inside = status
    elif inside // 100 == 2:
        inside = 200
    if inside != 200:
        return Conclusion(_fault(inside, operation, payload), inside)
    refusal = _refusal(payload)
    return Conclusion(None if refusal is None else refusal.fault, 200)


def _statements(
    status: int, inside: int | None, payload: Mapping[str, Any], operation: Operation[Any, Any]
) -> Iterator[Statement]:
    """HTTP's status first, then every other place that says something else than it."""
    yield (first := Statement(_fault(status, operation, payload)))
    if inside is not None:
        fault = None if inside // 100 == 2 else _fault(inside, operation, payload)
        yield Statement(fault, "" if inside == status else _OTHER_STATUS)
    if first.fault is None:
        if (refusal := _refusal(payload)) is not None:
            yield refusal
    elif True in flags(payload):
        yield Statement(None, _SUCCESS)
    elif any(value_at(payload, place) for place in RESULT_IDS):
        yield Statement(None, _A_RESULT)


def _refusal(payload: Mapping[str, Any]) -> Statement | None:
    """A body that says no, though no status does; errors beside a success are only remarks."""
    said, errors = flags(payload), names_errors(payload)
    if False in said:
        return Statement(Fault.REFUSED if errors else Fault.UNSUCCESSFUL, _NO_SUCCESS)
    return Statement(Fault.REFUSED, _AN_ERROR) if errors and True not in said else None


def _fault(status: int, operation: Operation[Any, Any], payload: Mapping[str, Any]) -> Fault | None:
    """406 is "no such customer" on get customer alone; 407 is the store's own only with its envelope."""
    if status == 407:
        return Fault.NO_TEMPLATE if names_errors(payload) else Fault.PROXY
    fault = fault_of_status(status)
    if fault is Fault.NO_CUSTOMER and operation.path != GET_CUSTOMER.path:
        return Fault.REFUSED
    return fault


def _worse(status: int, inside: int | None) -> int:
    return status if inside is None or inside < 300 else max(status, inside)
