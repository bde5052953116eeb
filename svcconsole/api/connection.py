"""Where a store is and how to reach it: the address, the token, the API prefix."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from svcconsole.api.errors import RefusedHere
from svcconsole.api.network import STANDARD, Network
from svcconsole.api.token import Token
from svcconsole.words.message import message

AT_ONCE = 8
LOOPBACK = ("127.0.0.1", "::1")
_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


def is_loopback(host: str) -> bool:
    """Whether `host` is this computer: `localhost` or a loopback address."""
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    # Python 3.13 calls ::ffff:127.0.0.1 loopback, earlier ones do not; it is a disguise, so it never is here.
    return address.is_loopback and getattr(address, "ipv4_mapped", None) is None


@dataclass(frozen=True, slots=True)
class Connection:
    """A store's address and credentials; raises RefusedHere when they cannot be used.

    `trust_env` says whether the computer's proxy settings apply; by default they do, except on loopback.
    `name` is what people call the store; without one, messages name its host. `read_only`: as the store's
    profile says, nothing that changes the store may leave by this connection. `ca_file` is
    trusted in place of the one of `network`. A run sends at most `requests_a_second` (0: as many as the store
    takes) and has at most `at_once` on the way.
    """

    base_url: str
    token: Token
    prefix: str = "svc"
    app_id: str | None = None
    ca_file: Path | None = None
    trust_env: bool | None = None
    name: str = ""
    read_only: bool = False
    network: Network = STANDARD
    requests_a_second: int = 0
    at_once: int = AT_ONCE

    def __post_init__(self) -> None:
        parts = _address(self.base_url)
        path = parts.path.rstrip("/").removesuffix("/integrations").rstrip("/")
        object.__setattr__(self, "base_url", f"{parts.scheme}://{parts.netloc}{path}")
        if self.ca_file is not None:
            object.__setattr__(self, "network", replace(self.network, ca_file=self.ca_file))
        if not _PREFIX.match(self.prefix):
            raise RefusedHere(
                message(
                    "The API prefix {prefix} is not a word of letters and digits.", prefix=repr(self.prefix)
                ),
                advice=message("Use the prefix of the store's documentation, for example svc."),
            )
        if fault := self.token.fault():
            raise RefusedHere(fault, advice=message("Copy the token again from the store's settings."))
        if parts.scheme == "http":  # through a proxy it would carry the token in clear
            object.__setattr__(self, "trust_env", False)
        elif self.trust_env is None:
            object.__setattr__(self, "trust_env", not is_loopback(parts.hostname or ""))

    def proxy(self) -> str | None:
        """The proxy on the way to the store; None for none. Raises ProxyInTheWay."""
        return self.network.proxy_to(self.base_url) if self.trust_env else None

    @property
    def host(self) -> str:
        """Host and port as people read them."""
        return urlsplit(self.base_url).netloc

    @property
    def title(self) -> str:
        """The store's name, else its host."""
        return self.name or self.host

    def url(self, path: str) -> str:
        """The URL of the operation at `path` (specification, Conventions)."""
        return f"{self.base_url}/integrations/{self.prefix}PlatformFunctions-{path}"


def _address(base_url: str) -> SplitResult:
    """The parts of a usable base URL; RefusedHere with the reason for any other."""
    wanted = message("Use the address of the store's documentation, for example https://api.shop.example.")
    try:
        parts = urlsplit(base_url.strip())
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise RefusedHere(
            message("The address {address} cannot be read.", address=repr(base_url)), advice=wanted
        ) from error
    if parts.scheme not in {"http", "https"} or not host:
        raise RefusedHere(
            message("The address “{address}” does not begin with https:// and a host.", address=base_url),
            advice=wanted,
        )
    if parts.username is not None or parts.password is not None:
        raise RefusedHere(
            message("The address holds a user name or password."),
            advice=message("Leave them out; the token has its own field."),
        )
    if parts.query or parts.fragment:
        raise RefusedHere(
            message("The address {address} ends in a ? or # part.", address=repr(base_url)), advice=wanted
        )
    if any(character.isspace() or not character.isprintable() for character in base_url.strip()):
        raise RefusedHere(
            message("The address {address} holds a space or an invisible character.", address=repr(base_url)),
            advice=wanted,
        )
    if parts.scheme == "http" and not is_loopback(host):
        raise RefusedHere(
            message(
                "The address of {host} begins with http://, which would send the token unencrypted.",
                host=host,
            ),
            advice=message(
                "Begin it with https://. Plain http:// works only for a practice store on this computer."
            ),
        )
    return parts
