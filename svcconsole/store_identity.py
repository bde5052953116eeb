"""Tells one store from another: addresses that lead to the same place are one store (decisions, row 44)."""

from __future__ import annotations

import hashlib
import ipaddress
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from svcconsole.api.connection import LOOPBACK, Connection, is_loopback
from svcconsole.api.errors import RefusedHere
from svcconsole.api.token import Token
from svcconsole.folders import STORE
from svcconsole.profiles import Profile

DEFAULT_PORTS = {"http": 80, "https": 443}
HERE = "localhost"
"""What every name and address of this computer is written as."""
_ANY = Token("identity")


@dataclass(frozen=True, slots=True)
class StoreIdentity:
    """A store: its address in one spelling, its API prefix, its application id where one address has several.

    A practice store is named by its data folder instead: its port is another one tomorrow.
    """

    address: str
    prefix: str = "svc"
    app_id: str = ""
    practice: str = ""

    @property
    def folder(self) -> str:
        """The name of its workspace's folder."""
        place = ("practice", self.practice) if self.practice else (self.address, self.prefix)
        parts = (*place, self.app_id)
        return f"{STORE}{hashlib.sha256(' '.join(parts).encode()).hexdigest()[:16]}"


def identity_of(base_url: str, prefix: str = "svc", app_id: str | None = None) -> StoreIdentity:
    """The store of an address however it is spelled; raises RefusedHere for what is no address."""
    parts = urlsplit(Connection(base_url, _ANY).base_url)
    host = _host(parts.hostname or "")
    port = parts.port
    place = f"[{host}]" if ":" in host else host
    if port is not None and port != DEFAULT_PORTS[parts.scheme]:
        place = f"{place}:{port}"
    return StoreIdentity(f"{parts.scheme}://{place}{parts.path}", prefix, (app_id or "").strip())


def origin_of(base_url: str) -> str:
    """Scheme, host and port of an address, in one spelling; blank for what is no address."""
    try:
        parts = urlsplit(identity_of(base_url).address)
    except RefusedHere:
        return ""
    return f"{parts.scheme}://{parts.netloc}"


def identity_of_profile(profile: Profile) -> StoreIdentity | None:
    """A profile stands for its address; None where that cannot be one."""
    try:
        return identity_of(profile.base_url, profile.prefix, profile.app_id)
    except RefusedHere:
        return None


def of_same_address(
    profiles: Sequence[Profile], base_url: str, prefix: str | None, app_id: str | None
) -> tuple[Profile, ...]:
    """The profiles of the store that an address leads to; what is not said matches any."""
    wanted = identity_of(base_url)
    found = ((profile, identity_of_profile(profile)) for profile in profiles)
    return tuple(
        profile
        for profile, identity in found
        if identity is not None
        and identity.address == wanted.address
        and prefix in (None, identity.prefix)
        and (app_id is None or app_id.strip() == identity.app_id)
    )


def spellings(base_url: str) -> Iterator[str]:
    """Ways in which an address may have been written, as typed first."""
    typed = Connection(base_url, _ANY).base_url
    yield typed
    parts = urlsplit(typed)
    host = _host(parts.hostname or "")
    hosts = (HERE, *LOOPBACK) if host == HERE else (host,)
    port = parts.port or DEFAULT_PORTS[parts.scheme]
    ports = (f":{port}", "") if port == DEFAULT_PORTS[parts.scheme] else (f":{port}",)
    for name in hosts:
        for after in ports:
            place = f"[{name}]" if ":" in name else name
            yield f"{parts.scheme}://{place}{after}{parts.path}"


def _host(host: str) -> str:
    """A host name in lower case without the dot at its end, an address in its shortest form."""
    name = host.lower().rstrip(".")
    if is_loopback(name):
        return HERE
    try:
        return str(ipaddress.ip_address(name))
    except ValueError:
        pass
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError:
        return name
