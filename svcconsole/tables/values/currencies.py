"""Currencies by their ISO 4217 codes and the signs prices are written with."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_KRONOR: Final = "SEK NOK DKK ISK"
_RUPEES: Final = "INR PKR LKR NPR MUR SCR"
_DOLLARS: Final = (
    "USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP UYU DOP NIO BBD BMD BND BSD BZD CUP FJD GYD JMD KYD LRD NAD "
    "SBD SRD TTD XCD ZWL CVE"
)
_SIGNS: Final = {
    "US$": "USD", "CA$": "CAD", "C$": "CAD", "AU$": "AUD", "A$": "AUD", "NZ$": "NZD", "HK$": "HKD",
    "S$": "SGD", "R$": "BRL", "MX$": "MXN", "NT$": "TWD", "CN¥": "CNY", "JP¥": "JPY",
    "€": "EUR", "£": "GBP", "₹": "INR", "₺": "TRY", "₽": "RUB", "₩": "KRW", "₪": "ILS", "₫": "VND",
    "₦": "NGN", "₱": "PHP", "฿": "THB", "₴": "UAH", "₸": "KZT", "₾": "GEL", "₼": "AZN", "₲": "PYG",
    "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "円": "JPY",
    "د.إ": "AED", "ر.س": "SAR", "ر.ق": "QAR", "د.ك": "KWD", "ج.م": "EGP",
    "kr.": _KRONOR, "kr": _KRONOR, "Rs.": _RUPEES, "Rs": _RUPEES, "$": _DOLLARS, "¥": "JPY CNY",
    "元": "CNY TWD HKD", "Dhs.": "AED MAD", "Dhs": "AED MAD",
}  # fmt: skip
SIGNS: Final = {sign: tuple(named.split()) for sign, named in _SIGNS.items()}
"""Sign → the codes it may stand for: one, or those of the countries that share it."""
SIGN: Final = re.compile("|".join(re.escape(sign) for sign in sorted(SIGNS, key=len, reverse=True)))
_CODE: Final = re.compile(r"[A-Z]{3}")


@cache
def codes() -> frozenset[str]:
    """All codes of ISO 4217, those of the past included."""
    from babel.core import get_global

    return frozenset(get_global("all_currencies"))


@cache
def tender() -> frozenset[str]:
    """The codes of what some country pays with today."""
    from babel.core import get_global

    used = (each for of_country in get_global("territory_currencies").values() for each in of_country)
    return frozenset(code for code, _, until, is_tender in used if is_tender and until is None)


def currency_code(text: str) -> str | None:
    """A code as capitals; None for what is no currency's code."""
    code = text.strip().upper()
    return code if _CODE.fullmatch(code) and code in codes() else None


def may_mean(sign: str, code: str) -> bool:
    """Whether a sign can stand for the currency with this code."""
    return code in SIGNS.get(sign, ())
