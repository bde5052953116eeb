"""JSON with amounts digit by digit: read as decimals, written as they were."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any


def read_exact(text: bytes | str) -> Any:
    """JSON with its broken numbers as Decimal; raises ValueError."""
    return json.loads(text, parse_float=Decimal)


def write_exact(value: Any) -> str:
    """JSON as the library writes it, with decimals digit by digit."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{json.dumps(name)}:{write_exact(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(write_exact, value)) + "]"
    return json.dumps(value)
