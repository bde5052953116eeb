"""Parses a response: JSON with guards, both error envelopes, the worse of two statuses, the model."""

from __future__ import annotations

import codecs
import json
from dataclasses import dataclass
from typing import Any, Generic

from pydantic import ValidationError
from pydantic_core import from_json

from svcconsole.api.faults import Fault, fault_of_status
from svcconsole.api.models.problems import wire_path
from svcconsole.api.operations import Effect, Operation, Res
from svcconsole.api.transport import Reply
from svcconsole.words.message import message

MOST_WORDS = 20
LONGEST_WORDS = 500
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_UNREADABLE = {
    "recursion limit": message("it is nested too deep"),
    "number out of range": message("it holds a number with thousands of digits"),
    "invalid unicode": message("its text is not UTF-8"),
}


@dataclass(frozen=True, slots=True)
class Reading(Generic[Res]):
    """What an answer says; no fault means accepted. `status` is the worse of the answer's two."""

    fault: Fault | None
    status: int | None
    payload: Any = None
    response: Res | None = None
    words: tuple[str, ...] = ()
    detail: str = ""


class _Unreadable(Exception):
    def __init__(self, fault: Fault, detail: str) -> None:
        super().__init__(detail)
        self.fault = fault
        self.detail = detail


def read(reply: Reply, operation: Operation[Any, Res]) -> Reading[Res]:
    """What `reply` says as the answer of `operation`; never raises for what a server may send."""
    try:
        payload = parse(reply.body)
    except _Unreadable as error:
        return _without_json(reply, error)
    status = _worse(reply.status, payload)
    fault = fault_of_status(status)
    words = server_words(payload)
    if fault is not None:
        return Reading(_refined(fault, status, operation, payload), status, payload, words=words)
    return _accepted(payload, status, operation, words)


def parse(body: bytes) -> Any:
    """The JSON value of `body` (UTF-8, or UTF-16 with its mark); _Unreadable for anything else."""
    if not body.strip():
        raise _Unreadable(Fault.NO_JSON, "empty")
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


def _worse(status: int, payload: Any) -> int:
    """The worse of the HTTP status and the one inside the body (a number or its text)."""
    inner = payload.get("status") if isinstance(payload, dict) else None
    if isinstance(inner, str) and inner.isascii() and inner.isdigit() and len(inner) == 3:
        inner = int(inner)
    if isinstance(inner, bool) or not isinstance(inner, int) or inner < 300:
        return status
    return max(status, inner)


def _refined(fault: Fault, status: int, operation: Operation[Any, Res], payload: Any) -> Fault:
    """406 is "no such customer" for a lookup only; 407 is the store's own only with its error envelope."""
    if status == 407:
        mine = isinstance(payload, dict) and (payload.get("error") or payload.get("errors"))
        return Fault.NO_TEMPLATE if mine else Fault.PROXY
    if fault is Fault.NO_CUSTOMER and operation.effect is not Effect.READ:
        return Fault.REFUSED
    return fault


def _accepted(
    payload: Any, status: int, operation: Operation[Any, Res], words: tuple[str, ...]
) -> Reading[Res]:
    if not isinstance(payload, dict):
        return Reading(Fault.MISFIT, status, payload, detail=message("it is no object"))
    failed = payload.get("success") in (False, "false") or payload.get("status") in (False, "false")
    reasons = bool(payload.get("errors") or payload.get("error"))
    if failed or (reasons and payload.get("success") is not True):
        return Reading(Fault.REFUSED if reasons else Fault.UNSUCCESSFUL, status, payload, words=words)
    try:
        response = operation.response.model_validate(payload)
    except ValidationError as error:
        place = wire_path(operation.response, error.errors(include_input=False, include_url=False)[0]["loc"])
        return Reading(
            Fault.MISFIT,
            status,
            payload,
            detail=message("look at {place}", place=place or message("its body")),
        )
    except (RecursionError, TypeError, ArithmeticError):
        return Reading(Fault.MISFIT, status, payload, detail=message("its shape is another"))
    return Reading(None, status, payload, response)


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
