"""A raw-socket server that follows a script: every way a store, a proxy or a network can misbehave."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import ssl
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)


@dataclass(frozen=True)
class Received:
    """One request as it arrived."""

    head: bytes
    body: bytes


class Peer:
    """One accepted connection, as a script sees it; `number` counts the server's connections from 1."""

    def __init__(
        self, server: FaultServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int
    ) -> None:
        self.server = server
        self.reader = reader
        self.writer = writer
        self.number = number

    async def head(self) -> bytes:
        return await self.reader.readuntil(b"\r\n\r\n")

    async def request(self) -> Received:
        """Read a whole request and remember it."""
        head = await self.head()
        length = _LENGTH.search(head)
        body = await self.reader.readexactly(int(length.group(1))) if length else b""
        self.server.requests.append(Received(head, body))
        return self.server.requests[-1]

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    def pause(self) -> None:
        """Leave what arrives in the kernel, so that the sender's buffers fill up."""
        transport = self.writer.transport
        if isinstance(transport, asyncio.ReadTransport):
            transport.pause_reading()

    def close(self) -> None:
        """End the connection in order (FIN)."""
        self.writer.close()

    def reset(self) -> None:
        """Break the connection (RST)."""
        sock = self.writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()


Script = Callable[[Peer], Awaitable[None]]


@dataclass
class FaultServer:
    """Where the server listens and what it received; `scheme` follows from its certificate."""

    port: int = 0
    scheme: str = "http"
    connections: int = 0
    requests: list[Received] = field(default_factory=list)
    heads: list[bytes] = field(default_factory=list)

    @property
    def posted(self) -> list[Received]:
        """The requests of operations, without those that look whether this is a practice store."""
        return [one for one in self.requests if one.head.startswith(b"POST ")]

    @property
    def base_url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"


@asynccontextmanager
async def fault_server(
    script: Script, *, tls: ssl.SSLContext | None = None, port: int = 0
) -> AsyncIterator[FaultServer]:
    """Serve `script` on a loopback port (0: any free one); every connection it leaves open is closed at the
    end."""
    state = FaultServer(scheme="https" if tls else "http")
    open_tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            open_tasks.add(task)
        state.connections += 1
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError, ssl.SSLError):
                await script(Peer(state, reader, writer, state.connections))
        finally:
            if task is not None:
                open_tasks.discard(task)
            writer.close()
            with suppress(ConnectionError, ssl.SSLError, asyncio.CancelledError):
                await writer.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", port, ssl=tls, limit=2**22)
    state.port = server.sockets[0].getsockname()[1]
    try:
        yield state
    finally:
        server.close()
        for task in list(open_tasks):
            task.cancel()
        await asyncio.gather(*open_tasks, return_exceptions=True)
        await server.wait_closed()


def answer(body: bytes | Any, status: int = 200, headers: Mapping[str, str] | None = None) -> bytes:
    """A whole HTTP answer; anything but bytes becomes JSON."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = {"Content-Type": "application/json", "Content-Length": str(len(content))} | dict(headers or {})
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"HTTP/1.1 {status} X\r\n{head}\r\n".encode() + content


def answers(*replies: bytes) -> Script:
    """Read requests and send one reply each, the last one for ever, over as many connections as come."""
    left = list(replies)

    async def script(peer: Peer) -> None:
        while True:
            await peer.request()
            await peer.send(left.pop(0) if len(left) > 1 else left[0])

    return script
