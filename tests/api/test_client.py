"""The client: what it sends, what it keeps to itself, and what a series of attempts proves."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import svcconsole
from svcconsole.api import operations as api
from svcconsole.api.client import CallRecord, Client
from svcconsole.api.connection import Connection
from svcconsole.api.errors import InvalidTemplate, Outcome, ProxyInTheWay, Rejected
from svcconsole.api.masking import MASK
from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.api.operations import OPERATIONS, Effect, Operation
from svcconsole.api.token import Token
from tests.api.models.samples import PRODUCT, SAMPLES
from tests.api.replies_of_a_store import REPLIES
from tests.api.wire_stages import OK, after_request
from tests.support.coroutines import until
from tests.support.fault_server import FaultServer, Peer, Script, answer, answers, fault_server
from tests.support.virtual_time import VirtualTimeLoop

TOKEN = Token("canary-c2VjcmV0OnRva2Vu")


@pytest.fixture(autouse=True)
def loop_factory() -> type[VirtualTimeLoop]:
    return VirtualTimeLoop


def client_of(
    server: FaultServer, *, on_call: Callable[[CallRecord], None] | None = None, **more: Any
) -> Client:
    return Client(Connection(server.base_url, TOKEN, **more), on_call=on_call)


def one_after_another(*scripts: Script) -> Script:
    """The first connection plays the first script, and so on; the last one stays."""

    async def script(peer: Peer) -> None:
        await scripts[min(peer.number, len(scripts)) - 1](peer)

    return script


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
async def test_every_operation_sends_its_body_to_its_path(operation: Operation[Any, Any]) -> None:
    async with fault_server(answers(answer(REPLIES[operation]))) as server, client_of(server) as client:
        response = await client.call(operation, operation.request.read(SAMPLES[operation]))
    (received,) = server.requests
    assert received.head.startswith(
        f"POST /integrations/svcPlatformFunctions-{operation.path} HTTP/1.1\r\n".encode()
    )
    assert f"\r\nauthorization: Basic {TOKEN.reveal()}\r\n".encode() in received.head
    assert b"\r\ncontent-type: application/json\r\n" in received.head
    assert json.loads(received.body) == SAMPLES[operation]
    assert isinstance(response, operation.response)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
async def test_only_what_may_be_repeated_reuses_a_connection(operation: Operation[Any, Any]) -> None:
    body = operation.request.read(SAMPLES[operation]).wire()
    async with fault_server(answers(answer(REPLIES[operation]))) as server, client_of(server) as client:
        for _ in range(3):
            assert (await client.send(operation, body)).outcome is Outcome.OK
    assert server.connections == (3 if operation.effect is Effect.ONCE else 1)


async def test_the_prefix_is_the_connections() -> None:
    async with fault_server(answers(OK)) as server, client_of(server, prefix="acme") as client:
        await client.send(api.LIST_PRODUCTS, b"{}")
    assert server.requests[0].head.startswith(b"POST /integrations/acmePlatformFunctions-products/list ")


async def test_the_application_id_of_the_connection_fills_a_form_that_has_it() -> None:
    sample = {name: value for name, value in SAMPLES[api.SEND_MESSAGE].items() if name != "appId"}
    reply = answer(REPLIES[api.SEND_MESSAGE])
    async with fault_server(answers(reply)) as server, client_of(server, app_id="app-1") as client:
        await client.call(api.SEND_MESSAGE, api.SEND_MESSAGE.request.read(sample))
        await client.send(api.LIST_PRODUCTS, api.LIST_PRODUCTS.request().wire())
    assert json.loads(server.requests[0].body) == sample | {"appId": "app-1"}
    assert json.loads(server.requests[1].body) == {}


async def test_an_upsert_without_its_own_id_is_not_repeated() -> None:
    with_id = UpsertCustomer(partner_customer_id="C-1", email="ida@shop.example").wire()
    without = UpsertCustomer(email="ida@shop.example").wire()
    async with fault_server(after_request()) as server, client_of(server) as client:
        repeated = await client.send(api.UPSERT_CUSTOMER, with_id)
        single = await client.send(api.UPSERT_CUSTOMER, without)
    assert (repeated.outcome, repeated.attempts) == (Outcome.UNKNOWN, 4)
    assert (single.outcome, single.attempts) == (Outcome.UNKNOWN, 1)


async def test_a_last_attempt_that_sent_nothing_does_not_undo_an_earlier_doubt() -> None:
    """Broken after the request, then slowed down to the end: the first one may have been carried out."""
    script = one_after_another(after_request(), answers(answer({"status": 429}, 429)))
    async with fault_server(script) as server, client_of(server) as client:
        result = await client.send(api.UPSERT_PRODUCTS, b"{}")
    assert (result.outcome, result.attempts) == (Outcome.UNKNOWN, 4)
    assert result.error is not None
    assert "broke" in result.error.sentence


@pytest.mark.parametrize(
    "last",
    [
        answer({"status": 401, "message": "Unauthorized"}, 401),
        answer({"status": 403}, 403),
        answer(b"<html>Sign in</html>", 302, {"Location": "https://portal.example"}),
        answer({"status": 429}, 429, {"Retry-After": "901"}),
    ],
    ids=["token", "forbidden", "portal", "long wait"],
)
async def test_what_holds_every_request_up_does_not_undo_an_earlier_doubt(last: bytes) -> None:
    script = one_after_another(after_request(), answers(last))
    async with fault_server(script) as server, client_of(server) as client:
        result = await client.send(api.UPSERT_PRODUCTS, b"{}")
        alone = await client.send(api.UPSERT_PRODUCTS, b"{}")
    assert (result.outcome, result.attempts) == (Outcome.UNKNOWN, 2)
    assert result.error is not None
    assert "broke" in result.error.sentence
    assert alone.outcome is Outcome.PAUSE


async def test_a_store_set_to_read_only_meanwhile_does_not_undo_an_earlier_doubt() -> None:
    async def lost(peer: Peer) -> None:
        client.read_only = True
        await after_request()(peer)

    async with fault_server(lost) as server, client_of(server) as client:
        result = await client.send(api.UPSERT_PRODUCTS, b"{}")
    assert (result.outcome, result.attempts, server.connections) == (Outcome.UNKNOWN, 2, 1)


async def test_without_retry_one_attempt_is_made_and_the_wait_is_told() -> None:
    busy = answer({"status": 429}, 429, {"Retry-After": "12"})
    async with fault_server(answers(busy)) as server, client_of(server) as client:
        result = await client.send(api.UPSERT_PRODUCTS, b"{}", retry=False)
    assert (result.outcome, result.attempts, result.retry_after) == (Outcome.THROTTLED, 1, 12)
    assert len(server.requests) == 1


@pytest.mark.parametrize("seconds", [1, 90, 900])
async def test_the_named_wait_is_never_undercut_and_hardly_exceeded(seconds: int) -> None:
    busy = answer({"status": 429}, 429, {"Retry-After": str(seconds)})
    async with fault_server(answers(busy, OK)) as server, client_of(server) as client:
        result = await client.send(api.SEND_MESSAGE, b"{}")
    assert (result.outcome, result.attempts) == (Outcome.OK, 2)
    assert seconds <= result.elapsed <= seconds * 1.2 + 1


@pytest.mark.parametrize(
    ("operation", "outcome"),
    [(api.LIST_PRODUCTS, Outcome.PAUSE), (api.UPSERT_PRODUCTS, Outcome.UNKNOWN)],
    ids=["read", "upsert"],
)
async def test_a_wait_of_more_than_a_quarter_of_an_hour_is_not_waited_for(
    operation: Operation[Any, Any], outcome: Outcome
) -> None:
    away = answer({"status": 503}, 503, {"Retry-After": "901"})
    async with fault_server(answers(away)) as server, client_of(server) as client:
        result = await client.send(operation, b"{}")
    assert (result.outcome, result.attempts) == (outcome, 1)
    assert result.elapsed < 1


async def test_the_same_bytes_are_sent_each_time() -> None:
    body = api.UPSERT_PRODUCTS.request.read({"products": [PRODUCT]}).wire()
    script = answers(answer({"status": 500}, 500), answer({"status": 503}, 503), OK)
    async with fault_server(script) as server, client_of(server) as client:
        assert (await client.send(api.UPSERT_PRODUCTS, body)).attempts == 3
    assert {received.body for received in server.requests} == {body}


async def test_a_large_body_arrives_whole_and_with_its_length() -> None:
    body = b'{"x": "' + random.randbytes(3_000_000).hex().encode() + b'"}'
    async with fault_server(answers(OK)) as server, client_of(server) as client:
        assert (await client.send(api.UPSERT_PRODUCTS, body)).outcome is Outcome.OK
    assert server.requests[0].body == body
    assert b"transfer-encoding" not in server.requests[0].head.lower()


async def test_the_servers_words_and_field_come_with_the_refusal() -> None:
    words = "products[0].combinations[1].price must be a number"
    reply = answer({"status": 400, "errors": [{"message": words}, {"message": "and more"}]}, 400)
    async with fault_server(answers(reply)) as server, client_of(server) as client:
        with pytest.raises(Rejected) as caught:
            await client.call(api.UPSERT_PRODUCTS, api.UPSERT_PRODUCTS.request.read({"products": [PRODUCT]}))
    assert caught.value.server_words == (words, "and more")
    assert [error.loc for error in caught.value.fields] == [("products", 0, "combinations", 1, "price")]
    assert caught.value.status == 400
    assert caught.value.operation == "products.createOrUpdate"


async def test_an_unknown_template_has_its_own_error() -> None:
    reply = answer({"status": 407, "error": "Invalid template ID"}, 407)
    async with fault_server(answers(reply)) as server, client_of(server) as client:
        with pytest.raises(InvalidTemplate) as caught:
            await client.call(api.SEND_TEMPLATE, api.SEND_TEMPLATE.request.read(SAMPLES[api.SEND_TEMPLATE]))
    assert caught.value.server_words == ("Invalid template ID",)


async def test_a_store_that_echoes_the_token_gets_it_masked() -> None:
    reply = answer({"status": 400, "errors": [{"message": f"bad {TOKEN.reveal()}"}]}, 400)
    async with fault_server(answers(reply)) as server, client_of(server) as client:
        result = await client.send(api.LIST_PRODUCTS, b"{}")
    assert result.error is not None
    assert result.error.server_words == (f"bad {MASK}",)
    assert TOKEN.reveal().encode() not in result.body
    assert TOKEN.reveal() not in f"{result!r}{result.error.args}{client.connection!r}"


async def test_another_connection_cuts_nothing_off_and_holds_from_the_next_call_on() -> None:
    replies: asyncio.Queue[bytes] = asyncio.Queue()
    records: list[CallRecord] = []
    other = Token("another-c2VjcmV0OnRva2Vu")

    async def script(peer: Peer) -> None:
        while True:
            await peer.request()
            await peer.send(await replies.get())

    async with fault_server(script) as server, client_of(server, on_call=records.append) as client:
        begun = asyncio.create_task(client.send(api.SEND_MESSAGE, b"{}"))
        await until(lambda: server.requests)
        client.connection = Connection(server.base_url, other)
        client.read_only = True
        replies.put_nowait(answer({"status": 400, "errors": [{"message": f"bad {TOKEN.reveal()}"}]}, 400))
        result = await begun
        assert result.error is not None and result.error.server_words == (f"bad {MASK}",)
        assert (await client.send(api.SEND_MESSAGE, b"{}")).outcome is Outcome.PAUSE
        replies.put_nowait(OK)
        assert (await client.send(api.LIST_PRODUCTS, b"{}")).outcome is Outcome.OK
    first, second = (one.head.partition(b"Basic ")[2].split(b"\r")[0].decode() for one in server.requests)
    assert (first, second) == (TOKEN.reveal(), other.reveal())
    assert [record.token for record in records] == [TOKEN, other, other]


async def test_another_pace_or_name_goes_on_over_the_same_connections() -> None:
    async with fault_server(answers(OK)) as server, client_of(server) as client:
        await client.send(api.LIST_PRODUCTS, b"{}")
        client.connection = Connection(
            server.base_url, TOKEN, name="Candles", app_id="7", requests_a_second=50, at_once=2
        )
        await client.send(api.LIST_PRODUCTS, b"{}")
        assert server.connections == 1


async def test_half_an_emoji_does_not_make_an_answer_unreadable() -> None:
    reply = answer(b'{"status": 200, "data": {"products": [{"id": "1", "name": "Mug \\ud83d"}]}}')
    async with fault_server(answers(reply)) as server, client_of(server) as client:
        page = await client.call(api.LIST_PRODUCTS, api.LIST_PRODUCTS.request())
    assert page.data.products[0].name == "Mug \ufffd"


async def test_each_call_is_recorded_once_without_the_token() -> None:
    records: list[CallRecord] = []
    script = answers(answer({"status": 500}, 500), OK)
    async with fault_server(script) as server, client_of(server, on_call=records.append) as client:
        await client.send(api.LIST_PRODUCTS, b"{}")
    (record,) = records
    assert (record.request, record.answer.attempts, record.answer.outcome) == (b"{}", 2, Outcome.OK)
    assert TOKEN.reveal() not in repr(record)


@pytest.mark.parametrize(
    ("operation", "outcome"),
    [(api.SEND_MESSAGE, Outcome.UNKNOWN), (api.LIST_PRODUCTS, Outcome.NOT_SENT)],
    ids=["once", "read"],
)
async def test_a_call_cancelled_in_flight_is_recorded_as_what_is_proved(
    operation: Operation[Any, Any], outcome: Outcome
) -> None:
    records: list[CallRecord] = []

    async def never_answers(peer: Peer) -> None:
        await peer.request()
        await asyncio.Event().wait()

    async with fault_server(never_answers) as server, client_of(server, on_call=records.append) as client:
        task = asyncio.create_task(client.send(operation, b"{}"))
        await until(lambda: server.requests)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    assert [record.answer.outcome for record in records] == [outcome]


async def test_loopback_is_never_asked_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    async with fault_server(answers(OK)) as server, client_of(server) as client:
        assert (await client.send(api.LIST_PRODUCTS, b"{}")).outcome is Outcome.OK


async def test_a_proxy_sees_its_own_credentials_and_never_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuses(peer: Peer) -> None:
        peer.server.heads.append(await peer.head())
        await peer.send(answer(b"", 403))

    async with fault_server(refuses) as proxy:
        monkeypatch.setenv("https_proxy", proxy.base_url.replace("//", "//user:p%40ss@"))
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        async with Client(Connection("https://store.example", TOKEN)) as client:
            result = await client.send(api.LIST_PRODUCTS, b"{}")
    assert result.outcome is Outcome.PAUSE
    assert proxy.heads[0].startswith(b"CONNECT store.example:443 ")
    assert b"proxy-authorization: Basic dXNlcjpwQHNz\r\n" in proxy.heads[0]
    assert TOKEN.reveal().encode() not in proxy.heads[0]


async def test_a_proxy_that_cannot_be_used_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "socks5://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    async with Client(Connection("https://store.example", TOKEN)) as client:
        result = await client.send(api.LIST_PRODUCTS, b"{}")
    assert isinstance(result.error, ProxyInTheWay)
    assert "proxy socks5://127.0.0.1:9" in result.error.sentence


async def test_a_store_that_only_fails_soon_gets_no_more_retries() -> None:
    """Retries must not become most of the traffic: 100 in reserve, then one attempt a call."""
    async with fault_server(answers(answer({"status": 500}, 500))) as server, client_of(server) as client:
        calls = [client.send(api.LIST_PRODUCTS, b"{}") for _ in range(100)]
        ended = await asyncio.gather(*calls)
    assert {result.outcome for result in ended} == {Outcome.NOT_SENT}
    retries = sum(result.attempts for result in ended) - len(ended)
    assert 100 <= retries <= 110
    assert len(server.requests) == retries + len(ended)


def test_the_table_of_operations_is_read_without_any_network_library() -> None:
    script = "import sys, svcconsole.api.operations; print({'aiohttp', 'ssl'} & sys.modules.keys())"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert ended.stdout.strip() == "set()"


def test_one_file_alone_sends_to_a_store() -> None:
    """By one library; the practice store sends its webhooks by the same."""
    root = Path(svcconsole.__file__).parent
    sending = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if re.search(r"\bClientSession\(|\b(import|from) (httpx|requests|urllib3)\b", path.read_text("utf-8"))
    }
    assert sending == {"api/transport.py", "sandbox/webhooks/request.py"}


async def test_nothing_of_a_call_is_logged_even_when_everything_is(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    script = answers(answer({"status": 500}, 500), OK)
    async with fault_server(script) as server, client_of(server) as client:
        await client.send(api.LIST_PRODUCTS, b'{"afterProductId": "p1"}')
    assert caplog.text == ""
