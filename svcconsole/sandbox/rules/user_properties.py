"""User properties in the practice store, each entry on its own (specification: endpoint 13)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json, to_json
from sqlalchemy import bindparam, insert, update

from svcconsole.api import operations as api
from svcconsole.api.models.problems import problems
from svcconsole.api.models.user_properties import UserPropertiesOf, UserProperty
from svcconsole.sandbox.http.answers import success
from svcconsole.sandbox.identity import STORE_ID
from svcconsole.sandbox.rules.contact_checks import contact_faults
from svcconsole.sandbox.rules.customer_matching import Keys, match
from svcconsole.sandbox.rules.customer_record import overlaid
from svcconsole.sandbox.store import timestamps
from svcconsole.sandbox.store.call_context import Call, Handlers
from svcconsole.sandbox.store.database import Prepared, bound
from svcconsole.sandbox.store.tables.people import customers, user_properties

_INSERT = Prepared(insert(user_properties).values(bound(user_properties, "id")))
_UPDATE = Prepared(
    update(user_properties)
    .where(user_properties.c.id == bindparam("the_id"))
    .values(bound(user_properties, "id", "created_at"))
)


class Change(Enum):
    """What an entry did to the store's records; one that changes nothing is counted nowhere."""

    CREATED = auto()
    UPDATED = auto()
    NONE = auto()


UNWRITTEN = "could not be written"
REFUSED = "email is on the list of addresses not to be written to"
EntriesUnread = UserPropertiesOf[dict[str, Any]]
"""The request with its entries as they came: one that is wrong does not refuse the others."""


def record_user_properties(call: Call, request: EntriesUnread) -> bytes:
    """Upsert the valid entries, in order, hand the others back with why (decisions, rows 13, 25 and 38)."""
    invalid, unwritten, created, updated = [], [], 0, 0
    for index, submitted in enumerate(request.user_properties):
        struck = call.entries if index % 2 == 0 else ""
        try:
            entry = UserProperty.read(submitted)
        except ValidationError as error:
            why = "; ".join(problem.sentence for problem in problems(error, UserProperty))
            invalid.append(_handed_back(call, submitted, why))
            continue
        if faults := list(contact_faults(entry)):
            invalid.append(_handed_back(call, submitted, "; ".join(faults)))
        elif struck == "refused":
            invalid.append(_handed_back(call, submitted, REFUSED))
        elif struck == "unwritten":
            unwritten.append({"index": index, "error": UNWRITTEN})
        else:
            change = _upsert(call, entry)
            created += change is Change.CREATED
            updated += change is Change.UPDATED
    if call.entries == "miscounted":
        created, updated = (created - 1, updated) if created else (0, max(0, updated - 1))
    counts = {"createCount": created, "updateCount": updated, "docsFailedToUpdate": unwritten}
    return success({"invalidUserProperties": invalid, "bulkUpsertUPResponse": counts})


def _upsert(call: Call, entry: UserProperty) -> Change:
    """Make a new record, or put the entry's fields over those of the one it matches."""
    now = timestamps.text(call.now)
    keys = Keys.of(entry.partner_customer_id, entry.phone_number, entry.email)
    found = match(call.connection, user_properties, keys)
    sent = entry.model_dump(mode="json", by_alias=True, exclude_none=True)
    before = from_json(found.body) if found else {}
    body = overlaid(before, sent)
    if found and body == before:
        return Change.NONE
    kept = Keys.of(body.get("partnerCustomerId"), body.get("phoneNumber"), body.get("email"))
    written = {"updated_at": now, "body": to_json(body).decode(), **kept._asdict()}
    if found:
        _UPDATE.run(call.connection, {"the_id": found.id, **written})
    else:
        _INSERT.run(call.connection, {"created_at": now, **written})
    return Change.UPDATED if found else Change.CREATED


def _handed_back(call: Call, submitted: Mapping[str, Any], why: str) -> dict[str, Any]:
    """The entry as submitted, with the store, the customer it speaks of ("" for none known), and why."""
    partner, phone, email = (
        value if isinstance(value := submitted.get(name), str) else None
        for name in ("partnerCustomerId", "phoneNumber", "email")
    )
    found = match(call.connection, customers, Keys.of(partner, phone, email))
    return {**submitted, "storeId": STORE_ID, "customerId": str(found.id) if found else "", "error": why}


HANDLERS: Handlers = {
    api.RECORD_USER_PROPERTIES: record_user_properties,
}
