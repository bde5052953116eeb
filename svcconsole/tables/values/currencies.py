"""Currencies by their ISO 4217 codes and the signs prices are written with."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

SIGNS: Final = {
    "US$": "USD", "CA$": "CAD", "C$": "CAD", "AU$": "AUD", "A$": "AUD", "NZ$": "NZD", "HK$": "HKD",
    "S$": "SGD", "R$": "BRL", "MX$": "MXN", "NT$": "TWD", "CN¥": "CNY", "JP¥": "JPY",
    "€": "EUR", "£": "GBP", "₹": "INR", "₺": "TRY", "₽": "RUB", "₩": "KRW", "₪": "ILS", "₫": "VND",
    "₦": "NGN", "₱": "PHP", "฿": "THB", "₴": "UAH", "₸": "KZT", "₾": "GEL", "₼": "AZN", "₲": "PYG",
    "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "元": "CNY", "円": "JPY",
    "د.إ": "AED", "ر.س": "SAR", "ر.ق": "QAR", "د.ك": "KWD", "ج.م": "EGP",
    "Dhs.": "AED", "Dhs": "AED",
    "kr.": "", "kr": "", "Rs.": "", "Rs": "", "$": "", "¥": "",
}  # fmt: skip
"""Sign → code; blank for a sign that several countries use: kronor, rupees, dollars, yen and yuan."""
SIGN: Final = re.compile("|".join(re.escape(sign) for sign in sorted(SIGNS, key=len, reverse=True)))
_CODE: Final = re.compile(r"[A-Z]{3}")


@cache
def codes() -> frozenset[str]:
    """All codes of ISO 4217, those of the past included."""
    from babel.core import get_global

    return frozenset(get_global("all_currencies"))


def currency_code(text: str) -> str | None:
    """A code as capitals; None for what is no currency's code."""
    code = text.strip().upper()
    return code if _CODE.fullmatch(code) and code in codes() else None
