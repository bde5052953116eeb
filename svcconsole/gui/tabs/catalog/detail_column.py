"""The column beside the products table: the counts, or the chosen product."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QStackedWidget

from svcconsole.gui.tabs.catalog.counts import CatalogCounts
from svcconsole.gui.tabs.catalog.detail import ProductDetail
from svcconsole.gui.tabs.catalog.pictures import Pictures
from svcconsole.gui.tabs.catalog.rows import ProductRow


class DetailColumn(QStackedWidget):
    """The counts, or the chosen product."""

    def __init__(self, pictures: Pictures, names: Mapping[str, str], currency: str) -> None:
        super().__init__()
        self.counts = CatalogCounts()
        self.product = ProductDetail(pictures, names, currency)
        self.addWidget(self.counts)
        self.addWidget(self.product)

    def choose(self, row: ProductRow | None) -> None:
        """Show a product, or the counts."""
        if row is None:
            self.setCurrentWidget(self.counts)
        else:
            self.product.show_row(row)
            self.setCurrentWidget(self.product)
