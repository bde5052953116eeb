"""Decides when a call is retried and how long to wait: budget, backoff and Retry-After."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import stamina
from stamina.instrumentation import set_on_retry_hooks

FIRST_WAIT = 0.5
LONGEST_WAIT = 30.0
LONGEST_RETRY_AFTER = 15 * 60.0
LATE_BY = 0.2
RESERVE = 100.0
EARNED = 0.1
SECONDS_FOR_ONE = 6.0

set_on_retry_hooks(
    ()
)  # stamina's own hook logs each retry at WARNING; attempts are part of the answer instead


class Budget:
    """What keeps retries a small part of the traffic (reliability, W10): a reserve, refilled slowly."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._left = RESERVE
        self._at = clock()

    def earn(self) -> None:
        """A call went well."""
        self._left = min(RESERVE, self._left + EARNED)

    def spend(self) -> bool:
        """Take one retry; False when none is left."""
        now = self._clock()
        self._left = min(RESERVE, self._left + (now - self._at) / SECONDS_FOR_ONE)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Again(Exception):
    """This attempt may be followed by another one, after `retry_after` seconds if the store named a time."""

    def __init__(self, attempt: int, retry_after: float | None) -> None:
        super().__init__(attempt)
        self.attempt = attempt
        self.retry_after = retry_after


def attempts(most: int) -> AsyncIterator[stamina.Attempt]:
    """Up to `most` attempts; raising Again inside one leads to the next after its wait."""
    return aiter(stamina.retry_context(on=_wait, attempts=most, timeout=None))


def _wait(error: Exception) -> bool | float:
    """Full jitter over 0.5 s, 1 s, 2 s … 30 s; a time named by the store is never undercut."""
    if not isinstance(error, Again):
        return False
    if error.retry_after is not None:
        return error.retry_after * (1 + random.uniform(0, LATE_BY))
    return random.uniform(0, min(LONGEST_WAIT, FIRST_WAIT * 2 ** (error.attempt - 1)))


def retry_after(value: str | None, date: str | None) -> float | None:
    """The seconds a Retry-After header asks for: a number, or a moment compared with the answer's own Date.

    None when the header is absent or makes no sense.
    """
    if value is None:
        return None
    text = value.strip()
    if text.isascii() and text.isdigit() and len(text) < 12:
        return float(text)
    moment = _moment(text)
    if moment is None:
        return None
    now = _moment(date) if date else None
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
