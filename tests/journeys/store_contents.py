"""What a store holds after a journey."""

from __future__ import annotations

import json
from typing import Any

from svcconsole.api.operations import LIST_PRODUCTS
from tests.services.runs.plans import client_of
from tests.support.practice import PracticeStore


async def everything_in(store: PracticeStore) -> dict[str, Any]:
    """All products by id, read page by page."""
    found: dict[str, Any] = {}
    async with client_of(store) as client:
        body: dict[str, str] = {}
        while True:
            answer = await client.send(LIST_PRODUCTS, json.dumps(body).encode())
            products = answer.payload["data"]["products"]
            if not products:
                return found
            found |= {product["id"]: product for product in products}
            body = {"afterProductId": products[-1]["id"]}
