"""The store's prices as the kept list of products has them, for a check that asks no store."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from svcconsole.services.catalog.prices import PriceRange
from svcconsole.tables.checking.price_levels import KnownPrices, PriceLevel
from svcconsole.workspace.known import list_snapshot

AT_ONCE = 500
ID, PRICES = 0, 5
"""Where a row of the kept list has its product's id and its prices (`ProductRow.values`)."""


def snapshot_prices(folder: Path, limit: int) -> KnownPrices:
    """The range of each product's prices when the list was last read; none where it was never."""
    found: dict[str, PriceLevel] = {}
    for rows in list_snapshot.load(folder, "products").parts(AT_ONCE):
        for row in rows:
            ranges = [PriceRange(*price) for price in row[PRICES]]
            if len(ranges) == 1:  # of prices in several currencies nobody knows which is compared with which
                [only] = ranges
                found[row[ID]] = PriceLevel(_decimal(only.low), _decimal(only.high), only.currency)
    return KnownPrices(products=found, limit=limit)


def _decimal(value: float) -> Decimal:
    return Decimal(str(value))
