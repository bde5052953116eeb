"""Every wire fault against every effect, over real sockets on a clock that jumps."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from svcconsole.api.client import Answer, Client
from svcconsole.api.connection import Connection
from svcconsole.api.errors import Outcome
from svcconsole.api.models.common import Envelope
from svcconsole.api.operations import (
    OPERATIONS,
    Effect,
    Operation,
)
from svcconsole.api.token import Token
from tests.api.replies_of_a_store import BASE
from tests.api.wire_faults import CASES, Case
from tests.api.wire_stages import Stage
from tests.support.certificates import Authority
from tests.support.coroutines import until
from tests.support.virtual_time import VirtualTimeLoop

REPEATABLE = b'{"partnerCustomerId": "C-1"}'
CANARY = "canary-c2VjcmV0OnRva2Vu"
SHAPES = {"F60", "F61", "F63"}
"""What fits depends on the operation: these faults are played to the base operations only."""
CELLS = [
    (case, operation)
    for case in CASES
    for operation in OPERATIONS
    if case.code not in SHAPES and operation not in BASE.values()
]


@pytest.fixture(autouse=True)
def loop_factory() -> type[VirtualTimeLoop]:
    return VirtualTimeLoop


@pytest.fixture
def without_proxies(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    return monkeypatch


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority.make(tmp_path_factory.mktemp("authority"), "authority")


def test_the_catalogue_is_complete() -> None:
    assert {case.code for case in CASES} == {f"F{number:02}" for number in range(1, 64)}


@pytest.mark.parametrize("effect", list(Effect))
@pytest.mark.parametrize("case", CASES, ids=str)
async def test_fault(
    case: Case,
    effect: Effect,
    authority: Authority,
    without_proxies: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with case.stage(authority, False) as stage:
        if stage.proxy:
            without_proxies.setenv("https_proxy", stage.proxy)
        answer = await played(stage, BASE[effect])
        seen = len(stage.server.requests) if stage.server else 0
    check(answer, case)
    if stage.server is not None and seen and not (stage.warm_up or stage.hold or stage.proxy):
        assert seen == answer.attempts
    assert CANARY not in f"{answer}{answer.error!r}{answer.body!r}{caplog.text}"
    if effect is Effect.READ and answer.error is not None:
        assert case.says in answer.error.sentence


@pytest.mark.deep
@pytest.mark.parametrize("secure", [False, True], ids=["plain", "TLS"])
@pytest.mark.parametrize(("case", "operation"), CELLS, ids=str)
async def test_fault_of_every_operation(
    case: Case,
    operation: Operation[Any, Any],
    secure: bool,
    authority: Authority,
    without_proxies: pytest.MonkeyPatch,
) -> None:
    async with case.stage(authority, secure) as stage:
        if stage.proxy:
            without_proxies.setenv("https_proxy", stage.proxy)
        check(await played(stage, operation), case)


@pytest.mark.deep
@pytest.mark.parametrize("effect", list(Effect))
@pytest.mark.parametrize("case", CASES, ids=str)
async def test_fault_over_tls(
    case: Case, effect: Effect, authority: Authority, without_proxies: pytest.MonkeyPatch
) -> None:
    async with case.stage(authority, True) as stage:
        if stage.proxy:
            without_proxies.setenv("https_proxy", stage.proxy)
        check(await played(stage, BASE[effect]), case)


def check(answer: Answer[Envelope], case: Case) -> None:
    """The outcome, the attempts, and an error that people can read."""
    effect = answer.operation.effect
    expected = {Effect.READ: case.read, Effect.UPSERT: case.upsert, Effect.ONCE: case.once}[effect]
    assert f"{answer.outcome} {answer.attempts}" == expected
    if answer.outcome is Outcome.OK:
        assert answer.error is None
        return
    assert answer.error is not None
    assert answer.error.outcome is answer.outcome
    assert answer.error.sentence.endswith(".")
    assert "{" not in answer.error.sentence
    assert answer.outcome is Outcome.REJECTED or answer.error.advice


async def played(stage: Stage, operation: Operation[Any, Any]) -> Answer[Envelope]:
    """Send one request of `operation` on the stage and return its answer."""
    connection = Connection(stage.base_url, Token(CANARY), ca_file=stage.ca_file)
    async with Client(connection, resolver=stage.resolver, connections=stage.connections) as client:
        body = stage.body or REPEATABLE
        if stage.warm_up:
            assert (await client.send(operation, body)).outcome is Outcome.OK
        holding = asyncio.create_task(client.send(operation, body)) if stage.hold else None
        if stage.hold:
            await until(lambda: stage.server and stage.server.requests)
        answer = await client.send(operation, body)
        if holding:
            holding.cancel()
            await asyncio.gather(holding, return_exceptions=True)
        return answer
