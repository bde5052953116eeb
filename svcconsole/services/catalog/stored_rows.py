"""Converts records the store answered into the light rows of the lists."""

from __future__ import annotations

import json
from decimal import Decimal
from sys import intern
from typing import Any

from pydantic import BaseModel

from svcconsole.api.models.catalog import StoredCatalog, StoredProduct
from svcconsole.api.models.unusual import unusual_of
from svcconsole.services.catalog.list_rows import CatalogRow, Cell, ProductRow
from svcconsole.services.catalog.prices import price_ranges

LONGEST = 160
"""So much of a text is kept for a cell; the detail shows all of it."""
IN_PRODUCT_ROW = frozenset({"id", "name", "image", "catalog_ids", "combinations"})
"""Fields that the columns of every products list show."""
IN_CATALOG_ROW = frozenset({"id", "name", "description", "image", "url"})


def product_row(product: StoredProduct) -> ProductRow | None:
    """The list's row of a product; None for an answer without an id, which no operation could address."""
    if not product.id:
        return None
    combinations = product.combinations or []
    counts = [float(entry.quantity) for entry in combinations if entry.quantity is not None]
    photos = [photo.photo_url for photo in product.photos or [] if photo.photo_url]
    return ProductRow(
        id=intern(product.id),
        name=product.name or "",
        image=product.image or next(iter(photos), ""),
        catalogs=tuple(intern(identity) for identity in product.catalog_ids or () if identity),
        variants=len(combinations),
        prices=price_ranges(product),
        stock=sum(counts) if counts else None,
        photos=len(photos),
        more=more_cells(product, IN_PRODUCT_ROW),
        unusual=bool(unusual_of(product)),
    )


def catalog_row(catalog: StoredCatalog) -> CatalogRow | None:
    """The list's row of a catalog; None for an answer without an id."""
    if not catalog.id:
        return None
    return CatalogRow(
        id=intern(catalog.id),
        name=catalog.name or "",
        description=catalog.description or "",
        image=catalog.image or "",
        url=catalog.url or "",
        more=more_cells(catalog, IN_CATALOG_ROW),
        unusual=bool(unusual_of(catalog)),
    )


def stored_row(kind: str, record: BaseModel) -> ProductRow | CatalogRow | None:
    """The list's row of a record just saved, as the store answered it or as it was sent."""
    read: Any = record
    return product_row(read) if kind == "products" else catalog_row(read)


def more_cells(record: BaseModel, shown: frozenset[str]) -> dict[str, Cell]:
    """What the optional columns show of a record: every field that is set and not `shown` otherwise."""
    cells = {name: _cell(getattr(record, name)) for name in type(record).model_fields if name not in shown}
    return {name: cell for name, cell in cells.items() if cell not in (None, "")}


def _cell(value: object) -> Cell | None:
    """A value in one cell: texts cut, lists of texts joined, records counted."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, str):
        return value[:LONGEST]
    if isinstance(value, Decimal | int | float):
        return float(value)
    if isinstance(value, list) and not all(isinstance(part, str) for part in value):
        return float(len(value))
    if isinstance(value, list | tuple):
        return ", ".join(value)[:LONGEST]
    return json.dumps(value, ensure_ascii=False, default=str)[:LONGEST]
