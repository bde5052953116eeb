"""Phone numbers and countries in words: which country, which kind of line, why it is none."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QLocale

from svcconsole.gui.design.words import tr
from svcconsole.tables.values.countries import country_name
from svcconsole.tables.values.phones import Line, Phone, PhoneProblem, read_phone


def phone_text(text: str, region: str | None) -> str:
    """A number as its country writes it for others, the one way every page shows it; what is none stays as it
    came."""
    found = read_phone(text, region) if text.strip() else None
    return found.shown if isinstance(found, Phone) else text


def phone_words(text: str, region: str | None) -> str:
    """`India, mobile`; blank for what is no phone number."""
    found = read_phone(text, region) if text.strip() else None
    if not isinstance(found, Phone):
        return ""
    return ", ".join(part for part in (country_words(found.country), line_words(found.line)) if part)


def phones_words(texts: Iterable[str], region: str | None) -> str:
    """The countries of several numbers, each once."""
    found = [read_phone(text, region) for text in texts]
    names = [country_words(phone.country) for phone in found if isinstance(phone, Phone)]
    return ", ".join(dict.fromkeys(name for name in names if name))


def country_words(code: str) -> str:
    """A country in the window's language; the code where it has no name."""
    return (country_name(code, language_of_names()) or code) if code else ""


def language_of_names() -> str:
    """The code of the language that countries are named in; reading the names takes 20 ms, once."""
    return QLocale().name().replace("_", "-").partition("-")[0]


def line_words(line: Line) -> str:
    """The kind of line a number belongs to."""
    return {
        Line.MOBILE: tr("mobile"),
        Line.LANDLINE: tr("landline"),
        Line.EITHER: tr("mobile or landline"),
        Line.OTHER: "",
    }[line]


def phone_problem(text: str, region: str | None) -> PhoneProblem | None:
    """Why a text is no phone number; None for blank."""
    found = read_phone(text, region) if text.strip() else None
    return found if isinstance(found, PhoneProblem) else None
