"""Every wire fault against every effect, over real sockets on a clock that jumps."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from svcconsole.api.client import Answer, Client
from svcconsole.api.connection import Connection
from svcconsole.api.errors import Outcome
from svcconsole.api.models.common import Envelope
from svcconsole.api.operations import LIST_PRODUCTS, SEND_MESSAGE, UPSERT_PRODUCTS, Effect, Operation
from svcconsole.api.token import Token
from tests.api.wire_faults import CASES, Case
from tests.api.wire_stages import Stage
from tests.support.certificates import Authority
from tests.support.coroutines import until
from tests.support.virtual_time import VirtualTimeLoop

CANARY = "canary-c2VjcmV0OnRva2Vu"
OPERATIONS: dict[Effect, Operation[Any, Any]] = {
    Effect.READ: LIST_PRODUCTS,
    Effect.UPSERT: UPSERT_PRODUCTS,
    Effect.ONCE: SEND_MESSAGE,
}


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
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code} {case.name}")
async def test_fault(
    case: Case,
    effect: Effect,
    authority: Authority,
    without_proxies: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with case.stage(authority) as stage:
        if stage.proxy:
            without_proxies.setenv("https_proxy", stage.proxy)
        answer = await played(stage, effect)
        seen = len(stage.server.requests) if stage.server else 0
    expected = {Effect.READ: case.read, Effect.UPSERT: case.upsert, Effect.ONCE: case.once}[effect]
    assert f"{answer.outcome} {answer.attempts}" == expected
    if stage.server is not None and seen and not (stage.warm_up or stage.hold or stage.proxy):
        assert seen == answer.attempts
    assert CANARY not in f"{answer}{answer.error!r}{answer.body!r}{caplog.text}"
    if answer.outcome is Outcome.OK:
        assert answer.error is None
        return
    assert answer.error is not None
    assert answer.error.outcome is answer.outcome
    assert answer.error.sentence.endswith((".", "minutes of waiting."))
    assert "{" not in answer.error.sentence
    assert answer.outcome is Outcome.REJECTED or answer.error.advice
    if effect is Effect.READ:
        assert case.says in answer.error.sentence


async def played(stage: Stage, effect: Effect) -> Answer[Envelope]:
    """Send one request of `effect` on the stage and return its answer."""
    operation = OPERATIONS[effect]
    connection = Connection(stage.base_url, Token(CANARY), ca_file=stage.ca_file)
    async with Client(connection, resolver=stage.resolver, connections=stage.connections) as client:
        body = stage.body or b"{}"
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
