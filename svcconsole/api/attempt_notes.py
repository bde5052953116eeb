"""Notes of each attempt of one call, for whoever listens to calls: phases, outcome, headers of the answer."""

from __future__ import annotations

import time
from collections import Counter

from svcconsole.api.answers import AttemptRecord
from svcconsole.api.contract_drift import Drift
from svcconsole.api.errors import Outcome
from svcconsole.api.exchange_progress import ExchangeProgress
from svcconsole.api.faults import Fault
from svcconsole.api.token import Token
from svcconsole.api.transport import Reply, header_text


class AttemptNotes:
    """`records` are those that have ended, `answered` the index of the one whose answer counts, `drifts` what
    in their answers the specification does not know, and how often."""

    def __init__(self, token: Token) -> None:
        self._token = token
        self._call_began = time.monotonic()
        self._began = 0.0
        self._ended = 0.0
        self._exchange: ExchangeProgress | None = None
        self._reply: Reply | None = None
        self.records: list[AttemptRecord] = []
        self.answered = 0
        self.drifts: Counter[Drift] = Counter()

    def begin(self, exchange: ExchangeProgress) -> None:
        """The next attempt begins now."""
        self._exchange, self._reply = exchange, None
        self._began, self._ended = time.monotonic(), 0.0

    def replied(self, reply: Reply) -> None:
        """Its whole answer is there; reading what it says takes time of this computer, not of the store."""
        self._reply, self._ended = reply, time.monotonic()

    def end(self, outcome: Outcome, fault: Fault | None, status: int | None) -> None:
        """It ended so."""
        exchange, reply = self._exchange, self._reply
        if exchange is None:
            return
        ended = self._ended or time.monotonic()
        connected = exchange.connected_at or (0.0 if exchange.connected else ended)
        connected = connected or self._began
        handed = min(max(exchange.handed_at or ended, connected), ended)
        self.answered = len(self.records)
        self.records.append(
            AttemptRecord(
                self._began - self._call_began,
                connected - self._began,
                handed - connected,
                ended - handed,
                outcome,
                fault,
                status,
                exchange.connected,
                "" if reply is None else self._token.redact(_lines(reply)),
                0 if reply is None else len(reply.body),
            )
        )
        self._exchange = None

    def broken_off(self, outcome: Outcome) -> None:
        """The call was cancelled; an attempt under way ends with it."""
        if self._exchange is not None:
            self.end(outcome, None, self._exchange.status)


def _lines(reply: Reply) -> str:
    return "\n".join(f"{name.decode('latin-1')}: {header_text(value)}" for name, value in reply.raw_headers)
