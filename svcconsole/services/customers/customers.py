"""Looks up customers by either id, builds an update of one, and checks whether the store holds it."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from pydantic import ValidationError

from svcconsole.api.client import Client
from svcconsole.api.errors import CustomerNotFound, OutcomeUnknown
from svcconsole.api.models.customers import Address, GetCustomer, StoredCustomer, UpsertCustomer
from svcconsole.api.models.unusual import read_record
from svcconsole.api.operations import GET_CUSTOMER, UPSERT_CUSTOMER
from svcconsole.services.records.read_back import refusal_of
from svcconsole.tables.values.emails import email_key
from svcconsole.tables.values.phones import phone_key

Values = Mapping[str, Any]

PHONE, EMAIL = "PHONE_NUMBER", "EMAIL"
LONGEST_SERVICE_ID = 18
TEXTS = ("first_name", "last_name", "phone_number", "email")
CONTACTS = {"phone_number": PHONE, "email": EMAIL}
"""By which a store finds a customer without an external id (decisions, row 11)."""
CONTACT_LISTS = {"alternate_phone_numbers": PHONE, "alternate_emails": EMAIL}
CONTACT_TEXTS = {"secondary_phone_number": PHONE, "secondary_email": EMAIL}
EMPTIED: Mapping[type, str | bool] = {str: "", bool: False}
"""What empties a part of an address, by what it held; a number has nothing that does (decisions, row 32)."""
HIDDEN = frozenset({"secondary_emails", "secondary_phone_numbers"})
"""Deprecated plurals: taken by `call` alone (decisions, row 34)."""


@dataclass(frozen=True, slots=True)
class Include:
    """What else a look-up reads."""

    addresses: bool = True
    contacts: bool = True
    tags: bool = True


@dataclass(frozen=True, slots=True)
class SeenCustomer:
    """A customer as the store answered: the record, the JSON as it came, and when (epoch seconds)."""

    customer: StoredCustomer
    raw: Mapping[str, Any]
    read_at: float
    include: Include


async def look_up(client: Client, text: str, include: Include) -> list[SeenCustomer]:
    """The customers whose external or service id is `text`; empty when this store has none (406)."""
    found = [await by_external_id(client, text, include)]
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_SERVICE_ID:
        found.append(await by_service_id(client, text, include))
    seen = {str(each.customer.id): each for each in found if each is not None}
    return list(seen.values())


async def by_external_id(client: Client, identity: str, include: Include) -> SeenCustomer | None:
    """The customer with this partnerCustomerId."""
    return await _read(client, _asking(include, partner_customer_id=identity), include)


async def by_service_id(client: Client, identity: str, include: Include) -> SeenCustomer | None:
    """The customer with this id of the service."""
    return await _read(client, _asking(include, svc_customer_id=identity), include)


async def read_again(client: Client, customer: StoredCustomer, include: Include) -> SeenCustomer | None:
    """The same customer as the store has it now."""
    if customer.id:
        return await by_service_id(client, customer.id, include)
    if customer.partner_customer_id:
        return await by_external_id(client, customer.partner_customer_id, include)
    return None


def seen_of(body: bytes, customer: StoredCustomer, include: Include) -> SeenCustomer:
    """An answer that holds a customer, with its JSON as it came."""
    raw = json.loads(body)["data"]["customer"]
    return SeenCustomer(customer, raw, time.time(), include)


def seen_before(body: Mapping[str, Any], seen_at: str) -> SeenCustomer:
    """A customer as kept in the workspace: JSON as the store sent it, and when (ISO)."""
    moment = datetime.fromisoformat(seen_at).timestamp()
    return SeenCustomer(read_record(StoredCustomer, body), body, moment, Include())


def form_values(customer: StoredCustomer) -> dict[str, Any]:
    """A customer in the shape of the request; further phones and e-mails as the alternates they were."""
    record = customer.model_dump()
    values = {name: record.get(name) for name in ("partner_customer_id", *TEXTS)}
    values["tags"] = None if customer.tags is None else list(customer.tag_names)
    values["addresses"] = record.get("addresses")
    for name, kind in CONTACT_LISTS.items():
        assets = customer.assets
        values[name] = None if assets is None else [
            asset.asset_value for asset in assets if asset.asset_name == kind and asset.asset_value
        ]  # fmt: skip
    return values


def update_of(before: Values, after: Values) -> dict[str, Any]:
    """The request that makes `after` of `before`: what did not change is left out and stays, what was
    emptied is sent empty (decisions, row 32); who is meant is always said."""
    sent: dict[str, Any] = {}
    for name in (*TEXTS, *CONTACT_TEXTS):
        if _text(after.get(name)) != _text(before.get(name)):
            sent[name] = _text(after.get(name))
    if (after.get("tags") or []) != (before.get("tags") or []):
        sent["tags"] = list(after.get("tags") or [])
    if _addresses_changed(before, after):
        addresses = _addresses(before.get("addresses") or [], after.get("addresses") or [])
        if addresses or not after.get("addresses"):
            sent["addresses"] = addresses
    sent |= _contacts(before, after)
    return _named(sent, before, after)


def is_found(before: Values, after: Values) -> bool:
    """Whether a store finds by an update the customer that is meant, and does not make another one."""
    return bool(before.get("partner_customer_id") or _kept_contacts(before, after))


def stays(before: Values, after: Values, loc: Sequence[str | int]) -> bool:
    """Whether an update leaves what is at `loc` of `after`, by the model's names, as the store has it.

    It is then neither checked nor sent. What is missing stays only inside an address that did not change: a
    customer with neither phone nor e-mail can have no update at all.
    """
    name, *inner = loc
    now, held = after.get(str(name)), before.get(str(name))
    if name == "addresses" and inner:
        entry, known = (now or [])[int(inner[0])], _known(held or ())
        old = known.get(entry.get("address_id"))
        unchanged_part = (
            old is not None
            and len(inner) > 1
            and inner[1] in _MAY_BE_ABSENT
            and _same_value(entry.get(str(inner[1])), old.get(str(inner[1])))
        )
        return unchanged_part or _is_held(entry, held or ())
    if name in CONTACT_LISTS and inner:
        return (now or [])[int(inner[0])] in (held or ())
    return held not in (None, "", []) and now == held


def left_out(before: Values, after: Values) -> list[int]:
    """The positions of the addresses that an update does not send along with the changed ones: the service
    would refuse them as they are."""
    if not _addresses_changed(before, after):
        return []
    held = before.get("addresses") or ()
    return [
        index
        for index, entry in enumerate(after.get("addresses") or ())
        if _is_held(entry, held) and _refused(_set_fields(entry))
    ]


def kept_numbers(held: Values, entry: Values) -> dict[str, Any]:
    """The numbers of a stored address that `entry` is without: a request can change one, not empty it."""
    return {
        name: value
        for name, value in held.items()
        if isinstance(value, Decimal | int | float)
        and not isinstance(value, bool)
        and entry.get(name) in (None, "")
    }


def numbers_taken_off(before: Values, after: Values) -> list[tuple[int, str, Any]]:
    """The numbers that stored addresses have and these are without: the address's position, field, number."""
    known = _known(before.get("addresses") or ())
    return [
        (index, name, value)
        for index, entry in enumerate(after.get("addresses") or ())
        for name, value in kept_numbers(known.get(entry.get("address_id"), {}), entry).items()
    ]


def typed_again(read: Values, sent: Values) -> dict[str, Any]:
    """What a request said, as a form with the record as it is now holds it: what it added is in the lists."""
    values = {name: deepcopy(value) for name, value in sent.items() if value is not None}
    if read.get("partner_customer_id"):
        values.pop("partner_customer_id", None)
    if not sent.get("over_write_assets"):
        for name, kind in CONTACT_LISTS.items():
            held = list(read.get(name) or ())
            known = {_key(kind, value) for value in held}
            values[name] = [
                *held, *(value for value in sent.get(name) or () if _key(kind, value) not in known)
            ] or None  # fmt: skip
    given = {entry.get("address_id") for entry in read.get("addresses") or ()}
    for entry in values.get("addresses") or ():
        if entry.get("address_id") not in given:
            entry.pop("address_id", None)
    return values


def vanishing(before: Values, after: Values) -> dict[str, list[str]]:
    """The phones and e-mails the store holds beside the first ones that an update with overWriteAssets takes
    away, by `PHONE_NUMBER` and `EMAIL`."""
    gone: dict[str, list[str]] = {}
    for name, kind in CONTACT_LISTS.items():
        kept = {_key(kind, value) for value in _given(after, kind)}
        lost = [value for value in before.get(name) or () if _key(kind, value) not in kept]
        if lost:
            gone[kind] = lost
    return gone


def is_new(customer: StoredCustomer) -> bool:
    """Whether the store made this customer by the request it answered, rather than changed one it had."""
    return customer.created_at is not None and customer.created_at == customer.updated_at


def holds(customer: StoredCustomer, request: UpsertCustomer) -> bool:
    """Whether the customer, read with everything, has what the request asked for."""
    now, asked = form_values(customer), request.model_dump()
    if any(asked[name] is not None and _text(now[name]) != asked[name] for name in TEXTS):
        return False
    if request.tags is not None and list(request.tags) != (now["tags"] or []):
        return False
    for kind in (PHONE, EMAIL):
        names = [name for name, its in CONTACT_LISTS.items() if its == kind]
        have = {_key(kind, value) for name in names for value in now[name] or ()}
        if any(_key(kind, value) not in have for value in _given(asked, kind)):
            return False
    stored = [_filled(entry) for entry in now["addresses"] or ()]
    return all(any(_filled(wanted).items() <= entry.items() for entry in stored)
               for wanted in asked["addresses"] or ())  # fmt: skip


def is_written(stored: Mapping[str, Any], body: bytes) -> bool:
    """Whether the store's JSON of a customer, read with everything, is what the request of these bytes makes
    of it: what it names is held, its id with it, and what it takes away is gone."""
    customer, request = read_record(StoredCustomer, stored), UpsertCustomer.model_validate_json(body)
    identity = request.partner_customer_id
    if identity and customer.partner_customer_id != identity:
        return False
    if request.over_write_assets and vanishing(form_values(customer), request.model_dump()):
        return False
    return holds(customer, request)


async def save(client: Client, request: UpsertCustomer) -> SeenCustomer:
    """Send an update that may be repeated; where its outcome stays unknown, the store is read and asked.

    Raises ApiError: OutcomeUnknown only when the store does not hold it, or could not be read; what it
    refused and accepted at once counts as refused when the store does not hold it.
    """
    answer = await client.send(UPSERT_CUSTOMER, client.body_of(request))
    if answer.response is not None:
        return seen_of(answer.body, answer.response.data.customer, Include(False, True, False))
    error = answer.error
    if isinstance(error, OutcomeUnknown) and request.partner_customer_id:
        found = await by_external_id(client, request.partner_customer_id, Include())
        if found is not None and holds(found.customer, request):
            return found
        raise refusal_of(answer) or error
    if error is None:
        raise AssertionError("an answer without a response holds its error")
    raise error


async def _read(client: Client, request: GetCustomer, include: Include) -> SeenCustomer | None:
    answer = await client.send(GET_CUSTOMER, client.body_of(request))
    if answer.response is not None:
        return seen_of(answer.body, answer.response.data.customer, include)
    if isinstance(answer.error, CustomerNotFound):
        return None
    if answer.error is None:
        raise AssertionError("an answer without a response holds its error")
    raise answer.error


def _asking(
    include: Include, *, partner_customer_id: str | None = None, svc_customer_id: str | None = None
) -> GetCustomer:
    return GetCustomer(
        partner_customer_id=partner_customer_id,
        svc_customer_id=svc_customer_id,
        include_address=include.addresses,
        include_assets=include.contacts,
        include_tags=include.tags,
    )


def _named(sent: dict[str, Any], before: Values, after: Values) -> dict[str, Any]:
    """With the id, and with a contact even where none changed: the service asks for one. Where the store has
    no external id it finds the customer by a contact, so that every one that stays is said."""
    named: dict[str, Any] = {}
    kept = {name: before[name] for name in _kept_contacts(before, after) if name not in sent}
    if identity := before.get("partner_customer_id") or after.get("partner_customer_id"):
        named["partner_customer_id"] = identity
    if before.get("partner_customer_id"):
        is_reached = any(sent.get(name) for name in CONTACTS)
        kept = {} if is_reached else dict(list(kept.items())[:1])
    return {**named, **kept, **sent}


def _kept_contacts(before: Values, after: Values) -> list[str]:
    """The contacts that a store still finds the customer by, whatever else is changed."""
    return [
        name
        for name, kind in CONTACTS.items()
        if before.get(name) and _key(kind, before[name]) == _key(kind, _text(after.get(name)))
    ]


def _contacts(before: Values, after: Values) -> dict[str, Any]:
    if after.get("over_write_assets"):
        lists = {name: list(after.get(name) or ()) for name in CONTACT_LISTS}
        return {"over_write_assets": True, **{name: values for name, values in lists.items() if values}}
    added: dict[str, Any] = {}
    for name, kind in CONTACT_LISTS.items():
        known = {_key(kind, value) for value in before.get(name) or ()}
        new = [value for value in after.get(name) or () if _key(kind, value) not in known]
        if new:
            added[name] = new
    return added


def _addresses_changed(before: Values, after: Values) -> bool:
    old, new = ([_set_fields(entry) for entry in of.get("addresses") or ()] for of in (before, after))
    return old != new


def _addresses(before: Sequence[Values], after: Sequence[Values]) -> list[dict[str, Any]]:
    """All addresses where one changed: the specification does not say whether the list is replaced.

    Of what is as it was read, nothing is sent that the service would refuse: neither a whole address nor an
    optional part of one.
    """
    known = _known(before)
    made = []
    for entry in after:
        old = known.get(entry.get("address_id"), {})
        values = _set_fields(entry)
        values |= {
            name: EMPTIED[type(value)]
            for name, value in old.items()
            if value and type(value) in EMPTIED and name not in values
        }
        refused = _refused(values)
        if refused and _is_held(entry, before):
            continue
        for name in refused & _MAY_BE_ABSENT:
            if old and _same_value(values.get(name), old.get(name)):
                values.pop(name, None)
        made.append(values)
    return made


_MAY_BE_ABSENT = frozenset(
    name for name, field in Address.model_fields.items() if not field.is_required() and name != "address_id"
)


def _known(addresses: Sequence[Values]) -> dict[Any, Values]:
    return {entry.get("address_id"): entry for entry in addresses if entry.get("address_id")}


def _is_held(entry: Values, addresses: Sequence[Values]) -> bool:
    """Whether the store has exactly this address."""
    values = _set_fields(entry)
    return any(values == _set_fields(each) for each in addresses)


def _set_fields(entry: Values) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if value not in (None, "")}


def _same_value(one: object, other: object) -> bool:
    return one == other or (one in (None, "") and other in (None, ""))


def _refused(address: Values) -> frozenset[str]:
    """The fields for which the service would refuse an address."""
    try:
        Address.model_validate_json(json.dumps(address, default=float))
    except ValidationError as error:
        return frozenset(str(each["loc"][0]) for each in error.errors(include_url=False) if each["loc"])
    return frozenset()


def _given(values: Values, kind: str) -> list[str]:
    """Every further contact of a kind that a request names."""
    lists = [value for name, its in CONTACT_LISTS.items() if its == kind for value in values.get(name) or ()]
    texts = [values[name] for name, its in CONTACT_TEXTS.items() if its == kind and values.get(name)]
    return [*lists, *texts]


def _key(kind: str, value: str) -> str:
    return phone_key(value) if kind == PHONE else email_key(value)


def _filled(entry: Values) -> dict[str, Any]:
    """An address as it can be compared: without the id, which the store gives, and what is not set."""
    return {
        name: value
        for name, value in entry.items()
        if value not in (None, "", False) and name != "address_id"
    }


def _text(value: object) -> str:
    return "" if value is None else str(value)
