"""A request as fault effects see it: the whole answer, its bytes and its connection."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import AsyncIterable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from http import HTTPStatus

from svcconsole.sandbox.http.answers import JSON
from svcconsole.sandbox.http.auth_middleware import App, Message, Receive, Scope, Send

Headers = list[tuple[bytes, bytes]]

FRAMING = {b"content-length", b"transfer-encoding", b"connection"}
RESET = struct.pack("ii", 1, 0)
"""SO_LINGER of zero seconds: closing sends RST instead of FIN and forgets what was not sent yet."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer, held back or made up."""

    status: int
    body: bytes
    headers: Headers

    @classmethod
    def made(
        cls, status: int, body: bytes, kind: str = JSON, headers: Iterable[tuple[bytes, bytes]] = ()
    ) -> Reply:
        """An answer of a fault's own, with its length."""
        length = str(len(body)).encode()
        return cls(status, body, [(b"content-type", kind.encode()), (b"content-length", length), *headers])

    def with_body(self, body: bytes) -> Reply:
        """The same answer around another body, whose length it tells."""
        kept = [(name, value) for name, value in self.headers if name not in FRAMING]
        return replace(self, body=body, headers=[*kept, (b"content-length", str(len(body)).encode())])

    def head(self, framing: Headers) -> bytes:
        """Status line and headers as they go over the wire, with this framing instead of its own."""
        kept = [(name, value) for name, value in self.headers if name not in FRAMING]
        lines = b"".join(b"%b: %b\r\n" % header for header in [*kept, *framing])
        return f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}\r\n".encode() + lines + b"\r\n"


class Wire:
    """A request whose answer is a fault's to give.

    In order through the server's protocol, which keeps the connection; or raw, past it, on the transport:
    then the connection has to end here. `ending` is set when the store stops, so that no wait outlives it.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send, ending: asyncio.Event) -> None:
        self._receive = receive
        self._send = send
        self._ending = ending
        self._transport: asyncio.Transport = scope["state"]["transport"]

    async def answer(self, reply: Reply) -> None:
        """Give the whole answer in order."""
        await self.start(reply)
        await self._send({"type": "http.response.body", "body": reply.body})

    async def start(self, reply: Reply) -> None:
        """Send status line and headers; `stream` sends the body."""
        await self._send({"type": "http.response.start", "status": reply.status, "headers": reply.headers})

    async def stream(self, parts: AsyncIterable[bytes]) -> None:
        """Send the body in these parts, each when it comes."""
        async for part in parts:
            await self._send({"type": "http.response.body", "body": part, "more_body": True})
        await self._send({"type": "http.response.body", "body": b""})

    async def pause(self, seconds: float | None) -> bool:
        """Wait; False at once when the caller hangs up or the store stops, None waits for nothing else."""
        waits = [asyncio.create_task(self._gone()), asyncio.create_task(self._end())]
        over, going = await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for wait in going:
            wait.cancel()
        return not over

    async def reset(self) -> None:
        """Break the connection (RST): what was written last may be lost as well."""
        with suppress(OSError):  # the caller has hung up before
            self._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self._transport.abort()
        await self._gone()

    async def close(self, last: bytes = b"") -> None:
        """End the connection in order (FIN), after these raw bytes."""
        self._transport.write(last)
        self._transport.close()
        await self.pause(None)
        self._transport.abort()
        await self._gone()

    async def _gone(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def _end(self) -> None:
        await self._ending.wait()


async def whole(app: App, scope: Scope, receive: Receive) -> Reply:
    """The answer of `app`, held back."""
    status, headers, parts = 0, [], []

    async def hold(message: Message) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status, headers = message["status"], list(message["headers"])
        else:
            parts.append(bytes(message.get("body", b"")))

    await app(scope, receive, hold)
    return Reply(status, b"".join(parts), headers)
