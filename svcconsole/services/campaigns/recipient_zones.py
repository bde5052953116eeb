"""On which clocks a recipient may live: told by the number's country and area, by a column, or by neither."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import phonenumbers
from babel.core import get_global
from phonenumbers import PhoneNumber

from svcconsole.services.approvals.regions import RegionOf
from svcconsole.services.campaigns.terms import Lane
from svcconsole.tables.values.countries import LANGUAGES, country_code
from svcconsole.tables.values.phones import calling_code

KIND_DIGITS = 3
"""So many digits after the code of a country tell numbers of a place from those of none."""
YEARS = 3
"""Zones whose clocks agree from the first day of this year for so long are one clock."""
STEP = timedelta(days=7)
"""No clock is changed twice in this time."""
_NO_PLACES = frozenset({"001", "ZZ", "AQ"})
"""What the table of countries has beside places where people have a telephone."""

Clock = tuple[tuple[datetime, timedelta], ...]


class LaneOf:
    """The lane of each number (E.164), found once for each beginning that tells it."""

    def __init__(self) -> None:
        self._region = RegionOf()
        self._found: dict[tuple[str, str], Lane] = {}

    def __call__(self, number: str, named: str = "") -> Lane:
        """`named` is the cell of a column that names zones or countries, blank where there is none."""
        country = self._region(number)
        key = (country, _beginning_that_tells(number, country))
        lane = self._found.get(key)
        if lane is None:
            lane = self._found[key] = _lane(number, country)
        return lane_with(lane, named) if named else lane


def lane_with(lane: Lane, named: str) -> Lane:
    """The clocks of a person whose row has this cell in a column of zones or countries; what it names wins,
    but a number of the country that it names tells more."""
    said = lane_named(named)
    if said is None or (lane.country == said.country and lane.zones and len(said.zones) > 1):
        return lane
    return said


@cache
def unknown_lane() -> Lane:
    """Nobody knows where: every clock of the world."""
    places = {code: own for code, own in get_global("territory_zones").items() if code not in _NO_PLACES}
    return Lane(country="", zones=_distinct(zone for own in places.values() for zone in own), rule="unknown")


@lru_cache(4096)
def lane_named(text: str) -> Lane | None:
    """What a cell says: a zone by its IANA name, or a country by its code or name; None for neither."""
    said = text.strip()
    zone = _zone_names().get(said.replace(" ", "_").casefold())
    if zone is not None:
        return Lane(country=_country_of_zone().get(zone, ""), zones=(zone,), rule="column")
    country = country_code(said, *LANGUAGES)
    clocks = clocks_of(country) if country else ()
    return Lane(country=country, zones=clocks, rule="column") if clocks else None


@cache
def clocks_of(country: str) -> tuple[str, ...]:
    """The zones of a country (ISO 3166), one for each clock that differs from the others; none for a country
    that is not known."""
    by_code = _zones_of_code(calling_code(country))
    return _distinct(get_global("territory_zones").get(country) or by_code, by_code)


def _lane(number: str, country: str) -> Lane:
    clocks = clocks_of(country) if country else ()
    if not clocks:
        return unknown_lane()
    every = Lane(country=country, zones=clocks, rule="every")
    if len(clocks) == 1:
        return Lane(country=country, zones=clocks, rule="country")
    area = _zones_of_area(number, country)
    # the table names one zone for all that had its clock once: one of another country tells nothing
    own = {clock(zone): zone for zone in clocks}
    found = {own.get(clock(zone)) for zone in area if clock(zone)}
    told = tuple(zone for zone in clocks if zone in found)
    if not told or None in found or told == clocks:
        return every
    return Lane(country=country, zones=told, rule="area")


def _zones_of_area(number: str, country: str) -> tuple[str, ...]:
    """The zones that a number's own area is in, as the table of numbers has it; none where it has none, as
    most mobile numbers."""
    try:
        parsed = phonenumbers.parse(number)
    except phonenumbers.NumberParseException:
        return ()
    if not phonenumbers.is_number_geographical(parsed):
        return ()
    area = _zones_of(parsed)
    return () if area == _zones_of_code(calling_code(country)) else area


def _beginning_that_tells(number: str, country: str) -> str:
    """The signs at the beginning of a number that tell its area, and whether it is of a place at all."""
    if not country or len(clocks_of(country)) < 2:
        return ""
    from phonenumbers import tzdata

    digits = number[1:]
    lengths = range(min(tzdata.TIMEZONE_LONGEST_PREFIX, len(digits)), 0, -1)
    known = next((length for length in lengths if digits[:length] in tzdata.TIMEZONE_DATA), 0)
    return digits[: max(known, len(str(calling_code(country))) + KIND_DIGITS)]


@cache
def _zones_of_code(code: int) -> tuple[str, ...]:
    """The zones of all numbers that begin with a country's calling code."""
    return _zones_of(PhoneNumber(country_code=code, national_number=0)) if code else ()


def _zones_of(number: PhoneNumber) -> tuple[str, ...]:
    from phonenumbers.timezone import time_zones_for_geographical_number  # a table for campaigns alone

    return time_zones_for_geographical_number(number)


@cache
def clock(zone: str) -> Clock:
    """From when on the clock of a zone is how far from UTC; nothing for a zone that is not known."""
    try:
        there = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ()
    at = datetime(datetime.now(UTC).year, 1, 1, tzinfo=UTC)
    until = at.replace(year=at.year + YEARS)
    changes = [(at, _offset(at, there))]
    while at < until:
        later = at + STEP
        if _offset(later, there) != changes[-1][1]:
            changes.append(_change(at, later, there))
        at = later
    return tuple(changes)


def _change(before: datetime, after: datetime, there: ZoneInfo) -> tuple[datetime, timedelta]:
    """The minute between two moments at which a clock is changed, and how far from UTC it is then."""
    old = _offset(before, there)
    while after - before > timedelta(minutes=1):
        middle = before + (after - before) // 2
        middle = middle.replace(second=0, microsecond=0)
        before, after = (middle, after) if _offset(middle, there) == old else (before, middle)
    return after, _offset(after, there)


def _offset(at: datetime, there: ZoneInfo) -> timedelta:
    return at.astimezone(there).utcoffset() or timedelta()


def _distinct(zones: Iterable[str], known: Iterable[str] = ()) -> tuple[str, ...]:
    """One zone for each clock among these, from west to east; the best known speaks for the others."""
    on_computers, in_numbers = _on_computers(), frozenset(known)
    found: dict[Clock, str] = {}
    for zone in sorted(zones, key=lambda zone: -(zone in on_computers) - (zone in in_numbers)):
        if hours := clock(zone):
            found.setdefault(hours, zone)
    return tuple(sorted(found.values(), key=lambda zone: (clock(zone)[0][1], zone)))


@cache
def _on_computers() -> frozenset[str]:
    """The zones that stand for their region on most computers."""
    return frozenset(get_global("windows_zone_mapping").values())


@cache
def _zone_names() -> dict[str, str]:
    return {name.casefold(): name for name in available_timezones() if "/" in name}


@cache
def _country_of_zone() -> dict[str, str]:
    zones = get_global("territory_zones")
    return {zone: country for country, own in zones.items() for zone in own if country not in _NO_PLACES}
