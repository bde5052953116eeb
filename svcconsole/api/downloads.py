"""Downloads pictures and files without credentials, with guarded addresses, size caps and type checks."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from urllib.parse import urljoin, urlsplit

from aiohttp.abc import AbstractResolver

from svcconsole import __version__
from svcconsole.api.errors import ApiError, NotDownloaded, NotReached, RefusedHere
from svcconsole.api.exchange_progress import WireFailure
from svcconsole.api.faults import Fault
from svcconsole.api.network import STANDARD, Network
from svcconsole.api.transport import BodyReader, Inflate, Reply, Wire, normal_url
from svcconsole.api.url_guard import Forbidden, GuardedResolver, check_url
from svcconsole.words.message import message, number

REDIRECTS = 3
SECONDS = 30.0
FILE_SECONDS = 30 * 60.0
SILENCE_SECONDS = 60.0
WIRE_CAP, DECODED_CAP = 2 * 1024**3, 4 * 1024**3
"""A large file: its time in all, its longest pause, and its bytes before and after they are decompressed."""
PICTURES = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})
_CONTENT_RANGE = re.compile(r"bytes (\d{1,18})-\d{1,18}/(\d{1,18}|\*)", re.ASCII)
_HEADERS = {"Accept": "*/*", "Accept-Encoding": "identity", "User-Agent": f"svcconsole/{__version__}"}


@dataclass(frozen=True, slots=True)
class Download:
    """What came: its bytes, its kind by those bytes, and the address that gave it."""

    body: bytes
    content_type: str
    url: str


class Downloader:
    """Fetches without token, cookies or credentials of any kind; one for many files.

    `network` is asked before each of them.
    """

    def __init__(
        self,
        *,
        resolver: AbstractResolver | None = None,
        trust_env: bool = True,
        network: Callable[[], Network] = lambda: STANDARD,
    ) -> None:
        self._resolver = resolver
        self._trust_env = trust_env
        self._network = network
        self._wires: dict[tuple[str | None, Network], Wire] = {}

    async def __aenter__(self) -> Downloader:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close every connection."""
        for wire in self._wires.values():
            await wire.aclose()
        self._wires.clear()

    async def fetch(
        self,
        url: str,
        *,
        max_bytes: int,
        types: frozenset[str],
        allow_loopback: bool = False,
        seconds: float = SECONDS,
    ) -> Download:
        """The file at `url`, if it is of `types` (pictures: by their first bytes) and at most `max_bytes`.

        Raises RefusedHere for an address that is not fetched, NotDownloaded (with `status`, if any) and
        NotReached for the rest. `allow_loopback` lets a first address on this computer through.
        """
        way = _Way(url, allow_loopback)
        for at in way:
            reply = await self._get(at, max_bytes, seconds)
            if not way.leads_on(reply.status, reply.headers):
                return _download(reply, at, types)
        raise way.endless()

    @asynccontextmanager
    async def file(
        self,
        url: str,
        *,
        start: int = 0,
        validator: str = "",
        allow_loopback: bool = False,
        seconds: float = FILE_SECONDS,
    ) -> AsyncIterator[Incoming]:
        """A large file as it comes, from byte `start` on if it still has the `validator` given before.

        Raises like `fetch`; what breaks on the way raises in `Incoming.pieces`.
        """
        wanted = {"Range": f"bytes={start}-", "If-Range": validator} if start and validator else {}
        way = _Way(url, allow_loopback)
        for at in way:
            async with AsyncExitStack() as stack:
                try:
                    opening = self._wire(at).open(at, wanted, seconds=seconds, silence=SILENCE_SECONDS)
                    arriving = await stack.enter_async_context(opening)
                except Forbidden as why:
                    raise _refused(at, why) from None
                except WireFailure as failure:
                    raise _failed(at, failure) from None
                if not way.leads_on(arriving.status, arriving.headers):
                    yield _incoming(arriving, at, start)
                    return
        raise way.endless()

    async def _get(self, url: str, cap: int, seconds: float) -> Reply:
        try:
            return await self._wire(url).get(url, cap, seconds)
        except Forbidden as why:
            raise _refused(url, why) from None
        except WireFailure as failure:
            raise _failed(url, failure) from None

    def _wire(self, url: str) -> Wire:
        network = self._network()
        proxy = network.proxy_to(url) if self._trust_env and url.startswith("https:") else None
        kind = proxy, network
        if kind not in self._wires:
            # behind a proxy the names are looked up there, and the proxy itself may be a local machine
            resolver = self._resolver if proxy else GuardedResolver(self._resolver)
            self._wires[kind] = Wire(
                tls=network.trust(),
                proxy=proxy,
                headers=_HEADERS,
                fresh=True,
                resolver=resolver,
                connect_seconds=network.connect_seconds,
            )
        return self._wires[kind]


class _Way:
    """The addresses from the first one on, each checked; `leads_on` adds where a redirect points to."""

    def __init__(self, url: str, allow_loopback: bool) -> None:
        self._first = url
        self._at = _checked(url, allow_loopback)
        self._local = allow_loopback and self._at.startswith("http:")
        self._on = True

    def __iter__(self) -> Iterator[str]:
        for _ in range(REDIRECTS + 1):
            if self._on:
                self._on = False
                yield self._at

    def leads_on(self, status: int, headers: Mapping[str, str]) -> bool:
        """Whether the answer sends on to another address."""
        if status not in {301, 302, 303, 307, 308}:
            return False
        self._at, self._on = _checked(urljoin(self._at, headers.get("location", "")), self._local), True
        return True

    def endless(self) -> NotDownloaded:
        return NotDownloaded(
            message("{host} sends on from address to address.", host=_host(self._first)), status=310
        )


class Length(StrEnum):
    """How the end of a file is proved: by its length, by the marks of its transfer, or not at all."""

    DECLARED = "content-length"
    CHUNKED = "chunked"
    COMPRESSED = "compressed"
    NOT_PROVABLE = "not provable"


@dataclass(frozen=True, slots=True)
class Incoming:
    """A file on its way: its bytes from `start` on, `size` in all where that is known. `validator` names this
    very content, blank where nothing does."""

    start: int
    size: int | None
    validator: str
    length: Length
    url: str
    arriving: BodyReader
    packed: bool = False

    async def pieces(self) -> AsyncIterator[bytes]:
        """The file's bytes; NotReached when they break off, NotDownloaded for a web page, RefusedHere for too
        many of them."""
        inflate = Inflate() if self.packed else None
        got = wire = 0
        try:
            async for piece in self.arriving.pieces():
                plain = inflate.decompress(piece, DECODED_CAP + 1 - got) if inflate else piece
                if not got and kind_of(plain, self.arriving.headers.get("content-type", "")) == "text/html":
                    raise NotDownloaded(
                        message("{host} gave a web page, not the file.", host=_host(self.url)), status=200
                    )
                wire, got = wire + len(piece), got + len(plain)
                if self.start + wire > WIRE_CAP or got > DECODED_CAP:
                    raise RefusedHere(
                        message(
                            "The file of {host} is larger than 2 GB: it is not kept.", host=_host(self.url)
                        )
                    )
                yield plain
        except WireFailure as failure:
            if failure.status is None and failure.fault is Fault.UNREADABLE:
                failure.status = self.arriving.status
            raise _failed(self.url, failure) from None
        if inflate is not None and not inflate.eof:
            raise NotReached(
                message("The file of {host} did not come: it is not complete.", host=_host(self.url)),
                status=200,
            )


def _incoming(arriving: BodyReader, url: str, start: int) -> Incoming:
    status, headers = arriving.status, arriving.headers
    if status not in {200, 206}:
        raise NotDownloaded(
            message(
                "{host} has nothing at that address ({status}).",
                host=_host(url),
                status=number(status, grouped=False),
            ),
            status=status,
        )
    declared = headers.get("content-length", "")
    size = int(declared) if declared.isascii() and declared.isdigit() else None
    packed = headers.get("content-encoding", "identity").strip().lower() not in {"", "identity"}
    length = Length.COMPRESSED if packed else Length.DECLARED if size is not None else Length.NOT_PROVABLE
    if "chunked" in headers.get("transfer-encoding", "").lower():
        size, length = None, Length.COMPRESSED if packed else Length.CHUNKED
    etag = headers.get("etag", "")
    validator = etag if etag.startswith('"') and not packed else ""
    begins = 0
    if status == 206:
        found = _CONTENT_RANGE.fullmatch(headers.get("content-range", "").strip())
        if found is None or int(found[1]) != start or packed:
            raise NotReached(
                message("{host} gave another part of the file than was asked for.", host=_host(url)),
                status=status,
            )
        begins, size = start, None if found[2] == "*" else int(found[2])
    return Incoming(begins, None if packed else size, validator, length, url, arriving, packed)


def _checked(url: str, allow_loopback: bool) -> str:
    try:
        at = normal_url(url.strip())
        check_url(at, allow_loopback=allow_loopback)
    except ValueError:
        raise _refused(url, Forbidden(message("it is no address of the web"))) from None
    except Forbidden as why:
        raise _refused(url, why) from None
    return at


def _refused(url: str, why: Forbidden) -> RefusedHere:
    return RefusedHere(
        message("The address {url} is not fetched: {why}.", url=url[:200], why=why.args[0]),
        advice=message("Use a public https:// address."),
    )


def _failed(url: str, failure: WireFailure) -> ApiError:
    if failure.status is None:
        return NotReached(
            message("{host} was not reached: {detail}.", host=_host(url), detail=failure.detail),
            advice=message("Check the address."),
        )
    kind = NotDownloaded if failure.fault is Fault.UNREADABLE else NotReached
    return kind(
        message("The file of {host} did not come: {detail}.", host=_host(url), detail=failure.detail),
        status=failure.status,
    )


def _download(reply: Reply, url: str, types: frozenset[str]) -> Download:
    if reply.status != 200:
        raise NotDownloaded(
            message(
                "{host} has nothing at that address ({status}).",
                host=_host(url),
                status=number(reply.status, grouped=False),
            ),
            status=reply.status,
        )
    kind = kind_of(reply.body, reply.headers.get("content-type", ""))
    if kind not in types:
        raise NotDownloaded(
            message("What {host} gave is {kind}, which is not shown here.", host=_host(url), kind=kind),
            status=reply.status,
        )
    return Download(reply.body, kind, url)


def kind_of(body: bytes, declared: str) -> str:
    """The content type by the first bytes where they tell, else as declared; pictures must prove it."""
    starts = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}
    starts |= {b"GIF87a": "image/gif", b"GIF89a": "image/gif"}
    for start, kind in starts.items():
        if body.startswith(start):
            return kind
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "image/webp"
    opening = body[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if opening.startswith((b"<!doctype html", b"<html", b"<head", b"<script")):
        return "text/html"
    named = declared.partition(";")[0].strip().lower()
    return "application/octet-stream" if named in PICTURES or not named else named


def _host(url: str) -> str:
    return urlsplit(url).netloc.rpartition("@")[2] or message("The address")
