"""A request as a command for curl; the token is never in it, only the variable that holds it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

from svcconsole.api.masking import MASK

VARIABLE = "SVCCONSOLE_TOKEN"


def as_curl(url: str, body: str) -> str:
    """The command for a POSIX shell; `SVCCONSOLE_TOKEN` must hold the store's token."""
    lines = (
        f"curl --fail-with-body {shlex.quote(url)}",
        f'  -H "Authorization: Basic ${VARIABLE}"',
        "  -H 'Content-Type: application/json'",
        f"  --data-raw {shlex.quote(body)}",
    )
    return " \\\n".join(lines)


def as_json(body: Mapping[str, Any]) -> str:
    """The body as JSON to read and to copy."""
    return json.dumps(body, ensure_ascii=False, indent=2)


def masked(token_end: str) -> str:
    """The token as it is shown: by its end, or by nothing of it."""
    return f"{MASK}{MASK}{token_end}"
