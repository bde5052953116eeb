"""Which clocks the people of a phone number may live by: the zones of its area, else of its country."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import phonenumbers
from phonenumbers.tzdata import TIMEZONE_DATA, TIMEZONE_LONGEST_PREFIX

from svcconsole.services.approvals.regions import RegionOf
from svcconsole.services.campaigns.terms import Lane

ANYWHERE = ("Pacific/Kiritimati", "Pacific/Pago_Pago")
"""The first and the last clock of the world, for a number of no country."""
SEASONS = (datetime(2026, 1, 15, 12, tzinfo=UTC), datetime(2026, 7, 15, 12, tzinfo=UTC))
"""Zones that agree on both days are one clock."""
AREA_DIGITS = 3
"""So many digits after the code of a country tell numbers with a place from those without."""


class LaneOf:
    """The lane of each number (E.164), found once for each beginning; a number's own column, where the file
    has one, goes first."""

    def __init__(self) -> None:
        self._region = RegionOf()
        self._found: dict[tuple[str, str], Lane] = {}

    def __call__(self, number: str, named: str = "") -> Lane:
        """`named` is what a column says: a zone (`Europe/Madrid`); any other word is not heeded."""
        country = self._region(number)
        if named and is_zone(named):
            return Lane(country=country, zones=(named,), rule="column")
        digits = number.removeprefix("+") if number.startswith("+") else ""
        known = _known_prefix(digits)
        key = (country, digits[: max(len(known), _code_length(digits) + AREA_DIGITS)])
        if key not in self._found:
            self._found[key] = _lane(country, number, digits, known)
        return self._found[key]


def is_zone(name: str) -> bool:
    """Whether a name is that of a zone."""
    try:
        return bool(ZoneInfo(name))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False


def clocks(zones: tuple[str, ...]) -> tuple[str, ...]:
    """One zone for each clock among these, the eastern ones first."""
    found: dict[tuple[timedelta, ...], str] = {}
    for zone in zones:
        of_zone = ZoneInfo(zone)
        found.setdefault(tuple(each.astimezone(of_zone).utcoffset() or timedelta() for each in SEASONS), zone)
    return tuple(found[clock] for clock in sorted(found, reverse=True))


def _known_prefix(digits: str) -> str:
    """The longest beginning of a number of which the zones are known; blank for none."""
    for length in range(min(TIMEZONE_LONGEST_PREFIX, len(digits)), 0, -1):
        if digits[:length] in TIMEZONE_DATA:
            return digits[:length]
    return ""


def _code_length(digits: str) -> int:
    return next((length for length in (1, 2, 3) if digits[:length] in _CODES), 0)


def _lane(country: str, number: str, digits: str, known: str) -> Lane:
    if known and not _has_place(number):
        known = digits[: _code_length(digits)]
    if known not in TIMEZONE_DATA:
        return Lane(country=country, zones=ANYWHERE, rule="unknown")
    zones = clocks(tuple(TIMEZONE_DATA[known]))
    if len(zones) > 1:
        return Lane(country=country, zones=zones, rule="every")
    return Lane(country=country, zones=zones, rule="country" if known in _CODES else "area")


def _has_place(number: str) -> bool:
    """Whether the beginning of a number says where in its country it belongs: a mobile's mostly does not."""
    try:
        return phonenumbers.is_number_geographical(phonenumbers.parse(number))
    except phonenumbers.NumberParseException:
        return False


_CODES = frozenset(map(str, phonenumbers.COUNTRY_CODE_TO_REGION_CODE))
"""The codes of countries: what begins with one and no more is known by its country alone."""
