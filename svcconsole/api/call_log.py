"""The last calls to a store, kept in memory with request, answer and attempts, the token masked."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from pydantic import BaseModel

from svcconsole.api.answers import AttemptRecord, CallRecord
from svcconsole.api.errors import Outcome
from svcconsole.api.faults import Fault
from svcconsole.api.operations import Effect, Operation

MOST_CALLS = 500
MOST_BYTES = 4 * 1024 * 1024
"""Of all bodies together; the oldest are let go first, their calls stay."""
MOST_OF_A_BODY = 256 * 1024
"""Of a larger body only length and hash are kept: masking and keeping it would cost the window time."""

_numbers = count(1)
"""Of all logs of the program: a notice outlives the store whose call it tells of."""


@dataclass(frozen=True, slots=True)
class KeptBody:
    """A request or an answer; `data` is None where it was too large, or too old, to be kept."""

    size: int
    sha256: str
    data: bytes | None

    @classmethod
    def of(cls, body: bytes) -> KeptBody:
        """Keep `body`, where it is not too large."""
        if len(body) <= MOST_OF_A_BODY:
            return cls(len(body), "", body)
        return cls(len(body), hashlib.sha256(body).hexdigest(), None)

    def let_go(self) -> KeptBody:
        """What is left of it once there is no room for it."""
        if self.data is None:
            return self
        return KeptBody(self.size, hashlib.sha256(self.data).hexdigest(), None)


@dataclass(slots=True, eq=False)
class KeptCall:
    """One call: `number` counts up from 1 while the program runs, `at` is in seconds since the epoch.

    `column` is the fault table's, `answered` the index of the attempt whose answer is `answer`, `records` how
    many records an accepted answer holds (None: it holds no list), `token_end` the last characters of the
    token, by which two of them can be told apart; blank for a short one.
    """

    number: int
    at: float
    url: str
    operation: Operation[Any, Any]
    column: Effect
    request: KeptBody
    answer: KeptBody
    outcome: Outcome
    fault: Fault | None
    status: int | None
    sentence: str
    elapsed: float
    attempts: tuple[AttemptRecord, ...]
    answered: int
    records: int | None
    token_end: str

    @property
    def kept_bytes(self) -> int:
        """How many bytes of bodies are kept of it."""
        return len(self.request.data or b"") + len(self.answer.data or b"")


class CallLog:
    """The last `MOST_CALLS` calls, at most `MOST_BYTES` of bodies."""

    def __init__(self) -> None:
        self._calls: dict[int, KeptCall] = {}
        self._with_bodies: deque[KeptCall] = deque()
        self.kept_bytes = 0

    def __len__(self) -> int:
        return len(self._calls)

    def newest_first(self) -> Iterator[KeptCall]:
        """Every call that is kept."""
        return reversed(self._calls.values())

    def get(self, number: int) -> KeptCall | None:
        """A call by its number; None once it is no longer among the last."""
        return self._calls.get(number)

    def add(self, call: CallRecord) -> KeptCall:
        """Keep a call, without its token, and tell its error by which number it is found."""
        answer, body, token = call.answer, call.request, call.token
        kept = KeptCall(
            next(_numbers),
            call.at,
            token.redact(call.url),
            answer.operation,
            call.column,
            KeptBody.of(token.redact_bytes(body) if len(body) <= MOST_OF_A_BODY else body),
            KeptBody.of(answer.body),
            answer.outcome,
            answer.fault,
            answer.status,
            "" if answer.error is None else answer.error.sentence,
            answer.elapsed,
            call.attempts,
            call.answered,
            _records(answer.response),
            token.end,
        )
        if answer.error is not None:
            answer.error.call_number = kept.number
        self._calls[kept.number] = kept
        self._with_bodies.append(kept)
        self.kept_bytes += kept.kept_bytes
        if len(self._calls) > MOST_CALLS:
            gone = self._calls.pop(next(iter(self._calls)))
            if self._with_bodies[0] is gone:
                self._with_bodies.popleft()
                self.kept_bytes -= gone.kept_bytes
        while self.kept_bytes > MOST_BYTES:
            oldest = self._with_bodies.popleft()
            self.kept_bytes -= oldest.kept_bytes
            oldest.request, oldest.answer = oldest.request.let_go(), oldest.answer.let_go()
        return kept

    def holding(self, record: bytes) -> KeptCall | None:
        """The newest call that carried these bytes in its request; None where there is none any more."""
        if not record:
            return None
        return next((call for call in self.newest_first() if record in (call.request.data or b"")), None)


def _records(response: object) -> int | None:
    """How many records the answer of an operation on lists holds."""
    data = getattr(response, "data", None)
    found = [value for _, value in data if isinstance(value, list)] if isinstance(data, BaseModel) else []
    return len(found[0]) if len(found) == 1 else None
