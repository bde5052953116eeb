"""Signs that the export of a shop system writes inside its texts, and what they stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Escape:
    """A sign of an export, how to undo it, and the kind of problem (`problems.KINDS`) that tells of it."""

    sign: str
    undo: Callable[[str], str]
    code: str


def _new_lines(text: str) -> str:
    return "\\n".join(part.replace("\\n", "\n") for part in text.split("\\\\n"))


def _commas(text: str) -> str:
    return text.replace("\\,", ",")


NEW_LINES = Escape("\\n", _new_lines, "escaped_line")
"""A new line is `\\n`; a backslash and an n of the text itself have one more backslash before them."""
COMMAS = Escape("\\,", _commas, "escaped_comma")
"""A comma inside a value of a list has a backslash before it."""
ESCAPES = {escape.code: escape for escape in (NEW_LINES, COMMAS)}
"""The signs by the kind of problem that tells of each."""
