"""What a failed exchange proves: how far it got decides, not the name of the exception."""

from __future__ import annotations

import errno
import ssl
from dataclasses import dataclass

import aiohttp

from svcconsole.api.faults import Fault


@dataclass(slots=True)
class Flight:
    """How far an exchange got: with no connection, nothing can have left this computer."""

    queued: bool = False
    connected: bool = False
    status: int | None = None


class WireFailure(Exception):
    """No whole answer came; `fault` says what is proved, `status` what the answer had begun with."""

    def __init__(self, fault: Fault, detail: str, status: int | None = None) -> None:
        super().__init__(detail)
        self.fault = fault
        self.detail = detail
        self.status = status


_UNCONNECTED: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], Fault, str], ...] = (
    (aiohttp.ClientHttpProxyError, Fault.PROXY, "it answered {cause.status}"),
    (aiohttp.ClientProxyConnectionError, Fault.PROXY, "the proxy itself was not reached"),
    (aiohttp.ClientConnectorCertificateError, Fault.TLS, "{certificate}"),
    (
        (aiohttp.ClientSSLError, aiohttp.ServerFingerprintMismatch, ssl.SSLError),
        Fault.TLS,
        "what answers there does not speak TLS as this computer does",
    ),
    (aiohttp.ClientConnectorDNSError, Fault.UNREACHED, "its name is not known on this network"),
)
_WHY = {
    errno.ECONNREFUSED: "nothing answers at that address",
    errno.ENETUNREACH: "there is no network route to it",
    errno.EHOSTUNREACH: "there is no network route to it",
    errno.ECONNRESET: "it closed the connection at once",
}
_CERTIFICATE = {
    "mismatch": "its certificate is for another host",
    "not valid for": "its certificate is for another host",
    "expired": "its certificate has expired",
    "not yet valid": "its certificate is not valid yet",
}


def failure(error: Exception, flight: Flight, proxied: bool) -> WireFailure:
    """What `error` proves about an exchange that got as far as `flight`."""
    cause = error.__cause__ if isinstance(error.__cause__, aiohttp.ClientError) else error
    if flight.connected:
        return _after_connecting(cause, flight)
    for kinds, fault, words in _UNCONNECTED:
        if isinstance(cause, kinds):
            return WireFailure(fault, words.format(cause=cause, certificate=_certificate_words(cause)))
    if not isinstance(cause, aiohttp.ClientError | OSError | UnicodeError):
        raise error  # no trouble of the network: a bug, and nothing was sent
    late = isinstance(cause, TimeoutError)
    if flight.queued:
        return WireFailure(Fault.POOL, "no connection was free in time")
    if proxied:
        return WireFailure(Fault.PROXY, "it did not answer in time" if late else "it broke the connection")
    why = "it did not answer in time" if late else _WHY.get(getattr(cause, "errno", None) or 0)
    return WireFailure(Fault.UNREACHED, why or "the connection could not be set up")


def _after_connecting(cause: BaseException, flight: Flight) -> WireFailure:
    if isinstance(cause, TimeoutError):
        return WireFailure(Fault.SILENT, "it did not answer in time", flight.status)
    garbled = isinstance(cause, aiohttp.ClientResponseError | ValueError)
    return WireFailure(Fault.GARBLED if garbled else Fault.BROKEN, type(cause).__name__, flight.status)


def _certificate_words(cause: BaseException) -> str:
    """Why a certificate was not accepted, in words."""
    text = str(cause).lower()
    found = (words for sign, words in _CERTIFICATE.items() if sign in text)
    return next(found, "its certificate is not trusted on this computer")
