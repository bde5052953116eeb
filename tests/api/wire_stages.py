"""How each wire fault is staged: addresses, proxies, certificates and scripted servers."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp.abc import AbstractResolver, ResolveResult

from tests.support.certificates import Authority
from tests.support.fault_server import FaultServer, Peer, Received, Script, answer, answers, fault_server
from tests.support.nowhere import free_port

GOOD: dict[str, Any] = {
    "status": 200,
    "success": True,
    "response": {"id": "m2"},
    "data": {
        "id": "m1",
        "products": [{"id": "p1"}],
        "catalogs": [{"id": "c1"}],
        "messages": [{"id": "m1"}],
        "customer": {"id": 1},
        "ticket": {"id": 1},
        "reportHistoryId": 1,
        "reportStatus": "QUEUE",
        "invalidUserProperties": [],
        "bulkUpsertUPResponse": {"createCount": 1, "updateCount": 0},
    },
}
"""One answer that suits every operation."""
OK = answer(GOOD)


@dataclass
class Stage:
    """What a case gives the client: the address, and whatever else its connection needs."""

    base_url: str
    server: FaultServer | None = None
    ca_file: Path | None = None
    resolver: AbstractResolver | None = None
    proxy: str | None = None
    connections: int | None = None
    body: bytes | None = None
    warm_up: bool = False
    hold: bool = False


Staging = Callable[[Authority, bool], AbstractAsyncContextManager[Stage]]
"""Sets a case up; the flag asks for TLS, where the case is not about how to connect."""


def scripted(script: Script | bytes, **more: Any) -> Staging:
    """A case played by one plain server; bytes are the answer to every request."""

    @asynccontextmanager
    async def stage(authority: Authority, secure: bool = False) -> AsyncIterator[Stage]:
        play = answers(script) if isinstance(script, bytes) else script
        async with fault_server(play, tls=authority.here if secure else None) as server:
            yield Stage(server.base_url, server, ca_file=authority.ca_file if secure else None, **more)

    return stage


def fresh(make: Callable[[], Script]) -> Staging:
    """Like `scripted`, for a script that counts and must begin anew in each test."""

    @asynccontextmanager
    async def stage(authority: Authority, secure: bool = False) -> AsyncIterator[Stage]:
        async with fault_server(make(), tls=authority.here if secure else None) as server:
            yield Stage(server.base_url, server, ca_file=authority.ca_file if secure else None)

    return stage


def after_request(*pieces: bytes, end: str = "close") -> Script:
    """Read the request, send `pieces` one by one, then close, reset, or keep silent."""

    async def script(peer: Peer) -> None:
        await peer.request()
        for piece in pieces:
            await peer.send(piece)
            await asyncio.sleep(0.01)
        await ending(peer, end)

    return script


async def ending(peer: Peer, end: str) -> None:
    if end == "reset":
        peer.reset()
    elif end == "close":
        peer.close()
    else:
        await asyncio.Event().wait()


# --- F01 to F05: not reached ---------------------------------------------------------------------------


@asynccontextmanager
async def refused(authority: Authority, secure: bool = False) -> AsyncIterator[Stage]:
    with free_port() as port:
        yield Stage(f"http://127.0.0.1:{port}")


@asynccontextmanager
async def no_route(authority: Authority, secure: bool = False) -> AsyncIterator[Stage]:
    yield Stage(
        "http://127.255.255.255:9"
    )  # the broadcast address of 127/8: the kernel has no TCP route to it


@asynccontextmanager
async def black_hole(authority: Authority, secure: bool = False) -> AsyncIterator[Stage]:
    """A listener whose queue is full: the kernel drops every further SYN."""
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        crowd = []
        for _ in range(4):
            waiting = socket.socket()
            waiting.setblocking(False)
            waiting.connect_ex(deaf.getsockname())
            crowd.append(waiting)
        yield Stage(f"http://127.0.0.1:{deaf.getsockname()[1]}")
        for waiting in crowd:
            waiting.close()


@dataclass
class Names(AbstractResolver):
    """Name lookups of a test: a name's address, or an error, or no answer at all."""

    known: dict[str, str] = field(default_factory=dict)
    silent: bool = False

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        if self.silent:
            await asyncio.Event().wait()
        if host not in self.known:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [
            ResolveResult(
                hostname=host, host=self.known[host], port=port, family=socket.AF_INET, proto=0, flags=0
            )
        ]

    async def close(self) -> None:
        return None


@asynccontextmanager
async def unknown_name(authority: Authority, secure: bool = False) -> AsyncIterator[Stage]:
    yield Stage("https://store.example", resolver=Names())


@asynccontextmanager
async def silent_lookup(authority: Authority, secure: bool = False) -> AsyncIterator[Stage]:
    yield Stage("https://store.example", resolver=Names(silent=True))


# --- F06 to F12: TLS and proxies -----------------------------------------------------------------------


def secured(*hosts: str, expired: bool = False, trusted: bool = True) -> Staging:
    @asynccontextmanager
    async def stage(authority: Authority, secure: bool = False) -> AsyncIterator[Stage]:
        context = authority.server(*hosts, expired=expired)
        async with fault_server(answers(OK), tls=context) as server:
            yield Stage(server.base_url, server, ca_file=authority.ca_file if trusted else None)

    return stage


@asynccontextmanager
async def plain_on_tls(authority: Authority, secure: bool = False) -> AsyncIterator[Stage]:
    async def script(peer: Peer) -> None:
        await peer.reader.read(1)
        await peer.send(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")

    async with fault_server(script) as server:
        yield Stage(f"https://127.0.0.1:{server.port}", server, ca_file=authority.ca_file)


@asynccontextmanager
async def proxy_refused(authority: Authority, secure: bool = False) -> AsyncIterator[Stage]:
    with free_port() as port:
        yield Stage("https://store.example", proxy=f"http://127.0.0.1:{port}")


def proxy_answers(reply: bytes) -> Staging:
    @asynccontextmanager
    async def stage(authority: Authority, secure: bool = False) -> AsyncIterator[Stage]:
        async def script(peer: Peer) -> None:
            peer.server.requests.append(Received(await peer.head(), b""))
            await peer.send(reply)

        async with fault_server(script) as server:
            yield Stage("https://store.example", server, proxy=server.base_url)

    return stage


# --- F13 to F22: the connection ------------------------------------------------------------------------


@asynccontextmanager
async def starved(authority: Authority, secure: bool = False) -> AsyncIterator[Stage]:
    """One connection only, and a request that holds it: the next two starve, then the pool is built anew."""

    async def script(peer: Peer) -> None:
        await peer.request()
        if peer.number == 1:
            await asyncio.Event().wait()
        await peer.send(OK)
        await asyncio.Event().wait()

    async with fault_server(script) as server:
        yield Stage(server.base_url, server, connections=1, hold=True)


async def reset_on_accept(peer: Peer) -> None:
    peer.reset()


async def close_on_accept(peer: Peer) -> None:
    peer.close()


async def never_reads(peer: Peer) -> None:
    peer.pause()
    await asyncio.Event().wait()


async def resets_mid_upload(peer: Peer) -> None:
    await peer.reader.readexactly(4096)
    peer.reset()


async def refuses_early(peer: Peer) -> None:
    """413 as soon as the head is there, the rest of the body unread."""
    await peer.head()
    await peer.send(answer({"status": 413, "errors": [{"message": "too large"}]}, 413))
    await asyncio.Event().wait()


async def silent_after_request(peer: Peer) -> None:
    await peer.request()
    await asyncio.Event().wait()


async def stale_keep_alive(peer: Peer) -> None:
    """Answer the first request of a connection; break it while reading the second."""
    await peer.request()
    await peer.send(OK)
    await peer.request()
    peer.reset()


async def slow_drip(peer: Peer) -> None:
    await peer.request()
    await peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n")
    while True:
        await peer.send(b" ")
        await asyncio.sleep(4)


async def endless(peer: Peer) -> None:
    """A body without an end, in chunks of a megabyte."""
    await peer.request()
    await peer.send(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        await peer.send(b"100000\r\n" + b" " * 0x100000 + b"\r\n")


async def flood_of_hints(peer: Peer) -> None:
    """Two thousand provisional answers before the real one."""
    await peer.request()
    await peer.send(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 2000 + OK)
    await asyncio.Event().wait()
