"""A small store made by hand, whose reports a person can work out, and its reports as lines of CSV."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from threading import Event
from typing import Any

from sqlalchemy import Connection, Table, insert

from svcconsole.api.models.reports import ReportName
from svcconsole.sandbox.reports.csv_file import Made, write
from svcconsole.sandbox.reports.definitions import REPORTS
from svcconsole.sandbox.reports.request import ReportQuery
from svcconsole.sandbox.store.database import Database
from svcconsole.sandbox.store.tables import helpdesk, messaging, people, sales

NOW = "2026-03-01T00:00:00.000Z"
JANUARY = ("2026-01-01T00:00:00.000Z", "2026-01-31T23:59:59.999Z")
ADA, BO, BO_MAIL = "+4915112345678", "+4915187654321", "bo@shop.example"

Rows = Sequence[Mapping[str, Any]]


def rows(names: str, *values: tuple[Any, ...]) -> Rows:
    """A dict for each tuple, under the names in their order."""
    return [dict(zip(names.split(), one, strict=True)) for one in values]


def at(day: str, time: str = "00:00:00.000") -> str:
    """`at("01-05", "08:00:00.000")` in 2026."""
    return f"2026-{day}T{time}Z"


def clock(day: str, time: str) -> str:
    return at(day, f"{time}:00.000")


PEOPLE = rows(
    "id partner_customer_id created_at updated_at body",
    (
        1,
        "P1",
        clock("01-02", "09:00"),
        clock("01-03", "09:00"),
        {
            "firstName": "Ada",
            "lastName": "Lind",
            "phoneNumber": ADA,
            "email": "ada@shop.example",
            "tags": ["regular", "post, please"],
            "addresses": [{"city": "Köln", "country": "Germany"}],
        },
    ),
    (2, None, clock("01-05", "09:00"), clock("01-05", "09:00"), {"firstName": "=1+1", "phoneNumber": BO}),
    (3, None, clock("02-01", "00:00"), clock("02-01", "00:00"), {}),
    (4, None, at("02-01", "00:00:00.001"), at("02-01", "00:00:00.001"), {}),
)
MESSAGES = rows(
    "id direction channel contact customer_id kind text template_id campaign_id ticket_id agent_id"
    " created_at",
    (1, "in", "whatsapp", ADA, 1, "text", 'Is "it"?\nI', None, None, 1, None, clock("01-05", "08:00")),
    (2, "out", "whatsapp", ADA, 1, "text", "On its way", None, None, 1, 1, clock("01-05", "08:10")),
    (3, "out", "whatsapp", ADA, 1, "template", "Mugs, new", "mugs", 1, None, None, clock("01-06", "10:00")),
    (4, "out", "whatsapp", BO, 2, "template", "Mugs, new", "mugs", 1, None, None, clock("01-06", "10:00")),
    (5, "out", "email", BO_MAIL, 2, "text", "Any news?", None, None, 2, 2, clock("01-12", "09:00")),
    (6, "out", "whatsapp", BO, 2, "text", "Late", None, None, None, None, at("02-28", "23:59:59.000")),
)
EVENTS = rows(
    "message status at code reason",
    (2, "queued", clock("01-05", "08:10"), None, None),
    (2, "sent", at("01-05", "08:10:01.000"), None, None),
    (2, "delivered", at("01-05", "08:10:02.000"), None, None),
    (2, "read", clock("01-05", "08:11"), None, None),
    (3, "sent", at("01-06", "10:00:01.000"), None, None),
    (3, "delivered", at("01-06", "10:00:02.000"), None, None),
    (4, "sent", at("01-06", "10:00:01.000"), None, None),
    (4, "failed", at("01-06", "10:00:05.000"), 131026, "131026: cannot be reached"),
    (5, "sent", at("01-12", "09:00:01.000"), None, None),
    (5, "read", at("01-12", "09:20:00.000"), None, None),
    (6, "sent", at("02-28", "23:59:59.500"), None, None),
    (6, "delivered", at("03-01", "00:00:05.000"), None, None),
)
TICKETS = rows(
    "id customer_id agent_id team_id channel status created_at first_reply_at resolved_at csat nps body",
    (
        1,
        1,
        1,
        1,
        "WHATSAPP",
        "RESOLVED",
        clock("01-05", "08:00"),
        clock("01-05", "08:10"),
        clock("01-05", "10:00"),
        5,
        10,
        {"context": "Late parcel", "form": {"Reason": 'Late, "again" now', "Order": "#7"}},
    ),
    (
        2,
        2,
        1,
        None,
        "EMAIL",
        "OPEN",
        clock("01-12", "09:00"),
        clock("01-12", "09:45"),
        None,
        None,
        None,
        {"customerEmail": BO_MAIL, "form": {"Order": "#8"}},
    ),
    (
        3,
        None,
        2,
        None,
        "TASKS",
        "PENDING",
        clock("01-13", "09:00"),
        None,
        None,
        None,
        None,
        {"taskTitle": "Call the depot"},
    ),
    (
        4,
        2,
        1,
        None,
        "WHATSAPP",
        "RESOLVED",
        clock("01-14", "09:00"),
        clock("01-14", "09:30"),
        clock("01-16", "09:00"),
        3,
        6,
        {},
    ),
)
BOOK: Sequence[tuple[Table, Rows]] = (
    (helpdesk.teams, rows("id name", (1, "Care"))),
    (
        helpdesk.agents,
        rows(
            "id mail name team_id", (1, "asha@shop.example", "Asha", 1), (2, "ben@shop.example", "Ben", None)
        ),
    ),
    (helpdesk.labels, rows("id name", (1, "Delivery"), (2, "Return"))),
    (people.customers, PEOPLE),
    (helpdesk.tickets, TICKETS),
    (helpdesk.ticket_labels, rows("ticket_id label_id", (1, 2), (1, 1), (2, 1))),
    (
        messaging.campaigns,
        rows(
            "id name channel template_id started_at audience",
            (1, "Mugs", "whatsapp", "mugs", clock("01-06", "10:00"), 2),
            (2, "Letter", "email", None, clock("01-20", "10:00"), 4),
        ),
    ),
    (messaging.messages, MESSAGES),
    (messaging.message_events, EVENTS),
    (
        messaging.link_clicks,
        rows("id message url at", (1, 3, "https://shop.example/mug", clock("01-06", "11:00"))),
    ),
    (messaging.flows, rows("id name keywords", ("welcome", "Welcome", "[]"))),
    (
        messaging.flow_runs,
        rows(
            "id flow_id customer_id keyword status started_at ended_at",
            (1, "welcome", 1, "hi", "COMPLETED", clock("01-07", "10:00"), clock("01-07", "10:05")),
            (2, "welcome", 2, "hi", "DROPPED", clock("01-08", "10:00"), clock("01-08", "10:02")),
            (3, "cart", 1, None, "STARTED", clock("01-14", "10:00"), None),
        ),
    ),
    (
        sales.orders,
        rows(
            "id customer_id campaign_id flow_id amount currency payment at",
            (1, 1, 1, None, Decimal("50.00"), "EUR", "WHATSAPP_PAID", clock("01-06", "12:00")),
            (2, 1, None, "welcome", Decimal("10.50"), "EUR", "ELSEWHERE", clock("01-07", "11:00")),
            (3, 2, 1, None, Decimal("20.00"), "EUR", "WHATSAPP_FAILED", clock("01-06", "13:00")),
            (4, 2, 1, None, Decimal("7.25"), "USD", "ELSEWHERE", clock("01-13", "09:00")),
        ),
    ),
    (
        sales.customer_events,
        rows(
            "id name customer_id campaign_id source at",
            (1, "product_viewed", 1, 1, "Mug", clock("01-06", "11:01")),
            (2, "order_placed", 1, 1, "Mug", clock("01-06", "12:00")),
            (3, "price_asked", 2, None, "Rug", clock("01-09", "10:00")),
            (4, "price_asked", 3, None, "Rug", clock("01-14", "10:00")),
            (5, "opted_out", 2, 1, "mugs", clock("01-06", "14:00")),
            (6, "bounced", None, 2, "letter", clock("01-20", "10:01")),
            (7, "popup_viewed", None, None, "Ten per cent", clock("01-10", "10:00")),
            (8, "popup_viewed", 1, None, "Ten per cent", clock("01-05", "07:00")),
            (9, "popup_clicked", 1, None, "Ten per cent", clock("01-05", "07:01")),
            (10, "popup_submitted", 1, None, "Ten per cent", clock("01-05", "07:02")),
            (11, "popup_submitted", None, None, "Ten per cent", clock("01-13", "10:00")),
        ),
    ),
    (
        sales.ledger,
        rows(
            "id at channel category units amount",
            (1, "2025-12-31T12:00:00.000Z", "account", "top_up", 0, Decimal("100.0000")),
            (2, clock("01-06", "10:00"), "whatsapp", "marketing", 2, Decimal("-0.1400")),
            (3, clock("01-12", "09:00"), "email", "service", 1, Decimal("-0.0010")),
        ),
    ),
)


@contextmanager
def opened(folder: Path) -> Iterator[Database]:
    """The store, closed at the end."""
    database = Database(folder)
    try:
        with database.transaction() as connection:
            for table, values in BOOK:
                connection.execute(insert(table), [_stored(table, one) for one in values])
        yield database
    finally:
        database.close()


def _stored(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    stored = dict(row)
    if isinstance(row.get("body"), dict):
        stored["body"] = json.dumps(row["body"], ensure_ascii=False)
    if table is messaging.messages:
        stored |= {"message_id": f"wamid.{row['id']}", "business_number": "+4930111"}
    return stored


def made(
    connection: Connection,
    name: ReportName,
    path: Path,
    *,
    dates: tuple[str, str] = JANUARY,
    most: int | None = None,
    after: int = 0,
    filters: Mapping[str, Any] | None = None,
) -> tuple[Made, list[str]]:
    """The report, and the lines of its file."""
    report = REPORTS[name]
    asked = ReportQuery(*dates, NOW, after=after, **filters or {})
    asked = asked.using(channel=report.channel, group_by=report.group_by)
    result = write(connection, report, asked, path, most=most, stopped=Event())
    text = path.read_bytes().decode()
    assert text.endswith("\r\n")
    return result, text.removesuffix("\r\n").split("\r\n")
