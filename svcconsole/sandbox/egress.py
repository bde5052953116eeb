"""Which hosts the practice store may connect to: this computer, and those listed when it was started."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from svcconsole.api.connection import LOOPBACK, is_loopback

LONGEST_URL = 2048

_PLAIN = re.compile(r"[!$-;=?-Z_a-z~\[\]]+\Z")
"""Printable ASCII without what libraries read in different ways: quotes, backslash, `#`, `^`, `|`, braces."""
_NAME = re.compile(
    r"(?=.{1,253}\Z)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*\Z"
)
_NUMERIC = re.compile(r"(0x[0-9a-f]*|[0-9]+)(\.(0x[0-9a-f]*|[0-9]+))*\Z")

Lookup = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a host name, as texts."""


class Forbidden(Exception):
    """Nothing is sent there; the text says why, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where one request goes: `host` is only spoken of, the connection is made to one of `addresses`."""

    url: str
    host: str
    port: int
    addresses: tuple[str, ...]


async def look_up(host: str, port: int) -> Sequence[str]:
    """The addresses as this computer's own settings give them, `localhost` always this computer's; Forbidden
    when there are none."""
    if host == "localhost":  # no settings are asked (RFC 6761), and a bare system has none
        return LOOPBACK
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError:
        raise Forbidden(f"the name {host} leads nowhere") from None
    return [str(address[4][0]) for address in found]


class Egress:
    """The rule, asked when an address is registered and again before each try.

    A listed name must lead to the public internet; a computer of one's own network is listed by its address.
    Raises ValueError for an entry of `hosts` that is no plain host name or address.
    """

    def __init__(self, hosts: Iterable[str] = (), lookup: Lookup = look_up) -> None:
        self._hosts = frozenset(_host(host) for host in hosts)
        self._lookup = lookup

    def check(self, url: str) -> SplitResult:
        """The parts of a URL that may be sent to; raises Forbidden for any other."""
        if len(url) > LONGEST_URL or not _PLAIN.match(url):
            raise Forbidden("it is no plain address of the web")
        try:
            parts = urlsplit(url)
            host, port = plain_host(parts.hostname), parts.port
        except ValueError:
            raise Forbidden("it is no plain address of the web") from None
        if parts.scheme not in {"http", "https"}:
            raise Forbidden("it does not begin with http:// or https://")
        if "@" in parts.netloc:
            raise Forbidden("it holds a user name or password")
        if not host or "%" in host or port == 0:
            raise Forbidden("it is no plain address of the web")
        self._check_host(host)
        return parts

    def _check_host(self, host: str) -> None:
        if is_loopback(host):
            return
        if _NUMERIC.match(host) and not _is_address(host):
            raise Forbidden("it writes a number where a name belongs")
        if host not in self._hosts:
            raise Forbidden(
                f"{host} is not this computer and not a host the store was started with:"
                f" start it with --webhook-host {host}"
            )

    async def pin(self, url: str) -> Target:
        """The addresses to connect to, looked up once and each checked; raises Forbidden."""
        parts = self.check(url)
        host = plain_host(parts.hostname)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        if _is_address(host):
            return Target(url, host, port, (host,))
        addresses = tuple(dict.fromkeys(await self._lookup(host, port)))
        leads_well = is_loopback if is_loopback(host) else _is_public
        if not addresses or not all(leads_well(address) for address in addresses):
            where = "another computer" if is_loopback(host) else "this computer or the local network"
            raise Forbidden(f"the name {host} leads to {where}")
        return Target(url, host, port, addresses)


def plain_host(host: str | None) -> str:
    """One way of writing a host of a URL: lower case, no last dot, an address in its short form."""
    name = (host or "").lower().removesuffix(".")
    return str(ipaddress.ip_address(name)) if _is_address(name) else name


def _host(entry: str) -> str:
    host = plain_host(entry.removeprefix("[").removesuffix("]"))
    if _is_address(host):
        address = ipaddress.ip_address(host)
        if not (address.is_unspecified or address.is_multicast or address.is_link_local):
            return host
    elif _NAME.match(host) and not _NUMERIC.match(host):
        return host
    raise ValueError(entry)


def _is_address(host: str) -> bool:
    try:
        return bool(ipaddress.ip_address(host))
    except ValueError:
        return False


def _is_public(address: str) -> bool:
    # its module needs the HTTP library, which a store without webhooks never loads
    from svcconsole.api.url_guard import is_public

    return is_public(ipaddress.ip_address(address.partition("%")[0]))
