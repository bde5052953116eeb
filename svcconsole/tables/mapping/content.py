"""Maps columns by what stands in their cells where their names say nothing: phones, e-mails, countries."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from collections.abc import Mapping as Dict
from dataclasses import dataclass
from typing import Final

from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.mapping.mapping import Column, Mapping, Template
from svcconsole.tables.mapping.person_names import COUNTRIES
from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.tables.values.blanks import is_blank_word
from svcconsole.tables.values.column_names import names_identity, words_of
from svcconsole.tables.values.emails import email_problem, split_emails
from svcconsole.tables.values.phones import Line, Phone, digits_of, phone_region, read_phone, split_phones
from svcconsole.tables.values.values import SEVERAL

SHARE: Final = 0.9
"""So many of a column's cells make it a column of their kind."""
ROWS: Final = 500
"""So many rows of a file are looked at."""
_OTHER_NUMBERS: Final = re.compile(
    r"-?\d+[.,]\d{1,2}|[1-9]\d{0,2}[.,]\d{4,}"
    r"|\d\d?[/.]\d{4}\b.*"
    r"|\d{5}-\d{3,4}|\d{3}-\d\d-\d{4}|97[89][- ][\d -]+|(?:\d{4}[- ]){3}\d{4}",
    re.ASCII,
)
"""Amounts, degrees, months, postal codes, numbers of insurances, books and cards: none are phones."""
_NATIONAL: Final = re.compile(
    r"0[1-9]\d{7,10}|0[1-9][\d()]*[ .\-/][\d ().\-/]+\d|\(\d+\)[\d .\-/]+\d"
    r"|\d{3}[ .\-]\d{3}[ .\-]\d{4}|\d{5}[ \-]\d{5}",
    re.ASCII,
)
"""A number with the zero before its area, its area in brackets, or the groups that only phones have: digits
in other groups are numbers of taxes, cards and people as well."""
_PHONE_WORDS: Final = frozenset(
    {
        "phone", "phones", "mobile", "tel", "telephone", "cell", "whatsapp", "msisdn", "telefon", "telefono",
        "teléfono", "téléphone", "handy", "mobil", "mobiltelefon", "rufnummer", "contact",
    }
)  # fmt: skip
_NO_CONTACTS: Final = frozenset(
    {"fax", "telefax", "pager", "beeper", "iban", "account", "konto", "passport", "license", "licence"}
)
"""Columns of numbers that messages do not reach."""
_COUNTRY_CODES: Final = frozenset({"country code", "countrycode", "code country", "cc", "country"})
_STREETS: Final = ("addresses.address1", "addresses.city", "addresses.zip", "address1", "city")


@dataclass(frozen=True, slots=True)
class Content:
    """What a column can be by its cells: the paths it fills, the first free one, the last of them with all
    that are left over."""

    found: Callable[[str, Sequence[str], str | None], bool]
    paths: Dict[str, tuple[str, ...]]


def cells_of(rows: Sequence[Sequence[str]], position: int) -> list[str]:
    """The cells of a column that are not blank."""
    texts = (row[position].strip() for row in rows if position < len(row))
    return [text for text in texts if text and not is_blank_word(text)]


def are_phones(name: str, cells: Sequence[str], region: str | None = None) -> bool:
    """Whether nine in ten cells are phone numbers. Bare digits are, where they are mobile numbers
    of `region` and the column is not called like an id."""
    words = set(words_of(name))
    if not cells or words & _NO_CONTACTS:
        return False
    is_phones = bool(words & _PHONE_WORDS)
    is_other = names_identity(name) and not is_phones
    good = sum(_is_phone(cell, region, plain=is_phones, strict=is_other) for cell in cells)
    return good >= SHARE * len(cells)


def are_emails(name: str, cells: Sequence[str], region: str | None = None) -> bool:
    """Whether nine in ten cells are e-mail addresses."""
    good = sum(
        "@" in cell and all(email_problem(one) is None for one in split_emails(cell)) for cell in cells
    )
    return bool(cells) and good >= SHARE * len(cells)


def _is_phone(cell: str, region: str | None, *, plain: bool, strict: bool) -> bool:
    return any(_is_one(one, region, plain=plain, strict=strict) for one in split_phones(cell)[:1])


def _is_one(text: str, region: str | None, *, plain: bool, strict: bool) -> bool:
    """Whether `text` is a number: with its country's code, as only phones are written, or a mobile number of
    `region`; `plain` takes any digits, `strict` nothing without a plus."""
    found = read_phone(text)
    if isinstance(found, Phone):
        return found.given or not strict
    if strict or not found.no_country or _OTHER_NUMBERS.fullmatch(text):
        return False
    if not 7 <= len(digits_of(text)) <= 15:
        return False
    if plain or _NATIONAL.fullmatch(text):
        return True
    there = read_phone(text, region) if region else None
    return isinstance(there, Phone) and there.given and there.line in (Line.MOBILE, Line.EITHER)


CONTENTS: Final = (
    Content(
        are_phones,
        {
            "customers": ("phoneNumber", "secondaryPhoneNumber", "alternatePhoneNumbers"),
            "user_properties": ("phoneNumber", "alternatePhoneNumber"),
            "templates": ("contactIdentifier",),
            "messages": ("contactIdentifier",),
            "tickets": ("customerPhoneNumber",),
            "flows": ("phoneNumber",),
        },
    ),
    Content(
        are_emails,
        {
            "customers": ("email", "secondaryEmail", "alternateEmails"),
            "user_properties": ("email",),
            "tickets": ("customerEmail",),
            "flows": ("email",),
        },
    ),
)


def match_content(
    mapping: Mapping, header: Sequence[str], rows: Sequence[Sequence[str]], region: str | None = None
) -> Mapping:
    """The mapping with the columns that no field reads where their cells belong; `rows` are some of the
    file's."""
    mapping = _country_of_phones(mapping, header, rows)
    for content in CONTENTS:
        paths = content.paths.get(mapping.target, ())
        free = [path for path in paths if path not in mapping.sources]
        names = [
            name
            for name in mapping.unmapped(header)
            if paths and content.found(name, cells_of(rows, header.index(name)), region)
        ]
        for path in free[:-1]:
            if names:
                mapping = mapping.with_source(path, Column(names.pop(0)))
        if names and free:
            several = mapping.target == "customers" and len(paths) > 1
            rest = names if several else names[:1]
            joined = Template(f" {SEVERAL} ".join(f"{{{name}}}" for name in rest))
            mapping = mapping.with_source(free[-1], Column(rest[0]) if len(rest) == 1 else joined)
    return mapping


def _country_of_phones(mapping: Mapping, header: Sequence[str], rows: Sequence[Sequence[str]]) -> Mapping:
    """A column of country codes belongs to the phones where its cells are calling codes, and where no column
    is part of an address. Of what has no address, a column of countries can tell nothing else."""
    paths = TARGETS[mapping.target].paths()
    if "phoneCountry" not in paths or "phoneCountry" in mapping.sources:
        return mapping
    has_address = any(path in paths for path in _STREETS)
    for name in header:
        if not _may_be_country(name, has_address=has_address):
            continue
        cells = cells_of(rows, header.index(name))
        calling = sum(
            bool(phone_region(cell)) and not (has_address and re.search(r"[^\W\d_]", cell)) for cell in cells
        )
        is_calling = bool(cells) and calling >= SHARE * len(cells)
        of_address = any(path in mapping.sources for path in _STREETS)
        code_by_name = not of_address and _apart(name) in _COUNTRY_CODES - {"country", "cc"}
        if not is_calling and not code_by_name:
            continue
        taken = [path for path, source in mapping.sources.items() if source == Column(name)]
        for path in taken:
            mapping = mapping.with_source(path, None)
        return mapping.with_source("phoneCountry", Column(name))
    return mapping


def _may_be_country(name: str, *, has_address: bool) -> bool:
    """Whether a column is called like a country's code, or like a country where no address takes it."""
    apart = _apart(name)
    if apart in _COUNTRY_CODES:
        return True
    return not has_address and (apart in COUNTRIES or "country" in apart.split())


def _apart(name: str) -> str:
    return normalise(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name))
