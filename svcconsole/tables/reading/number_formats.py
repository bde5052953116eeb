"""Shows a number as the format of its cell does, where that is more than the number: "01069", "12.5%"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

_SECTIONS = re.compile(r'(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\\[])+')
_TOKENS = re.compile(r'"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[([^\]]*)\]|([0#?]+)|(.)', re.DOTALL)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)")
BUILT_IN = {9: "0%", 10: "0.00%"}
"""The formats that a workbook names by number only (ECMA-376, 18.8.30), of those that show more."""
_LITERALS = frozenset(" -+()/")
"""Signs that stand for themselves without quotes."""
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<=": lambda value, limit: value <= limit,
    ">=": lambda value, limit: value >= limit,
    "<>": lambda value, limit: value != limit,
    "<": lambda value, limit: value < limit,
    ">": lambda value, limit: value > limit,
    "=": lambda value, limit: value == limit,
}


@dataclass(frozen=True, slots=True)
class _Section:
    """One way to show a number: when (an operator and a number, none: always), and its parts, texts and runs
    of digit signs in turn."""

    operator: str
    limit: float
    parts: tuple[tuple[str, bool], ...]

    def holds(self, value: int) -> bool:
        return not self.operator or _COMPARE[self.operator](value, self.limit)


def shows_more(code: str) -> bool:
    """Whether a number format may show more than the digits of a number: zeros before it, signs between, a
    percent sign behind."""
    return _sections(code) is not None or is_percent(code)


@lru_cache(maxsize=256)
def is_percent(code: str) -> bool:
    """Whether a number format shows a share as so many of a hundred."""
    return any(other == "%" for *_, other in _TOKENS.findall(code))


def percent(value: float) -> str:
    """A share as so many of a hundred, with all the digits that it has."""
    text = format(Decimal(f"{value:.15g}") * 100, "f")
    return "".join((text.rstrip("0").rstrip(".") if "." in text else text, "%"))


def shown(value: int, code: str) -> str | None:
    """A number, not below 0, as the format shows it; None where that is not more than its digits."""
    sections = _sections(code)
    if sections is None:
        return None
    section = next((section for section in sections if section.holds(value)), None)
    if section is None or not _tells(section):
        return None
    digits = str(value)
    runs = "".join(text for text, is_digits in section.parts if is_digits)
    filled = digits.rjust(len(runs), " ")
    at, out, first = len(filled) - len(runs), [], True
    for text, is_digits in section.parts:
        if not is_digits:
            out.append(text)
            continue
        for sign in text:
            digit = filled[: at + 1] if first else filled[at]
            first, at = False, at + 1
            out.append(digit if digit.strip() else "0" if sign == "0" else "")
    return "".join(out).strip()


@lru_cache(maxsize=256)
def _sections(code: str) -> tuple[_Section, ...] | None:
    """The ways of a format; None where it is about decimals, moments, shares or money, or shows no more."""
    found = []
    for text in _SECTIONS.findall(code):
        section = _section(text)
        if section is None:
            return None
        found.append(section)
    if not any(map(_tells, found)):
        return None
    return tuple(found if any(section.operator for section in found) else found[:1])


def _section(text: str) -> _Section | None:
    operator, limit = "", 0.0
    parts: list[tuple[str, bool]] = []
    for quoted, escaped, symbol, bracket, digits, other in _TOKENS.findall(text):
        if digits:
            parts.append((digits, True))
        elif bracket:
            if condition := _CONDITION.fullmatch(bracket.strip()):
                operator, limit = condition[1], float(condition[2])
        elif symbol or (other and other not in _LITERALS) or (other == "/" and "?" in text):
            return None  # The last is a fraction.
        elif literal := quoted or escaped or other:
            parts.append((literal, False))
    return _Section(operator, limit, tuple(parts)) if any(is_digits for _, is_digits in parts) else None


def _tells(section: _Section) -> bool:
    """Whether a section shows zeros before a number or signs as between the digits of a phone number; words
    beside a plain number are its unit, and spaces in it part its thousands."""
    signs = "".join(text for text, is_digits in section.parts if is_digits)
    texts = [text for text, is_digits in section.parts if not is_digits]
    if signs.count("0") > 1:
        return True
    phone = set("".join(texts))
    runs = sum(is_digits for _, is_digits in section.parts)
    return phone <= _LITERALS | {"."} and ("+" in phone or (runs > 1 and bool(phone - {" "})))
