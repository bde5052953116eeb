"""The store's products and catalogs as last read, for pickers and the preview."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.kit.money import before_words, paid_words
from svcconsole.gui.panels.catalog.record_cache import RecordCache
from svcconsole.gui.runtime.console import Console
from svcconsole.services.catalog.list_rows import CatalogRow, ProductRow
from svcconsole.services.catalog.prices import product_currency, variant_price
from svcconsole.services.messaging.appearance.bubble import ProductLook

if TYPE_CHECKING:
    from svcconsole.api.models.catalog import StoredProduct


@dataclass(frozen=True, slots=True)
class Variant:
    """One variant of a product; `price` is ready to be shown."""

    id: str
    name: str
    price: str
    before: str
    """The price before the reduction, ready to be shown; blank for none."""
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
        currency = self.console.card.currency or ""
        variants = [variant for product in found for variant in _variants(product, currency)]
        held = self.products.rows.get(product_id)
        if held is not None:
            self._variants.update((variant.id, (held, variant)) for variant in variants)
            self.changed.emit()
        return variants

    def card_of(self, identity: str) -> ProductLook | None:
        """A product or a variant as a card; None where nothing is known of the id."""
        if identity in self._variants:
            of, variant = self._variants[identity]
            named = of.name if variant.name in ("", "Default", of.name) else f"{of.name}, {variant.name}"
            return ProductLook(identity, named, variant.price, variant.picture or of.image, variant.before)
        row = self.products.rows.get(identity)
        if row is None:
            return None
        lowest = [price.lowest() for price in row.prices[:1]]
        currency = self.console.card.currency or ""
        paid, before = paid_words(lowest, currency), before_words(lowest, currency)
        return ProductLook(identity, row.name, paid, row.image, before)

    def words(self, identity: str) -> str:
        """What people call a product or a variant; blank where nothing is known."""
        look = self.card_of(identity)
        return look.name if look else ""


def _variants(product: StoredProduct, currency: str) -> list[Variant]:
    made = []
    for entry in product.combinations or []:
        price = variant_price(entry, product_currency(product))
        prices = () if price is None else (price,)
        if entry.id:
            paid, before = paid_words(prices, currency), before_words(prices, currency)
            made.append(Variant(entry.id, entry.name or "", paid, before, entry.image or ""))
    return made
