"""Customers in the practice store: whom an upsert means, what it changes, what is answered."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.sandbox.rules.contacts import country_of, email_key, is_email, is_phone, phone_key
from svcconsole.sandbox.rules.customer_record import Record, answered, merged
from tests.api.models.samples import ADDRESS, CUSTOMER
from tests.sandbox.wire import Reply, control, data, post
from tests.support.generate import customer
from tests.support.practice import PracticeStore

UPSERT, GET = "customers/createOrUpdate", "customers/get"
EVERYTHING = {"includeAssets": True, "includeAddress": True, "includeTags": True}
PHONE, MAIL = "+15550100123", "asha@customer.example"
HOME = {name: ADDRESS[name] for name in ("address1", "city", "country", "countryCode", "state", "zip")}


def upsert(store: PracticeStore, **fields: Any) -> Any:
    return data(store, UPSERT, fields)["customer"]


def get(store: PracticeStore, number: int) -> Any:
    return data(store, GET, {"svcCustomerId": str(number), **EVERYTHING})["customer"]


def refused(reply: Reply) -> tuple[int, list[str]]:
    return reply.status, reply.messages


def contacts(answer: Any) -> list[tuple[str, str]]:
    return [(asset["assetName"], asset["assetValue"]) for asset in answer["assets"]]


def test_a_new_customer_is_answered_with_assets_and_returned_whole(practice_store: PracticeStore) -> None:
    made = upsert(practice_store, **CUSTOMER)
    assert list(made) == [
        *("id", "partnerCustomerId", "firstName", "lastName", "phoneNumber", "email"),
        *("countryCode", "createdAt", "updatedAt", "assets"),
    ]
    assert isinstance(made["id"], int)
    assert made["createdAt"] == made["updatedAt"]
    assert datetime.fromisoformat(made["createdAt"]).tzinfo is not None
    assert made["countryCode"] == "US"
    assert contacts(made) == [
        ("EMAIL", "rao@customer.example"),
        ("PHONE_NUMBER", "+15550100124"),
        ("EMAIL", "asha.rao@customer.example"),
        ("PHONE_NUMBER", "+15550100125"),
    ]
    assert [asset["countryCode"] for asset in made["assets"]] == [None, "US", None, "US"]
    assert all(
        set(asset) == {"id", "createdAt", "assetName", "assetValue", "countryCode"}
        for asset in made["assets"]
    )
    whole = get(practice_store, made["id"])
    (address,) = whole.pop("addresses")
    assert whole == {**made, "tags": ["fair"]}
    assert isinstance(address["addressId"], int)
    assert address == {**ADDRESS, "addressId": address["addressId"]}


@pytest.mark.parametrize(
    ("switches", "kept"),
    [
        ({}, set()),
        ({"includeAssets": True}, {"assets"}),
        ({"includeAddress": True}, {"addresses"}),
        ({"includeTags": True, "includeAssets": False}, {"tags"}),
        (EVERYTHING, {"assets", "addresses", "tags"}),
    ],
)
def test_get_returns_what_was_asked_for(
    practice_store: PracticeStore, switches: dict[str, bool], kept: set[str]
) -> None:
    upsert(practice_store, **CUSTOMER)
    answer = data(practice_store, GET, {"partnerCustomerId": "C-17", **switches})["customer"]
    assert {"assets", "addresses", "tags"} & set(answer) == kept
    assert answer["partnerCustomerId"] == "C-17"


def test_a_customer_without_any_has_empty_lists(practice_store: PracticeStore) -> None:
    made = upsert(practice_store, email=MAIL)
    assert made["assets"] == []
    assert "countryCode" not in made
    whole = get(practice_store, made["id"])
    assert (whole["assets"], whole["addresses"], whole["tags"]) == ([], [], [])


@pytest.mark.parametrize(
    "asked",
    [
        {"partnerCustomerId": "nobody"},
        {"svcCustomerId": "4711"},
        {"svcCustomerId": "C-17"},
        {"svcCustomerId": "-1"},
        {"svcCustomerId": "9" * 400},
        {"svcCustomerId": "١"},
        {"partnerCustomerId": "C-17", "svcCustomerId": "4711"},
    ],
    ids=str,
)
def test_an_unknown_customer_is_406(practice_store: PracticeStore, asked: dict[str, str]) -> None:
    upsert(practice_store, **CUSTOMER)
    named = " and ".join(f"{name} {value}" for name, value in asked.items())
    reply = post(practice_store, GET, asked)
    assert refused(reply) == (406, [f"customer not found: no customer has {named}"])


def test_one_of_both_ids_is_required(practice_store: PracticeStore) -> None:
    reply = post(practice_store, GET, {"includeTags": True})
    assert refused(reply) == (400, ["partnerCustomerId or svcCustomerId is required"])


@pytest.mark.parametrize("contact", [{}, {"email": ""}, {"phoneNumber": "", "email": None}], ids=str)
def test_one_of_both_contacts_is_required(practice_store: PracticeStore, contact: dict[str, str]) -> None:
    reply = post(practice_store, UPSERT, {"partnerCustomerId": "C-17", **contact})
    assert refused(reply) == (400, ["email or phoneNumber is required"])
    assert practice_store.counts()["customers"] == 0


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            {"partnerCustomerId": "C-17", "email": MAIL},
            {"partnerCustomerId": "C-17", "email": "new@x.example"},
        ),
        ({"phoneNumber": PHONE}, {"phoneNumber": "+1 (555) 010-0123"}),
        ({"phoneNumber": PHONE}, {"phoneNumber": "0015550100123"}),
        ({"phoneNumber": PHONE}, {"phoneNumber": "15550100123"}),
        ({"email": MAIL}, {"email": " Asha@Customer.EXAMPLE"}),
        ({"phoneNumber": PHONE, "email": MAIL}, {"phoneNumber": "+15550100199", "email": MAIL}),
        ({"email": MAIL}, {"partnerCustomerId": "C-17", "email": MAIL}),
        ({"partnerCustomerId": "C-17", "email": MAIL}, {"email": MAIL}),
    ],
    ids=str,
)
def test_the_same_customer_is_updated(
    practice_store: PracticeStore, first: dict[str, str], second: dict[str, str]
) -> None:
    made = upsert(practice_store, firstName="Asha", lastName="Rao", **first)
    changed = upsert(practice_store, lastName="Nair", **second)
    assert (changed["id"], changed["createdAt"]) == (made["id"], made["createdAt"])
    assert changed["updatedAt"] >= made["updatedAt"]
    assert (changed["firstName"], changed["lastName"]) == ("Asha", "Nair")
    assert {name: changed[name] for name in {**first, **second}} == {**first, **second}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"phoneNumber": PHONE}, {"phoneNumber": "+15550100124"}),
        ({"partnerCustomerId": "C-17", "email": MAIL}, {"partnerCustomerId": "C-18", "email": MAIL}),
        ({"partnerCustomerId": "C-17", "email": MAIL}, {"partnerCustomerId": "c-17", "phoneNumber": PHONE}),
    ],
    ids=str,
)
def test_somebody_else_is_a_new_customer(
    practice_store: PracticeStore, first: dict[str, str], second: dict[str, str]
) -> None:
    assert upsert(practice_store, **first)["id"] != upsert(practice_store, **second)["id"]


def test_the_external_id_counts_before_the_phone_number_and_that_before_the_e_mail(
    practice_store: PracticeStore,
) -> None:
    by_mail = upsert(practice_store, email=MAIL)["id"]
    by_phone = upsert(practice_store, phoneNumber=PHONE)["id"]
    by_partner = upsert(practice_store, partnerCustomerId="C-17", email="other@x.example")["id"]
    assert len({by_mail, by_phone, by_partner}) == 3
    both = {"phoneNumber": PHONE, "email": MAIL}
    assert upsert(practice_store, **both)["id"] == by_phone
    assert upsert(practice_store, partnerCustomerId="C-17", **both)["id"] == by_partner
    assert upsert(practice_store, partnerCustomerId="new", email=MAIL)["id"] == by_mail, "the oldest of them"


def test_absent_and_null_keep_and_an_empty_text_empties(practice_store: PracticeStore) -> None:
    made = upsert(practice_store, **CUSTOMER)
    kept = upsert(practice_store, email=MAIL, lastName=None)
    assert {**kept, "updatedAt": ""} == {**made, "updatedAt": ""}
    emptied = upsert(practice_store, email=MAIL, lastName="", phoneNumber="", partnerCustomerId="")
    assert not {"lastName", "phoneNumber", "countryCode", "partnerCustomerId"} & set(emptied)
    assert emptied["firstName"] == "Asha"
    assert post(practice_store, GET, {"partnerCustomerId": "C-17"}).status == 406
    assert upsert(practice_store, phoneNumber=PHONE)["id"] != made["id"]


def test_tags_are_replaced_when_sent(practice_store: PracticeStore) -> None:
    number = upsert(practice_store, email=MAIL, tags=["fair", "retail"])["id"]
    upsert(practice_store, email=MAIL)
    assert get(practice_store, number)["tags"] == ["fair", "retail"]
    upsert(practice_store, email=MAIL, tags=["wholesale"])
    assert get(practice_store, number)["tags"] == ["wholesale"]
    upsert(practice_store, email=MAIL, tags=[])
    assert get(practice_store, number)["tags"] == []


@pytest.mark.parametrize(
    ("name", "value", "asset"),
    [
        ("secondaryEmail", "b@x.example", ("EMAIL", "b@x.example")),
        ("secondaryPhoneNumber", "+4915112345678", ("PHONE_NUMBER", "+4915112345678")),
        ("alternateEmails", ["b@x.example"], ("EMAIL", "b@x.example")),
        ("alternatePhoneNumbers", ["+4915112345678"], ("PHONE_NUMBER", "+4915112345678")),
        ("secondaryEmails", ["b@x.example"], ("EMAIL", "b@x.example")),
        ("secondaryPhoneNumbers", ["+4915112345678"], ("PHONE_NUMBER", "+4915112345678")),
    ],
)
def test_each_further_contact_becomes_an_asset(
    practice_store: PracticeStore, name: str, value: Any, asset: tuple[str, str]
) -> None:
    assert contacts(upsert(practice_store, email=MAIL, **{name: value})) == [asset]


def test_assets_are_appended_once_and_replaced_only_when_asked(practice_store: PracticeStore) -> None:
    first = upsert(practice_store, email=MAIL, alternateEmails=["b@x.example"], secondaryPhoneNumber=PHONE)
    again = upsert(
        practice_store,
        email=MAIL,
        secondaryEmails=["B@X.example", "c@x.example"],
        alternatePhoneNumbers=["+1 555-010-0123"],
    )
    assert again["assets"][:2] == first["assets"]
    assert contacts(again)[2:] == [("EMAIL", "c@x.example")]
    assert upsert(practice_store, email=MAIL)["assets"] == again["assets"]
    replaced = upsert(
        practice_store, email=MAIL, overWriteAssets=True, alternateEmails=["d@x.example", "c@x.example"]
    )
    assert contacts(replaced) == [("EMAIL", "d@x.example"), ("EMAIL", "c@x.example")]
    assert replaced["assets"][1] == again["assets"][2]
    assert upsert(practice_store, email=MAIL, overWriteAssets=True)["assets"] == []


def test_what_cannot_be_a_contact_is_refused_by_its_place_and_changes_nothing(
    practice_store: PracticeStore,
) -> None:
    before = upsert(practice_store, email=MAIL, firstName="Asha")
    reply = post(
        practice_store,
        UPSERT,
        {
            "email": MAIL,
            "firstName": "Rao",
            "secondaryEmail": "asha",
            "alternateEmails": ["b@x.example", ""],
            "alternatePhoneNumbers": ["12"],
        },
    )
    assert refused(reply) == (
        400,
        [
            'secondaryEmail must be an e-mail address, not "asha"',
            'alternateEmails[1] must be an e-mail address, not ""',
            'alternatePhoneNumbers[0] must be a phone number with its country code, not "12"',
        ],
    )
    assert get(practice_store, before["id"])["firstName"] == "Asha"
    assert practice_store.counts()["customers"] == 1


def addresses(store: PracticeStore, *sent: dict[str, Any]) -> Any:
    return get(store, upsert(store, email=MAIL, addresses=list(sent))["id"])["addresses"]


def test_an_address_is_updated_by_either_of_its_ids(practice_store: PracticeStore) -> None:
    (first,) = addresses(practice_store, {**HOME, "partnerAddressId": "A-1", "address2": "Flat 3"})
    assert first["isDefault"] is False
    (second,) = addresses(practice_store, {**HOME, "partnerAddressId": "A-1", "city": "Agra"})
    assert second == {**first, "city": "Agra"}
    (third,) = addresses(practice_store, {**HOME, "addressId": str(first["addressId"]), "address2": ""})
    assert third == {name: value for name, value in first.items() if name != "address2"}


def test_other_addresses_are_added_and_none_goes(practice_store: PracticeStore) -> None:
    one, two = addresses(practice_store, HOME, {**HOME, "partnerAddressId": "A-1"})
    assert one["addressId"] != two["addressId"]
    assert addresses(practice_store, {**HOME, "city": "Agra"})[:2] == [one, two]
    assert len(addresses(practice_store)) == 3


def test_the_same_request_twice_adds_no_address(practice_store: PracticeStore) -> None:
    sent = [HOME, {**HOME, "addressId": "4711", "city": "Agra"}, {**HOME, "latitude": 1.5, "isDefault": True}]
    assert addresses(practice_store, *sent) == addresses(practice_store, *sent)
    assert len(addresses(practice_store)) == 3


def test_at_most_one_address_is_the_default(practice_store: PracticeStore) -> None:
    assert defaults(addresses(practice_store, {**HOME, "isDefault": True})) == [True]
    sent = [{**HOME, "city": city, "isDefault": True} for city in ("Agra", "Pune")]
    assert defaults(addresses(practice_store, *sent)) == [False, False, True]
    assert defaults(addresses(practice_store, {**HOME, "city": "Pune", "isDefault": False})) == [False] * 3


def defaults(answer: Any) -> list[bool]:
    return [address["isDefault"] for address in answer]


def test_an_address_of_another_customer_is_not_touched(practice_store: PracticeStore) -> None:
    (own,) = addresses(practice_store, HOME)
    other = upsert(
        practice_store, phoneNumber=PHONE, addresses=[{**HOME, "addressId": str(own["addressId"])}]
    )
    assert addresses(practice_store) == [own]
    (copied,) = get(practice_store, other["id"])["addresses"]
    assert copied["addressId"] != own["addressId"]


@pytest.mark.parametrize("name", ["address1", "city", "country", "countryCode", "state", "zip"])
def test_an_address_needs_its_required_fields(practice_store: PracticeStore, name: str) -> None:
    short = {key: value for key, value in HOME.items() if key != name}
    reply = post(practice_store, UPSERT, {"email": MAIL, "addresses": [HOME, short]})
    assert refused(reply) == (400, [f"addresses[1].{name} is required"])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"colour": "red"}, "colour is not a field of this request"),
        ({"first_name": "Asha"}, "first_name is not a field of this request"),
        ({"countryCode": "IN"}, "countryCode is not a field of this request"),
        ({"firstName": 5}, "firstName must be text, not 5"),
        ({"tags": "fair"}, 'tags must be a list, not "fair"'),
        ({"tags": [True]}, "tags[0] must be text, not true"),
        ({"overWriteAssets": 1}, "overWriteAssets must be true or false, not 1"),
        ({"addresses": [{**HOME, "latitude": True}]}, "addresses[0].latitude must be a number, not true"),
        ({"addresses": [{**HOME, "floor": "3"}]}, "addresses[0].floor is not a field of this request"),
        (
            {"addresses": [{**HOME, "isDefault": "yes"}]},
            'addresses[0].isDefault must be true or false, not "yes"',
        ),
    ],
    ids=str,
)
def test_what_is_not_as_specified_is_refused_by_name(
    practice_store: PracticeStore, fields: dict[str, Any], message: str
) -> None:
    assert refused(post(practice_store, UPSERT, {"email": MAIL, **fields})) == (400, [message])


def test_an_undeclared_field_of_get_is_refused(practice_store: PracticeStore) -> None:
    reply = post(practice_store, GET, {"svcCustomerId": "1", "includeOrders": True})
    assert refused(reply) == (400, ["includeOrders is not a field of this request"])
    reply = post(practice_store, GET, {"svcCustomerId": 1})
    assert refused(reply) == (400, ["svcCustomerId must be text, not 1"])


def test_the_control_api_shows_the_newest_first(practice_store: PracticeStore) -> None:
    for number in range(3):
        upsert(practice_store, **customer(number))
    upsert(practice_store, **customer(0))
    page = practice_store.control("GET", "/customers?limit=2&skip=1")["data"]
    assert page["total"] == 3
    newest = practice_store.control("GET", "/customers")["data"]["customers"]
    assert len(newest) == 3
    assert page["customers"] == newest[1:]
    assert [one["updatedAt"] for one in newest] == sorted((one["updatedAt"] for one in newest), reverse=True)
    assert newest[0]["tags"] == ["fair", "retail"]
    reply = control(practice_store, "GET", "/customers?limit=1001")
    assert refused(reply) == (400, ["limit must be at most 1000, not 1001"])


@pytest.mark.parametrize(
    ("text", "key", "country"),
    [
        ("+91 98765 43210", "+919876543210", "IN"),
        ("0044 20 7946 0958", "+442079460958", "GB"),
        ("15550100123", PHONE, "US"),
        ("+99999", "+99999", None),
        ("call me", "call me", None),
        ("", None, None),
        ("  ", None, None),
    ],
)
def test_a_phone_number_has_one_key_however_it_is_written(
    text: str, key: str | None, country: str | None
) -> None:
    assert (phone_key(text), country_of(text)) == (key, country)


ANYTHING = st.one_of(
    st.text(max_size=300),
    st.from_regex(r"\+?[0-9() .-]{1,20}"),
    st.text(alphabet='+0123456789@.-xn٠\u00ad\u200d＋é日[]"\\ ;=:tel', max_size=40),
)


@settings(max_examples=300, deadline=None)
@given(ANYTHING)
def test_any_text_can_be_asked_whether_it_is_a_contact(text: str) -> None:
    key = phone_key(text)
    assert key == (phone_key(key) if key else None)
    assert is_phone(text) or country_of(text) is None
    assert not (is_email(text) and is_phone(text))


EMAILS = st.sampled_from(["a@x.example", "A@x.example", "b@x.example", "c@x.example"])
PHONES = st.sampled_from(["+15550100123", "+1 555 010 0123", "+4915112345678"])
PLACES = st.fixed_dictionaries(
    {name: st.just(value) for name, value in HOME.items() if name != "city"}
    | {"city": st.sampled_from(["Agra", "Pune"])},
    optional={"partnerAddressId": st.sampled_from(["A-1", "A-2", ""]), "isDefault": st.booleans()},
)
CHANGES = st.fixed_dictionaries(
    {"email": st.just(MAIL)},
    optional={
        "firstName": st.sampled_from(["", "Asha", "Rao"]),
        "lastName": st.sampled_from(["", "Nair"]),
        "tags": st.lists(st.sampled_from(["fair", "retail"]), max_size=2),
        "secondaryEmail": EMAILS,
        "alternateEmails": st.lists(EMAILS, max_size=3),
        "alternatePhoneNumbers": st.lists(PHONES, max_size=3),
        "overWriteAssets": st.booleans(),
        "addresses": st.lists(PLACES, max_size=3),
    },
)


@settings(max_examples=150, deadline=None)
@given(st.lists(CHANGES, max_size=6))
def test_any_row_of_changes_leaves_what_a_simple_model_says(changes: list[dict[str, Any]]) -> None:
    record: Record = {}
    names: dict[str, str] = {}
    tags: list[str] = []
    assets: set[tuple[str, str | None]] = set()
    for sent in changes:
        before = record
        request = UpsertCustomer.read(sent)
        record = merged(record, request, 17, "2026-01-01T00:00:00.000Z")
        assert merged(record, request, 17, "2026-01-02T00:00:00.000Z") == record, "sent twice is sent once"
        names |= {name: sent[name] for name in ("firstName", "lastName", "email") if name in sent}
        tags = sent.get("tags", tags)
        mails = [sent["secondaryEmail"]] if "secondaryEmail" in sent else []
        given_now = {("EMAIL", email_key(one)) for one in (*mails, *sent.get("alternateEmails", []))}
        given_now |= {("PHONE_NUMBER", phone_key(one)) for one in sent.get("alternatePhoneNumbers", [])}
        assets = given_now if sent.get("overWriteAssets") else assets | given_now
        answer = answered(17, record, "", "", assets=True, addresses=True, tags=True)
        assert {name: answer.get(name, "") for name in names} == names
        assert answer["tags"] == tags
        kept = [
            (name, phone_key(value) if name == "PHONE_NUMBER" else email_key(value))
            for name, value in contacts(answer)
        ]
        assert (len(kept), set(kept)) == (len(assets), assets)
        ids = [one["addressId"] for one in answer["addresses"]] + [one["id"] for one in answer["assets"]]
        assert len(ids) == len(set(ids))
        assert sum(defaults(answer["addresses"])) <= 1
        serials = {one["serial"] for one in record.get("addresses", [])}
        assert {one["serial"] for one in before.get("addresses", [])} <= serials, "no address goes"
