"""Which country a phone number is of, quick enough for a million of them."""

from __future__ import annotations

import phonenumbers
from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, NumberParseException

LONGEST_CODE = 3
AREA = {1: 3}
"""Of some codes that several countries share, so many digits after it tell which one it is."""
SHARED_DIGITS = 6
"""Of the others."""
USUAL_LENGTH = 1 + LONGEST_CODE
"""So many signs at the beginning of a number tell its country, but for the codes of `lengths()`."""


def lengths() -> dict[str, int]:
    """How many signs at the beginning of a number tell its country, by the codes that several share."""
    return {
        f"+{code}": 1 + len(str(code)) + AREA.get(code, SHARED_DIGITS)
        for code, regions in COUNTRY_CODE_TO_REGION_CODE.items()
        if len(regions) > 1
    }


class RegionOf:
    """The country (ISO 3166) of numbers in international form; blank where none can be told.

    Most codes are one country's. Those of several, as +1 of the United States, Canada and the Caribbean, are
    told apart by the digits that follow, each beginning looked up once.
    """

    def __init__(self) -> None:
        self._codes: dict[str, tuple[int, str]] = {}
        self._shared: dict[str, str] = {}

    def __call__(self, phone: str) -> str:
        if not phone.startswith("+"):
            return ""
        code, only = self._code(phone[1 : 1 + LONGEST_CODE])
        if only or not code:
            return only
        begins = phone[: 1 + len(str(code)) + AREA.get(code, SHARED_DIGITS)]
        region = self._shared.get(begins)
        if region is None:
            region = self._shared[begins] = _region(phone)
        return region

    def _code(self, digits: str) -> tuple[int, str]:
        """The country code that a number begins with, 0 for none, and its country where it is of one."""
        found = self._codes.get(digits)
        if found is None:
            found = self._codes[digits] = _code_of(digits)
        return found


def _code_of(digits: str) -> tuple[int, str]:
    for length in range(1, len(digits) + 1):
        part = digits[:length]
        regions = COUNTRY_CODE_TO_REGION_CODE.get(int(part), ()) if part.isdecimal() else ()
        if regions:
            only = regions[0] if len(regions) == 1 and regions[0].isalpha() else ""
            return int(part), only
    return 0, ""


def _region(phone: str) -> str:
    """By the number's own digits; the code's main country where they are of none."""
    try:
        number = phonenumbers.parse(phone)
    except NumberParseException:
        return ""
    main = phonenumbers.region_code_for_country_code(number.country_code or 0)
    region = phonenumbers.region_code_for_number(number) or main or ""
    return region if region.isalpha() else ""
