"""The wall clock as the workspace reads and writes it."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def this_moment() -> datetime:
    """This moment in UTC: the one clock of the wall that the workspace asks."""
    return datetime.fromtimestamp(time.time(), UTC)


def now() -> str:
    """This moment in UTC, ISO 8601 with milliseconds and Z."""
    return written(this_moment())


def written(moment: datetime) -> str:
    """A moment (aware) in UTC, ISO 8601 with milliseconds and Z: such texts sort by time."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
