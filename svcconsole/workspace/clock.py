"""The wall clock as the workspace writes it."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """This moment in UTC, ISO 8601 with milliseconds and Z."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
