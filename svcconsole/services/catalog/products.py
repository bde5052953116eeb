"""Products as they are read, completed and sent (specification: SvcProduct, endpoints 3 to 5)."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from svcconsole.api.models.catalog import Product, StoredProduct
from svcconsole.api.operations import GET_PRODUCTS, UPSERT_PRODUCTS
from svcconsole.services.catalog.records import RecordType

Values = dict[str, Any]

COPY = "-copy"
"""What the ids of a copy end with until somebody chooses others."""
UNKNOWN = "?"
"""Stands in while the product lacks what the variants take from it; such a product is never sent."""


def completed(values: Values) -> Values:
    """The product as it is sent: what blank cells of a variant stand for, filled in."""
    made = dict(values)
    made.setdefault("photos", [])
    if not made.get("metafields"):
        made.pop("metafields", None)
    rows = made.get("combinations") or []
    made["combinations"] = [{**row, **_meant(made, row, alone=len(rows) == 1)} for row in rows]
    return made


def duplicated(values: Values, named: Callable[[str], str]) -> Values:
    """A copy of a product under ids of its own: those of its variants begin anew with the copy's id, or end
    with `-copy`; `named` makes its name. Whatever else the product has stays as it is."""
    old = str(values.get("id") or "")
    new = f"{old}{COPY}"
    rows = [
        {**row, "id": _own_id(str(row.get("id") or ""), old, new), "product_id": new}
        for row in values.get("combinations") or []
    ]
    return {**values, "id": new, "name": named(str(values.get("name") or "")), "combinations": rows}


def _own_id(identity: str, old: str, new: str) -> str:
    if not identity:
        return ""
    return new + identity.removeprefix(old) if old and identity.startswith(old) else f"{identity}{COPY}"


def first_photo(product: Values) -> str:
    """The address of the first photo that has one."""
    urls = (photo.get("photo_url") for photo in product.get("photos") or [])
    return next((url for url in urls if url), "")


def _meant(product: Values, row: Values, *, alone: bool) -> Values:
    """What the variant's blank cells stand for. What the product itself lacks is told at the product."""
    price = row.get("price")
    meant = {
        "id": row.get("id") or (product.get("id") or UNKNOWN if alone else None),
        "product_id": product.get("id") or UNKNOWN,
        "image": row.get("image") or product.get("image") or first_photo(product) or None,
        "product_url": row.get("product_url") or product.get("url") or UNKNOWN,
        "discounted_price": row.get("discounted_price") if row.get("discounted_price") is not None else price,
        "options": row.get("options") or None,
        "currency": row.get("currency") or None,
    }
    if meant["discounted_price"] is price and not isinstance(price, Decimal | float | int):
        meant["discounted_price"] = Decimal(0)  # what is wrong with the price is told once
    return meant


PRODUCTS: RecordType[Product] = RecordType(
    "products", Product, StoredProduct, GET_PRODUCTS, UPSERT_PRODUCTS, "product_ids", completed
)
