"""Fetching pictures and files from anywhere, without credentials: guarded addresses, caps, kinds."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from urllib.parse import urljoin, urlsplit

from aiohttp.abc import AbstractResolver

from svcconsole import __version__
from svcconsole.api.errors import ApiError, NotDownloaded, NotReached, RefusedHere
from svcconsole.api.faults import Fault
from svcconsole.api.proof import WireFailure
from svcconsole.api.route import proxy_for, tls_context
from svcconsole.api.transport import Reply, Wire, normal_url
from svcconsole.api.url_guard import Forbidden, GuardedResolver, check_url

REDIRECTS = 3
SECONDS = 30.0
PICTURES = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})
_HEADERS = {"Accept": "*/*", "Accept-Encoding": "identity", "User-Agent": f"svcconsole/{__version__}"}


@dataclass(frozen=True, slots=True)
class Download:
    """What came: its bytes, its kind by those bytes, and the address that gave it."""

    body: bytes
    content_type: str
    url: str


class Downloader:
    """Fetches without token, cookies or credentials of any kind; one for many files."""

    def __init__(self, *, resolver: AbstractResolver | None = None, trust_env: bool = True) -> None:
        self._resolver = resolver
        self._trust_env = trust_env
        self._wires: dict[str | None, Wire] = {}

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
        at = _checked(url, allow_loopback)
        local = allow_loopback and at.startswith("http:")
        for _ in range(REDIRECTS + 1):
            reply = await self._get(at, max_bytes, seconds)
            if reply.status not in {301, 302, 303, 307, 308}:
                return _download(reply, at, types)
            at = _checked(urljoin(at, reply.headers.get("location", "")), allow_loopback and local)
        raise NotDownloaded(f"{_host(url)} sends on from address to address.", status=310)

    async def _get(self, url: str, cap: int, seconds: float) -> Reply:
        proxy = proxy_for(url) if self._trust_env and url.startswith("https:") else None
        if proxy not in self._wires:
            # behind a proxy the names are looked up there, and the proxy itself may be a local machine
            resolver = self._resolver if proxy else GuardedResolver(self._resolver)
            self._wires[proxy] = Wire(
                tls=tls_context(), proxy=proxy, headers=_HEADERS, fresh=True, resolver=resolver
            )
        try:
            return await self._wires[proxy].get(url, cap, seconds)
        except Forbidden as why:
            raise _refused(url, why) from None
        except WireFailure as failure:
            raise _failed(url, failure) from None


def _checked(url: str, allow_loopback: bool) -> str:
    try:
        at = normal_url(url.strip())
        check_url(at, allow_loopback=allow_loopback)
    except ValueError:
        raise _refused(url, Forbidden("it is no address of the web")) from None
    except Forbidden as why:
        raise _refused(url, why) from None
    return at


def _refused(url: str, why: Forbidden) -> RefusedHere:
    return RefusedHere(
        f"The address {url[:200]} is not fetched: {why}.", advice="Use a public https:// address."
    )


def _failed(url: str, failure: WireFailure) -> ApiError:
    if failure.status is None:
        return NotReached(f"{_host(url)} was not reached: {failure.detail}.", advice="Check the address.")
    kind = NotDownloaded if failure.fault is Fault.UNREADABLE else NotReached
    return kind(f"The file of {_host(url)} did not come: {failure.detail}.", status=failure.status)


def _download(reply: Reply, url: str, types: frozenset[str]) -> Download:
    if reply.status != 200:
        raise NotDownloaded(
            f"{_host(url)} has nothing at that address ({reply.status}).", status=reply.status
        )
    kind = kind_of(reply.body, reply.headers.get("content-type", ""))
    if kind not in types:
        raise NotDownloaded(
            f"What {_host(url)} gave is {kind}, which is not shown here.", status=reply.status
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
    return urlsplit(url).netloc.rpartition("@")[2] or "The address"
