"""Normalises and validates phone numbers and e-mail addresses, by which people are matched."""

from __future__ import annotations

from functools import lru_cache

import phonenumbers
from email_validator import EmailNotValidError, validate_email
from phonenumbers import PhoneNumber, PhoneNumberFormat, ValidationResult

UNKNOWN_REGION = "ZZ"
LONGEST = 254
"""Characters; what is longer is neither phone number nor e-mail address, and not remembered here."""

REMEMBERED = 4096


def phone_key(text: str | None) -> str | None:
    """What a phone number is matched by: E.164, or the text itself where it is no international number."""
    written = (text or "").strip()
    return _e164(written) or written or None


def email_key(text: str | None) -> str | None:
    """What an e-mail address is matched by (decisions, row 11)."""
    return (text or "").strip().casefold() or None


def is_phone(text: str) -> bool:
    """Whether it is a phone number with its country code, of a length that country has.

    Whether such a number is given to anybody is not asked: +1 555 numbers are, to nobody, made for trials.
    """
    return _e164(text.strip()) is not None


def is_email(text: str) -> bool:
    """Whether it is written as an e-mail address; nothing is looked up. Domains for tests are taken."""
    return len(text) <= LONGEST and _well_formed(text)


def country_of(text: str | None) -> str | None:
    """The ISO 3166 code of a phone number's country, where it tells one."""
    written = (text or "").strip()
    return _country(written) if len(written) <= LONGEST else None


def _e164(written: str) -> str | None:
    return _international(written) if len(written) <= LONGEST else None


@lru_cache(REMEMBERED)
def _international(written: str) -> str | None:
    number = _number(written)
    return None if number is None else phonenumbers.format_number(number, PhoneNumberFormat.E164)


@lru_cache(REMEMBERED)
def _number(written: str) -> PhoneNumber | None:
    """A number with or without `+` or `00` before the country code."""
    try:
        number = phonenumbers.parse("+" + written.removeprefix("+").removeprefix("00"))
    except phonenumbers.NumberParseException:
        return None
    possible = phonenumbers.is_possible_number_with_reason(number) == ValidationResult.IS_POSSIBLE
    return number if possible else None


@lru_cache(REMEMBERED)
def _country(written: str) -> str | None:
    number = _number(written)
    if number is None:
        return None
    main = phonenumbers.region_code_for_country_code(number.country_code or 0)
    region = phonenumbers.region_code_for_number(number) or main
    return region if region.isalpha() and region != UNKNOWN_REGION else None


@lru_cache(REMEMBERED)
def _well_formed(text: str) -> bool:
    try:
        validate_email(text, check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        return False
    return True
