"""Asking a practice store for reports, waiting for them, and fetching their files as anybody could."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from sqlalchemy import insert

from svcconsole.sandbox.store.database import Database
from svcconsole.sandbox.store.tables import messaging
from tests.sandbox.wire import TIMEOUT, data
from tests.support.practice import PracticeStore

T = TypeVar("T")
SOON = 5.0
ALL: dict[str, Any] = {
    "reportType": "Overall",
    "reportName": "All Conversations Report",
    "dateRange": {"startDate": "2026-01-01T00:00:00Z", "endDate": "2099-12-31T00:00:00Z"},
    "emails": ["ada@shop.example", "bo@shop.example"],
}


class Fetched(NamedTuple):
    """What a link led to."""

    status: int
    headers: HTTPMessage
    body: bytes


def wait_for(found: Callable[[], T], seconds: float = SOON) -> T:
    """Ask until there is something; fail after so many seconds."""
    deadline = time.monotonic() + seconds
    while not (value := found()):
        if time.monotonic() > deadline:
            pytest.fail(f"nothing within {seconds} s")
        threading.Event().wait(0.02)
    return value


def asked(store: PracticeStore, **changes: Any) -> int:
    """The number of a new report; the changes are to All Conversations of everything."""
    return int(data(store, "generateReport", {**ALL, **changes})["reportHistoryId"])


def looked_at(store: PracticeStore, number: int) -> dict[str, Any]:
    return dict(data(store, "getReportById", {"reportHistoryId": number}))


def ended(store: PracticeStore, number: int, seconds: float = SOON) -> dict[str, Any]:
    """The report as it is answered once it is COMPLETED or FAILED."""

    def found() -> dict[str, Any] | None:
        report = looked_at(store, number)
        return report if report["reportStatus"] in {"COMPLETED", "FAILED"} else None

    found_report = wait_for(found, seconds)
    assert found_report is not None
    return found_report


def fetched(link: str, method: str = "GET", **headers: str) -> Fetched:
    """The answer to one request of the link, with these headers and no credentials."""
    host, _, path = link.removeprefix("http://").partition("/")
    connection = HTTPConnection(host, timeout=TIMEOUT)
    try:
        wire_names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, f"/{path}", headers=wire_names)
        answer = connection.getresponse()
        return Fetched(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


def lines(store: PracticeStore, number: int, seconds: float = SOON) -> list[str]:
    """The lines of a report that is made, without its header."""
    report = ended(store, number, seconds)
    assert report["reportStatus"] == "COMPLETED"
    return fetched(report["downloadLink"]).body.decode().removesuffix("\r\n").split("\r\n")[1:]


def send(store: PracticeStore, text: str) -> None:
    """One message more for the reports."""
    message = {"medium": "whatsapp", "contactIdentifier": "+15550100123", "type": "text"}
    data(store, "messages/v2/sendMessage", {**message, "payload": {"message": text}})


def fill(folder: Path, count: int) -> None:
    """Write so many messages into a store that is stopped, with ids from 1."""
    columns = {"direction": "in", "channel": "whatsapp", "contact": "+15550100123", "kind": "text"}
    database = Database(folder)
    try:
        with database.transaction() as connection:
            rows = [
                {
                    **columns,
                    "id": number,
                    "message_id": f"wamid.{number}",
                    "text": f"message {number}",
                    "created_at": "2026-02-01T00:00:00.000Z",
                }
                for number in range(1, count + 1)
            ]
            connection.execute(insert(messaging.messages), rows)
    finally:
        database.close()
