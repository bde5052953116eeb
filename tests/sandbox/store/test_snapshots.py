"""Snapshots and the way back: with the server running or stopped, whole or not at all, killed at any step."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from svcconsole import cli
from svcconsole.api.models.catalog import UpsertProducts
from svcconsole.sandbox.rules.catalog import upsert_products
from svcconsole.sandbox.store.folder import held
from svcconsole.sandbox.store.record_files import RecordFiles
from svcconsole.sandbox.store.snapshots import SUFFIX
from tests.sandbox.wire import data, good_headers, post, raw
from tests.support.generate import product
from tests.support.practice import PracticeStore, start_practice_store

ROOT = Path(__file__).parents[3]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[PracticeStore, Path]]:
    folder = tmp_path_factory.mktemp("snapshots") / "data"
    with start_practice_store(folder) as started:
        yield started, folder


@pytest.fixture
def folder(process: tuple[PracticeStore, Path]) -> Path:
    return process[1]


@pytest.fixture
def store(process: tuple[PracticeStore, Path]) -> PracticeStore:
    """A store that holds nothing and has no snapshots."""
    started, folder = process
    started.reset()
    for snapshot in (folder / "snapshots").glob("*"):
        snapshot.unlink()
    return started


def ids(store: PracticeStore) -> list[str]:
    return [one["id"] for one in data(store, "products/list", {})["products"]]


def put(store: PracticeStore, number: int) -> None:
    data(store, "products/createOrUpdate", {"products": [product(number)]})


def control(store: PracticeStore, path: str, **body: Any) -> Any:
    return store.control("POST", path, body)["data"]


def refused(store: PracticeStore, path: str, **body: Any) -> str:
    with pytest.raises(HTTPError) as caught:
        store.control("POST", path, body)
    answer = json.load(caught.value)
    assert (caught.value.code, answer["status"]) == (400, 400)
    return str(answer["errors"][0]["message"])


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """The command on a stopped store: its exit code, stdout and stderr."""

    def command(*arguments: str) -> tuple[int, str, str]:
        code = cli.run(["sandbox", *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    mask = os.umask(0o022)
    yield command
    os.umask(mask)


def keep(folder: Path, *numbers: int) -> None:
    """Put products into the stopped store of a folder."""
    with (
        held(folder),
        closing(RecordFiles(folder, "empty")) as kept,
        kept.database.transaction() as connection,
    ):
        request = UpsertProducts.read({"products": [product(number) for number in numbers]})
        upsert_products(kept.call(connection), request)


def test_a_running_store_goes_back_to_each_of_its_snapshots(store: PracticeStore) -> None:
    assert refused(store, "/restore") == "there is no snapshot of this store yet: take one first"
    put(store, 1)
    first = ids(store)
    taken = control(store, "/snapshot", name="one")["snapshot"]
    assert taken["name"] == "one"
    assert taken["bytes"] > 0
    put(store, 2)
    both = ids(store)
    second = control(store, "/snapshot")["snapshot"]["name"]
    assert second.startswith("20")
    store.reset()
    assert ids(store) == []
    assert control(store, "/restore", name="one") == {"restored": "one", "counts": store.counts()}
    assert ids(store) == first
    assert control(store, "/restore")["restored"] == second
    assert ids(store) == both
    names = [one["name"] for one in store.control("GET", "/snapshots")["data"]["snapshots"]]
    assert names == [second, "one"]
    assert refused(store, "/restore", name="three") == (
        f"there is no snapshot named three: there are {second}, one"
    )
    assert refused(store, "/snapshot", name="../one").startswith("name ../one is no name of a snapshot: ")
    assert ids(store) == both


def test_a_snapshot_of_the_same_name_takes_the_place_of_the_other(store: PracticeStore) -> None:
    for number in (1, 2):
        put(store, number)
        control(store, "/snapshot", name="same")
    store.reset()
    control(store, "/restore", name="same")
    assert len(ids(store)) == 2
    assert len(store.control("GET", "/snapshots")["data"]["snapshots"]) == 1


def test_reports_and_mails_come_back_with_the_records(store: PracticeStore) -> None:
    request = {
        "reportType": "Overall",
        "reportName": "Overall customers report",
        "dateRange": {"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-02-01T00:00:00Z"},
        "emails": ["asha@practice.example"],
    }
    number = data(store, "generateReport", request)["reportHistoryId"]
    waited = threading.Event()
    while (report := data(store, "getReportById", {"reportHistoryId": number}))["downloadLink"] is None:
        waited.wait(0.05)
    host = good_headers(store)[:1]
    before = raw(store, "GET", report["downloadLink"].removeprefix(store.base_url), host)
    control(store, "/snapshot", name="reported")
    store.reset()
    assert post(store, "getReportById", {"reportHistoryId": number}).status == 400
    control(store, "/restore")
    link = data(store, "getReportById", {"reportHistoryId": number})["downloadLink"]
    after = raw(store, "GET", link.removeprefix(store.base_url), host)
    assert (before.status, after.status, after.text) == (200, 200, before.text)
    assert len(store.control("GET", "/outbox")["data"]["emails"]) == 1


def test_one_that_is_taken_while_others_write_holds_whole_requests(store: PracticeStore) -> None:
    ended = threading.Event()

    def write() -> None:
        for batch in range(1_000):
            if ended.is_set():
                return
            records = [product(batch * 10 + number) for number in range(10)]
            data(store, "products/createOrUpdate", {"products": records})

    writers = [threading.Thread(target=write) for _ in range(2)]
    for writer in writers:
        writer.start()
    counts = []
    for name in ("a", "b", "c"):
        control(store, "/snapshot", name=name)
    at_once = [
        threading.Thread(target=control, args=(store, "/snapshot"), kwargs={"name": "c"}) for _ in "12"
    ]
    for one in at_once:
        one.start()
    for one in at_once:
        one.join()
    ended.set()
    for writer in writers:
        writer.join()
    for name in ("a", "b", "c"):
        counts.append(control(store, "/restore", name=name)["counts"]["products"])
    assert counts == sorted(counts)
    assert [count % 10 for count in counts] == [0, 0, 0]


def test_a_stopped_store_is_reset_copied_and_brought_back(tmp_path: Path, run: Run) -> None:
    folder = str(tmp_path)
    keep(tmp_path, 1)
    code, told, _ = run("snapshot", "--data", folder, "--name", "mine")
    assert (code, told[: told.index(" has ")]) == (0, f"The snapshot mine of {folder}")
    code, told, _ = run("reset", "--data", folder, "--seed", "demo")
    assert (code, told) == (0, f"The practice store in {folder} starts from the seed demo.\n")
    with start_practice_store(tmp_path) as store:
        demo = data(store, "products/list", {})["products"]
        assert len(demo) == 100
        assert {one["image"].startswith(store.base_url) for one in demo} == {True}
        for command in ("reset", "snapshot", "restore"):
            assert run(command, "--data", folder) == (
                2,
                "",
                f"The folder {folder} is in use by another practice store."
                " Stop it, or choose another --data.\n",
            )
        store.stop()
    assert run("restore", "--data", folder) == (
        0,
        f"The practice store in {folder} is as its snapshot mine.\n",
        "",
    )
    with start_practice_store(tmp_path) as store:
        assert ids(store) == [product(1)["id"]]
        store.stop()
    for snapshot in (tmp_path / "snapshots").iterdir():
        snapshot.unlink()
    assert run("restore", "--data", folder) == (
        2,
        "",
        "There is no snapshot of this store yet: take one first.\n",
    )


def test_what_cannot_be_done_to_a_folder_is_said_in_one_sentence(tmp_path: Path, run: Run) -> None:
    nothing = tmp_path / "nothing"
    for command in ("reset", "snapshot", "restore"):
        assert run(command, "--data", str(nothing)) == (
            2,
            "",
            f"The folder {nothing} holds no practice store. Choose another --data.\n",
        )
        assert not nothing.exists()


def test_a_snapshot_that_cannot_be_read_changes_nothing(
    tmp_path: Path, folder: Path, store: PracticeStore
) -> None:
    put(store, 1)
    control(store, "/snapshot", name="whole")
    whole = (folder / "snapshots" / f"whole{SUFFIX}").read_bytes()
    spoiled = folder / "snapshots" / f"spoiled{SUFFIX}"
    for content in (b"", b"no snapshot" * 100, whole[: len(whole) // 2]):
        spoiled.write_bytes(content)
        assert refused(store, "/restore", name="spoiled").startswith("the snapshot spoiled cannot be read: ")
    outside = tmp_path / "outside"
    outside.write_text("")
    with tarfile.open(spoiled, "w") as archive:
        archive.add(outside, "../../../outside.planted")
    assert refused(store, "/restore", name="spoiled").startswith("the snapshot spoiled cannot be read: ")
    assert not list(folder.parent.parent.rglob("outside.planted"))
    assert len(ids(store)) == 1
    assert sorted(path.name for path in folder.glob(".*")) == []


@pytest.mark.skipif(sys.platform == "win32", reason="forks and kills")
@pytest.mark.parametrize("change", ["restore", "snapshot", "reset"])
def test_killed_at_any_step_the_store_is_as_before_or_as_after(tmp_path: Path, run: Run, change: str) -> None:
    folder = tmp_path / "data"
    keep(folder, 1)
    (folder / "reports").mkdir()
    (folder / "reports/1.csv").write_text("before")
    assert run("snapshot", "--data", str(folder), "--name", "before")[0] == 0
    keep(folder, 2)
    (folder / "reports/2.csv").write_text("after")
    ended = subprocess.run(
        [sys.executable, "-m", "tests.sandbox.store.killed_at_each_step", str(folder), change],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    states = json.loads(ended.stdout)
    one = [[product(1)["id"]], ["1.csv"]]
    two = [[product(1)["id"], product(2)["id"]], ["1.csv", "2.csv"]]
    outcomes = {
        "restore": [(two, one), (one, one)],
        "snapshot": [(two, one), (two, two)],
        "reset": [(two, one), ([[], []], one)],
    }[change]
    seen = [json.dumps([now, back]) for now, _, back, _, _ in states]
    assert set(seen) <= {json.dumps(outcome) for outcome in outcomes}
    assert seen[-1] == json.dumps(outcomes[1])
    assert len(seen) > 5
    assert {json.dumps([names, litter, mode]) for _, names, _, litter, mode in states} == {
        json.dumps([["before"], [], 0o600])
    }
