"""The countries of the world by ISO 3166 code and by name; nothing here is guessed from part of a name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from babel import Locale, UnknownLocaleError
from babel.core import get_global

from svcconsole.words.message import Country

WIRE = "en"
"""The language addresses are written in for the store, whatever language the window speaks."""

LANGUAGES = ("fr", "de", "es", "it", "pt", "nl")
"""Languages besides English in which a file may name a country."""
ALIASES = {
    "usa": "US",
    "u.s.a.": "US",
    "united states of america": "US",
    "uk": "GB",
    "u.k.": "GB",
    "great britain": "GB",
    "england": "GB",
    "scotland": "GB",
    "wales": "GB",
    "czech republic": "CZ",
    "turkey": "TR",
    "uae": "AE",
    "holland": "NL",
    "the netherlands": "NL",
    "korea, south": "KR",
    "russian federation": "RU",
    "viet nam": "VN",
}
"""Names of countries that are in use and not in the library."""


@cache
def countries(language: str = WIRE) -> Mapping[str, str]:
    """Name by code, in the order of the names; a language nobody has names in reads as English."""
    try:
        names = Locale.parse(language, sep="-").territories
    except (UnknownLocaleError, ValueError):
        names = Locale.parse(WIRE).territories
    found = {
        code: name for code, name in names.items() if len(code) == 2 and code.isalpha() and code not in _NONE
    }
    return dict(sorted(found.items(), key=lambda entry: entry[1].casefold()))


def country_name(code: str, language: str = WIRE) -> str:
    """The country's name; blank for what is no country's code."""
    return countries(language).get(code.strip().upper(), "")


def named_country(code: str) -> Country:
    """The country as a message names it."""
    return Country(code, country_name(code) or code)


@lru_cache(4096)
def country_code(name: str, *languages: str) -> str:
    """The code of a country by its whole name, in English or one of `languages`, by another name in use, or
    by its own code of two or three letters."""
    wanted = name.strip().casefold()
    if wanted.upper() in countries():
        return wanted.upper()
    if wanted in ALIASES:
        return ALIASES[wanted]
    if len(wanted) == 3 and (short := get_global("territory_aliases").get(wanted.upper())):
        return short[0] if short[0] in countries() else ""
    for language in dict.fromkeys((WIRE, *languages)):
        for code, its in countries(language).items():
            if its.casefold() == wanted:
                return code
    return ""


_NONE = frozenset({"EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"})
"""Codes that stand for no country."""
