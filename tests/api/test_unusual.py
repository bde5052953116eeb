"""Answers with values of another type than promised: each record is read by itself, nothing of it is lost."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcconsole.api import operations as api
from svcconsole.api.client import Answer, Client
from svcconsole.api.connection import Connection
from svcconsole.api.errors import Outcome
from svcconsole.api.faults import Fault
from svcconsole.api.models.catalog import ProductsResponse, StoredProduct
from svcconsole.api.models.unusual import read_answer, read_record, unusual_of
from svcconsole.api.operations import Operation
from svcconsole.api.token import Token
from tests.api.models.samples import PRODUCT
from tests.api.replies_of_a_store import REPLIES
from tests.support.fault_server import answer, answers, fault_server
from tests.support.virtual_time import VirtualTimeLoop

MESSAGE = {"id": 1, "messageId": "m-1", "createdAt": "2026-01-31T10:00:00Z", "status": "failed"}
REFUSED = {"firstName": "Ida", "lastName": "B", "storeId": "s", "customerId": "c", "error": "bad"}
RECORDS: dict[Operation[Any, Any], tuple[str, dict[str, Any]]] = {
    api.LIST_PRODUCTS: ("products", PRODUCT),
    api.UPSERT_PRODUCTS: ("products", PRODUCT),
    api.LIST_CATALOGS: (
        "catalogs",
        {"id": "c-1", "name": "Spring", "description": "x", "image": "", "url": ""},
    ),
    api.FETCH_MESSAGES: ("messages", MESSAGE | {"message": "Hello", "failureReason": "none"}),
    api.RECORD_USER_PROPERTIES: ("invalidUserProperties", REFUSED),
}
ODD: tuple[Any, ...] = ([], ["a", "b"], {}, {"a": 1}, [[{}]])


@pytest.fixture(autouse=True)
def loop_factory() -> type[VirtualTimeLoop]:
    return VirtualTimeLoop


async def answered(operation: Operation[Any, Any], body: dict[str, Any]) -> Answer[Any]:
    async with (
        fault_server(answers(answer(body))) as server,
        Client(Connection(server.base_url, Token("t"))) as client,
    ):
        return await client.send(operation, b'{"partnerCustomerId": "C-1"}', retry=False)


def data_of(result: Answer[Any]) -> Any:
    assert result.response is not None
    return result.response.data


def fields_of(record: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each field with each value that is of another type than the one it has."""
    for name, value in record.items():
        for odd in ODD:
            if type(odd) is not type(value):
                yield name, odd


@pytest.mark.parametrize("operation", RECORDS, ids=lambda one: one.name)
async def test_one_odd_field_makes_neither_its_list_nor_its_record_unreadable(
    operation: Operation[Any, Any],
) -> None:
    field, record = RECORDS[operation]
    for name, odd in fields_of(record):
        body = copy.deepcopy(REPLIES[operation])
        other = record | ({"id": "other"} if "id" in record else {"firstName": "Ole"})
        body["data"][field] = [record, record | {name: odd}, other]
        result = await answered(operation, body)
        assert (result.outcome, result.fault) == (Outcome.OK, None), (name, odd)
        data = data_of(result)
        first, middle, last = getattr(data, next(iter(type(data).model_fields)))
        assert not unusual_of(first)
        assert not unusual_of(last)
        if name in {each.alias for each in type(middle).model_fields.values()}:
            assert (result.unusual, unusual_of(middle)) == (1, {name: odd})
        good = {key: value for key, value in record.items() if key != name}
        told = middle.model_dump(mode="json", by_alias=True)
        expected = type(first).model_validate(good).model_dump(mode="json", by_alias=True)
        assert {key: told[key] for key in good} == {key: expected[key] for key in good}


@pytest.mark.parametrize(("place", "odd"), [
    ("combinations[0].options", []), ("combinations[0].price", "a lot"), ("combinations[0].price", [1]),
    ("combinations[0].options.Size", {"a": 1}), ("combinations[0]", "variant"), ("photos[0]", "x.png"),
    ("catalogIds[0]", {"id": "c"}), ("addToCartDisabled", "perhaps"), ("", "no object"), ("tags", ["a"]),
])  # fmt: skip
async def test_an_odd_value_is_kept_where_it_stood(place: str, odd: Any) -> None:
    product: Any = copy.deepcopy(PRODUCT) | {"catalogIds": ["x", "y"], "photos": [{"photoUrl": "p.png"}]}
    product["combinations"][0]["options"] = {"Size": "S", "Colour": "red"}
    holder: Any = [product]
    at: Any = holder
    key: Any = 0
    for part in place.replace("[", ".[").split(".") if place else ():
        at, key = at[key], int(part[1:-1]) if part.startswith("[") else part
    at[key] = odd
    result = await answered(api.LIST_PRODUCTS, {"status": 200, "data": {"products": [PRODUCT, *holder]}})
    assert result.outcome is Outcome.OK
    assert data_of(result).products[0] == StoredProduct.model_validate(PRODUCT)
    assert unusual_of(data_of(result).products[1]) == {place: odd}
    assert result.unusual == 1


@pytest.mark.parametrize(("operation", "data"), [
    (api.LIST_PRODUCTS, {"products": {"p": PRODUCT}}), (api.LIST_PRODUCTS, []), (api.LIST_PRODUCTS, {}),
    (api.GET_CUSTOMER, {"customer": [1]}), (api.GET_CUSTOMER, {"customer": None}),
])  # fmt: skip
async def test_an_envelope_that_says_nothing_is_unreadable(operation: Operation[Any, Any], data: Any) -> None:
    result = await answered(operation, {"status": 200, "success": True, "data": data})
    assert (result.outcome, result.fault) == (Outcome.PAUSE, Fault.MISFIT)


async def test_a_cursor_of_any_type_says_that_a_report_goes_on() -> None:
    data = {"downloadLink": {"href": "https://x.example"}, "reportStatus": ["COMPLETED"], "cursor": {"at": 7}}
    result = await answered(api.GET_REPORT, {"status": 200, "data": data})
    report = data_of(result)
    assert (report.cursor, report.report_status) == ('{"at": 7}', '["COMPLETED"]')
    assert (report.download_link, unusual_of(report)) == (
        None,
        {"downloadLink": {"href": "https://x.example"}},
    )


async def test_an_odd_customer_and_ticket_are_read() -> None:
    customer = {"id": 42, "firstName": ["Ida"], "tags": {"vip": True}, "addresses": [{"city": {}, "zip": 1}]}
    result = await answered(api.GET_CUSTOMER, {"status": 200, "data": {"customer": customer}})
    assert unusual_of(data_of(result).customer) == {"firstName": ["Ida"], "addresses[0].city": {}}
    assert data_of(result).customer.addresses[0].zip == "1"
    ticket = {"id": 5, "agentId": [1], "teamId": None}
    made = await answered(api.CREATE_TICKET, {"status": 200, "data": {"ticket": ticket}})
    assert (made.outcome, unusual_of(data_of(made).ticket)) == (Outcome.OK, {"agentId": [1]})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
VARIANT = st.fixed_dictionaries({}, optional={"id": JSON, "price": JSON, "options": JSON})
ANY_PRODUCT = st.fixed_dictionaries(
    {},
    optional={
        **{field.alias or name: JSON for name, field in StoredProduct.model_fields.items()},
        "combinations": st.lists(
            JSON | st.fixed_dictionaries({}, optional={"id": JSON, "price": JSON, "options": JSON}),
            max_size=3,
        ),
    },
)


@settings(deadline=None)
@given(st.lists(JSON | ANY_PRODUCT, max_size=4))
def test_any_records_are_read_and_the_payload_is_left_as_it_came(records: list[Any]) -> None:
    payload = {"status": 200, "data": {"products": [PRODUCT, *records]}}
    before = copy.deepcopy(payload)
    response, count = read_answer(ProductsResponse, payload)
    assert payload == before
    assert len(response.data.products) == 1 + len(records)
    assert count == sum(bool(unusual_of(product)) for product in response.data.products)
    assert not unusual_of(response.data.products[0])
    for raw, product in zip(records, response.data.products[1:], strict=True):
        if isinstance(raw, dict):
            assert read_record(StoredProduct, raw) == product
        else:
            assert unusual_of(product) == {"": raw}
