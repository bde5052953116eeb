"""Parses a response: JSON with guards, both error envelopes, what it states, the model."""

from __future__ import annotations

import codecs
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from pydantic import ValidationError
from pydantic_core import from_json

from svcconsole.api.contract_drift import Drift
from svcconsole.api.faults import Fault, fault_of_status
from svcconsole.api.models.problems import wire_path
from svcconsole.api.models.unusual import MOST, read_answer
from svcconsole.api.operations import Effect, Operation, Res
from svcconsole.api.statements import conclusion, says_something
from svcconsole.api.transport import Reply
from svcconsole.words.message import message, number

MOST_WORDS = 20
LONGEST_WORDS = 500
COUNTED_FROM = 256 * 1024
MOST_OBJECTS, MOST_VALUES = 120_000, 600_000
"""Objects, and values of any kind, in one answer: 12 MB of products hold no more of them."""
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_UNREADABLE = {
    "recursion limit": message("it is nested too deep"),
    "number out of range": message("it holds a number with thousands of digits"),
    "invalid unicode": message("its text is not UTF-8"),
}


@dataclass(frozen=True, slots=True)
class Reading(Generic[Res]):
    """What an answer says; no fault means accepted. `status` is the one of the answer's two that counts,
    `unusual` how many records hold a value of another type than promised, `drifts` what in it the
    specification does not know, where somebody wants to be told."""

    fault: Fault | None
    status: int | None
    payload: Any = None
    response: Res | None = None
    words: tuple[str, ...] = ()
    detail: str = ""
    unusual: int = 0
    drifts: Mapping[Drift, int] = field(default_factory=dict)


class _Unreadable(Exception):
    def __init__(self, fault: Fault, detail: str) -> None:
        super().__init__(detail)
        self.fault = fault
        self.detail = detail


def read(reply: Reply, operation: Operation[Any, Res], column: Effect) -> Reading[Res]:
    """What `reply` says as the answer of `operation`; never raises for what a server may send.

    `column` is the fault table's: a write is doubted wherever its answer contradicts itself.
    """
    try:
        payload = parse(reply.body)
    except _Unreadable as error:
        return _without_json(reply, error)
    body = payload if isinstance(payload, dict) else {}
    said = conclusion(reply.status, body, operation, column)
    if said.fault is not None:
        return Reading(said.fault, said.status, payload, words=server_words(payload), detail=said.detail)
    return _accepted(payload, said.status, operation)


def parse(body: bytes) -> Any:
    """The JSON value of `body` (UTF-8, or UTF-16 with its mark); _Unreadable for anything else."""
    if not body.strip():
        raise _Unreadable(Fault.NO_JSON, message("empty"))
    if len(body) > COUNTED_FROM:
        _refuse_crowds(body)
    try:
        for bom, encoding in _BOMS:
            if body.startswith(bom):
                return from_json(body.decode(encoding))
        return from_json(body)
    except UnicodeDecodeError as error:
        raise _Unreadable(Fault.UNREADABLE, message("its text is not UTF-8")) from error
    except ValueError as error:
        why = str(error)
        if "hex escape" in why:
            return _with_broken_escapes(body)
        if why.startswith("EOF"):
            raise _Unreadable(Fault.CUT, message("not complete")) from error
        for sign, words in _UNREADABLE.items():
            if sign in why:
                raise _Unreadable(Fault.UNREADABLE, words) from error
        raise _Unreadable(Fault.NO_JSON, message("not JSON")) from error


def _refuse_crowds(body: bytes) -> None:
    """Refuse a body that would grow to many times its size: a value of two bytes takes hundreds in memory."""
    objects = body.count(b"{")
    for count, most in (
        (objects, MOST_OBJECTS),
        (objects + body.count(b"[") + body.count(b","), MOST_VALUES),
    ):
        if count > most:
            raise _Unreadable(Fault.UNREADABLE, message("it holds more than {n} values", n=number(most)))


def _with_broken_escapes(body: bytes) -> Any:
    """JSON holding half a surrogate pair, as truncated emoji leave it: the half becomes U+FFFD."""
    try:
        return _whole_characters(json.loads(body))
    except (ValueError, RecursionError) as error:
        raise _Unreadable(Fault.NO_JSON, message("not JSON")) from error


def _whole_characters(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_whole_characters(entry) for entry in value]
    if isinstance(value, dict):
        return {_whole_characters(key): _whole_characters(entry) for key, entry in value.items()}
    return value


def _without_json(reply: Reply, error: _Unreadable) -> Reading[Any]:
    page = reply.body.lstrip()[:1] == b"<" or "html" in reply.headers.get("content-type", "").lower()
    fault = fault_of_status(reply.status)
    if fault is not None:
        text = "" if page else reply.body[:LONGEST_WORDS].decode("utf-8", "replace").strip()
        if reply.status == 407:
            fault = Fault.PROXY
        return Reading(fault, reply.status, words=(text,) if text else (), detail=message("it answered 407"))
    return Reading(Fault.FOREIGN if page else error.fault, reply.status, detail=error.detail)


def _accepted(payload: Any, status: int, operation: Operation[Any, Res]) -> Reading[Res]:
    if not isinstance(payload, dict):
        return Reading(Fault.MISFIT, status, payload, detail=message("it is no object"))
    if operation.response.status_only and not says_something(payload):
        return Reading(Fault.MISFIT, status, payload, detail=message("look at {place}", place="status"))
    try:
        response, unusual = read_answer(operation.response, payload)
        return Reading(None, status, payload, response, unusual=unusual)
    except ValidationError as error:
        detail = _place(operation, error)
    except (RecursionError, TypeError, ArithmeticError):  # pragma: no cover - no answer is known that does
        detail = message("its shape is another")
    return Reading(Fault.MISFIT, status, payload, detail=detail)


def _place(operation: Operation[Any, Any], error: ValidationError) -> str:
    """Where an answer differs first; of very many differences none is looked at, each would take memory."""
    if error.error_count() > MOST:
        return message("its shape is another")
    first = error.errors(include_input=False, include_url=False)[0]
    return message("look at {place}", place=wire_path(operation.response, first["loc"]))


def server_words(payload: Any) -> tuple[str, ...]:
    """The messages of an error envelope: `errors[].message`, else `error`, else `message`."""
    if not isinstance(payload, dict):
        return ()
    found: list[str] = []
    for key in ("errors", "error", "message"):
        value = payload.get(key)
        for entry in value if isinstance(value, list) else [value]:
            text = entry.get("message") if isinstance(entry, dict) else entry
            if isinstance(text, str) and text.strip():
                found.append(text.strip()[:LONGEST_WORDS])
        if found:
            break
    return tuple(found[:MOST_WORDS])
