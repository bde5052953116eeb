"""Diagnoses phone numbers that cannot be read, and repairs those of which one reading is certain."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

import phonenumbers

from svcconsole.tables.values.countries import named_country
from svcconsole.tables.values.phones import (
    EXIT_CODE,
    Line,
    Phone,
    dialled_abroad,
    digits_of,
    exit_codes,
    read_phone,
)
from svcconsole.tables.values.values import SEVERAL
from svcconsole.words.message import Message, mark, message, number

REMEMBERED = 65_536
FEWEST_DIGITS = 6
"""What two numbers in one cell have at least, each."""
_SCIENTIFIC = re.compile(r"\+?(\d)(?:[.,](\d+))?[eE]\+?(\d{1,2})")
_DECIMAL = re.compile(r"\+?(\d{6,15})[.,]0+")
_EXTENSION = re.compile(r"\s*(?:ext(?:ension)?|x|#|;ext=)\W*\d{1,6}\W*$", re.IGNORECASE)
_BETWEEN = re.compile(
    r"\s*(?:[/;|,\n&]|:::|\s(?:or|and|oder|und|ou|et|o|y|e)\s)\s*|(?<=\d)\s*(?=\+\d)", re.IGNORECASE
)
_LABEL_BEFORE = re.compile(r"^[^\W\d_][^\d+]*?[\s:.=)-]+(?=[+(\d])")
_LABEL_AFTER = re.compile(r"(?<=\d)\s*[(\[]?\s*[^\W\d_][^\d+]*$")
_LETTER = re.compile(r"[^\W\d_]")
_DATE = re.compile(r"\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\d)|\d{1,2}([-/.])\d{1,2}\2(?:19|20)\d{2}(?!\d)")
_EXIT_CODES = (EXIT_CODE, "011", "0011", "810")
"""What is dialled before another country's code in most countries, and stands before numbers of any."""


class Damage(StrEnum):
    """What is wrong with the text of a phone number; the names are those of the command line."""

    STARTS_ZERO = "starts-zero"
    NO_COUNTRY = "no-country"
    LOST_PLUS = "lost-plus"
    LOST_ZERO = "lost-zero"
    EXIT_CODE = "exit-code"
    COMPUTED = "computed"
    TWO_NUMBERS = "two-numbers"
    LABEL = "label"
    EXTENSION = "extension"
    DIGITS_LOST = "digits-lost"
    TOO_SHORT = "too-short"
    TOO_LONG = "too-long"
    LETTERS = "letters"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Repaired:
    """A number that can exist: what to write instead, how that is known, and what line it belongs to."""

    text: str
    how: Message
    line: Line
    country: str


@dataclass(frozen=True, slots=True)
class Stays:
    """Why a text is left as it is."""

    why: Message


Repair = Repaired | Stays


@lru_cache(REMEMBERED)
def diagnose(text: str, country: str | None = None) -> Damage:
    """What is wrong with a number that cannot be read; `country` (ISO 3166) is where it may be from."""
    written = text.strip()
    by_shape = next((found for found, applies in _BY_SHAPE if applies(written)), None)
    return by_shape or _by_digits(written, country)


@lru_cache(REMEMBERED)
def repair(text: str, country: str | None = None) -> Repair:
    """What `text` has to be, where one reading is certain; `country` is where its digits are dialled."""
    written = text.strip()
    return _REPAIRS[diagnose(written, country)](written, country)


def _whole(written: str) -> str:
    """The digits of a number in scientific or decimal form, where none of them is lost; else nothing."""
    bare = written.replace(" ", "")
    if decimal := _DECIMAL.fullmatch(bare):
        return decimal.group(1)
    if scientific := _SCIENTIFIC.fullmatch(bare):
        first, rest, power = scientific.groups()
        digits = first + (rest or "")
        return digits if len(digits) == int(power) + 1 else ""
    return ""


def _parts(written: str) -> list[str]:
    """The numbers of a cell with several: each has digits enough to be one."""
    found = [part.strip() for part in _BETWEEN.split(written) if part.strip()]
    return found if len(found) > 1 and all(len(digits_of(part)) >= FEWEST_DIGITS for part in found) else []


def _without_label(written: str) -> str:
    """The number without words before and after it; nothing where letters stand inside it."""
    bare = _LABEL_AFTER.sub("", _LABEL_BEFORE.sub("", written)).strip()
    return "" if not digits_of(bare) or _LETTER.search(bare) else bare


_BY_SHAPE: tuple[tuple[Damage, Callable[[str], bool]], ...] = (
    (Damage.COMPUTED, lambda text: bool(_whole(text))),
    (Damage.DIGITS_LOST, lambda text: bool(_SCIENTIFIC.fullmatch(text.replace(" ", "")))),
    (Damage.UNREADABLE, lambda text: not digits_of(text) or bool(_DATE.match(text))),
    (Damage.TWO_NUMBERS, lambda text: bool(_parts(text))),
    (Damage.EXTENSION, lambda text: bool(_EXTENSION.search(text))),
    (Damage.LABEL, lambda text: bool(_LETTER.search(text) and _without_label(text))),
    (Damage.LETTERS, lambda text: bool(_LETTER.search(text))),
)
"""What the look of a text alone tells, in the order it is asked."""


def _abroad(text: str) -> Phone | None:
    """The number in use that a text with a plus names."""
    found = read_phone(text)
    return found if isinstance(found, Phone) and found.given else None


def _at_home(digits: str, country: str) -> Repair:
    """Digits as they are dialled in `country`: as they stand, else with the 0 that was lost, or without one
    that does not belong to them."""
    prefix = phonenumbers.ndd_prefix_for_region(country, True) or ""
    ways = [digits]
    if digits.startswith("0"):
        ways.append(digits.lstrip("0"))
    elif prefix:
        ways.append(prefix + digits)
    for way in ways:
        found = read_phone(way, country)
        if isinstance(found, Phone) and found.given:
            if way != digits and digits.startswith("0") and _keeps_zero(country):
                return Stays(
                    message("in {country} a leading 0 can belong to it", country=named_country(country))
                )
            return _said(found)
    return Stays(_length(digits, country))


@cache
def _keeps_zero(country: str) -> bool:
    """Whether numbers of a country may begin with a 0 that is dialled from abroad, too."""
    known = phonenumbers.PhoneMetadata.metadata_for_region(country)
    pattern = known.fixed_line.national_number_pattern if known is not None and known.fixed_line else ""
    return (pattern or "").startswith("0")


def _digits_alone(digits: str, country: str | None) -> Repair:
    """Digits with neither plus nor 0: a number whose plus was lost, or one dialled in `country`."""
    plus = _abroad("+" + digits)
    inside = _at_home(digits, country) if country else None
    home = inside if isinstance(inside, Repaired) else None
    if plus is None:
        return inside or Stays(message("no country is known for this row"))
    own = country is not None and _code(plus.country) == _code(country)
    if home is None or home.text == plus.shown or (own and plus.line is Line.MOBILE):
        return _said(plus)
    return Stays(message("can be {one} or {other}", one=plus.shown, other=home.text))


def _dialled(written: str, country: str | None) -> Repair:
    digits = digits_of(written)
    if not digits.startswith("0"):
        return _digits_alone(digits, country)
    return _at_home(digits, country) if country else Stays(message("no country is known for this row"))


def _inner(bare: str, country: str | None) -> Repair:
    """What is left of a text once its wrapping is gone: a number, or something to be repaired itself."""
    found = read_phone(bare, country)
    if isinstance(found, Phone) and found.given and bare.startswith(("+", "00")):
        return _said(found)
    return repair(bare, country)


def _exits(written: str, country: str | None) -> list[Phone]:
    """The numbers in use that a text is behind an exit code."""
    codes = {*exit_codes(written, country), *filter(digits_of(written).startswith, _EXIT_CODES)}
    return [one for one in dialled_abroad(written, sorted(codes), country) if one.given]


def _without_exit(written: str, country: str | None) -> Repair:
    one, *others = _exits(written, country)
    if others:
        return Stays(message("can be {one} or {other}", one=one.shown, other=others[0].shown))
    return _said(one)


def _several(written: str, country: str | None) -> Repair:
    """Both numbers, the only mobile one in front: the first is the one that is sent to."""
    found = [_inner(part, country) for part in _parts(written)]
    read = [one for one in found if isinstance(one, Repaired)]
    if len(read) < len(found):
        return next(one for one in found if isinstance(one, Stays))
    mobiles = [one for one in read if one.line is Line.MOBILE]
    if len(mobiles) != 1:
        return Stays(message("which of them is the mobile cannot be told"))
    first = mobiles[0]
    text = SEVERAL.join(dict.fromkeys(one.text for one in (first, *read)))
    how = message(
        "{number} is the mobile, in {country}", number=first.text, country=named_country(first.country)
    )
    return Repaired(text, how, first.line, first.country)


def _none(why: str) -> Callable[[str, str | None], Repair]:
    return lambda _text, _country: Stays(message(why))


def _digits_left(written: str, _country: str | None) -> Repair:
    """How many digits a shortened number still has, as far as its own form says."""
    found = _SCIENTIFIC.fullmatch(written.replace(" ", ""))
    if found is None:
        return Stays(message("its last digits are gone"))
    left, of = 1 + len(found[2] or ""), int(found[3]) + 1
    return Stays(message("{left} of {of} digits left", left=left, of=of))


def _measured(written: str, country: str | None) -> Repair:
    return Stays(_length(digits_of(written), country, abroad=written.startswith("+")))


_REPAIRS: dict[Damage, Callable[[str, str | None], Repair]] = {
    Damage.STARTS_ZERO: _dialled,
    Damage.NO_COUNTRY: _dialled,
    Damage.LOST_PLUS: _dialled,
    Damage.LOST_ZERO: _dialled,
    Damage.EXIT_CODE: _without_exit,
    Damage.COMPUTED: lambda text, country: _inner(_whole(text), country),
    Damage.TWO_NUMBERS: _several,
    Damage.LABEL: lambda text, country: _inner(_without_label(text), country),
    Damage.EXTENSION: lambda text, country: _inner(_EXTENSION.sub("", text), country),
    Damage.DIGITS_LOST: _digits_left,
    Damage.TOO_SHORT: _measured,
    Damage.TOO_LONG: _measured,
    Damage.LETTERS: _none(mark("a letter may stand for a digit, and nobody knows which")),
    Damage.UNREADABLE: _none(mark("no number can be made out")),
}
REPAIRABLE = frozenset(Damage) - {
    Damage.DIGITS_LOST, Damage.TOO_SHORT, Damage.TOO_LONG, Damage.LETTERS, Damage.UNREADABLE,
}  # fmt: skip
"""What some number of it may be repaired for; of the others none can be worked out."""


def _how_lost(digits: str, found: Repaired, country: str | None) -> Damage:
    plus = _abroad("+" + digits)
    if plus is not None and plus.shown == found.text:
        return Damage.LOST_PLUS
    return Damage.NO_COUNTRY if isinstance(read_phone(digits, country), Phone) else Damage.LOST_ZERO


def _said(found: Phone) -> Repaired:
    return Repaired(
        found.shown,
        message(_HOW[found.line], country=named_country(found.country)),
        found.line,
        found.country,
    )


_HOW = {
    Line.MOBILE: mark("mobile in {country}"),
    Line.LANDLINE: mark("landline in {country}: WhatsApp may not be on it"),
    Line.EITHER: mark("number in {country}"),
    Line.OTHER: mark("number in {country}"),
}


def _code(country: str) -> int:
    return phonenumbers.country_code_for_region(country) if country else 0


def _lengths(country: str) -> tuple[int, ...]:
    """How many digits numbers of a country have: those of its mobiles, else of any."""
    known = phonenumbers.PhoneMetadata.metadata_for_region(country)
    if known is None:
        return ()
    mobile = known.mobile.possible_length if known.mobile is not None else ()
    general = known.general_desc.possible_length if known.general_desc is not None else ()
    return tuple(one for one in mobile or general or () if one > 0)


def _own_digits(digits: str, country: str, *, abroad: bool) -> int:
    """How many digits a number has beside its country's code or the 0 before it."""
    code = str(_code(country))
    return len(digits.removeprefix(code) if abroad else digits.lstrip("0"))


def _length(digits: str, country: str | None, *, abroad: bool = False) -> Message:
    """In how many digits it differs from the numbers of its country."""
    of = _country_of(digits) if abroad else country
    lengths = _lengths(of) if of else ()
    if not of or not lengths:
        return message("no number has these {n} digits", n=number(len(digits), grouped=False))
    own = _own_digits(digits, of, abroad=abroad)
    if own in lengths:
        return message("{country} has no numbers like it", country=named_country(of))
    said = message("{fewest} to {most}", fewest=lengths[0], most=lengths[-1]) if lengths[1:] else lengths[0]
    if digits.startswith("0") and not abroad:
        return message(
            "without the 0 it has {own} digits, {country} has {said}",
            own=own,
            country=named_country(of),
            said=said,
        )
    return message("it has {own} digits, {country} has {said}", own=own, country=named_country(of), said=said)


def _country_of(digits: str) -> str | None:
    """The country whose code the digits begin with."""
    for length in (1, 2, 3):
        region = phonenumbers.region_code_for_country_code(int(digits[:length] or 0))
        if region not in ("ZZ", "001"):
            return str(region)
    return None


def _by_digits(written: str, country: str | None) -> Damage:
    """What is wrong with digits that nothing but signs stands between."""
    digits, abroad = digits_of(written), written.startswith("+")
    if not abroad and _exits(written, country):
        return Damage.EXIT_CODE
    if digits.startswith("0"):
        return Damage.STARTS_ZERO
    return (None if abroad else _by_start(digits, country)) or _by_length(digits, country, abroad=abroad)


def _by_start(digits: str, country: str | None) -> Damage | None:
    """What digits with neither plus nor 0 have lost; None where nothing before them makes them a number."""
    if isinstance(found := _digits_alone(digits, country), Repaired):
        return _how_lost(digits, found, country)
    if _abroad("+" + digits) is not None:
        return Damage.LOST_PLUS
    return Damage.NO_COUNTRY if country is None and len(digits) > FEWEST_DIGITS else None


def _by_length(digits: str, country: str | None, *, abroad: bool) -> Damage:
    of = _country_of(digits) if abroad else country
    lengths = _lengths(of) if of else ()
    own = _own_digits(digits, of, abroad=abroad) if of else len(digits)
    if own < (lengths[0] if lengths else FEWEST_DIGITS + 1):
        return Damage.TOO_SHORT
    if own > (lengths[-1] if lengths else 15):
        return Damage.TOO_LONG
    return Damage.UNREADABLE
