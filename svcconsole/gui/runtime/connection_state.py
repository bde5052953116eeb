"""ConnectionState: how the store is reached, as the status bar says it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reach(StrEnum):
    """How things stand with the store."""

    OPENING = "opening"
    CONNECTED = "connected"
    LOST = "lost"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ConnectionState:
    """What the status bar says: since when and when again (epoch seconds), the last answer's milliseconds."""

    reach: Reach = Reach.OPENING
    since: float = 0.0
    milliseconds: int | None = None
    sentence: str = ""
    retry_at: float = 0.0
