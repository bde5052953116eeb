"""Admits requests: Host and Origin, then path and method, token, rate, and the body's type and size."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from hmac import compare_digest
from http import HTTPStatus
from math import ceil
from typing import Any

from svcconsole.api.connection import is_loopback
from svcconsole.sandbox.http.answers import JSON, errors
from svcconsole.sandbox.http.rate_limit import TokenBucket
from svcconsole.sandbox.http.request_log import RequestLog

BODY_LIMIT = 10 * 1024 * 1024
DRAINED = 8 * BODY_LIMIT
"""A refused sender is listened to this far, so that it reads the answer instead of a reset connection."""

UNAUTHORIZED = "Unauthorized -- user is not authenticated"
REQUEST_ID = b"x-request-id"

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class AccessRules:
    """What one path asks for: the scheme and secret of `Authorization`, or nothing.

    `place` is what the log and the faults call it: an operation's path, `downloads`, or nothing for what
    neither concerns. A `counted` door has its share of the rate limit; a `near` one opens to callers on this
    computer alone, whatever the store listens on.
    """

    scheme: bytes = b""
    secret: bytes = b""
    place: str = ""
    counted: bool = False
    near: bool = False

    def opens(self, headers: list[bytes]) -> bool:
        if not self.secret:
            return True
        scheme, _, secret = headers[0].partition(b" ") if len(headers) == 1 else (b"", b"", b"")
        return compare_digest(secret.strip(b" "), self.secret) and scheme.lower() == self.scheme.lower()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request does not come in; `again` is the seconds of the Retry-After header."""

    status: HTTPStatus
    message: str
    again: int | None = None


class AuthMiddleware:
    """Lets a request through to `app` only after every check, in the order of decisions, row 30.

    `hosts` are the exact Host values served. `doors` maps method and path; a path ending in `/` stands for
    all below it. `bucket` is the rate limit. The body is read here, so that `app` never waits for a slow
    sender; `app` finds it, and the door's place, in the scope's state.
    """

    def __init__(
        self,
        app: App,
        hosts: frozenset[bytes],
        doors: Mapping[tuple[str, str], AccessRules],
        requests: RequestLog,
        bucket: TokenBucket | None = None,
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._doors = doors
        self._requests = requests
        self._bucket = bucket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        body, size = await _body(receive)
        method, path = scope["method"], scope["path"]
        door = self._doors.get((method, path)) or self._doors.get((method, path[: path.rfind("/") + 1]))
        refusal = self._refusal(scope, door, size)
        if refusal is not None:
            await self._refuse(send, door, path, body, refusal)
            return
        scope["state"].update(body=body, place=door.place if door else "")
        messages = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def once() -> Message:
            return next(messages, None) or await receive()

        await self._app(scope, once, send)

    def _refusal(self, scope: Scope, door: AccessRules | None, size: int) -> Refusal | None:
        stranger = self._stranger(scope)
        if stranger is not None or door is None:
            message = f"the addressed API was not found: {scope['method']} {scope['path']}"
            return stranger or Refusal(HTTPStatus.NOT_FOUND, message)
        return self._unadmitted(scope, door) or _unreadable(scope, size)

    def _stranger(self, scope: Scope) -> Refusal | None:
        """A web page that was made to call this computer gives itself away by one of these."""
        message = None
        if _values(scope, b"host") not in [[host] for host in self._hosts]:
            message = "the Host header does not name this store's own address"
        elif _values(scope, b"origin"):
            message = "requests from web pages are not served: there is an Origin header"
        return None if message is None else Refusal(HTTPStatus.FORBIDDEN, message)

    def _unadmitted(self, scope: Scope, door: AccessRules) -> Refusal | None:
        if door.near and not _is_near(scope["client"]):
            return Refusal(HTTPStatus.FORBIDDEN, "control calls are served to the store's own computer only")
        if not door.opens(_values(scope, b"authorization")):
            return Refusal(HTTPStatus.UNAUTHORIZED, UNAUTHORIZED)
        wait = self._bucket.acquire() if self._bucket is not None and door.counted else 0.0
        if wait:
            message = "too many requests: this store takes only so many a second; retry later"
            return Refusal(HTTPStatus.TOO_MANY_REQUESTS, message, ceil(wait))
        return None

    async def _refuse(
        self, send: Send, door: AccessRules | None, path: str, body: bytes, refusal: Refusal
    ) -> None:
        """Answer in the envelope; what asked for an operation, or for nothing that is here, is in the log."""
        said = errors(refusal.status, [refusal.message])
        headers = [(b"content-type", JSON.encode()), (b"content-length", str(len(said)).encode())]
        if refusal.again is not None:
            headers.append((b"retry-after", str(refusal.again).encode()))
        if door is None or door.place:
            entry = self._requests.begin(door.place if door else path, body)
            entry.status = int(refusal.status)
            entry.end()
            headers.append((REQUEST_ID, entry.id.encode()))
        await send({"type": "http.response.start", "status": int(refusal.status), "headers": headers})
        await send({"type": "http.response.body", "body": said})


def _unreadable(scope: Scope, size: int) -> Refusal | None:
    if scope["method"] == "POST" and not _is_json(_values(scope, b"content-type")):
        return Refusal(HTTPStatus.BAD_REQUEST, f"the Content-Type header must be {JSON}")
    if size > BODY_LIMIT:
        return Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the body is over {BODY_LIMIT} bytes (10 MiB)")
    return None


def _values(scope: Scope, name: bytes) -> list[bytes]:
    return [value for key, value in scope["headers"] if key == name]


def _is_near(client: tuple[str, int] | None) -> bool:
    return client is not None and is_loopback(client[0])


def _is_json(values: list[bytes]) -> bool:
    if len(values) != 1:
        return False
    kind, _, parameters = values[0].lower().partition(b";")
    charset = parameters.strip().removeprefix(b"charset=").strip(b'"')
    return kind.strip() == JSON.encode() and charset in {b"", b"utf-8"}


async def _body(receive: Receive) -> tuple[bytes, int]:
    """The body, and how many bytes came; what is over the limit is counted and forgotten."""
    parts: list[bytes] = []
    size, more = 0, True
    while more and size <= DRAINED:
        message = await receive()
        part = message.get("body", b"")
        size += len(part)
        if size > BODY_LIMIT:
            parts.clear()
        else:
            parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts), size
