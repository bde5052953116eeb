"""Numbers as people type them: a decimal sign or a point, groups of three or as the language groups."""

from __future__ import annotations

import re
from decimal import Decimal

from PySide6.QtCore import QLocale

from svcconsole.gui.design.words import sentences, tr

_SPACES = re.compile(r"[\s\u00a0\u202f']")
_PLAIN = re.compile(r"[+-]?\d*\.?\d+\.?")


def number_text(value: object, locale: QLocale | None = None) -> str:
    """A number as its editor shows it: the locale's decimal sign, no grouping, every decimal kept."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    number = value if isinstance(value, Decimal) else Decimal(str(value))
    return format(number, "f").replace(".", (locale or QLocale()).decimalPoint())


def money_text(value: object, locale: QLocale | None = None) -> str:
    """An amount as its editor shows it: two decimals at least."""
    if isinstance(value, str) or value is None:
        return number_text(value, locale)
    number = value if isinstance(value, Decimal) else Decimal(str(value))
    exponent = number.normalize().as_tuple().exponent
    few = isinstance(exponent, int) and exponent > -2
    return number_text(number.quantize(Decimal("0.01")) if few else number.normalize(), locale)


def parse_number(text: str, locale: QLocale | None = None) -> Decimal | str | None:
    """The number in `text`; the text itself where it is none, so nothing typed is lost; None for blank."""
    stripped = _SPACES.sub("", text)
    if not stripped:
        return None
    plain = _ungrouped(stripped, locale or QLocale())
    if plain is None or not _PLAIN.fullmatch(plain):
        return text
    return Decimal(plain.rstrip(".") if plain.endswith(".") else plain)


def parse_whole(text: str) -> int | Decimal | str | None:
    """As `parse_number`, a whole one as int; a fraction stays one, which the request refuses."""
    number = parse_number(text)
    return int(number) if isinstance(number, Decimal) and number == int(number) else number


def whole_number(text: str, least: int, most: int | None = None) -> int | None:
    """The whole number in `text`, from `least` to `most`; None for blank and for anything else."""
    number = parse_number(text)
    if not isinstance(number, Decimal) or number != int(number) or number < least:
        return None
    return int(number) if most is None or number <= most else None


def number_problem(value: object) -> str | None:
    """Why what was typed is not a number, in a sentence; None when it is one or is blank."""
    if not isinstance(value, str):
        return None
    letters = [character for character in value if character.isalpha()]
    if letters and any(character.isdigit() for character in value):
        return tr("“{value}” has a letter {letters} in it.", value=value, letters=letters[0])
    return sentences(tr("“{value}” is not a number.", value=value), tr("Type it in digits."))


def _ungrouped(text: str, locale: QLocale) -> str | None:
    """`1.234,50` and `1,234.50` as 1234.50; None where the signs contradict each other."""
    signs = [character for character in text if character in ".,"]
    if not signs:
        return text
    last = signs[-1]
    whole, _, rest = text.rpartition(last)
    if len(set(signs)) == 2:
        other = "," if last == "." else "."
        grouped = _groups(whole, other, locale) and signs.count(last) == 1
        return f"{whole.replace(other, '')}.{rest}" if grouped else None
    if len(signs) > 1:
        return text.replace(last, "") if _groups(text, last, locale) else None
    if last != locale.decimalPoint() and len(rest) == 3 and whole.lstrip("+-") not in ("", "0"):
        return whole + rest
    return f"{whole}.{rest}"


def _groups(text: str, sign: str, locale: QLocale) -> bool:
    """Whether the last group has three digits, and those before it three each or as many as the locale's."""
    head, *middle, last = text.lstrip("+-").split(sign)
    return len(last) == 3 and any(
        1 <= len(head) <= size and all(len(group) == size for group in middle)
        for size in (3, _group_size(locale))
    )


def _group_size(locale: QLocale) -> int:
    """How many digits the groups before the last have: two in 1,00,00,000, three in 10,000,000."""
    written = re.findall(r"\d+", locale.toString(10_000_000))
    return len(written[-2]) if len(written) > 1 else 3
