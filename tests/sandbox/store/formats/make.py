"""Writes the practice stores of every released format that the tests open, with the frozen definitions alone.

`python -m tests.sandbox.store.formats.make` writes the files beside this one; `sample` puts one where a test
opens it. All in them is invented.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from svcconsole.sandbox.store import formats

HERE = Path(__file__).parent
FILE_NAME = "practice.sqlite"
ADDRESS = "http://127.0.0.1:1"
AT, LATER = "2026-03-02T09:41:07.120Z", "2026-03-02T09:44:30.500Z"
PHONE = "+393331234567"

Row = Mapping[str, object]
Rows = Mapping[str, Sequence[Row]]

ROWS_1: Rows = {
    "settings": [{"name": "base_url", "value": ADDRESS}],
    "products": [{"id": "p1", "body": f'{{"id":"p1","image":"{ADDRESS}/media/p1.png"}}'}],
    "catalogs": [{"id": "c1", "body": '{"id":"c1","name":"Erbe ☘"}'}],
}

ROWS_2: Rows = {
    **ROWS_1,
    "settings": [{"name": "base_url", "value": ADDRESS}, {"name": "format", "value": "2"}],
    "teams": [{"id": 7, "name": "Night shift"}],
    "agents": [{"id": 7, "mail": "noor@practice.example", "name": "Noor Haddad", "team_id": 7}],
    "labels": [{"id": 7, "name": "Gift"}],
    "tickets": [
        {
            "id": 1_000_001, "customer_id": 1_000_001, "agent_id": 7, "team_id": 7, "channel": "TASKS",
            "status": "RESOLVED", "created_at": AT, "first_reply_at": AT, "resolved_at": LATER, "csat": 5,
            "nps": 9, "body": '{"channel":"TASKS","taskTitle":"Call back"}',
        }
    ],
    "ticket_labels": [{"ticket_id": 1_000_001, "label_id": 7}],
    "templates": [{"id": "order_ready", "body": '{"id":"order_ready"}'}],
    "campaigns": [
        {
            "id": 1, "name": "Spring", "channel": "whatsapp", "template_id": "order_ready",
            "started_at": AT, "audience": 1,
        }
    ],
    "messages": [
        {
            "id": 1_000_001, "message_id": "wamid.1", "direction": "out", "channel": "whatsapp",
            "contact": PHONE, "business_number": "+390111234567", "customer_id": 1_000_001, "kind": "text",
            "text": "Ciao", "campaign_id": 1, "created_at": AT, "callback_data": "K7M2", "body": "{}",
        }
    ],
    "message_events": [
        {
            "message": 1_000_001, "status": "FAILED", "at": LATER, "code": 131_026, "reason": "Blocked",
            "told": 1,
        }
    ],
    "link_clicks": [{"id": 1, "message": 1_000_001, "url": "https://shop.example/", "at": LATER}],
    "flows": [{"id": "welcome", "name": "Welcome", "keywords": '["ciao"]'}],
    "flow_runs": [
        {
            "id": 1_000_001, "flow_id": "welcome", "customer_id": 1_000_001, "phone": PHONE,
            "keyword": "ciao", "node": "start", "status": "COMPLETED", "started_at": AT, "ended_at": LATER,
            "body": "{}",
        }
    ],
    "webhooks": [{"id": 1, "url": "http://127.0.0.1:9/hook", "secret": "s" * 32, "created_at": AT}],
    "webhook_deliveries": [
        {
            "id": 1, "webhook": 1, "url": "http://127.0.0.1:9/hook", "event_id": "e1", "body": "{}",
            "attempts": 1, "state": "DELIVERED", "due_at": AT,
        }
    ],
    "webhook_tries": [{"delivery": 1, "number": 1, "at": AT, "milliseconds": 12, "status": 200}],
    "customers": [
        {
            "id": 1_000_001, "partner_customer_id": "c-7", "phone_key": PHONE, "email_key": None,
            "created_at": AT, "updated_at": LATER,
            "body": f'{{"partnerCustomerId":"c-7","firstName":"Noor","phoneNumber":"{PHONE}"}}',
        }
    ],
    "user_properties": [
        {
            "id": 1_000_001, "partner_customer_id": "c-7", "phone_key": PHONE, "created_at": AT,
            "updated_at": LATER, "body": '{"size":"M"}',
        }
    ],
    "reports": [
        {
            "id": 1_000_001, "status": "FAILED", "created_at": AT, "ended_at": LATER, "request": "{}",
            "after": 0, "part": 1, "rows": 3, "cursor": "next", "error": "Too many rows.",
        }
    ],
    "outbox": [
        {
            "report": 1_000_001, "recipients": '["noor@shop.example"]', "subject": "Your report",
            "date": AT, "text": "It is ready.", "link": f"{ADDRESS}/downloads/1", "state": "KEPT",
            "attempts": 0, "due_at": AT,
        }
    ],
    "orders": [
        {
            "id": 1, "customer_id": 1_000_001, "campaign_id": 1, "amount": 12_50, "currency": "EUR",
            "payment": "ELSEWHERE", "at": LATER,
        }
    ],
    "customer_events": [
        {"id": 1, "name": "order_placed", "customer_id": 1_000_001, "source": "Salbei", "at": LATER}
    ],
    "ledger": [
        {
            "id": 1, "at": AT, "channel": "whatsapp", "category": "marketing", "units": 1, "amount": -700,
        }
    ],
}  # fmt: skip

ROWS: Mapping[int, Rows] = {1: ROWS_1, 2: ROWS_2}
"""Format → the rows of each of its tables."""


def write(number: int, path: Path, *, page_size: int = 512) -> None:
    """Write the store of a format; its pages are small, so that the file is."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size = {page_size}")
        connection.execute("BEGIN")
        for statement in formats.SCHEMAS[number].values():
            connection.execute(statement)
        for table, rows in ROWS[number].items():
            for row in rows:
                names = ", ".join(f'"{name}"' for name in row)
                places = ", ".join("?" * len(row))
                connection.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", tuple(row.values()))
        connection.execute("COMMIT")


def kept(number: int) -> Path:
    """The file of a format that is kept here."""
    return HERE / f"format_{number}.sqlite"


def sample(number: int, folder: Path) -> Path:
    """Put the store of a format into `folder`; its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE_NAME
    shutil.copyfile(kept(number), path)
    return path


if __name__ == "__main__":
    for each in ROWS:
        write(each, kept(each))
