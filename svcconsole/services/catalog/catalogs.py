"""Finds which catalogs the store has and creates those that products need (specification, endpoints 6 to
8).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from svcconsole.api.models.catalog import Catalog, StoredCatalog, UpsertCatalogs
from svcconsole.api.operations import GET_CATALOGS, LIST_CATALOGS, UPSERT_CATALOGS
from svcconsole.services.catalog.records import RecordType

if TYPE_CHECKING:
    from svcconsole.api.client import Client

BATCH = 100

CATALOGS: RecordType[Catalog] = RecordType(
    "catalogs", Catalog, StoredCatalog, GET_CATALOGS, UPSERT_CATALOGS, "catalog_ids"
)


async def known_catalog_ids(client: Client) -> frozenset[str]:
    """The ids of all catalogs of the store; raises ApiError."""
    from svcconsole.api.paging import pages

    found: set[str] = set()
    async for page in pages(client, LIST_CATALOGS):
        found.update(catalog.id for catalog in page.items if catalog.id is not None)
    return frozenset(found)


def new_catalogs(ids: Sequence[str]) -> list[Catalog]:
    """Catalogs named by their id, to be described later in the Catalog tab."""
    return [Catalog(id=name, name=name) for name in ids]


async def create_catalogs(client: Client, ids: Sequence[str]) -> None:
    """Create `new_catalogs` in the store; raises ApiError."""
    for start in range(0, len(ids), BATCH):
        made = new_catalogs(ids[start : start + BATCH])
        await client.call(UPSERT_CATALOGS, UpsertCatalogs(catalogs=made))
