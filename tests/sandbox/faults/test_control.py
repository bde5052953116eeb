"""Faults are switched on and off by call and by flag; what is wrong with one is said in a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest

from svcconsole.api.operations import OPERATIONS
from svcconsole.sandbox.faults.fault_syntax import Unreadable, from_words
from svcconsole.sandbox.faults.kinds import KINDS
from tests.sandbox.wire import Reply, post, raw
from tests.support.practice import (
    PracticeStore,
    run_practice_store,
    start_practice_store,
)


def control(store: PracticeStore, method: str, path: str, body: Any = None) -> Reply:
    headers = [
        ("Host", f"127.0.0.1:{store.port}"),
        ("Authorization", f"Bearer {store.control_token}"),
        ("Content-Type", "application/json"),
    ]
    return raw(store, method, "/control" + path, headers, b"" if body is None else json.dumps(body).encode())


def test_the_table_explains_each_kind_in_a_sentence(practice_store: PracticeStore) -> None:
    told = practice_store.control("GET", "/faults")["data"]
    assert told["faults"] == []
    assert [kind["name"] for kind in told["kinds"]] == list(KINDS)
    for kind in told["kinds"]:
        assert kind["says"].startswith("The store ")
        assert kind["says"].count(".") == 1
        assert kind["places"]
        assert isinstance(kind["executed"], bool)


def test_on_counted_and_off_again(practice_store: PracticeStore) -> None:
    wanted = {"kind": "status", "code": 500, "operation": "products/list", "every": 2}
    first = practice_store.control("POST", "/faults", wanted)["data"]["fault"]
    second = practice_store.control("POST", "/faults", {"kind": "latency", "from": 60, "to": 90})["data"][
        "fault"
    ]
    assert first["id"] != second["id"]
    assert first["parameters"] == {"code": 500, "retryAfter": None}
    assert second["parameters"] == {"seconds": 2.0}
    assert (second["from"], second["to"]) == (60.0, 90.0)
    assert [post(practice_store, "products/list", {}).status for _ in range(5)] == [200, 500, 200, 500, 200]
    assert post(practice_store, "catalogs/list", {}).status == 200
    on = practice_store.control("GET", "/faults")["data"]["faults"]
    assert [(one["id"], one["seen"], one["struck"]) for one in on] == [
        (first["id"], 5, 2),
        (second["id"], 6, 0),
    ]
    left = practice_store.control("DELETE", f"/faults?id={first['id']}")["data"]["faults"]
    assert [one["id"] for one in left] == [second["id"]]
    assert practice_store.control("DELETE", "/faults", {"id": second["id"]})["data"]["faults"] == []


def test_one_that_is_not_on_cannot_be_switched_off(practice_store: PracticeStore) -> None:
    for query in ("/faults?id=999999", "/faults?id=all", "/faults?all=1"):
        assert control(practice_store, "DELETE", query).status == 400
    reply = control(practice_store, "DELETE", "/faults?id=999999")
    assert reply.messages == ["id 999999 is not a fault that is switched on"]


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no kind": ({}, "kind is required"),
    "unknown kind": ({"kind": "meteor"}, f"kind must be one of {', '.join(KINDS)}, not meteor"),
    "undeclared": ({"kind": "reset", "colour": "red"}, "colour is not a field of this request"),
    "another's parameter": ({"kind": "reset", "code": 500}, "code is not a parameter of reset"),
    "no choice": ({"kind": "cut", "executed": False}, "executed is not a parameter of cut"),
    "unknown code": ({"kind": "status", "code": 499}, "code must be a status code that is in use, not 499"),
    "informational": ({"kind": "status", "code": 101}, "code must be at least 200, not 101"),
    "code over": ({"kind": "status", "code": 600}, "code must be at most 599, not 600"),
    "no operation": (
        {"kind": "reset", "operation": "products/delete"},
        "operation must be a path that reset can strike, not products/delete",
    ),
    "a read on a full disk": (
        {"kind": "disk_full", "operation": "products/list"},
        "operation must be a path that disk_full can strike, not products/list",
    ),
    "never": ({"kind": "reset", "probability": 0}, "probability must be more than 0, not 0"),
    "more than always": ({"kind": "reset", "probability": 1.5}, "probability must be at most 1, not 1.5"),
    "chance as text": (
        {"kind": "reset", "probability": "often"},
        'probability must be a number, not "often"',
    ),
    "no requests": ({"kind": "reset", "count": 0}, "count must be at least 1, not 0"),
    "over before it begins": ({"kind": "reset", "from": 3, "to": 3}, "to must be later than from"),
    "no header": (
        {"kind": "status", "retryAfter": "1\r\nX: y"},
        "retryAfter must be seconds or a date that a header can carry",
    ),
    "another framing": (
        {"kind": "cut", "framing": "none"},
        'framing must be "length", "chunked" or "close", not "none"',
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_wrong_one_is_refused_with_a_sentence(practice_store: PracticeStore, case: str) -> None:
    body, sentence = REFUSED[case]
    reply = control(practice_store, "POST", "/faults", body)
    assert (reply.status, reply.messages) == (400, [sentence])
    assert practice_store.control("GET", "/faults")["data"]["faults"] == []


def test_words_say_what_json_says() -> None:
    spec = from_words(
        'status code=503 retryAfter="Wed, 21 Oct 2026 07:28:00 GMT" executed=yes count=3 from=0.5'
    )
    assert spec.parameters == {"code": 503, "retryAfter": "Wed, 21 Oct 2026 07:28:00 GMT"}
    assert (spec.executed, spec.schedule.count, spec.schedule.since) == (True, 3, 0.5)
    assert from_words("unsuccessful reason=closed").parameters == {"reason": "closed"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "--fault : kind must not be empty"),
        ("reset now", "--fault reset now: now is not NAME=VALUE"),
        ("status code=9", "--fault status code=9: code must be at least 200, not 9"),
        ('status "code', '--fault status "code: No closing quotation'),
    ],
)
def test_wrong_words_are_refused_with_a_sentence(words: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        from_words(words)
    assert str(caught.value) == sentence


def test_the_command_line_refuses_a_wrong_one_and_lists_them_all() -> None:
    refused = run_practice_store("--fault", "meteor")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("--fault meteor: kind must be one of ")
    listed = run_practice_store("--faults")
    assert listed.returncode == 0
    for kind in KINDS.values():
        assert f"    {kind.says}" in listed.stdout.splitlines()
    assert "drip bytes=1 seconds=0.5" in listed.stdout.splitlines()
    assert "reset executed=yes" in listed.stdout.splitlines()


def test_flags_hold_from_the_first_request_and_come_back_with_a_reset() -> None:
    options = [
        "--fault",
        "status code=504 operation=products/list count=1",
        "--fault",
        "html operation=catalogs/list",
    ]
    with start_practice_store(options=options) as store:
        for _ in range(2):
            assert [post(store, "products/list", {}).status for _ in range(2)] == [504, 200]
            assert post(store, "catalogs/list", {}).kind == "text/html; charset=utf-8"
            store.control("POST", "/faults", {"kind": "empty"})
            store.reset()
            assert [one["kind"] for one in store.control("GET", "/faults")["data"]["faults"]] == [
                "status",
                "html",
            ]


def test_the_log_tells_what_was_asked_and_refused(practice_store: PracticeStore) -> None:
    host = ("Host", f"127.0.0.1:{practice_store.port}")
    assert post(practice_store, "products/list", {}).status == 200
    assert post(practice_store, "products/list", {"page": 1}).status == 400
    path = "/integrations/svcPlatformFunctions-" + OPERATIONS[0].path
    assert raw(practice_store, "POST", path, [host], b"{}").status == 401
    assert raw(practice_store, "POST", "/elsewhere", [host], b"{}").status == 404
    told = practice_store.control("GET", "/requests")["data"]
    assert [(one["operation"], one["status"], one["executed"], one["bytes"]) for one in told["requests"]] == [
        ("products/list", 200, True, 2),
        ("products/list", 400, False, 11),
        (OPERATIONS[0].path, 401, False, 2),
        ("/elsewhere", 404, False, 2),
    ]
    numbers = [one["number"] for one in told["requests"]]
    assert numbers == list(range(numbers[0], told["latest"] + 1))
    assert [one["id"] for one in told["requests"]] == [f"r{number}" for number in numbers]
    later = practice_store.control("GET", f"/requests?after={numbers[1]}")["data"]["requests"]
    assert [one["number"] for one in later] == numbers[2:]
    practice_store.reset()
    assert practice_store.control("GET", "/requests")["data"] == {"latest": told["latest"], "requests": []}


def test_the_log_keeps_the_last_500(practice_store: PracticeStore) -> None:
    host = ("Host", f"127.0.0.1:{practice_store.port}")
    for _ in range(505):
        raw(practice_store, "GET", "/x" * 300, [host])
    told = practice_store.control("GET", "/requests")["data"]
    assert len(told["requests"]) == 500
    assert {len(one["operation"]) for one in told["requests"]} == {200}
