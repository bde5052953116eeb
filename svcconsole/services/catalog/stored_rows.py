"""Converts records the store answered into the light rows of the lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel

from svcconsole.api.models.catalog import StoredCatalog, StoredProduct
from svcconsole.api.models.unusual import unusual_of
from svcconsole.services.catalog.list_rows import CatalogRow, ProductRow


def product_row(product: StoredProduct) -> ProductRow | None:
    """The list's row of a product; None for an answer without an id, which no operation could address."""
    if not product.id:
        return None
    combinations = product.combinations or []
    prices = [float(entry.price) for entry in combinations if entry.price is not None]
    counts = [float(entry.quantity) for entry in combinations if entry.quantity is not None]
    photos = [photo.photo_url for photo in product.photos or [] if photo.photo_url]
    return ProductRow(
        id=product.id,
        name=product.name or "",
        image=product.image or next(iter(photos), ""),
        catalogs=tuple(identity for identity in product.catalog_ids or () if identity),
        variants=len(combinations),
        low=min(prices, default=None),
        high=max(prices, default=None),
        currency=product.currency or _first(entry.currency for entry in combinations),
        stock=sum(counts) if counts else None,
        photos=len(photos),
        unusual=bool(unusual_of(product)),
    )


def catalog_row(catalog: StoredCatalog) -> CatalogRow | None:
    """The list's row of a catalog; None for an answer without an id."""
    if not catalog.id:
        return None
    return CatalogRow(
        id=catalog.id,
        name=catalog.name or "",
        description=catalog.description or "",
        image=catalog.image or "",
        url=catalog.url or "",
        unusual=bool(unusual_of(catalog)),
    )


def stored_row(kind: str, record: BaseModel) -> ProductRow | CatalogRow | None:
    """The list's row of a record just saved, as the store answered it or as it was sent."""
    read: Any = record
    return product_row(read) if kind == "products" else catalog_row(read)


def _first(values: Iterable[Any]) -> str:
    return next((value for value in values if value), "")
