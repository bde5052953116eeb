"""A workspace that moves into a database and back loses nothing, and never leaves two that may send."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from svcconsole.folders import marks_dir
from svcconsole.workspace import schema
from svcconsole.workspace.address import OWN_FILE
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.errors import ReadOnly, RunnerBusy, WorkspaceError
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.move import move_to_database, move_to_file
from svcconsole.workspace.move_targets import DatabaseTarget, Fill
from svcconsole.workspace.runs.ledger_entries import Intent, RecordOutcome, Settlement
from svcconsole.workspace.schema import ItemState, Repeat, RunState, metadata
from svcconsole.workspace.table_copy import OWN
from svcconsole.workspace.team.audit_entries import Verified
from svcconsole.workspace.writers import MOVED, Moving, note_moving
from tests.workspace.planning import plan, waiting_run
from tests.workspace.versions.make import sample

RUN_ROWS = 5


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "till" / "store"


@pytest.fixture
def address(new_database: Callable[[], str]) -> str:
    return new_database()


def begun(folder: Path) -> str:
    """A campaign of which the first record went."""
    with Workspace.open(folder, OWN_FILE) as workspace:
        run_id = plan(workspace, RUN_ROWS, effect=Repeat.ONCE)
        send_next(workspace, run_id)
    return run_id


def send_next(workspace: Workspace, run_id: str) -> int:
    """Send the next waiting record of a run; its number."""
    fence = workspace.runner.acquire(run_id)
    try:
        record = workspace.ledger.waiting(run_id, -1, 1)[0]
        entry = Intent("o", "Row", (record.seq,), "0" * 64)
        (attempt,) = workspace.ledger.write(run_id, fence, [entry])
        outcome = RecordOutcome(record.seq, record.record_id, ItemState.ACKED)
        workspace.ledger.write(run_id, fence, [Settlement(attempt, "ok", 200, 0.1, "", (outcome,))])
        return record.seq
    finally:
        workspace.runner.release(run_id)


def contents(workspace: Workspace) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table that a move brings along."""
    with workspace.reading() as connection:
        return {
            table.name: [
                dict(row) for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()
            ]
            for table in metadata.sorted_tables
            if table not in (*OWN, schema.watermarks, schema.audit_log)
        }


def test_a_workspace_moves_into_a_database_and_back_with_all_that_is_in_it(
    folder: Path, address: str
) -> None:
    folder.mkdir(parents=True)
    sample(max(schema_versions()), folder)
    run_id = begun(folder)
    with Workspace.open(folder, OWN_FILE) as workspace:
        workspace.drafts.save("note", {"text": "Thyme ☘ \0"})
        before = contents(workspace)
    moved = move_to_database(folder, address)
    told = moved.rows.pop("audit_log")
    assert moved.rows == {**{name: len(rows) for name, rows in before.items()}, "watermarks": 1}
    assert all(before.values()), "each table was tried"
    with Workspace.open(folder, address) as shared:
        assert contents(shared) == before
        assert shared.log.verify() == Verified(told)
        assert [entry.action for entry in shared.log.page(limit=1)] == ["moved"]
        assert send_next(shared, run_id) == 1
        shared.people.remember([{"id": 8, "firstName": "Ada"}])
        after = contents(shared)
    move_to_file(folder, address)
    with Workspace.open(folder, OWN_FILE) as workspace:
        assert contents(workspace) == after
        assert send_next(workspace, run_id) == 2
        assert workspace.decisions.count() == len([1 for row in before["items"] if row["state"] == "unknown"])


def schema_versions() -> list[int]:
    from svcconsole.workspace.versions import SCHEMAS

    return list(SCHEMAS)


def test_what_was_moved_is_read_and_never_sends_again(folder: Path, address: str) -> None:
    run_id = begun(folder)
    with Workspace.open(folder, OWN_FILE):
        older = (folder / FILE_NAME).read_bytes()
    move_to_database(folder, address)
    with Workspace.open(folder, OWN_FILE) as source:
        assert source.runs.totals(run_id).sent == 1
        for attempt in (
            lambda: source.runner.acquire(run_id),
            lambda: source.drafts.save("note", {}),
            lambda: move_to_database(folder, address),
        ):
            with pytest.raises(ReadOnly, match="This workspace was moved to"):
                attempt()
    for name in (f"{FILE_NAME}-wal", f"{FILE_NAME}-shm"):
        (folder / name).unlink(missing_ok=True)
    (folder / FILE_NAME).write_bytes(older)  # a copy of before, by whatever way it came back
    with Workspace.open(folder, OWN_FILE) as source:
        assert source.decisions.count() == RUN_ROWS - 1, "all that was open asks first"


class Killed(Exception):
    pass


@pytest.mark.parametrize("moment", ["note_moving", "follow", "let_send"])
@pytest.mark.parametrize("direction", ["to the database", "to the file"])
def test_a_move_that_breaks_off_leaves_one_that_sends_or_none_and_is_ended_by_the_next(
    folder: Path, address: str, monkeypatch: pytest.MonkeyPatch, moment: str, direction: str
) -> None:
    run_id = begun(folder)
    go, source, target = move_to_database, OWN_FILE, address
    if direction == "to the file":
        move_to_database(folder, address)
        go, source, target = move_to_file, address, OWN_FILE
    with monkeypatch.context() as patch:
        break_off(patch, moment)
        with pytest.raises(Killed):
            go(folder, address)
    sending = [place for place in (source, target) if may_send(folder, place)]
    assert sending == ([source] if moment == "note_moving" else [])
    go(folder, address)
    assert [place for place in (source, target) if may_send(folder, place)] == [target]
    with Workspace.open(folder, target) as workspace:
        assert send_next(workspace, run_id) == 1


def break_off(patch: pytest.MonkeyPatch, moment: str) -> None:
    """Let the next move end at a moment, as where the power goes."""

    def killed(*_: object) -> None:
        raise Killed

    if moment == "note_moving":

        def note(connection: Connection, key: str, what: Moving) -> None:
            return killed() if key == MOVED else note_moving(connection, key, what)

        patch.setattr("svcconsole.workspace.move.note_moving", note)
    elif moment == "follow":
        patch.setattr("svcconsole.workspace.runs.high_water_mark.HighWaterMark.follow", killed)
    else:
        for target in ("DatabaseTarget", "FileTarget"):
            patch.setattr(f"svcconsole.workspace.move_targets.{target}.let_send", killed)


def may_send(folder: Path, address: str) -> bool:
    with Workspace.open(folder, address) as workspace:
        try:
            workspace.runner.acquire()
        except ReadOnly:
            return False
        workspace.runner.release()
        return True


def test_nothing_moves_while_anything_runs(tmp_path: Path, folder: Path, address: str) -> None:
    begun(folder)
    with Workspace.open(folder, OWN_FILE) as other:
        other.runner.acquire()
        with pytest.raises(RunnerBusy, match="Another svcconsole runs an import"):
            move_to_database(folder, address)
        other.runner.release()
    window = FileLock(folder / "window.lock")
    assert window.acquire()
    with pytest.raises(WorkspaceError, match="has this store open"):
        move_to_database(folder, address)
    window.release()
    move_to_database(folder, address)
    with Workspace.open(tmp_path / "office" / "store", address) as office:
        office.runner.acquire()
        with pytest.raises(RunnerBusy, match="Something is being sent from"):
            move_to_file(folder, address)
        office.runner.release()
        move_to_file(folder, address)
        with pytest.raises(ReadOnly, match="was moved to"):
            office.runner.acquire()


def test_what_waited_for_its_hour_arrives_stopped_once_nobody_drives_it(folder: Path, address: str) -> None:
    with Workspace.open(folder, OWN_FILE) as dying:
        run_id = waiting_run(dying)
        with pytest.raises(WorkspaceError, match="has this store open"):
            move_to_database(folder, address)
    (folder / f"waiting-{run_id}.lock").touch()  # what a console leaves that is killed
    move_to_database(folder, address)
    with Workspace.open(folder, address) as moved:
        assert moved.runs.get(run_id).state is RunState.STOPPED
        assert moved.runner.acquire(run_id)


def test_what_is_there_already_is_not_written_over(tmp_path: Path, folder: Path, address: str) -> None:
    begun(folder)
    with Workspace.open(folder, address) as workspace:
        plan(workspace, 1)
    with pytest.raises(WorkspaceError, match="holds a workspace already"):
        move_to_database(folder, address)
    with pytest.raises(WorkspaceError, match="holds runs of its own"):
        move_to_file(folder, address)
    for place in (address, OWN_FILE):
        assert may_send(folder, place)


def test_a_table_that_is_not_read_back_as_it_was_written_moves_nothing(
    folder: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(folder)
    write = DatabaseTarget.write

    def spoilt(self: DatabaseTarget, fence: int, source: Connection, fill: Fill) -> None:
        def badly(connection: Connection, log: bool) -> None:
            connection.exec_driver_sql(
                "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS"
                " $$ BEGIN NEW.reason = 'other'; RETURN NEW; END $$"
            )
            connection.exec_driver_sql(
                "CREATE TRIGGER spoil BEFORE INSERT ON items FOR EACH ROW EXECUTE FUNCTION spoil()"
            )
            fill(connection, log)

        write(self, fence, source, badly)

    monkeypatch.setattr(DatabaseTarget, "write", spoilt)
    with pytest.raises(WorkspaceError, match="The table items was not copied whole"):
        move_to_database(folder, address)
    assert may_send(folder, OWN_FILE)
    monkeypatch.undo()
    assert move_to_database(folder, address).rows["items"] == RUN_ROWS


def test_the_marks_are_where_the_copy_is(folder: Path, address: str) -> None:
    begun(folder)
    move_to_database(folder, address)
    assert marks_dir(folder).is_dir()
    with Workspace.open(folder, address) as workspace, workspace.reading() as connection:
        assert connection.execute(select(schema.watermarks.c.attempts)).scalars().all() == [2]
