"""What a reasonable store could answer is read: ids as numbers or text, unknown fields and words kept."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, ValidationError

from svcconsole.api import operations as api
from svcconsole.api.models.catalog import (
    Catalog,
    Combination,
    Product,
    StoredCatalog,
    StoredCombination,
    StoredProduct,
)
from svcconsole.api.models.common import Request
from svcconsole.api.models.customers import Address, Customer, StoredAddress
from svcconsole.api.models.resource import Absent, Resource
from svcconsole.api.models.unusual import read_answer, read_record, unusual_of
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
    payload = {**OK, "data": {"products": [{"id": 7, "combinations": [combination]}]}}
    answer, unusual = read_answer(api.GET_PRODUCTS.response, payload)
    (read,) = answer.data.products
    assert (unusual, unusual_of(read)) == (1, {"combinations[0].quantity": True})
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


def test_an_answer_has_the_fields_of_what_is_sent_and_lets_each_be_missing() -> None:
    for sent, stored in (
        (Product, StoredProduct),
        (Combination, StoredCombination),
        (Catalog, StoredCatalog),
        (Address, StoredAddress),
        (Customer, Customer[None]),
    ):
        assert list(stored.model_fields) == list(sent.model_fields)
        empty = stored.model_validate({})
        assert {getattr(empty, name) for name in sent.model_fields} == {None}
        assert empty == stored.model_validate({field.alias: None for field in sent.model_fields.values()})


def test_an_answer_is_no_request() -> None:
    """What a store answered may lack what a request must have, so it never passes for one."""
    answered = StoredProduct.model_validate({"id": "mug", "photos": [{"photoUrl": 5}], "season": "summer"})
    assert not isinstance(answered, Request)
    assert answered.photos is not None
    assert answered.photos[0].photo_url == "5"
    assert answered.model_extra == {"season": "summer"}
    with pytest.raises(ValidationError):
        Product.model_validate(answered.model_dump())


def test_a_flag_in_any_form_is_read_and_no_word_for_one_makes_the_answer_unreadable() -> None:
    for value, read in ((True, True), ("false", False), ("yes", True), (0, False), ("perhaps", None)):
        assert read_record(StoredProduct, {"addToCartDisabled": value}).add_to_cart_disabled is read
        assert read_record(StoredAddress, {"isDefault": value}).is_default is read


class Warranty(Resource[Absent]):
    months: int | Absent
    grade: Literal["A", "B"] | None = None
    named_oddly: Annotated[str | None, Field(alias="oddly_named")] = None


def test_words_that_are_not_known_survive_as_text_and_names_of_their_own_are_kept() -> None:
    answered = Warranty[None].model_validate({"months": "24", "grade": "C", "oddly_named": 7})
    assert answered.model_dump(by_alias=True) == {"months": 24, "grade": "C", "oddly_named": "7"}
    with pytest.raises(ValidationError):
        Warranty.model_validate({"grade": "A"})
    with pytest.raises(ValidationError):
        Warranty.model_validate({"months": 24, "grade": "C"})


class Unread(Resource[Absent]):
    when: date | Absent


def test_a_type_that_answers_have_no_form_for_is_told_with_its_place() -> None:
    with pytest.raises(TypeError, match=r"date.* has no lenient form; give it one in .*resource"):
        Unread[None]
