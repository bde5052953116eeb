"""How far a failed exchange got, which decides whether the request may have been executed."""

from __future__ import annotations

import errno
import ssl
from dataclasses import dataclass

import aiohttp

from svcconsole.api.faults import Fault
from svcconsole.words.message import mark, message


@dataclass(slots=True)
class ExchangeProgress:
    """How far an exchange got: with no connection, nothing can have left this computer.

    `connected_at` and `handed_at` are times of the monotonic clock: when it had its connection, and when the
    last byte of the request was handed over. They are 0 where nobody asked for them, or it did not get there.
    """

    connected: bool = False
    status: int | None = None
    connected_at: float = 0.0
    handed_at: float = 0.0


class WireFailure(Exception):
    """No whole answer came; `fault` says what is proved, `status` what the answer had begun with."""

    def __init__(self, fault: Fault, detail: str, status: int | None = None) -> None:
        super().__init__(detail)
        self.fault = fault
        self.detail = detail
        self.status = status


_UNCONNECTED: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], Fault, str], ...] = (
    (aiohttp.ClientHttpProxyError, Fault.PROXY, mark("it answered {status}")),
    (aiohttp.ClientProxyConnectionError, Fault.PROXY, message("the proxy itself was not reached")),
    (aiohttp.ClientConnectorCertificateError, Fault.TLS, "{certificate}"),
    (
        (aiohttp.ClientSSLError, aiohttp.ServerFingerprintMismatch, ssl.SSLError),
        Fault.TLS,
        message("what answers there does not speak TLS as this computer does"),
    ),
    (aiohttp.ClientConnectorDNSError, Fault.UNREACHED, message("its name is not known on this network")),
)
_WHY = {
    errno.ECONNREFUSED: message("nothing answers at that address"),
    errno.ENETUNREACH: message("there is no network route to it"),
    errno.EHOSTUNREACH: message("there is no network route to it"),
    errno.ECONNRESET: message("it closed the connection at once"),
}
_CERTIFICATE = {
    "mismatch": message("its certificate is for another host"),
    "not valid for": message("its certificate is for another host"),
    "expired": message("its certificate has expired"),
    "not yet valid": message("its certificate is not valid yet"),
}


def failure(error: Exception, exchange: ExchangeProgress, proxied: bool) -> WireFailure:
    """What `error` proves about an exchange that got as far as `exchange`."""
    if exchange.connected:
        return _after_connecting(error, exchange)
    for kinds, fault, words in _UNCONNECTED:
        if isinstance(error, kinds):
            return WireFailure(
                fault,
                message(words, status=getattr(error, "status", ""), certificate=_certificate_words(error)),
            )
    if not isinstance(error, aiohttp.ClientError | OSError | UnicodeError):
        raise error  # no trouble of the network: a bug, and nothing was sent
    late = isinstance(error, TimeoutError)
    if proxied:
        return WireFailure(
            Fault.PROXY, message("it did not answer in time") if late else message("it broke the connection")
        )
    why = message("it did not answer in time") if late else _WHY.get(getattr(error, "errno", None) or 0)
    return WireFailure(Fault.UNREACHED, why or message("the connection could not be set up"))


def _after_connecting(cause: BaseException, exchange: ExchangeProgress) -> WireFailure:
    if isinstance(cause, TimeoutError):
        return WireFailure(Fault.SILENT, message("it did not answer in time"), exchange.status)
    garbled = isinstance(cause, aiohttp.ClientResponseError | ValueError)
    return WireFailure(Fault.GARBLED if garbled else Fault.BROKEN, type(cause).__name__, exchange.status)


def _certificate_words(cause: BaseException) -> str:
    """Why a certificate was not accepted, in words."""
    text = str(cause).lower()
    found = (words for sign, words in _CERTIFICATE.items() if sign in text)
    return next(found, message("its certificate is not trusted on this computer"))
