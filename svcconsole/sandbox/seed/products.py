"""The demo's catalogs and products as records of the specification, with pictures that the store serves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from svcconsole.api.models.catalog import UpsertCatalogs, UpsertProducts
from svcconsole.sandbox.rules import catalog
from svcconsole.sandbox.seed.classics import CLASSICS
from svcconsole.sandbox.seed.item import CATALOGS, Item
from svcconsole.sandbox.seed.pictures import MEDIA
from svcconsole.sandbox.seed.ranges import composed
from svcconsole.sandbox.store.call_context import Call

STOREFRONT = "https://practice-store.example"
PRODUCTS = (*CLASSICS, *composed())
"""In the order of the lists; the store answers them in the order of their ids."""


def seed_products(call: Call) -> None:
    """Write them through the handlers that answer requests, and so in the order of those."""
    catalog.upsert_catalogs(call, UpsertCatalogs.read({"catalogs": _catalogs(call.base_url)}))
    products = [_product(item, call.base_url) for item in PRODUCTS]
    catalog.upsert_products(call, UpsertProducts.read({"products": products}))


def _catalogs(base_url: str) -> Sequence[Mapping[str, Any]]:
    return [
        {
            "id": identifier,
            "name": name,
            "description": text,
            "image": f"{base_url}{MEDIA}{identifier}.png",
            "url": f"{STOREFRONT}/collections/{identifier}",
        }
        for identifier, name, text in CATALOGS
    ]


def _slug(value: str, number: int) -> str:
    return value.lower() if value.isascii() and value.isalpha() else str(number)


def _product(item: Item, base_url: str) -> Mapping[str, Any]:
    url = f"{STOREFRONT}/products/{item.id}"
    values = item.values or ("Default",)
    pictures = [
        f"{base_url}{MEDIA}{item.id}-{_slug(value, number)}.png" for number, value in enumerate(values, 1)
    ]
    return {
        "id": item.id,
        "name": item.name,
        "url": url,
        "description": item.text,
        "image": pictures[0],
        "currency": "EUR",
        "photos": [{"photoUrl": picture} for picture in pictures],
        "tags": ", ".join(sorted(item.catalogs.split())),
        "catalogIds": item.catalogs.split(),
        "combinations": [
            {
                "id": f"{item.id}-{number}",
                "name": value,
                "productId": item.id,
                "price": Decimal(item.price),
                "discountedPrice": Decimal(item.reduced),
                "quantity": item.stock[min(number, len(item.stock)) - 1],
                "image": picture,
                "productUrl": f"{url}?variant={number}" if item.values else url,
                "currency": "EUR",
                **({"options": {item.option: value}} if item.values else {}),
            }
            for number, (value, picture) in enumerate(zip(values, pictures, strict=True), start=1)
        ],
    }
