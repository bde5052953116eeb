"""What a reasonable store could answer is read: ids as numbers or text, unknown fields and words kept."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from svcconsole.api import operations as api
from svcconsole.api.operations import OPERATIONS, Operation

OK = {"status": 200, "success": True}
ANSWERS: dict[Operation[Any, Any], dict[str, Any]] = {
    api.GENERATE_REPORT: {**OK, "data": {"reportHistoryId": 17}},
    api.GET_REPORT: {**OK, "data": {"downloadLink": None, "reportStatus": "WARMING_UP", "cursor": 5}},
    api.UPSERT_PRODUCTS: {**OK, "data": {"products": [{"id": 1, "extra": {"a": 1}}]}},
    api.LIST_PRODUCTS: {**OK, "data": {"products": []}},
    api.GET_PRODUCTS: {**OK, "data": {"products": [{}]}},
    api.UPSERT_CATALOGS: {**OK, "data": {"catalogs": [{"id": "a", "name": 5}]}},
    api.LIST_CATALOGS: {**OK, "data": {"catalogs": []}},
    api.GET_CATALOGS: {**OK, "data": {"catalogs": []}},
    api.SEND_MESSAGE_V1: {"status": 200},
    api.SEND_MESSAGE: {**OK, "data": {"id": 99}},
    api.SEND_TEMPLATE_V1: {"status": 200, "response": {"id": "99"}},
    api.SEND_TEMPLATE: {**OK, "data": {"id": "99"}},
    api.INITIATE_FLOW: {"status": 200},
    api.CREATE_TICKET: {**OK, "data": {"ticket": {"id": 5, "teamId": None, "customerId": "7"}}},
    api.RECORD_USER_PROPERTIES: {
        "status": True,
        "data": {
            "invalidUserProperties": [{"firstName": "A", "storeId": 1, "error": "lastName is required"}],
            "bulkUpsertUPResponse": {
                "createCount": 1,
                "updateCount": 0,
                "docsFailedToUpdate": [{"index": 1}],
            },
        },
    },
    api.FETCH_MESSAGES: {**OK, "data": {"messages": [{"createdAt": None, "message": "no messages found"}]}},
    api.UPSERT_CUSTOMER: {**OK, "data": {"customer": {"id": 9, "assets": [{"id": 1, "countryCode": None}]}}},
    api.GET_CUSTOMER: {
        **OK,
        "data": {"customer": {"id": "9", "addresses": [{"addressId": 4, "zip": 10115}]}},
    },
}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
@pytest.mark.parametrize("status", [200, "200", True, None], ids=str)
def test_an_answer_is_read(operation: Operation[Any, Any], status: Any) -> None:
    answer = operation.response.model_validate({**ANSWERS[operation], "status": status, "traceId": "x"})
    assert answer.status == status
    assert answer.model_extra == {"traceId": "x"}


@pytest.mark.parametrize(
    ("operation", "answer"),
    [
        (api.SEND_MESSAGE, {**OK, "data": {}}),
        (api.SEND_MESSAGE, {**OK, "data": {"id": None}}),
        (api.SEND_TEMPLATE, OK),
        (api.SEND_TEMPLATE_V1, {"status": 200}),
        (api.GENERATE_REPORT, {**OK, "data": {}}),
        (api.LIST_PRODUCTS, {**OK, "data": {}}),
    ],
    ids=str,
)
def test_an_answer_without_what_it_must_name_is_not_taken(
    operation: Operation[Any, Any], answer: Any
) -> None:
    with pytest.raises(ValidationError):
        operation.response.model_validate(answer)


def test_numbers_and_ids_come_in_any_form() -> None:
    combination = {
        "id": 5,
        "price": "12.50",
        "discountedPrice": 12.5,
        "quantity": True,
        "options": {"Size": 4},
    }
    answer = api.GET_PRODUCTS.response.model_validate(
        {**OK, "data": {"products": [{"id": 7, "combinations": [combination]}]}}
    )
    (read,) = answer.data.products
    assert read.id == "7"
    assert read.combinations is not None
    (one,) = read.combinations
    assert (one.id, one.price, one.discounted_price, one.quantity) == (
        "5",
        Decimal("12.50"),
        Decimal("12.5"),
        None,
    )
    assert one.options == {"Size": "4"}


def test_what_is_not_known_is_kept() -> None:
    answer = api.GET_CATALOGS.response.model_validate(
        {**OK, "data": {"catalogs": [{"id": "a", "season": "summer"}]}}
    )
    assert answer.data.catalogs[0].model_extra == {"season": "summer"}


def test_customer_tags_are_texts_or_objects() -> None:
    tags = ["fair", {"name": "retail"}, {"tag": "vip"}, {"label": "new"}, {"colour": "red"}]
    answer = api.GET_CUSTOMER.response.model_validate({**OK, "data": {"customer": {"tags": tags}}})
    assert answer.data.customer.tag_names == ("fair", "retail", "vip", "new", '{"colour": "red"}')
