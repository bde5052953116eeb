"""Builds one customer request per customer, with the addresses of all its rows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.tables.checking.problems import Draft, Loc
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.fields import Kind
from svcconsole.tables.mapping.plain_fields import OF_ADDRESS, OF_CUSTOMER
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records.customer_grouping import CustomerGroups
from svcconsole.tables.records.customer_record import Person, PersonBuilder
from svcconsole.tables.results.escape import code as escaped_code
from svcconsole.tables.values.countries import LANGUAGES, country_code, country_name
from svcconsole.tables.values.subdivisions import subdivision_name
from svcconsole.tables.values.values import coordinate, flag
from svcconsole.words.message import listed

_TEXTS = {
    "partner_address_id": "partnerAddressId",
    "address1": "address1",
    "address2": "address2",
    "city": "city",
    "state": "state",
    "state_code": "stateCode",
    "zip": "zip",
    "timezone": "timezone",
    "first_name": "firstName",
    "last_name": "lastName",
}
_WHERE = ("address1", "address2", "city", "state", "state_code", "zip", "country", "country_code")
"""What makes an address of a row: a name or a phone beside it alone is none."""
_COORDINATES = {"latitude": 90, "longitude": 180}
"""Degrees by their most; a sign in one stands before its decimals, never between thousands."""
_REACHED: tuple[tuple[Kind, str, str], ...] = (
    ("phone", "phone_number", "addresses.phoneNumber"),
    ("email", "email", "addresses.email"),
)
"""How somebody is reached at an address."""
_NEEDED = {
    "address1": "street",
    "city": "city",
    "state": "state",
    "zip": "zip",
    "country": "country",
    "country_code": "country code",
}


def builder(found: CustomerGroups, rules: Rules) -> PersonBuilder[UpsertCustomer]:
    """Builds the customers of a surveyed file."""
    return PersonBuilder(_customer, found, rules)


def _customer(person: Person) -> Draft[UpsertCustomer]:
    person.identity()
    if person.shared():
        return person.left_out_whole(UpsertCustomer)
    person.names()
    _contacts(person)
    if person.emptied:
        return person.left_out_whole(UpsertCustomer)
    person.flag("over_write_assets", "overWriteAssets")
    person.tags()
    person.findings.fill(person.body, OF_CUSTOMER, person.first)
    addresses: list[dict[str, Any]] = []
    for row in person.rows if person.survey.has_addresses else ():
        if row.number not in person.left_out:
            address = _address(person, row, len(addresses))
            if address is not None and address not in addresses:
                addresses.append(address)
    if addresses:
        person.body["addresses"] = addresses
    return person.closed(UpsertCustomer)


def _contacts(person: Person) -> None:
    """The first number and address of a customer, the second, and the others, none of them twice."""
    fills = person.findings.reading.fills
    for first, second, others, read in (
        (("phone_number", "phoneNumber"), ("secondary_phone_number", "secondaryPhoneNumber"),
         ("alternate_phone_numbers", "alternatePhoneNumbers"), person.phones),
        (("email", "email"), ("secondary_email", "secondaryEmail"),
         ("alternate_emails", "alternateEmails"), person.emails),
    ):  # fmt: skip
        more: list[str] = []
        used: list[str] = []
        for place, path in (first, second):
            if not fills(path):
                continue
            found, row = read(path, (place,))
            fresh = [one for one in found if one not in used]
            if fresh:
                person.set_value(place, path, fresh[0], row)
                used.append(fresh[0])
            more += fresh[1:]
        place, path = others
        if not (more or fills(path)):
            continue
        found, row = read(path, (place,))
        rest = list(dict.fromkeys(one for one in (*more, *found) if one not in used))
        if rest:
            person.set_value(place, path, rest, row)
    person.drop_shared()
    if person.emptied:
        return
    reached = person.body.keys() & {"phone_number", "email"}
    if not reached and not {("phone_number",), ("email",)} & person.findings.settled:
        person.findings.add_problem("contact_missing", person.head, "email", ("email",))
    person.findings.settled.add(("email",))


def _address(person: Person, row: Row, number: int) -> dict[str, Any] | None:
    """The address of a row; None where it has none, or none that is whole."""
    findings = person.findings
    said = {place: findings.read(f"addresses.{path}", row) for place, path in _TEXTS.items()}
    said["zip"], said["partner_address_id"] = (
        escaped_code(said["zip"]),
        escaped_code(said["partner_address_id"]),
    )
    country, code = findings.read("addresses.country", row), findings.read("addresses.countryCode", row)
    if not any((*(said[place] for place in _WHERE[:6]), country, code)):
        return None
    found = _country(country, code)
    if found is None:
        findings.add_problem("country_differs", row, "addresses.country", (), country=country, code=code)
        return None
    address: dict[str, Any] = {place: text for place, text in {**said, **found}.items() if text}
    _state(person, row, address)
    if [place for place in _NEEDED if place not in address] == ["state"] and _stateless(person, row, address):
        return None
    if missing := [name for place, name in _NEEDED.items() if place not in address]:
        path = next((f"addresses.{path}" for path in ("address1", "city", "country")), "")
        findings.add_problem("address_left_out", row, path, (), missing=listed(missing))
        return None
    loc = ("addresses", number)
    for kind, place, path in _REACHED:
        if one := person.one_in(kind, findings.read(path, row), path, row, (*loc, place)):
            address[place] = one
    default = findings.read("addresses.isDefault", row)
    if default:
        if (is_default := flag(default)) is None:
            findings.add_problem(
                "flag_unreadable", row, "addresses.isDefault", (*loc, "is_default"), text=default
            )
        else:
            address["is_default"] = is_default
    _coordinates(person, row, address, loc)
    findings.fill(address, OF_ADDRESS, lambda path: (findings.read(path, row), row), loc)
    for place, path in _TEXTS.items():
        findings.came_from((*loc, place), f"addresses.{path}", row)
    return address


def _coordinates(person: Person, row: Row, address: dict[str, Any], loc: Loc) -> None:
    findings = person.findings
    for place, most in _COORDINATES.items():
        path = f"addresses.{place}"
        text = findings.read(path, row)
        if not text:
            continue
        degrees = coordinate(text, most)
        if degrees is None:
            findings.add_problem("coordinate_unreadable", row, path, (*loc, place), text=text)
        else:
            address[place] = degrees
            findings.came_from((*loc, place), path, row)


def _state(person: Person, row: Row, address: dict[str, Any]) -> None:
    """The state's name from its code (ISO 3166-2) where the file has the code alone; a code that ISO does not
    know is sent as it stands."""
    code = address.get("state_code", "")
    if "state" in address or not code or "country_code" not in address:
        return
    name = subdivision_name(address["country_code"], code)
    if not name:
        person.findings.add_problem("state_unknown", row, "addresses.stateCode", (), text=code)
    address["state"] = name or code


def _stateless(person: Person, row: Row, address: dict[str, Any]) -> bool:
    """Whether an address that lacks nothing but a state is left out, or gets what the rule says."""
    made = person.findings.decided("address_state")
    path = "addresses.state" if "addresses.state" in person.findings.reading.columns else "addresses.city"
    if made is None or made.choice == "leave_out":
        person.findings.add_problem("state_missing", row, path, ())
        return True
    address["state"] = address["city"] if made.choice == "city" else made.value
    return False


@lru_cache(4096)
def _country(name: str, code: str) -> Mapping[str, str] | None:
    """Name and code, each from the other where one is blank; None where they are two countries."""
    of_name = country_code(name, *LANGUAGES) if name else ""
    of_code = code.upper() if code and country_name(code) else ""
    if of_name and of_code and of_name != of_code:
        return None
    found = of_code or of_name
    is_code = name.upper() == of_name
    return {"country": country_name(found) if is_code or not name else name, "country_code": found}
