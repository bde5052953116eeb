"""Webhooks of the practice store: what is told, signed how, tried how often, and never lost."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from svcconsole.sandbox.webhooks.registrations import signature, wait_after
from tests.sandbox.webhooks.receiver import Receiver, answers, receiver, wait_for
from tests.sandbox.wire import control, data, post
from tests.support.nowhere import free_port
from tests.support.practice import PracticeStore, start_practice_store

SECRET = "a secret of the integrator's"
FAST = 1000
LINK = "https://shop.example/sale?a=1&b=2#top"


@pytest.fixture
def fast_store(practice_store: PracticeStore) -> Iterator[PracticeStore]:
    """The practice store, a thousand times as fast; afterwards it has nothing left to send."""
    practice_store.control("POST", "/pace", {"factor": FAST})
    yield practice_store
    practice_store.reset()


def listen(store: PracticeStore, found: Receiver, secret: str = SECRET) -> None:
    store.control("POST", "/webhooks", {"url": found.url, "secret": secret})


def send(store: PracticeStore, number: str = "+491701234567", **more: Any) -> str:
    body = {"medium": "whatsapp", "contactIdentifier": number, "type": "text", "payload": {"message": "Hi"}}
    return str(data(store, "messages/v2/sendMessage", {**body, **more})["id"])


def click(store: PracticeStore, message_id: str, url: str = LINK) -> Any:
    return store.control("POST", "/click", {"messageId": message_id, "url": url})["data"]["click"]


def log(store: PracticeStore) -> list[Any]:
    deliveries: list[Any] = store.control("GET", "/webhooks/log?limit=1000")["data"]["deliveries"]
    return deliveries


def settled(store: PracticeStore, count: int) -> list[Any]:
    """The log once `count` deliveries are in it and none waits."""
    wait_for(lambda: len(log(store)) == count and all(one["state"] != "WAITING" for one in log(store)))
    return log(store)


def test_every_status_is_told_in_order_with_the_callback_data_as_it_was_sent(
    fast_store: PracticeStore,
) -> None:
    callback = '{ "order": 17,\t"name": "Zoë \\u00eb" }'
    with receiver() as found:
        listen(fast_store, found)
        identifier = send(fast_store, callbackData=callback)
        events = found.events(4)
    assert [event["status"] for event in events] == ["queued", "sent", "delivered", "read"]
    for event in events:
        assert list(event) == ["id", "event", "occurredAt", "messageId", "status", "callbackData"]
        assert (event["event"], event["messageId"]) == ("message.status", identifier)
        assert event["callbackData"] == callback
    assert [event["occurredAt"] for event in events] == sorted({event["occurredAt"] for event in events})
    assert len({event["id"] for event in events}) == 4


@pytest.mark.parametrize(
    ("number", "statuses"),
    [
        ("+15550100001", ["queued", "sent"]),
        ("+15550100002", ["queued", "sent", "read"]),
        ("+15550100007", ["queued", "failed"]),
    ],
)
def test_the_magic_recipients_are_told_as_they_live(
    fast_store: PracticeStore, number: str, statuses: list[str]
) -> None:
    with receiver() as found:
        listen(fast_store, found)
        send(fast_store, number)
        last = send(fast_store)
        wait_for(lambda: any(one.event["status"] == "read" for one in found.arrived if last in str(one.body)))

        def told() -> list[dict[str, object]]:
            return [one.event for one in found.arrived if last not in str(one.body)]

        wait_for(lambda: len(told()) >= len(statuses))
        events = told()
    assert [event["status"] for event in events] == statuses
    assert all("callbackData" not in event for event in events)


def test_version_1_and_templates_are_told_too(fast_store: PracticeStore) -> None:
    with receiver() as found:
        listen(fast_store, found)
        base = {"appId": "a", "medium": "whatsapp", "contactIdentifier": "+15550100001"}
        template = {**base, "payload": {"templateId": "welcome", "components": {"body": ["Asha"]}}}
        text = {**base, "type": "text", "payload": {"message": "Hi"}}
        post(fast_store, "sendMessage", text)
        post(fast_store, "sendTemplateMessage", template)
        post(fast_store, "messages/v2/sendTemplateMessage", template)
        told = {event["messageId"] for event in found.events(6)}
        shown = fast_store.control("GET", "/messages")["data"]["messages"]
        assert told == {one["messageId"] for one in shown}
        assert len(told) == 3


def test_a_click_is_told_with_its_link(fast_store: PracticeStore) -> None:
    with receiver() as found:
        identifier = send(fast_store, "+15550100001", callbackData="[1]")
        listen(fast_store, found)
        first, again = click(fast_store, identifier), click(fast_store, identifier)
        events = [event for event in found.events(2) if event["event"] == "message.link_click"]
    assert [event["url"] for event in events] == [LINK, LINK]
    assert [event["occurredAt"] for event in events] == [first["at"], again["at"]]
    assert {(event["messageId"], event["callbackData"]) for event in events} == {(identifier, "[1]")}
    assert events[0]["id"] != events[1]["id"]
    (shown,) = fast_store.control("GET", "/messages")["data"]["messages"]
    assert [one["url"] for one in shown["clicks"]] == [LINK, LINK]


def test_a_click_names_a_message_by_either_id_and_no_other(fast_store: PracticeStore) -> None:
    identifier = send(fast_store)
    (shown,) = fast_store.control("GET", "/messages")["data"]["messages"]
    assert click(fast_store, str(shown["id"]))["messageId"] == identifier
    for body, words in (
        ({"messageId": "wamid.x", "url": LINK}, "messageId wamid.x is not a message of this store"),
        ({"messageId": identifier, "url": "shop"}, "url shop does not begin with http:// or https://"),
        ({"messageId": identifier}, "url is required"),
    ):
        reply = control(fast_store, "POST", "/click", body)
        assert (reply.status, reply.messages) == (400, [words])


def test_each_request_is_signed_over_its_time_and_body(fast_store: PracticeStore) -> None:
    with receiver() as found:
        listen(fast_store, found)
        send(fast_store, callbackData='"é"')
        found.events(4)
    for one in found.arrived:
        assert one.headers["content-type"] == "application/json"
        timestamp = one.headers["x-practice-timestamp"]
        assert abs(int(timestamp) - time.time()) < 60
        signed = hmac.new(SECRET.encode(), f"{timestamp}.".encode() + one.body, hashlib.sha256)
        assert one.headers["x-practice-signature"] == f"sha256={signed.hexdigest()}"


def test_a_signature_is_another_for_every_secret_time_and_body() -> None:
    made = {
        signature(secret, stamp, body)
        for secret in ("a", "b")
        for stamp in ("1", "2")
        for body in (b"x", b"")
    }
    assert len(made) == 8


def test_waits_grow_fourfold_and_end_after_five_tries() -> None:
    assert [wait_after(tries) for tries in range(1, 6)] == [
        timedelta(seconds=2),
        timedelta(seconds=8),
        timedelta(seconds=32),
        timedelta(seconds=128),
        None,
    ]
    assert wait_after(2, pace=4) == timedelta(seconds=2)


def test_a_receiver_that_fails_at_first_gets_the_same_event_again(fast_store: PracticeStore) -> None:
    with receiver(answers(500), answers(503, Retry_After="60"), answers(404), answers(202)) as found:
        listen(fast_store, found)
        click(fast_store, send(fast_store, "+15550100001"))
        clicks = wait_for(lambda: [one for one in log(fast_store) if one["event"] == "message.link_click"])
        deliveries = settled(fast_store, 3)
    arrived = [one.event["id"] for one in found.arrived]
    assert len(set(arrived)) == 3
    assert {one["state"] for one in deliveries} == {"DELIVERED"}
    tried = [step["status"] for one in reversed(deliveries) for step in one["tries"]]
    assert sorted(tried) == [202, 202, 202, 404, 500, 503]
    assert len(arrived) == 6
    for one in deliveries:
        assert one["tries"][-1]["error"] is None
        assert all(step["error"] == f"answered {step['status']}" for step in one["tries"][:-1])
        assert one["dueAt"] is None
    assert clicks[0]["body"]["url"] == LINK


def test_after_five_tries_it_is_given_up(fast_store: PracticeStore) -> None:
    with receiver(answers(500)) as found:
        fast_store.control("POST", "/webhooks", {"url": found.url, "secret": "s"})
        click(fast_store, send(fast_store, "+15550100001"))
        for one in settled(fast_store, 3):
            assert (one["state"], len(one["tries"])) == ("GIVEN_UP", 5)
        assert len(found.arrived) == 15


def test_a_redirect_is_a_failure_and_is_not_followed(fast_store: PracticeStore) -> None:
    with receiver() as other, receiver(answers(302, Location=other.url), answers(200)) as found:
        listen(fast_store, found)
        click(fast_store, send(fast_store, "+15550100001"))
        deliveries = settled(fast_store, 3)
        assert other.arrived == []
    errors = [step["error"] for one in deliveries for step in one["tries"] if step["error"]]
    assert errors == ["answered 302; redirects are not followed"]


def test_nobody_there_is_tried_again_until_somebody_is(fast_store: PracticeStore) -> None:
    fast_store.control("POST", "/pace", {"factor": 10})
    with free_port() as port:
        address = f"http://127.0.0.1:{port}/events?store=1"
        fast_store.control("POST", "/webhooks", {"url": address, "secret": "s"})
        click(fast_store, send(fast_store, "+15550100001"))
        wait_for(lambda: log(fast_store)[-1]["tries"])
        with receiver(port=port) as found:
            deliveries = settled(fast_store, 3)
            assert len({one.event["id"] for one in found.arrived}) == 3
    assert all(one["tries"][0]["error"].startswith("no connection: ") for one in deliveries[-1:])


def test_a_hanging_receiver_is_left_after_5_seconds_and_holds_up_nobody_else(
    fast_store: PracticeStore,
) -> None:
    def hang(request: BaseHTTPRequestHandler) -> None:
        hanging.ending.wait(10)

    with receiver(hang) as hanging, receiver() as found:
        listen(fast_store, hanging)
        listen(fast_store, found)
        send(fast_store)
        assert len(found.events(4)) == 4
        wait_for(lambda: hanging.arrived)  # the other one may be told of all before this one takes the first
        assert len(hanging.arrived) == 1
        first = wait_for(
            lambda: [one for one in log(fast_store) if one["url"] == hanging.url and one["tries"]]
        )
    (made,) = first[0]["tries"][:1]
    assert (made["status"], made["error"]) == (None, "no answer within 5 seconds")
    assert 4500 < made["milliseconds"] < 9000


def test_what_happened_before_a_webhook_was_registered_is_not_told(fast_store: PracticeStore) -> None:
    early = send(fast_store)
    wait_for(lambda: not fast_store.control("GET", "/messages")["data"]["messages"][0]["ahead"])
    with receiver() as found:
        listen(fast_store, found)
        late = send(fast_store)
        found.events(4)
        assert {one["messageId"] for one in settled(fast_store, 4)} == {late}
        assert early != late


def test_every_webhook_gets_every_event_with_its_own_secret(fast_store: PracticeStore) -> None:
    with receiver() as one, receiver() as other:
        listen(fast_store, one, "first")
        listen(fast_store, other, "second")
        send(fast_store, "+15550100001")
        assert one.events(2) == other.events(2)
        signatures = {arrived.headers["x-practice-signature"] for arrived in one.arrived + other.arrived}
        assert len(signatures) == 4


def test_registering_again_changes_the_secret_and_removing_ends_it(fast_store: PracticeStore) -> None:
    with receiver() as found:
        listen(fast_store, found, "old")
        listen(fast_store, found, "new")
        (registered,) = fast_store.control("GET", "/webhooks")["data"]["webhooks"]
        assert (registered["url"], set(registered)) == (found.url, {"id", "url", "createdAt"})
        send(fast_store, "+15550100001")
        found.events(2)
        stamp, body = found.arrived[0].headers["x-practice-timestamp"], found.arrived[0].body
        assert found.arrived[0].headers["x-practice-signature"] == signature("new", stamp, body)
        assert control(fast_store, "DELETE", "/webhooks", {"url": found.url}).body["data"] == {"webhooks": []}
        click(fast_store, send(fast_store))
        assert len(settled(fast_store, 2)) == 2
        assert len(found.arrived) == 2
    reply = control(fast_store, "DELETE", "/webhooks", {"url": found.url})
    assert (reply.status, reply.messages) == (400, [f"url {found.url} is not a registered webhook"])


def test_removing_gives_up_what_waits(practice_store: PracticeStore) -> None:
    with receiver(answers(500)) as found:
        listen(practice_store, found)
        click(practice_store, send(practice_store, "+15550100001"))
        wait_for(lambda: all(one["tries"] for one in log(practice_store)) and found.arrived)
        control(practice_store, "DELETE", "/webhooks", {"url": found.url})
        assert {one["state"] for one in log(practice_store)} == {"GIVEN_UP"}
        assert {one["url"] for one in log(practice_store)} == {found.url}


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.deep)])
def test_a_kill_while_they_are_sent_loses_no_event(tmp_path: Path, kills: int) -> None:
    acknowledged: list[str] = []
    clicked: list[str] = []

    def work(store: PracticeStore) -> None:
        acknowledged.extend(send(store, callbackData=json.dumps(number)) for number in range(8))
        clicked.append(click(store, acknowledged[-1])["at"])

    with receiver(answers(503), answers(200)) as found:
        with start_practice_store(tmp_path) as store:
            store.control("POST", "/pace", {"factor": 20})
            listen(store, found)
            work(store)
            found.events(1)
            store.kill()
        for _ in range(kills - 1):
            with start_practice_store(tmp_path) as store:
                work(store)
                store.kill()
        with start_practice_store(tmp_path) as store:
            told = ("queued", "sent", "delivered", "read")
            wanted = {f"{one}.{status}" for one in acknowledged for status in told}
            wait_for(lambda: wanted <= {one.event["id"] for one in found.arrived})
            settled(store, len(wanted) + len(clicked))
        by_id = {one.event["id"]: one.body for one in found.arrived}
        assert all(one.body == by_id[one.event["id"]] for one in found.arrived)
        assert len(by_id) == len(wanted) + len(clicked)


def test_a_reset_forgets_webhooks_and_what_they_wait_for(fast_store: PracticeStore) -> None:
    with receiver() as found:
        listen(fast_store, found)
        fast_store.reset()
        click(fast_store, send(fast_store))
        assert fast_store.control("GET", "/webhooks")["data"] == {"webhooks": []}
        assert log(fast_store) == []
        assert found.arrived == []


def test_many_messages_are_all_told(fast_store: PracticeStore) -> None:
    with receiver() as found:
        listen(fast_store, found)
        sent = [send(fast_store) for _ in range(40)]
        wait_for(lambda: len(found.arrived) >= 160)
        told = [(one.event["messageId"], one.event["status"]) for one in found.arrived]
    assert len(set(told)) == len(told) == 160
    for identifier in sent:
        assert [status for message, status in told if message == identifier] == [
            "queued",
            "sent",
            "delivered",
            "read",
        ]
