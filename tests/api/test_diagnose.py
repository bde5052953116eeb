"""Testing a connection says which step failed, and claims nothing about the steps it did not reach."""

from __future__ import annotations

import pytest

from svcconsole.api.connection import Connection
from svcconsole.api.connection_check import STEPS, State, Step, diagnose
from svcconsole.api.token import Token
from tests.api import wire_stages as at
from tests.api.wire_stages import Staging, scripted
from tests.support.certificates import Authority
from tests.support.fault_server import answer, answers, fault_server
from tests.support.virtual_time import VirtualTimeLoop

CATALOGS = answer({"status": 200, "success": True, "data": {"catalogs": []}})
PAGE = answer(b"<html>", 200, {"Content-Type": "text/html"})
G, F, S = State.OK, State.FAILED, State.SKIPPED


@pytest.fixture(autouse=True)
def loop_factory(monkeypatch: pytest.MonkeyPatch) -> type[VirtualTimeLoop]:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    return VirtualTimeLoop


async def steps_of(connection: Connection) -> list[Step]:
    return [step async for step in diagnose(connection)]


@pytest.mark.parametrize(
    ("stage", "states", "says"),
    [
        (scripted(CATALOGS), [G, S, S, G, G], ""),
        (at.refused, [F, S, S, S, S], "nothing answers at that address"),
        (at.secured("127.0.0.1", trusted=False), [G, F, S, S, S], "is not trusted"),
        (at.secured("other.example"), [G, F, S, S, S], "for another host"),
        (at.proxy_refused, [S, S, F, S, S], "proxy"),
        (at.proxy_answers(answer(b"", 407)), [S, S, F, S, S], "407"),
        (scripted(answer({"status": 401}, 401)), [G, S, S, F, S], "does not accept the token"),
        (scripted(answer({"status": 404}, 404)), [G, S, S, S, F], "is not there (404)"),
        (scripted(PAGE), [G, S, S, S, F], "A web page came back"),
        (scripted(answer({"status": 500}, 500)), [G, S, S, S, F], "an error of its own"),
        (scripted(at.silent_after_request), [G, S, S, S, F], "in time"),
    ],
    ids=["good", "address", "authority", "host", "proxy", "proxy 407", "401", "404", "page", "500", "silent"],
)
async def test_the_step_that_failed_is_named(
    stage: Staging,
    states: list[State],
    says: str,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with stage(Authority.make(tmp_path_factory.mktemp("ca"), "authority"), False) as where:
        if where.proxy:
            monkeypatch.setenv("https_proxy", where.proxy)
        steps = await steps_of(Connection(where.base_url, Token("t"), ca_file=where.ca_file))
    assert [step.name for step in steps] == list(STEPS)
    assert [step.state for step in steps] == states
    assert all(step.sentence for step in steps)
    for step in steps:
        if step.state is State.FAILED:
            assert says in step.sentence
            assert step.advice


async def test_a_secure_connection_is_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    authority = Authority.make(tmp_path_factory.mktemp("ca"), "authority")
    async with fault_server(answers(CATALOGS), tls=authority.server("127.0.0.1")) as server:
        steps = await steps_of(Connection(server.base_url, Token("t"), ca_file=authority.ca_file))
    assert [step.state for step in steps] == [G, G, S, G, G]
    assert steps[1].sentence == "Encrypted, and the certificate is trusted."


async def test_a_proxy_that_cannot_be_used_fails_at_its_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "socks5://user:secret@127.0.0.1:9")
    steps = await steps_of(Connection("https://store.example", Token("t")))
    assert [step.state for step in steps] == [S, S, F, S, S]
    assert "secret" not in repr(steps)
