"""The workspace's clock, which a test puts forward."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from svcconsole.workspace import clock


@dataclass
class Clock:
    """It goes on from `moment`, which a test changes."""

    moment: datetime
    begun: datetime = field(default_factory=lambda: datetime.now(UTC))

    def time(self) -> float:
        return (self.moment + (datetime.now(UTC) - self.begun)).timestamp()


class StoppedClock(Clock):
    """It is its hour once a test says so, however long anything takes."""

    def time(self) -> float:
        return self.moment.timestamp()


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The workspace's clock, at noon of a Tuesday (UTC)."""
    made = Clock(datetime(2026, 11, 24, 12, tzinfo=UTC))
    monkeypatch.setattr(clock, "time", made)
    return made
