"""Faults of reports and of their downloads: stuck, failed, links that expired, files that break off."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from svcconsole.api.downloads import Downloader
from svcconsole.api.errors import ApiError, NotDownloaded, NotReached
from tests.sandbox.faults.test_kinds import log, switch_on
from tests.sandbox.wire import data, raw
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

REQUEST = {
    "emails": ["ops@practice.example"],
    "reportType": "Overall",
    "reportName": "Ledger report",
    "dateRange": {"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-01-31T00:00:00Z"},
}
CSV = frozenset({"text/csv"})


def asked(store: PracticeStore) -> int:
    return int(data(store, "generateReport", REQUEST)["reportHistoryId"])


def report(store: PracticeStore, number: int) -> dict[str, Any]:
    answered: dict[str, Any] = data(store, "getReportById", {"reportHistoryId": number})
    return answered


def is_now(store: PracticeStore, number: int, status: str) -> Callable[[], bool]:
    return lambda: bool(report(store, number)["reportStatus"] == status)


async def finished_link(store: PracticeStore) -> str:
    number = asked(store)
    await until(is_now(store, number, "COMPLETED"))
    return str(report(store, number)["downloadLink"])


async def test_a_stuck_report_stays_in_progress_until_the_fault_is_off(practice_store: PracticeStore) -> None:
    number = switch_on(practice_store, "report_stuck count=1")
    stuck = asked(practice_store)
    await until(is_now(practice_store, stuck, "IN_PROGRESS"))
    other = asked(practice_store)
    await until(is_now(practice_store, other, "COMPLETED"))
    assert report(practice_store, stuck) == {
        "downloadLink": None,
        "reportStatus": "IN_PROGRESS",
        "cursor": None,
    }
    (fault,) = practice_store.faults()
    assert (fault["struck"], fault["spent"]) == (1, True)
    practice_store.control("DELETE", f"/faults?id={number}")
    await until(is_now(practice_store, stuck, "COMPLETED"))


async def test_a_failed_report_says_so(practice_store: PracticeStore) -> None:
    switch_on(practice_store, "report_failed count=1")
    number = asked(practice_store)
    await until(is_now(practice_store, number, "FAILED"))
    assert report(practice_store, number)["downloadLink"] is None
    await until(is_now(practice_store, asked(practice_store), "COMPLETED"))


Fetch = Callable[[], Awaitable[bytes]]

DOWNLOADS: dict[str, tuple[type[ApiError], int | None]] = {
    "expired_link": (NotDownloaded, 410),
    "status code=404": (NotDownloaded, 404),
    "html code=200": (NotDownloaded, 200),
    "reset": (NotReached, None),
    "close": (NotReached, None),
    "cut keep=5": (NotReached, 200),
    "cut keep=5 framing=chunked": (NotReached, 200),
    "silence seconds=0.05": (NotReached, None),
    "no_http": (NotReached, None),
}


@pytest.mark.parametrize("words", DOWNLOADS)
async def test_a_download_that_does_not_come(practice_store: PracticeStore, words: str) -> None:
    error, status = DOWNLOADS[words]
    url = await finished_link(practice_store)
    switch_on(practice_store, f"{words} operation=downloads")
    async with Downloader() as downloader:
        with pytest.raises(error) as caught:
            await downloader.fetch(url, max_bytes=10_000, types=CSV, allow_loopback=True)
        assert caught.value.status == status
        assert log(practice_store)[-1]["operation"] == "downloads"
        practice_store.clear_faults()
        whole = await downloader.fetch(url, max_bytes=10_000, types=CSV, allow_loopback=True)
    assert whole.body.count(b"\n") >= 1, "the same link, once the fault is off"


@pytest.mark.parametrize("words", ["latency seconds=0.05", "drip bytes=16 seconds=0.001"])
async def test_a_slow_download_is_the_same_file(practice_store: PracticeStore, words: str) -> None:
    url = await finished_link(practice_store)
    async with Downloader() as downloader:
        quick = await downloader.fetch(url, max_bytes=10_000, types=CSV, allow_loopback=True)
        switch_on(practice_store, f"{words} operation=downloads")
        slow = await downloader.fetch(url, max_bytes=10_000, types=CSV, allow_loopback=True)
    assert slow == quick
    path = url.removeprefix(practice_store.base_url)
    part = raw(
        practice_store, "GET", path, [("Host", f"127.0.0.1:{practice_store.port}"), ("Range", "bytes=2-5")]
    )
    assert (part.status, part.text) == (206, quick.body[2:6])
