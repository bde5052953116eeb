"""The export of all conversations in parts: nothing twice, nothing lost, in a kill and while it grows."""

from __future__ import annotations

import csv
import random
import tracemalloc
from io import StringIO
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, insert

from svcconsole.sandbox.reports.csv_file import write
from svcconsole.sandbox.reports.definitions import REPORTS
from svcconsole.sandbox.reports.export_limit import MOST_ROWS
from svcconsole.sandbox.reports.request import ReportQuery
from svcconsole.sandbox.store.tables import messaging
from tests.sandbox.reports.report_book import NOW, made, opened
from tests.sandbox.reports.reporting import ALL, asked, ended, fetched, fill, looked_at, send, wait_for
from tests.sandbox.wire import post
from tests.support.practice import PracticeStore, start_practice_store

CAP = 7
SECONDS = 60.0
WHOLE_YEAR = ("2026-01-01T00:00:00.000Z", "2026-12-31T00:00:00.000Z")


def _arrive(connection: Connection, first: int, count: int) -> None:
    rows = [
        {
            "id": number,
            "message_id": f"wamid.{number}",
            "direction": "in",
            "channel": "whatsapp",
            "contact": "+15550100123",
            "kind": "text",
            "text": "line\none" if number % 3 else "plain",
            "created_at": "2026-02-01T00:00:00.000Z",
        }
        for number in range(first, first + count)
    ]
    if rows:
        connection.execute(insert(messaging.messages), rows)


@pytest.mark.parametrize("seed", range(20))
def test_parts_neither_overlap_nor_lose_while_rows_arrive(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    with opened(tmp_path) as database:
        number, after, found, parts = 7, 0, list[int](), 0
        while True:
            with database.transaction() as connection:
                arriving = dice.choice((0, 0, 1, 3, 10)) if parts < 8 else 0
                _arrive(connection, number, arriving)
                number += arriving
            with database.reading() as connection:
                result, text = made(
                    connection,
                    "All Conversations Report",
                    tmp_path / "part.csv",
                    dates=WHOLE_YEAR,
                    most=CAP,
                    after=after,
                )
            rows = list(csv.DictReader(StringIO("\r\n".join(text), newline="")))
            assert result.rows == len(rows)
            assert len(rows) == CAP if result.last else len(rows) <= CAP
            found += [int(row["id"]) for row in rows]
            parts += 1
            if result.last is None:
                break
            after = result.last
        assert found == list(range(1, number))


def test_exactly_the_cap_is_whole(tmp_path: Path) -> None:
    with opened(tmp_path) as database, database.reading() as connection:
        path = tmp_path / "part.csv"
        whole, _ = made(connection, "All Conversations Report", path, dates=WHOLE_YEAR, most=6)
        cut, _ = made(connection, "All Conversations Report", path, dates=WHOLE_YEAR, most=5)
    assert (whole.rows, whole.last) == (6, None)
    assert (cut.rows, cut.last) == (5, 5)


def test_a_large_report_is_never_whole_in_memory(tmp_path: Path) -> None:
    with opened(tmp_path) as database:
        with database.transaction() as connection:
            _arrive(connection, 7, 20_000)
        report = REPORTS["All Conversations Report"]
        with database.reading() as connection:
            asked_for = ReportQuery(*WHOLE_YEAR, NOW)
            tracemalloc.start()
            result = write(connection, report, asked_for, tmp_path / "a.csv", most=None, stopped=Event())
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
    assert result.rows == 20_006
    assert (tmp_path / "a.csv").stat().st_size > 2_000_000
    assert peak < 1_500_000


def _chain(store: PracticeStore, between: int) -> tuple[list[int], list[int]]:
    """The ids of all parts, and how many rows each had; so many messages arrive before each next part."""
    found: list[int] = []
    sizes: list[int] = []
    cursor: str | None = None
    while True:
        number = asked(store, **({"cursor": cursor} if cursor else {}))
        report = ended(store, number, SECONDS)
        rows = fetched(report["downloadLink"]).body.decode().removesuffix("\r\n").split("\r\n")[1:]
        found += [int(row.partition(",")[0]) for row in rows]
        sizes.append(len(rows))
        cursor = report["cursor"]
        if cursor is None:
            return found, sizes
        for text in range(between):
            send(store, f"meanwhile {text}")


def test_an_export_beyond_the_cap_goes_on_from_its_cursor(tmp_path: Path) -> None:
    with start_practice_store(tmp_path) as store:
        store.stop()
    fill(tmp_path, MOST_ROWS + 10)
    with start_practice_store(tmp_path) as store:
        found, sizes = _chain(store, between=5)
        assert sizes == [MOST_ROWS, 15]
        assert found == [*range(1, MOST_ROWS + 11), *range(1_000_001, 1_000_006)]

        first = looked_at(store, 1)
        assert first["cursor"]
        other_dates = {"dateRange": {"startDate": "2026-01-01T00:00:00Z", "endDate": "2098-12-31T00:00:00Z"}}
        for changes, named in (
            ({"emails": ["ada@shop.example"]}, "emails"),
            (other_dates, "dateRange"),
            ({"filters": {"channel": "email"}}, "filters"),
            (
                {"reportType": "Helpdesk", "reportDescription": "mine"},
                "reportType and another reportDescription",
            ),
        ):
            reply = post(store, "generateReport", {**ALL, **changes, "cursor": first["cursor"]})
            message = f"cursor belongs to an export with another {named}: send the same"
            assert (reply.status, reply.messages) == (400, [message])
        forged = first["cursor"][:-1] + ("A" if first["cursor"][-1] != "A" else "B")
        assert post(store, "generateReport", {**ALL, "cursor": forged}).status == 400

        # the same cursor again is the same part again, and what has come since
        again = asked(store, cursor=first["cursor"])
        assert ended(store, again, SECONDS)["cursor"] is None
        subjects = [one["subject"] for one in store.control("GET", "/outbox")["data"]["emails"]]
        whole = "All Conversations Report, part "
        assert subjects == [whole + "2", whole + "2", whole + "1"]

        store.reset()
        reply = post(store, "generateReport", {**ALL, "cursor": first["cursor"]})
        assert reply.messages == ["cursor is not one that this store gave"]


def test_a_killed_store_makes_the_report_again(tmp_path: Path) -> None:
    with start_practice_store(tmp_path) as store:
        store.stop()
    count = 20_000
    fill(tmp_path, count)
    with start_practice_store(tmp_path) as store:
        unfinished = tmp_path / "report.partial"
        number, queued = asked(store), asked(store, reportName="Ledger report")
        wait_for(lambda: unfinished.exists() and unfinished.stat().st_size > 100_000)
        store.kill()
    assert not (tmp_path / "reports" / f"{number}.csv").exists()
    with start_practice_store(tmp_path) as store:
        report = ended(store, number, SECONDS)
        assert report["reportStatus"] == "COMPLETED"
        body = fetched(report["downloadLink"]).body
        assert body.count(b"\r\n") == count + 1
        assert body.endswith(b"\r\n")
        assert ended(store, queued)["reportStatus"] == "COMPLETED"
        assert not unfinished.exists()
        letters = store.control("GET", "/outbox")["data"]["emails"]
        assert sorted(one["id"] for one in letters) == [number, queued]


def test_a_store_that_is_stopped_makes_its_report_when_it_starts_again(tmp_path: Path) -> None:
    with start_practice_store(tmp_path) as store:
        store.stop()
    fill(tmp_path, 10_000)
    with start_practice_store(tmp_path) as store:
        asked(store)
        wait_for((tmp_path / "report.partial").exists)
        store.stop()
    with start_practice_store(tmp_path) as store:
        assert ended(store, 1, SECONDS)["reportStatus"] == "COMPLETED"


@pytest.mark.deep
def test_a_large_export_comes_whole_in_three_parts(tmp_path: Path) -> None:
    with start_practice_store(tmp_path) as store:
        store.stop()
    fill(tmp_path, 120_000)
    with start_practice_store(tmp_path) as store:
        found, sizes = _chain(store, between=20)
    assert sizes == [MOST_ROWS, MOST_ROWS, 20_040]
    assert found == [*range(1, 120_001), *range(1_000_001, 1_000_041)]
