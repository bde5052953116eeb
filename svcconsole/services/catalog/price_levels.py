"""Reads what products cost in the store now, variant by variant (specification, endpoint 2)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from svcconsole.api.models.catalog import GetProducts
from svcconsole.api.operations import GET_PRODUCTS
from svcconsole.services.catalog.prices import product_currency, variant_price
from svcconsole.tables.checking.price_levels import PriceLevel

if TYPE_CHECKING:
    from svcconsole.api.client import Client

BATCH = 100


async def price_levels(client: Client, ids: Sequence[str]) -> dict[tuple[str, str], PriceLevel]:
    """What each variant of these products costs now, by product and variant; raises ApiError."""
    found: dict[tuple[str, str], PriceLevel] = {}
    for start in range(0, len(ids), BATCH):
        answer = await client.call(GET_PRODUCTS, GetProducts(product_ids=list(ids[start : start + BATCH])))
        for product in answer.data.products or ():
            currency = product_currency(product)
            for variant in product.combinations or ():
                price = variant_price(variant, currency)
                if price is not None and product.id and variant.id:
                    paid = Decimal(str(price.low))
                    found[product.id, variant.id] = PriceLevel(paid, paid, price.currency)
    return found
