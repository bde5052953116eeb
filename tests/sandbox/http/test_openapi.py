"""The store's OpenAPI document names every operation with the models that really read it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema_rs import validator_for

from svcconsole.api import operations as api
from svcconsole.api.operations import OPERATIONS, Operation
from svcconsole.api.reference import ENTRIES
from svcconsole.sandbox.http.auth_middleware import BODY_LIMIT
from tests.api.models.samples import SAMPLES
from tests.sandbox.wire import PREFIX, Reply, good_headers, post, raw
from tests.support.practice import PracticeStore


@pytest.fixture
def document(practice_store: PracticeStore) -> dict[str, Any]:
    reply = raw(practice_store, "GET", "/openapi.json", good_headers(practice_store)[:1])
    assert (reply.status, reply.kind) == (200, "application/json")
    body: dict[str, Any] = reply.body
    return body


def test_it_holds_the_18_operations_and_nothing_else(document: dict[str, Any]) -> None:
    assert list(document["paths"]) == [PREFIX + operation.path for operation in OPERATIONS]
    for operation in OPERATIONS:
        described = document["paths"][PREFIX + operation.path]
        assert list(described) == ["post"]
        assert described["post"]["summary"] == operation.title
        assert described["post"].get("deprecated", False) is operation.deprecated
        body = described["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert body == {"$ref": f"#/components/schemas/{operation.request.__name__}"}


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    names = set(re.findall(r"#/components/schemas/(\w+)", str(document)))
    assert names <= set(document["components"]["schemas"])


def test_fields_have_their_wire_names_and_limits(document: dict[str, Any]) -> None:
    product = document["components"]["schemas"]["Product"]
    assert product["additionalProperties"] is False
    assert product["required"] == ["id", "name", "url", "photos", "combinations"]
    assert {"catalogIds", "addToCartDisabled"} <= set(product["properties"])
    assert product["properties"]["combinations"]["minItems"] == 1
    assert document["components"]["schemas"]["Combination"]["properties"]["price"]["type"] == "number"


def documented(document: dict[str, Any], operation: Operation[Any, Any], status: int) -> Any:
    """The validator of one documented answer."""
    answers = document["paths"][PREFIX + operation.path]["post"]["responses"]
    schema = answers[str(status)]["content"]["application/json"]["schema"]
    return validator_for({**schema, "components": document["components"]}, validate_formats=True)


def test_what_is_answered_is_what_is_documented_and_nothing_more(
    practice_store: PracticeStore, document: dict[str, Any]
) -> None:
    """Every example of the API reference, in its order, on an empty store."""
    answered = set()
    for entry in ENTRIES:
        validator = documented(document, entry.operation, 200)
        for example in entry.examples:
            reply = post(practice_store, entry.operation.path, dict(example.body))
            assert reply.status == 200
            assert [str(error) for error in validator.iter_errors(reply.body)] == [], example.title
            assert not validator.is_valid({**reply.body, "more": 1})
            assert not validator.is_valid({**reply.body, "status": "200"})
            answered.add(entry.operation)
    assert answered == set(OPERATIONS)


def _list(store: PracticeStore, body: bytes = b"{}", method: str = "POST", **headers: str | None) -> Reply:
    kept = [(name, value) for name, value in good_headers(store) if name not in headers]
    added = [(name, value) for name, value in headers.items() if value is not None]
    return raw(store, method, PREFIX + api.LIST_PRODUCTS.path, [*kept, *added], body)


def _unknown_template(store: PracticeStore) -> Reply:
    sample = SAMPLES[api.SEND_TEMPLATE]
    unknown = {**sample, "payload": {**sample["payload"], "templateId": "nothing"}}
    return post(store, api.SEND_TEMPLATE.path, unknown)


def _full_disk(store: PracticeStore) -> Reply:
    store.add_fault("disk_full")
    return post(store, api.UPSERT_CATALOGS.path, SAMPLES[api.UPSERT_CATALOGS])


REFUSED: dict[int, tuple[Operation[Any, Any], Callable[[PracticeStore], Reply]]] = {
    400: (api.LIST_PRODUCTS, lambda store: _list(store, b'{"page": 1, "size": 2}')),
    401: (api.LIST_PRODUCTS, lambda store: _list(store, Authorization=None)),
    403: (api.LIST_PRODUCTS, lambda store: _list(store, Origin="null")),
    404: (api.LIST_PRODUCTS, lambda store: _list(store, method="PUT")),
    406: (
        api.GET_CUSTOMER,
        lambda store: post(store, api.GET_CUSTOMER.path, {"partnerCustomerId": "nobody"}),
    ),
    407: (api.SEND_TEMPLATE, _unknown_template),
    413: (api.LIST_PRODUCTS, lambda store: _list(store, b" " * (BODY_LIMIT + 1))),
    500: (api.UPSERT_CATALOGS, _full_disk),
}


@pytest.mark.parametrize("status", REFUSED)
def test_refusals_come_in_their_documented_envelope(
    practice_store: PracticeStore, document: dict[str, Any], status: int
) -> None:
    operation, ask = REFUSED[status]
    reply = ask(practice_store)
    assert reply.status == status
    documented(document, operation, status).validate(reply.body)


def test_no_other_status_is_documented(document: dict[str, Any]) -> None:
    every = {"200", "400", "401", "403", "404", "413", "429", "500"}
    for operation in OPERATIONS:
        answers = document["paths"][PREFIX + operation.path]["post"]["responses"]
        own = {api.GET_CUSTOMER: {"406"}, api.SEND_TEMPLATE: {"407"}, api.SEND_TEMPLATE_V1: {"407"}}
        assert set(answers) == every | own.get(operation, set())
        assert answers["429"]["headers"]["Retry-After"]["schema"] == {"type": "integer"}
