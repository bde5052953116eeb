"""Phone numbers and e-mail addresses are checked in every field of every request that holds one."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from pydantic import BaseModel

from svcconsole.api.operations import OPERATIONS
from svcconsole.sandbox.rules.contact_checks import FIELDS
from tests.sandbox.wire import data, post
from tests.support.practice import PracticeStore

TEXT = {
    "medium": "whatsapp",
    "type": "text",
    "payload": {"message": "Hello"},
    "contactIdentifier": "+15550100123",
}
TEMPLATE = {**TEXT, "type": "DEFAULT", "payload": {"templateId": "welcome", "components": {"body": ["Asha"]}}}
CUSTOMER = {"email": "asha@customer.example"}
FLOW = {"medium": "whatsapp", "flowId": "f", "phoneNumber": "+15550100123"}
TICKET = {"channel": "TASKS", "taskTitle": "Call back"}
CART = {
    "checkoutId": "1",
    "phoneNumber": "+15550100123",
    "abandonedCart": {
        "id": "1",
        "phoneNumber": "+15550100123",
        "converted": False,
        "cartPrice": 1,
        "partnersData": {"id": "1", "source": "shop"},
        "cart": [],
    },
}
ADDRESS = {
    "address1": "1 High Street",
    "city": "Pune",
    "country": "India",
    "countryCode": "IN",
    "state": "MH",
    "zip": "411001",
}
PHONE, EMAIL = "a phone number with its country code", "an e-mail address"
V2 = "messages/v2/"


@pytest.mark.parametrize(
    ("path", "body", "place", "kind"),
    [
        (f"{V2}sendMessage", {**TEXT, "contactIdentifier": "abc"}, "contactIdentifier", PHONE),
        (f"{V2}sendMessage", {**TEXT, "businessPhoneNumber": "12"}, "businessPhoneNumber", PHONE),
        (
            f"{V2}sendMessage",
            {**TEXT, "type": "address", "payload": {"message": "?", "address": {"phone_number": "abc"}}},
            "payload.address.phone_number",
            PHONE,
        ),
        ("sendMessage", {**TEXT, "appId": "a", "contactIdentifier": "abc"}, "contactIdentifier", PHONE),
        (f"{V2}sendTemplateMessage", {**TEMPLATE, "contactIdentifier": "abc"}, "contactIdentifier", PHONE),
        (
            "sendTemplateMessage",
            {**TEMPLATE, "appId": "a", "businessPhoneNumber": "abc"},
            "businessPhoneNumber",
            PHONE,
        ),
        ("customers/createOrUpdate", {**CUSTOMER, "phoneNumber": "abc"}, "phoneNumber", PHONE),
        ("customers/createOrUpdate", {"email": "abc"}, "email", EMAIL),
        ("customers/createOrUpdate", {**CUSTOMER, "secondaryEmail": "abc"}, "secondaryEmail", EMAIL),
        (
            "customers/createOrUpdate",
            {**CUSTOMER, "alternatePhoneNumbers": ["+15550100123", "abc"]},
            "alternatePhoneNumbers[1]",
            PHONE,
        ),
        (
            "customers/createOrUpdate",
            {**CUSTOMER, "addresses": [{**ADDRESS, "email": "abc"}]},
            "addresses[0].email",
            EMAIL,
        ),
        ("initiateFlow", {**FLOW, "phoneNumber": "abc"}, "phoneNumber", PHONE),
        ("initiateFlow", {**FLOW, "email": "abc"}, "email", EMAIL),
        ("initiateFlow", {**FLOW, "payload": {**CART, "phoneNumber": "abc"}}, "payload.phoneNumber", PHONE),
        ("createAndAssignTicket", {**TICKET, "customerPhoneNumber": "abc"}, "customerPhoneNumber", PHONE),
        ("createAndAssignTicket", {**TICKET, "brandEmail": "abc"}, "brandEmail", EMAIL),
    ],
)
def test_what_cannot_be_one_is_refused_by_name(
    practice_store: PracticeStore, path: str, body: dict[str, Any], place: str, kind: str
) -> None:
    before = practice_store.counts()
    reply = post(practice_store, path, body)
    assert reply.status == 400
    (message,) = reply.messages
    assert message.startswith(f"{place} must be {kind}, not ")
    assert practice_store.counts() == before


@pytest.mark.parametrize(
    ("field", "kind"), [("phoneNumber", PHONE), ("alternatePhoneNumber", PHONE), ("email", EMAIL)]
)
def test_such_an_entry_of_user_properties_is_handed_back_and_the_others_are_kept(
    practice_store: PracticeStore, field: str, kind: str
) -> None:
    good = {"firstName": "Asha", "lastName": "Rao"}
    answer = data(
        practice_store, "createOrUpdateUserProperties", {"userProperties": [{**good, field: "abc"}, good]}
    )
    (entry,) = answer["invalidUserProperties"]
    assert entry["error"] == f'{field} must be {kind}, not "abc"'
    assert answer["bulkUpsertUPResponse"]["createCount"] == 1


def test_an_empty_text_is_no_contact(practice_store: PracticeStore) -> None:
    assert post(practice_store, "customers/createOrUpdate", {**CUSTOMER, "phoneNumber": ""}).status == 200


@pytest.mark.parametrize("name", ["email", "emails", "phoneNumber"])
def test_what_a_flow_carries_under_names_of_its_own_is_no_contact(
    practice_store: PracticeStore, name: str
) -> None:
    carried = {**FLOW, "carryPayload": {name: ["call at noon"]}}
    assert post(practice_store, "initiateFlow", carried).status == 200


def test_no_field_that_is_named_like_one_is_forgotten() -> None:
    named = {name for operation in OPERATIONS for name in _wire_names(operation.request)}
    alike = {
        name
        for name in named
        if "phone" in name.lower() or "mail" in name.lower() or name == "contactIdentifier"
    }
    assert alike - {"emailMarketingConsent"} == set(FIELDS)


def _wire_names(kind: Any) -> set[str]:
    """The names of a request's fields and of all that stands within them."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        found = {field.alias or name for name, field in kind.model_fields.items()}
        return found.union(*(_wire_names(field.annotation) for field in kind.model_fields.values()))
    return set().union(*(_wire_names(part) for part in get_args(kind)))
