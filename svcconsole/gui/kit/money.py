"""Formats prices and quantities by the locale; light enough for the first paint."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale

from svcconsole.services.catalog.prices import PriceRange

_SIGNS = {
    "EUR": "€", "USD": "$", "GBP": "£", "INR": "₹", "JPY": "¥", "CNY": "¥", "KRW": "₩", "ILS": "₪",
    "NGN": "₦", "PHP": "₱", "TRY": "₺", "UAH": "₴", "VND": "₫", "BRL": "R$", "CAD": "CA$", "AUD": "A$",
    "NZD": "NZ$", "HKD": "HK$", "MXN": "MX$", "TWD": "NT$", "SGD": "S$", "PLN": "zł", "CZK": "Kč",
}  # fmt: skip
COMMON_CURRENCIES = (
    "EUR", "USD", "GBP", "INR", "AED", "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "HKD", "JPY", "MXN",
    "NOK", "NZD", "PLN", "SAR", "SEK", "SGD", "TRY", "ZAR",
)  # fmt: skip
"""Offered wherever a currency is chosen; any other can be typed."""
_WHOLE = frozenset({"JPY", "KRW", "VND", "CLP", "ISK", "UGX", "XAF", "XOF", "PYG"})


def amount(value: float, currency: str = "", locale: QLocale | None = None) -> str:
    """An amount without its sign: two decimals, none for yen, more where the store has more."""
    digits = 0 if currency in _WHOLE and float(value).is_integer() else max(2, _decimals(value))
    return (locale or QLocale()).toString(float(value), "f", digits)


def price_range(low: float | None, high: float | None, currency: str, locale: QLocale | None = None) -> str:
    """`€18.00 – 42.00` or `18,00 – 42,00 €`; the code stands in for a sign we do not know."""
    if low is None:
        return ""
    locale = locale or QLocale()
    text = amount(low, currency, locale)
    if high is not None and high != low:
        text += f" – {amount(high, currency, locale)}"
    if not currency:
        return text
    sign = _SIGNS.get(currency.upper())
    if sign is None:
        return f"{text} {currency}"
    sample = locale.toCurrencyString(1.0, "¤")
    leads = sample.startswith("¤") or locale.language() is QLocale.Language.C
    return f"{sign}{text}" if leads else f"{text}\u00a0{sign}"


def paid_words(prices: Sequence[PriceRange], currency: str, locale: QLocale | None = None) -> str:
    """What is to be paid, one range for each currency; `currency` stands in where the store names none."""
    return " · ".join(price_range(each.low, each.high, each.currency or currency, locale) for each in prices)


def before_words(prices: Sequence[PriceRange], currency: str, locale: QLocale | None = None) -> str:
    """What it cost before the reduction, to be struck through; blank where nothing is reduced."""
    return " · ".join(
        price_range(each.before_low, each.before_high, each.currency or currency, locale)
        for each in prices
        if each.is_reduced
    )


def quantity(value: float | None, locale: QLocale | None = None) -> str:
    """A count with the locale's grouping; blank where the store keeps none."""
    if value is None:
        return ""
    return (locale or QLocale()).toString(float(value), "f", _decimals(value))


def _decimals(value: float) -> int:
    text = repr(float(value))
    if "e" in text or text.endswith(".0"):
        return 0
    return len(text.partition(".")[2])
