"""Download links: anybody who has one may fetch the file, nobody can guess one, and none lasts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from svcconsole.sandbox.reports import links
from svcconsole.sandbox.reports.signed_tokens import MAC_BYTES, key, seal, unseal
from svcconsole.sandbox.store import timestamps
from svcconsole.sandbox.store.database import Database
from tests.sandbox.reports.reporting import asked, ended, fetched, looked_at, send
from tests.sandbox.wire import raw
from tests.support.practice import PracticeStore, start_practice_store

NAME = "all-conversations-report_2026-01-01_2099-12-31.csv"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("links")


@pytest.fixture(scope="module")
def store(folder: Path) -> Iterator[PracticeStore]:
    """A store with report 1, of three messages."""
    with start_practice_store(folder) as store:
        for text in ("one", "two", "grün"):
            send(store, text)
        assert ended(store, asked(store))["reportStatus"] == "COMPLETED"
        yield store


def _link(store: PracticeStore) -> str:
    return str(looked_at(store, 1)["downloadLink"])


def test_the_file_comes_whole_without_credentials(store: PracticeStore, folder: Path) -> None:
    answer = fetched(_link(store))
    assert answer.status == 200
    assert answer.body == (folder / "reports" / "1.csv").read_bytes()
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Length"] == str(len(answer.body))
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{NAME}"'
    assert answer.headers["Accept-Ranges"] == "bytes"
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["ETag"].startswith('"')
    assert parsedate_to_datetime(answer.headers["Last-Modified"])


def test_head_says_the_same_and_sends_nothing(store: PracticeStore) -> None:
    link = _link(store)
    whole, head = fetched(link), fetched(link, "HEAD")
    assert (head.status, head.body) == (200, b"")
    for name in ("Content-Length", "Content-Type", "Content-Disposition", "ETag", "Last-Modified"):
        assert head.headers[name] == whole.headers[name]


@pytest.mark.parametrize(
    ("wanted", "first", "last"),
    [("bytes=0-9", 0, 9), ("bytes=10-", 10, None), ("bytes=-5", -5, None), ("bytes=3-99999999", 3, None)],
)
def test_a_range_brings_its_part(store: PracticeStore, wanted: str, first: int, last: int | None) -> None:
    whole = fetched(_link(store))
    part = fetched(_link(store), Range=wanted)
    expected = whole.body[first:] if last is None else whole.body[first : last + 1]
    size = len(whole.body)
    begin = first % size
    assert (part.status, part.body) == (206, expected)
    assert part.headers["Content-Range"] == f"bytes {begin}-{begin + len(expected) - 1}/{size}"
    assert part.headers["ETag"] == whole.headers["ETag"]


def test_a_range_beyond_the_end_cannot_be_had(store: PracticeStore) -> None:
    size = len(fetched(_link(store)).body)
    answer = fetched(_link(store), Range=f"bytes={size}-")
    assert answer.status == 416
    assert answer.headers["Content-Range"] == f"bytes */{size}"


@pytest.mark.parametrize(
    "wanted", ["items=0-5", "bytes=x-", "bytes=", "bytes=5-2", "bytes=0-1,4-5", "bytes=٣-"]
)
def test_a_range_that_is_not_one_brings_the_file_whole(store: PracticeStore, wanted: str) -> None:
    answer = fetched(_link(store), Range=wanted.encode().decode("latin-1"))
    assert (answer.status, len(answer.body)) == (200, int(answer.headers["Content-Length"]))
    assert answer.body.startswith(b"id,messageId")


def test_a_range_of_another_state_of_the_file_brings_it_whole(store: PracticeStore) -> None:
    whole = fetched(_link(store))
    same = fetched(_link(store), Range="bytes=4-", If_Range=whole.headers["ETag"])
    other = fetched(_link(store), Range="bytes=4-", If_Range='"another"')
    assert (same.status, same.body) == (206, whole.body[4:])
    assert (other.status, other.body) == (200, whole.body)


def test_each_look_gives_a_fresh_link_and_older_ones_go_on(store: PracticeStore) -> None:
    first = _link(store)
    assert fetched(first).status == fetched(_link(store)).status == 200


@pytest.mark.parametrize(("minutes", "status"), [(1, 200), (-1, 410)])
def test_a_link_ends(store: PracticeStore, folder: Path, minutes: int, status: int) -> None:
    database = Database(folder)
    try:
        with database.transaction() as connection:
            secret = links.secret(connection, 1, timestamps.now() + timedelta(minutes=minutes))
    finally:
        database.close()
    answer = fetched(store.base_url + links.DOWNLOADS + secret)
    assert answer.status == status
    if status == 410:
        assert b"getReportById gives a fresh one" in answer.body
        assert answer.headers["Content-Type"] == "application/json"


def test_it_lasts_a_quarter_of_an_hour(store: PracticeStore, folder: Path) -> None:
    before = timestamps.now()
    secret = urlsplit(_link(store)).path.rpartition("/")[2]
    database = Database(folder)
    try:
        with database.transaction() as connection:
            opened = unseal(key(connection), "download", secret)
    finally:
        database.close()
    assert opened is not None
    report, until = opened
    assert report == 1
    assert -0.001 < until / 1000 - before.timestamp() - 15 * 60 < 60, "it is told in whole milliseconds"


def test_only_the_links_that_were_given_lead_anywhere(store: PracticeStore) -> None:
    link = _link(store)
    start, _, secret = link.rpartition("/")
    changed = [
        secret[:place] + ("A" if one != "A" else "B") + secret[place + 1 :]
        for place, one in enumerate(secret)
    ]
    for other in (*changed, "", "1.csv", secret + "A", secret[:-1], "%2e%2e", "..%2f1.csv", "%C3%A9"):
        answer = raw(store, "GET", f"/downloads/{other}", [("Host", urlsplit(link).netloc)])
        assert answer.status == 404
    assert fetched(f"{start}/{secret}").status == 200


def test_a_seal_is_for_one_purpose_of_one_store() -> None:
    secret = b"k" * 32
    token = seal(secret, "download", 1, 2)
    assert unseal(secret, "download", token) == (1, 2)
    assert unseal(secret, "cursor", token) is None
    assert unseal(b"l" * 32, "download", token) is None
    assert unseal(secret, "download", token + "\n") is None
    assert seal(secret, "download", 1, 3)[: MAC_BYTES + 4] != token[: MAC_BYTES + 4]
    assert MAC_BYTES * 8 >= 128


def test_a_link_of_a_store_that_was_reset_leads_nowhere(tmp_path: Path) -> None:
    with start_practice_store(tmp_path) as store:
        link = ended(store, asked(store))["downloadLink"]
        assert fetched(link).status == 200
        store.reset()
        assert fetched(link).status == 404
        assert not (tmp_path / "reports" / "1.csv").exists()
        assert not (tmp_path / "outbox" / "1.eml").exists()


def test_a_link_that_is_too_old_is_renewed_by_a_look(practice_store: PracticeStore) -> None:
    number = asked(practice_store)
    link = ended(practice_store, number)["downloadLink"]
    practice_store.add_fault("expired_link", count=1)
    assert fetched(link).status == 410
    assert fetched(looked_at(practice_store, number)["downloadLink"]).status == 200
