"""Who may come in: Host and Origin, then path and method, then the secret, then the body's kind and size."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from hmac import compare_digest
from http import HTTPStatus
from typing import Any

from svcconsole.sandbox.answers import JSON, errors

BODY_LIMIT = 10 * 1024 * 1024
DRAINED = 8 * BODY_LIMIT
"""A refused sender is listened to this far, so that it reads the answer instead of a reset connection."""

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Door:
    """What one path asks for: the scheme and secret of `Authorization`, or nothing."""

    scheme: bytes = b""
    secret: bytes = b""

    def opens(self, headers: list[bytes]) -> bool:
        if not self.secret:
            return True
        scheme, _, secret = headers[0].partition(b" ") if len(headers) == 1 else (b"", b"", b"")
        return compare_digest(secret.strip(b" "), self.secret) and scheme.lower() == self.scheme.lower()


class Gate:
    """Lets a request through to `app` only after every check, in the order of decisions, row 30.

    `hosts` are the exact Host values served. `doors` maps method and path; a path ending in `/` stands for
    all below it. The body is read here, so that `app` never waits for a slow sender.
    """

    def __init__(self, app: App, hosts: frozenset[bytes], doors: Mapping[tuple[str, str], Door]) -> None:
        self._app = app
        self._hosts = hosts
        self._doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        body, size = await _body(receive)
        refusal = self._refusal(scope, size)
        if refusal is not None:
            await _refuse(send, *refusal)
            return
        messages = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def once() -> Message:
            return next(messages, None) or await receive()

        await self._app(scope, once, send)

    def _refusal(self, scope: Scope, size: int) -> tuple[HTTPStatus, str] | None:
        method, path = scope["method"], scope["path"]
        stranger = self._stranger(scope)
        if stranger:
            return HTTPStatus.FORBIDDEN, stranger
        door = self._doors.get((method, path)) or self._doors.get((method, path[: path.rfind("/") + 1]))
        if door is None:
            return HTTPStatus.NOT_FOUND, f"the addressed API was not found: {method} {path}"
        if not door.opens(_values(scope, b"authorization")):
            return HTTPStatus.UNAUTHORIZED, "Unauthorized -- user is not authenticated"
        if method == "POST" and not _is_json(_values(scope, b"content-type")):
            return HTTPStatus.BAD_REQUEST, f"the Content-Type header must be {JSON}"
        if size > BODY_LIMIT:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the body is over {BODY_LIMIT} bytes (10 MiB)"
        return None

    def _stranger(self, scope: Scope) -> str | None:
        """A web page that was made to call this computer gives itself away by one of these."""
        if _values(scope, b"host") not in [[host] for host in self._hosts]:
            return "the Host header does not name this store's own address"
        if _values(scope, b"origin"):
            return "requests from web pages are not served: there is an Origin header"
        return None


def _values(scope: Scope, name: bytes) -> list[bytes]:
    return [value for key, value in scope["headers"] if key == name]


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


async def _refuse(send: Send, status: HTTPStatus, message: str) -> None:
    body = errors(status, [message])
    headers = [(b"content-type", JSON.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})
