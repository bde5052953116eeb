"""A product with variants and photos, as a form has its values."""

from __future__ import annotations

from decimal import Decimal
from typing import Any


def variant(identity: str, name: str, price: str = "39.00", **more: Any) -> dict[str, Any]:
    return {"id": identity, "name": name, "price": Decimal(price), "discounted_price": Decimal(price), **more}


def product(**more: Any) -> dict[str, Any]:
    return {
        "id": "apron",
        "name": "Apron",
        "combinations": [variant("F", "Flax"), variant("S", "Sage")],
        "photos": [{"photo_url": "https://shop.example/1.png"}, {"photo_url": "https://shop.example/2.png"}],
        **more,
    }
