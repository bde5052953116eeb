"""Phone numbers and e-mail addresses: what a person is matched by, which can exist, of which country."""

from __future__ import annotations

from functools import lru_cache

import phonenumbers
from email_validator import EmailNotValidError, validate_email
from phonenumbers import PhoneNumber, PhoneNumberFormat, ValidationResult

REMEMBERED = 4096


@lru_cache(REMEMBERED)
def phone_key(text: str | None) -> str | None:
    """What a phone number is matched by: E.164, or the text itself where it is no international number."""
    if not text or text.isspace():
        return None
    number = _number(text)
    return text.strip() if number is None else phonenumbers.format_number(number, PhoneNumberFormat.E164)


def email_key(text: str | None) -> str | None:
    """What an e-mail address is matched by (decisions, row 11)."""
    return (text or "").strip().casefold() or None


def is_phone(text: str) -> bool:
    """Whether it is a phone number with its country code, of a length that country has.

    Whether such a number is given to anybody is not asked: +1 555 numbers are, to nobody, made for trials.
    """
    return _number(text) is not None


@lru_cache(REMEMBERED)
def country_of(text: str | None) -> str | None:
    """The ISO 3166 code of a phone number's country, where it tells one."""
    number = _number(text) if text else None
    if number is None or number.country_code is None:
        return None
    main = phonenumbers.region_code_for_country_code(number.country_code)
    region = phonenumbers.region_code_for_number(number) or main
    return region if region.isalpha() else None


@lru_cache(REMEMBERED)
def is_email(text: str) -> bool:
    """Whether it is written as an e-mail address; nothing is looked up. Domains for tests are taken."""
    try:
        validate_email(text, check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        return False
    return True


@lru_cache(REMEMBERED)
def _number(text: str) -> PhoneNumber | None:
    """Read with or without `+` or `00` before the country code."""
    digits = text.strip().removeprefix("00") if text.strip().startswith("00") else text.strip().lstrip("+")
    try:
        number = phonenumbers.parse("+" + digits)
    except phonenumbers.NumberParseException:
        return None
    possible = phonenumbers.is_possible_number_with_reason(number) == ValidationResult.IS_POSSIBLE
    return number if possible else None
