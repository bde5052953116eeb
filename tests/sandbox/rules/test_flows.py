"""Flows in the practice store: started for a person, recorded with everything that was sent."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.api.models.samples import CART, FLOW
from tests.sandbox.wire import Reply, data, post
from tests.support.practice import PracticeStore

PATH = "initiateFlow"
SHORT = {"medium": "whatsapp", "flowId": "f1", "phoneNumber": "+15550100123"}


def started(store: PracticeStore) -> list[Any]:
    return list(store.control("GET", "/flows")["data"]["flows"])


def refused(reply: Reply) -> tuple[int, list[str]]:
    return reply.status, reply.messages


@pytest.mark.parametrize("body", [FLOW, SHORT, {**FLOW, "appId": "app-1"}], ids=["full", "short", "appId"])
def test_the_answer_is_a_status_only_and_all_is_recorded(
    practice_store: PracticeStore, body: dict[str, Any]
) -> None:
    reply = post(practice_store, PATH, body)
    assert (reply.status, reply.body) == (200, {"status": 200})
    (run,) = started(practice_store)
    assert run["request"] == body
    assert (run["flowId"], run["status"], run["customerId"]) == ("f1", "STARTED", None)


def test_one_of_both_contacts_is_required(practice_store: PracticeStore) -> None:
    for contact in ({}, {"phoneNumber": ""}, {"email": None}):
        reply = post(practice_store, PATH, {"medium": "whatsapp", "flowId": "f1", **contact})
        assert refused(reply) == (400, ["phoneNumber or email is required"])
    assert post(practice_store, PATH, {"medium": "w", "flowId": "f", "email": "a@x.example"}).status == 200


def test_a_run_knows_its_customer(practice_store: PracticeStore) -> None:
    customer = data(practice_store, "customers/createOrUpdate", {"phoneNumber": "+15550100123"})["customer"]
    post(practice_store, PATH, SHORT)
    assert started(practice_store)[0]["customerId"] == customer["id"]


def test_starting_twice_is_two_runs_the_newest_first(practice_store: PracticeStore) -> None:
    for name in ("one", "two", "two"):
        post(practice_store, PATH, {**SHORT, "name": name})
    assert [run["request"]["name"] for run in started(practice_store)] == ["two", "two", "one"]
    page = practice_store.control("GET", "/flows?limit=1&skip=2")["data"]
    assert (page["total"], [run["request"]["name"] for run in page["flows"]]) == (3, ["one"])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"medium": None}, "medium must be text, not null"),
        ({"flowId": ""}, "flowId must not be empty"),
        ({"carryPayload": {"coupon": "MUG5"}}, 'carryPayload.coupon must be a list, not "MUG5"'),
        ({"carryPayload": {"coupon": [5]}}, "carryPayload.coupon[0] must be text, not 5"),
        ({"carryPayload": ["MUG5"]}, "carryPayload must be an object"),
        ({"sessionID": "s1"}, "sessionID is not a field of this request"),
    ],
    ids=str,
)
def test_what_is_not_as_specified_is_refused_by_name(
    practice_store: PracticeStore, fields: dict[str, Any], message: str
) -> None:
    assert refused(post(practice_store, PATH, {**SHORT, **fields})) == (400, [message])
    assert started(practice_store) == []


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["checkoutId"], None, "payload.checkoutId is required"),
        (["phoneNumber"], None, "payload.phoneNumber is required"),
        (["abandonedCart"], None, "payload.abandonedCart is required"),
        (["abandonedCart", "id"], None, "payload.abandonedCart.id is required"),
        (["abandonedCart", "phoneNumber"], None, "payload.abandonedCart.phoneNumber is required"),
        (["abandonedCart", "converted"], None, "payload.abandonedCart.converted is required"),
        (["abandonedCart", "converted"], 1, "payload.abandonedCart.converted must be true or false, not 1"),
        (["abandonedCart", "cartPrice"], None, "payload.abandonedCart.cartPrice is required"),
        (["abandonedCart", "cartPrice"], "9", 'payload.abandonedCart.cartPrice must be a number, not "9"'),
        (["abandonedCart", "cartPrice"], True, "payload.abandonedCart.cartPrice must be a number, not true"),
        (["abandonedCart", "partnersData"], None, "payload.abandonedCart.partnersData is required"),
        (["abandonedCart", "partnersData", "id"], None, "payload.abandonedCart.partnersData.id is required"),
        (
            ["abandonedCart", "partnersData", "source"],
            None,
            "payload.abandonedCart.partnersData.source is required",
        ),
        (["abandonedCart", "cart"], None, "payload.abandonedCart.cart is required"),
        (["abandonedCart", "cart", 0, "name"], None, "payload.abandonedCart.cart[0].name is required"),
        (["abandonedCart", "cart", 0, "price"], None, "payload.abandonedCart.cart[0].price is required"),
        (
            ["abandonedCart", "cart", 0, "quantity"],
            None,
            "payload.abandonedCart.cart[0].quantity is required",
        ),
        (
            ["abandonedCart", "cart", 0, "productId"],
            None,
            "payload.abandonedCart.cart[0].productId is required",
        ),
        (
            ["abandonedCart", "cart", 0, "productId"],
            "mug",
            'payload.abandonedCart.cart[0].productId must be a whole number, not "mug"',
        ),
        (
            ["abandonedCart", "cart", 0, "colour"],
            "red",
            "payload.abandonedCart.cart[0].colour is not a field of this request",
        ),
        (["colour"], "red", "payload.colour is not a field of this request"),
    ],
    ids=str,
)
def test_the_abandoned_cart_is_read_to_its_depth(
    practice_store: PracticeStore, path: list[Any], value: Any, message: str
) -> None:
    cart: Any = deepcopy(CART)
    holder = cart
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    if value is None:
        del holder[path[-1]]
    assert refused(post(practice_store, PATH, {**SHORT, "payload": cart})) == (400, [message])
