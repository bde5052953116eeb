"""The client of a store: one `send` and one `call` for every operation of the table."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import Any

from aiohttp.abc import AbstractResolver
from pydantic_core import from_json

from svcconsole import __version__
from svcconsole.api.answers import Answer, AttemptRecord, CallRecord, error_of
from svcconsole.api.attempt_notes import AttemptNotes
from svcconsole.api.connection import Connection
from svcconsole.api.contract_drift import drifts_of
from svcconsole.api.errors import NOT_EXECUTED, Outcome, Paused, ReadOnlyStore
from svcconsole.api.exchange_progress import ExchangeProgress, WireFailure
from svcconsole.api.fault_table import RULES
from svcconsole.api.faults import TRIES, Fault, fault_of_status
from svcconsole.api.models.common import Request
from svcconsole.api.network import Network
from svcconsole.api.operations import Effect, Operation, Req, Res
from svcconsole.api.replies import Reading, read
from svcconsole.api.retry import LONGEST_RETRY_AFTER, Again, Budget, attempts, retry_after
from svcconsole.api.token import Token
from svcconsole.api.transport import Reply, Transport, Wire
from svcconsole.words.message import message

__all__ = ["Answer", "AttemptRecord", "CallRecord", "Client", "Connection"]

SECONDS = {Effect.READ: 30.0, Effect.UPSERT: 60.0, Effect.ONCE: 45.0}
"""The total time of one attempt (reliability, W10), unless the network's settings say another."""
MOST_SECONDS = {Effect.ONCE: SECONDS[Effect.ONCE]}
"""Whoever takes over a run waits as long as a request can take: what happens only once never takes longer."""

LARGE_BODY = 65_536
POOL_TROUBLE = 2
POOL_TROUBLE_SECONDS = 60.0

WireSettings = tuple[str, Token, Network, bool | None, bool]
"""What shapes a pool: address, token, network, whether the computer's proxy settings apply, and whether each
request needs a connection of its own."""


class Client:
    """A store's operations over one pool of connections; belongs to the loop it is first used on.

    `connection` may be exchanged: later calls go by the new one, those under way end as they began.
    `on_wait` is told the seconds that a store asks to wait before the next attempt of a call. `read_only`
    holds from the next attempt on: nothing that changes the store leaves, whoever calls. Only where
    somebody listens to the calls is each of their attempts noted and timed. `transport` makes what carries
    the requests, given whether each needs a connection of its own; without it they go over TCP.
    """

    def __init__(
        self,
        connection: Connection,
        *,
        on_call: Callable[[CallRecord], object] | None = None,
        on_wait: Callable[[float], None] | None = None,
        resolver: AbstractResolver | None = None,
        connections: int | None = None,
        transport: Callable[[bool], Transport] | None = None,
    ) -> None:
        self.connection = connection
        self.read_only = connection.read_only
        self._on_call = on_call
        self._on_wait = on_wait
        self._resolver = resolver
        self._connections = connections
        self._transport = transport
        self._wires: dict[WireSettings, Transport] = {}
        self._retired: list[Transport] = []
        self._budget: Budget | None = None
        self._one_large = asyncio.Lock()  # reading takes many times the memory of what is kept
        self._pool_trouble: deque[float] = deque(maxlen=POOL_TROUBLE)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close every connection."""
        wires = [*self._wires.values(), *self._retired]
        self._wires.clear()
        self._retired.clear()
        for wire in wires:
            await wire.aclose()

    async def call(self, operation: Operation[Req, Res], request: Req) -> Res:
        """Send `request` and return the response; raises ApiError for every other end."""
        answer = await self.send(operation, self.body_of(request))
        if answer.error is not None:
            raise answer.error
        if answer.response is None:
            raise AssertionError("an accepted answer holds its response")
        return answer.response

    def body_of(self, request: Request) -> bytes:
        """The bytes `request` is sent as to this store, its app id filled in where the connection has one."""
        return request.with_app_id(self.connection.app_id).wire(self.connection.prefix)

    async def send(self, operation: Operation[Any, Res], body: bytes, *, retry: bool = True) -> Answer[Res]:
        """Send these bytes, again where the fault table allows it; no trouble of the wire raises."""
        at, column, connection = time.time(), effect_of(operation, body), self.connection
        notes = AttemptNotes(connection.token) if self._on_call is not None else None
        state = _CallState(connection, notes, asyncio.get_running_loop().time)
        answer: Answer[Res]
        try:
            answer = await self._attempts(operation, column, body, retry, state)
        except BaseException:  # cancelled, or a bug: the record still says what is proved
            gone = state.in_doubt and operation.effect is not Effect.READ
            outcome = Outcome.UNKNOWN if gone else Outcome.NOT_SENT
            answer = Answer(outcome, operation, elapsed=state.elapsed)
            if notes is not None:
                notes.broken_off(answer.outcome)
            raise
        finally:
            if self._on_call is not None and notes is not None:
                url, token, tries = connection.url(operation.path), connection.token, tuple(notes.records)
                self._on_call(
                    CallRecord(at, url, token, body, answer, column, tries, notes.answered, notes.drifts)
                )
        return answer

    async def _attempts(
        self,
        operation: Operation[Any, Res],
        column: Effect,
        body: bytes,
        retry: bool,
        state: _CallState,
    ) -> Answer[Res]:
        answer, most = await self._attempt(operation, column, body, state)
        if not retry or most == 1:
            return answer  # nearly every call, without the machinery of retries
        number, doubted, doubted_at = 1, None, 0
        try:
            async for attempt in attempts(TRIES[column]):
                number = attempt.num
                with attempt:
                    if number > 1:
                        answer, most = await self._attempt(operation, column, body, state)
                    if answer.outcome is Outcome.UNKNOWN:
                        doubted, doubted_at = answer, number - 1
                    if number < most and self._may_retry(answer.outcome):
                        if answer.retry_after is not None and self._on_wait is not None:
                            self._on_wait(answer.retry_after)
                        raise Again(number, answer.retry_after)
        except Again:
            pass  # no try is left: the last answer stands
        if doubted is not None and answer.outcome in NOT_EXECUTED:
            answer = doubted  # that this attempt changed nothing proves nothing about the earlier one
            if state.notes is not None:
                state.notes.answered = doubted_at
        return replace(answer, attempts=number, elapsed=state.elapsed)

    async def _attempt(
        self,
        operation: Operation[Any, Res],
        column: Effect,
        body: bytes,
        state: _CallState,
    ) -> tuple[Answer[Res], int]:
        """One exchange: how it ended, and how many attempts its fault allows in all."""
        connection = state.connection
        if self.read_only and operation.effect is not Effect.READ:
            refused = _read_only(connection)
            return Answer(Outcome.PAUSE, operation, error=refused, elapsed=state.elapsed), 1
        try:
            wire = self._wire(connection, fresh=column is Effect.ONCE)
        except Paused as unusable:  # a proxy or a certificate file of the settings
            return Answer(Outcome.PAUSE, operation, error=unusable, elapsed=state.elapsed), 1
        exchange, received = state.begin(), b""
        reply: Reply | None = None
        reading: Reading[Res]
        url = connection.url(operation.path)
        try:
            seconds = connection.network.seconds(SECONDS[column], MOST_SECONDS.get(column))
            reply = await wire.post(url, body, seconds, exchange, operation.cap)
        except WireFailure as failure:
            self._heed_pool(failure)
            reading = Reading(_fault_of(failure), failure.status, detail=failure.detail)
        else:
            state.replied(reply)
            # Pages of a thousand records take a while to check: a window beside goes on meanwhile.
            large = len(reply.body) > LARGE_BODY
            if large:
                async with self._one_large:
                    received, reading = await asyncio.to_thread(
                        self._read, reply, operation, column, connection.token
                    )
            else:
                received, reading = self._read(reply, operation, column, connection.token)
        if reading.fault is None:
            state.end(exchange, Outcome.OK, reading)
            if self._budget is not None:
                self._budget.earn()
            return Answer(
                Outcome.OK,
                operation,
                reading.status,
                reading.payload,
                reading.response,
                received,
                elapsed=state.elapsed,
                unusual=reading.unusual,
            ), 1
        headers = reply.headers if reply is not None else {}
        wait = retry_after(headers.get("retry-after"), headers.get("date"))
        ending = RULES[reading.fault].ending(column)
        outcome, most = ending.outcome, ending.tries or TRIES[column]
        if most > 1 and wait is not None and wait > LONGEST_RETRY_AFTER:
            outcome, most = outcome if outcome is Outcome.UNKNOWN else Outcome.PAUSE, 1
        state.end(exchange, outcome, reading)
        error = error_of(
            reading, outcome, operation=operation, column=column, connection=connection, wait=wait
        )
        return Answer(
            outcome,
            operation,
            reading.status,
            reading.payload,
            None,
            received,
            error,
            reading.fault,
            elapsed=state.elapsed,
            retry_after=wait,
        ), most

    def _read(
        self, reply: Reply, operation: Operation[Any, Res], column: Effect, token: Token
    ) -> tuple[bytes, Reading[Res]]:
        """The body with `token` masked, and what it says."""
        received = token.redact_bytes(reply.body)
        if received != reply.body:
            reply = replace(reply, body=received)
        reading = read(reply, operation, column)
        if self._on_call is not None and reading.payload is not None:
            drifts = drifts_of(operation, reading.payload, reading.fault, reply.status)
            reading = replace(reading, drifts=drifts) if drifts else reading
        return received, reading

    def _wire(self, connection: Connection, *, fresh: bool) -> Transport:
        # Not by what says only how much is sent, or how: a run keeps its connections at another pace.
        kind = connection.base_url, connection.token, connection.network, connection.trust_env, fresh
        if kind not in self._wires:
            made = self._transport(fresh) if self._transport is not None else self._tcp(connection, fresh)
            self._wires[kind] = made
        return self._wires[kind]

    def _tcp(self, connection: Connection, fresh: bool) -> Wire:
        secure = connection.base_url.startswith("https:")
        return Wire(
            tls=connection.network.trust() if secure else None,
            proxy=connection.proxy(),
            connect_seconds=connection.network.connect_seconds,
            headers=_HEADERS | {"Authorization": f"Basic {connection.token.reveal()}"},
            fresh=fresh,
            connections=self._connections,
            resolver=self._resolver,
            timed=self._on_call is not None,
        )

    def _may_retry(self, outcome: Outcome) -> bool:
        """Whether the budget allows another attempt; one the store asked for costs nothing."""
        if self._budget is None:
            self._budget = Budget(asyncio.get_running_loop().time)
        return outcome is Outcome.THROTTLED or self._budget.spend()

    def _heed_pool(self, failure: WireFailure) -> None:
        """Begin a new pool when this one starved twice within a minute; what runs on it may end."""
        if failure.fault is not Fault.POOL:
            return
        now = asyncio.get_running_loop().time()
        self._pool_trouble.append(now)
        if len(self._pool_trouble) == POOL_TROUBLE and now - self._pool_trouble[0] <= POOL_TROUBLE_SECONDS:
            self._pool_trouble.clear()
            self._retired += self._wires.values()
            self._wires.clear()


_HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json",
    "Accept-Encoding": "gzip, deflate",
    "User-Agent": f"svcconsole/{__version__}",
}


class _CallState:
    """Of one call under way: the exchanges that may have been carried out, for the case that it is cancelled,
    how long it has taken, the connection it began with, and the notes of its attempts where somebody wants
    them."""

    def __init__(
        self, connection: Connection, notes: AttemptNotes | None, clock: Callable[[], float]
    ) -> None:
        self.connection = connection
        self.notes = notes
        self._doubted: list[ExchangeProgress] = []
        self._clock, self._started = clock, clock()

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return self._clock() - self._started

    @property
    def in_doubt(self) -> bool:
        return any(exchange.connected for exchange in self._doubted)

    def begin(self) -> ExchangeProgress:
        self._doubted.append(exchange := ExchangeProgress())
        if self.notes is not None:
            self.notes.begin(exchange)
        return exchange

    def replied(self, reply: Reply) -> None:
        if self.notes is not None:
            self.notes.replied(reply)

    def end(self, exchange: ExchangeProgress, outcome: Outcome, reading: Reading[Any]) -> None:
        if self.notes is not None:
            self.notes.end(outcome, reading.fault, reading.status)
            self.notes.drifts.update(reading.drifts)
        if outcome not in {Outcome.OK, Outcome.UNKNOWN}:
            self._doubted.remove(exchange)


def effect_of(operation: Operation[Any, Any], body: bytes) -> Effect:
    """The fault table's column; an upsert without the field that makes it repeatable is once-only."""
    if operation.retry_needs is None:
        return operation.effect
    field = operation.request.model_fields[operation.retry_needs]
    return operation.effect if from_json(body).get(field.alias or operation.retry_needs) else Effect.ONCE


def _read_only(connection: Connection) -> ReadOnlyStore:
    return ReadOnlyStore(
        message("{store} is set to read-only. Nothing was sent.", store=connection.title),
        advice=message("Another safe level can be chosen in the store's connection."),
    )


def _fault_of(failure: WireFailure) -> Fault:
    """A status that says no counts though its body never came whole; 407 without a body is a proxy's."""
    if failure.status is None or failure.status < 300:
        return failure.fault
    if failure.status == 407:
        return Fault.PROXY
    return fault_of_status(failure.status) or failure.fault
