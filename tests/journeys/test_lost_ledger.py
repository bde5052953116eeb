"""A campaign whose workspace file is harmed after a kill: going on with it sends nobody a second message."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from svcconsole.api.operations import SEND_TEMPLATE
from tests.support.campaign import Campaign, number_of, received, recipients
from tests.support.command import CommandLine, Finished, finish
from tests.support.coroutines import until
from tests.support.load import PREFIX
from tests.support.practice import PracticeStore

COUNT, REACHED = 80, 30
MAIN = "workspace.sqlite3"
Harm = Callable[[Path], None]


def store_folder(home: Path) -> Path:
    """The folder of the one workspace there."""
    (found,) = (home / "data" / "stores").glob(f"*/{MAIN}")
    return found.parent


def log_of(home: Path) -> Path:
    return store_folder(home) / f"{MAIN}-wal"


def without_log(home: Path) -> None:
    log_of(home).unlink()


def without_log_and_index(home: Path) -> None:
    log_of(home).unlink()
    (store_folder(home) / f"{MAIN}-shm").unlink()


def cut_log(home: Path) -> None:
    os.truncate(log_of(home), log_of(home).stat().st_size // 2)


def damaged_log(home: Path) -> None:
    """A page in its first half is nothing but zeros: SQLite reads up to there, and says nothing."""
    path = log_of(home)
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 3)
        file.write(bytes(4096))


def main_file_alone(home: Path) -> None:
    """What a person copies who knows of one file only."""
    folder = store_folder(home)
    shutil.copyfile(folder / MAIN, home / "kept")
    shutil.rmtree(folder)
    folder.mkdir(mode=0o700)
    shutil.move(home / "kept", folder / MAIN)


def main_file_on_another_computer(home: Path) -> None:
    main_file_alone(home)
    shutil.rmtree(home / "config")


def mark_lost(home: Path) -> None:
    without_log(home)
    shutil.rmtree(home / "config" / "marks")


def mark_damaged(home: Path) -> None:
    without_log(home)
    (mark,) = (home / "config" / "marks").iterdir()
    mark.write_bytes(b"svcconsole-mark 0 0\n")


HARMS: tuple[Harm, ...] = (
    without_log, without_log_and_index, cut_log, damaged_log, main_file_alone, main_file_on_another_computer,
    mark_lost, mark_damaged,
)  # fmt: skip


async def killed_at(campaign: Campaign, reached: int) -> None:
    process = await campaign.begin()
    await until(lambda: campaign.store.counts()["messages"] >= reached)
    process.kill()
    await process.communicate()
    take_what_was_on_the_way(campaign.store)


def take_what_was_on_the_way(store: PracticeStore) -> None:
    """Return once the store has done what came to it before: it does requests in the order they came, this
    one last, which it refuses."""
    answer = httpx.post(
        store.base_url + PREFIX + SEND_TEMPLATE.path,
        json={},
        headers={"Authorization": f"Basic {store.token}"},
        trust_env=False,
    )
    assert answer.status_code == 400


async def gone_on_with(campaign: Campaign) -> Finished:
    what = ("import", "templates", "--resume", campaign.run_id)
    return await finish(await campaign.command.start(*what, store=campaign.store))


def nobody_twice(campaign: Campaign) -> None:
    twice = {number: times for number, times in received(campaign.store).items() if times > 1}
    assert twice == {}


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
async def test_a_campaign_goes_on_from_a_harmed_ledger_and_reaches_nobody_twice(
    practice_store: PracticeStore, tmp_path: Path, harm: Harm
) -> None:
    campaign = Campaign(CommandLine(tmp_path), practice_store, recipients(tmp_path / "list.csv", COUNT))
    await killed_at(campaign, REACHED)
    harm(tmp_path)
    before = received(practice_store).total()
    done = await gone_on_with(campaign)
    nobody_twice(campaign)
    assert received(practice_store).total() == before, "nothing goes by itself"
    assert done.code == 5, done.stderr
    totals = done.json
    assert totals["sent"] + totals["needs_decision"] == COUNT
    assert totals["needs_decision"] >= COUNT - before


async def test_an_older_copy_of_all_data_that_is_put_back_is_not_gone_on_with(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    campaign = Campaign(CommandLine(tmp_path), practice_store, recipients(tmp_path / "list.csv", COUNT))
    await killed_at(campaign, 10)
    shutil.copytree(tmp_path / "data", tmp_path / "kept")
    await killed_at(campaign, REACHED)
    shutil.rmtree(tmp_path / "data")
    (tmp_path / "kept").rename(tmp_path / "data")
    before = received(practice_store).total()
    done = await gone_on_with(campaign)
    nobody_twice(campaign)
    assert (done.code, received(practice_store).total()) == (5, before), done.stderr


async def test_a_kill_alone_asks_only_about_what_was_on_the_way(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """The mark is never ahead of a ledger that nobody harmed."""
    campaign = Campaign(CommandLine(tmp_path), practice_store, recipients(tmp_path / "list.csv", COUNT))
    for place in range(4):
        await killed_at(campaign, 15 * (place + 1))
    done = await gone_on_with(campaign)
    nobody_twice(campaign)
    totals = done.json
    assert totals["needs_decision"] <= 4 * 4, "four are on the way at most"
    assert totals["sent"] + totals["needs_decision"] == COUNT
    assert received(practice_store).keys() <= {number_of(place) for place in range(COUNT)}


def file_deleted(folder: Path) -> None:
    (folder / MAIN).unlink()


def file_replaced(folder: Path) -> None:
    shutil.copyfile(folder / MAIN, folder / "other")
    (folder / "other").replace(folder / MAIN)


def log_deleted(folder: Path) -> None:
    (folder / f"{MAIN}-wal").unlink()


@pytest.mark.parametrize("harm", [file_deleted, file_replaced, log_deleted], ids=lambda harm: harm.__name__)
async def test_a_run_stops_when_its_file_is_taken_away(
    practice_store: PracticeStore, tmp_path: Path, harm: Harm
) -> None:
    campaign = Campaign(CommandLine(tmp_path), practice_store, recipients(tmp_path / "list.csv", 2_000))
    process = await campaign.begin()
    await until(lambda: practice_store.counts()["messages"] >= 20)
    folder = store_folder(tmp_path)
    harm(folder)
    done = await finish(process)
    sent = received(practice_store)
    assert sent.total() < 1_000, "it went on into a file that nobody can open"
    assert done.code == 5, done.stderr
    assert "was deleted or replaced while it was open" in done.stderr
    assert "Traceback" not in done.stderr
    with closing(sqlite3.connect(folder / f"{MAIN}.deleted")) as kept:
        (known,) = kept.execute("SELECT count(*) FROM items WHERE state <> 'planned'").fetchone()
    assert known >= sent.total(), "what was noted so far is kept"
