"""Reports of the practice store: asked for, made behind the answers, looked at (endpoints 1 and 2)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from svcconsole.sandbox.reports.definitions import REPORTS
from tests.sandbox.reports.reporting import ALL, asked, ended, fetched, lines, looked_at, send, wait_for
from tests.sandbox.wire import post
from tests.support.practice import PracticeStore, start_practice_store


def test_a_report_is_made_behind_the_answer(practice_store: PracticeStore) -> None:
    send(practice_store, 'so "quoted",\nand more')
    number = asked(practice_store)
    assert ended(practice_store, number)["cursor"] is None
    link = looked_at(practice_store, number)["downloadLink"]
    text = fetched(link).body.decode()
    assert text.startswith("id,messageId,createdAt,channel,")
    assert '"so ""quoted"",\nand more"' in text
    assert text.count("\r\n") == 2


def test_it_is_in_progress_without_a_link_until_it_is_completed(practice_store: PracticeStore) -> None:
    practice_store.add_fault("report_stuck", count=1)
    held, free = asked(practice_store), asked(practice_store)
    assert ended(practice_store, free)["reportStatus"] == "COMPLETED"
    waiting = {"reportStatus": "IN_PROGRESS", "downloadLink": None, "cursor": None}
    assert looked_at(practice_store, held) == waiting
    practice_store.clear_faults()
    assert ended(practice_store, held)["reportStatus"] == "COMPLETED"


def test_no_other_report_has_a_cursor(practice_store: PracticeStore) -> None:
    send(practice_store, "one")
    numbers = {name: asked(practice_store, reportName=name) for name in REPORTS if name != ALL["reportName"]}
    assert len(numbers) == 23
    for name, number in numbers.items():
        report = ended(practice_store, number)
        assert (report["reportStatus"], report["cursor"]) == ("COMPLETED", None), name


def test_a_report_that_fails_stays_failed_and_the_next_is_made(practice_store: PracticeStore) -> None:
    practice_store.add_fault("report_failed", count=1)
    failed = asked(practice_store)
    assert ended(practice_store, failed) == {"reportStatus": "FAILED", "downloadLink": None, "cursor": None}
    assert ended(practice_store, asked(practice_store))["reportStatus"] == "COMPLETED"
    assert looked_at(practice_store, failed)["reportStatus"] == "FAILED"
    made, not_made = practice_store.control("GET", "/reports")["data"]["reports"]
    assert (made["status"], made["rows"], made["error"]) == ("COMPLETED", 0, None)
    assert (not_made["id"], not_made["part"], not_made["request"]) == (failed, 1, ALL)
    assert not_made["error"] == "RuntimeError: a fault that was switched on made this report fail"


@pytest.mark.skipif(os.name != "posix", reason="a folder that is a file is another error elsewhere")
def test_a_report_whose_file_cannot_be_written_fails(tmp_path: Path) -> None:
    with start_practice_store(tmp_path) as store:
        (tmp_path / "report.partial").mkdir()
        failed = asked(store)
        assert ended(store, failed)["reportStatus"] == "FAILED"
        assert store.control("GET", "/reports")["data"]["reports"][0]["error"].startswith("IsADirectoryError")
        (tmp_path / "report.partial").rmdir()
        assert ended(store, asked(store))["reportStatus"] == "COMPLETED"


@pytest.mark.parametrize("number", [7, 0, -1, 2**70])
def test_an_unknown_report_is_named(practice_store: PracticeStore, number: int) -> None:
    reply = post(practice_store, "getReportById", {"reportHistoryId": number})
    assert reply.status == 400
    assert reply.messages == [f"reportHistoryId {number} is not a report of this store"]


@pytest.mark.parametrize("kind", ["Overall", "Campaigns", "Helpdesk", "Journeys", "Widgets"])
def test_every_type_goes_with_every_name(practice_store: PracticeStore, kind: str) -> None:
    filters = {"channel": "livechat", "groupBy": "week"}
    number = asked(practice_store, reportType=kind, reportName="Ledger report", filters=filters)
    assert ended(practice_store, number)["reportStatus"] == "COMPLETED"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"emails": ["ada@shop.example", "bo"]}, 'emails[1] must be an e-mail address, not "bo"'),
        ({"emails": ["a@b.example\r\nBcc: c@d.example"]}, "emails[0] must be an e-mail address"),
        (
            {"dateRange": {"startDate": "2026-01-01T00:00:00", "endDate": "2026-01-02T00:00:00Z"}},
            "dateRange.startDate must be an ISO 8601 timestamp with a time zone",
        ),
        ({"cursor": "made up"}, "cursor is not one that this store gave"),
        ({"cursor": "ünmöglich"}, "cursor is not one that this store gave"),
        ({"cursor": "A" * 48}, "cursor is not one that this store gave"),
        (
            {"cursor": "A", "reportName": "Ledger report"},
            "cursor goes with All Conversations Report alone, not with Ledger report",
        ),
    ],
)
def test_what_cannot_be_is_refused_by_name(
    practice_store: PracticeStore, changes: dict[str, Any], message: str
) -> None:
    reply = post(practice_store, "generateReport", {**ALL, **changes})
    assert reply.status == 400
    assert len(reply.messages) == 1
    assert reply.messages[0].startswith(message)
    assert practice_store.counts()["reports"] == 0


@pytest.mark.parametrize(
    ("start", "end", "found"),
    [
        ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.999999-14:00", 1),
        ("2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z", 0),
        ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z", 0),
    ],
)
def test_the_ends_of_the_calendar_are_dates_too(
    practice_store: PracticeStore, start: str, end: str, found: int
) -> None:
    send(practice_store, "hello")
    number = asked(practice_store, dateRange={"startDate": start, "endDate": end})
    assert len(lines(practice_store, number)) == found


def test_a_report_under_way_does_not_come_into_the_store_after_a_reset(
    practice_store: PracticeStore,
) -> None:
    send(practice_store, "before")
    numbers = [asked(practice_store) for _ in range(5)]
    practice_store.reset("empty")
    reply = post(practice_store, "getReportById", {"reportHistoryId": numbers[0]})
    assert reply.status == 400
    assert asked(practice_store) == 1
    assert lines(practice_store, 1) == []
    wait_for(lambda: practice_store.counts()["outbox"] == 1)
