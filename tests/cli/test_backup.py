"""`svcconsole backup` and `restore`: one whole file while a run goes on, put back without a second send."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from svcconsole.workspace.file_lock import FileLock
from tests.support.campaign import Campaign, received, recipients
from tests.support.command import CommandLine
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

COUNT = 60


@pytest.fixture
def campaign(practice_store: PracticeStore, tmp_path: Path) -> Campaign:
    return Campaign(CommandLine(tmp_path), practice_store, recipients(tmp_path / "list.csv", COUNT))


async def test_a_backup_made_in_the_middle_asks_about_what_was_open_once_it_is_restored(
    campaign: Campaign, practice_store: PracticeStore, tmp_path: Path
) -> None:
    command, copy = campaign.command, tmp_path / "kept.backup"
    names = ("--base-url", practice_store.base_url)
    running = await campaign.begin("--limit", "240")
    await until(lambda: practice_store.counts()["messages"] >= 5)
    made = await command.run("backup", str(copy), *names)
    assert made.code == 0, made.stderr
    await running.communicate()
    assert received(practice_store).total() == COUNT
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (open_ones,) = kept.execute(
            "SELECT count(*) FROM items WHERE state IN ('planned', 'sending')"
        ).fetchone()
    assert 0 < open_ones < COUNT, "it was made while the run went on"
    assert copy.stat().st_mode & 0o077 == 0
    again = await command.run("backup", str(copy), *names)
    assert (again.code, "a file" in again.stderr) == (2, True)

    restored = await command.run("restore", str(copy), *names)
    assert restored.code == 0, restored.stderr
    assert f"{open_ones} records need your decision." in restored.stderr
    done = await command.run("import", "templates", "--resume", "last", store=practice_store)
    assert (done.code, done.json["needs_decision"]) == (5, open_ones), done.stderr
    (before,) = (tmp_path / "data" / "stores").glob("*/*.before-restore")
    assert (await command.run("restore", str(before), *names)).code == 0
    back = await command.run("import", "templates", "--resume", "last", store=practice_store)
    assert (back.code, back.json["sent"]) == (0, COUNT), "what there was before the restoring is back"
    assert set(received(practice_store).values()) == {1}


async def test_a_backup_asks_even_where_nothing_was_sent_since(
    campaign: Campaign, practice_store: PracticeStore, tmp_path: Path
) -> None:
    """Nobody can know that here: it may have been restored and sent from elsewhere meanwhile."""
    command, copy = campaign.command, tmp_path / "kept.backup"
    names = ("--base-url", practice_store.base_url)
    running = await campaign.begin()
    await until(lambda: practice_store.counts()["messages"] >= 5)
    running.kill()
    await running.communicate()
    assert (await command.run("backup", str(copy), *names)).code == 0
    assert (await command.run("restore", str(copy), *names)).code == 0
    before = received(practice_store).total()
    done = await command.run("import", "templates", "--resume", "last", store=practice_store)
    assert (done.code, done.json["not_sent"]) == (5, 0)
    assert received(practice_store).total() == before


async def test_what_is_no_backup_and_a_store_that_is_open_are_refused(
    campaign: Campaign, practice_store: PracticeStore, tmp_path: Path
) -> None:
    command, names = campaign.command, ("--base-url", practice_store.base_url)
    nothing = await command.run("backup", str(tmp_path / "none"), *names)
    assert (nothing.code, nothing.stderr) == (2, "Nothing is kept of this store on this computer.\n")
    await (await campaign.begin()).communicate()
    (folder,) = (tmp_path / "data" / "stores").iterdir()
    good = tmp_path / "good.backup"
    assert (await command.run("backup", str(good), *names)).code == 0
    before = (folder / "workspace.sqlite3").read_bytes()
    halved = tmp_path / "halved"
    halved.write_bytes(good.read_bytes()[: good.stat().st_size // 2])
    other = tmp_path / "other"
    other.write_text("Phone,First name\n")
    for file in (halved, other):
        refused = await command.run("restore", str(file), *names)
        assert refused.code == 2
        assert "is not a backup of a workspace that this program can read" in refused.stderr
        assert "Traceback" not in refused.stderr
    window = FileLock(folder / "window.lock")
    assert window.acquire()
    held = await command.run("restore", str(good), *names)
    window.release()
    assert (held.code, "has this store open" in held.stderr) == (2, True)
    assert (folder / "workspace.sqlite3").read_bytes() == before
    assert (await command.run("restore", str(good))).code == 2, "no store is named"
