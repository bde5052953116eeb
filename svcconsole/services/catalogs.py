"""Catalogs before products: which ones the store has, and making those that are missing (specification, 3
and 6)."""

from __future__ import annotations

from collections.abc import Sequence

from svcconsole.api.client import Client
from svcconsole.api.models.catalog import Catalog, UpsertCatalogs
from svcconsole.api.operations import LIST_CATALOGS, UPSERT_CATALOGS
from svcconsole.api.paging import pages

BATCH = 100


async def known_catalog_ids(client: Client) -> frozenset[str]:
    """The ids of all catalogs of the store; raises ApiError."""
    found: set[str] = set()
    async for page in pages(client, LIST_CATALOGS):
        found.update(catalog.id for catalog in page.items if catalog.id is not None)
    return frozenset(found)


async def create_catalogs(client: Client, ids: Sequence[str]) -> None:
    """Create catalogs named by their id, to be described later in the Catalog tab; raises ApiError."""
    for start in range(0, len(ids), BATCH):
        made = [Catalog(id=name, name=name) for name in ids[start : start + BATCH]]
        await client.call(UPSERT_CATALOGS, UpsertCatalogs(catalogs=made))
