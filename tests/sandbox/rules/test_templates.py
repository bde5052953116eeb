"""Template messages: each kind as its template wants it, and every way of not filling it in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from svcconsole.sandbox.rules.template_registry import Template
from tests.sandbox.wire import data, post
from tests.support.practice import PracticeStore, Seed

V1, V2 = "sendTemplateMessage", "messages/v2/sendTemplateMessage"
IMAGE = [{"type": "image", "data": "https://shop.example/sale.png"}]
URL = {"type": "URL", "index": 0, "data": "orders/17"}
COPY = {"type": "copy_code", "index": 0, "data": "MUG5"}
OFFER = {"type": "limited_time_offer", "data": "1798761600000"}
CARD = {"header": IMAGE, "body": ["Mug"], "button": [URL]}

SENT: dict[str, tuple[dict[str, Any], str]] = {
    "welcome": (
        {"body": ["Asha"]},
        "Hello Asha, good to have you with us. Write to us here whenever you like.",
    ),
    "offer_image": (
        {"header": IMAGE, "body": ["Asha"]},
        "https://shop.example/sale.png\nHello Asha, this is what we picked for you this week.\n"
        "Reply STOP to hear no more of offers",
    ),
    "order_link": (
        {"body": ["Asha"], "button": [URL]},
        "Hello Asha, your order is on its way.\n[Where it is] https://practice-store.example/orders/17",
    ),
    "summer_carousel": (
        {"body": "Asha", "carousel": [CARD, CARD]},
        "Hello Asha, summer is here.\n"
        "https://shop.example/sale.png\nFor the table: Mug\n"
        "[Look at it] https://practice-store.example/orders/17\n"
        "https://shop.example/sale.png\nFor the garden: Mug\n"
        "[Look at it] https://practice-store.example/orders/17",
    ),
    "coupon_code": (
        {"body": ["Asha"], "button": [COPY]},
        "Hello Asha, here is your code for the next order.\n[Copy the code] MUG5",
    ),
    "flash_sale": (
        {"header": IMAGE, "body": ["Asha"], "limited_time_offer": [OFFER]},
        "https://shop.example/sale.png\nHello Asha, today only: everything for the kitchen for less.\n"
        "Ends soon: 1798761600000",
    ),
}


def request(template: str, components: Any = None, **changes: Any) -> dict[str, Any]:
    kind = "CAROUSEL" if template == "summer_carousel" else "DEFAULT"
    payload = {"templateId": template} | ({} if components is None else {"components": components})
    wanted = {"medium": "whatsapp", "contactIdentifier": "+15550100123", "type": kind, "payload": payload}
    return {**wanted, **changes}


def refusals(store: PracticeStore, body: dict[str, Any]) -> list[str]:
    reply = post(store, V2, body)
    assert reply.status == 400
    assert store.control("GET", "/messages")["data"]["messages"] == []
    return reply.messages


@pytest.mark.parametrize("seed", ["empty", "demo"])
def test_both_seeds_hold_a_template_of_each_kind(practice_store: PracticeStore, seed: Seed) -> None:
    practice_store.reset(seed)
    for template, (components, _) in SENT.items():
        new = data(practice_store, V2, request(template, components, callbackData="[17]"))
        assert set(new) == {"id"}
        old = post(practice_store, V1, {"appId": "app-1", **request(template, components)})
        assert old.status == 200
        assert set(old.body) == {"status", "response"}
        assert (old.body["status"], set(old.body["response"])) == (200, {"id"})
        found = practice_store.control("GET", "/messages?limit=2")["data"]["messages"]
        assert [one["messageId"] for one in found] == [old.body["response"]["id"], new["id"]]
        assert {(one["kind"], one["templateId"], one["text"]) for one in found} == {
            ("template", template, SENT[template][1])
        }
        assert [one["callbackData"] for one in found] == [None, "[17]"]


def test_a_type_that_is_left_out_means_default(practice_store: PracticeStore) -> None:
    body = request("welcome", {"body": ["Asha"]})
    del body["type"]
    data(practice_store, V2, body)
    assert refusals_of_carousel_without_type(practice_store) == [
        "payload.components.carousel is not a field of this request"
    ]


def refusals_of_carousel_without_type(store: PracticeStore) -> list[str]:
    body = request("summer_carousel", {"carousel": [CARD, CARD]})
    del body["type"]
    return post(store, V2, body).messages


UNKNOWN = "payload.templateId Welcome is not a template of this store"


@pytest.mark.parametrize(
    ("path", "app", "envelope"),
    [
        (V2, {}, {"status": 407, "error": UNKNOWN}),
        (V1, {"appId": "app-1"}, {"status": 407, "errors": [{"message": UNKNOWN}]}),
    ],
)
def test_an_unknown_template_is_407_in_its_own_envelope_and_in_version_1_in_the_usual(
    practice_store: PracticeStore, path: str, app: dict[str, str], envelope: dict[str, Any]
) -> None:
    reply = post(practice_store, path, {**app, **request("Welcome", {"body": ["Asha"]})})
    assert reply.status == 407
    assert reply.body == envelope
    assert practice_store.control("GET", "/messages")["data"]["messages"] == []


WRONG: list[tuple[str, Any, list[str]]] = [
    ("welcome", None, ["payload.components.body is required: template welcome wants 1 value"]),
    ("welcome", {}, ["payload.components.body is required: template welcome wants 1 value"]),
    ("welcome", {"body": []}, ["payload.components.body is required: template welcome wants 1 value"]),
    (
        "welcome",
        {"body": ["Asha", "Rao"]},
        ["payload.components.body has 2 values: template welcome wants 1 value"],
    ),
    (
        "welcome",
        {"body": ["Asha"], "header": IMAGE},
        ["payload.components.header has 1 entry: template welcome has no header"],
    ),
    (
        "welcome",
        {"body": ["Asha"], "button": [URL]},
        ["payload.components.button[0].index is 0: template welcome has no button to fill in"],
    ),
    (
        "welcome",
        {"body": ["Asha"], "limited_time_offer": [OFFER]},
        ["payload.components.limited_time_offer has 1 entry: template welcome has no limited-time offer"],
    ),
    (
        "offer_image",
        {"body": ["Asha"]},
        ["payload.components.header is required: template offer_image wants one image header"],
    ),
    (
        "offer_image",
        {"body": ["Asha"], "header": IMAGE * 2},
        ["payload.components.header has 2 entries: template offer_image wants one image header"],
    ),
    (
        "order_link",
        {"body": ["Asha"]},
        [
            "payload.components.button lacks the URL button at index 0:"
            " template order_link has a URL button at index 0"
        ],
    ),
    (
        "order_link",
        {"body": ["Asha"], "button": [{**URL, "index": 1}]},
        [
            "payload.components.button[0].index is 1: template order_link has a URL button at index 0",
            "payload.components.button lacks the URL button at index 0:"
            " template order_link has a URL button at index 0",
        ],
    ),
    (
        "order_link",
        {"body": ["Asha"], "button": [COPY]},
        ["payload.components.button[0].type is copy_code: template order_link has a URL button at index 0"],
    ),
    (
        "order_link",
        {"body": ["Asha"], "button": [URL, URL]},
        ["payload.components.button names index 0 2 times: template order_link has a URL button at index 0"],
    ),
    (
        "coupon_code",
        {"body": [], "button": []},
        [
            "payload.components.body is required: template coupon_code wants 1 value",
            "payload.components.button lacks the copy_code button at index 0:"
            " template coupon_code has a copy_code button at index 0",
        ],
    ),
    (
        "flash_sale",
        {"header": IMAGE, "body": ["Asha"]},
        [
            "payload.components.limited_time_offer is required:"
            " template flash_sale wants one limited-time offer"
        ],
    ),
    (
        "summer_carousel",
        {"carousel": [CARD, CARD]},
        ["payload.components.body is required: template summer_carousel wants 1 value"],
    ),
    (
        "summer_carousel",
        {"body": "Asha", "carousel": [CARD]},
        ["payload.components.carousel has 1 card: template summer_carousel wants 2 cards"],
    ),
    (
        "summer_carousel",
        {"body": "Asha", "carousel": [CARD] * 3},
        ["payload.components.carousel has 3 cards: template summer_carousel wants 2 cards"],
    ),
    (
        "summer_carousel",
        {"body": "Asha", "carousel": [CARD, {}]},
        [
            "payload.components.carousel[1].header is required:"
            " card 2 of template summer_carousel wants one image header",
            "payload.components.carousel[1].body is required:"
            " card 2 of template summer_carousel wants 1 value",
            "payload.components.carousel[1].button lacks the URL button at index 0:"
            " card 2 of template summer_carousel has a URL button at index 0",
        ],
    ),
    (
        "summer_carousel",
        {"body": "Asha", "header": IMAGE, "carousel": [CARD, CARD]},
        ["payload.components.header has 1 entry: template summer_carousel has no header"],
    ),
]


@pytest.mark.parametrize(("template", "components", "words"), WRONG)
def test_each_difference_is_named_with_what_the_template_wants(
    practice_store: PracticeStore, template: str, components: Any, words: list[str]
) -> None:
    assert refusals(practice_store, request(template, components)) == words


def test_a_template_of_the_other_type_is_refused(practice_store: PracticeStore) -> None:
    assert refusals(practice_store, request("summer_carousel", {"body": ["Asha"]}, type="DEFAULT")) == [
        "type must be CAROUSEL: template summer_carousel is a carousel of 2 cards"
    ]
    carousel = {"body": "Asha", "carousel": [CARD]}
    assert refusals(practice_store, request("welcome", carousel, type="CAROUSEL")) == [
        "type must be DEFAULT: template welcome is no carousel"
    ]


def test_a_contact_button_is_taken_as_it_comes(practice_store: PracticeStore) -> None:
    contact = {"type": "contact", "index": 1, "data": "+15550100900"}
    data(practice_store, V2, request("order_link", {"body": ["Asha"], "button": [URL, contact]}))
    (found,) = practice_store.control("GET", "/messages")["data"]["messages"]
    assert found["text"].endswith("[+15550100900]")


def test_values_come_out_as_they_were_given(practice_store: PracticeStore) -> None:
    for value in ("{{1}}", "\\1", "", "مبخرة 🎁", "a\nb"):
        data(practice_store, V2, request("welcome", {"body": [value]}))
        (found,) = practice_store.control("GET", "/messages?limit=1")["data"]["messages"]
        assert found["text"].startswith(f"Hello {value}, good")


def test_a_template_is_paid_for_unless_it_fails(practice_store: PracticeStore) -> None:
    sent = request("welcome", {"body": ["Asha"]})
    data(practice_store, V2, sent)
    assert practice_store.counts()["ledger"] == 1
    data(practice_store, V2, {**sent, "contactIdentifier": "+15550100003"})
    post(practice_store, V2, request("welcome", {}))
    assert practice_store.counts()["ledger"] == 1


def test_the_registry_is_shown(practice_store: PracticeStore) -> None:
    shown = practice_store.control("GET", "/templates")["data"]["templates"]
    assert {template["id"] for template in shown} >= set(SENT)
    by_id = {template["id"]: template for template in shown}
    assert by_id["order_link"]["buttons"] == [
        {"type": "URL", "text": "Where it is", "url": "https://practice-store.example/{{1}}"}
    ]
    assert [card["header"] for card in by_id["summer_carousel"]["cards"]] == ["image", "image"]
    for template in shown:
        assert Template.stored(json.dumps(template)).id == template["id"]
