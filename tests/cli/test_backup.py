"""`svcconsole backup` and `restore`: one whole file while a run goes on, put back without a second send."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from svcconsole.services.campaigns.suppression import suppressed
from svcconsole.services.erasure import erase_person
from svcconsole.workspace.creation import STORE
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.known.registries import Entry, RegistryKind
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
    assert (made.code, made.stderr) == (0, f"Wrote {copy}.\n")
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
    assert (again.code, again.stderr) == (2, f"{copy} is there already.\nName a new file.\n")

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


SPAIN, INDIA = ("--base-url", "https://spain.example"), ("--base-url", "https://india.example")


async def test_the_backup_of_another_store_is_refused_and_one_that_does_not_say_is_asked_about(
    tmp_path: Path,
) -> None:
    command, copy = CommandLine(tmp_path), tmp_path / "spain.svcbackup"
    kept = await _made(command, tmp_path, SPAIN, INDIA)
    with Workspace.open(kept[0]) as spain, Workspace.open(kept[1]) as india:
        spain.drafts.save("a", {"of": "Spain"})
        india.drafts.save("b", {"of": "India"})
    assert (await command.run("backup", str(copy), *SPAIN)).code == 0
    refused = await command.run("restore", str(copy), *INDIA, "--of-this-store")
    assert (refused.code, refused.stderr) == (
        2,
        "spain.svcbackup is a backup of another store, https://spain.example.\n"
        "Nothing was changed. Open that store and restore it there.\n",
    )
    with closing(sqlite3.connect(copy)) as earlier:
        earlier.execute("DELETE FROM meta WHERE key = ?", (STORE,))
        earlier.commit()
    unsaid = await command.run("restore", str(copy), *INDIA)
    assert (unsaid.code, "does not say which store it is a backup of" in unsaid.stderr) == (2, True)
    with Workspace.open(kept[1]) as india:
        assert india.drafts.keys() == ["b"]
    same = await command.run("restore", str(copy), *SPAIN)
    assert same.code == 0, "it is a copy of the workspace that is here"
    agreed = await command.run("restore", str(copy), *INDIA, "--of-this-store")
    assert agreed.code == 0, agreed.stderr
    with Workspace.open(kept[1]) as india:
        assert india.drafts.keys() == ["a"]


async def test_nobody_goes_from_the_suppression_list_by_a_backup(tmp_path: Path) -> None:
    command, copy = CommandLine(tmp_path), tmp_path / "c.svcbackup"
    [folder] = await _made(command, tmp_path, SPAIN)
    first, later, gone = "+919845000001", "+919845000002", "+919845000003"
    with Workspace.open(folder) as workspace:
        workspace.registries.save(Entry(RegistryKind.SUPPRESSED, first, "", "asked"))
        workspace.registries.save(Entry(RegistryKind.AGENTS, "ana@shop.example", "Ana", ""))
    assert (await command.run("backup", str(copy), *SPAIN)).code == 0
    with Workspace.open(folder) as workspace:
        assert workspace.saved_files.paths() == (str(copy),)
        for number in (later, gone):
            workspace.registries.save(Entry(RegistryKind.SUPPRESSED, number, "", "asked"))
        erase_person(workspace, gone)
        workspace.registries.save(Entry(RegistryKind.AGENTS, "ben@shop.example", "Ben", ""))
    done = await command.run("restore", str(copy), *SPAIN)
    assert done.code == 0
    assert "2 numbers stay on the suppression list that were not on that of the backup." in done.stderr
    with Workspace.open(folder) as workspace:
        kept = suppressed(workspace)
        assert [number in kept for number in (first, later, gone, "+919845000004")] == [True] * 3 + [False]
        assert [each.label for each in workspace.registries.entries(RegistryKind.AGENTS)] == ["Ana"]


async def _made(command: CommandLine, tmp_path: Path, *stores: tuple[str, str]) -> list[Path]:
    """The folders of the workspaces of these stores, once each has one."""
    folders: list[Path] = []
    for names in stores:
        assert (await command.run("log", *names)).code == 0
        made = set((tmp_path / "data" / "stores").iterdir()) - set(folders)
        folders += made
    return folders
