"""A short log of the latest requests to the practice store and their outcomes."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from svcconsole.sandbox.store import timestamps

KEPT = 500
LONGEST_NAME = 200


@dataclass(slots=True)
class Entry:
    """One request. `status` stays None when no answer was given, `seconds` while it is under way."""

    number: int
    operation: str
    bytes: int
    digest: str
    at: str = field(default_factory=lambda: timestamps.text(timestamps.now()))
    status: int | None = None
    executed: bool = False
    fault: dict[str, Any] | None = None
    seconds: float | None = None
    _began: float = field(default_factory=time.monotonic)

    @property
    def id(self) -> str:
        """As the answer's `X-Request-Id` has it."""
        return f"r{self.number}"

    def end(self) -> None:
        self.seconds = round(time.monotonic() - self._began, 4)

    def to_json(self) -> dict[str, Any]:
        """As the control API answers it."""
        return {
            "number": self.number,
            "id": self.id,
            "at": self.at,
            "operation": self.operation,
            "status": self.status,
            "executed": self.executed,
            "fault": self.fault,
            "bytes": self.bytes,
            "digest": self.digest,
            "seconds": self.seconds,
        }


class RequestLog:
    """The last requests, oldest first; numbers go on when older ones are forgotten."""

    def __init__(self) -> None:
        self.latest = 0
        self._entries: deque[Entry] = deque(maxlen=KEPT)

    def begin(self, operation: str, body: bytes) -> Entry:
        """A request has come; its entry is filled in by whoever answers it."""
        self.latest += 1
        digest = sha256(body).hexdigest()[:16]
        entry = Entry(self.latest, operation[:LONGEST_NAME], len(body), digest)
        self._entries.append(entry)
        return entry

    def since(self, number: int) -> list[dict[str, Any]]:
        """Those after this number."""
        return [entry.to_json() for entry in self._entries if entry.number > number]

    def forget(self) -> None:
        self._entries.clear()
