"""Checks URLs from strangers: https to public addresses only, checked again after resolution."""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from svcconsole.api.connection import is_loopback
from svcconsole.words.message import message

_NUMERIC = re.compile(r"(0x[0-9a-f]*|[0-9]+)(\.(0x[0-9a-f]*|[0-9]+))*\.?\Z")
"""Of a host in small letters, as `urlsplit` gives it."""
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Forbidden(Exception):
    """A URL that is not fetched; the text says why, as the end of a sentence."""


def check_url(url: str, *, allow_loopback: bool) -> None:
    """Raise Forbidden unless `url` is https to a public place, or to this computer where that is allowed."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError as error:
        raise Forbidden(message("it is no address of the web")) from error
    if parts.username is not None or parts.password is not None:
        raise Forbidden(message("it holds a user name or password"))
    if not host or "%" in host or "\\" in url:
        raise Forbidden(message("it is no address of the web"))
    local = allow_loopback and is_loopback(host)
    if parts.scheme != "https" and not (local and parts.scheme == "http"):
        raise Forbidden(message("it does not begin with https://"))
    if local:
        return
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        if _NUMERIC.match(host):
            raise Forbidden(message("it writes a number where a name belongs")) from None
        if is_loopback(host) or "." not in host.strip("."):
            raise Forbidden(message("it leads into the local network")) from None
        return
    if not is_public(address):
        raise Forbidden(message("it leads into the local network"))


def is_public(address: Address) -> bool:
    """Whether `address`, and what it wraps, belongs to the public internet."""
    if isinstance(address, ipaddress.IPv6Address):
        wrapped = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if address in _NAT64:
            wrapped = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if wrapped is not None:
            return is_public(wrapped)
        if address.is_site_local:  # deprecated, and "global" by Python; networks still have it
            return False
    special = address.is_multicast or address.is_reserved or address.is_unspecified or address.is_loopback
    return address.is_global and not (special or address.is_private or address.is_link_local)


class GuardedResolver(AbstractResolver):
    """A name lookup that gives only public addresses; the connection goes to just these."""

    def __init__(self, inner: AbstractResolver | None = None) -> None:
        self._inner = inner

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The addresses of `host`; Forbidden when one of them is not public."""
        if self._inner is None:
            self._inner = ThreadedResolver()
        found = await self._inner.resolve(host, port, family)
        if host.lower().rstrip(".") == "localhost":
            return [entry for entry in found if is_loopback(entry["host"])]
        for entry in found:
            if not is_public(ipaddress.ip_address(entry["host"])):
                raise Forbidden(message("its name leads into the local network"))
        return found

    async def close(self) -> None:
        """Close the lookup behind it."""
        if self._inner is not None:
            await self._inner.close()
