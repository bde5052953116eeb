"""Writing while the practice store is killed: whatever was acknowledged is there afterwards."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Sequence, Sized
from contextlib import closing, suppress
from http.client import HTTPException
from pathlib import Path

import pytest

from tests.sandbox.wire import data, post
from tests.support.generate import product
from tests.support.practice import ENDS_WITHIN, PracticeStore, start_practice_store

TOKEN = "a-token-of-my-own"


def _wait_for(acknowledged: Sized, count: int) -> None:
    deadline = time.monotonic() + ENDS_WITHIN
    while len(acknowledged) < count:
        assert time.monotonic() < deadline
        threading.Event().wait(0.02)


@pytest.mark.parametrize("kills", [5, pytest.param(50, marks=pytest.mark.deep)])
def test_a_kill_loses_nothing_that_was_acknowledged(tmp_path: Path, kills: int) -> None:
    acknowledged: list[tuple[str, str]] = []
    for generation in range(kills):
        with start_practice_store(tmp_path, token=TOKEN) as store:
            writers = [
                threading.Thread(target=_write_until_killed, args=(store, write, generation, acknowledged))
                for write in WRITES
            ]
            for writer in writers:
                writer.start()
            _wait_for(acknowledged, len(acknowledged) + 300)
            store.kill()
            for writer in writers:
                writer.join()
        kept = _kept(tmp_path)
        assert set(acknowledged) <= kept
        assert {kind for kind, _ in acknowledged} == {kind for kind, _ in kept}
        assert sum(kind == "product" for kind, _ in kept) % 10 == 0


Write = Callable[[PracticeStore, int], Iterable[tuple[str, str]]]
"""Makes one call, told apart by the number; what it wrote, as `_kept` finds it again. Raises when killed."""


def _products(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    records = [product(number * 10 + one) for one in range(10)]
    data(store, "products/createOrUpdate", {"products": records})
    return [("product", record["id"]) for record in records]


def _catalog(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    data(store, "catalogs/createOrUpdate", {"catalogs": [{"id": f"c{number}", "name": "Kitchen"}]})
    return [("catalog", f"c{number}")]


def _customer(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    sent = {"partnerCustomerId": f"k{number}", "email": f"k{number}@mail.example"}
    data(store, "customers/createOrUpdate", sent)
    return [("customer", f"k{number}")]


def _property(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    entry = {"firstName": "Ida", "lastName": "Vogel", "partnerCustomerId": f"k{number}"}
    reply = post(store, "createOrUpdateUserProperties", {"userProperties": [entry]})
    assert reply.body["data"]["invalidUserProperties"] == []
    return [("property", f"k{number}")]


def _ticket(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    sent = {"channel": "TASKS", "taskTitle": f"Task {number}", "labelIds": [1, 2]}
    return [("ticket", str(data(store, "createAndAssignTicket", sent)["ticket"]["id"]))]


def _message(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    sent = {"medium": "whatsapp", "contactIdentifier": "+491701234567"}
    text = {**sent, "type": "text", "payload": {"message": f"Hello {number}"}}
    template = {
        **sent,
        "type": "DEFAULT",
        "payload": {"templateId": "welcome", "components": {"body": ["Ida"]}},
    }
    path, body = (("sendMessage", text), ("sendTemplateMessage", template))[number % 2]
    return [("message", data(store, f"messages/v2/{path}", body)["id"])]


def _flow(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    sent = {"medium": "whatsapp", "flowId": f"f{number}", "phoneNumber": "+491701234567"}
    assert post(store, "initiateFlow", sent).status == 200
    return [("flow", f"f{number}")]


def _report(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    sent = {
        "reportType": "Overall",
        "reportName": "Ticket's Overview",
        "dateRange": {"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-02-01T00:00:00Z"},
        "emails": [f"k{number}@mail.example"],
    }
    return [("report", str(data(store, "generateReport", sent)["reportHistoryId"]))]


WRITES: Sequence[Write] = (
    _products,
    _catalog,
    _customer,
    _property,
    _ticket,
    _message,
    _flow,
    _report,
)
KEPT = {
    "product": "select id from products",
    "catalog": "select id from catalogs",
    "customer": "select partner_customer_id from customers where partner_customer_id is not null",
    "property": "select partner_customer_id from user_properties",
    "ticket": "select id from tickets",
    "message": "select message_id from messages join message_events on message = id group by id",
    "flow": "select flow_id from flow_runs",
    "report": "select id from reports",
}
"""What was written, straight from the file: nothing of ours could make up for what was lost."""


def _write_until_killed(
    store: PracticeStore, write: Write, generation: int, acknowledged: list[tuple[str, str]]
) -> None:
    with suppress(OSError, HTTPException):
        for number in range(generation * 10_000, (generation + 1) * 10_000):
            acknowledged += write(store, number)


def _kept(folder: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(folder / "practice.sqlite")) as connection:
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        return {(kind, str(value)) for kind, query in KEPT.items() for (value,) in connection.execute(query)}
