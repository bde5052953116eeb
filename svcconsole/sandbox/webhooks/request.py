"""Sends one webhook request: signed, to a checked address, and reports the result."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from dataclasses import dataclass

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from svcconsole import __version__
from svcconsole.api.tls_and_proxy import tls_context
from svcconsole.sandbox.egress import Egress, Forbidden, Target, plain_host
from svcconsole.sandbox.webhooks import registrations

ANSWER_SECONDS = 5.0
"""For everything from looking up the name to the end of the answer."""

READ_MOST = 64 * 1024
_PIECE = 8 * 1024


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a try came to: the HTTP status if one was answered; `error` None when it was taken."""

    status: int | None
    error: str | None


_WORDS: tuple[tuple[type[Exception], str], ...] = (
    (TimeoutError, f"no answer within {ANSWER_SECONDS:g} seconds"),
    (
        aiohttp.ClientConnectorCertificateError,
        "no connection: its certificate is not trusted by this computer",
    ),
    (aiohttp.ClientSSLError, "no connection: it does not speak TLS as it should"),
    (aiohttp.ServerDisconnectedError, "no answer: the connection was closed"),
    (aiohttp.ClientPayloadError, "the answer was cut short"),
    (aiohttp.ClientResponseError, "what was answered is not HTTP"),
)
"""The first that fits a failure."""


async def send(egress: Egress, url: str, body: bytes, secret: str) -> Outcome:
    """One try: signed, to a looked-up and checked address, never through a proxy, no redirect followed."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            return await _send(await egress.pin(url), body, secret)
    except Forbidden as forbidden:
        return Outcome(None, f"not sent: {forbidden}")
    except (aiohttp.ClientError, OSError) as error:
        return Outcome(None, _words(error))


def _words(error: Exception) -> str:
    found = next((words for kind, words in _WORDS if isinstance(error, kind)), None)
    if found:
        return found
    number = getattr(error, "errno", None)
    return f"no connection: {os.strerror(number) if number else error or type(error).__name__}"


async def _send(target: Target, body: bytes, secret: str) -> Outcome:
    timestamp = str(int(time.time()))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"svcconsole-practice-store/{__version__}",
        registrations.TIMESTAMP: timestamp,
        registrations.SIGNATURE: registrations.signature(secret, timestamp, body),
    }
    url = URL(target.url, encoded=True)  # as it was registered, nothing rewritten
    if plain_host(url.host) != target.host:  # two readers of one URL must not differ about it
        raise Forbidden("it is no plain address of the web")
    async with (
        aiohttp.TCPConnector(
            resolver=_Pinned(target), ssl=tls_context(), force_close=True, use_dns_cache=False
        ) as connector,
        aiohttp.ClientSession(
            connector=connector,
            trust_env=False,
            auto_decompress=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=None),
        ) as session,
        session.post(url, data=body, headers=headers, allow_redirects=False) as answer,
    ):
        read = 0
        async for piece in answer.content.iter_chunked(_PIECE):
            read += len(piece)
            if read >= READ_MOST:
                break
        return Outcome(answer.status, _refusal(answer.status))


def _refusal(status: int) -> str | None:
    if 200 <= status < 300:
        return None
    return f"answered {status}" + ("; redirects are not followed" if 300 <= status < 400 else "")


class _Pinned(AbstractResolver):
    """Gives the checked addresses and never looks a name up again."""

    def __init__(self, target: Target) -> None:
        self._target = target

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily | int = 0
    ) -> list[ResolveResult]:
        del family
        return [
            ResolveResult(hostname=host, host=address, port=port, family=_family(address), proto=0, flags=0)
            for address in self._target.addresses
        ]

    async def close(self) -> None:
        """Nothing is open."""


def _family(address: str) -> int:
    return socket.AF_INET6 if ":" in address else socket.AF_INET
