"""The demo's 5,000 customers, the same on every computer, in order of id."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any

from sqlalchemy import insert

from svcconsole.sandbox.seed import clock
from svcconsole.sandbox.seed.places import Country, countries
from svcconsole.sandbox.seed.random_source import RandomSource
from svcconsole.sandbox.store import timestamps
from svcconsole.sandbox.store.call_context import Call
from svcconsole.sandbox.store.tables.people import customers

COUNT = 5_000
OPENED = timedelta(-668)
"""When the first of them came, before the past begins that is kept."""
BEFORE = 3_000
"""So many customers the store had when the past begins that is kept."""

HOSTS = ("mail.example", "post.example", "inbox.example", "letters.example", "webmail.example")
TAGS = ("newsletter", "gift buyer", "showroom", "loyal", "press", "wholesale", "returns often")
_LATIN = str.maketrans({"ß": "ss", "ı": "i", "ø": "o", "’": None, "'": None})


@dataclass(frozen=True, slots=True)
class Person:
    """One customer; `phone` in E.164, `alias` a name without spaces for other channels.

    `joined` is when, from the first day of the kept past. `leaves` is the number of the campaign after which
    the person wants no more of them, if there is one.
    """

    id: int
    country: Country
    given: str
    family: str
    alias: str
    phone: str | None
    email: str | None
    joined: timedelta
    on_whatsapp: bool
    leaves: int | None


@cache
def people() -> tuple[Person, ...]:
    """Everybody, by id: `people()[n]` has the id n + 1."""
    return tuple(_everybody())


def known_on(day: int) -> int:
    """How many of them were customers already when that day of the kept past began."""
    return BEFORE + (COUNT - BEFORE) * day // clock.DAYS


def _everybody() -> Iterator[Person]:
    dice = RandomSource("people")
    weighed = [country for country in countries() for _ in range(country.weight)]
    used: dict[str, int] = {}
    for number in range(COUNT):
        country = dice.pick(weighed)
        used[country.code] = position = used.get(country.code, 0) + 1
        given, _, given_latin = dice.pick(country.given).partition("/")
        family, _, family_latin = dice.pick(country.family).partition("/")
        first, last = _latin(given_latin or given), _latin(family_latin or family)
        reach = dice.share()
        yield Person(
            id=number + 1,
            country=country,
            given=given,
            family=family,
            alias=f"{first}_{last}{number % 97:02}",
            phone=None if reach < 0.06 else digits(country.phone, position * 7_919 + 1_230_041),
            email=None if reach > 0.92 else f"{first}.{last}{number + 1}@{dice.pick(HOSTS)}",
            joined=_joined(number, dice),
            on_whatsapp=not dice.falls(0.025),
            leaves=dice.between(1, 40) if dice.falls(0.09) else None,
        )


def digits(pattern: str, number: int) -> str:
    """The pattern with the last digits of the number for its #s: different for different small numbers."""
    count = pattern.count("#")
    left = iter(f"{number % 10**count:0{count}}")
    return "".join(next(left) if sign == "#" else sign for sign in pattern)


def _latin(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.lower().translate(_LATIN))
    return "".join(sign for sign in plain if sign.isascii() and sign.isalpha())


def _joined(number: int, dice: RandomSource) -> timedelta:
    if number < BEFORE:
        start, length, place, count = OPENED, -OPENED, number, BEFORE
    else:
        start, length, place, count = timedelta(), timedelta(clock.DAYS), number - BEFORE, COUNT - BEFORE
    step = length // count
    return start + step * place + timedelta(seconds=dice.below(int(step.total_seconds())))


def seed_people(call: Call, calendar: clock.Calendar) -> None:
    """Write the customers as `customer_record.py` keeps them."""
    call.connection.execute(insert(customers), [_row(person, calendar) for person in people()])


def _row(person: Person, calendar: clock.Calendar) -> Mapping[str, Any]:
    dice = RandomSource(f"customer {person.id}")
    since = timestamps.text(calendar.begins + person.joined)
    things = [] if dice.falls(0.08) else [_address(person, dice, serial=1, main=True)]
    if things and dice.falls(0.12):
        things.append(_address(person, dice, serial=2, main=False))
    assets = [_asset(person, dice, len(things) + 1, since)] if dice.falls(0.1) else []
    body = {
        "firstName": person.given,
        "lastName": person.family,
        "phoneNumber": person.phone,
        "email": person.email,
        "partnerCustomerId": None if dice.falls(0.08) else f"HH-{10_000 + person.id}",
        "tags": dice.some(TAGS, dice.soon(0, 3)),
        "addresses": things,
        "assets": assets,
        "serial": len(things) + len(assets),
    }
    return {
        "id": person.id,
        "partner_customer_id": body["partnerCustomerId"],
        "phone_key": person.phone,
        "email_key": person.email,
        "created_at": since,
        "updated_at": since,
        "body": json.dumps(
            {key: value for key, value in body.items() if value is not None}, ensure_ascii=False
        ),
    }


def _address(person: Person, dice: RandomSource, *, serial: int, main: bool) -> dict[str, Any]:
    country, town = person.country, dice.pick(person.country.towns)
    return {
        "serial": serial,
        "isDefault": main,
        "address1": dice.pick(country.streets).format(dice.soon(1, 140)),
        "city": town.name,
        "state": town.state,
        "stateCode": town.state_code,
        "zip": digits(town.zips, dice.below(1_000_000)),
        "country": country.name,
        "countryCode": country.code,
        "timezone": country.zone,
        "firstName": person.given,
        "lastName": person.family,
    }


def _asset(person: Person, dice: RandomSource, serial: int, since: str) -> dict[str, Any]:
    email = dice.falls(0.6)
    value = (
        f"{person.alias}@{dice.pick(HOSTS)}"
        if email
        else digits(person.country.phone, person.id * 7_919 + 5_550_041)
    )
    return {
        "serial": serial,
        "createdAt": since,
        "assetName": "EMAIL" if email else "PHONE_NUMBER",
        "assetValue": value,
        "countryCode": None if email else person.country.code,
    }
