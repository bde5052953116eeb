"""A request as a command for curl; the token is never in it, only the variable that holds it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

from svcconsole.api.operations import Operation

VARIABLE = "SVCCONSOLE_TOKEN"


def curl(base_url: str, operation: Operation[Any, Any], body: Mapping[str, Any], prefix: str = "svc") -> str:
    """The command for a POSIX shell; `SVCCONSOLE_TOKEN` must hold the store's token."""
    url = f"{base_url.rstrip('/')}/integrations/{prefix}PlatformFunctions-{operation.path}"
    lines = (
        f"curl --fail-with-body {shlex.quote(url)}",
        f'  -H "Authorization: Basic ${VARIABLE}"',
        "  -H 'Content-Type: application/json'",
        f"  --data-raw {shlex.quote(as_json(body))}",
    )
    return " \\\n".join(lines)


def as_json(body: Mapping[str, Any]) -> str:
    """The body as JSON to read and to copy."""
    return json.dumps(body, ensure_ascii=False, indent=2)
