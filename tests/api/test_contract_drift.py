"""Answers that hold what the specification does not know: none of the practice store's own, all of fifty
practice stores that answer otherwise, each with the right words."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from svcconsole.api import operations as api
from svcconsole.api.client import CallRecord, Client
from svcconsole.api.connection import Connection
from svcconsole.api.contract_drift import Drift, change_of, sentence
from svcconsole.api.models.common import Envelope
from svcconsole.api.operations import OPERATIONS, Operation
from svcconsole.api.token import Token
from tests.api.models.samples import SAMPLES, Wire
from tests.support.practice import PracticeStore

AnyOperation = Operation[Any, Any]
WANTED = 48
CUSTOMER: Wire = {"partnerCustomerId": "C-17", "includeAssets": True, "includeAddress": True}
FIRST: tuple[AnyOperation, ...] = (
    api.UPSERT_CATALOGS,
    api.UPSERT_PRODUCTS,
    api.UPSERT_CUSTOMER,
    api.SEND_MESSAGE,
)
"""What there has to be in a store before it can be read."""


class Mutation(NamedTuple):
    """One store: in what it answers otherwise, and what is said of it."""

    operation: AnyOperation
    change: Wire
    says: str


def new_field(operation: AnyOperation, place: str, value: Any, kind: str) -> Mutation:
    says = f"It answers with {place} ({kind}), a field that the specification does not know."
    return Mutation(operation, {"place": place, "value": value}, says)


def new_word(operation: AnyOperation, place: str, word: str) -> Mutation:
    says = f"It answers {place}: {word}, a word that the specification does not know."
    return Mutation(operation, {"place": place, "value": word}, says)


def new_shape(operation: AnyOperation, place: str, value: Any, came: str, expected: str) -> Mutation:
    says = f"{place} is a {came} where the specification says {expected}."
    return Mutation(operation, {"place": place, "value": value}, says)


def gone(operation: AnyOperation, place: str) -> Mutation:
    says = f"{place} is missing, which the specification says is always there."
    return Mutation(operation, {"place": place, "remove": True}, says)


PRODUCT, VARIANT = "data.products[]", "data.products[].combinations[]"
PERSON, MESSAGE = "data.customer", "data.messages[]"
STORES = (
    new_field(api.LIST_PRODUCTS, f"{PRODUCT}.warranty", "2 years", "text"),
    new_field(api.LIST_PRODUCTS, f"{VARIANT}.weight", 1.5, "number"),
    new_field(api.LIST_PRODUCTS, f"{PRODUCT}.photos[].alt", "A mug", "text"),
    new_field(api.LIST_PRODUCTS, "data.nextPage", {"after": "mug"}, "record"),
    new_field(api.LIST_PRODUCTS, "requestId", "r-1", "text"),
    new_field(api.GET_PRODUCTS, f"{PRODUCT}.bundle", ["a"], "list"),
    new_field(api.UPSERT_PRODUCTS, "data.warnings", [], "list"),
    new_field(api.LIST_CATALOGS, "data.catalogs[].hidden", True, "true or false"),
    new_field(api.GET_CATALOGS, "data.catalogs[].position", 3, "number"),
    new_field(api.UPSERT_CATALOGS, "data.catalogs[].slug", "kitchen", "text"),
    new_field(api.GET_CUSTOMER, f"{PERSON}.loyaltyTier", "gold", "text"),
    new_field(api.GET_CUSTOMER, f"{PERSON}.addresses[].what3words", "a.b.c", "text"),
    new_field(api.UPSERT_CUSTOMER, f"{PERSON}.consents", {"sms": True}, "record"),
    new_field(api.FETCH_MESSAGES, f"{MESSAGE}.readAt", "2026-11-23", "text"),
    new_field(api.SEND_MESSAGE, "data.cost", 0.04, "number"),
    new_field(api.SEND_TEMPLATE, "data.category", "MARKETING", "text"),
    new_field(api.CREATE_TICKET, "data.ticket.priority", "high", "text"),
    new_field(api.CREATE_TICKET, "data.queue", 7, "number"),
    new_field(api.RECORD_USER_PROPERTIES, "data.jobId", "j-1", "text"),
    new_field(api.RECORD_USER_PROPERTIES, "data.bulkUpsertUPResponse.skipped", 2, "number"),
    new_field(api.INITIATE_FLOW, "sessionId", "s-1", "text"),
    new_field(api.SEND_MESSAGE_V1, "tracking", False, "true or false"),
    new_word(api.FETCH_MESSAGES, f"{MESSAGE}.status", "seen"),
    new_word(api.FETCH_MESSAGES, f"{MESSAGE}.status", "déjà vu {x} <b>"),
    new_word(api.FETCH_MESSAGES, f"{MESSAGE}.type", "rcs"),
    new_shape(api.LIST_PRODUCTS, f"{VARIANT}.price", "13.50 EUR", "text", "number"),
    new_shape(api.LIST_PRODUCTS, f"{VARIANT}.price", {"amount": 13.5}, "record", "number"),
    new_shape(api.LIST_PRODUCTS, f"{VARIANT}.quantity", "40", "text", "number"),
    new_shape(api.LIST_PRODUCTS, f"{VARIANT}.options", ["Oat"], "list", "record"),
    new_shape(api.LIST_PRODUCTS, f"{PRODUCT}.tags", ["kitchen"], "list", "text"),
    new_shape(api.LIST_PRODUCTS, f"{PRODUCT}.name", {"en": "Mug"}, "record", "text"),
    new_shape(api.LIST_PRODUCTS, f"{PRODUCT}.addToCartDisabled", "no", "text", "true or false"),
    new_shape(api.LIST_PRODUCTS, f"{PRODUCT}.combinations", {"0": {}}, "record", "list"),
    new_shape(api.GET_PRODUCTS, f"{PRODUCT}.catalogIds", "kitchen", "text", "list"),
    new_shape(api.GET_PRODUCTS, f"{PRODUCT}.currency", 978, "number", "text"),
    new_shape(api.LIST_CATALOGS, "data.catalogs[].name", ["Kitchen"], "list", "text"),
    new_shape(api.GET_CATALOGS, "data.catalogs[].url", False, "true or false", "text"),
    new_shape(api.GET_CUSTOMER, f"{PERSON}.addresses", {"home": {}}, "record", "list"),
    new_shape(api.GET_CUSTOMER, f"{PERSON}.firstName", 17, "number", "text"),
    new_shape(api.GET_CUSTOMER, f"{PERSON}.addresses[].isDefault", "yes", "text", "true or false"),
    new_shape(api.UPSERT_CUSTOMER, f"{PERSON}.email", ["a@b.example"], "list", "text"),
    new_shape(api.FETCH_MESSAGES, f"{MESSAGE}.status", {"code": 4}, "record", "text"),
    new_shape(api.FETCH_MESSAGES, f"{MESSAGE}.createdAt", 1764, "number", "text"),
    new_shape(api.FETCH_MESSAGES, "data.messages", {"17": {}}, "record", "list"),
    new_shape(api.CREATE_TICKET, "data.ticket.channelName", {"id": 1}, "record", "text"),
    new_shape(api.RECORD_USER_PROPERTIES, "data.invalidUserProperties", {}, "record", "list"),
    gone(api.LIST_PRODUCTS, f"{PRODUCT}.id"),
    gone(api.LIST_CATALOGS, "data"),
    gone(api.SEND_MESSAGE, "data.id"),
    gone(api.CREATE_TICKET, "data.ticket.id"),
)


@asynccontextmanager
async def listening(store: PracticeStore) -> AsyncIterator[tuple[Client, list[CallRecord], Wire]]:
    """A client of a store that holds something of everything; what it noted, and the id of a message."""
    calls: list[CallRecord] = []
    async with Client(Connection(store.base_url, Token(store.token)), on_call=calls.append) as client:
        for operation in FIRST:
            await client.send(operation, operation.request.read(SAMPLES[operation]).wire())
        sent = {"messageIds": [calls[-1].answer.payload["data"]["id"]]}
        calls.clear()
        yield client, calls, sent


def body_of(operation: AnyOperation, sent: Wire) -> bytes:
    asked = {
        api.GET_CUSTOMER: CUSTOMER,
        api.FETCH_MESSAGES: sent,
        api.LIST_PRODUCTS: {},
        api.LIST_CATALOGS: {},
    }
    return bytes(operation.request.read(asked.get(operation, SAMPLES[operation])).wire())


async def test_the_practice_store_answers_nothing_that_the_specification_does_not_know(
    practice_store: PracticeStore,
) -> None:
    async with listening(practice_store) as (client, calls, sent):
        for operation in OPERATIONS:
            await client.send(operation, body_of(operation, sent))
    assert len(calls) == len(OPERATIONS)
    assert [call.answer.operation.name for call in calls if call.drifts] == []


async def test_fifty_stores_that_answer_otherwise_are_told_with_the_right_words_and_can_be_taught(
    practice_store: PracticeStore,
) -> None:
    """What was told of a store makes the practice store answer alike: the same is told of that."""
    assert len(STORES) == len({(store.operation.name, str(store.change)) for store in STORES}) == 50
    told: list[Mutation] = []
    async with listening(practice_store) as (client, calls, sent):

        async def found(store: Mutation, changes: list[Any]) -> set[Drift]:
            practice_store.clear_faults()
            practice_store.add_fault("changed", operation=store.operation.path, changes=changes)
            await client.send(store.operation, body_of(store.operation, sent), retry=False)
            return set(calls[-1].drifts)

        for store in STORES:
            drifts = await found(store, [store.change])
            if {str(sentence(drift)) for drift in drifts} == {store.says}:
                told.append(store)
                assert await found(store, [change_of(drift) for drift in drifts]) == drifts
    assert len(told) >= WANTED, [store.says for store in STORES if store not in told]


async def test_what_reads_less_of_an_answer_is_told_the_same(practice_store: PracticeStore) -> None:
    """A run sends with a narrower model."""
    whole: AnyOperation = api.UPSERT_CATALOGS
    narrow = replace(whole, response=Envelope)
    async with listening(practice_store) as (client, calls, sent):
        await client.send(narrow, body_of(api.UPSERT_CATALOGS, sent))
        assert not calls[-1].drifts
        change = {"place": "data.catalogs[].slug", "value": "k"}
        practice_store.add_fault("changed", changes=[change])
        await client.send(narrow, body_of(api.UPSERT_CATALOGS, sent))
    assert [drift.place for drift in calls[-1].drifts] == ["data.catalogs[].slug"]


async def test_each_occurrence_counts_and_no_value_is_kept(practice_store: PracticeStore) -> None:
    async with listening(practice_store) as (client, calls, sent):
        change = {"place": f"{VARIANT}.barcode", "value": "a person's own text"}
        practice_store.add_fault("changed", changes=[change])
        await client.send(api.UPSERT_PRODUCTS, body_of(api.UPSERT_PRODUCTS, sent))
        products = [{**SAMPLES[api.UPSERT_PRODUCTS]["products"][0], "id": f"m{n}"} for n in range(3)]
        for product in products:
            product["combinations"] = [
                {**product["combinations"][0], "productId": product["id"], "id": product["id"]}
            ]
        body = api.UPSERT_PRODUCTS.request.read({"products": products}).wire()
        await client.send(api.UPSERT_PRODUCTS, body)
    found: Counter[Drift] = Counter()
    for call in calls:
        found.update(call.drifts)
    assert list(found.values()) == [4]
    assert "person" not in repr(found)


async def test_a_status_of_http_that_nobody_knows_is_told(practice_store: PracticeStore) -> None:
    async with listening(practice_store) as (client, calls, _):
        practice_store.add_fault("status", code=226)
        await client.send(api.LIST_CATALOGS, b"{}", retry=False)
    (drift,) = calls[-1].drifts
    assert sentence(drift) == "It answers with the status 226, which the specification does not know."
    assert change_of(drift) is None
