"""A proxy before the tests' PostgreSQL: adds TLS, rewrites the version, delays, falls silent, cuts, and pools
by transaction as PgBouncer does."""

from __future__ import annotations

import asyncio
import struct
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from ssl import SSLContext
from typing import Any, TypeVar

import pytest
from sqlalchemy import URL, make_url

T = TypeVar("T")
SSL_REQUEST, GSS_REQUEST, CANCEL_REQUEST = 80877103, 80877104, 80877102
VERSION = b"server_version\0"
ROUNDS_OF_ACCEPTING = 4
"""The event loop's rounds from `accept` to the first step of what serves the connection."""
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class DatabaseProxy:
    """Listens at 127.0.0.1 in a thread of its own. What is set applies to what comes after it.

    `tls`: the context that SSLRequest is answered with; None refuses it. `version`: what the server says it
    is. `delay`: seconds before each answer. `pooled`: server connections are lent for one transaction.
    `accepted` counts connections, `journeys` how often somebody waited for the server: where not pooled.
    """

    def __init__(self, address: str) -> None:
        self._upstream = make_url(address)
        self.tls: SSLContext | None = None
        self.version = ""
        self.delay = 0.0
        self.pooled = False
        self.accepted = 0
        self.journeys = 0
        self._answers = asyncio.Event()
        self._open: set[asyncio.StreamWriter] = set()
        self._idle: dict[bytes, list[tuple[Stream, bytes]]] = {}
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        self.port = 0
        self._thread = threading.Thread(target=self._loop.run_forever, name="database-proxy", daemon=True)
        self._thread.start()
        self._answers.set()
        self.listen()

    def address(self, **query: str) -> str:
        """Its address; `query` is added to it."""
        url = URL.create(
            "postgresql", self._upstream.username, self._upstream.password, "127.0.0.1", self.port,
            self._upstream.database, query,
        )  # fmt: skip
        return url.render_as_string(hide_password=False)

    def cut(self) -> None:
        """End every connection, and let nobody in until `listen`."""
        self._run(self._cut())

    def listen(self) -> None:
        """Let consoles in, at the port it had."""
        self._run(self._listen())

    def fall_silent(self) -> None:
        """Connections stay open, and nothing is answered until `speak`."""
        self._loop.call_soon_threadsafe(self._answers.clear)

    def speak(self) -> None:
        self._loop.call_soon_threadsafe(self._answers.set)

    def close(self) -> None:
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _listen(self) -> None:
        if self._server is None:
            self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
            self.port = self._server.sockets[0].getsockname()[1]

    async def _cut(self) -> None:
        if self._server is not None:
            # asyncio leaves a connection open that it accepted just before its server was closed, so the
            # server stops accepting first and is closed once what it accepted is in `_open`.
            for listening in self._server.sockets:
                self._loop.remove_reader(listening.fileno())
            for _ in range(ROUNDS_OF_ACCEPTING):
                await asyncio.sleep(0)
            self._server.close()
            self._server = None
        idle = [stream[1] for kept in self._idle.values() for stream, _ in kept]
        self._idle.clear()
        for writer in [*self._open, *idle]:
            writer.transport.abort()
        self._open.clear()

    async def _end(self) -> None:
        await self._cut()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        # What was aborted is closed in the loop's next round.
        await asyncio.sleep(0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        self._open.add(writer)
        with suppress(OSError, EOFError, asyncio.CancelledError):
            startup = await self._startup(reader, writer)
            if startup:
                await (self._pool if self.pooled else self._pass)(startup, (reader, writer))
        writer.transport.abort()
        self._open.discard(writer)

    async def _startup(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        """The startup message, after what was asked about encryption was answered; empty for a request to
        cancel."""
        while True:
            head = await reader.readexactly(8)
            length, code = struct.unpack("!II", head)
            await self._answers.wait()
            if code == SSL_REQUEST:
                writer.write(b"S" if self.tls else b"N")
                await writer.drain()
                if self.tls:
                    await writer.start_tls(self.tls)
            elif code == GSS_REQUEST:
                writer.write(b"N")
            elif code == CANCEL_REQUEST:
                return b""
            else:
                return head + await reader.readexactly(length - 8)

    async def _connect(self) -> Stream:
        folder = str(self._upstream.query["host"])
        stream = await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.{self._upstream.port or 5432}")
        self._open.add(stream[1])
        return stream

    async def _pass(self, startup: bytes, client: Stream) -> None:
        """Every connection has one at the server."""
        server = await self._connect()
        server[1].write(startup)
        ways = (self._up(client[0], server[1]), self._down(server[0], client[1]))
        tasks = [asyncio.ensure_future(way) for way in ways]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            server[1].transport.abort()
            self._open.discard(server[1])

    async def _up(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while block := await reader.read(65536):
            writer.write(block)
            await writer.drain()

    async def _down(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            message = await _message(reader)
            await self._answers.wait()
            if message[:1] == b"Z":
                self.journeys += 1
                await asyncio.sleep(self.delay)
            writer.write(self._rewritten(message))
            await writer.drain()

    async def _pool(self, startup: bytes, client: Stream) -> None:
        """A server's connection is lent when a transaction begins and given back when it ends."""
        reader, writer = client
        server, greeting = await self._lent(startup)
        self._idle.setdefault(startup, []).append((server, greeting))
        writer.write(greeting)
        held: Stream | None = None
        try:
            while (message := await _message(reader))[:1] != b"X":
                if held is None:
                    held, greeting = await self._lent(startup)
                held[1].write(message)
                if message[:1] not in (b"Q", b"S"):
                    continue
                ended = b""
                while ended[:1] != b"Z":
                    ended = await _message(held[0])
                    # What is told to a connection that nobody has at the moment is told to nobody.
                    if ended[:1] != b"A":
                        writer.write(ended)
                await writer.drain()
                if ended[5:6] == b"I":
                    self._idle[startup].append((held, greeting))
                    held = None
        finally:
            if held is not None:
                held[1].transport.abort()

    async def _lent(self, startup: bytes) -> tuple[Stream, bytes]:
        """A connection to the server, and how it greeted."""
        idle = self._idle.setdefault(startup, [])
        if idle:
            return idle.pop()
        server = await self._connect()
        server[1].write(startup)
        greeting = message = b""
        while message[:1] != b"Z":
            message = await _message(server[0])
            greeting += self._rewritten(message)
        return server, greeting

    def _rewritten(self, message: bytes) -> bytes:
        if not self.version or message[:1] != b"S" or not message[5:].startswith(VERSION):
            return message
        payload = VERSION + self.version.encode() + b"\0"
        return b"S" + struct.pack("!I", len(payload) + 4) + payload


async def _message(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(5)
    return head + await reader.readexactly(struct.unpack("!I", head[1:])[0] - 4)


@pytest.fixture
def database_proxy(new_database: Callable[[], str]) -> Iterator[DatabaseProxy]:
    """A proxy before a database of its own, which is empty."""
    with proxied(new_database()) as proxy:
        yield proxy


@contextmanager
def proxied(address: str) -> Iterator[DatabaseProxy]:
    """A proxy before a database that is there already."""
    proxy = DatabaseProxy(address)
    try:
        yield proxy
    finally:
        proxy.close()
