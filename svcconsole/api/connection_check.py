"""Tests a connection with one harmless request and reports the step that failed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from svcconsole.api.client import Answer, Client
from svcconsole.api.connection import Connection
from svcconsole.api.errors import ApiError, NotTrusted, ProxyInTheWay
from svcconsole.api.faults import Fault
from svcconsole.api.models.catalog import CatalogsResponse, ListCatalogs
from svcconsole.api.network import SYSTEM
from svcconsole.api.operations import LIST_CATALOGS
from svcconsole.words.message import mark, message


class State(StrEnum):
    """How a step went."""

    OK = "ok"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way to the store, with a sentence and, where it failed, what to do."""

    name: str
    state: State
    sentence: str
    advice: str = ""
    server_words: tuple[str, ...] = ()


ADDRESS, TLS, PROXY, TOKEN, API = (
    message("Address"),
    message("Secure connection"),
    message("Proxy"),
    message("Token"),
    message("Service"),
)
STEPS = (ADDRESS, TLS, PROXY, TOKEN, API)
_FAILS = {
    Fault.UNREACHED: ADDRESS,
    Fault.POOL: ADDRESS,
    Fault.UNAUTHORIZED: TOKEN,
    Fault.FORBIDDEN: TOKEN,
}
_UNPROVED: dict[str, set[str]] = {
    ADDRESS: {TLS, PROXY, TOKEN, API},
    TLS: {TOKEN, API},
    PROXY: {ADDRESS, TLS, TOKEN, API},
    TOKEN: {API},
    API: {TOKEN},
}
"""What the failure of a step leaves untried or unproved."""
_WHILE_CONNECTING = {
    Fault.UNAUTHORIZED: (
        mark("{host} does not accept the token."),
        mark("Copy the token again from the store's settings."),
    ),
    Fault.NOT_THERE: (
        mark("{host} answers, but the service is not there (404)."),
        mark("Check the address and the API prefix, which is {prefix} here."),
    ),
    Fault.MISFIT: (
        mark("{host} answers, but not as this service does."),
        mark(
            "Another service seems to live there: check the address and the API prefix, which is "
            "{prefix} here."
        ),
    ),
}
"""Words for someone who is typing the address just now; other faults keep the words of every call."""


async def diagnose(connection: Connection) -> AsyncIterator[Step]:
    """Ask the store for its catalogs once and tell, step by step, how far that got."""
    async with Client(connection) as client:
        answer = await client.send(LIST_CATALOGS, ListCatalogs().wire(connection.prefix), retry=False)
    for step in _steps(connection, answer):
        yield step


def _steps(connection: Connection, answer: Answer[CatalogsResponse]) -> list[Step]:
    failed = _failing(answer)
    unproved = _UNPROVED[failed] if failed is not None else set()
    said = _good(connection)
    steps = []
    for name in STEPS:
        if name == failed and answer.error is not None:
            steps.append(_failed(name, connection, answer.error, answer.fault))
        elif name in unproved:
            steps.append(Step(name, State.SKIPPED, message("Not tried.")))
        else:
            steps.append(said[name])
    return steps


def _failed(name: str, connection: Connection, error: ApiError, fault: Fault | None) -> Step:
    words = _WHILE_CONNECTING.get(fault, ("", "")) if fault is not None else ("", "")
    said, advice = (
        message(text, host=connection.host, prefix=connection.prefix) if text else "" for text in words
    )
    return Step(name, State.FAILED, said or error.sentence, advice or error.advice, error.server_words)


def _failing(answer: Answer[CatalogsResponse]) -> str | None:
    """The step at which it ended; None when it arrived."""
    if isinstance(answer.error, ProxyInTheWay):
        return PROXY
    if isinstance(answer.error, NotTrusted):
        return TLS
    return _FAILS.get(answer.fault, API) if answer.fault is not None else None


def _good(connection: Connection) -> dict[str, Step]:
    """What each step says when it went well."""
    try:
        proxy = connection.proxy()
    except ProxyInTheWay:
        proxy = None  # its own step has failed
    proxy_host = urlsplit(proxy).netloc.rpartition("@")[2] if proxy else ""
    secure = connection.base_url.startswith("https:")
    through = (
        message("Through {proxy}, as this computer's settings say.", proxy=proxy_host)
        if connection.network.proxy == SYSTEM
        else message("Through {proxy}, as set for svcconsole.", proxy=proxy_host)
    )
    encrypted = message("Encrypted, and the certificate is trusted.")
    return {
        ADDRESS: Step(ADDRESS, State.OK, message("{host} answers.", host=connection.host)),
        TLS: Step(TLS, State.OK, encrypted)
        if secure
        else Step(TLS, State.SKIPPED, message("Not needed on this computer itself.")),
        PROXY: Step(PROXY, State.OK, through)
        if proxy
        else Step(PROXY, State.SKIPPED, message("None is in use.")),
        TOKEN: Step(TOKEN, State.OK, message("The store accepts it.")),
        API: Step(API, State.OK, message("This is the service: it gave its catalogs.")),
    }
