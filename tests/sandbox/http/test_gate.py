"""Nobody but a program of this computer that holds the token gets in, and every answer is JSON."""

from __future__ import annotations

import socket

import pytest

from svcconsole.sandbox.http.auth_middleware import BODY_LIMIT
from tests.sandbox.wire import PREFIX, good_headers, raw
from tests.support.practice import PracticeStore

LIST = PREFIX + "products/list"
Change = dict[str, list[str] | None]

REFUSED: dict[str, tuple[int, Change]] = {
    "no host": (400, {"Host": None}),
    "another host": (403, {"Host": ["store.example"]}),
    "another host with the port": (403, {"Host": ["store.example:{port}"]}),
    "rebound name": (403, {"Host": ["127.0.0.1.store.example:{port}"]}),
    "host without port": (403, {"Host": ["127.0.0.1"]}),
    "host with another port": (403, {"Host": ["127.0.0.1:1"]}),
    "all interfaces": (403, {"Host": ["0.0.0.0:{port}"]}),
    "another loopback address": (403, {"Host": ["127.0.0.2:{port}"]}),
    "upper case": (403, {"Host": ["LOCALHOST:{port}"]}),
    "user info": (403, {"Host": ["127.0.0.1@store.example:{port}"]}),
    "two hosts": (400, {"Host": ["127.0.0.1:{port}", "store.example"]}),
    "own origin": (403, {"Origin": ["http://127.0.0.1:{port}"]}),
    "another origin": (403, {"Origin": ["https://store.example"]}),
    "null origin": (403, {"Origin": ["null"]}),
    "empty origin": (403, {"Origin": [""]}),
    "origin and no token": (403, {"Origin": ["null"], "Authorization": None}),
    "no token": (401, {"Authorization": None}),
    "empty token": (401, {"Authorization": ["Basic "]}),
    "scheme only": (401, {"Authorization": ["Basic"]}),
    "another token": (401, {"Authorization": ["Basic x{token}"]}),
    "half a token": (401, {"Authorization": ["Basic {half}"]}),
    "another scheme": (401, {"Authorization": ["Bearer {token}"]}),
    "no scheme": (401, {"Authorization": ["{token}"]}),
    "token twice": (401, {"Authorization": ["Basic {token}", "Basic {token}"]}),
    "control token": (401, {"Authorization": ["Basic {control}"]}),
    "upper case token": (401, {"Authorization": ["Basic {swapped}"]}),
    "no content type": (400, {"Content-Type": None}),
    "form": (400, {"Content-Type": ["application/x-www-form-urlencoded"]}),
    "plain text": (400, {"Content-Type": ["text/plain"]}),
    "json as text": (400, {"Content-Type": ["text/plain; application/json"]}),
    "json-like": (400, {"Content-Type": ["application/json5"]}),
    "another charset": (400, {"Content-Type": ["application/json; charset=utf-16"]}),
    "two content types": (400, {"Content-Type": ["application/json", "text/plain"]}),
}
ACCEPTED: dict[str, Change] = {
    "as it should be": {},
    "by name": {"Host": ["localhost:{port}"]},
    "charset": {"Content-Type": ["application/json; charset=UTF-8"]},
    "scheme in lower case": {"Authorization": ["basic {token}"]},
}


def changed(store: PracticeStore, change: Change) -> list[tuple[str, str]]:
    words = {
        "port": store.port,
        "token": store.token,
        "half": store.token[: len(store.token) // 2],
        "swapped": store.token.swapcase(),
        "control": store.control_token,
    }
    headers = [(name, value) for name, value in good_headers(store) if name not in change]
    return headers + [(name, one.format(**words)) for name, values in change.items() for one in values or ()]


@pytest.mark.parametrize("case", REFUSED)
def test_refused(practice_store: PracticeStore, case: str) -> None:
    status, change = REFUSED[case]
    reply = raw(practice_store, "POST", LIST, changed(practice_store, change), b"{}")
    assert (reply.status, reply.kind) == (status, "application/json")
    assert len(reply.messages) == 1
    assert practice_store.token.encode() not in reply.text


@pytest.mark.parametrize("case", ACCEPTED)
def test_accepted(practice_store: PracticeStore, case: str) -> None:
    headers = changed(practice_store, ACCEPTED[case])
    assert raw(practice_store, "POST", LIST, headers, b"{}").status == 200


CONTROL_REFUSED: dict[str, tuple[int, Change]] = {
    "another host": (403, {"Host": ["store.example:{port}"]}),
    "own origin": (403, {"Origin": ["http://127.0.0.1:{port}"]}),
    "null origin": (403, {"Origin": ["null"]}),
    "no token": (401, {"Authorization": None}),
    "store token": (401, {"Authorization": ["Bearer {token}"]}),
    "store's way": (401, {"Authorization": ["Basic {control}"]}),
    "both": (401, {"Authorization": ["Bearer {control}", "Basic {token}"]}),
    "half a token": (401, {"Authorization": ["Bearer {half}"]}),
    "form": (400, {"Content-Type": ["application/x-www-form-urlencoded"]}),
    "no content type": (400, {"Content-Type": None}),
}


@pytest.mark.parametrize("case", CONTROL_REFUSED)
def test_control_calls_refused(practice_store: PracticeStore, case: str) -> None:
    status, change = CONTROL_REFUSED[case]
    good: Change = {"Authorization": ["Bearer {control}"]}
    headers = changed(practice_store, good | change)
    reply = raw(practice_store, "POST", "/control/faults", headers, b'{"kind": "reset"}')
    assert (reply.status, reply.kind) == (status, "application/json")
    assert practice_store.control("GET", "/faults")["data"]["faults"] == []


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", LIST),
        ("PUT", LIST),
        ("DELETE", LIST),
        ("OPTIONS", LIST),
        ("PROPFIND", LIST),
        ("POST", "/"),
        ("POST", LIST + "/"),
        ("POST", LIST + "x"),
        ("POST", "/integrations/acmePlatformFunctions-products/list"),
        ("POST", PREFIX + "products/delete"),
        ("POST", "/control"),
        ("POST", "/control/health"),
        ("GET", "/control/reset"),
        ("GET", "/media"),
        ("GET", "/media/"),
        ("GET", "/media/mug.jpg"),
        ("POST", "/media/mug.png"),
        ("GET", "/docs"),
    ],
)
def test_what_is_not_there_is_404_before_the_token_is_looked_at(
    practice_store: PracticeStore, method: str, path: str
) -> None:
    host = good_headers(practice_store)[:1]
    reply = raw(practice_store, method, path, host)
    assert (reply.status, reply.kind) == (404, "application/json")
    assert reply.messages == [f"the addressed API was not found: {method} {path}"]


def test_a_missing_token_is_told_in_the_specifications_words(practice_store: PracticeStore) -> None:
    headers = changed(practice_store, {"Authorization": None, "Content-Type": None})
    reply = raw(practice_store, "POST", LIST, headers, b"not json")
    assert (reply.status, reply.messages) == (401, ["Unauthorized -- user is not authenticated"])


def test_the_store_token_does_not_open_the_control_calls(practice_store: PracticeStore) -> None:
    headers = changed(practice_store, {"Authorization": ["Bearer {token}"]})
    assert raw(practice_store, "GET", "/control/health", headers).status == 401
    headers = changed(practice_store, {"Authorization": ["Bearer {control}"]})
    assert raw(practice_store, "GET", "/control/health", headers).status == 200


@pytest.mark.parametrize("over", [1, 3 * BODY_LIMIT])
def test_a_body_over_the_limit_is_refused_and_the_answer_can_be_read(
    practice_store: PracticeStore, over: int
) -> None:
    body = b'{"productIds": ["' + b"x" * (BODY_LIMIT + over - 20) + b'"]}'
    reply = raw(practice_store, "POST", PREFIX + "products/get", good_headers(practice_store), body)
    assert reply.status == 413
    assert reply.messages == ["the body is over 10485760 bytes (10 MiB)"]


def test_a_body_of_the_limit_is_read(practice_store: PracticeStore) -> None:
    body = b'{"productIds": ["' + b"x" * (BODY_LIMIT - 20) + b'"]}'
    assert len(body) == BODY_LIMIT
    reply = raw(practice_store, "POST", PREFIX + "products/get", good_headers(practice_store), body)
    assert reply.status == 200


def test_what_is_no_http_is_answered_in_the_envelope(practice_store: PracticeStore) -> None:
    with socket.create_connection(("127.0.0.1", practice_store.port), timeout=20) as connection:
        connection.sendall(b"hello practice store\r\n\r\n")
        answer = b"".join(iter(lambda: connection.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b'"errors"' in answer


def test_pictures_of_the_demo_need_no_token(practice_store: PracticeStore) -> None:
    host = good_headers(practice_store)[:1]
    one = raw(practice_store, "GET", "/media/mug-1.png", host)
    other = raw(practice_store, "GET", "/media/lamp.png", host)
    assert (one.status, one.kind) == (200, "image/png")
    assert one.text.startswith(b"\x89PNG\r\n\x1a\n")
    assert one.text != other.text
    assert raw(practice_store, "GET", "/media/mug-1.png", [("Host", "store.example")]).status == 403
