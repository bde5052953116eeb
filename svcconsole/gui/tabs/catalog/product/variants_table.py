"""The variants of the chosen product as a small table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from svcconsole.gui.design.metrics import row_height
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.money import amount, quantity
from svcconsole.gui.kit.remote_pictures import Pictures

if TYPE_CHECKING:
    from svcconsole.api.models.catalog import StoredCombination

MOST_VARIANTS = 12


@dataclass(frozen=True, slots=True)
class VariantRow:
    """A variant in the small table."""

    key: int
    id: str
    name: str
    price: float | None
    stock: float | None
    image: str


class VariantsTable(RecordTable[VariantRow]):
    """As high as its rows, up to twelve; hidden while there are none."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._currency = ""
        self._rows: RecordModel[VariantRow] = RecordModel(self._columns(), key=lambda row: row.key)
        super().__init__(self._rows, tr("Variants"))
        self._rows.setParent(self)
        self.set_density("compact")
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.show_variants((), "")

    def show_variants(self, combinations: Sequence[StoredCombination], currency: str) -> None:
        """Show other variants, their prices in `currency`."""
        self._currency = currency
        self._rows.set_records(
            VariantRow(
                key=index,
                id=entry.id or "",
                name=entry.name or entry.id or "",
                price=None if entry.price is None else float(entry.price),
                stock=None if entry.quantity is None else float(entry.quantity),
                image=entry.image or "",
            )
            for index, entry in enumerate(combinations)
        )
        rows = min(self._rows.total(), MOST_VARIANTS)
        self.setVisible(rows > 0)
        header = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(header + rows * row_height("compact") + 2)

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
                key="price", title=tr("Price"), value=self._price, kind="money", width=64, sortable=False
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

    def _price(self, row: VariantRow) -> str:
        return "" if row.price is None else amount(row.price, self._currency)
