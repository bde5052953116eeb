"""The only file of the console that opens connections to a store: one exchange of bytes, and how far it got
when it fails."""

from __future__ import annotations

import asyncio
import logging
import ssl
import time
import unicodedata
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import unquote, urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver
from aiohttp.connector import Connection
from aiohttp.tracing import Trace
from yarl import URL

from svcconsole.api.exchange_progress import ExchangeProgress, WireFailure, failure
from svcconsole.api.faults import Fault
from svcconsole.api.network import CONNECT_SECONDS
from svcconsole.words.message import message, number

QUEUE_SECONDS = 15.0
CONNECTIONS = 64
KEEPALIVE_SECONDS = 20.0
PIECE = 256 * 1024
ARRIVING = 16 * 1024
"""What comes is looked at in pieces of so many bytes at most, before they are decompressed."""
COMPRESSIONS = frozenset({"gzip", "x-gzip", "deflate", "compress", "br", "zstd", "identity"})
"""Those that are named in words; other text of a server's header is not repeated, it may be anything."""
GZIP_ONLY, GZIP_OR_ZLIB = 31, 47
"""zlib's wbits: what may begin a compressed stream."""
GZIP_MARK = b"\x1f"

for _name in ("aiohttp", "aiohttp.client", "asyncio"):
    logging.getLogger(_name).setLevel(logging.WARNING)  # their INFO and DEBUG lines hold whole URLs


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer, its body decompressed."""

    status: int
    raw_headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @property
    def headers(self) -> Mapping[str, str]:
        """As `readable` gives them."""
        return readable(self.raw_headers)


class Transport(Protocol):
    """What carries the requests of a client."""

    async def post(
        self, url: str, body: bytes, seconds: float, exchange: ExchangeProgress, cap: int
    ) -> Reply:
        """Send `body` and return the whole answer, at most `cap` bytes, within `seconds`; raises WireFailure
        when none came, and notes in `exchange` how far it got."""

    async def aclose(self) -> None:
        """Close every connection."""


class BodyReader:
    """An answer whose body is still on its way; closed by whoever opened it, at the end of its block."""

    def __init__(
        self, response: aiohttp.ClientResponse, exchange: ExchangeProgress, proxied: bool, deadline: float
    ) -> None:
        self.status = response.status
        self.headers = readable(response.raw_headers)
        self._content = response.content
        self._exchange = exchange
        self._proxied = proxied
        self._deadline = deadline

    async def pieces(self) -> AsyncIterator[bytes]:
        """The body as it comes, undecoded; WireFailure when it breaks off or takes too long."""
        while True:
            try:
                async with asyncio.timeout_at(self._deadline):
                    piece = await self._content.read(ARRIVING)
            except Exception as error:
                raise failure(error, self._exchange, self._proxied) from error
            if not piece:
                return
            yield piece


def readable(raw: tuple[tuple[bytes, bytes], ...]) -> Mapping[str, str]:
    """The headers of an answer by their names in lower case, those of one name joined by a comma (RFC 9110,
    5.3). What is no UTF-8 is Latin-1, so that none of it is too odd to be shown or kept."""
    found: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1").lower(), header_text(value)
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found


def header_text(value: bytes) -> str:
    """A header's value: UTF-8 where it is that, else Latin-1."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


_EXCHANGE: ContextVar[ExchangeProgress] = ContextVar("exchange")


class _Connector(aiohttp.TCPConnector):
    """Marks the exchange of the running task once it has a connection: the exceptions alone do not prove what
    left."""

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - the library's own name
    ) -> Connection:
        connection = await super().connect(req, traces, timeout)
        _EXCHANGE.get().connected = True
        return connection


def _tracing() -> aiohttp.TraceConfig:
    """Notes when the exchange of the running task was connected and handed over."""

    async def connected(*_: object) -> None:
        _EXCHANGE.get().connected_at = time.monotonic()

    async def handed_over(*_: object) -> None:
        _EXCHANGE.get().handed_at = time.monotonic()

    config = aiohttp.TraceConfig()
    config.on_connection_create_end.append(connected)
    config.on_connection_reuseconn.append(connected)
    config.on_request_headers_sent.append(handed_over)
    config.on_request_chunk_sent.append(handed_over)
    return config


def _without_credentials(url: str) -> tuple[URL, Mapping[str, str]]:
    """A proxy, and its credentials in a header that only the CONNECT request carries."""
    parts = urlsplit(url)
    headers = {}
    if parts.username:
        pair = aiohttp.encode_basic_auth(unquote(parts.username), unquote(parts.password or ""))
        headers["proxy-authorization"] = pair
    return URL(parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()), headers


class Wire:
    """A pool of connections; `fresh` never reuses one, `resolver` replaces the system's name lookup.

    `timed`: each exchange notes when it was connected and handed over, which costs every request a little.
    """

    def __init__(
        self,
        *,
        tls: ssl.SSLContext | None = None,
        proxy: str | None = None,
        headers: Mapping[str, str] | None = None,
        fresh: bool = False,
        connections: int | None = None,
        resolver: AbstractResolver | None = None,
        connect_seconds: float = CONNECT_SECONDS,
        timed: bool = False,
    ) -> None:
        self._tls = tls
        self._timed = timed
        self._connect_seconds = connect_seconds
        self._phases = self._time_limits(None)
        self._proxied = proxy is not None
        self._proxy: URL | None = None
        self._proxy_headers: Mapping[str, str] | None = None
        if proxy:
            self._proxy, self._proxy_headers = _without_credentials(proxy)
        self._headers = {name.lower(): value for name, value in (headers or {}).items()}
        self._fresh = fresh
        self._resolver = resolver
        self._free = asyncio.Semaphore(connections or CONNECTIONS)
        self._urls: dict[str, URL] = {}
        self._session: aiohttp.ClientSession | None = None

    async def post(
        self, url: str, body: bytes, seconds: float, exchange: ExchangeProgress, cap: int
    ) -> Reply:
        """Send `body` and read the whole answer, at most `cap` bytes, within `seconds`; raises WireFailure
        when none came."""
        large = len(body) > PIECE
        return await self._exchange(
            "POST",
            self._url(url),
            exchange,
            seconds=seconds,
            cap=cap,
            body=_pieces(body) if large else body,
            headers={"content-length": str(len(body))} if large else None,
        )

    async def get(self, url: str, cap: int, seconds: float) -> Reply:
        """Fetch `url`, a body of at most `cap` bytes, within `seconds`; no redirect is followed."""
        return await self._exchange("GET", url, ExchangeProgress(), seconds=seconds, cap=cap)

    @asynccontextmanager
    async def open(
        self, url: str, headers: dict[str, str], *, seconds: float, silence: float
    ) -> AsyncIterator[BodyReader]:
        """Begin to fetch `url`, for at most `seconds` with no pause over `silence`; no redirect is
        followed. Raises WireFailure where no answer begins."""
        exchange, deadline = ExchangeProgress(), asyncio.get_running_loop().time() + seconds
        await self._wait_for_turn()
        try:
            try:
                async with asyncio.timeout_at(deadline):
                    response = await self._begin("GET", url, exchange, headers=headers, silence=silence)
            except Exception as error:
                raise failure(error, exchange, self._proxied) from error
            async with response:
                exchange.status = response.status
                yield BodyReader(response, exchange, self._proxied, deadline)
        finally:
            self._free.release()

    async def _exchange(
        self,
        method: str,
        url: str | URL,
        exchange: ExchangeProgress,
        *,
        seconds: float,
        cap: int,
        body: bytes | AsyncIterator[bytes] | None = None,
        headers: dict[str, str] | None = None,
    ) -> Reply:
        await self._wait_for_turn()
        try:
            async with asyncio.timeout(seconds):
                async with await self._begin(method, url, exchange, body=body, headers=headers) as response:
                    exchange.status = response.status
                    whole = await read(response, cap)
        except WireFailure as broken:
            broken.status = exchange.status
            raise
        except Exception as error:
            raise failure(error, exchange, self._proxied) from error
        finally:
            self._free.release()
        return Reply(response.status, response.raw_headers, whole)

    async def _begin(
        self,
        method: str,
        url: str | URL,
        exchange: ExchangeProgress,
        *,
        body: bytes | AsyncIterator[bytes] | None = None,
        headers: dict[str, str] | None = None,
        silence: float | None = None,
    ) -> aiohttp.ClientResponse:
        """Send a request and return its answer as soon as its headers are there."""
        _EXCHANGE.set(exchange)
        if self._session is None:
            self._session = self._new_session()
        return await self._session.request(
            method,
            url,
            # not given to the session: what that sends by itself, it sends to a proxy as well
            headers=self._headers | headers if headers else self._headers,
            data=body,
            allow_redirects=False,
            timeout=self._phases if silence is None else self._time_limits(silence),
            proxy=self._proxy,
            proxy_headers=self._proxy_headers,
        )

    def _time_limits(self, silence: float | None) -> aiohttp.ClientTimeout:
        """An exchange that is read whole has its time as a whole: `silence` is None."""
        connect = self._connect_seconds
        return aiohttp.ClientTimeout(
            connect=max(QUEUE_SECONDS, connect), sock_connect=connect, sock_read=silence
        )

    async def _wait_for_turn(self) -> None:
        """Wait until one more connection may be open; WireFailure where none becomes free in time."""
        if not self._free.locked():
            await self._free.acquire()
            return
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                await self._free.acquire()
        except TimeoutError:
            raise WireFailure(Fault.POOL, message("no connection was free in time")) from None

    def _new_session(self) -> aiohttp.ClientSession:
        connector = _Connector(
            ssl=self._tls or True,
            limit=0,  # who waits for a connection waits here, where it is known that nothing has left
            force_close=self._fresh,
            resolver=self._resolver,
            keepalive_timeout=None if self._fresh else KEEPALIVE_SECONDS,
        )
        return aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trace_configs=[_tracing()] if self._timed else None,
        )

    def _url(self, url: str) -> URL:
        """`url` parsed once: a store has few operations, and parsing costs as much as sending."""
        return self._urls.get(url) or self._urls.setdefault(url, URL(url))

    async def aclose(self) -> None:
        """Close every connection."""
        if self._session is not None:
            await self._session.close()


def normal_url(url: str) -> str:
    """`url` as it will be asked for: host in ASCII, path encoded; ValueError when it is none.

    A host in characters that only look like others, and a control character anywhere, are refused.
    """
    host = urlsplit(url).hostname or ""
    if unicodedata.normalize("NFKC", host) != host or any(unicodedata.category(one) == "Cc" for one in url):
        raise ValueError("not a URL")
    return str(URL(url))


async def _pieces(body: bytes) -> AsyncIterator[bytes]:
    """A large body bit by bit, so that sending it does not hold the loop."""
    for start in range(0, len(body), PIECE):
        yield body[start : start + PIECE]


async def read(response: aiohttp.ClientResponse, cap: int) -> bytes:
    """The decompressed body; WireFailure when it is damaged or, either way, larger than `cap` bytes."""
    inflate = _decompressor(", ".join(response.headers.getall("content-encoding", ())))
    chunks: list[bytes] = []
    wire = size = 0
    while chunk := await response.content.readany():
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
