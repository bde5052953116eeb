"""Request and answer of a call as lines to read and to copy: laid out, long values and long bodies folded,
people hidden while they are hidden in the window."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from pydantic_core import from_json

from svcconsole.api.call_log import KeptBody
from svcconsole.api.curl import as_curl, masked
from svcconsole.gui.design.hiding import hidden_fields, hidden_words, is_hiding
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.quantity_words import count

if TYPE_CHECKING:
    from svcconsole.api.call_log import KeptCall

LONGEST_VALUE: Final = 240
SHOWN_OF_VALUE: Final = 80
SHOWN: Final = 4_096
"""So many characters of a body are shown before somebody asks for all of it."""
LAID_OUT: Final = 64 * 1024
"""A larger body is shown as it came, unless people are hidden in it: laying it out holds the window."""
REASONS: Final = {
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently", 302: "Found",
    303: "See Other", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
    401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
    407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 413: "Content Too Large",
    422: "Unprocessable Content", 425: "Too Early", 429: "Too Many Requests", 500: "Internal Server Error",
    501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
}  # fmt: skip


def request_text(call: KeptCall, *, whole: bool) -> str:
    """What was sent; `whole`: the body unfolded."""
    head = f"POST …-{call.operation.path}\nAuthorization: Basic {masked(call.token_end)}"
    return f"{head}\n\n{body_text(call.request, whole=whole)}"


def answer_text(call: KeptCall, *, whole: bool) -> str:
    """What came back to the attempt that counts; blank where nothing did."""
    if not call.attempts or call.attempts[call.answered].status is None:
        return ""
    attempt = call.attempts[call.answered]
    status = attempt.status or 0
    lines = [f"{status} {REASONS.get(status, '')}".strip(), *_headers(attempt.headers)]
    return "\n".join(lines) + f"\n\n{body_text(call.answer, whole=whole)}"


def is_folded(body: KeptBody) -> bool:
    """Whether `body_text` leaves some of it out until all of it is asked for."""
    return body.data is not None and _laid_out(body.data, fold=True) != _laid_out(body.data, fold=False)


def body_text(body: KeptBody, *, whole: bool) -> str:
    """A body laid out; of one that was not kept its length and hash."""
    if body.data is None:
        return tr("Not kept: {n} bytes, SHA-256 {hash}", n=count(body.size), hash=body.sha256)
    return _laid_out(body.data, fold=not whole)


def copied_answer(call: KeptCall) -> str:
    """The whole body of the answer, for the clipboard."""
    return body_text(call.answer, whole=True)


def curl_text(call: KeptCall) -> str:
    """The call as a command of curl without its token; what is hidden in the window is hidden in it."""
    value = _read(call.request.data or b"")
    text = _plain(call.request.data or b"") if value is None else json.dumps(value, ensure_ascii=False)
    return as_curl(call.url, text)


def _laid_out(data: bytes, *, fold: bool) -> str:
    value = _read(data) if len(data) <= LAID_OUT or is_hiding() else None
    if value is None:
        text = _plain(data)
    else:
        text = json.dumps(_folded(value) if fold else value, ensure_ascii=False, indent=2)
    if fold and len(text) > SHOWN:
        more = tr("{n} more characters", n=count(len(text) - SHOWN))
        text = f"{text[:SHOWN]}\n… {more}"
    return "\n".join(visible(line) for line in text.split("\n"))


def _folded(value: Any) -> Any:
    if isinstance(value, str) and len(value) > LONGEST_VALUE:
        # The value is not put into a sentence: that would turn one that begins in Arabic to the right.
        length = tr_plural("({n} character)", "({n} characters)", len(value))
        return " ".join((value[:SHOWN_OF_VALUE] + "…", length))
    if isinstance(value, dict):
        return {key: _folded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_folded(each) for each in value]
    return value


def _read(data: bytes) -> Any:
    try:
        value = from_json(data)
    except ValueError:
        return None
    return hidden_fields(value)


def _plain(data: bytes) -> str:
    return hidden_words(data.decode("utf-8", "replace"))


def _headers(lines: str) -> list[str]:
    """Those that say what came; the rest would push it out of sight."""
    told = ("content-type", "content-length", "content-encoding", "retry-after", "location")
    return [visible(line) for line in lines.split("\n") if line.partition(":")[0].casefold() in told]
