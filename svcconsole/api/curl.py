"""A call as a command of curl, the token masked."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

from svcconsole.api.masking import MASK


def as_curl(url: str, body: str, token_end: str) -> str:
    """A command for a POSIX shell; who runs it puts the whole token in the place of its mask."""
    lines: Iterable[str] = (
        f"curl --request POST {shlex.quote(url)}",
        f"--header {shlex.quote(f'Authorization: Basic {masked(token_end)}')}",
        "--header 'Content-Type: application/json'",
        f"--data-binary {shlex.quote(body)}",
    )
    return " \\\n  ".join(lines)


def masked(token_end: str) -> str:
    """The token as it is shown: by its end, or by nothing of it."""
    return f"{MASK}{MASK}{token_end}"
