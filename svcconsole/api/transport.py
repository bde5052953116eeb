"""The only file that imports httpx: one exchange of bytes with a store, and how far it got when it fails."""

from __future__ import annotations

import asyncio
import logging
import ssl
import zlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

import aiohttp
import httpx
from aiohttp.abc import AbstractResolver
from httpx_aiohttp import AiohttpTransport

from svcconsole.api.exchange_progress import ExchangeProgress, WireFailure, failure
from svcconsole.api.faults import Fault
from svcconsole.words.message import message, number

CONNECT_SECONDS = 10.0
QUEUE_SECONDS = 15.0
CONNECTIONS = 64
KEEPALIVE_SECONDS = 20.0
PIECE = 256 * 1024
COMPRESSIONS = frozenset({"gzip", "x-gzip", "deflate", "compress", "br", "zstd", "identity"})
"""Those that are named in words; other text of a server's header is not repeated, it may be anything."""
GZIP_ONLY, GZIP_OR_ZLIB = 31, 47
"""zlib's wbits: what may begin a compressed stream."""
GZIP_MARK = b"\x1f"

for _name in ("httpx", "httpcore", "aiohttp", "aiohttp.client", "hpack", "asyncio"):
    logging.getLogger(_name).setLevel(logging.WARNING)  # their INFO and DEBUG lines hold whole URLs


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer, its body decompressed."""

    status: int
    headers: httpx.Headers
    body: bytes

    @property
    def close_delimited(self) -> bool:
        """Whether only the closed connection marks the body's end, so that a cut goes unnoticed."""
        return "content-length" not in self.headers and "transfer-encoding" not in self.headers


class BodyReader:
    """An answer whose body is still on its way; closed by whoever opened it, at the end of its block."""

    def __init__(
        self, response: httpx.Response, exchange: ExchangeProgress, proxied: bool, deadline: float
    ) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self._response = response
        self._exchange = exchange
        self._proxied = proxied
        self._deadline = deadline

    async def pieces(self) -> AsyncIterator[bytes]:
        """The body as it comes, undecoded; WireFailure when it breaks off or takes too long."""
        body = aiter(stream(self._response))
        while True:
            try:
                async with asyncio.timeout_at(self._deadline):
                    piece = await anext(body)
            except StopAsyncIteration:
                return
            except Exception as error:
                raise failure(error, self._exchange, self._proxied) from error
            yield piece


_EXCHANGE: ContextVar[ExchangeProgress] = ContextVar("exchange")


def _traces() -> list[aiohttp.TraceConfig]:
    """Marks the exchange of the running task: the transport's exceptions alone do not prove what left."""

    async def queued(*_: Any) -> None:
        _EXCHANGE.get().queued = True

    async def dequeued(*_: Any) -> None:
        _EXCHANGE.get().queued = False

    async def connected(*_: Any) -> None:
        _EXCHANGE.get().connected = True

    config = aiohttp.TraceConfig()
    config.on_connection_queued_start.append(queued)
    config.on_connection_queued_end.append(dequeued)
    config.on_connection_create_end.append(connected)
    config.on_connection_reuseconn.append(connected)
    return [config]


def _proxy(url: str) -> httpx.Proxy:
    """A proxy whose credentials travel in a header of the CONNECT request only."""
    parts = urlsplit(url)
    headers = {}
    if parts.username:
        pair = aiohttp.encode_basic_auth(unquote(parts.username), unquote(parts.password or ""))
        headers["Proxy-Authorization"] = pair
    return httpx.Proxy(parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl(), headers=headers)


class Wire:
    """A pool of connections; `fresh` never reuses one, `resolver` replaces the system's name lookup."""

    def __init__(
        self,
        *,
        tls: ssl.SSLContext | None = None,
        proxy: str | None = None,
        headers: Mapping[str, str] | None = None,
        fresh: bool = False,
        connections: int | None = None,
        resolver: AbstractResolver | None = None,
    ) -> None:
        self._proxied = proxy is not None
        self._headers = httpx.Headers(headers)
        self._urls: dict[str, httpx.URL] = {}
        self._transport = AiohttpTransport(
            client=self._session_factory(tls, fresh, connections or CONNECTIONS, resolver),
            proxy=_proxy(proxy) if proxy else None,
            verify=tls or ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
        )

    @staticmethod
    def _session_factory(
        tls: ssl.SSLContext | None, fresh: bool, connections: int, resolver: AbstractResolver | None
    ) -> Callable[[], aiohttp.ClientSession]:
        def session() -> aiohttp.ClientSession:
            connector = aiohttp.TCPConnector(
                ssl=tls or True,
                limit=connections,
                force_close=fresh,
                resolver=resolver,
                keepalive_timeout=None if fresh else KEEPALIVE_SECONDS,
            )
            return aiohttp.ClientSession(
                connector=connector, cookie_jar=aiohttp.DummyCookieJar(), trace_configs=_traces()
            )

        return session

    async def post(
        self, url: str, body: bytes, seconds: float, exchange: ExchangeProgress, cap: int
    ) -> Reply:
        """Send `body` and read the whole answer, at most `cap` bytes, within `seconds`; raises WireFailure
        when none came."""
        large = len(body) > PIECE
        request = httpx.Request(
            "POST",
            self._url(url),
            headers={**self._headers, "Content-Length": str(len(body))} if large else self._headers,
            content=_pieces(body) if large else body,
            extensions=_timeouts(seconds),
        )
        request.headers.encoding = "ascii"  # else guessed again for every header read
        return await self._exchange(request, seconds, exchange, cap)

    async def get(self, url: str, cap: int, seconds: float) -> Reply:
        """Fetch `url`, a body of at most `cap` bytes, within `seconds`; no redirect is followed."""
        request = httpx.Request("GET", url, headers=self._headers, extensions=_timeouts(seconds))
        return await self._exchange(request, seconds, ExchangeProgress(), cap)

    @asynccontextmanager
    async def open(
        self, url: str, headers: Mapping[str, str], *, seconds: float, silence: float
    ) -> AsyncIterator[BodyReader]:
        """Begin to fetch `url`, for at most `seconds` with no pause over `silence`; no redirect is
        followed. Raises WireFailure where no answer begins."""
        request = httpx.Request(
            "GET", url, headers={**self._headers, **headers}, extensions=_timeouts(silence)
        )
        exchange, deadline = ExchangeProgress(), asyncio.get_running_loop().time() + seconds
        _EXCHANGE.set(exchange)
        try:
            async with asyncio.timeout_at(deadline):
                response = await self._transport.handle_async_request(request)
        except Exception as error:
            raise failure(error, exchange, self._proxied) from error
        exchange.status = response.status_code
        try:
            yield BodyReader(response, exchange, self._proxied, deadline)
        finally:
            await stream(response).aclose()

    async def _exchange(
        self, request: httpx.Request, seconds: float, exchange: ExchangeProgress, cap: int
    ) -> Reply:
        _EXCHANGE.set(exchange)
        try:
            async with asyncio.timeout(seconds):
                response = await self._transport.handle_async_request(request)
                exchange.status = response.status_code
                try:
                    whole = await read(response, cap)
                finally:
                    await stream(response).aclose()
        except WireFailure as broken:
            broken.status = exchange.status
            raise
        except Exception as error:
            raise failure(error, exchange, self._proxied) from error
        return Reply(response.status_code, response.headers, whole)

    def _url(self, url: str) -> httpx.URL:
        """`url` parsed once: a store has few operations, and parsing costs as much as sending."""
        return self._urls.get(url) or self._urls.setdefault(url, httpx.URL(url))

    async def aclose(self) -> None:
        """Close every connection."""
        await self._transport.aclose()


def _timeouts(seconds: float) -> dict[str, Any]:
    """Per request, because the transport passes on no others."""
    return {"timeout": {"connect": CONNECT_SECONDS, "pool": QUEUE_SECONDS, "read": seconds}}


def normal_url(url: str) -> str:
    """`url` as it will be asked for: host in ASCII, path encoded; ValueError when it is none."""
    try:
        return str(httpx.URL(url))
    except (httpx.InvalidURL, TypeError) as error:
        raise ValueError("not a URL") from error


async def _pieces(body: bytes) -> AsyncIterator[bytes]:
    """A large body bit by bit, so that sending it does not hold the loop."""
    for start in range(0, len(body), PIECE):
        yield body[start : start + PIECE]


async def read(response: httpx.Response, cap: int) -> bytes:
    """The decompressed body; WireFailure when it is damaged or, either way, larger than `cap` bytes."""
    inflate = _decompressor(response.headers.get("content-encoding", ""))
    chunks: list[bytes] = []
    wire = size = 0
    async for chunk in stream(response):
        wire += len(chunk)
        plain = inflate.decompress(chunk, cap + 1 - size) if inflate is not None else chunk
        size += len(plain)
        if size > cap or wire > cap:
            raise WireFailure(
                Fault.UNREADABLE,
                message(
                    "it is larger than {size} MB", size=number(max(1, cap // 1024 // 1024), grouped=False)
                ),
            )
        chunks.append(plain)
    if inflate is not None and wire and not inflate.eof:
        raise WireFailure(Fault.CUT, message("its compressed body is not complete"))
    return b"".join(chunks)


def stream(response: httpx.Response) -> httpx.AsyncByteStream:
    """The undecoded body; the transport always answers with an asynchronous one."""
    if not isinstance(response.stream, httpx.AsyncByteStream):
        raise TypeError("not an asynchronous body")
    return response.stream


def _decompressor(encoding: str) -> Inflate | None:
    """zlib for gzip and deflate, None for none; a nested or unknown compression is refused."""
    name = encoding.strip().lower()
    if name in {"", "identity"}:
        return None
    if name not in {"gzip", "x-gzip", "deflate"}:
        known = all(part.strip() in COMPRESSIONS for part in name.split(","))
        raise WireFailure(
            Fault.UNREADABLE,
            message("it is compressed as {name}", name=repr(name[:40]))
            if known
            else message("it is compressed in an unknown way"),
        )
    return Inflate()


class Inflate:
    """zlib, or gzip of as many members as follow one another (RFC 1952); never more than asked for at once:
    a bomb stops at its first megabytes."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj(wbits=GZIP_OR_ZLIB)
        self._start = b""

    @property
    def eof(self) -> bool:
        """Whether the compressed stream came to its own end."""
        return self._zlib.eof

    def decompress(self, chunk: bytes, most: int) -> bytes:
        """At most `most` bytes of what `chunk` holds; damage, and bytes after the end, raise WireFailure."""
        self._start = self._start or chunk[:1]
        plain: list[bytes] = []
        while chunk and most > 0:
            if self._zlib.eof:
                self._zlib = self._next_member(chunk)
            try:
                plain.append(self._zlib.decompress(chunk, most))
            except zlib.error as error:
                raise WireFailure(Fault.UNREADABLE, message("its compression is damaged")) from error
            most -= len(plain[-1])
            chunk = self._zlib.unused_data
        return b"".join(plain)

    def _next_member(self, rest: bytes) -> zlib._Decompress:
        if self._start != GZIP_MARK or rest[:1] != GZIP_MARK:
            raise WireFailure(Fault.UNREADABLE, message("something follows its compressed body"))
        return zlib.decompressobj(wbits=GZIP_ONLY)
