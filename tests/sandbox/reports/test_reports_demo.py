"""Reports of the demo store: each has something to show, and half a year of conversations comes whole."""

from __future__ import annotations

from typing import get_args

import pytest

from svcconsole.api.models.reports import RESUMABLE, ReportName
from svcconsole.sandbox.reports.export_limit import MOST_ROWS
from tests.sandbox.reports.reporting import asked, ended, fetched
from tests.support.practice import start_practice_store

ONE_WEEK = {"startDate": "2026-05-11T00:00:00Z", "endDate": "2026-05-17T23:59:59.999Z"}
HALF_A_YEAR = {"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-06-30T23:59:59.999Z"}
SECONDS = 90.0
FROM_THE_START = "Ledger report"
"""Its balance needs the whole past; the week of the others is made in a moment."""


def test_every_report_of_a_week_has_rows() -> None:
    with start_practice_store(seed="demo") as store:
        names = [name for name in get_args(ReportName) if name != FROM_THE_START]
        numbers = {asked(store, reportName=name, dateRange=ONE_WEEK): name for name in names}
        rows = {}
        for number, name in numbers.items():
            link = ended(store, number, SECONDS)["downloadLink"]
            rows[name] = fetched(link).body.count(b"\r\n") - 1
    assert [name for name, count in rows.items() if not count] == []
    assert rows["All Conversations Report"] > 1_000


@pytest.mark.deep
def test_half_a_year_of_conversations_comes_whole() -> None:
    with start_practice_store(seed="demo") as store:
        found: list[int] = []
        cursor: str | None = None
        while True:
            more = {"cursor": cursor} if cursor else {}
            report = ended(store, asked(store, dateRange=HALF_A_YEAR, **more), SECONDS)
            lines = fetched(report["downloadLink"]).body.split(b"\r\n")[1:-1]
            assert len(lines) == MOST_ROWS or report["cursor"] is None
            found += [int(line.partition(b",")[0]) for line in lines]
            cursor = report["cursor"]
            if cursor is None:
                break
        assert found == sorted(set(found))
        assert len(found) > 120_000
        assert ended(store, asked(store, reportName=FROM_THE_START, dateRange=HALF_A_YEAR))["downloadLink"]


def test_the_cap_holds_for_every_report_and_one_alone_gets_a_cursor() -> None:
    span = {"startDate": "2026-06-01T00:00:00Z", "endDate": "2026-06-30T00:00:00Z"}
    with start_practice_store(seed="demo", options=["--report-rows", "2"]) as store:
        numbers = {name: asked(store, reportName=name, dateRange=span) for name in get_args(ReportName)}
        looked = {name: ended(store, number, SECONDS) for name, number in numbers.items()}
        rows = {each["id"]: each["rows"] for each in store.control("GET", "/reports")["data"]["reports"]}
    assert max(rows.values()) == 2
    assert sum(count == 2 for count in rows.values()) > 15
    assert [name for name, look in looked.items() if look["cursor"] is not None] == [RESUMABLE]
