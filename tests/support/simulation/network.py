"""A network in memory between a client and the rules of the practice store, with every fault of the table."""

from __future__ import annotations

import asyncio
import contextvars
import json
import random
import ssl
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from svcconsole.api.exchange_progress import ExchangeProgress, WireFailure, failure
from svcconsole.api.faults import Fault
from svcconsole.api.operations import OPERATIONS, SEND_MESSAGE, Effect, Operation
from svcconsole.api.transport import Reply
from svcconsole.sandbox.http.answers import Refused
from svcconsole.sandbox.rules.handlers import handler_of
from svcconsole.sandbox.store.record_files import RecordFiles
from svcconsole.sandbox.store.store import request_of

BY_PATH = {operation.path: operation for operation in OPERATIONS}
JSON, HTML = "application/json", "text/html"


@dataclass(frozen=True, slots=True)
class Staging:
    """How a fault comes about: `carries_out` is how likely the store carries the request out all the same,
    `error` what the socket says, `status` and `body` what is answered; `is_connected` once there was a
    connection. `changes` makes another answer of the store's own."""

    fault: Fault
    carries_out: float = 0.0
    error: Callable[[], Exception] | None = None
    is_connected: bool = True
    status: int = 200
    body: bytes = b""
    kind: str = JSON
    headers: tuple[tuple[bytes, bytes], ...] = ()
    changes: Callable[[bytes], bytes] | None = None
    once_only: float | None = None
    """How likely it is carried out where it is no read and happens once; by default the same."""


def _refusal(status: int) -> bytes:
    return json.dumps({"status": status, "success": False, "errors": [{"message": "not now"}]}).encode()


def _refused(fault: Fault, status: int, **more: Any) -> Staging:
    return Staging(fault, status=status, body=_refusal(status), **more)


def _inside(**parts: Any) -> Callable[[bytes], bytes]:
    return lambda body: json.dumps({**json.loads(body), **parts}).encode()


STAGINGS = (
    Staging(Fault.UNREACHED, error=lambda: ConnectionRefusedError(111, "refused"), is_connected=False),
    Staging(Fault.TLS, error=lambda: ssl.SSLError("handshake"), is_connected=False),
    Staging(Fault.PROXY, status=407, body=b""),
    Staging(Fault.POOL, error=lambda: WireFailure(Fault.POOL, "none was free"), is_connected=False),
    Staging(Fault.BROKEN, 0.5, error=lambda: aiohttp.ClientOSError(104, "reset")),
    Staging(Fault.SILENT, 0.6, error=TimeoutError),
    Staging(Fault.GARBLED, 0.5, error=lambda: ValueError("no HTTP")),
    Staging(Fault.CUT, 0.9, changes=lambda body: body[: len(body) // 2]),
    Staging(Fault.UNREADABLE, 0.9, changes=lambda body: b'{"a":"\xff\xfe"}'),
    Staging(Fault.SWITCHED, once_only=0.3, status=101, body=b""),
    Staging(Fault.REDIRECT, status=307, body=b"", headers=((b"Location", b"https://elsewhere.example/"),)),
    Staging(Fault.SEE_OTHER, 0.7, status=303, body=b""),
    _refused(Fault.REFUSED, 400),
    _refused(Fault.UNAUTHORIZED, 401),
    _refused(Fault.FORBIDDEN, 403),
    _refused(Fault.NOT_THERE, 404),
    _refused(Fault.NOT_OFFERED, 501),
    _refused(Fault.NO_CUSTOMER, 406),
    _refused(Fault.NO_TEMPLATE, 407),
    _refused(Fault.SLOW_REQUEST, 408),
    _refused(Fault.TOO_EARLY, 425),
    _refused(Fault.BUSY, 429, headers=((b"Retry-After", b"2"),)),
    _refused(Fault.FAILED, 500, carries_out=0.4),
    _refused(Fault.ODD, 299, carries_out=0.4),
    Staging(Fault.FOREIGN, once_only=0.3, body=b"<!doctype html><title>Sign in</title>", kind=HTML),
    Staging(Fault.NO_JSON, 0.6, body=b""),
    Staging(Fault.UNSUCCESSFUL, body=b'{"status":200,"success":false}'),
    Staging(Fault.CONTRADICTION, 0.6, changes=_inside(status=408)),
    Staging(Fault.MISFIT, 0.9, body=b'{"status":200,"success":true,"data":"done"}'),
)
"""One row of each fault of the table."""


class SimulatedStore:
    """The practice store's rules over its own database; counts what it carried out for whom."""

    def __init__(self, folder: Path) -> None:
        self._kept = RecordFiles(folder, "empty", "http://localhost:1")
        self.received: Counter[str] = Counter()
        self.products: Counter[str] = Counter()

    def forget(self) -> None:
        """Count anew; who was written to before has other numbers than who will be."""
        self.received.clear()
        self.products.clear()

    def answer(self, operation: Operation[Any, Any], body: bytes) -> tuple[int, bytes]:
        try:
            request = request_of(operation, body)
            with self._kept.database.transaction() as connection:
                answered = handler_of(operation)(self._kept.call(connection), request)
        except Refused as refused:
            return int(refused.status), refused.envelope
        if operation is SEND_MESSAGE:
            self.received[json.loads(body)["contactIdentifier"]] += 1
        elif operation.effect is Effect.UPSERT:
            self.products.update(record["id"] for record in json.loads(body)["products"])
        return 200, answered

    def close(self) -> None:
        self._kept.close()


class Network:
    """What is between the consoles and the store; `rate` of the exchanges meet a fault."""

    def __init__(self, store: SimulatedStore, chance: random.Random, rate: float) -> None:
        self._store = store
        self._chance = chance
        self.rate = rate
        self.met: Counter[Fault] = Counter()
        self.on_moment: Callable[[str], None] = lambda _: None

    def transport(self, _fresh: bool) -> Network:
        """As a client asks for it."""
        return self

    async def aclose(self) -> None:
        """Nothing is open."""

    async def post(
        self, url: str, body: bytes, seconds: float, exchange: ExchangeProgress, cap: int
    ) -> Reply:
        operation = BY_PATH[url.partition("svcPlatformFunctions-")[2]]
        staging = self._chance.choice(STAGINGS) if self._chance.random() < self.rate else None
        if staging is not None:
            self.met[staging.fault] += 1
        await asyncio.sleep(self._chance.uniform(0.001, 0.05))
        if staging is not None and not staging.is_connected:
            assert staging.error is not None
            error = staging.error()
            raise error if isinstance(error, WireFailure) else failure(error, exchange, False)
        exchange.connected = True
        loop = asyncio.get_running_loop()
        arrived: asyncio.Future[Reply] = loop.create_future()
        took = self._latency(staging, seconds)
        # At the store it is nobody's of the consoles any more.
        elsewhere = contextvars.Context()
        loop.call_later(took, self._arrive, operation, body, staging, arrived, context=elsewhere)
        self.on_moment("bytes left")
        try:
            async with asyncio.timeout(seconds):
                reply = await arrived
                if staging is not None and staging.error is TimeoutError:
                    await asyncio.sleep(2 * seconds)
                if staging is not None and staging.error is not None:
                    raise staging.error()
        except WireFailure:
            raise
        except Exception as error:
            raise failure(error, exchange, False) from error
        exchange.status = reply.status
        self.on_moment("answer came")
        return reply

    def _latency(self, staging: Staging | None, seconds: float) -> float:
        slow = (staging is not None and staging.fault is Fault.SILENT) or self._chance.random() < 0.1
        return self._chance.uniform(0.005, seconds - 0.5) if slow else self._chance.uniform(0.005, 0.8)

    def _arrive(
        self,
        operation: Operation[Any, Any],
        body: bytes,
        staging: Staging | None,
        arrived: asyncio.Future[Reply],
    ) -> None:
        """The bytes are at the store, whether somebody still waits or not."""
        if staging is None:
            status, answered = self._store.answer(operation, body)
            reply = Reply(status, _headers(JSON), answered)
        else:
            chance = staging.carries_out
            if staging.once_only is not None and operation.effect is Effect.ONCE:
                chance = staging.once_only
            out = (200, _refusal(500))
            if self._chance.random() < chance:
                out = self._store.answer(operation, body)
            content = staging.body if staging.changes is None else staging.changes(out[1])
            reply = Reply(staging.status, (*_headers(staging.kind), *staging.headers), content)
        if not arrived.done():
            arrived.set_result(reply)


def _headers(kind: str) -> tuple[tuple[bytes, bytes], ...]:
    return ((b"Content-Type", kind.encode()),)
