"""The store's OpenAPI document names every operation with the models that really read it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from svcconsole.api.operations import OPERATIONS
from tests.sandbox.wire import PREFIX, good_headers, raw
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
