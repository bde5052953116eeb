"""A form's contents as plain JSON values for the workspace and back, with amounts kept exactly."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

_AMOUNT = "$amount"


def freeze(contents: Any) -> Any:
    """The contents as JSON values; a Decimal becomes an object, so that `thaw` loses no digit of it."""
    if isinstance(contents, Decimal):
        return {_AMOUNT: str(contents)}
    if isinstance(contents, Mapping):
        return {name: freeze(part) for name, part in contents.items()}
    return [freeze(part) for part in contents] if isinstance(contents, list | tuple) else contents


def thaw(kept: Any) -> Any:
    """What `freeze` made, as it was."""
    if isinstance(kept, dict):
        if kept.keys() == {_AMOUNT}:
            return Decimal(kept[_AMOUNT])
        return {name: thaw(part) for name, part in kept.items()}
    return [thaw(part) for part in kept] if isinstance(kept, list) else kept


def freeze_plain(values: Any) -> Any:
    """The record as plain JSON for people: amounts as numbers, unset fields left out."""
    if isinstance(values, Mapping):
        return {name: freeze_plain(part) for name, part in values.items() if part is not None}
    if isinstance(values, list | tuple):
        return [freeze_plain(part) for part in values]
    return float(values) if hasattr(values, "as_tuple") else values
