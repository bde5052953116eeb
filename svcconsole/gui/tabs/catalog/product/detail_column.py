"""The column beside the products table: the summary, or the chosen product."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.kit.remote_pictures import Pictures
from svcconsole.gui.tabs.catalog.lists.list_summary import ListSummary
from svcconsole.services.catalog.list_rows import ProductRow

if TYPE_CHECKING:
    from svcconsole.gui.tabs.catalog.product.product_detail import ProductDetail

REST_MS = 40
"""What is chosen first is shown this much later: by then the rows of the list are painted."""


class DetailColumn(QStackedWidget):
    """The counts, or the chosen product; `product_made` when the first one is chosen."""

    product_made = Signal(object)

    def __init__(
        self, pictures: Pictures, names: Mapping[str, str], currency: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._names = names
        self._currency = currency
        self._alone = False
        self._row: ProductRow | None = None
        self._first = QTimer(self, singleShot=True, interval=REST_MS)
        self._first.timeout.connect(self._show)
        self.counts = ListSummary()
        self.addWidget(self.counts)

    @cached_property
    def product(self) -> ProductDetail:
        """The chosen product's page, made when it is first wanted: the window is usable before it."""
        from svcconsole.gui.tabs.catalog.product.product_detail import ProductDetail

        product = ProductDetail(self._pictures, self._names, self._currency)
        product.back.setVisible(self._alone)
        self.addWidget(product)
        self.product_made.emit(product)
        return product

    def choose(self, row: ProductRow | None) -> None:
        """Show a product, or the counts; before the first one the rows of the list are painted."""
        self._row = row
        if row is None or "product" in self.__dict__:
            self._show()
        else:
            self._first.start()

    def _show(self) -> None:
        self._first.stop()
        if self._row is None:
            self.setCurrentWidget(self.counts)
        else:
            self.product.show_row(self._row)
            self.setCurrentWidget(self.product)

    def set_alone(self, alone: bool) -> None:
        """Whether the product is a page of its own, with a way back, in a narrow window."""
        self._alone = alone
        if "product" in self.__dict__:
            self.product.back.setVisible(alone)
