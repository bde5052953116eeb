"""The practice store's webhooks at a worker: states and clicks in Delivery, doubts that settle themselves."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from svcconsole.api.operations import SEND_TEMPLATE
from svcconsole.sandbox.webhooks.registrations import SIGNATURE, TIMESTAMP, signature
from svcconsole.services.deliveries.deliveries import listed
from svcconsole.services.deliveries.states import State
from tests.support.campaign import SETTINGS, received, recipients
from tests.support.command import CommandLine
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.scheduled import Shop

SECRET = "a-secret-of-the-tests"
COUNT = 6


@pytest.fixture
def shop(practice_store: PracticeStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shop]:
    monkeypatch.setenv("SVCCONSOLE_WEBHOOK_SECRET", SECRET)
    practice_store.control("POST", "/pace", {"factor": 1000})
    yield Shop(CommandLine(tmp_path), practice_store)
    practice_store.control("POST", "/pace", {"factor": 1})


async def sent(shop: Shop, expected: int = 0) -> str:
    path = recipients(shop.command.home / "list.csv", COUNT)
    done = await shop.command.run("import", "templates", str(path), *SETTINGS, store=shop.store)
    assert done.code == expected, done.stderr
    return str(done.json["run"])


async def post(url: str, body: bytes, *, secret: str = SECRET, age: int = 0) -> int:
    stamp = str(int(time.time()) - age)
    headers = {TIMESTAMP: stamp, SIGNATURE: signature(secret, stamp, body)}
    async with httpx.AsyncClient(trust_env=False) as client:
        return (await client.post(url, content=body, headers=headers)).status_code


async def test_states_and_clicks_come_without_asking_and_a_doubt_settles_itself(shop: Shop) -> None:
    async with shop.worker("--webhooks", "127.0.0.1:0", "--health", "0") as worker:
        url = worker.told["webhooks"] + "/events"
        shop.store.control("POST", "/webhooks", {"url": url, "secret": SECRET})
        # Nothing that is asked has an answer: what is known came by webhook.
        shop.store.add_fault("status", code=503, operation="fetchMessagesById")
        shop.store.add_fault("reset", executed=True, operation=SEND_TEMPLATE.path, count=1)
        run = await sent(shop, expected=5)
        assert len(received(shop.store)) == COUNT
        with shop.workspace() as workspace:

            def all_arrived() -> bool:
                found = [each for each in listed(workspace) if each.run_id == run]
                arrived = [each for each in found if each.state in (State.DELIVERED, State.READ)]
                return len(arrived) == COUNT

            await until(all_arrived, seconds=60)
            assert workspace.decisions.count() == 0, "the event proves that it was sent"
            totals = workspace.runs.totals(run)
            assert (totals.sent, totals.needs_decision) == (COUNT, 0)
            one = listed(workspace)[0]
            clicked = {"messageId": one.id, "url": "https://shop.example/sale"}
            for _ in range(2):
                shop.store.control("POST", "/click", clicked)
            await until(lambda: {each.id: each.clicks for each in listed(workspace)}[one.id] == 2)
            assert sum(each.clicks for each in listed(workspace)) == 2
        async with httpx.AsyncClient(trust_env=False) as client:
            health = await client.get(worker.told["health"] + "/health")
            figures = (await client.get(worker.told["health"] + "/metrics")).text
        assert (health.status_code, health.json()["status"]) == (200, "ok")
        assert 'svcconsole_worker_webhooks_total{status="202"}' in figures
        for line in figures.splitlines():
            assert line.startswith("# ") or float(line.rpartition(" ")[2]) >= 0, line


async def test_only_what_is_signed_now_is_taken_and_each_event_once(shop: Shop) -> None:
    body = json.dumps({"id": "evt-1", "messageId": "wamid.x", "status": "READ"}).encode()
    async with shop.worker("--webhooks", "127.0.0.1:0") as worker:
        url = worker.told["webhooks"] + "/"
        assert await post(url, body, secret="another") == 401
        assert await post(url, body, age=400) == 401
        assert await post(url, body, age=-400) == 401
        for rubbish in (b"", b"[]", b"{", b'{"id": "evt-2"}', b"\xff\xfe"):
            assert await post(url, rubbish) == 400
        assert await post(url, b" " * 300_000) == 413
        assert [await post(url, body) for _ in range(3)] == [202, 202, 202]
        with shop.workspace() as workspace:
            (kept,) = workspace.webhooks.of("wamid.x")
            assert (kept.id, kept.word) == ("evt-1", "READ")


async def test_a_worker_without_a_secret_or_a_place_to_listen_does_not_begin(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("nowhere", "127.0.0.1:99999"):
        refused = await shop.command.run("worker", "--webhooks", place, store=shop.store)
        assert (refused.code, "is not an address to listen at" in refused.stderr) == (2, True)
    monkeypatch.delenv("SVCCONSOLE_WEBHOOK_SECRET")
    refused = await shop.command.run("worker", "--webhooks", "127.0.0.1:0", store=shop.store)
    assert (refused.code, "secret" in refused.stderr) == (2, True), refused.stderr
    leaky = ("--workspace", "postgresql://ann:word@db.example/shop")
    refused = await shop.command.run("worker", "--once", *leaky, store=shop.store)
    assert (refused.code, "holds a password" in refused.stderr) == (2, True), refused.stderr
