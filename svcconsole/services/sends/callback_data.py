"""callbackData: the text that comes back with webhooks and proves which message they belong to."""

from __future__ import annotations

import json
import secrets
from typing import NoReturn

from svcconsole.words.json_reason import json_reason
from svcconsole.words.message import message

LONGEST = 1024
"""Characters (specification, Limits)."""


def new_nonce() -> str:
    """Sixteen characters that no other message has."""
    return secrets.token_hex(8)


def callback_data(own: str, nonce: str = "", run: str = "single", row: int = 1) -> str:
    """The text to send: with a nonce its reference, and `own` JSON under "data"; without one `own` as it is.

    Blank when there is nothing to send. `j` and `r` name the run and its row where there is one.
    """
    if not nonce:
        return own
    data = f',"data":{own.strip()}' if own.strip() else ""
    return f'{{"v":1,"j":"{run}","r":{row},"n":"{nonce}"{data}}}'


def nonce_of(sent: str) -> str:
    """The nonce in a text that `callback_data` made; blank in any other."""
    try:
        read = json.loads(sent)
    except (ValueError, RecursionError):
        return ""
    nonce = read.get("n") if isinstance(read, dict) and read.get("v") == 1 else None
    return nonce if isinstance(nonce, str) else ""


def nonce_in(body: bytes) -> str:
    """The nonce that goes with a request as it was sent; blank where none does."""
    try:
        sent = json.loads(body).get("callbackData")
    except (ValueError, RecursionError, AttributeError):
        return ""
    return nonce_of(sent) if isinstance(sent, str) else ""


def with_nonce(sent: str, nonce: str) -> str:
    """A text that `callback_data` made, with another nonce; all else of it stays as it is."""
    return sent.replace(nonce_of(sent), nonce, 1)


def own_of(sent: str) -> str:
    """What a person wrote of a text that was sent: what stands under "data", or all of it."""
    if not nonce_of(sent):
        return sent
    read = json.loads(sent)
    return json.dumps(read["data"], ensure_ascii=False) if "data" in read else ""


def json_problem(text: str) -> tuple[int, int, str] | None:
    """Where and why `text` is no JSON: line, column, what the reader says; None where it is, or is blank."""
    if not text:
        return None
    try:
        json.loads(text, parse_constant=_no_json)
    except json.JSONDecodeError as error:
        return error.lineno, error.colno, json_reason(error)
    except RecursionError as error:
        return 1, 1, json_reason(error)
    except ValueError as error:
        return 1, 1, message("{error} is not JSON", error=error)
    return None


def _no_json(constant: str) -> NoReturn:
    raise ValueError(constant)
