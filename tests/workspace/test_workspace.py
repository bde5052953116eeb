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
from sqlalchemy import Connection

from svcconsole.workspace import database
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.records import Decision, NewSend
from svcconsole.workspace.schema import Repeat
from svcconsole.workspace.schema_3 import SINCE_3
from tests.workspace.version_2 import ITEMS, RUN, version_2

posix = pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
not_root = pytest.mark.skipif(
    os.name != "posix" or os.geteuid() == 0, reason="the superuser may write to anything"
)


def test_a_second_opening_finds_what_the_first_kept(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        workspace.drafts.put("products:new", {"name": "Sage Candle"})
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
        workspace.drafts.put("k", {})
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
        connection.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(WorkspaceError, match=r"newer svcconsole .*version 99"):
        Workspace.open(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


def tables_of(path: Path) -> set[tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        columns = (
            'SELECT m.name, c.name, c.type, c."notnull" FROM sqlite_schema m, pragma_table_info(m.name) c'
        )
        indexes = "SELECT name FROM sqlite_schema WHERE type = 'index'"
        return {*connection.execute(columns), *connection.execute(indexes)}


def test_a_workspace_of_version_2_is_brought_forward_with_everything_in_it(tmp_path: Path) -> None:
    """The file is one the program of version 2 would have left, killed while it was sending."""
    before = version_2(tmp_path / "old").read_bytes()
    with Workspace.open(tmp_path / "old") as workspace:
        info = workspace.runs.get(RUN)
        assert (info.title, info.header, info.rows_per_minute) == (
            "Import products",
            ("Handle", "Title"),
            600,
        )
        assert (info.effect, info.single) == ("upsert", False)
        assert workspace.runs.find("abcd-1234") == info
        totals = workspace.runs.totals(RUN)
        assert (totals.sent, totals.refused, totals.needs_decision, totals.not_sent) == (1, 1, 1, 2)
        (doubt,) = workspace.decisions.open()
        assert (doubt.record_id, doubt.reason) == ("p2", "The store answered with an error page (502).")
        on_the_way, planned = workspace.ledger.waiting(RUN, -1, 9)
        assert (on_the_way.record_id, on_the_way.body) == ("p3", b'{"id":"p3"}')
        assert on_the_way.doubt_at is not None, "nobody would know that it may have arrived"
        assert (planned.record_id, planned.doubt_at) == ("p4", None)
        assert [row.cells for row in workspace.runs.rows(RUN).rows] == [(name, "Sage") for name in ITEMS]
        assert len(workspace.changes.history("products", "p0")) == 1
        draft = workspace.drafts.get("products:new")
        assert draft is not None
        assert draft.value == {"name": "Sage"}
        assert workspace.mappings.find("products", "Handle,Title") is not None
        assert workspace.runner.take() == 8, "the fence goes on from where it was"
        assert workspace.sends.recent() == ()
    Workspace.open(tmp_path / "new").close()
    assert tables_of(tmp_path / "old" / FILE_NAME) == tables_of(tmp_path / "new" / FILE_NAME)
    backup = tmp_path / "old" / f"{FILE_NAME}.version-2"
    assert len(backup.read_bytes()) == len(before)
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("SELECT value FROM meta").fetchone() == ("2",)
        assert connection.execute("SELECT count(*) FROM items").fetchone() == (len(ITEMS),)


def test_a_file_of_version_2_takes_single_sends_and_decisions(tmp_path: Path) -> None:
    version_2(tmp_path)
    with Workspace.open(tmp_path) as workspace:
        fence = workspace.runner.take()
        new = NewSend("tickets.create", Repeat.ONCE, "ticket", "Ticket", b"{}", "f", people=("phone:+39",))
        begun = workspace.sends.begin(new, fence)
        assert isinstance(begun, tuple)
        workspace.sends.leave(begun[0], fence)
        assert workspace.decisions.count() == 2
        workspace.runner.close()
        made = workspace.decisions.decide([(begun[0], 0)], Decision.COUNT_AS_SENT, "Noor")
        assert workspace.decisions.undo(made) == 1
        assert workspace.people.remember([{"id": 7, "firstName": "Noor"}])[0].key == "id:7"


def test_a_migration_that_breaks_off_leaves_version_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed in the middle: the file is whole, as it was, and the next start does it again."""
    path = version_2(tmp_path)
    step = database.MIGRATIONS[2]

    def killed(connection: Connection) -> None:
        step(connection)
        raise KeyboardInterrupt

    monkeypatch.setitem(database.MIGRATIONS, 2, killed)
    with pytest.raises(KeyboardInterrupt):
        Workspace.open(tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT value FROM meta").fetchone() == ("2",)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        assert not tables & {table.name for table in SINCE_3}
    monkeypatch.undo()
    with Workspace.open(tmp_path) as workspace:
        assert workspace.decisions.count() == 1


def test_a_workspace_of_version_1_is_backed_up_then_brought_forward(tmp_path: Path) -> None:
    """Version 1 had no saved mappings and no limit of a run's pace; its runs have none afterwards."""
    with closing(sqlite3.connect(version_2(tmp_path))) as connection, connection:
        connection.execute("DROP TABLE mappings")
        connection.execute("ALTER TABLE runs DROP COLUMN rows_per_minute")
        connection.execute("UPDATE meta SET value = '1' WHERE key = 'schema'")
    with Workspace.open(tmp_path) as workspace:
        assert workspace.runs.get(RUN).rows_per_minute is None
        workspace.runs.set_limit(RUN, 600)
        assert workspace.runs.get(RUN).rows_per_minute == 600
        workspace.mappings.keep("products", "header", {"mapping": 1}, "autumn.csv")
    with Workspace.open(tmp_path) as workspace:
        assert workspace.mappings.find("products", "header") is not None
    with closing(sqlite3.connect(tmp_path / f"{FILE_NAME}.version-1")) as backup:
        assert backup.execute("SELECT value FROM meta").fetchone() == ("1",)
        assert backup.execute("SELECT id FROM runs").fetchone() == (RUN,)


@pytest.mark.parametrize("start", [0, 40, 100, 4096, 8192, 20480])
def test_a_damaged_file_is_refused_in_words(tmp_path: Path, start: int) -> None:
    with Workspace.open(tmp_path) as workspace:
        for number in range(200):
            workspace.drafts.put(f"key {number}", {"text": "x" * 200})
    path = tmp_path / FILE_NAME
    content = bytearray(path.read_bytes())
    content[start : start + 600] = bytes(byte ^ 0xA5 for byte in content[start : start + 600])
    path.write_bytes(content)
    with pytest.raises(WorkspaceError) as caught:
        Workspace.open(tmp_path)
    assert "damaged" in caught.value.sentence
    assert "Nothing is resumed" in caught.value.advice


def test_a_file_with_foreign_triggers_is_refused(tmp_path: Path) -> None:
    Workspace.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("CREATE TRIGGER t AFTER INSERT ON drafts BEGIN DELETE FROM items; END")
    with pytest.raises(WorkspaceError, match="damaged"):
        Workspace.open(tmp_path)


def test_a_full_disk_is_a_sentence_and_nothing_is_half_written(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        workspace.drafts.put("small", {"text": "kept"})
        with workspace.reading() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(WorkspaceError, match="disk is full"):
            workspace.drafts.put("big", {"text": "x" * 5_000_000})
        assert workspace.drafts.keys() == ["small"]


@not_root
def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o500)
    with pytest.raises(WorkspaceError, match="cannot be"):
        Workspace.open(folder / "store")


def test_a_path_that_is_a_file_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "store").write_text("not a folder")
    with pytest.raises(WorkspaceError, match=r"cannot be made or kept private"):
        Workspace.open(tmp_path / "store")


def test_several_first_starts_at_once_make_one_workspace(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib; from svcconsole.workspace.database import Workspace;"
        "w = Workspace.open(pathlib.Path(sys.argv[1])); w.drafts.put(sys.argv[2], {}); w.close()"
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
