"""What the store's prices are now, and what of a file's prices is asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

LIMIT = 20
"""Per cent: what a price may change by unasked, where the profile says nothing else."""
RULES_OF_PRICES = ("price_zero", "price_discount", "price_change", "price_currency")
"""The rules that `--allow price` answers."""


@dataclass(frozen=True, slots=True)
class PriceLevel:
    """What something costs in the store now: from `low` to `high`, in `currency` (blank: not known)."""

    low: Decimal
    high: Decimal
    currency: str = ""

    def change(self, price: Decimal) -> Decimal:
        """By how many per cent a new price leaves this range, below 0 where it is lower."""
        near = min(max(price, self.low), self.high)
        return (price - near) / near * 100 if near else Decimal(0)


@dataclass(frozen=True, slots=True)
class KnownPrices:
    """What the store's prices are now: by product and variant, and by product where no variant is known.

    `limit` is the change, in per cent, that is asked about.
    """

    variants: Mapping[tuple[str, str], PriceLevel] = field(default_factory=dict)
    products: Mapping[str, PriceLevel] = field(default_factory=dict)
    limit: int = LIMIT

    def of(self, product: str, variant: str) -> PriceLevel | None:
        """The price of a variant, else the range of its product's."""
        return self.variants.get((product, variant)) or self.products.get(product)


NO_PRICES = KnownPrices()


def most_frequent(currencies: Mapping[str, int]) -> str:
    """The currency that the most of a file's products are in, of equally frequent ones the first; blank where
    there is only one."""
    return max(currencies, key=lambda found: currencies[found]) if len(currencies) > 1 else ""
