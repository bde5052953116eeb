"""Reads the JSON that is kept in the workspace's columns; what was damaged on the disk is a sentence."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from svcconsole.words.message import message
from svcconsole.workspace.errors import WorkspaceError

T = TypeVar("T")
DAMAGED = message("Something that is kept in the workspace is damaged and cannot be read.")
ADVICE = message(
    "Nothing is resumed from it. Check the disk, and restore a copy of the workspace if there is one."
)


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
