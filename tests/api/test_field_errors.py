"""A server's message lands on the field it names, and on none when it names none."""

from __future__ import annotations

from typing import Any

import pytest

from svcconsole.api import operations as api
from svcconsole.api.errors import FieldError
from svcconsole.api.field_errors import locate
from svcconsole.api.operations import Operation


@pytest.mark.parametrize(
    ("operation", "message", "loc"),
    [
        (api.GET_PRODUCTS, "productIds is required", ("product_ids",)),
        (api.UPSERT_PRODUCTS, "products is required", ("products",)),
        (api.UPSERT_PRODUCTS, '"products" is required', ("products",)),
        (api.UPSERT_PRODUCTS, "Field 'products' missing", ("products",)),
        (api.UPSERT_PRODUCTS, "products[2].name must be text", ("products", 2, "name")),
        (
            api.UPSERT_PRODUCTS,
            "products.2.photos.0.photoUrl: not a URL",
            ("products", 2, "photos", 0, "photo_url"),
        ),
        (
            api.UPSERT_PRODUCTS,
            "Value of products[0].combinations[11].discountedPrice is too high",
            ("products", 0, "combinations", 11, "discounted_price"),
        ),
        (api.UPSERT_CUSTOMER, "phoneNumber may not be blank", ("phone_number",)),
        (api.UPSERT_CUSTOMER, "email must be a valid address", ("email",)),
        (api.CREATE_TICKET, "context: at most 500 characters", ("context",)),
    ],
)
def test_a_named_field(operation: Operation[Any, Any], message: str, loc: tuple[str | int, ...]) -> None:
    assert locate([message], operation.request) == (FieldError(loc, message),)


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (api.UPSERT_PRODUCTS, "Catalog winter does not exist"),
        (api.UPSERT_PRODUCTS, "3 products were not stored"),
        (api.UPSERT_PRODUCTS, "products[0].colour is not known"),
        (api.UPSERT_CUSTOMER, "We sent you an email about it"),
        (api.UPSERT_CUSTOMER, ""),
        (api.UPSERT_CUSTOMER, "Internal error 500.12.3"),
    ],
)
def test_no_field(operation: Operation[Any, Any], message: str) -> None:
    assert locate([message], operation.request) == ()
