"""Reads what products cost in the store now, variant by variant (specification, endpoint 2)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from svcconsole.api.errors import Outcome
from svcconsole.api.models.catalog import GetProducts, StoredProduct
from svcconsole.api.models.common import Envelope
from svcconsole.api.models.unusual import read_record
from svcconsole.api.operations import GET_PRODUCTS, Operation
from svcconsole.services.catalog.prices import product_currency, variant_price
from svcconsole.tables.checking.price_levels import PriceLevel

if TYPE_CHECKING:
    from svcconsole.api.client import Client

BATCH = 100
AT_ONCE = 4
READ: Operation[Any, Any] = GET_PRODUCTS
PLAIN = replace(READ, response=Envelope)
"""The answers are kept as they came: whoever wants the prices reads them, beside the window."""


async def price_answers(client: Client, ids: Sequence[str]) -> AsyncGenerator[tuple[int, list[bytes]]]:
    """The store's answers for these products, a few at a time, with how many products were asked for so far.

    Raises ApiError.
    """
    parts = [ids[start : start + BATCH] for start in range(0, len(ids), BATCH)]
    done = 0
    for start in range(0, len(parts), AT_ONCE):
        wave = parts[start : start + AT_ONCE]
        asked = (client.send(PLAIN, GetProducts(product_ids=list(part)).wire()) for part in wave)
        answers = await asyncio.gather(*asked)
        for answer in answers:
            if answer.outcome is not Outcome.OK:
                raise answer.error or AssertionError("an answer that is not good holds its error")
        done += sum(map(len, wave))
        yield done, [answer.body for answer in answers]


def levels_in(answers: Iterable[bytes]) -> dict[tuple[str, str], PriceLevel]:
    """What each variant costs, by product and variant, in answers of the store as they came."""
    found: dict[tuple[str, str], PriceLevel] = {}
    for answer in answers:
        data = json.loads(answer).get("data") or {}
        for raw in data.get("products") or ():
            if not isinstance(raw, dict):
                continue
            product = read_record(StoredProduct, raw)
            currency = product_currency(product)
            for variant in product.combinations or ():
                price = variant_price(variant, currency)
                if price is not None and product.id and variant.id:
                    paid = Decimal(str(price.low))
                    found[product.id, variant.id] = PriceLevel(paid, paid, price.currency)
    return found
