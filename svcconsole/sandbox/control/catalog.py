"""The control API for the catalog: the ids of the products that the store holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, select

from svcconsole.sandbox.control.listing import Listing, Page
from svcconsole.sandbox.control.routes import ControlRoute
from svcconsole.sandbox.store.store import Store
from svcconsole.sandbox.store.tables.catalog import products


async def product_ids(store: Store, asked: Page) -> Mapping[str, Any]:
    """By code point, the last first."""
    listing = Listing("products", select(products.c.id).order_by(products.c.id.desc()), [products.c.id], _ids)
    return await store.consult(lambda connection: listing.page(connection, asked))


def _ids(_: Connection, rows: Sequence[Row[Any]]) -> list[Mapping[str, Any]]:
    return [{"id": row.id} for row in rows]


CATALOG = (ControlRoute("GET", "/products", product_ids, Page),)
