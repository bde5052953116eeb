"""The store's products and catalogs as last read, for pickers and the preview."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.kit.money import price_range
from svcconsole.gui.panels.catalog.record_cache import RecordCache
from svcconsole.gui.runtime.console import Console
from svcconsole.services.catalog.list_rows import CatalogRow, ProductRow
from svcconsole.services.messaging.appearance.bubble import ProductLook

if TYPE_CHECKING:
    from svcconsole.api.models.catalog import StoredProduct


@dataclass(frozen=True, slots=True)
class Variant:
    """One variant of a product; `price` is ready to be shown."""

    id: str
    name: str
    price: str
    picture: str


class ProductSource(QObject):
    """What the catalog tab kept; `changed` when more is known. Variants are read product by product."""

    changed = Signal()

    def __init__(self, console: Console, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self.products = RecordCache[ProductRow](console, "products", ProductRow, self)
        self.catalogs = RecordCache[CatalogRow](console, "catalogs", CatalogRow, self)
        self._variants: dict[str, tuple[ProductRow, Variant]] = {}

    async def open(self) -> None:
        """Show what was kept; nothing is asked of the store."""
        await asyncio.gather(self.products.open(), self.catalogs.open())
        self.changed.emit()

    async def read(self) -> None:
        """Read both lists from the store."""
        from svcconsole.api.operations import LIST_CATALOGS, LIST_PRODUCTS
        from svcconsole.services.catalog.stored_rows import catalog_row, product_row

        await self.catalogs.read(LIST_CATALOGS, catalog_row)
        await self.products.read(LIST_PRODUCTS, product_row)
        self.changed.emit()

    async def variants_of(self, product_id: str) -> Sequence[Variant]:
        """The variants of a product, asked of the store; raises ApiError when it does not answer."""
        from svcconsole.api.models.catalog import GetProducts
        from svcconsole.api.operations import GET_PRODUCTS

        client = await self.console.ready()
        answer = await client.call(GET_PRODUCTS, GetProducts(product_ids=[product_id]))
        found = [product for product in answer.data.products if product.id == product_id]
        variants = [variant for product in found for variant in _variants(product)]
        held = self.products.rows.get(product_id)
        if held is not None:
            self._variants.update((variant.id, (held, variant)) for variant in variants)
            self.changed.emit()
        return variants

    def look(self, identity: str) -> ProductLook | None:
        """A product or a variant as a card; None where nothing is known of the id."""
        if identity in self._variants:
            of, variant = self._variants[identity]
            named = of.name if variant.name in ("", "Default", of.name) else f"{of.name}, {variant.name}"
            return ProductLook(identity, named, variant.price, variant.picture or of.image)
        row = self.products.rows.get(identity)
        return (
            ProductLook(identity, row.name, price_range(row.low, None, row.currency), row.image)
            if row
            else None
        )

    def words(self, identity: str) -> str:
        """What people call a product or a variant; blank where nothing is known."""
        look = self.look(identity)
        return look.name if look else ""


def _variants(product: StoredProduct) -> list[Variant]:
    return [
        Variant(
            entry.id,
            entry.name or "",
            price_range(
                None if entry.price is None else float(entry.price),
                None,
                entry.currency or product.currency or "",
            ),
            entry.image or "",
        )
        for entry in product.combinations or []
        if entry.id
    ]
