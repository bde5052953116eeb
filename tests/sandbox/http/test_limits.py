"""How much the practice store takes at once: requests a second, bytes a request, entries a batch."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from itertools import pairwise
from socket import create_connection

import pytest

from svcconsole.api import operations as api
from svcconsole.api.client import Client, Connection
from svcconsole.api.errors import Outcome
from svcconsole.api.token import Token
from svcconsole.sandbox.http.auth_middleware import BODY_LIMIT
from svcconsole.sandbox.http.rate_limit import TokenBucket
from svcconsole.sandbox.server import SILENCE
from svcconsole.sandbox.store.store import MOST_ENTRIES
from tests.sandbox.wire import PREFIX, good_headers, post, raw
from tests.support.generate import products
from tests.support.practice import PracticeStore, start_practice_store


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_and_then_so_many_a_second() -> None:
    clock = Clock()
    bucket = TokenBucket(4, clock)
    assert [bucket.acquire() for _ in range(5)] == [0, 0, 0, 0, 0.25]
    clock.now += 0.25
    assert [bucket.acquire() for _ in range(2)] == [0, 0.25]
    clock.now += 0.125
    assert bucket.acquire() == 0.125, "a refused request takes nothing"
    clock.now += 3600
    assert [bucket.acquire() for _ in range(5)] == [0, 0, 0, 0, 0.25]


def test_less_than_one_a_second_still_lets_one_through() -> None:
    clock = Clock()
    bucket = TokenBucket(0.1, clock)
    assert [bucket.acquire(), bucket.acquire()] == [0, 10]
    clock.now += 10
    assert bucket.acquire() == 0


@pytest.mark.parametrize("rate", [0.5, 3, 100])
def test_in_the_long_run_the_rate_holds(rate: float) -> None:
    clock = Clock()
    bucket = TokenBucket(rate, clock)
    taken = []
    for step in range(20_000):
        clock.now = 50 + step / 100
        if not bucket.acquire():
            taken.append(clock.now)
    assert rate * 200 <= len(taken) <= rate * 200 + max(1, rate) + 1
    gaps = [later - earlier for earlier, later in pairwise(taken[int(max(1, rate)) :])]
    assert max(gaps) < 1 / rate + 0.02


async def test_over_the_rate_is_429_in_the_envelope_and_only_operations_count() -> None:
    with start_practice_store(options=["--rate-limit", "0.01"]) as store:
        for _ in range(3):
            assert store.counts()["tickets"] == 0
        assert post(store, "products/list", {}).status == 200
        refused = post(store, "products/list", {})
        assert (refused.status, refused.kind) == (429, "application/json")
        assert refused.messages == ["too many requests: this store takes only so many a second; retry later"]
        async with Client(Connection(store.base_url, Token(store.token))) as client:
            answer = await client.send(api.CREATE_TICKET, b"{}", retry=False)
        assert answer.outcome is Outcome.THROTTLED
        assert answer.retry_after is not None
        assert 50 < answer.retry_after <= 100, "whole seconds until there is room for one"
        headers = [(name, value) for name, value in good_headers(store) if name != "Authorization"]
        for _ in range(3):
            assert store.counts()["tickets"] == 0
            assert raw(store, "GET", "/media/mug.png", good_headers(store)[:1]).status == 200
            stranger = raw(store, "POST", PREFIX + "products/list", headers, b"{}")
            assert stranger.status == 401, "only who holds the token has a share of the rate"


@pytest.mark.parametrize(("over", "status"), [(-1, 200), (0, 200), (1, 413)])
def test_bytes_a_request(practice_store: PracticeStore, over: int, status: int) -> None:
    body = b'{"productIds": ["' + b"x" * (BODY_LIMIT + over - 20) + b'"]}'
    assert len(body) == BODY_LIMIT + over
    assert post(practice_store, "products/get", body).status == status


@pytest.mark.parametrize(("over", "status"), [(-1, 200), (0, 200), (1, 400)])
def test_entries_a_batch(practice_store: PracticeStore, over: int, status: int) -> None:
    number = MOST_ENTRIES + over
    reply = post(practice_store, "products/createOrUpdate", {"products": products(number)})
    assert reply.status == status
    assert practice_store.counts()["products"] == (number if status == 200 else 0)
    if status != 200:
        assert reply.messages == [
            f"products has {number} entries: at most {MOST_ENTRIES} are taken in one request"
        ]
    asked = post(practice_store, "products/get", {"productIds": [f"p{one}" for one in range(number)]})
    assert asked.status == status


HEAD = b"POST /integrations/svcPlatformFunctions-products/list HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def test_a_connection_that_does_not_speak_is_closed_and_one_that_did_is_kept(
    practice_store: PracticeStore,
) -> None:
    silent = (b"", HEAD, HEAD + b"Content-Length: 2\r\n\r\n{")
    path = f"{PREFIX}products/list"
    with ExitStack() as stack:
        spoke = HTTPConnection("127.0.0.1", practice_store.port, timeout=SILENCE * 2)
        stack.enter_context(closing(spoke))
        spoke.request("POST", path, b"{}", dict(good_headers(practice_store)))
        assert spoke.getresponse().read()
        port = spoke.sock.getsockname()[1]
        opened = []
        for said in silent * 20:
            one = create_connection(("127.0.0.1", practice_store.port), SILENCE * 2)
            opened.append(stack.enter_context(one))
            one.sendall(said)
        began = time.monotonic()
        for one in opened:
            while one.recv(4096):
                pass
        assert SILENCE * 0.9 < time.monotonic() - began < SILENCE * 2
        spoke.request("POST", path, b"{}", dict(good_headers(practice_store)))
        assert spoke.getresponse().read()
        assert spoke.sock.getsockname()[1] == port
