"""Parses cells as amounts, flags and codes; what cannot be read for certain is never guessed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from svcconsole.tables.values.currencies import SIGN, SIGNS, codes, may_mean
from svcconsole.tables.values.digits import plain_digits
from svcconsole.words.message import message

Mark = Literal["point", "comma"]
"""Which sign stands before the cents."""

_GAPS = re.compile(r"[\s']+")
_GROUPS = re.compile(r"(?<![\d.,])\d+(?:([^\S\r\n]|')\d+)(?:\1\d+)*")
"""Digits in groups, as thousands are written with spaces or apostrophes."""
_APART = re.compile(r"\d[.,]?[\s']+[.,]?\d")
"""Two numbers, unless they are groups of one."""
_ARABIC = str.maketrans({"\u066b": ".", "\u066c": ","})
_LOOKALIKES = {"O": "0", "o": "0", "l": "1", "I": "1", "S": "5", "B": "8"}
_AMOUNT = re.compile(r"[\d.,]*\d[\d.,]*")
_SIMPLE = re.compile(r"(-?[0-9]+)(?:([.,])([0-9]{1,2}))?")
"""Most cells: digits, at most one sign and two more digits."""
_MARKS: dict[str, Mark] = {".": "point", ",": "comma"}
_CODE_BEFORE = re.compile(r"\A[A-Za-z]{3}(?=[-+(\d.,]|\W)", re.ASCII)
_CODE_BEHIND = re.compile(r"(?<=[\d)\-.,]|\W)[A-Za-z]{3}\Z", re.ASCII)
_SCIENTIFIC = re.compile(r"\d(?:[.,]\d+)?[eE][+-]?\d{1,3}")

SEVERAL = ":::"
"""What stands between the values of a cell that holds several (Google Contacts)."""

EDGE = " \t\r\n\f\v\u00a0\u2007\u202f\u200b\ufeff"
"""Spaces that nobody means at the edge of a cell, the invisible ones included."""


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount, the currency a sign or code beside it names ("" = none), the sign before its cents.

    `sign` is that of a currency which does not say which one: several have it, or the code is another's.
    """

    number: Decimal
    currency: str = ""
    mark: Mark | None = None
    sign: str = ""

    @property
    def is_money(self) -> bool:
        """Whether a currency stands beside the number."""
        return bool(self.currency or self.sign)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a text is no amount: the end of a code of `problems.KINDS`, a sentence, what may be meant."""

    reason: str
    sentence: str
    suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class Convention:
    """How a column writes cents: the sign (None: nothing settles it) and the cells that say so."""

    mark: Mark | None
    point: int
    comma: int

    @property
    def mixed(self) -> bool:
        return self.point > 0 and self.comma > 0

    @property
    def certain(self) -> Mark | None:
        """The sign, where no cell has the other one."""
        return None if self.mixed else self.mark


def trimmed(text: str) -> str:
    """`text` without spaces at its edges, no-break and invisible ones included."""
    return text.strip(EDGE)


def decimal_sign_of(text: str) -> Mark | None:
    """The sign before the cents where the text settles it: a comma in "12,50", nothing in "1,299"."""
    if simple := _SIMPLE.fullmatch(text):
        return _MARKS.get(simple[2])
    bare, _, _, own = _bare(text)
    bare = bare.lstrip("+-")
    if own or not bare.isascii() or not _AMOUNT.fullmatch(bare):
        return own
    points, commas = bare.count("."), bare.count(",")
    if points and commas:
        last: Mark = "point" if bare.rindex(".") > bare.rindex(",") else "comma"
        return last if bare.count("." if last == "point" else ",") == 1 else None
    if points + commas > 1:
        return "comma" if points else "point"
    if points + commas == 1:
        sign = "." if points else ","
        head, _, tail = bare.partition(sign)
        if len(tail) != 3 or len(head) > 3 or head in ("", "0"):
            return "point" if points else "comma"
    return None


def convention(texts: Iterable[str]) -> Convention:
    """The one convention of a column; the majority where cells differ."""
    votes = {"point": 0, "comma": 0}
    for text in texts:
        mark = decimal_sign_of(text) if ("." in text or "," in text) else None
        if mark:
            votes[mark] += 1
    return settled(votes["point"], votes["comma"])


def settled(point: int, comma: int) -> Convention:
    mark: Mark | None = None
    if point or comma:
        mark = "point" if point >= comma else "comma"
    return Convention(mark, point, comma)


def _bare(text: str) -> tuple[str, str, str, Mark | None]:
    """The digits and signs of an amount without currency and spaces, the currency named beside it, the sign
    that does not say which, and the sign before its cents where a sign of its script settles it. Spaces that
    part two numbers stay."""
    clean = _GROUPS.sub(_joined, plain_digits(trimmed(text)))
    if not _APART.search(clean):
        clean = _GAPS.sub("", clean)
    own: Mark | None = None
    if "\u066b" in clean or "\u066c" in clean:
        own, clean = "point", clean.translate(_ARABIC)
    clean, code = _without_code(clean)
    sign = ""
    if found := SIGN.search(clean):
        sign = found.group()
        clean = clean.replace(sign, "", 1)
        if not code:
            clean, code = _without_code(clean)
        if not code and len(SIGNS[sign]) == 1:
            (code,) = SIGNS[sign]
    clean = re.sub(r"[.,]-{1,2}$", "", clean)
    if clean.endswith("-") and len(clean) > 1:
        clean = "-" + clean[:-1]
    if clean.startswith("(") and clean.endswith(")"):
        clean = "-" + clean[1:-1]
    return clean, code, "" if may_mean(sign, code) else sign, own


def _joined(groups: re.Match[str]) -> str:
    """The digits of a number whose thousands are parted."""
    parts = groups[0].split(groups[1])
    return "".join(parts) if _are_thousands(parts) else groups[0]


def _without_code(clean: str) -> tuple[str, str]:
    """The text without the currency's code at either end of it, and that code as capitals."""
    for pattern, start, end in ((_CODE_BEFORE, 3, None), (_CODE_BEHIND, 0, -3)):
        found = pattern.search(clean)
        if found and (code := found.group().upper()) in codes():
            return clean[start:end], code
    return clean, ""


def amount(text: str, mark: Mark | None = None) -> Amount | Unreadable:
    """Read an amount; `mark` settles what the text itself leaves open ("1,299").

    Understood: currency signs and codes at either end, spaces, apostrophes and separators between thousands.
    """
    if simple := _SIMPLE.fullmatch(text):
        return Amount(Decimal(f"{simple[1]}.{simple[3] or ''}"), "", _MARKS.get(simple[2]))
    if _SCIENTIFIC.fullmatch(trimmed(text)):
        return Unreadable(
            "damaged", message("“{text}” was shortened by a spreadsheet; its digits are gone.", text=text)
        )
    bare, currency, sign, _ = _bare(text)
    digits = bare.lstrip("+-")
    if not _AMOUNT.fullmatch(digits) or not digits.isascii():
        return _why_not(text, digits, mark)
    own = decimal_sign_of(text)
    if own is None and ("." in digits or "," in digits):
        if mark is None:
            return Unreadable(
                "ambiguous",
                message(
                    "“{text}” can be {one} or {other}.",
                    text=text,
                    one=_plain(digits, "point"),
                    other=_plain(digits, "comma"),
                ),
            )
        own = mark
    plain = _plain(digits, own or "point")
    if not re.fullmatch(r"\d+(\.\d*)?|\.\d+", plain) or not _grouped(digits, own or "point"):
        return Unreadable("unreadable", message("“{text}” is not a number.", text=text))
    number = Decimal(plain)
    return Amount(-number if bare.startswith("-") else number, currency, own, sign)


def _plain(digits: str, mark: Mark) -> str:
    return digits.replace(",", "") if mark == "point" else digits.replace(".", "").replace(",", ".")


def _grouped(digits: str, mark: Mark) -> bool:
    """Whether the separators between thousands stand where they may: every three digits, or every two before
    the last three (12,34,567 in India)."""
    whole, _, _ = digits.partition("." if mark == "point" else ",")
    groups = whole.split("," if mark == "point" else ".")
    return len(groups) == 1 or _are_thousands(groups)


def _are_thousands(parts: Sequence[str]) -> bool:
    """Whether digits are parted as thousands are; no number begins with a zero then."""
    first, *groups = parts
    *middle, last = map(len, groups)
    width = min(middle, default=3)
    good = last == 3 and width in (2, 3) and set(middle) <= {width} and 1 <= len(first) <= width
    return good and first[0] != "0"


def _why_not(text: str, digits: str, mark: Mark | None) -> Unreadable:
    letters = [letter for letter in digits if letter.isalpha()]
    if letters and all(letter in _LOOKALIKES for letter in letters):
        guess = "".join(_LOOKALIKES.get(letter, letter) for letter in digits)
        read = amount(guess, mark)
        meant = in_convention(read.number, guess, mark) if isinstance(read, Amount) else None
        several = len(set(letters)) > 1
        sentence = (
            message("“{text}” has letters in it.", text=text)
            if several
            else message("“{text}” has a letter {letter} in it.", text=text, letter=letters[0])
        )
        return Unreadable("letters", sentence, meant)
    return Unreadable("unreadable", message("“{text}” is not a number.", text=text))


def in_convention(number: Decimal, like: str, mark: Mark | None) -> str:
    """`number` with as many decimals as `like` shows, written with the column's sign."""
    places = len(re.split("[.,]", like)[-1]) if re.search("[.,]", like) and decimal_sign_of(like) else 0
    text = f"{number:.{places}f}"
    return text.replace(".", ",") if mark == "comma" else text


def coordinate(text: str, most: int) -> Decimal | None:
    """Degrees of latitude (`most` 90) or longitude (180) with a point or a comma before their decimals; None
    for anything else. Decimals finer than a double carries, which maps write, are rounded to it."""
    plain = plain_digits(trimmed(text)).translate(_ARABIC).replace("°", "")
    found = re.fullmatch(r"[+-]?\d{1,3}(?:[.,]\d+)?", plain)
    degrees = Decimal(repr(float(plain.replace(",", ".")))) if found is not None else None
    return degrees if degrees is not None and abs(degrees) <= most else None


def scientific(text: str) -> bool:
    """Whether a spreadsheet wrote a code as a number (3.65E+11) and lost its digits."""
    return bool(_SCIENTIFIC.fullmatch(trimmed(text)))


def lost_zeros(barcode: str) -> str | None:
    """The barcode with the leading zeros a spreadsheet took, where that makes a right GTIN."""
    if not (barcode.isascii() and barcode.isdigit()) or not 6 <= len(barcode) <= 11 or len(barcode) == 8:
        return None
    for length in (8, 12, 13):
        full = barcode.zfill(length)
        if 1 <= length - len(barcode) <= 3 and gtin(full):
            return full
    return None


def gtin(code: str) -> bool:
    """Whether 8, 12, 13 or 14 digits end in the right check digit (GS1)."""
    if len(code) not in (8, 12, 13, 14) or not code.isdigit():
        return False
    total = sum(int(digit) * (3 if position % 2 else 1) for position, digit in enumerate(reversed(code)))
    return total % 10 == 0


_FLAGS = {
    "true": True,
    "yes": True,
    "1": True,
    "on": True,
    "false": False,
    "no": False,
    "0": False,
    "off": False,
}


def flag(text: str) -> bool | None:
    """TRUE, yes, 1 … or FALSE, no, 0 …; None for anything else."""
    return _FLAGS.get(trimmed(text).casefold())


def items(text: str) -> list[str]:
    """A cell's list, separated by semicolons or commas, without blanks and repetitions."""
    parts = (trimmed(part) for part in re.split(r"[;,\n]", text))
    return list(dict.fromkeys(part for part in parts if part))
