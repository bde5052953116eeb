"""A workspace file: private, checked, refused when damaged or newer, and honest about disks that will not
take it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.engines.sqlite_engine import SqliteEngine
from svcconsole.workspace.errors import WorkspaceError
from tests.support.permissions import permissions_hold

posix = pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")


def test_a_second_opening_finds_what_the_first_kept(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        workspace.drafts.save("products:new", {"name": "Sage Candle"})
    with Workspace.open(tmp_path) as workspace:
        draft = workspace.drafts.get("products:new")
        assert draft is not None
        assert draft.value == {"name": "Sage Candle"}
        assert workspace.drafts.keys("products:") == ["products:new"]
        workspace.drafts.delete("products:new")
        assert workspace.drafts.get("products:new") is None


@posix
def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    with Workspace.open(folder) as workspace:
        workspace.drafts.save("k", {})
        assert folder.stat().st_mode & 0o777 == 0o700
        modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
        assert set(modes.values()) == {0o600}, modes


def test_every_connection_is_durable_and_wary(tmp_path: Path) -> None:
    expected = {
        "synchronous": 2,
        "trusted_schema": 0,
        "cell_size_check": 1,
        "foreign_keys": 1,
        "journal_mode": "wal",
    }
    with Workspace.open(tmp_path) as workspace, workspace.reading() as one, workspace.reading() as other:
        for connection in (one, other):
            found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in expected}
            assert found == expected


def test_a_newer_workspace_is_refused_and_left_alone(tmp_path: Path) -> None:
    Workspace.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("UPDATE meta SET value = '99' WHERE key IN ('schema', 'oldest_reader')")
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(WorkspaceError, match=r"newer svcconsole .*version 99"):
        Workspace.open(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


@pytest.mark.parametrize("start", [0, 40, 100, 4096, 8192, 20480])
def test_a_damaged_file_is_refused_in_words(tmp_path: Path, start: int) -> None:
    with Workspace.open(tmp_path) as workspace:
        for number in range(200):
            workspace.drafts.save(f"key {number}", {"text": "x" * 200})
    path = tmp_path / FILE_NAME
    content = bytearray(path.read_bytes())
    content[start : start + 600] = bytes(byte ^ 0xA5 for byte in content[start : start + 600])
    path.write_bytes(content)
    with pytest.raises(WorkspaceError) as caught:
        Workspace.open(tmp_path)
    assert "damaged" in caught.value.sentence
    assert "Nothing is resumed" in caught.value.advice


def test_a_newer_workspace_with_a_trigger_more_is_a_newer_one(tmp_path: Path) -> None:
    Workspace.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as raw:
        raw.execute("UPDATE meta SET value = '99' WHERE key IN ('schema', 'oldest_reader')")
        raw.execute("CREATE TRIGGER runs_keep BEFORE DELETE ON runs BEGIN SELECT 1; END")
        raw.commit()
    with pytest.raises(WorkspaceError, match=r"newer svcconsole .*version 99"):
        Workspace.open(tmp_path)


def test_a_file_with_foreign_triggers_is_refused(tmp_path: Path) -> None:
    Workspace.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("CREATE TRIGGER t AFTER INSERT ON drafts BEGIN DELETE FROM items; END")
    with pytest.raises(WorkspaceError, match="damaged"):
        Workspace.open(tmp_path)


def test_a_full_disk_is_a_sentence_and_nothing_is_half_written(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        workspace.drafts.save("small", {"text": "kept"})
        with workspace.reading() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(WorkspaceError, match="disk is full"):
            workspace.drafts.save("big", {"text": "x" * 5_000_000})
        assert workspace.drafts.keys() == ["small"]


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o500)
    with permissions_hold(), pytest.raises(WorkspaceError, match="cannot be"):
        Workspace.open(folder / "store")


def test_a_path_that_is_a_file_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "store").write_text("not a folder")
    with pytest.raises(WorkspaceError, match=r"cannot be made or kept private"):
        Workspace.open(tmp_path / "store")


def test_several_first_starts_at_once_make_one_workspace(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib; from svcconsole.workspace.database import Workspace;"
        "w = Workspace.open(pathlib.Path(sys.argv[1])); w.drafts.save(sys.argv[2], {}); w.close()"
    )
    children = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path), f"d{n}"], stderr=subprocess.PIPE, text=True
        )
        for n in range(4)
    ]
    for child in children:
        _, errors = child.communicate(timeout=60)
        assert child.returncode == 0, errors
    with Workspace.open(tmp_path) as workspace:
        assert workspace.drafts.keys() == ["d0", "d1", "d2", "d3"]


def test_changes_are_told_by_record(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        workspace.changes.record("products", ["sage", "mint"], "sent", source="import")
        workspace.changes.record(
            "products", ["sage"], "updated", source="editor", before={"name": "S"}, after={"name": "Sage"}
        )
        newest, oldest = workspace.changes.history("products", "sage")
        assert (newest.action, newest.before, newest.after) == ("updated", {"name": "S"}, {"name": "Sage"})
        assert (oldest.action, oldest.source, oldest.before) == ("sent", "import", None)
        assert workspace.changes.last_changed("products") == {
            "sage": newest.at,
            "mint": workspace.changes.history("products", "mint")[0].at,
        }
        assert workspace.changes.last_changed("catalogs") == {}


def test_a_file_that_is_gone_when_it_is_to_be_watched_is_told_in_a_sentence(tmp_path: Path) -> None:
    engine = SqliteEngine(tmp_path / "gone" / FILE_NAME)
    with closing(engine), pytest.raises(WorkspaceError) as refused:
        engine.begin()
    assert refused.value.sentence and refused.value.advice
