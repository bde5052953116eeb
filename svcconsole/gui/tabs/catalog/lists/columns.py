"""The columns of the products and catalogs tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtGui import QPixmap

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.grid.table import ColumnSpec
from svcconsole.gui.kit.money import before_words, paid_words, quantity
from svcconsole.gui.kit.relative_time import relative_time
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.services.catalog.list_rows import CatalogRow, ProductRow

Thumbs = Callable[[str], QPixmap | str | None]


def unusual_pill(row: ProductRow | CatalogRow) -> PillValue | None:
    """The pill of a record that came with values of another type than promised."""
    return PillValue(tr("Unusual"), "unknown", "warning") if row.unusual else None


def unusual_tip(row: ProductRow | CatalogRow) -> str:
    """What the pill means."""
    return (
        tr("Unusual answer: the store sent values of another kind than usual. They are kept as they came.")
        if row.unusual
        else ""
    )


def level_pill(row: ProductRow) -> PillValue | None:
    """The pill beside the stock: only what needs a look."""
    if row.unusual:
        return unusual_pill(row)
    pills = {
        "low": PillValue(tr("Low"), "down", "warning"),
        "out": PillValue(tr("Out"), "close", "danger"),
    }
    return pills.get(row.level)


def currencies_tip(row: ProductRow) -> str:
    """Says when the variants of a product are sold in different currencies."""
    named = [price.currency for price in row.prices if price.currency]
    if len(row.prices) < 2:
        return ""
    return tr("The variants differ in currency: {currencies}", currencies=", ".join(named))


def product_columns(
    names: Mapping[str, str], changed: Mapping[str, str], currency: str, thumb: Thumbs
) -> list[ColumnSpec[ProductRow]]:
    """The products' columns; `names` of catalogs and `changed` times are read when a cell is painted."""
    return [
        ColumnSpec(
            key="name",
            title=tr("Product"),
            value=lambda row: row.name or row.id,
            kind="strong",
            width=250,
            stretch=True,
            sort=lambda row: row.name or row.id,
            thumb=lambda row: thumb(row.image),
        ),
        ColumnSpec(
            key="id", title=tr("Product id"), value=lambda row: row.id, kind="mono", width=140, drop=2
        ),
        ColumnSpec(
            key="catalogs",
            title=tr("Catalogs"),
            value=lambda row: [names.get(key, key) for key in row.catalogs],
            kind="pills",
            width=138,
        ),
        ColumnSpec(
            key="variants",
            title=tr("Variants"),
            value=lambda row: row.variants,
            kind="number",
            width=72,
            drop=1,
        ),
        ColumnSpec(
            key="price",
            title=tr("Price"),
            value=lambda row: paid_words(row.prices, currency),
            struck=lambda row: before_words(row.prices, currency),
            tip=currencies_tip,
            kind="money",
            width=148,
            sort=lambda row: row.low,
        ),
        ColumnSpec(
            key="stock",
            title=tr("Stock"),
            value=lambda row: quantity(row.stock),
            kind="number",
            width=58,
            sort=lambda row: row.stock,
        ),
        ColumnSpec(
            key="level",
            title="",
            value=level_pill,
            tip=unusual_tip,
            kind="pill",
            width=106,
            sort=lambda row: "unusual" if row.unusual else row.level or None,
        ),
        ColumnSpec(
            key="changed",
            title=tr("Changed here"),
            value=lambda row: relative_time(changed.get(row.id, "")),
            width=116,
            sort=lambda row: changed.get(row.id),
        ),
    ]


def catalog_columns(
    counts: Mapping[str, int], changed: Mapping[str, str], thumb: Thumbs
) -> list[ColumnSpec[CatalogRow]]:
    """The catalogs' columns; `counts` of products and `changed` times are read when a cell is painted."""
    return [
        ColumnSpec(
            key="name",
            title=tr("Catalog"),
            value=lambda row: row.name or row.id,
            kind="strong",
            width=240,
            stretch=True,
            sort=lambda row: row.name or row.id,
            thumb=lambda row: thumb(row.image),
        ),
        ColumnSpec(key="id", title=tr("Catalog id"), value=lambda row: row.id, kind="mono", width=160),
        ColumnSpec(
            key="description", title=tr("Description"), value=lambda row: row.description, width=240, drop=1
        ),
        ColumnSpec(key="url", title=tr("Catalog page"), value=lambda row: row.url, width=220, drop=2),
        ColumnSpec(
            key="products",
            title=tr("Products"),
            value=lambda row: counts.get(row.id, 0),
            kind="number",
            width=80,
        ),
        ColumnSpec(
            key="unusual",
            title="",
            value=unusual_pill,
            tip=unusual_tip,
            kind="pill",
            width=106,
            sort=lambda row: row.unusual or None,
        ),
        ColumnSpec(
            key="changed",
            title=tr("Changed here"),
            value=lambda row: relative_time(changed.get(row.id, "")),
            width=116,
            sort=lambda row: changed.get(row.id),
        ),
    ]
