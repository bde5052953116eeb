"""The variants of the chosen product as a small table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from svcconsole.gui.design.metrics import row_height
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.money import amount, price_range, quantity
from svcconsole.gui.kit.remote_pictures import Pictures
from svcconsole.services.catalog.prices import PriceRange, variant_price

if TYPE_CHECKING:
    from svcconsole.api.models.catalog import StoredCombination

MOST_VARIANTS = 12


@dataclass(frozen=True, slots=True)
class VariantRow:
    """A variant in the small table."""

    key: int
    id: str
    name: str
    price: PriceRange | None
    stock: float | None
    image: str


class VariantsTable(RecordTable[VariantRow]):
    """As high as its rows, up to twelve; hidden while there are none."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._currency = ""
        self._differ = False
        self._rows: RecordModel[VariantRow] = RecordModel(self._columns(), key=lambda row: row.key)
        super().__init__(self._rows, tr("Variants"))
        self._rows.setParent(self)
        self.set_density("compact")
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.show_variants((), "", "")

    def show_variants(self, combinations: Sequence[StoredCombination], currency: str, fallback: str) -> None:
        """Show other variants: those that name no currency are sold in the product's `currency`, and where
        there is none either, the store's own stands in."""
        self._currency = currency or fallback
        rows = [
            VariantRow(
                key=index,
                id=entry.id or "",
                name=entry.name or entry.id or "",
                price=variant_price(entry, currency),
                stock=None if entry.quantity is None else float(entry.quantity),
                image=entry.image or "",
            )
            for index, entry in enumerate(combinations)
        ]
        self._differ = len({row.price.currency for row in rows if row.price is not None}) > 1
        self._rows.set_records(rows)
        shown = min(self._rows.total(), MOST_VARIANTS)
        self.setVisible(shown > 0)
        header = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(header + shown * row_height("compact") + 2)

    def pictures_arrived(self) -> None:
        """Paint the rows' pictures anew."""
        self._rows.touch()

    def _columns(self) -> list[ColumnSpec[VariantRow]]:
        return [
            ColumnSpec(
                key="name",
                title=tr("Variant"),
                value=lambda row: row.name,
                kind="text",
                width=110,
                stretch=True,
                sortable=False,
                thumb=lambda row: self._pictures.get(row.image),
            ),
            ColumnSpec(
                key="id",
                title=tr("Variant id"),
                value=lambda row: row.id,
                kind="mono",
                width=92,
                drop=1,
                sortable=False,
            ),
            ColumnSpec(
                key="price",
                title=tr("Price"),
                value=self._paid,
                struck=self._before,
                kind="money",
                width=104,
                sortable=False,
            ),
            ColumnSpec(
                key="stock",
                title=tr("Stock"),
                value=lambda row: quantity(row.stock),
                kind="number",
                width=52,
                sortable=False,
                tone=lambda row: "danger" if row.stock is not None and row.stock <= 0 else None,
            ),
        ]

    def _paid(self, row: VariantRow) -> str:
        return "" if row.price is None else self._amount(row.price.low, row.price.currency)

    def _before(self, row: VariantRow) -> str:
        if row.price is None or not row.price.is_reduced:
            return ""
        return self._amount(row.price.before_low, row.price.currency)

    def _amount(self, value: float, currency: str) -> str:
        """With the currency's sign only where the variants differ in it."""
        code = currency or self._currency
        return price_range(value, None, code) if self._differ else amount(value, code)
