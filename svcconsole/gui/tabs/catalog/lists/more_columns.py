"""The optional columns of the catalog lists: one for each field of the record that no other column shows."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pydantic import BaseModel

from svcconsole.api.models.catalog import Catalog, Product
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind, specs
from svcconsole.gui.kit.grid.table import ColumnSpec
from svcconsole.gui.tabs.catalog.product.product_labels import product_labels
from svcconsole.services.catalog.list_rows import CatalogRow, Cell, ProductRow
from svcconsole.services.catalog.stored_rows import IN_CATALOG_ROW, IN_PRODUCT_ROW

NUMBERS = frozenset({Kind.NUMBER, Kind.RECORDS, Kind.NUMBERS})


def more_product_columns() -> list[ColumnSpec[ProductRow]]:
    """Hidden until somebody wants them."""
    return columns_of(Product, IN_PRODUCT_ROW, product_labels())


def more_catalog_columns() -> list[ColumnSpec[CatalogRow]]:
    """Hidden until somebody wants them."""
    return columns_of(Catalog, IN_CATALOG_ROW, {})


def columns_of(
    model: type[BaseModel], shown: Collection[str], labels: Mapping[str, str]
) -> list[ColumnSpec[Any]]:
    """One for each field of `model` but those `shown` otherwise; a row holds their values in `more`."""
    return [
        _column(spec, labels.get(spec.name, spec.label)) for spec in specs(model) if spec.name not in shown
    ]


def _column(spec: FieldSpec, title: str) -> ColumnSpec[Any]:
    def value(row: ProductRow | CatalogRow) -> Cell | None:
        return row.more.get(spec.name)

    def text(row: ProductRow | CatalogRow) -> str:
        return cell_words(spec, row.more.get(spec.name))

    kind = "number" if spec.kind in NUMBERS else "mono" if spec.kind is Kind.CODE else "text"
    return ColumnSpec(
        key=f"field/{spec.name}", title=title, value=value, text=text, kind=kind, width=140, hidden=True
    )


def cell_words(spec: FieldSpec, value: Cell | None) -> str:
    """What a cell says: yes and no, numbers by the locale, texts as they are."""
    if value is None:
        return ""
    if spec.name == "add_to_cart_disabled":
        return tr("Hidden") if value else tr("Shown")
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, str):
        return value
    return quantity_words.number(float(value))
