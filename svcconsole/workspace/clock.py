"""The wall clock as the workspace writes it."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """This moment in UTC, ISO 8601 with milliseconds and Z."""
    return written(datetime.now(UTC))


def written(moment: datetime) -> str:
    """A moment (aware) in UTC, ISO 8601 with milliseconds and Z: such texts sort by time."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
