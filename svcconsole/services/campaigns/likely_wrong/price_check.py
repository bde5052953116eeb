"""Prices in the text of a message, compared with what the catalog says of the product it names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from svcconsole.services.catalog.list_rows import ProductRow
from svcconsole.services.catalog.prices import PriceRange
from svcconsole.workspace.known import list_snapshot

AT_ONCE: Final = 500
_SIGNS: Final = {
    "€": "EUR", "£": "GBP", "₹": "INR", "Rs": "INR", "Rs.": "INR", "₺": "TRY", "₪": "ILS", "₦": "NGN",
    "R$": "BRL", "zł": "PLN", "Kč": "CZK", "$": "", "¥": "", "kr": "",
}  # fmt: skip
"""What a sign stands for; blank where several currencies have it."""
_SIGN: Final = r"(?:R\$|[A-Z]{3}(?![A-Za-z])|€|£|₹|₺|₪|₦|\$|¥|Rs\.?|zł|Kč|kr(?![a-z]))"
_DIGITS: Final = r"\d{1,3}(?:[.,' \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)"
_SPACE: Final = r"[ \u00a0\u202f]?"
_AMOUNT: Final = re.compile(
    "(?P<before>(?<![A-Za-z])" + _SIGN + ")" + _SPACE + "(?P<a>" + _DIGITS + ")"
    "|" + r"(?<![\d.,])(?P<b>" + _DIGITS + ")" + _SPACE + "(?P<after>" + _SIGN + ")"
)
_LEAST_NAME: Final = 3
"""Shorter names of products stand in other words."""


class Amount(NamedTuple):
    """A price as a text has it: with its sign, its digits alone, its value, its currency if it is said."""

    text: str
    digits: str
    value: Decimal
    currency: str


class PriceDiffers(NamedTuple):
    """A price of a text, the same price as the catalog has it, and the text of that (None: several)."""

    said: str
    known: str
    certain: bool


@lru_cache(maxsize=10_000)
def amounts(text: str) -> tuple[Amount, ...]:
    """The prices in a text: numbers with a currency beside them."""
    found = []
    for match in _AMOUNT.finditer(text):
        digits, sign = match["a"] or match["b"], match["before"] or match["after"]
        value = _value(digits)
        currency = _SIGNS.get(sign, sign if len(sign) == 3 and sign.isupper() else "")
        if value is not None:
            found.append(Amount(match[0], digits, value, currency))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class CatalogPrices:
    """The known products by what a message calls them: their name or their id, both case-folded."""

    products: dict[str, tuple[PriceRange, ...]] = field(default_factory=dict)

    @classmethod
    def of_rows(cls, rows: Iterable[ProductRow]) -> CatalogPrices:
        """A name that two products share says nothing of either."""
        found: dict[str, tuple[PriceRange, ...]] = {}
        for row in rows:
            for name in {row.name.strip().casefold(), row.id.strip().casefold()}:
                if len(name) >= _LEAST_NAME and row.prices:
                    found[name] = row.prices if name not in found or found[name] == row.prices else ()
        return cls({name: prices for name, prices in found.items() if prices})

    @classmethod
    def kept_in(cls, folder: Path) -> CatalogPrices:
        """Those of the list of products as it was last read; none where it was never."""
        parts = list_snapshot.load(folder, "products").parts(AT_ONCE)
        return cls.of_rows(ProductRow.of_values(values) for part in parts for values in part)

    def named_in(self, text: str) -> tuple[PriceRange, ...]:
        """The prices of the one product that a longer text names; none where it names none, or several."""
        folded = text.casefold()
        named = [name for name in self.products if name in folded and _stands_alone(name, folded)]
        longest = [name for name in named if not any(name != other and name in other for other in named)]
        return self.products[longest[0]] if len(longest) == 1 else ()

    def called(self, text: str) -> tuple[PriceRange, ...]:
        """The prices of the product with this name or id."""
        return self.products.get(text.strip().casefold(), ())


def differs(amount: Amount, prices: Iterable[PriceRange]) -> PriceDiffers | None:
    """How the catalog has it, where the price is none of its product's; None in another currency."""
    known = [price for price in prices if not amount.currency or price.currency in ("", amount.currency)]
    if not known or any(_within(amount.value, price) for price in known):
        return None
    price = known[0]
    low, high = Decimal(str(price.low)), Decimal(str(price.high))
    said = amount.text.replace(amount.digits, _written(low, amount.digits))
    if low == high:
        return PriceDiffers(amount.text, said, certain=True)
    return PriceDiffers(
        amount.text, f"{said} – {amount.text.replace(amount.digits, _written(high, amount.digits))}", False
    )


def _within(value: Decimal, price: PriceRange) -> bool:
    ranges = ((price.low, price.high), (price.before_low, price.before_high))
    return any(Decimal(str(low)) <= value <= Decimal(str(high)) for low, high in ranges)


def _value(digits: str) -> Decimal | None:
    """1,234.50 and 1.234,50 and 16,5: the last sign before one or two digits parts the decimals."""
    whole = re.sub(r"[' \u00a0\u202f]", "", digits)
    decimals = re.search(r"[.,](\d{1,2})\Z", whole)
    plain = re.sub(r"[.,]", "", whole[: decimals.start()] if decimals else whole)
    try:
        return Decimal(plain + (f".{decimals[1]}" if decimals else ""))
    except InvalidOperation:
        return None


def _written(value: Decimal, like: str) -> str:
    """A price with as many decimals, and the same signs, as the one beside it."""
    decimals = re.search(r"[.,](\d{1,2})\Z", like)
    places = len(decimals[1]) if decimals else 0 if value == value.to_integral_value() else 2
    grouping = re.search(r"\d([.,' \u00a0\u202f])\d{3}(?!\d)", like)
    point = decimals[0][0] if decimals else "," if grouping and grouping[1] == "." else "."
    whole, _, part = f"{value:,.{places}f}".partition(".")
    whole = whole.replace(",", grouping[1] if grouping else "")
    return whole + (point + part if part else "")


def _stands_alone(name: str, text: str) -> bool:
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not before.isalnum() and not after.isalnum():
            return True
        at = text.find(name, at + 1)
    return False
