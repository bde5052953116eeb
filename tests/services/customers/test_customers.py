"""What an update of a customer sends, what vanishes by it, and whether a store holds it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.errors import OutcomeUnknown
from svcconsole.api.models.customers import StoredCustomer, UpsertCustomer
from svcconsole.api.token import Token
from svcconsole.services.customers.customers import (
    EMAIL,
    PHONE,
    Include,
    form_values,
    holds,
    is_found,
    left_out,
    look_up,
    save,
    stays,
    typed_again,
    update_of,
    vanishing,
)
from tests.support.practice import PracticeStore

STORED: dict[str, Any] = {
    "id": 7,
    "partnerCustomerId": "C-1",
    "firstName": "Ann",
    "phoneNumber": "+393471000188",
    "email": "ann@post.example",
    "tags": ["VIP", {"name": "linen"}],
    "assets": [
        {"id": 1, "assetName": PHONE, "assetValue": "+912055500161"},
        {"id": 2, "assetName": EMAIL, "assetValue": "Ann@Work.example"},
    ],
    "addresses": [{"addressId": 4, "address1": "Via Roma 1", "address2": "2nd floor", "isDefault": True}],
}


def read(**changes: Any) -> dict[str, Any]:
    return form_values(StoredCustomer.model_validate({**STORED, **changes}))


def test_what_did_not_change_is_left_out_and_who_is_meant_is_always_said() -> None:
    before = read()
    assert update_of(before, before) == {"partner_customer_id": "C-1", "phone_number": "+393471000188"}
    after = {**before, "last_name": "Bo", "email": ""}
    assert update_of(before, after) == {
        "partner_customer_id": "C-1",
        "phone_number": "+393471000188",
        "last_name": "Bo",
        "email": "",
    }


NAMELESS = {"partnerCustomerId": None}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"first_name": "Bo"}, {"phone_number": "+393471000188", "email": "ann@post.example"}),
        ({"phone_number": "+393471000199"}, {"email": "ann@post.example"}),
        ({"phone_number": ""}, {"email": "ann@post.example"}),
        ({"email": "bo@post.example"}, {"phone_number": "+393471000188"}),
        ({"email": "bo@post.example", "partner_customer_id": "C-7"}, {"phone_number": "+393471000188"}),
    ],
)
def test_without_an_external_id_every_contact_that_stays_is_said(
    changes: dict[str, Any], said: dict[str, Any]
) -> None:
    before = read(**NAMELESS)
    after = {**before, **changes}
    assert update_of(before, after) == {**said, **changes}
    assert is_found(before, after)


@pytest.mark.parametrize(
    ("stored", "changes", "found"),
    [
        ({}, {"phone_number": "+393471000199", "email": "bo@post.example"}, True),
        (NAMELESS, {"phone_number": "+393471000199", "email": "bo@post.example"}, False),
        ({**NAMELESS, "email": ""}, {"phone_number": "+393471000199"}, False),
        ({**NAMELESS, "email": ""}, {"email": "bo@post.example"}, True),
        ({**NAMELESS, "email": ""}, {"phone_number": "+393471000199", "partner_customer_id": "C-7"}, False),
        ({**NAMELESS, "email": ""}, {"phone_number": "0039 347 1000188"}, True),
        ({**NAMELESS, "phoneNumber": None}, {"email": "Ann@Post.example"}, True),
        ({**NAMELESS, "phoneNumber": None, "email": None}, {"email": "bo@post.example"}, False),
    ],
)
def test_a_store_finds_whom_it_has_no_external_id_of_by_a_contact_that_stays(
    stored: dict[str, Any], changes: dict[str, Any], found: bool
) -> None:
    before = read(**stored)
    assert is_found(before, {**before, **changes}) is found


@pytest.mark.parametrize(
    ("tags", "names", "shown"),
    [
        (None, True, None),
        ([], True, []),
        ("", True, []),
        ("vip", True, ["vip"]),
        ("vip, wholesale", False, ["vip, wholesale"]),
        (["vip, wholesale", {"label": "linen"}], True, ["vip, wholesale", "linen"]),
        ([{"id": 7}], False, ['{"id": 7}']),
        ({"name": "vip"}, True, ["vip"]),
    ],
)
def test_tags_in_another_shape_can_be_sent_back_only_where_nothing_is_lost(
    tags: Any, names: bool, shown: list[str] | None
) -> None:
    customer = StoredCustomer.model_validate({**STORED, "tags": tags})
    assert customer.tags_are_names is names
    before = form_values(customer)
    assert before["tags"] == shown
    assert "tags" not in update_of(before, {**before, "last_name": "Bo"})


def test_an_emptied_text_of_an_address_is_sent_empty() -> None:
    before = read()
    (address,) = before["addresses"]
    after = {**before, "addresses": [{**address, "address2": None}]}
    (sent,) = update_of(before, after)["addresses"]
    assert (sent["address_id"], sent["address1"], sent["address2"]) == ("4", "Via Roma 1", "")


WHOLE = {
    "addressId": 5, "address1": "Via Roma 2", "city": "Torino", "zip": "10121", "country": "Italy",
    "countryCode": "IT", "state": "Piemonte", "latitude": 4507031234567891, "isDefault": "no",
}  # fmt: skip
"""Sound but for its latitude, which has too many digits; a word where yes or no is meant is read as that."""


def test_addresses_that_did_not_change_are_not_sent_where_the_service_would_refuse_them() -> None:
    """The first stored address has neither city nor state."""
    before = read(addresses=[*STORED["addresses"], WHOLE])
    first, second = before["addresses"]
    assert update_of(before, {**before, "first_name": "Bo"}) == {
        "partner_customer_id": "C-1",
        "phone_number": "+393471000188",
        "first_name": "Bo",
    }
    new = {**second, "address_id": None, "latitude": None, "is_default": None, "address1": "Via Roma 3"}
    after = {**before, "addresses": [first, second, new]}
    (sent,) = update_of(before, after)["addresses"]
    assert sent["address1"] == "Via Roma 3"
    assert left_out(before, after) == [0, 1]
    assert left_out(before, before) == []


def test_of_a_changed_address_only_optional_parts_that_did_not_change_are_left_out() -> None:
    before = read(addresses=[WHOLE])
    (entry,) = before["addresses"]
    after = {**before, "addresses": [{**entry, "city": "Milano"}]}
    (sent,) = update_of(before, after)["addresses"]
    assert (sent["address_id"], sent["city"], sent["state"]) == ("5", "Milano", "Piemonte")
    assert "latitude" not in sent
    assert sent["is_default"] is False
    UpsertCustomer.model_validate_json(json.dumps(update_of(before, after)))
    for part, left in (("latitude", True), ("is_default", True), ("city", False), ("state", False)):
        assert stays(before, after, ("addresses", 0, part)) is left, part
    assert not stays(
        before, {**before, "addresses": [{**entry, "is_default": "yes"}]}, ("addresses", 0, "is_default")
    )


def test_only_what_the_store_has_can_stay() -> None:
    before = read(email="")
    assert stays(before, before, ("phone_number",))
    assert not stays(before, before, ("email",))
    assert stays(before, before, ("addresses", 0, "state"))
    assert stays(before, before, ("alternate_emails", 0))
    after = {**before, "phone_number": "1", "alternate_emails": ["new@post.example", "Ann@Work.example"]}
    assert not stays(before, after, ("phone_number",))
    assert [stays(before, after, ("alternate_emails", index)) for index in (0, 1)] == [False, True]
    assert not stays({}, {"addresses": [{}]}, ("addresses", 0, "state"))


def test_further_contacts_are_added_unless_all_are_replaced() -> None:
    before = read()
    after = {**before, "alternate_emails": ["ann@work.example", "new@post.example"]}
    assert update_of(before, after)["alternate_emails"] == ["new@post.example"]
    replaced = {**before, "alternate_emails": ["new@post.example"], "over_write_assets": True}
    assert update_of(before, replaced) == {
        "partner_customer_id": "C-1",
        "phone_number": "+393471000188",
        "over_write_assets": True,
        "alternate_phone_numbers": ["+912055500161"],
        "alternate_emails": ["new@post.example"],
    }


@pytest.mark.parametrize(
    ("changes", "gone"),
    [
        ({}, {}),
        ({"alternate_emails": []}, {EMAIL: ["Ann@Work.example"]}),
        ({"alternate_emails": [], "secondary_email": "ann@work.example"}, {}),
        ({"alternate_phone_numbers": ["+91 20 5550 0161"]}, {}),
        ({"alternate_phone_numbers": None}, {PHONE: ["+912055500161"]}),
    ],
)
def test_what_vanishes_is_what_is_given_nowhere_in_whatever_spelling(
    changes: dict[str, Any], gone: dict[str, list[str]]
) -> None:
    before = read()
    assert vanishing(before, {**before, **changes}) == gone


def test_what_was_sent_is_laid_over_the_customer_as_it_is_now() -> None:
    sent = UpsertCustomer(
        partner_customer_id="C-1",
        phone_number="+393471000188",
        last_name="Bo",
        alternate_emails=["new@post.example", "ann@work.example"],
    ).model_dump()
    now = read()
    again = typed_again(now, sent)
    assert again["alternate_emails"] == ["Ann@Work.example", "new@post.example"]
    assert again["alternate_phone_numbers"] == ["+912055500161"]
    assert "partner_customer_id" not in again
    assert update_of(now, {**now, **again}) == {
        "partner_customer_id": "C-1",
        "phone_number": "+393471000188",
        "last_name": "Bo",
        "alternate_emails": ["new@post.example"],
    }
    assert typed_again({}, sent)["partner_customer_id"] == "C-1"


def test_a_store_holds_an_update_when_every_part_of_it_is_there() -> None:
    customer = StoredCustomer.model_validate(STORED)
    asked = UpsertCustomer(
        phone_number="+393471000188", tags=["VIP", "linen"], secondary_email="ann@work.example"
    )
    assert holds(customer, asked)
    for changes in ({"first_name": "Bo"}, {"tags": ["VIP"]}, {"alternate_emails": ["other@post.example"]}):
        assert not holds(customer, asked.model_copy(update=changes))


async def test_nobody_is_an_empty_answer_and_both_ids_find(practice_store: PracticeStore) -> None:
    connection = Connection(base_url=practice_store.base_url, token=Token(practice_store.token))
    async with Client(connection) as client:
        assert await look_up(client, "C-404", Include()) == []
        made = await save(client, UpsertCustomer(partner_customer_id="C-1", email="ann@post.example"))
        for identity in ("C-1", str(made.customer.id)):
            (found,) = await look_up(client, identity, Include())
            assert found.raw["email"] == "ann@post.example"
        (bare,) = await look_up(client, "C-1", Include(False, False, False))
        assert bare.customer.addresses is None and bare.customer.assets is None and bare.customer.tags is None


async def test_an_update_of_which_nobody_knows_is_looked_for_in_the_store(
    practice_store: PracticeStore,
) -> None:
    connection = Connection(base_url=practice_store.base_url, token=Token(practice_store.token))
    path = "customers/createOrUpdate"
    async with Client(connection) as client:
        practice_store.add_fault("reset", operation=path, executed=True)
        seen = await save(client, UpsertCustomer(partner_customer_id="C-2", email="two@post.example"))
        assert seen.customer.partner_customer_id == "C-2"
        practice_store.clear_faults()
        practice_store.add_fault("reset", operation=path, executed=False)
        with pytest.raises(OutcomeUnknown):
            await save(client, UpsertCustomer(partner_customer_id="C-3", email="three@post.example"))
