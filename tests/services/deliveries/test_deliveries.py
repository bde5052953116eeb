"""Following messages: words out of order, matching by id, ever more seldom questions, reasons, the list."""

from __future__ import annotations

import csv
import itertools
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import pytest

from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.models.messaging import MessageRecord, SendMessage, TextPayload
from svcconsole.api.models.unusual import read_record
from svcconsole.api.operations import SEND_MESSAGE, SEND_TEMPLATE
from svcconsole.api.token import Token
from svcconsole.services.deliveries.deliveries import (
    BATCH,
    Deliveries,
    Delivery,
    bounds_of_day,
    day_of,
    matched,
    of_tracked,
)
from svcconsole.services.deliveries.export import write_list
from svcconsole.services.deliveries.reasons import REASONS, code_of, explain, histogram
from svcconsole.services.deliveries.states import CADENCE, State, moment_of, next_question, state_of
from svcconsole.services.deliveries.webhook_events import settle_events
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.deliveries import Tracked
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.runs.webhook_events import WebhookEvent
from tests.services.runs.senders import Sending, sending
from tests.services.runs.test_campaign_runs import carried_out, planned
from tests.support.campaign import number_of, recipients
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

WHATSAPP = Path(__file__).parents[3] / ".." / "shared" / "data" / "whatsapp"
T = TypeVar("T")
AT = "2026-03-02T09:41:07.000Z"
ENDS = (
    "READ", "READ", "READ", "FAILED", "FAILED", "DELIVERED", "SENT", "READ", "DELIVERED", "SENT", "SENT",
    "WAITING", "OTHER",
)  # fmt: skip
"""Where each of the shared sequences ends, whatever came in between."""
FETCH = "fetchMessagesById"


def shared(name: str) -> Any:
    path = WHATSAPP / name
    if not path.exists():
        pytest.skip(f"{name} of the shared data is not here")
    return json.loads(path.read_text(encoding="utf-8"))


def test_each_shared_sequence_ends_where_it_should() -> None:
    found = shared("status_sequences.json")
    assert set(found["known"]) - {"played"} <= {"sent", "delivered", "read", "failed"}
    ends = [state_of(word for word in each if word)[0] for each in found["sequences"]]
    assert ends == [State[end] for end in ENDS]
    for word in (*found["bsp_extra_seen"][:1], "played", "deleted", "warning", "noActiveSession"):
        assert state_of([word]) == (State.OTHER, word)
    assert state_of(["queued"])[0] is State.WAITING


@pytest.mark.parametrize("words", list(itertools.permutations(("queued", "sent", "delivered", "read"))))
def test_words_in_any_order_come_to_the_same(words: tuple[str, ...]) -> None:
    reached = [state_of(words[:many])[0] for many in range(1, 5)]
    assert reached[-1] is State.READ
    order = [State.WAITING, State.SENT, State.DELIVERED, State.READ]
    assert reached == sorted(reached, key=order.index)


def test_an_unknown_word_counts_while_it_is_the_last() -> None:
    assert state_of(["sent", "clicked"]) == (State.OTHER, "clicked")
    assert state_of(["sent", "clicked", "delivered"]) == (State.DELIVERED, "delivered")
    assert state_of(["delivered", "clicked", "sent"]) == (State.DELIVERED, "delivered")
    assert state_of(["failed", "delivered"])[0] is state_of(["delivered", "failed"])[0] is State.DELIVERED


def test_answers_are_matched_by_either_id_and_never_by_place() -> None:
    asked = [tracked(one) for one in ("7", "wamid.A", "wamid.B", "gone")]
    records = [
        record(id="9", messageId="wamid.B", status="read"),
        record(id="8", messageId="wamid.A", status="failed", failureReason="131026: no"),
        record(id=7, messageId="wamid.C", status="sent"),
        record(id="1", messageId="wamid.never-asked", status="read"),
    ]
    for _ in range(5):
        random.shuffle(records)
        heard = {each.id: each for each in matched(asked, records)}
        assert [[word for word, _ in heard[one].said] for one in heard] == [
            ["sent"],
            ["failed"],
            ["read"],
            [],
        ]
        assert [each.known for each in heard.values()] == [True, True, True, False]
        assert heard["wamid.A"].why == "131026: no"


def test_a_record_with_values_of_another_type_is_shown_raw_and_says_so() -> None:
    odd = {"id": 7, "status": {"now": "read"}, "message": {"body": "Hi"}, "failureReason": ["a", "b"]}
    (heard,) = matched([tracked("7")], [read_record(MessageRecord, odd)])
    assert [word for word, _ in heard.said] == ['{"now": "read"}']
    assert (heard.words, heard.why) == ('Unusual answer: {"body": "Hi"}', 'Unusual answer: ["a", "b"]')
    assert of_tracked(heard).state is State.OTHER


def test_an_odd_value_that_is_shown_nowhere_else_is_named_as_the_reason() -> None:
    odd = {"id": "7", "status": "sent", "type": ["text"], "createdAt": {"at": 1}}
    (heard,) = matched([tracked("7")], [read_record(MessageRecord, odd)])
    assert heard.why == 'Unusual answer: createdAt: {"at": 1}, type: ["text"]'


def test_nothing_found_is_one_empty_entry_and_changes_nothing_that_was_said() -> None:
    before = tracked("wamid.A", said=(("sent", AT),))
    (heard,) = matched([before], [record(createdAt=None, message="No messages were found.")])
    assert (heard.said, heard.known, heard.words) == (before.said, False, "")


def test_questions_become_ever_more_seldom_and_end() -> None:
    sent = moment_of(AT)
    waits = []
    for age, seconds in CADENCE:
        due = next_question(State.SENT, AT, sent + age)
        assert due is not None
        assert moment_of(due) - (sent + age) == timedelta(seconds=seconds)
        waits.append(seconds)
    assert waits == sorted(set(waits))
    assert next_question(State.SENT, AT, sent + timedelta(days=31)) is None
    assert next_question(State.READ, AT, sent) is None
    assert next_question(State.FAILED, AT, sent + timedelta(minutes=59)) is not None
    assert next_question(State.FAILED, AT, sent + timedelta(hours=2)) is None


@pytest.mark.parametrize(
    ("why", "code"),
    [
        ("131026: Message undeliverable", 131026),
        ("(#131049) This message was not delivered", 131049),
        ('{"code": 131047, "title": "Re-engagement"}', 131047),
        ("Failed with error 470", None),
        ("Error 368", 368),
        ("More than 24 hours since 3 messages", None),
        ("Template paused [132015]", 132015),
        ("code 4", 4),
        ("", None),
        ("999999: nobody explained this", 999999),
    ],
)
def test_a_code_is_found_where_one_is(why: str, code: int | None) -> None:
    assert code_of(why) == code


def test_every_code_of_a_failed_message_is_explained() -> None:
    families = ("SendMessageError", "IntegrityError", "ThrottlingError", "AuthorizationError")
    codes = {each["code"] for each in shared("error_codes.json") if each["family"] in families}
    assert codes <= set(REASONS)
    assert all(each.title and each.advice for each in REASONS.values())
    assert explain("131026: …") == REASONS[131026]
    assert REASONS[131026].for_good and not REASONS[131049].for_good


def test_the_histogram_adds_up_and_keeps_unknown_words_as_they_came() -> None:
    whys = ["131026: a", "(#131026) b", "131049: c", "Something <b>else</b>", "", "Something <b>else</b>"]
    bars = histogram(whys)
    assert sum(bar.times for bar in bars) == len(whys)
    assert [(bar.code, bar.times) for bar in bars if bar.explanation] == [(131026, 2), (131049, 1)]
    assert {bar.key for bar in bars if bar.explanation is None} == {"Something <b>else</b>", ""}
    assert [bar.times for bar in bars] == sorted((bar.times for bar in bars), reverse=True)


def test_the_list_is_a_file_that_can_be_imported_and_runs_nothing(tmp_path: Path) -> None:
    failed = [
        message("a", "+491", State.FAILED, "131049: too many"),
        message("f", "+494", State.FAILED, "=1+1 nobody knows"),
    ]
    path = tmp_path / "list.csv"
    assert write_list(path, failed) == 2
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["Message id"] for row in rows] == ["a", "f"]
    assert "Too many marketing messages" in rows[0]["_reason"]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())


async def test_messages_come_to_their_end_and_are_asked_about_in_batches(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    practice_store.control("POST", "/pace", {"factor": 100})
    async with following(tmp_path, practice_store) as (one, deliveries):
        ids = [await text(one, f"+49151000{n:05}") for n in range(BATCH + 5)]
        ids += [await text(one, f"+1555010000{n}") for n in (1, 3)]
        await deliveries.read()
        await all_asked(deliveries, lambda: ends(deliveries) == {"read": BATCH + 5, "sent": 1, "failed": 1})
        (group,) = deliveries.groups()
        assert group.totals.accepted == len(ids) == group.totals.total
        assert deliveries.messages[ids[-1]].why.startswith("131026")
        sizes = [len(json.loads(call.request)["messageIds"]) for call in one.calls if FETCH in call.url]
        assert max(sizes) == BATCH
    read = len([call for call in one.calls if FETCH in call.url])
    async with following(tmp_path, practice_store) as (later, again):
        await again.read()
        assert ends(again) == {"read": BATCH + 5, "sent": 1, "failed": 1}
        changed, seconds = await again.ask_due()
        assert (changed, read > 0) == ([], True)
        assert seconds is not None
        assert all(not call.request or b"wamid" in call.request for call in later.calls)


async def test_without_an_answer_the_waits_grow_and_nothing_is_lost(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    async with following(tmp_path, practice_store) as (one, deliveries):
        await text(one, "+4915123456789")
        await deliveries.read()
        practice_store.add_fault("status", operation=FETCH, code=500, count=3)
        waits = [(await deliveries.ask_due())[1] for _ in range(3)]
        assert waits == [5.0, 10.0, 20.0]
        assert deliveries.trouble is not None
        await deliveries.ask_due()
        assert deliveries.trouble is None
        assert next(iter(deliveries.messages.values())).known


async def test_one_id_that_is_refused_does_not_hide_the_others(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    async with following(tmp_path, practice_store) as (one, deliveries):
        ids = [await text(one, f"+4915100000{n:03}") for n in range(4)]
        await deliveries.read()
        practice_store.add_fault("status", operation=FETCH, code=400, count=2)
        await deliveries.ask_due()
        assert [deliveries.messages[each].known for each in ids] == [True] * 4


async def test_a_failure_that_a_webhook_tells_late_is_asked_for_its_reason(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """A webhook names none, and the code of somebody who stopped offers stands in it."""
    async with following(tmp_path, practice_store) as (one, deliveries):
        practice_store.control("POST", "/pace", {"factor": 1000})
        sent, space = await text(one, "+1555010000" + "3"), one.workspace
        await deliveries.read()
        await all_asked(deliveries, lambda: deliveries.messages[sent].state is State.FAILED)
        (asked,) = space.deliveries.named([sent])
        long_ago = (datetime.now(UTC) - timedelta(hours=2)).isoformat()
        space.deliveries.heard([replace(asked, at=long_ago, said=(("sent", long_ago),), why="")])
        await deliveries.read()
        space.webhooks.keep(WebhookEvent("evt-1", "status", message_id=sent, word="failed", said_at=""))
        assert settle_events(space, "worker") == 1
        await deliveries.ask_due()
        told = deliveries.messages[sent]
        assert (told.state, code_of(told.why)) == (State.FAILED, 131026)
        assert space.deliveries.next_due() is None
    practice_store.reset()


async def test_an_id_from_elsewhere_is_followed_once_and_forgotten(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    async with following(tmp_path / "one", practice_store) as (one, _):
        sent = await text(one, "+1555010000" + "1")
    async with following(tmp_path / "two", practice_store) as (_, deliveries):
        assert await deliveries.track([sent, "nobody-knows", sent]) == (sent, "nobody-knows")
        assert await deliveries.track([sent]) == ()
        await deliveries.ask_due()
        known, missing = deliveries.messages[sent], deliveries.messages["nobody-knows"]
        assert (known.known, known.words, known.phone) == (True, "Hello", "+15550100001")
        assert (missing.known, missing.state) == (False, State.WAITING)
        assert {each.group for each in (known, missing)} == {"by-hand"}
        await deliveries.forget("nobody-knows")
        assert set(deliveries.messages) == {sent}


def test_a_run_that_settled_is_told_once(tmp_path: Path) -> None:
    deliveries = Deliveries(lambda _: pytest.fail("not asked"), lambda: pytest.fail("not asked"))
    sent = datetime.now(UTC).isoformat().replace("+00:00", "Z")
    deliveries.messages = {"a": message("a", "+491", State.SENT, "", at=sent)}
    assert deliveries.newly_settled(deliveries.groups()) == []
    deliveries.messages["a"] = message("a", "+491", State.DELIVERED, "", at=sent)
    assert [
        group.totals.counts[State.DELIVERED] for group in deliveries.newly_settled(deliveries.groups())
    ] == [1]
    assert deliveries.newly_settled(deliveries.groups()) == []


def test_a_campaigns_messages_stand_under_its_title(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as space:
        space.deliveries.track(
            [tracked("wamid.A"), tracked("wamid.A"), tracked("wamid.B", at="2026-03-03T01:00:00Z")]
        )
        assert [each.id for each in space.deliveries.all()] == ["wamid.B", "wamid.A"]
        assert space.deliveries.next_due() is not None


async def test_a_campaigns_doubts_stand_in_its_run_and_stay_when_they_are_decided(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    run_id = planned(tmp_path / "space", recipients(tmp_path / "list.csv", 6))
    practice_store.add_fault("reset", operation=SEND_TEMPLATE.path, executed=True, count=2)
    async with following(tmp_path / "space", practice_store) as (one, deliveries):
        await carried_out(one.workspace, run_id, practice_store)
        await deliveries.read()
        (group,) = deliveries.groups()
        assert (group.key, group.day) == (run_id, "")
        assert (group.totals.counts[State.DECIDE], group.totals.accepted) == (2, 4)
        doubts = [each for each in deliveries.messages.values() if each.state is State.DECIDE]
        assert len({each.key for each in doubts}) == 2
        first, second = one.workspace.decisions.of_run(run_id)
        assert {each.phone for each in doubts} == {number_of(seq) for _, seq in (first, second)}
        one.workspace.decisions.decide([first], Decision.COUNT_AS_SENT, "Meera")
        one.workspace.decisions.decide([second], Decision.KEEP, "Meera")
        await deliveries.read()
        (group,) = deliveries.groups()
        assert (group.totals.counts[State.UNTRACKED], group.totals.total) == (1, 5)


def tracked(identity: str, said: tuple[tuple[str, str], ...] = (), at: str = AT) -> Tracked:
    return Tracked(identity, None, "", "", "", at, said)


def record(**fields: Any) -> MessageRecord:
    return MessageRecord.model_validate(fields)


def message(key: str, phone: str, state: State, why: str, at: str = AT) -> Delivery:
    return Delivery(key, key, "run", "day", "Text", "", phone, at, state, str(state), at, why)


def ends(deliveries: Deliveries) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in deliveries.messages.values():
        found[each.state.value] = found.get(each.state.value, 0) + 1
    return found


async def all_asked(deliveries: Deliveries, done: Any) -> None:
    """Ask on, as soon as something is due, until it is done."""

    async def once() -> bool:
        await deliveries.hurry()
        await deliveries.ask_due()
        return bool(done())

    await until(once)


@asynccontextmanager
async def following(folder: Path, store: PracticeStore) -> AsyncIterator[tuple[Sending, Deliveries]]:
    async with (
        sending(folder, store) as one,
        Client(Connection(store.base_url, Token(store.token)), on_call=one.calls.append) as client,
    ):

        async def database(fn: Callable[[Workspace], T]) -> T:
            return fn(one.workspace)

        async def ready() -> Client:
            return client

        yield one, Deliveries(database, ready)


async def text(one: Sending, to: str) -> str:
    """A message, sent as the console sends it; its id."""
    sent = await one.sender.send(
        SEND_MESSAGE,
        SendMessage(
            medium="whatsapp", type="text", contact_identifier=to, payload=TextPayload(message="Hello")
        ),
        kind="message",
        title="Text: Hello",
        about=to,
        people=(f"phone:{to}",),
        again=True,
    )
    assert sent.answer_id is not None
    return sent.answer_id


def test_a_stores_moment_without_a_zone_is_in_the_stores_zone() -> None:
    zone = ZoneInfo("Asia/Kolkata")
    by_hand = tracked("wamid.A")
    for written, at in (
        ("2026-01-31T05:30:00", "2026-01-31T00:00:00.000Z"),
        ("2026-01-31T05:30:00Z", "2026-01-31T05:30:00.000Z"),
        ("2026-01-31T05:30:00+01:00", "2026-01-31T04:30:00.000Z"),
        ("soon", by_hand.at),
    ):
        (heard,) = matched([by_hand], [record(id="1", messageId="wamid.A", createdAt=written)], zone)
        assert heard.at == at


def test_single_messages_are_listed_by_the_days_of_the_zone_that_is_shown() -> None:
    late = replace(tracked("wamid.A"), run_id="run", single=True, at="2026-01-31T23:30:00.000Z")
    assert of_tracked(late, UTC).group == "day:2026-01-31"
    assert of_tracked(late, ZoneInfo("Europe/Berlin")).group == "day:2026-02-01"


def test_the_channel_and_the_receiver_that_a_store_names_are_kept() -> None:
    (one,) = matched([tracked("M-1")], [record(id="M-1", status="sent", type="whatsapp", receiverId="r-7")])
    assert (one.type, one.receiver) == ("whatsapp", "r-7")
    (later,) = matched([one], [record(id="M-1", status="read")])
    assert (of_tracked(later).type, of_tracked(later).receiver) == ("whatsapp", "r-7")


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia"])
def test_a_day_begins_and_ends_where_its_moments_do(zone: str) -> None:
    place, chance = ZoneInfo(zone), random.Random(7)
    first = datetime(2011, 1, 1, tzinfo=UTC)
    moments = [first + timedelta(milliseconds=chance.randrange(365 * 86_400_000)) for _ in range(300)]
    written = [each.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z" for each in moments]
    written += [each.strftime("%Y-%m-%dT%H:%M:%SZ") for each in moments]
    for day in ("2011-03-27", "2011-10-30", "2011-10-16", "2011-07-01"):
        begins, ends = bounds_of_day(day, place)
        middle = datetime.fromisoformat(f"{begins}Z")
        edges = [(middle + timedelta(seconds=each)).strftime("%Y-%m-%dT%H:%M:%SZ") for each in (-1, 0, 1)]
        for at in (*written, *edges):
            assert (begins <= at < ends) == (day_of(at, place) == day), at
