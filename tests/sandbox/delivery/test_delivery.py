"""A message's life: planned at acceptance, the same for magic recipients every time, kept through a kill."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from svcconsole.sandbox.delivery.message_life import Event, current, plan
from svcconsole.sandbox.delivery.recipients import ANYONE, RECIPIENTS, STATUSES, Recipient, recipient
from svcconsole.sandbox.store import timestamps
from tests.sandbox.webhooks.receiver import wait_for
from tests.sandbox.wire import control, data
from tests.support.practice import PracticeStore, start_practice_store

SHARED = Path(__file__).parents[4] / "shared" / "data" / "whatsapp"
NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
FATES = {
    "+15550100001": (["queued", "sent"], None),
    "+15550100002": (["queued", "sent", "read"], None),
    "+15550100003": (["queued", "sent", "failed"], 131026),
    "+15550100004": (["queued", "failed"], 131047),
    "+15550100005": (["queued", "sent", "failed"], 131049),
    "+15550100006": (["queued", "failed"], 131053),
    "+15550100007": (["queued", "failed"], 132015),
    "+15550100008": (["queued", "sent", "delivered", "read"], None),
    "+15550100009": (["queued", "sent", "delivered", "read"], None),
}


def life(number: str, message_id: str = "wamid.1", pace: float = 1) -> tuple[Event, ...]:
    return plan(recipient(number), message_id, NOON, pace)


def seconds(event: Event) -> float:
    return (timestamps.read(event.at) - NOON).total_seconds()


@pytest.mark.parametrize("number", FATES)
def test_the_life_of_a_magic_recipients_message(number: str) -> None:
    events = life(number)
    statuses, code = FATES[number]
    assert [event.status for event in events] == statuses
    assert seconds(events[0]) == 0
    assert events[-1].code == code
    assert (events[-1].reason or "").startswith(f"{code}: " if code else "")
    assert all(event.reason is None for event in events[:-1])


def test_by_default_delivered_within_5_seconds_and_read_within_15() -> None:
    drawn = set()
    for number in range(2_000):
        at = {event.status: seconds(event) for event in life("+491701234567", f"wamid.{number}")}
        assert 0 == at["queued"] < at["sent"] < at["delivered"] <= 5 < at["read"] <= 15
        drawn.add(at["read"])
    assert len(drawn) > 1_000


def test_the_slow_one_takes_30_seconds() -> None:
    at = {event.status: seconds(event) for event in life("+15550100008")}
    assert (at["delivered"], at["read"]) == (30, 40)


def test_the_same_message_has_the_same_life() -> None:
    assert life("+491701234567") == life("+491701234567")
    assert life("+491701234567") != life("+491701234567", "wamid.2")


@pytest.mark.parametrize(
    "written", ["15550100003", "0015550100003", "+1 (555) 010-0003", "+1.555.010.0003", " +15550100003 "]
)
def test_a_magic_number_is_known_however_it_is_written(written: str) -> None:
    assert recipient(written).number == "+15550100003"


@pytest.mark.parametrize("number", ["+155501000030", "5550100003", "+15550100000", "nobody", ""])
def test_any_other_number_is_anyone(number: str) -> None:
    assert recipient(number) is ANYONE


def test_a_pace_divides_every_wait_and_keeps_the_order() -> None:
    for pace in (0.5, 10, 1000):
        slow, fast = life("+15550100008"), life("+15550100008", pace=pace)
        assert [event.status for event in fast] == [event.status for event in slow]
        assert seconds(fast[-1]) == pytest.approx(seconds(slow[-1]) / pace, abs=0.005)
        instants = [event.at for event in fast]
        assert sorted(set(instants)) == instants


def test_the_status_is_the_last_event_whose_time_has_come() -> None:
    events = life("+15550100008")
    for after, status in ((0, "queued"), (1, "sent"), (29.9, "sent"), (30, "delivered"), (3600, "read")):
        found = current(events, NOON + timedelta(seconds=after))
        assert found is not None
        assert found.status == status
    assert current(events, NOON - timedelta(seconds=1)) is None
    assert current(tuple(reversed(events)), NOON + timedelta(hours=1)) == events[-1]


@pytest.mark.parametrize("one", [*RECIPIENTS, ANYONE], ids=lambda one: one.number or "anyone")
def test_every_recipient_has_stages_in_order_and_one_sentence(one: Recipient) -> None:
    order = [STATUSES.index(stage.status) for stage in one.stages]
    assert order == sorted(order)
    for before, after in zip(one.stages, one.stages[1:], strict=False):
        assert before.latest < after.earliest
    assert one.sentence.endswith(".")
    assert one.sentence.count(". ") == 0


def send(store: PracticeStore, number: str) -> str:
    body = {"medium": "whatsapp", "contactIdentifier": number, "type": "text", "payload": {"message": "Hi"}}
    return str(data(store, "messages/v2/sendMessage", body)["id"])


def fetched(store: PracticeStore, *ids: str) -> list[Any]:
    records: list[Any] = data(store, "fetchMessagesById", {"messageIds": list(ids)})["messages"]
    return records


def test_the_store_lives_every_fate(practice_store: PracticeStore) -> None:
    practice_store.control("POST", "/pace", {"factor": 1000})
    sent = {send(practice_store, number): number for number in FATES}
    ends = {FATES[number][0][-1] for number in FATES}
    assert ends == {"sent", "read", "failed"}
    wait_for(
        lambda: all(
            record["status"] == FATES[sent[record["messageId"]]][0][-1]
            for record in fetched(practice_store, *sent)
        )
    )
    for record in fetched(practice_store, *sent):
        code = FATES[record["receiverId"]][1]
        assert (record["failureReason"] or "None").split(":")[0] == str(code)
    shown = practice_store.control("GET", "/messages")["data"]["messages"]
    for one in shown:
        assert [event["status"] for event in one["events"]] == FATES[one["contact"]][0]
        assert one["ahead"] == []


def test_at_first_a_message_is_queued_and_what_will_come_is_shown(practice_store: PracticeStore) -> None:
    practice_store.control("POST", "/pace", {"factor": 0.1})
    identifier = send(practice_store, "+491701234567")
    assert fetched(practice_store, identifier)[0]["status"] == "queued"
    (shown,) = practice_store.control("GET", "/messages")["data"]["messages"]
    assert [event["status"] for event in shown["events"]] == ["queued"]
    assert [event["status"] for event in shown["ahead"]] == ["sent", "delivered", "read"]


def test_a_message_lives_on_while_the_store_is_dead(tmp_path: Path) -> None:
    with start_practice_store(tmp_path) as store:
        store.control("POST", "/pace", {"factor": 20})
        identifier = send(store, "+491701234567")
        store.kill()
    planned = time.monotonic() + 14 / 20
    with start_practice_store(tmp_path) as store:
        wait_for(lambda: time.monotonic() > planned)
        (record,) = fetched(store, identifier)
        assert record["status"] == "read"
        assert store.control("GET", "/pace")["data"] == {"factor": 20}


def test_the_pace_is_one_again_after_a_reset(practice_store: PracticeStore) -> None:
    assert practice_store.control("POST", "/pace", {"factor": 2.5})["data"] == {"factor": 2.5}
    practice_store.reset("empty")
    assert practice_store.control("GET", "/pace")["data"] == {"factor": 1}


@pytest.mark.parametrize("factor", [0, -1, 0.05, 1001, "10", None])
def test_a_pace_that_is_none_is_refused(practice_store: PracticeStore, factor: Any) -> None:
    reply = control(practice_store, "POST", "/pace", {"factor": factor})
    assert reply.status == 400
    assert reply.messages[0].startswith("factor ")


def test_the_recipients_are_listed_for_the_help(practice_store: PracticeStore) -> None:
    listed = practice_store.control("GET", "/recipients")["data"]
    assert [one["number"] for one in listed["recipients"]] == list(FATES)[:8]
    assert [one["code"] for one in listed["recipients"]] == [code for _, code in FATES.values()][:8]
    assert [stage["status"] for stage in listed["anyone"]["stages"]] == [
        "queued",
        "sent",
        "delivered",
        "read",
    ]


@pytest.mark.parametrize("name", ["error_codes.json", "status_sequences.json"])
def test_the_fates_are_those_of_real_messages(name: str) -> None:
    path = SHARED / name
    if not path.is_file():
        pytest.skip(f"{name} of the shared data is not here")
    known = json.loads(path.read_text(encoding="utf-8"))
    if name == "error_codes.json":
        codes = {code for _, code in FATES.values() if code}
        assert codes <= {entry["code"] for entry in known}
    else:
        lives = [[status for status in statuses if status != "queued"] for statuses, _ in FATES.values()]
        assert all(one in known["sequences"] for one in lives)
