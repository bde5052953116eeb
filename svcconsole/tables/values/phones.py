"""Parses phone numbers with the store's country, or refuses them with the reason."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat, PhoneNumberType, ValidationResult

from svcconsole.tables.values.countries import LANGUAGES, country_code, named_country
from svcconsole.tables.values.digits import plain_digits
from svcconsole.words.message import mark, message, number, plural, sentences

LONGEST = 64
REMEMBERED = 4096
_SCIENTIFIC = re.compile(r"[+-]?\d+(?:[.,]\d+)?[eE][+-]?\d+")
_DECIMAL = re.compile(r"\+?\d{6,}[.,]0+")
_LETTERS = re.compile(r"[^\W\d_]")
_EXTENSION = re.compile(r"(?:ext|x|#|;)\W*\d+\W*$", re.IGNORECASE)
_LABEL = re.compile(
    r"(?:tel(?:ephone|efono|éfono|efon)?|tél(?:éphone)?|phone|ph|mob(?:ile)?|cell?|handy|portable"
    r"|whats ?app|wa|[ptmc])(?:\s*\.?\s*:\s*|\s*\.\s*(?=[+\d(])|\s+(?=[+\d(]))",
    re.IGNORECASE,
)
"""What people and exports write before a number: `tel:`, `p:`, `Mobile:`, `Tel.`"""
_DATE = re.compile(
    r"\A(?:\d{4}([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])"
    r"|(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|[12]\d|3[01])\2(?:(?:19|20)\d\d|\d\d))"
    r"(?:[T ,]+\d{1,2}:\d\d.*)?\Z",
    re.ASCII,
)
_NETWORK = re.compile(r"\A(?!(?:\d\d\.){3}\d\d\Z)\d{1,3}(?:\.\d{1,3}){3}\Z", re.ASCII)
"""An address of a computer; four pairs of digits are a number as the Danes and the French write it."""
_FOREIGN = re.compile(r"[^\d+()\[\]\-./\s~·•'\"#*\\]|\A-")
_APART = re.compile(r":::|[|\n\r]+|;(?!\s*ext)|\s+(?:or|oder|ou|and|und|et)\s+", re.IGNORECASE)
_MAYBE_APART = re.compile(r"\s*[,/&]\s*|\s+(?=\+|00)|(?<=\d)(?=\+)")
_ONE = re.compile(r"\+?(?:[\d().-]| (?!00))*")
"""A cell in which nothing parts two numbers."""
_WHOLE_NUMBER = 7
"""So many digits on either side of a comma or a slash are two numbers, not one with a gap."""
_OPTIONAL_ZERO = re.compile(r"\A(\+|00)\s*(?!39|378|379)([\d\s.-]{1,6}?)\(0\)")
EXIT_CODE = "00"
"""What most countries dial before another country's code, and what is written for it in all of them."""
_DIGITS = re.compile(r"\d+")
_NO_CODE = "11"
"""Digits that no number begins with: behind 00 they are the rest of Australia's exit code."""
_NO_COUNTRY = frozenset({"ZZ", "001"})


class Line(StrEnum):
    """What kind of line a number belongs to, as far as its country's numbers tell."""

    MOBILE = "mobile"
    LANDLINE = "landline"
    EITHER = "mobile or landline"
    OTHER = ""


_LINES = {
    PhoneNumberType.MOBILE: Line.MOBILE,
    PhoneNumberType.FIXED_LINE: Line.LANDLINE,
    PhoneNumberType.FIXED_LINE_OR_MOBILE: Line.EITHER,
}


@dataclass(frozen=True, slots=True)
class Phone:
    """A number that can exist: E.164, as its country writes it for others, country (ISO 3166, blank for
    none), and its line. `given` is False where no operator has given out numbers like it yet."""

    e164: str
    shown: str
    country: str
    line: Line
    given: bool


@dataclass(frozen=True, slots=True)
class PhoneProblem:
    """Why a text is no phone number; `damaged` where a spreadsheet has taken digits away for good,
    `no_country` where only the country is missing, `two_ways` where it can be the number of two people."""

    sentence: str
    damaged: bool = False
    no_country: bool = False
    two_ways: bool = False


@lru_cache(REMEMBERED)
def read_phone(text: str, region: str | None = None) -> Phone | PhoneProblem:
    """The number in `text`; one without a country code is read as one of `region` (ISO 3166).

    Digits that a spreadsheet took away are never guessed.
    """
    written = text.strip()
    bare = _bare(written)
    without_zero = _OPTIONAL_ZERO.sub(r"\1\2", bare)
    if without_zero != bare:
        found = _read(written, without_zero, region)
        if isinstance(found, Phone) and found.given:
            return found
    return _read(written, bare, region)


def _read(written: str, number_text: str, region: str | None) -> Phone | PhoneProblem:
    problem = _damage(number_text, written) or _shape(number_text, written)
    if problem is not None:
        return problem
    if number_text.startswith("+"):
        return _parsed(written, "+" + number_text.lstrip("+").removeprefix(EXIT_CODE), None)
    if number_text.startswith(EXIT_CODE):
        return _behind_exit_code(written, number_text, region)
    return _parsed(written, number_text, region) if region else _without_country(written)


def _without_country(written: str) -> PhoneProblem:
    return PhoneProblem(
        message(
            "“{written}” has no country code. Begin it with + and the country's code, as in +49 30 123456.",
            written=written,
        ),
        no_country=True,
    )


def _parsed(written: str, number_text: str, region: str | None) -> Phone | PhoneProblem:
    """The number of `region`, or of any country where it begins with a plus."""
    try:
        number = phonenumbers.parse(number_text, region)
    except NumberParseException as error:
        return PhoneProblem(message(_PARSING.get(error.error_type, _NO_NUMBER), written=written))
    return _checked(number, written, number_text, region)


def _behind_exit_code(written: str, number_text: str, region: str | None) -> Phone | PhoneProblem:
    ways = dialled_abroad(number_text, exit_codes(number_text, region), region)
    if len(ways) > 1:
        return PhoneProblem(
            message(
                "“{written}” can be {one} or {other}. Begin it with + and the country's code.",
                written=written,
                one=ways[0].shown,
                other=ways[1].shown,
            ),
            two_ways=True,
        )
    if ways:
        return ways[0]
    if not region and digits_of(number_text).startswith(EXIT_CODE + _NO_CODE):
        return _without_country(written)
    return _behind(EXIT_CODE, number_text, written)


def exit_codes(text: str, region: str | None) -> tuple[str, ...]:
    """What may stand before the country's code where a text begins with 00: that, and what `region` dials."""
    digits = digits_of(text)
    if not digits.startswith(EXIT_CODE):
        return ()
    known = phonenumbers.PhoneMetadata.metadata_for_region(region) if region else None
    prefix = known.international_prefix if known is not None else None
    own = re.match(prefix, digits) if prefix else None
    return (EXIT_CODE,) if own is None or own[0] == EXIT_CODE else (EXIT_CODE, own[0])


def dialled_abroad(text: str, codes: Iterable[str], region: str | None) -> list[Phone]:
    """The numbers that a text is behind one of these exit codes, those in use where any is.

    Where its first digits stand apart as 00 and a country's code ("0081 90…"), it is a number of that
    country, unless they are an exit code themselves with another country's code behind it ("001 65 …").
    """
    read = {code: one for code in codes if isinstance(one := _behind(code, text, text), Phone)}
    groups = _DIGITS.findall(text)
    plain = read.get(EXIT_CODE)
    if plain is not None and groups[0] == f"{EXIT_CODE}{calling_code(plain.country)}":
        home = region is not None and calling_code(region) == calling_code(plain.country)
        others = {} if home else {code: one for code, one in read.items() if _is_parted(groups, code, one)}
        read = {EXIT_CODE: plain, **others}
    ways = {one.e164: one for one in read.values() if one.given} or {one.e164: one for one in read.values()}
    return list(ways.values())


def _is_parted(groups: list[str], code: str, phone: Phone) -> bool:
    """Whether digits in these groups can be meant as an exit code, then the code of the number's country."""
    return groups[0] == code and (len(groups) < 3 or groups[1] == str(calling_code(phone.country)))


def _behind(code: str, text: str, written: str) -> Phone | PhoneProblem:
    """The number behind an exit code that the digits of a text begin with."""
    rest = re.sub(rf"\A(?:\D*\d){{{len(code)}}}", "", text)
    if digits_of(rest).startswith(_NO_CODE):
        return PhoneProblem(message(_NO_SUCH_CODE, written=written))
    return _parsed(written, f"+{rest}", None)


def split_phones(text: str) -> list[str]:
    """The numbers of a cell that holds several, without repetitions; a cell with one number is one text.

    A slash or a comma parts two numbers only where both sides have the digits of one ("030/123456" is one).
    """
    if _ONE.fullmatch(text):
        return [one] if (one := text.strip()) else []
    found: list[str] = []
    for part in _APART.split(text):
        pieces = [piece for piece in _MAYBE_APART.split(part) if piece.strip()]
        several = len(pieces) > 1 and all(len(digits_of(piece)) >= _WHOLE_NUMBER for piece in pieces)
        found += pieces if several else [part]
    return list(dict.fromkeys(stripped for one in found if (stripped := one.strip())))


def is_international(text: str) -> bool:
    """Whether a number is written with its country's code and a plus: it is the same everywhere."""
    return text.startswith("+") or _bare(text.strip()).startswith("+")


@lru_cache(REMEMBERED)
def phone_region(text: str) -> str:
    """The region (ISO 3166) numbers are read in that a country's column names: by its calling code ("91",
    "+91"), its letters or its name; blank for none."""
    plain = plain_digits(text).strip()
    digits = digits_of(plain)
    if digits and not _LETTERS.search(plain):
        code = digits.lstrip("0")
        code = "1" if code.startswith("1") and len(code) == 4 else code
        region = phonenumbers.region_code_for_country_code(int(code)) if code and len(code) <= 3 else None
        return region if region and region not in _NO_COUNTRY else ""
    region = country_code(plain, *LANGUAGES)
    return region if is_region(region) else ""


def phone_key(text: str, region: str | None = None) -> str:
    """What a number is compared by: E.164, or the text itself where it is none."""
    found = read_phone(text, region)
    return found.e164 if isinstance(found, Phone) else text.strip()


def is_region(text: str) -> bool:
    """Whether `text` is a country's two letters (ISO 3166) whose numbers are known."""
    return text.strip().upper() in phonenumbers.SUPPORTED_REGIONS


def calling_code(region: str) -> int:
    """The digits after the plus in numbers of a region; 0 for one without numbers."""
    return phonenumbers.country_code_for_region(region)


def digits_of(text: str) -> str:
    """The digits of a text alone, in ASCII: what a search for a number goes by."""
    return "".join(str(int(sign)) for sign in text if sign.isdecimal())


def _bare(written: str) -> str:
    """The number without what people write before it, in ASCII digits."""
    if written.isascii() and written[:1].isdigit():
        return written
    text = plain_digits(written).strip().lstrip("'")
    label = _LABEL.match(text)
    return text[label.end() :] if label is not None else text


def _damage(bare: str, written: str) -> PhoneProblem | None:
    if _SCIENTIFIC.fullmatch(bare.replace(" ", "")):
        return PhoneProblem(
            message(
                "“{written}” is a number a spreadsheet has shortened; its last digits are lost. Take "
                "the whole number from where it came from.",
                written=written,
            ),
            damaged=True,
        )
    if _DECIMAL.fullmatch(bare.replace(" ", "")):
        return PhoneProblem(
            message(
                "“{written}” was turned into a decimal number by a spreadsheet; zeros at its start may "
                "be lost. Take the whole number from where it came from.",
                written=written,
            ),
            damaged=True,
        )
    return None


def _shape(bare: str, written: str) -> PhoneProblem | None:
    if len(written) > LONGEST:
        return PhoneProblem(
            plural(
                "A phone number has at most 15 digits, this text has {length} character.",
                "A phone number has at most 15 digits, this text has {length} characters.",
                len(written),
                length=number(len(written), grouped=False),
            )
        )
    for pattern, sentence in _OTHERS:
        if pattern.search(bare):
            return PhoneProblem(message(sentence, written=written))
    letter = _LETTERS.search(bare)
    if letter is not None:
        return PhoneProblem(
            message("“{written}” has a letter {letter} in it.", written=written, letter=letter.group())
        )
    if not digits_of(bare):
        return PhoneProblem(message("“{written}” has no digits in it.", written=written))
    return _foreign_sign(bare, written)


def _foreign_sign(bare: str, written: str) -> PhoneProblem | None:
    found = _FOREIGN.search(bare)
    if found is None:
        return None
    return PhoneProblem(
        message(
            "“{written}” has a sign {sign} in it that phone numbers do not have.",
            written=written,
            sign=found.group(),
        )
    )


def _checked(
    number: phonenumbers.PhoneNumber, written: str, bare: str, region: str | None
) -> Phone | PhoneProblem:
    country = _country(number)
    possible = phonenumbers.is_possible_number_with_reason(number)
    if possible != ValidationResult.IS_POSSIBLE:
        anywhere, of_country = _LENGTHS.get(possible, _IMPOSSIBLE)
        of = region or country
        says = (
            message(of_country, written=written, country=named_country(of))
            if of
            else message(anywhere, written=written)
        )
        lost = possible in (ValidationResult.TOO_SHORT, ValidationResult.IS_POSSIBLE_LOCAL_ONLY)
        return PhoneProblem(
            sentences(says, message("A spreadsheet may have dropped a zero or a plus at its start."))
            if lost
            else says
        )
    if region is not None and _lacks_prefix(number, bare, region):
        return PhoneProblem(
            message(
                "“{written}” lacks the {prefix} that numbers of {region} begin with; a "
                "spreadsheet may have dropped it. Write the whole number.",
                written=written,
                prefix=phonenumbers.ndd_prefix_for_region(region, True),
                region=named_country(region),
            ),
            damaged=True,
        )
    return Phone(
        phonenumbers.format_number(number, PhoneNumberFormat.E164),
        phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL),
        country,
        _LINES.get(phonenumbers.number_type(number), Line.OTHER),
        phonenumbers.is_valid_number(number),
    )


def _lacks_prefix(number: phonenumbers.PhoneNumber, written: str, region: str) -> bool:
    """Whether the number is one of `region` only when a zero is put before it that is not there."""
    if not phonenumbers.is_valid_number(number):
        return False
    found = phonenumbers.PhoneNumberMatcher(written, region, leniency=phonenumbers.Leniency.VALID)
    return not found.has_next()


def _country(number: phonenumbers.PhoneNumber) -> str:
    main = phonenumbers.region_code_for_country_code(number.country_code or 0)
    found = phonenumbers.region_code_for_number(number) or main
    return found if found and found not in _NO_COUNTRY else ""


_OTHERS = (
    (_DATE, mark("“{written}” is a date, not a phone number.")),
    (_NETWORK, mark("“{written}” is a computer's address, no phone number.")),
    (_EXTENSION, mark("“{written}” has an extension, which messages cannot reach. Leave it out.")),
)
"""What looks like a number and is none that messages reach."""
_NO_SUCH_CODE = mark("“{written}” begins with a country code that no country has.")
_NO_NUMBER = mark("“{written}” is not a phone number.")
_PARSING = {
    NumberParseException.INVALID_COUNTRY_CODE: _NO_SUCH_CODE,
    NumberParseException.NOT_A_NUMBER: _NO_NUMBER,
    NumberParseException.TOO_SHORT_AFTER_IDD: mark("“{written}” has no number after its country code."),
    NumberParseException.TOO_SHORT_NSN: mark("“{written}” has too few digits to be a phone number."),
    NumberParseException.TOO_LONG: mark("“{written}” has too many digits to be a phone number."),
}
_IMPOSSIBLE = (
    mark("“{written}” cannot be a phone number."),
    mark("“{written}” cannot be a phone number for {country}."),
)
_LENGTHS = {
    ValidationResult.TOO_SHORT: (
        mark("“{written}” has too few digits."),
        mark("“{written}” has too few digits for {country}."),
    ),
    ValidationResult.TOO_LONG: (
        mark("“{written}” has too many digits."),
        mark("“{written}” has too many digits for {country}."),
    ),
    ValidationResult.INVALID_LENGTH: (
        mark("No phone number has as many digits as “{written}”."),
        mark("No phone number for {country} has as many digits as “{written}”."),
    ),
    ValidationResult.IS_POSSIBLE_LOCAL_ONLY: (
        mark("“{written}” lacks its area code."),
        mark("“{written}” lacks its area code for {country}."),
    ),
    ValidationResult.INVALID_COUNTRY_CODE: (_NO_SUCH_CODE, _NO_SUCH_CODE),
}
"""What a length says of a number, without and with its country."""
