"""Merges an upsert into a customer's record, and builds the customer as it is answered.

A record is what `customers.body` holds: the customer's own texts and tags as sent, `addresses` and `assets`
each with a `serial` of this customer, and `serial`, the highest given so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from svcconsole.api.models.customers import Customer, UpsertCustomer
from svcconsole.sandbox.rules.contacts import country_of, email_key, phone_key

Record = dict[str, Any]
Contact = tuple[str, str, str]
"""Where a secondary contact stands in the request, its assetName, its value."""

TEXTS = tuple(field.alias or name for name, field in Customer.model_fields.items())
"""The wire names of what a customer is answered with as it was sent."""
PHONE, EMAIL = "PHONE_NUMBER", "EMAIL"
CONTACTS = (
    ("secondaryEmail", EMAIL),
    ("secondaryPhoneNumber", PHONE),
    ("alternateEmails", EMAIL),
    ("alternatePhoneNumbers", PHONE),
    ("secondaryEmails", EMAIL),
    ("secondaryPhoneNumbers", PHONE),
)
"""The fields that become assets, the last two deprecated (decisions, row 34)."""

SERIALS = 1_000_000
"""Ids of addresses and assets are the customer's id times this, and the serial: one id names one thing."""


def merged(record: Record, request: UpsertCustomer, customer_id: int | None, now: str) -> Record:
    """`record` with what was sent: an absent field keeps its value, an empty text empties it, tags are
    replaced. `customer_id` is None for a new customer.
    """
    sent = request.model_dump(mode="json", by_alias=True, exclude_none=True)
    changed = overlaid(record, {name: sent[name] for name in (*TEXTS, "tags") if name in sent})
    contacts = list(_contacts(sent))
    if contacts or sent.get("overWriteAssets"):
        before = record.get("assets", [])
        kept = [] if sent.get("overWriteAssets") else before
        changed["assets"] = _assets(changed, kept, before, contacts, now)
    if "addresses" in sent:
        changed["addresses"] = _addresses(changed, sent["addresses"], customer_id)
    return changed


def overlaid(record: Mapping[str, Any], sent: Mapping[str, Any]) -> Record:
    """Every sent field over the record's; an empty text takes the field away (decisions, row 32)."""
    return {name: value for name, value in {**record, **sent}.items() if value != ""}


def answered(
    customer_id: int,
    record: Record,
    created_at: str,
    updated_at: str,
    *,
    assets: bool,
    addresses: bool,
    tags: bool,
) -> Record:
    """The SvcPlatformCustomer of the specification; what the customer does not have is left out."""
    answer = {"id": customer_id, **{name: record[name] for name in TEXTS if name in record}}
    if country := country_of(record.get("phoneNumber")):
        answer["countryCode"] = country
    answer |= {"createdAt": created_at, "updatedAt": updated_at}
    if addresses:
        answer["addresses"] = [
            _numbered(one, "addressId", customer_id) for one in record.get("addresses", [])
        ]
    if assets:
        answer["assets"] = [_numbered(one, "id", customer_id) for one in record.get("assets", [])]
    if tags:
        answer["tags"] = record.get("tags", [])
    return answer


def _numbered(thing: Record, name: str, customer_id: int) -> Record:
    rest = {key: value for key, value in thing.items() if key != "serial"}
    return {name: customer_id * SERIALS + thing["serial"], **rest}


def _contacts(sent: Record) -> Iterator[Contact]:
    for name, kind in CONTACTS:
        value = sent.get(name, "")
        if isinstance(value, list):
            yield from ((f"{name}[{position}]", kind, one) for position, one in enumerate(value))
        elif value:
            yield name, kind, value


def _assets(
    record: Record, kept: list[Record], before: list[Record], contacts: list[Contact], now: str
) -> list[Record]:
    """`kept` and then the contacts, each once; a contact that was there before stays the asset it was."""
    known = {_contact_key(one["assetName"], one["assetValue"]): one for one in before}
    assets = {_contact_key(one["assetName"], one["assetValue"]): one for one in kept}
    for _, kind, value in contacts:
        key = _contact_key(kind, value)
        if key not in assets:
            assets[key] = known.get(key) or {
                "serial": _next_serial(record),
                "createdAt": now,
                "assetName": kind,
                "assetValue": value,
                "countryCode": country_of(value) if kind == PHONE else None,
            }
    return list(assets.values())


def _contact_key(kind: str, value: str) -> tuple[str, str | None]:
    return kind, phone_key(value) if kind == PHONE else email_key(value)


def _next_serial(record: Record) -> int:
    record["serial"] = int(record.get("serial", 0)) + 1
    return int(record["serial"])


def _addresses(record: Record, sent: list[Record], customer_id: int | None) -> list[Record]:
    """The customer's addresses with the sent ones: updated where they are known, else added.

    Known by addressId, else by partnerAddressId, else by being the same in every field, so that a request
    sent twice adds nothing. An addressId this customer does not have names no address. The last one sent
    as default is the only default.
    """
    addresses: dict[int, Record] = {one["serial"]: one for one in record.get("addresses", [])}
    known = {name: serial for serial, one in addresses.items() for name in _names(one, customer_id)}
    for wanted in sent:
        fields = {name: value for name, value in wanted.items() if name != "addressId" and value != ""}
        asked = (("addressId", wanted.get("addressId")), *_names(fields, None))
        serial = next((known[name] for name in asked if name in known), None) or _next_serial(record)
        before = addresses.get(serial, {"serial": serial, "isDefault": False})
        address = overlaid(before, {name: value for name, value in wanted.items() if name != "addressId"})
        if address["isDefault"]:
            addresses = {other: {**one, "isDefault": False} for other, one in addresses.items()}
        addresses[serial] = address
        known |= dict.fromkeys(_names(address, customer_id), serial)
    return list(addresses.values())


def _names(address: Record, customer_id: int | None) -> Iterator[tuple[str, object]]:
    """What this address can be known by, the surest first."""
    if customer_id is not None:
        yield "addressId", str(customer_id * SERIALS + address["serial"])
    if partner := address.get("partnerAddressId"):
        yield "partnerAddressId", partner
    yield "fields", frozenset(one for one in address.items() if one[0] not in {"serial", "isDefault"})
