"""Messages in the practice store: what is taken and refused, what is answered, what is found again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.models.samples import CATALOG, MESSAGE, PAYLOADS, PRODUCT
from tests.sandbox.webhooks.receiver import receiver
from tests.sandbox.wire import data, post
from tests.support.practice import PracticeStore

V1, V2, FETCH = "sendMessage", "messages/v2/sendMessage", "fetchMessagesById"
VECTORS = Path(__file__).parents[4] / "shared" / "data" / "whatsapp" / "callbackdata_vectors.json"

READ_AS = {
    "text": "Hello",
    "image": "As promised\nhttps://shop.example/image",
    "video": "As promised\nhttps://shop.example/video",
    "document": "As promised\nhttps://shop.example/document",
    "options": "Mug\nWhich colour\nReply here\nChoose\nColours\n- Oat\n- Moss",
    "buttons": "https://shop.example/mug.png\nMug\nWhich colour\nReply here\n[Oat]\n[Moss]",
    "address": "Where to\nAsha\n+15550100123\n110001\n3\nRose Court\n12 Lake Road\nNear the park\n"
    "Delhi\nIndia",
    "single_product": "This one\nkitchen: mug-oat\nWhile it lasts",
    "multiple_product": "New\nOur picks\nMugs\nkitchen: mug-oat\nkitchen: mug-moss\nWhile they last",
}


def message(kind: str = "text", **changes: Any) -> dict[str, Any]:
    return {**MESSAGE, "type": kind, "payload": PAYLOADS[kind], **changes}


def send(store: PracticeStore, **changes: Any) -> str:
    answer = data(store, V2, message(**changes))
    assert set(answer) == {"id"}
    identifier = answer["id"]
    assert isinstance(identifier, str)
    return identifier


def received(store: PracticeStore) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = store.control("GET", "/messages")["data"]["messages"]
    return found


@pytest.mark.parametrize("kind", READ_AS)
def test_each_type_is_taken_by_both_versions_and_reads_as_the_customer_reads_it(
    practice_store: PracticeStore, kind: str
) -> None:
    identifier = send(practice_store, kind=kind, callbackData='{"order": 17}')
    old = post(practice_store, V1, {"appId": "app-1", **message(kind)})
    assert (old.status, old.body) == (200, {"status": 200})
    newest, oldest = received(practice_store)
    assert (oldest["messageId"], oldest["callbackData"]) == (identifier, '{"order": 17}')
    assert newest["callbackData"] is None
    for one in (newest, oldest):
        assert (one["kind"], one["text"], one["contact"]) == (kind, READ_AS[kind], "+15550100123")
        assert one["businessNumber"] == "+15550100999"
    records = data(practice_store, FETCH, {"messageIds": [identifier, newest["messageId"]]})["messages"]
    assert [record["message"] for record in records] == [READ_AS[kind]] * 2


def test_without_a_number_of_its_own_a_message_comes_from_the_stores(practice_store: PracticeStore) -> None:
    body = {name: value for name, value in message().items() if name != "businessPhoneNumber"}
    data(practice_store, V2, body)
    assert received(practice_store)[0]["businessNumber"] == "+493023125900"


def test_what_a_message_points_to_is_not_fetched(practice_store: PracticeStore) -> None:
    with receiver() as elsewhere:
        post(practice_store, "catalogs/createOrUpdate", {"catalogs": [CATALOG]})
        product = {**PRODUCT, "url": elsewhere.url}
        data(practice_store, "products/createOrUpdate", {"products": [product]})
        media = {"media": {"mediaLink": elsewhere.url}}
        practice_store.control("POST", "/pace", {"factor": 100})
        practice_store.control("POST", "/webhooks", {"url": elsewhere.url, "secret": "of the receiver alone"})
        send(practice_store, kind="image", payload=media)
        delivered = elsewhere.events(4)
    assert [event["status"] for event in delivered] == ["queued", "sent", "delivered", "read"]
    assert {arrived.event["event"] for arrived in elsewhere.arrived} == {"message.status"}


def test_what_is_optional_may_be_missing(practice_store: PracticeStore) -> None:
    bare = {
        "image": {"media": {"mediaLink": "https://shop.example/a"}},
        "options": {"body": "Which", "section": {"payload": [{"id": "1"}]}},
        "buttons": {"body": "Which", "section": {"payload": [{"name": "Oat"}]}},
        "address": {"message": "Where to", "address": {}},
        "single_product": {"catalogId": "c", "productRetailerId": "p"},
        "multiple_product": {"catalogId": "c", "sections": [{}]},
    }
    for kind, payload in bare.items():
        data(practice_store, V2, message(type=kind, payload=payload))
    assert [one["text"] for one in reversed(received(practice_store))] == [
        "https://shop.example/a",
        "Which\n- 1",
        "Which\n[Oat]",
        "Where to",
        "c: p",
        "",
    ]


@pytest.mark.parametrize(
    ("path", "changes", "words"),
    [
        (V2, {"medium": "sms"}, 'medium must be "whatsapp", not "sms"'),
        (V2, {"contactIdentifier": ""}, "contactIdentifier must not be empty"),
        (V2, {"type": "sticker"}, None),
        (V2, {"payload": {}}, "payload.message is required"),
        (V2, {"payload": {"message": "a", "media": {}}}, "payload.media is not a field of this request"),
        (V2, {"callbackData": "{"}, "callbackData must be JSON text"),
        (V1, {"callbackData": "{}"}, "callbackData is not a field of this request"),
        (V1, {"appId": None}, "appId is required"),
    ],
)
def test_a_refused_message_is_named_and_not_recorded(
    practice_store: PracticeStore, path: str, changes: dict[str, Any], words: str | None
) -> None:
    body = message(**{**({"appId": "app-1"} if path == V1 else {}), **changes})
    reply = post(practice_store, path, {name: value for name, value in body.items() if value is not None})
    assert reply.status == 400
    assert reply.messages[0].startswith("type must be ") if words is None else reply.messages == [words]
    assert received(practice_store) == []


def test_callback_data_of_real_senders(practice_store: PracticeStore) -> None:
    if not VECTORS.is_file():
        pytest.skip(f"{VECTORS.name} of the shared data is not here")
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    taken = [
        vector
        for vector in vectors
        if post(practice_store, V2, message(callbackData=vector["callbackData"])).status == 200
    ]
    # readers differ about a byte order mark, which this one refuses, and an escaped half surrogate
    good = ("valid", "lone surrogate")
    assert taken == [vector for vector in vectors if vector["verdict"].startswith(good)]
    assert 5 < len(taken) < len(vectors) - 5
    echoed = [one["callbackData"] for one in reversed(received(practice_store))]
    assert echoed == [vector["callbackData"] for vector in taken]


def test_messages_are_found_by_either_id_in_the_order_asked_each_once(practice_store: PracticeStore) -> None:
    first, second, third = (send(practice_store, payload={"message": text}) for text in "abc")
    numbers = {one["messageId"]: str(one["id"]) for one in received(practice_store)}
    asked = [third, "nobody", numbers[first], third, numbers[third], first, "99999999999999999999", "-1"]
    found = data(practice_store, FETCH, {"messageIds": asked})["messages"]
    assert [(one["messageId"], one["message"]) for one in found] == [(third, "c"), (first, "a")]
    assert second not in str(found)


def test_a_delivery_record_has_the_fields_of_the_specification(practice_store: PracticeStore) -> None:
    identifier = send(practice_store)
    (record,) = data(practice_store, FETCH, {"messageIds": [identifier]})["messages"]
    number, created = record.pop("id"), record.pop("createdAt")
    assert isinstance(number, int)
    assert created.endswith("Z")
    assert record.pop("status") in {"queued", "sent"}
    assert record == {
        "messageId": identifier,
        "receiverId": "+15550100123",
        "type": "whatsapp",
        "message": "Hello",
        "assetValue": "+15550100123",
        "failureReason": None,
    }


def test_when_nothing_is_found_there_is_one_empty_entry(practice_store: PracticeStore) -> None:
    for asked in (["nobody"], ["17", "wamid.x"], [""]):
        (entry,) = data(practice_store, FETCH, {"messageIds": asked})["messages"]
        assert entry["createdAt"] is None
        assert "o messages were found" in entry["message"]
        assert set(entry) == {"createdAt", "message"}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({}, "messageIds is required"),
        ({"messageIds": []}, "messageIds must have at least 1 entry"),
        ({"messageIds": [17]}, "messageIds[0] must be text, not 17"),
        ({"messageIds": "17"}, 'messageIds must be a list, not "17"'),
    ],
)
def test_what_asks_for_nothing_is_refused(
    practice_store: PracticeStore, body: dict[str, Any], words: str
) -> None:
    reply = post(practice_store, FETCH, body)
    assert (reply.status, reply.messages) == (400, [words])


def test_many_messages_are_found_at_once(practice_store: PracticeStore) -> None:
    identifiers = [send(practice_store, payload={"message": str(number)}) for number in range(60)]
    asked = [f"unknown-{number}" for number in range(940)] + identifiers
    found = data(practice_store, FETCH, {"messageIds": asked})["messages"]
    assert [one["message"] for one in found] == [str(number) for number in range(60)]


def test_a_message_belongs_to_the_customer_with_that_number(practice_store: PracticeStore) -> None:
    asha = {"firstName": "Asha", "phoneNumber": "+15550100123"}
    customer = data(practice_store, "customers/createOrUpdate", asha)["customer"]
    for number in ("+15550100123", "+1 555 010-0123", "+15550100124"):
        send(practice_store, contactIdentifier=number)
    owners = [one["customerId"] for one in reversed(received(practice_store))]
    assert owners == [customer["id"], customer["id"], None]


def test_the_newest_messages_come_first_and_can_be_followed(practice_store: PracticeStore) -> None:
    for text in "abc":
        send(practice_store, payload={"message": text})
    newest = practice_store.control("GET", "/messages?limit=2")["data"]["messages"]
    assert [one["text"] for one in newest] == ["c", "b"]
    since = practice_store.control("GET", f"/messages?after={newest[1]['id']}")["data"]["messages"]
    assert [one["text"] for one in since] == ["c"]
    assert since[0]["request"] == message(payload={"message": "c"})


@pytest.mark.parametrize(("characters", "status"), [(1024, 200), (1025, 400)])
def test_callback_data_is_counted_in_code_points(
    practice_store: PracticeStore, characters: int, status: int
) -> None:
    callback = json.dumps("😀" * (characters - 2), ensure_ascii=False)
    assert len(callback) == characters
    assert post(practice_store, V2, message(callbackData=callback)).status == status
