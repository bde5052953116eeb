"""What a product costs by currency: the range of its variants' prices, and of those before a reduction."""

from __future__ import annotations

from collections.abc import Iterable
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from svcconsole.api.models.catalog import StoredCombination, StoredProduct


class PriceRange(NamedTuple):
    """The lowest and the highest price to be paid, and the same before any reduction; `currency` is a code,
    blank where the store names none. `lowest_before` is what the cheapest variant cost before."""

    currency: str
    low: float
    high: float
    before_low: float
    before_high: float
    lowest_before: float

    @property
    def is_reduced(self) -> bool:
        """Whether less is to be paid than before."""
        return self.before_low > self.low or self.before_high > self.high

    def lowest(self) -> PriceRange:
        """The lowest price alone."""
        return PriceRange(self.currency, self.low, self.low, *3 * (self.lowest_before,))


def variant_price(variant: StoredCombination, currency: str) -> PriceRange | None:
    """One variant's price in its own currency, else in `currency`; None where the store names no price.

    `discountedPrice` is what is paid where it is below `price`; a higher one reduces nothing.
    """
    listed, reduced = variant.price, variant.discounted_price
    if listed is None and reduced is None:
        return None
    known = [float(price) for price in (listed, reduced) if price is not None]
    paid, before = min(known), known[0]
    return PriceRange(intern(variant.currency or currency), paid, paid, before, before, before)


def product_currency(product: StoredProduct) -> str:
    """The currency of the variants that name none: the product's own, else the first one a variant names."""
    variants = product.combinations or ()
    return product.currency or next((one.currency for one in variants if one.currency), "")


def price_ranges(product: StoredProduct) -> tuple[PriceRange, ...]:
    """One range for each currency the variants are sold in, in the variants' order."""
    currency = product_currency(product)
    prices = (variant_price(variant, currency) for variant in product.combinations or ())
    return merged(price for price in prices if price is not None)


def merged(prices: Iterable[PriceRange]) -> tuple[PriceRange, ...]:
    """The prices as one range for each currency."""
    found: dict[str, PriceRange] = {}
    for price in prices:
        held = found.get(price.currency, price)
        found[price.currency] = PriceRange(
            price.currency,
            min(held.low, price.low),
            max(held.high, price.high),
            min(held.before_low, price.before_low),
            max(held.before_high, price.before_high),
            min(held, price, key=lambda each: (each.low, -each.lowest_before)).lowest_before,
        )
    return tuple(found.values())
