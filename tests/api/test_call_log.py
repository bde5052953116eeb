"""The log of the last calls: what it keeps of each, what it lets go, and why a call ended as it did."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import replace
from typing import Any

import pytest

from svcconsole.api import operations as api
from svcconsole.api.call_log import MOST_BYTES, MOST_CALLS, MOST_OF_A_BODY, CallLog, KeptCall
from svcconsole.api.call_reasons import Rule, rule_of_call, why
from svcconsole.api.client import Answer, AttemptRecord, CallRecord, Client
from svcconsole.api.connection import Connection
from svcconsole.api.errors import ApiError, Outcome
from svcconsole.api.models.catalog import ListProducts
from svcconsole.api.token import Token
from tests.api.models.samples import SAMPLES
from tests.api.replies_of_a_store import REPLIES
from tests.support.fault_server import Peer, Script, answer, answers, fault_server
from tests.support.virtual_time import VirtualTimeLoop

TOKEN = Token(base64.b64encode(b"user:canary-password-of-a-store").decode())
PRODUCTS = answer(REPLIES[api.LIST_PRODUCTS])
FAILED = answer("<html>Bad Gateway</html>", 502)
SLOWER = answer({"status": 429, "errors": [{"message": "slow down"}]}, 429)


@pytest.fixture(autouse=True)
def loop_factory() -> type[VirtualTimeLoop]:
    return VirtualTimeLoop


def in_turn(*replies: bytes) -> Script:
    """As `answers`; an empty reply breaks the connection off."""

    async def script(peer: Peer) -> None:
        while True:
            await peer.request()
            if not (reply := replies[min(len(peer.server.requests), len(replies)) - 1]):
                return peer.close()
            await peer.send(reply)

    return script


async def logged(operation: api.Operation[Any, Any], *replies: bytes) -> KeptCall:
    """What the log holds of one call with these answers."""
    log = CallLog()
    async with (
        fault_server(in_turn(*replies)) as server,
        Client(Connection(server.base_url, TOKEN), on_call=log.add) as client,
    ):
        await client.send(operation, operation.request.read(SAMPLES[operation]).wire())
    (kept,) = log.newest_first()
    return kept


def record(body: bytes, answered: bytes = b"{}") -> CallRecord:
    given: Answer[Any] = Answer(Outcome.OK, api.LIST_PRODUCTS, 200, body=answered)
    return CallRecord(1.0, "http://store.example/", TOKEN, body, given)


async def test_a_call_is_kept_with_each_attempt_its_phases_and_its_headers() -> None:
    kept = await logged(api.LIST_PRODUCTS, FAILED, PRODUCTS)
    assert [(each.outcome, each.status) for each in kept.attempts] == [
        (Outcome.NOT_SENT, 502),
        (Outcome.OK, 200),
    ]
    first, second = kept.attempts
    assert min(first.connect, first.hand_over, first.wait, second.wait) >= 0
    assert first.seconds > 0
    assert second.started >= first.started + first.seconds
    assert kept.answered == 1
    assert "Content-Length: " in second.headers
    assert kept.request.data is not None
    assert kept.answer.data is not None
    assert kept.records == len(REPLIES[api.LIST_PRODUCTS]["data"]["products"])


@pytest.mark.parametrize("form", ["as it is", "in clear", "in a header"])
async def test_no_form_of_the_token_is_in_the_log(form: str) -> None:
    """A store that echoes the token, in its body or in a header."""
    secret = TOKEN.reveal()
    body = {"as it is": secret, "in clear": "user:canary-password-of-a-store"}.get(form, "-")
    extra = {"X-Echo": f"Basic {secret}"} if form == "in a header" else {}
    echo = answer({**REPLIES[api.LIST_PRODUCTS], "echo": body}, headers=extra)
    log = CallLog()
    async with (
        fault_server(answers(echo)) as server,
        Client(Connection(server.base_url, TOKEN), on_call=log.add) as client,
    ):
        await client.send(api.LIST_PRODUCTS, ListProducts().wire()[:-1] + f',"x":"{secret}"}}'.encode())
    (kept,) = log.newest_first()
    everything = repr([getattr(kept, name) for name in KeptCall.__slots__])
    assert secret not in everything
    assert "canary-password" not in everything
    assert "••••" in everything or "\\xe2\\x80\\xa2" in everything
    assert kept.token_end == secret[-4:]


def test_the_oldest_calls_go_first_and_the_oldest_bodies_before_them() -> None:
    log = CallLog()
    body = bytes(MOST_OF_A_BODY)
    for number in range(MOST_CALLS + 20):
        log.add(record(body[number:]))
    assert len(log) == MOST_CALLS
    assert log.kept_bytes <= MOST_BYTES
    kept = list(log.newest_first())
    assert kept[0].number - kept[-1].number == MOST_CALLS - 1
    assert kept[0].request.data == body[MOST_CALLS + 19 :]
    assert kept[-1].request.data is None
    assert kept[-1].request.sha256 == hashlib.sha256(body[20:]).hexdigest()
    assert sum(each.kept_bytes for each in kept) == log.kept_bytes
    assert log.get(kept[-1].number - 1) is None
    assert log.get(kept[-1].number) is kept[-1]


def test_of_a_body_too_large_to_keep_length_and_hash_stay() -> None:
    log = CallLog()
    large = b"x" * (MOST_OF_A_BODY + 1)
    kept = log.add(record(b"{}", large))
    assert kept.answer.data is None
    assert (kept.answer.size, kept.answer.sha256) == (len(large), hashlib.sha256(large).hexdigest())


async def test_an_error_knows_its_call_and_a_record_the_call_that_carried_it() -> None:
    log = CallLog()
    async with (
        fault_server(answers(answer({"status": 400, "errors": [{"message": "no"}]}, 400))) as server,
        Client(Connection(server.base_url, TOKEN), on_call=log.add) as client,
    ):
        with pytest.raises(ApiError) as caught:
            await client.call(api.LIST_PRODUCTS, ListProducts())
    (kept,) = log.newest_first()
    assert caught.value.call_number == kept.number
    one = log.add(record(b'{"products":[{"id":"a"},{"id":"b"}]}'))
    assert log.holding(b'{"id":"b"}') is one
    assert log.holding(b'{"id":"c"}') is None
    assert log.holding(b"") is None


@pytest.mark.parametrize(
    ("operation", "replies", "rule", "sentences"),
    [
        pytest.param(
            api.LIST_PRODUCTS, (PRODUCTS,), Rule.ACCEPTED,
            ["Try 1 was answered, and the answer holds what was asked for."], id="accepted",
        ),
        pytest.param(
            api.LIST_PRODUCTS, (FAILED, FAILED, PRODUCTS), Rule.ACCEPTED,
            [
                "Tries 1 to 2 got no answer that can be used; reading changes nothing, so trying again was"
                " safe.",
                "Try 3 was answered, and the answer holds what was asked for.",
            ],
            id="read again",
        ),
        pytest.param(
            api.CREATE_TICKET, (SLOWER, FAILED), Rule.MAY_HAVE_HAPPENED,
            [
                "After try 1 the store asked to wait and had processed nothing, so trying again was safe.",
                "Try 2 was handed over, and the store's error does not say whether it was carried out.",
            ],
            id="in doubt",
        ),
        pytest.param(
            api.UPSERT_PRODUCTS, (b"", SLOWER), Rule.WRITTEN_OVER,
            [
                "After tries 2 to 4 the store asked to wait and had processed nothing, so trying again was"
                " safe.",
                "Try 1 may have been carried out; sent again, the same record is written over.",
            ],
            id="an earlier doubt counts",
        ),
        pytest.param(
            api.UPSERT_PRODUCTS, (b"", answer({"status": 401}, 401)), Rule.WRITTEN_OVER,
            [
                "What try 2 met would meet every further call, so it waits until that is put right.",
                "Try 1 may have been carried out; sent again, the same record is written over.",
            ],
            id="an earlier doubt counts when every call is held up",
        ),
    ],
)  # fmt: skip
async def test_why_is_said_attempt_by_attempt(
    operation: api.Operation[Any, Any], replies: tuple[bytes, ...], rule: Rule, sentences: list[str]
) -> None:
    kept = await logged(operation, *replies)
    assert rule_of_call(kept) is rule
    assert list(why(kept)) == sentences


async def test_with_no_connection_nothing_was_sent() -> None:
    log = CallLog()
    async with Client(Connection("http://127.0.0.1:9", TOKEN), on_call=log.add) as client:
        await client.send(api.CREATE_TICKET, b"{}", retry=False)
    (kept,) = log.newest_first()
    assert rule_of_call(kept) is Rule.NOTHING_SENT
    assert list(why(kept)) == ["Try 1 found no connection, so nothing of it can have reached the store."]
    assert kept.attempts[0].hand_over == 0


def test_a_call_cancelled_in_the_middle_says_so() -> None:
    log = CallLog()
    kept = log.add(record(b"{}"))
    kept.attempts = (AttemptRecord(0, 0, 0, 1, Outcome.UNKNOWN, connected=True),)
    kept.outcome = Outcome.UNKNOWN
    assert "stopped here after it had been handed over" in why(kept)[-1]
    kept.attempts = (replace(kept.attempts[0], connected=False),)
    assert "stopped here before it had a connection" in why(kept)[-1]
