"""Why a text is no JSON, in words: what Python's reader says in English and in its own jargon."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from svcconsole.words.message import Message, message

_BACKSLASH = message("a backslash is followed by what may not follow it")
_COMMA_BEFORE_END = message("a comma stands before the closing bracket")

REASONS: Final[Mapping[str, Message]] = {
    "Expecting value": message("a value is missing here"),
    "Expecting property name enclosed in double quotes": message("a name in double quotes is missing here"),
    "Expecting ':' delimiter": message("a colon is missing here"),
    "Expecting ',' delimiter": message("a comma is missing here"),
    "Unterminated string starting at": message("the text that begins here is not closed"),
    "Invalid control character at": message("a text has a line break or a tab in it"),
    "Invalid \\escape": _BACKSLASH,
    "Invalid \\uXXXX escape": _BACKSLASH,
    "Extra data": message("something follows after its end"),
    "Illegal trailing comma before end of object": _COMMA_BEFORE_END,
    "Illegal trailing comma before end of array": _COMMA_BEFORE_END,
}
"""The messages of `json.JSONDecodeError`, without the place that they end with."""


def json_reason(error: Exception) -> str:
    """The end of a sentence, after a colon; of what `json.loads` raised."""
    if isinstance(error, RecursionError):
        return message("too many brackets inside each other")
    if isinstance(error, json.JSONDecodeError):
        return REASONS.get(error.msg.rstrip(": "), error.msg)
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)
