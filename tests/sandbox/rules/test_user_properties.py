"""User properties in the practice store: each entry on its own, what is handed back, what is counted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.models.samples import USER_PROPERTY
from tests.sandbox.wire import Reply, data, post
from tests.support.practice import PracticeStore

PATH = "createOrUpdateUserProperties"
NAMES = {"firstName": "Asha", "lastName": "Rao"}
PHONE, MAIL = "+15550100123", "asha@customer.example"


def record(store: PracticeStore, *entries: Any) -> Any:
    return data(store, PATH, {"userProperties": list(entries)})


def counts(answer: Any) -> tuple[int, int]:
    bulk = answer["bulkUpsertUPResponse"]
    assert set(bulk) == {"createCount", "updateCount", "docsFailedToUpdate"}
    assert bulk["docsFailedToUpdate"] == []
    return bulk["createCount"], bulk["updateCount"]


def kept(store: PracticeStore) -> list[Any]:
    """The entries as the store has them, the newest last."""
    page = store.control("GET", "/user-properties")["data"]
    assert page["total"] == len(page["userProperties"])
    return [one["entry"] for one in sorted(page["userProperties"], key=lambda one: int(one["id"]))]


def refused(reply: Reply) -> tuple[int, list[str]]:
    return reply.status, reply.messages


def test_every_field_is_kept_and_the_answer_counts(practice_store: PracticeStore) -> None:
    answer = record(practice_store, USER_PROPERTY)
    assert set(answer) == {"invalidUserProperties", "bulkUpsertUPResponse"}
    assert answer["invalidUserProperties"] == []
    assert counts(answer) == (1, 0)
    assert kept(practice_store) == [USER_PROPERTY]
    assert counts(record(practice_store, USER_PROPERTY | {"city": "Pune"})) == (0, 1)
    assert kept(practice_store) == [USER_PROPERTY | {"city": "Pune"}]


def test_what_changes_nothing_is_counted_nowhere(practice_store: PracticeStore) -> None:
    entries = [{**NAMES, "email": f"{n}@x.example"} for n in range(3)]
    record(practice_store, *entries)
    again = record(practice_store, entries[0], {**entries[1], "city": "Pune"}, entries[2])
    assert counts(again) == (0, 1)


def test_the_status_is_the_number_200(practice_store: PracticeStore) -> None:
    reply = post(practice_store, PATH, {"appId": "app-1", "userProperties": [NAMES]})
    assert b'"status":200,' in reply.text


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({**NAMES, "colour": "red"}, "colour is not a field of this request"),
        ({**NAMES, "first_name": "Asha"}, "first_name is not a field of this request"),
        ({"lastName": "Rao"}, "firstName is required"),
        ({**NAMES, "firstName": None}, "firstName must be text, not null"),
        ({**NAMES, "createdAt": 1767225600}, "createdAt must be text, not 1767225600"),
        ({**NAMES, "updatedAt": ""}, "updatedAt must not be empty"),
        ({**NAMES, "emailMarketingConsent": "yes"}, 'emailMarketingConsent must be true or false, not "yes"'),
        ({**NAMES, "smsMarketingConsent": 1}, "smsMarketingConsent must be true or false, not 1"),
        ({**NAMES, "tags": "fair"}, 'tags must be a list, not "fair"'),
        ({**NAMES, "tags": [7]}, "tags[0] must be text, not 7"),
        ({}, "firstName is required; lastName is required"),
    ],
    ids=str,
)
def test_a_wrong_entry_is_handed_back_as_submitted_and_the_others_are_kept(
    practice_store: PracticeStore, wrong: dict[str, Any], error: str
) -> None:
    answer = record(
        practice_store, {**NAMES, "email": "a@x.example"}, wrong, {**NAMES, "email": "b@x.example"}
    )
    expected = {**wrong, "storeId": "practice-store", "customerId": "", "error": error}
    assert answer["invalidUserProperties"] == [expected]
    assert counts(answer) == (2, 0)
    assert [entry["email"] for entry in kept(practice_store)] == ["a@x.example", "b@x.example"]


def test_a_wrong_entry_names_the_customer_it_speaks_of(practice_store: PracticeStore) -> None:
    customer = data(practice_store, "customers/createOrUpdate", {"phoneNumber": PHONE})["customer"]
    wrong = {"phoneNumber": "+1 555 010 0123", "email": 7, "storeId": "mine"}
    (entry,) = record(practice_store, wrong)["invalidUserProperties"]
    assert entry["customerId"] == str(customer["id"])
    assert (entry["phoneNumber"], entry["email"]) == ("+1 555 010 0123", 7)
    assert entry["storeId"] == "practice-store"
    assert "storeId is not a field of this request" in entry["error"]


def test_odd_values_come_back_in_json_that_everybody_reads(practice_store: PracticeStore) -> None:
    body = (
        b'{"userProperties": [{"firstName": 1e999, "lastName": [1.5, {"a": null}], "\xc3\xa9": "\\u0000"}]}'
    )
    reply = post(practice_store, PATH, body)
    assert reply.status == 200
    (entry,) = reply.body["data"]["invalidUserProperties"]
    assert (entry["firstName"], entry["lastName"], entry["é"]) == (None, [1.5, {"a": None}], "\0")


@pytest.mark.parametrize(
    ("body", "messages"),
    [
        ({}, ["userProperties is required"]),
        ({"userProperties": []}, ["userProperties must have at least 1 entry"]),
        ({"userProperties": {}}, ["userProperties must be a list"]),
        (
            {"userProperties": [NAMES, 5, "x"]},
            ["userProperties[1] must be an object, not 5", 'userProperties[2] must be an object, not "x"'],
        ),
        ({"userProperties": [NAMES], "colour": 1}, ["colour is not a field of this request"]),
        ({"userProperties": [NAMES], "appId": 5}, ["appId must be text, not 5"]),
        (
            {"userProperties": [NAMES] * 1001},
            ["userProperties has 1001 entries: at most 1000 are taken in one request"],
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_the_envelope_is_read_strictly(
    practice_store: PracticeStore, body: dict[str, Any], messages: list[str]
) -> None:
    assert refused(post(practice_store, PATH, body)) == (400, messages)
    assert kept(practice_store) == []


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ({"partnerCustomerId": "C-17"}, {"partnerCustomerId": "C-17"}, True),
        ({"partnerCustomerId": "C-17", "email": MAIL}, {"partnerCustomerId": "C-18", "email": MAIL}, False),
        ({"phoneNumber": PHONE}, {"phoneNumber": "1 555 010 0123"}, True),
        ({"phoneNumber": PHONE, "email": MAIL}, {"phoneNumber": "+15550100199", "email": MAIL}, True),
        ({"email": MAIL}, {"email": "ASHA@customer.example"}, True),
        ({"email": MAIL}, {"partnerCustomerId": "C-17", "email": MAIL}, True),
        ({}, {}, False),
        ({"alternatePhoneNumber": PHONE}, {"alternatePhoneNumber": PHONE}, False),
        ({"partnerCustomerId": ""}, {"partnerCustomerId": ""}, False),
    ],
    ids=str,
)
def test_an_entry_is_matched_by_its_first_key(
    practice_store: PracticeStore, first: dict[str, str], second: dict[str, str], same: bool
) -> None:
    record(practice_store, {**NAMES, **first})
    changed = {**NAMES, **second, "city": "Pune"}
    assert counts(record(practice_store, changed)) == ((0, 1) if same else (1, 0))
    assert len(kept(practice_store)) == (1 if same else 2)


def test_within_one_batch_the_later_entry_updates_the_earlier(practice_store: PracticeStore) -> None:
    batch = [{**NAMES, "email": MAIL, "city": "Delhi"}, {**NAMES, "email": MAIL, "firstName": "A."}]
    assert counts(record(practice_store, *batch)) == (1, 1)
    assert kept(practice_store) == [{**NAMES, "email": MAIL, "city": "Delhi", "firstName": "A."}]


def test_absent_keeps_and_an_empty_text_empties(practice_store: PracticeStore) -> None:
    record(practice_store, USER_PROPERTY)
    record(practice_store, {**NAMES, "email": MAIL, "city": "", "tags": [], "source": None})
    expected = {name: value for name, value in USER_PROPERTY.items() if name != "city"}
    assert kept(practice_store) == [{**expected, "tags": []}]


def test_user_properties_are_no_customers(practice_store: PracticeStore) -> None:
    record(practice_store, USER_PROPERTY)
    reply = post(practice_store, "customers/get", {"partnerCustomerId": "C-17"})
    assert reply.status == 406


def test_a_thousand_entries_are_taken_at_once(practice_store: PracticeStore) -> None:
    entries = [{**NAMES, "email": f"{number}@x.example"} for number in range(1000)]
    assert counts(record(practice_store, *entries)) == (1000, 0)
    assert counts(record(practice_store, *({**entry, "city": "Pune"} for entry in entries))) == (0, 1000)
