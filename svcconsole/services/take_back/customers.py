"""What can be given back of a customer: requests change what they name, nothing takes an address away."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from pydantic import ValidationError

from svcconsole.api.models.customers import StoredCustomer, UpsertCustomer
from svcconsole.api.models.unusual import read_record
from svcconsole.services.customers.customers import (
    CONTACT_LISTS,
    CONTACTS,
    EMAIL,
    PHONE,
    TEXTS,
    form_values,
    is_found,
    kept_numbers,
    update_of,
)
from svcconsole.services.records.exact_json import read_exact, write_exact
from svcconsole.services.records.field_diff import ChangeKind, FieldChange, changes
from svcconsole.services.records.merge import row_name
from svcconsole.services.runs.before_records import Raw
from svcconsole.services.take_back.comparison import CREATED, GONE, NOT_EMPTIED, NOT_SENDABLE, Back
from svcconsole.services.take_back.views import FieldBack, Restore
from svcconsole.tables.values.emails import email_key
from svcconsole.tables.values.phones import phone_key
from svcconsole.words.message import message

Values = dict[str, Any]

NEAREST = message("A tag can mark it, names can be emptied.")
ADDRESS_STAYS = message("The service cannot take an address away.")
ID_STAYS = message("An id that was given cannot be taken away.")
LAST_CONTACT = message("It was empty; a customer cannot be without a phone and an e-mail.")
TAGS_NOT_SENDABLE = message("The store gives its tags in a form that cannot be sent back.")
NOT_FOUND = message("Without an external id the store finds a customer by phone or e-mail; one has to stay.")
KEYS = {"phone_number": phone_key, "email": email_key}


def compare_customer(before: Raw | None, sent: bytes, now: Raw | None) -> Back:
    """Only what the request named goes back; what others changed beside it stays."""
    asked = UpsertCustomer.model_validate_json(sent)
    given = asked.model_dump()
    name = _name(now or read_exact(sent))
    if before is None:
        return Back(Restore.STAYS, name, (), None, CREATED, NEAREST)
    if now is None:
        return Back(Restore.STAYS, name, (), None, GONE)
    stored = (read_record(StoredCustomer, before), read_record(StoredCustomer, now))
    was, holds = map(form_values, stored)
    wanted, fields = deepcopy(holds), list[FieldBack]()
    fields += _texts(given, was, holds, wanted)
    fields += _tags(given, was, holds, wanted, are_names=all(each.tags_are_names for each in stored))
    fields += _contacts(given, was, holds, wanted)
    fields += _addresses(given, was, holds, wanted)
    identity = "partner_customer_id"
    if given.get(identity) and holds.get(identity) and not was.get(identity):
        fields.append(_stuck(identity, "", holds[identity], ID_STAYS))
    return _back(name, fields, holds, wanted)


def _back(name: str, fields: list[FieldBack], holds: Values, wanted: Values) -> Back:
    moving = [each for each in fields if not each.stays]
    stuck = [each for each in fields if each.stays]
    if not moving:
        why = stuck[0].note if stuck else ""
        return Back(Restore.STAYS if stuck else Restore.AS_BEFORE, name, tuple(stuck), None, why)
    try:
        text = write_exact(_wire(update_of(holds, wanted)))
        body = UpsertCustomer.model_validate_json(text).wire()
    except ValidationError:
        return Back(Restore.STAYS, name, tuple(stuck), None, NOT_SENDABLE)
    state = (
        Restore.SINCE if any(each.since for each in moving) else Restore.IN_PART if stuck else Restore.WHOLE
    )
    return Back(state, name, (*moving, *stuck), body)


def _texts(given: Values, was: Values, holds: Values, wanted: Values) -> list[FieldBack]:
    found = []
    for field in TEXTS:
        if given.get(field) is None:
            continue
        old, new, now = (_key(field, values.get(field)) for values in (was, given, holds))
        if now == old:
            continue
        change = FieldChange(field, "", holds.get(field) or None, was.get(field) or None)
        other = {"phone_number": "email", "email": "phone_number"}.get(field)
        if not old and other is not None and not wanted.get(other):
            found.append(_stuck(field, "", holds.get(field), LAST_CONTACT))
            continue
        if field in CONTACTS and not is_found(holds, {**wanted, field: was.get(field)}):
            found.append(_stuck(field, "", holds.get(field), NOT_FOUND))
            continue
        wanted[field] = was.get(field) or ""
        found.append(FieldBack(change, since=now != new))
    return found


def _tags(given: Values, was: Values, holds: Values, wanted: Values, *, are_names: bool) -> list[FieldBack]:
    """`are_names`: the store gave the tags so that they can be sent back, both times."""
    if given.get("tags") is None:
        return []
    old, now = tuple(was.get("tags") or ()), tuple(holds.get("tags") or ())
    if old == now:
        return []
    if not are_names:
        return [_stuck("tags", "", now, TAGS_NOT_SENDABLE)]
    wanted["tags"] = list(old)
    since = list(now) != list(given["tags"])
    return [FieldBack(FieldChange("tags", "", now or None, old or None), since=since)]


def _contacts(given: Values, was: Values, holds: Values, wanted: Values) -> list[FieldBack]:
    """Further phones and e-mails: those the request added are taken off, those it took off come back."""
    found: list[FieldBack] = []
    for field, kind in CONTACT_LISTS.items():
        key = phone_key if kind == PHONE else email_key
        old, now = ({key(each): each for each in values.get(field) or ()} for values in (was, holds))
        ours = {key(each) for each in _given(given, kind)}
        lost = [old[each] for each in old if each not in now] if given.get("over_write_assets") else []
        added = [now[each] for each in now if each not in old and each in ours]
        if not lost and not added:
            continue
        back = [each for each in now.values() if each not in added] + lost
        wanted[field] = back
        if added:
            wanted["over_write_assets"] = True
        counts = (ChangeKind.ROWS, "", len(lost), len(added))
        found.append(FieldBack(FieldChange(field, "", len(now), len(back), *counts)))
    return found


def _given(given: Values, kind: str) -> list[str]:
    single = {PHONE: "secondary_phone_number", EMAIL: "secondary_email"}[kind]
    lists = (field for field, its in CONTACT_LISTS.items() if its == kind)
    more = [value for field in (*lists, f"{single}s") for value in given.get(field) or ()]
    return [*more, given[single]] if given.get(single) else more


def _addresses(given: Values, was: Values, holds: Values, wanted: Values) -> list[FieldBack]:
    if not given.get("addresses"):
        return []
    old = {each.get("address_id"): each for each in was.get("addresses") or () if each.get("address_id")}
    found: list[FieldBack] = []
    for place, entry in enumerate(holds.get("addresses") or ()):
        before = old.get(entry.get("address_id"))
        ours = any(_within(each, entry) for each in given["addresses"])
        if before is None:
            if ours:
                found.append(_stuck("addresses", row_name(entry), row_name(entry), ADDRESS_STAYS))
            continue
        named = ours or any(_same(each, entry) for each in given["addresses"])
        if not named:
            continue
        kept = kept_numbers(entry, before)
        for change in changes({"addresses": [entry]}, {"addresses": [{**before, **kept}]}):
            found.append(FieldBack(change, since=not ours))
            wanted["addresses"][place] = {**before, **kept}
        found += [_stuck(name, row_name(entry), value, NOT_EMPTIED) for name, value in kept.items()]
    return found


def _within(sent: Mapping[str, Any], stored: Mapping[str, Any]) -> bool:
    """Whether the store holds everything the request said of an address."""
    wanted = {name: value for name, value in sent.items() if value not in (None, "") and name != "address_id"}
    return all(stored.get(name) == value for name, value in wanted.items())


def _same(sent: Mapping[str, Any], stored: Mapping[str, Any]) -> bool:
    names = ("address_id", "partner_address_id")
    return any(sent.get(name) and sent.get(name) == stored.get(name) for name in names)


def _stuck(field: str, row: str, now: Any, note: str) -> FieldBack:
    return FieldBack(FieldChange(field, row, now, None), note, stays=True)


def _key(field: str, value: object) -> str:
    text = "" if value is None else str(value)
    return KEYS[field](text) if text and field in KEYS else text


def _name(record: Raw) -> str:
    names = " ".join(str(record[name]) for name in ("firstName", "lastName") if record.get(name))
    others = (record.get(name) for name in ("email", "phoneNumber", "partnerCustomerId"))
    return names or str(next((each for each in others if each), ""))


def _wire(values: Mapping[str, Any]) -> dict[str, Any]:
    """What is set, for a strict model to read from JSON."""
    return {name: _set(value) for name, value in values.items() if value is not None}


def _set(value: Any) -> Any:
    if isinstance(value, Mapping):
        return _wire(value)
    return [_set(each) for each in value] if isinstance(value, list) else value
