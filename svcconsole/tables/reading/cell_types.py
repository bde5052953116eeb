"""What kind of value a cell of a table holds, by its letters alone."""

from __future__ import annotations

import re
from functools import lru_cache

_MONEY = (
    r"(?:USD|EUR|GBP|AED|SAR|QAR|KWD|BHD|OMR|EGP|JOD|INR|PKR|BDT|LKR|JPY|CNY|HKD|TWD|KRW|SGD|MYR|IDR|THB|PHP|VND"
    r"|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|ILS|ZAR|NGN|KES|CAD|AUD|NZD|MXN|BRL|ARS|CLP|COP|PEN"
    r"|(?:US|A|C|R)?\$|[€£¥₹₺₽₩])"
)
_KINDS = {
    "date": r"\d{4}-\d\d?-\d\d?(?:[T ]\d\d?:\d\d.*)?|\d{4}/\d\d?/\d\d?"
    r"|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d\d)(?:,? \d\d?:\d\d.*)?",
    "time": r"\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[ap]\.?m\.?)?",
    "whole": r"[-+]?\d{1,15}",
    "decimal": rf"(?:{_MONEY} ?)?[-+]?\d[\d.,\s'’]*(?: ?(?:{_MONEY}|%))?|[-+]?\.\d+"
    r"|[-+]?\d+(?:[.,]\d+)?[eE][-+]?\d+",
    "address": r"[a-z][a-z0-9+.-]*://\S+|www\.\S+",
    "email": r"[^\s@,;<>()]+@[^\s@,;<>()]+\.[^\s@,;<>()]+",
    "yes_no": r"true|false|yes|no",
    "phone": r"\+?[\d(][\d\s()./-]{5,}\d",
}
_PATTERNS = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _KINDS.items())
_NOTHING = frozenset(("", "-", "--", "–", "n/a", "na", "#n/a", "null", "none", "nan", "?", "unknown", "\\n"))
_DIGITS = re.compile(r"\d")


@lru_cache(maxsize=1 << 14)
def kind_of(cell: str) -> str:
    """The kind of a cell: one of date, time, whole, decimal, address, email, yes_no, phone, "text", or ""
    for a cell that says nothing (blank, "-", "N/A")."""
    stripped = cell.strip()
    if len(stripped) > 200:
        return "text"
    if stripped.lower() in _NOTHING:
        return ""
    for kind, pattern in _PATTERNS:
        if pattern.fullmatch(stripped):
            return kind
    return "text"


def is_value(cell: str) -> bool:
    """Whether a cell holds a value rather than words or nothing."""
    return kind_of(cell) not in ("", "text")
