"""`svcconsole forget` and `svcconsole wipe`: asked twice, told in full, gone from what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.cli import run
from svcconsole.store_folders import folder_of_store
from svcconsole.workspace.database import Workspace
from tests.support.readers import short_patience, somebody_reads
from tests.workspace.planning import waiting_run

__all__ = ["short_patience"]

URL = "https://store.example"
PERSON = {"id": 7, "firstName": "Zyxcanary", "phoneNumber": "+447712300001"}


@pytest.fixture
def folder(own_folders: Path) -> Path:
    folder = folder_of_store(URL, "svc", None)
    with Workspace.open(folder) as workspace:
        workspace.people.remember([PERSON])
        workspace.saved_files.add(Path("/home/ana/list.csv"))
    (folder / "results").mkdir()
    (folder / "results" / "sent.csv").write_text("Zyxcanary,+447712300001\n")
    return folder


def names(folder: Path) -> list[str]:
    with Workspace.open(folder) as workspace:
        return workspace.people.names()


def test_forget_asks_tells_and_removes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["forget", "+44 7712 300001", "--base-url", URL]) == 2
    assert names(folder) == ["Zyxcanary"]
    assert run(["forget", "+44 7712 300001", "--base-url", URL, "--yes"]) == 0
    said = capsys.readouterr()
    assert '"people": 1' in said.out
    assert "sent.csv named them and was removed" in said.err
    assert "/home/ana/list.csv was saved by somebody" in said.err
    assert names(folder) == [] and not (folder / "results" / "sent.csv").exists()
    assert run(["forget", "+44 7712 300001", "--base-url", URL, "--yes"]) == 2


@pytest.mark.parametrize("typed", ["", "another"])
def test_wipe_wants_the_stores_name(folder: Path, typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["wipe", "--base-url", URL, "--confirm", typed]) == 2
    assert f"Add --confirm with the store's name: {URL}" in capsys.readouterr().err
    assert names(folder) == ["Zyxcanary"]


def test_wipe_removes_all_and_tells_what_it_cannot_reach(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["wipe", "--base-url", URL, "--confirm", URL]) == 0
    assert "/home/ana/list.csv was saved by somebody and is still there" in capsys.readouterr().err
    assert names(folder) == [] and not (folder / "results").exists()


def test_what_waited_for_its_hour_is_wiped_once_nobody_drives_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wipe = ["wipe", "--base-url", URL, "--confirm", URL]
    with Workspace.open(folder) as dying:
        run_id = waiting_run(dying)
        assert run(wipe) == 2 and "has this store open" in capsys.readouterr().err
    assert names(folder) == ["Zyxcanary"]
    (folder / f"waiting-{run_id}.lock").touch()  # what a console leaves that is killed
    assert run(wipe) == 0
    assert names(folder) == [] and not list(folder.glob("waiting-*"))


@pytest.mark.usefixtures("short_patience")
def test_what_another_program_still_reads_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forget = ["forget", "+44 7712 300001", "--base-url", URL, "--yes"]
    wipe = ["wipe", "--base-url", URL, "--confirm", URL]
    with somebody_reads(folder):
        for command in (forget, forget, wipe):
            assert run(command) == 6
            assert "Some of it is still in the files of the database" in capsys.readouterr().err
    assert run(forget) == 2 and run(wipe) == 0
    assert "Some of it" not in capsys.readouterr().err
