"""Each kind of fault, switched on in the real store and met by the real client: how the call ends for a read,
an upsert and a once-only call, and what the store holds afterwards."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from svcconsole.api import operations as api
from svcconsole.api.answers import CallRecord
from svcconsole.api.client import Client, Connection
from svcconsole.api.errors import Outcome
from svcconsole.api.faults import Fault
from svcconsole.api.operations import Operation
from svcconsole.api.token import Token
from svcconsole.sandbox.faults.fault_syntax import from_words
from svcconsole.sandbox.faults.kinds import KINDS, Place
from tests.api.models.samples import CATALOG, SAMPLES
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

UPSERT: Operation[Any, Any] = api.UPSERT_CATALOGS
ONCE: Operation[Any, Any] = api.CREATE_TICKET
READ: Operation[Any, Any] = api.LIST_CATALOGS
BODIES: dict[Operation[Any, Any], bytes] = {
    UPSERT: json.dumps({"catalogs": [CATALOG]}).encode(),
    ONCE: json.dumps(SAMPLES[ONCE]).encode(),
    READ: b"{}",
}
NO = (Outcome.NOT_SENT, Outcome.UNKNOWN, Outcome.UNKNOWN)
PAUSE = (Outcome.PAUSE, Outcome.PAUSE, Outcome.PAUSE)
REJECTED = (Outcome.REJECTED, Outcome.REJECTED, Outcome.REJECTED)
THROTTLED = (Outcome.THROTTLED, Outcome.THROTTLED, Outcome.THROTTLED)
CONTRADICTION = (Outcome.REJECTED, Outcome.UNKNOWN, Outcome.UNKNOWN)
ODD = (Outcome.PAUSE, Outcome.UNKNOWN, Outcome.UNKNOWN)
FINE = (Outcome.OK, Outcome.OK, Outcome.OK)

CASES: dict[str, tuple[tuple[Outcome, Outcome, Outcome], bool]] = {
    "status code=400": (REJECTED, False),
    "status code=401": (PAUSE, False),
    "status code=403": (PAUSE, False),
    "status code=404": (PAUSE, False),
    "status code=406": (REJECTED, False),
    "status code=408": ((Outcome.NOT_SENT, Outcome.NOT_SENT, Outcome.NOT_SENT), False),
    "status code=425": (THROTTLED, False),
    "status code=429": (THROTTLED, False),
    "status code=429 retryAfter=2": (THROTTLED, False),
    "status code=500": (NO, False),
    "status code=500 executed=yes": (NO, True),
    "status code=501": (PAUSE, False),
    "status code=502 executed=yes": (NO, True),
    "status": (NO, False),
    "status code=503 retryAfter=1": (NO, False),
    "status code=504 executed=yes": (NO, True),
    "unauthorized": (PAUSE, False),
    "latency seconds=0.05": (FINE, True),
    "drip bytes=20 seconds=0.005": (FINE, True),
    "silence seconds=0.05": (NO, True),
    "silence seconds=0.05 executed=no": (NO, False),
    "reset": (NO, True),
    "reset executed=no": (NO, False),
    "close": (NO, True),
    "close executed=no": (NO, False),
    "cut": (NO, True),
    "cut keep=0": (NO, True),
    "cut framing=chunked": (NO, True),
    "cut framing=close": (NO, True),
    "html": ((Outcome.PAUSE, Outcome.PAUSE, Outcome.UNKNOWN), False),
    "html code=502": (NO, False),
    "empty": (ODD, True),
    "changed": (FINE, True),
    "no_http": (NO, True),
    "malformed": (ODD, True),
    "malformed executed=no": (ODD, False),
    "giant mib=33": (ODD, True),
    "deep": (ODD, True),
    "unsuccessful": (CONTRADICTION, False),
    'unsuccessful reason="closed for stocktaking"': (CONTRADICTION, False),
    "wrong_types": (ODD, True),
    "disk_full": ((Outcome.OK, Outcome.UNKNOWN, Outcome.UNKNOWN), False),
}


def switch_on(store: PracticeStore, words: str) -> int:
    body = from_words(words).model_dump(by_alias=True, exclude_unset=True)
    return int(store.control("POST", "/faults", body)["data"]["fault"]["id"])


def client_of(store: PracticeStore, records: list[CallRecord] | None = None) -> Client:
    return Client(
        Connection(store.base_url, Token(store.token)), on_call=None if records is None else records.append
    )


def held(store: PracticeStore) -> tuple[int, int]:
    """How many catalogs and tickets the store holds."""
    counts = store.counts()
    return counts["catalogs"], counts["tickets"]


def log(store: PracticeStore) -> list[dict[str, Any]]:
    return list(store.control("GET", "/requests")["data"]["requests"])


def test_every_kind_that_strikes_requests_of_operations_is_met_here() -> None:
    named = {words.split()[0] for words in CASES}
    elsewhere = {(Place.DOWNLOADS,), (Place.ENTRIES,)}
    assert named == {name for name, kind in KINDS.items() if kind.play and kind.places not in elsewhere}


@pytest.mark.parametrize("words", CASES)
async def test_how_the_call_ends_and_what_the_store_holds(practice_store: PracticeStore, words: str) -> None:
    outcomes, executed = CASES[words]
    number = switch_on(practice_store, words)
    async with client_of(practice_store) as client:
        ended = [
            (await client.send(operation, BODIES[operation], retry=False)).outcome
            for operation in (READ, UPSERT, ONCE)
        ]
        assert tuple(ended) == outcomes
        assert held(practice_store) == ((1, 1) if executed else (0, 0))
        entries = log(practice_store)
        assert [entry["operation"] for entry in entries] == [one.path for one in (READ, UPSERT, ONCE)]
        struck = {"id": number, "kind": words.partition(" ")[0]}
        concerned = entries if words != "disk_full" else entries[1:]
        assert [entry["fault"] for entry in concerned] == [struck] * len(concerned)
        assert [entry["executed"] for entry in concerned] == [executed] * len(concerned)
        practice_store.clear_faults()
        for operation in (READ, UPSERT, ONCE):
            answer = await client.send(operation, BODIES[operation], retry=False)
            assert answer.outcome is Outcome.OK, "the store is well again"
    assert held(practice_store) == ((1, 2) if executed else (1, 1))


async def test_a_client_that_retries_comes_through_what_passes(practice_store: PracticeStore) -> None:
    switch_on(practice_store, "status code=429 retryAfter=0 count=2")
    switch_on(practice_store, f"reset operation={UPSERT.path} count=1")
    async with client_of(practice_store) as client:
        asked = await client.send(READ, b"{}")
        written = await client.send(UPSERT, BODIES[UPSERT])
        sent = await client.send(ONCE, BODIES[ONCE])
    assert [(one.outcome, one.attempts) for one in (asked, written, sent)] == [
        (Outcome.OK, 3),
        (Outcome.OK, 2),
        (Outcome.OK, 1),
    ]
    entries = log(practice_store)
    assert [entry["status"] for entry in entries] == [429, 429, 200, None, 200, 200]
    assert entries[3]["executed"], "the answer was lost, not the request"
    assert entries[3]["digest"] == entries[4]["digest"], "the very same request was sent again"


async def test_a_store_that_never_answers_has_done_what_it_was_asked(practice_store: PracticeStore) -> None:
    switch_on(practice_store, "silence")
    records: list[CallRecord] = []
    async with client_of(practice_store, records) as client:
        call = asyncio.create_task(client.send(ONCE, BODIES[ONCE]))
        await until(lambda: held(practice_store) == (0, 1))
        (entry,) = log(practice_store)
        assert (entry["status"], entry["executed"], entry["seconds"]) == (None, True, None)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    assert [record.answer.outcome for record in records] == [Outcome.UNKNOWN]
    await until(lambda: log(practice_store)[0]["seconds"] is not None)


async def test_a_full_disk_keeps_nothing_of_a_batch_and_says_so(practice_store: PracticeStore) -> None:
    switch_on(practice_store, "disk_full count=1")
    catalogs = [{**CATALOG, "id": f"c{number}"} for number in range(500)]
    body = json.dumps({"catalogs": catalogs}).encode()
    async with client_of(practice_store) as client:
        answer = await client.send(UPSERT, body, retry=False)
        assert (answer.outcome, answer.status) == (Outcome.UNKNOWN, 500)
        assert answer.error is not None
        assert answer.error.server_words == ("internal server error; retry later: the store's disk is full",)
        assert held(practice_store) == (0, 0)
        assert (await client.send(UPSERT, body)).outcome is Outcome.OK
    assert held(practice_store) == (500, 0)


async def test_entries_that_cannot_be_written_are_named_and_the_others_kept(
    practice_store: PracticeStore,
) -> None:
    switch_on(practice_store, "unwritten count=1")
    entries = [{"firstName": "Asha", "lastName": "Rao", "email": f"{n}@customer.example"} for n in range(3)]
    body = json.dumps({"userProperties": entries}).encode()
    counts = []
    async with client_of(practice_store) as client:
        for _ in range(2):
            answer = await client.send(api.RECORD_USER_PROPERTIES, body)
            assert answer.outcome is Outcome.OK
            counts.append(answer.payload["data"]["bulkUpsertUPResponse"])
    failed = [{"index": number, "error": "could not be written"} for number in (0, 2)]
    assert counts == [
        {"createCount": 1, "updateCount": 0, "docsFailedToUpdate": failed},
        {"createCount": 2, "updateCount": 0, "docsFailedToUpdate": []},
    ]


async def test_entries_are_handed_back_with_the_reason_or_counted_wrong(
    practice_store: PracticeStore,
) -> None:
    entries = [{"firstName": "Asha", "lastName": "Rao", "email": f"{n}@customer.example"} for n in range(3)]
    body = json.dumps({"userProperties": entries}).encode()
    switch_on(practice_store, "refused count=1")
    switch_on(practice_store, "miscounted after=1 count=1")
    async with client_of(practice_store) as client:
        answers = [(await client.send(api.RECORD_USER_PROPERTIES, body)).payload["data"] for _ in range(3)]
    handed_back = answers[0]["invalidUserProperties"]
    assert [entry["email"] for entry in handed_back] == ["0@customer.example", "2@customer.example"]
    assert {entry["error"] for entry in handed_back} == {
        "email is on the list of addresses not to be written to"
    }
    counts = [tuple(data["bulkUpsertUPResponse"].values()) for data in answers]
    assert counts == [(1, 0, []), (1, 0, []), (0, 0, [])]


async def test_what_would_be_refused_is_refused_on_a_full_disk_too(practice_store: PracticeStore) -> None:
    switch_on(practice_store, "disk_full")
    async with client_of(practice_store) as client:
        assert (await client.send(UPSERT, b'{"catalogs": []}', retry=False)).status == 400


async def test_a_withdrawn_token_stays_withdrawn_until_the_fault_is_off(
    practice_store: PracticeStore,
) -> None:
    number = switch_on(practice_store, "unauthorized after=2")
    async with client_of(practice_store) as client:
        ended = [(await client.send(READ, b"{}")).status for _ in range(5)]
        practice_store.control("DELETE", f"/faults?id={number}")
        again = await client.send(READ, b"{}")
    assert (ended, again.status) == ([200, 200, 401, 401, 401], 200)


async def test_a_refusal_that_says_when_to_come_again_is_told_so(practice_store: PracticeStore) -> None:
    switch_on(practice_store, "status code=503 retryAfter=7")
    async with client_of(practice_store) as client:
        answer = await client.send(ONCE, BODIES[ONCE])
    assert (answer.fault, answer.retry_after) == (Fault.FAILED, 7.0)


async def test_other_connections_go_on_beside_a_broken_one(practice_store: PracticeStore) -> None:
    switch_on(practice_store, f"reset operation={UPSERT.path}")
    async with client_of(practice_store) as client:
        calls = [client.send(one, BODIES[one], retry=False) for one in (READ, UPSERT) * 8]
        ended = [answer.outcome for answer in await asyncio.gather(*calls)]
    assert ended == [Outcome.OK, Outcome.UNKNOWN] * 8
