"""Finds a value in a record as JSON has it, by the names and numbers that lead to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def value_at(values: object, path: Iterable[str | int]) -> Any:
    """What stands at a place; None where there is no such place."""
    found: Any = values
    for part in path:
        if isinstance(found, list):
            found = found[part] if isinstance(part, int) and part < len(found) else None
        else:
            found = found.get(part) if isinstance(found, Mapping) else None
    return found
