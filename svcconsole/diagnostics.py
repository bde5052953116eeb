"""Facts about the way to a store and about this computer, for whoever asks why something does not work."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import urllib.request
from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from svcconsole.api.connection import Connection
from svcconsole.api.errors import ApiError
from svcconsole.api.network import NO_PROXY, SYSTEM
from svcconsole.words.message import message

SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Way:
    """How a store is reached: `proxy` as host and port, blank for none, and where it was found; the version
    of the encryption, who signed the store's certificate, and who says that this one is trusted."""

    proxy: str
    found_in: str
    encrypted: str
    signed_by: str
    trusted_by: str
    problem: str = ""


def way_to(connection: Connection, *, fixed: bool = False) -> Way:
    """Look at the way to a store; blocks up to 5 seconds. `fixed`: an administrator set the proxy."""
    try:
        proxy = connection.proxy()
    except ApiError as error:
        return Way("", found_in(connection, None, fixed=fixed), "", "", "", error.sentence)
    shown = urlsplit(proxy).netloc.rpartition("@")[2] if proxy else ""
    source = found_in(connection, proxy, fixed=fixed)
    if not connection.base_url.startswith("https:"):
        return Way(shown, source, message("not needed on this computer"), "", "")
    try:
        version, issuer = _greet(connection, proxy)
    except (OSError, ApiError, ValueError) as error:
        said = error.sentence if isinstance(error, ApiError) else _without_addresses(error)
        return Way(shown, source, "", "", "", said)
    own = issuer in _names_in(connection.network.ca_file)
    by = message("the extra CA file") if own else message("this computer")
    return Way(shown, source, version, issuer, by)


def found_in(connection: Connection, proxy: str | None, *, fixed: bool) -> str:
    """Where it says which proxy is used, or that none is."""
    kind = connection.network.proxy
    if not connection.trust_env:
        return message("this computer itself needs none")
    if kind not in (SYSTEM, NO_PROXY) or kind == NO_PROXY:
        return message("set for this computer") if fixed else message("these settings")
    if proxy is None:
        return message("none is set on this computer")
    named = urllib.request.getproxies_environment()
    return message("the environment") if proxy in _with_scheme(named) else message("the system’s settings")


def _with_scheme(named: dict[str, str]) -> set[str]:
    return {one if "://" in one else f"http://{one}" for one in named.values()}


def _greet(connection: Connection, proxy: str | None) -> tuple[str, str]:
    """The version of TLS and the signer's name, by a greeting that asks for nothing."""
    parts = urlsplit(connection.base_url)
    host, port = parts.hostname or "", parts.port or 443
    trust = connection.network.trust()
    with _line_to(host, port, proxy) as line, trust.wrap_socket(line, server_hostname=host) as secured:
        certificate: dict[str, Any] = secured.getpeercert() or {}
        return secured.version() or "", _name(certificate.get("issuer", ()))


def _line_to(host: str, port: int, proxy: str | None) -> socket.socket:
    if proxy is None:
        return socket.create_connection((host, port), SECONDS)
    parts = urlsplit(proxy)
    through = HTTPConnection(parts.hostname or "", parts.port or 80, timeout=SECONDS)
    headers = {}
    if parts.username:
        pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers["Proxy-Authorization"] = f"Basic {b64encode(pair.encode()).decode()}"
    through.set_tunnel(host, port, headers)
    through.connect()
    line: socket.socket = through.sock
    return line


def _names_in(ca_file: Path | None) -> set[str]:
    """Whom the certificates of a file are of."""
    if ca_file is None:
        return set()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        context.load_verify_locations(cafile=str(ca_file))
    except (OSError, ssl.SSLError):
        return set()
    return {_name(each.get("subject", ())) for each in context.get_ca_certs()}


def _name(pairs: Any) -> str:
    """The name in a certificate's subject or issuer: the common one, else the organisation's."""
    said = {key: value for group in pairs for key, value in group}
    return str(said.get("commonName") or said.get("organizationName") or "")


def _without_addresses(error: Exception) -> str:
    """What the system said, without the address it was said of."""
    words = getattr(error, "strerror", None) or getattr(error, "verify_message", None) or str(error)
    return str(words)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a store on this computer, in bytes; None for what cannot be known."""

    size: int | None
    free: int | None


def kept_in(folder: Path) -> Kept:
    """The size of a store's folder and the room that is left beside it."""
    try:
        return Kept(_bytes_in(folder), shutil.disk_usage(folder).free)
    except OSError:
        return Kept(None, None)


def _bytes_in(folder: Path) -> int:
    """Of all files below a folder; one that goes while they are counted, as a database has them, has none."""
    size = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):
                if entry.is_dir(follow_symlinks=False):
                    size += _bytes_in(Path(entry.path))
                elif entry.is_file(follow_symlinks=False):
                    size += entry.stat().st_size
    return size
