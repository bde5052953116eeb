"""What was received is read a page at a time, by the words in it: the control API of the Practice page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.models.samples import FLOW, MESSAGE, TICKET
from tests.sandbox.wire import control, data, post
from tests.support.practice import PracticeStore

SEND, CUSTOMER = "messages/v2/sendMessage", "customers/createOrUpdate"
PROPERTIES = "createOrUpdateUserProperties"


def listed(store: PracticeStore, path: str, name: str) -> tuple[int, list[Any]]:
    found = store.control("GET", path)["data"]
    return found["total"], found[name]


def texts(store: PracticeStore, query: str) -> list[str]:
    return [one["text"] for one in listed(store, f"/messages?{query}", "messages")[1]]


@pytest.fixture
def sent(practice_store: PracticeStore) -> PracticeStore:
    """Seven messages: one to 007, the others to numbers that end in 1 to 6."""
    for number in range(7):
        contact = "+15550100007" if not number else f"+1555010012{number}"
        body = MESSAGE | {"contactIdentifier": contact, "payload": {"message": f"Parcel {number} ÄPFEL 100%"}}
        data(practice_store, SEND, body)
    return practice_store


def test_pages_go_on_where_the_one_before_ended(sent: PracticeStore) -> None:
    assert texts(sent, "limit=3") == [f"Parcel {number} ÄPFEL 100%" for number in (6, 5, 4)]
    assert texts(sent, "limit=3&skip=3") == [f"Parcel {number} ÄPFEL 100%" for number in (3, 2, 1)]
    assert texts(sent, "limit=3&skip=6") == ["Parcel 0 ÄPFEL 100%"]
    assert listed(sent, "/messages?limit=1", "messages")[0] == 7


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("parcel", 7),
        ("PARCEL%2050100123", 1),
        ("0100007", 1),
        ("15550100007", 1),
        ("100%25", 7),
        ("5%25", 0),
        ("_arcel", 0),
        ("%C3%84PFEL", 7),
        ("", 7),
        ("parcel%20nowhere", 0),
    ],
)
def test_every_word_must_be_there_as_it_is_written(sent: PracticeStore, words: str, found: int) -> None:
    """A number of the query is a word like any other, and zeros before it count."""
    total, messages = listed(sent, f"/messages?words={words}", "messages")
    assert (total, len(messages)) == (found, found)


def test_all_that_is_received_is_found_by_its_words(practice_store: PracticeStore) -> None:
    email = "asha@customer.example"
    data(practice_store, CUSTOMER, {"firstName": "Asha", "email": email})
    data(practice_store, PROPERTIES, {"userProperties": [{"firstName": "Asha", "lastName": "Rao"}]})
    data(practice_store, "createAndAssignTicket", TICKET)
    post(practice_store, "initiateFlow", FLOW)
    for path, name, word in (
        ("/customers", "customers", "asha"),
        ("/user-properties", "userProperties", "ASHA"),
        ("/tickets", "tickets", str(TICKET["channel"])),
        ("/flows", "flows", str(FLOW["flowId"])),
    ):
        assert listed(practice_store, f"{path}?words={word}", name)[0] == 1, path
        assert listed(practice_store, f"{path}?words=no-such-word", name) == (0, []), path
    for path, name in (("/reports", "reports"), ("/outbox", "emails"), ("/webhooks/log", "deliveries")):
        assert listed(practice_store, f"{path}?words=x&skip=1&limit=1000", name) == (0, []), path


def test_customers_that_came_with_the_seed_can_be_left_out(practice_store: PracticeStore) -> None:
    practice_store.reset("demo")
    assert listed(practice_store, "/customers?received=1", "customers") == (0, [])
    of_the_seed = listed(practice_store, "/customers?limit=1", "customers")[1][0]
    changed = {"email": of_the_seed["email"], "firstName": "Edda"}
    for body in (changed, {"firstName": "Noor", "email": "noor@customer.example"}):
        data(practice_store, CUSTOMER, body)
    total, newest = listed(practice_store, "/customers?received=1", "customers")
    assert (total, [one["firstName"] for one in newest]) == (2, ["Noor", "Edda"])


def test_a_page_longer_than_the_longest_is_refused(practice_store: PracticeStore) -> None:
    for path in ("/messages", "/reports", "/outbox", "/webhooks/log", "/tickets", "/flows"):
        reply = control(practice_store, "GET", f"{path}?limit=1001")
        assert reply.messages == ["limit must be at most 1000, not 1001"], path
