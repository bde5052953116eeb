"""The demo's half-year: the same everywhere, made when it is asked for, each number in line with others."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select

from svcconsole.sandbox.egress import Egress
from svcconsole.sandbox.rules.prices import PRICES
from svcconsole.sandbox.seed import clock
from svcconsole.sandbox.seed.history import LONGEST, calendar_of, ensure
from svcconsole.sandbox.seed.past import TOP_UP, day
from svcconsole.sandbox.seed.past.campaigns import CAMPAIGNS
from svcconsole.sandbox.seed.past.day_tables import REASONS
from svcconsole.sandbox.seed.people import people
from svcconsole.sandbox.store.database import LIVE_FROM
from svcconsole.sandbox.store.store import Store
from svcconsole.sandbox.store.tables import helpdesk, messaging, sales
from svcconsole.sandbox.store.tables.people import customers

Rows = dict[str, list[dict[str, Any]]]

TODAY = date(2026, 7, 1)
CALENDAR = clock.Calendar.before(TODAY)
SAMPLE = range(74, 94)
"""Days with four campaigns, one of them with a paused template, and the first of a month."""


@pytest.fixture(scope="module")
def rows() -> Rows:
    found: Rows = defaultdict(list)
    for number in SAMPLE:
        for table, more in day(number, CALENDAR):
            found[table.name] += map(dict, more)
    return found


@pytest.fixture(scope="module")
def lives(rows: Rows) -> dict[int, dict[str, dict[str, Any]]]:
    found: dict[int, dict[str, dict[str, Any]]] = defaultdict(dict)
    for event in rows["message_events"]:
        found[event["message"]][event["status"]] = event
    return found


def test_a_message_is_sent_before_it_is_delivered_and_delivered_before_it_is_read(
    rows: Rows, lives: dict[int, dict[str, dict[str, Any]]]
) -> None:
    order = ("queued", "sent", "delivered", "read")
    for message in rows["messages"]:
        life = lives.get(message["id"], {})
        assert bool(life) == (message["direction"] == "out")
        instants = [life[status]["at"] for status in order if status in life]
        assert instants == sorted(instants)
        assert [status in life for status in order] == sorted(
            (status in life for status in order), reverse=True
        )
        assert not {"failed", "delivered"} <= life.keys()


def test_what_failed_has_a_known_code_and_its_reason(lives: dict[int, dict[str, dict[str, Any]]]) -> None:
    codes: Counter[int] = Counter()
    for life in lives.values():
        for status, event in life.items():
            assert (event["code"] is not None) == (status == "failed")
            if status == "failed":
                assert event["reason"] == REASONS[event["code"]]
                assert event["reason"].startswith(f"{event['code']}: ")
                codes[event["code"]] += 1
    assert set(codes) == set(REASONS)


def test_every_campaign_reached_customers_who_had_not_left(rows: Rows) -> None:
    began = {campaign["id"]: campaign for campaign in rows["campaigns"]}
    assert list(began) == [campaign.id for campaign in CAMPAIGNS if campaign.day in SAMPLE]
    sent = [message for message in rows["messages"] if message["campaign_id"]]
    assert Counter(message["campaign_id"] for message in sent) == {
        campaign["id"]: campaign["audience"] for campaign in began.values()
    }
    for message in sent:
        person = people()[message["customer_id"] - 1]
        assert message["contact"] == (person.phone if message["channel"] == "whatsapp" else person.email)
        assert CALENDAR.begins + person.joined < datetime.fromisoformat(message["created_at"])
        assert person.leaves is None or person.leaves >= message["campaign_id"]
    left = [event for event in rows["customer_events"] if event["name"] == "opted_out"]
    assert {event["campaign_id"] for event in left} == {
        people()[event["customer_id"] - 1].leaves for event in left
    }
    assert len(left) > 10


def test_orders_of_a_campaign_follow_a_click(rows: Rows) -> None:
    messages = {message["id"]: message for message in rows["messages"]}
    clicked: dict[tuple[int, int], str] = {}
    for click in rows["link_clicks"]:
        message = messages[click["message"]]
        clicked.setdefault((message["customer_id"], message["campaign_id"]), click["at"])
    ordered = [order for order in rows["orders"] if order["campaign_id"]]
    assert len(ordered) > 20
    for order in ordered:
        assert clicked[order["customer_id"], order["campaign_id"]] < order["at"]


def test_tickets_are_answered_in_the_hours_of_work(rows: Rows) -> None:
    assert {row["channel"] for row in rows["tickets"]} == {
        "WHATSAPP", "EMAIL", "INSTAGRAM", "LIVECHAT", "MESSENGER", "TASKS"
    }  # fmt: skip
    for ticket in rows["tickets"]:
        instants = [ticket[name] for name in ("created_at", "first_reply_at", "resolved_at") if ticket[name]]
        assert instants == sorted(instants)
        for instant in map(datetime.fromisoformat, instants[1:]):
            assert instant.weekday() < 6
            assert 8 <= instant.hour < 17
        assert json.loads(ticket["body"])["channel"] == ticket["channel"]


def test_who_asks_about_an_order_has_placed_it(rows: Rows) -> None:
    placed = {f"HH-{order['id']}": order for order in rows["orders"]}
    forms = [(ticket, json.loads(ticket["body"]).get("form", {})) for ticket in rows["tickets"]]
    asked = [(ticket, form["Order number"]) for ticket, form in forms if "Order number" in form]
    known = [(ticket, placed[number]) for ticket, number in asked if number in placed]
    assert len(known) > len(asked) // 2 > 50
    for ticket, order in known:
        assert order["customer_id"] == ticket["customer_id"]


def test_most_customers_are_content(rows: Rows) -> None:
    grades = Counter(ticket["csat"] for ticket in rows["tickets"] if ticket["csat"])
    assert set(grades) == {1, 2, 3, 4, 5}
    assert (grades[4] + grades[5]) / grades.total() > 0.75
    assert {ticket["nps"] for ticket in rows["tickets"] if ticket["nps"] is not None} > {8, 9, 10}


def test_the_ledger_is_what_the_messages_cost(
    rows: Rows, lives: dict[int, dict[str, dict[str, Any]]]
) -> None:
    charged: Counter[tuple[str, str]] = Counter()
    for message in rows["messages"]:
        charges = message["kind"] == "template" or (message["channel"] == "email" and message["campaign_id"])
        if charges and "failed" not in lives[message["id"]]:
            charged[message["created_at"][:10], message["channel"]] += 1
    booked: Counter[tuple[str, str]] = Counter()
    for entry in rows["ledger"]:
        if entry["category"] == "top_up":
            assert (entry["at"], entry["amount"]) == ("2026-04-01T06:00:00.000Z", TOP_UP)
            continue
        assert entry["amount"] == -entry["units"] * PRICES[entry["channel"], entry["category"]]
        booked[entry["at"][:10], entry["channel"]] += entry["units"]
    assert booked == charged


def test_people_write_in_their_own_languages(rows: Rows) -> None:
    texts = "".join(message["text"] for message in rows["messages"])
    for words in (
        "Thank you",
        "Danke",
        "Merci",
        "Gracias",
        "Grazie",
        "Bedankt",
        "धन्यवाद",
        "شكرًا",
        "ました",
        "Ευχαριστώ",
        "Дякую",
    ):
        assert words.lower() in texts.lower()


def test_it_is_the_same_everywhere() -> None:
    told = json.dumps(
        [[table.name, list(rows)] for n in (0, 76, 180) for table, rows in day(n, CALENDAR)], default=str
    )
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == "c2fe509519020b1b"


def test_all_of_it_is_more_than_120_000_messages_below_the_live_ids() -> None:
    total = 0
    for number in range(clock.DAYS):
        made = {table.name: rows for table, rows in day(number, CALENDAR)}
        total += len(made["messages"])
        last = max(row["id"] for row in made["messages"])
        assert number * 5_000 < last <= (number + 1) * 5_000 < LIVE_FROM
    assert total > 120_000


DATES = [date(2026, 7, 1), date(2026, 11, 22), date(2028, 3, 1), date(2027, 1, 4)]


@pytest.mark.parametrize("today", DATES, ids=str)
def test_the_past_ends_yesterday_whatever_day_it_is(today: date) -> None:
    calendar = clock.Calendar.before(today)
    last = {table.name: rows for table, rows in day(clock.DAYS - 1, calendar)}
    days = Counter(row["created_at"][:10] for row in last["messages"])
    assert set(days) == {(today - timedelta(1)).isoformat()}
    assert all(row["created_at"] < f"{today}T" for row in last["tickets"])


@pytest.mark.parametrize("today", DATES, ids=str)
def test_nobody_works_on_a_sunday_whatever_day_it_is(today: date) -> None:
    calendar = clock.Calendar.before(today)
    tickets = [
        row
        for number in range(100, 108)
        for table, rows in day(number, calendar)
        if table is helpdesk.tickets
        for row in rows
    ]
    replied = [datetime.fromisoformat(row["first_reply_at"]) for row in tickets if row["first_reply_at"]]
    assert len(replied) > 100
    assert {instant.weekday() for instant in replied} == {0, 1, 2, 3, 4, 5}


async def test_the_same_day_gives_the_same_bytes_and_another_day_others(tmp_path: Path) -> None:
    found = []
    for folder, today in (("one", DATES[1]), ("two", DATES[1]), ("three", DATES[2])):
        (tmp_path / folder).mkdir()
        with demo(tmp_path / folder, today) as store:
            await ensure(store, clock.Calendar.before(today).begins + timedelta(176))
            found.append(await store.consult(_content))
    assert found[0] == found[1]
    assert found[0] != found[2]


async def test_a_past_that_nobody_has_seen_yet_moves_with_the_days_and_one_that_was_seen_stays(
    tmp_path: Path,
) -> None:
    with demo(tmp_path, DATES[0]) as store:
        assert (await store.consult(calendar_of)).first == clock.Calendar.before(DATES[0]).first
    moved = clock.Calendar.before(DATES[1])
    with demo(tmp_path, DATES[1]) as store:
        assert await store.consult(calendar_of) == moved
        await ensure(store, moved.begins + timedelta(180))
    with demo(tmp_path, DATES[2]) as store:
        assert await store.consult(calendar_of) == moved


def _content(connection: Connection) -> str:
    digest = hashlib.sha256()
    for table in (messaging.messages, messaging.message_events, helpdesk.tickets, sales.orders, customers):
        for row in connection.execute(select(table).order_by(table.c[next(iter(table.primary_key)).name])):
            digest.update(repr(tuple(row)).encode())
    return digest.hexdigest()


@contextmanager
def demo(folder: Path, today: date = TODAY) -> Iterator[Store]:
    store = Store(folder, "http://127.0.0.1:1", "demo", Egress(), today)
    try:
        yield store
    finally:
        store.close()


def at(number: int) -> datetime:
    return CALENDAR.begins + timedelta(number)


async def made(store: Store) -> tuple[int, int, int]:
    """How many messages, tickets and orders there are."""
    counts = await store.counts()
    return counts["messages"], counts["tickets"], counts["orders"]


async def test_it_is_made_when_asked_for_and_once(tmp_path: Path) -> None:
    expected = [
        sum(
            len(rows)
            for number in range(11 - LONGEST, 13)
            for table, rows in day(number, CALENDAR)
            if table is wanted
        )
        for wanted in (messaging.messages, helpdesk.tickets, sales.orders)
    ]
    with demo(tmp_path) as store:
        assert await made(store) == (0, 0, 0)
        await asyncio.gather(ensure(store, at(11), at(12)), ensure(store, at(11), at(12)))
        assert list(await made(store)) == expected
        await ensure(store, at(9), at(12))
        assert list(await made(store)) > expected
    with demo(tmp_path) as store:
        before = await made(store)
        await ensure(store, at(9), at(12))
        await ensure(store, datetime(2027, 1, 1, tzinfo=UTC), datetime(2027, 2, 1, tzinfo=UTC))
        await ensure(store, datetime(2024, 1, 1, tzinfo=UTC), datetime(2025, 2, 1, tzinfo=UTC))
        assert await made(store) == before


async def test_others_are_answered_while_it_is_made(tmp_path: Path) -> None:
    with demo(tmp_path) as store:
        making = asyncio.create_task(ensure(store, at(40), at(120)))
        seen: set[tuple[int, int, int]] = set()
        while len(seen) < 2:
            seen.add(await made(store))
            assert not making.done(), "nobody was answered before all of it was there"
        making.cancel()
        await asyncio.gather(making, return_exceptions=True)
        await ensure(store, at(40), at(42))
        whole = [sum(len(rows) for table, rows in day(41, CALENDAR) if table is messaging.messages)]
        first = 41 * 5_000
        query = select(func.count()).where(messaging.messages.c.id.between(first, first + 5_000))
        assert [await store.consult(lambda connection: connection.scalars(query).one())] == whole


async def test_a_reset_meanwhile_leaves_nothing_of_it(tmp_path: Path) -> None:
    with demo(tmp_path) as store:
        making = asyncio.create_task(ensure(store, at(40), at(50)))
        while not (await made(store))[0]:
            pass
        await store.reset("empty")
        await making
        assert await made(store) == (0, 0, 0)


async def test_amounts_come_back_exact(tmp_path: Path) -> None:
    with demo(tmp_path) as store:
        await ensure(store, at(4), at(4))
        amounts = await store.consult(
            lambda connection: list(connection.scalars(select(sales.orders.c.amount)))
        )
        total = await store.consult(
            lambda connection: connection.scalar(select(func.sum(sales.orders.c.amount)))
        )
    assert isinstance(total, Decimal)
    assert total == sum(amounts)
    assert all(amount > 0 for amount in amounts)
