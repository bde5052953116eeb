"""Reads and writes the JSON that the columns of the workspace keep; damage on the disk is a sentence."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

from svcconsole.words.message import message
from svcconsole.workspace.errors import WorkspaceError

T = TypeVar("T")
_HALVES = re.compile("[\ud800-\udfff]")
DAMAGED = message("Something that is kept in the workspace is damaged and cannot be read.")
ADVICE = message(
    "Nothing is resumed from it. Check the disk, and restore a copy of the workspace if there is one."
)


def write_stored(value: Any) -> str:
    """The text of a value for a column: as it can be searched, but for half surrogates, which no database
    takes."""
    text = json.dumps(value, ensure_ascii=False)
    return _HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def read_stored(text: str | bytes) -> Any:
    """The value of a column. Raises WorkspaceError where it is no JSON any more."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WorkspaceError(DAMAGED, ADVICE) from error


def read_or(text: str, other: T) -> Any | T:
    """The value of a column that only spares work, or `other` where it is damaged."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return other
