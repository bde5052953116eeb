"""The right to send: what a crash left is put back for a person, and one instance at a time holds it."""

from __future__ import annotations

import os
import socket
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import FenceLost, RunnerBusy, WorkspaceError
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.runs.ledger_entries import Intent
from svcconsole.workspace.runs.records import NewSend, RunInfo
from svcconsole.workspace.runs.run_lease import RunLease
from svcconsole.workspace.schema import ItemState, Repeat, RunState, events, items, lease
from tests.workspace.planning import plan, waiting_run


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Workspace, Workspace]]:
    """Two instances that have the same workspace open."""
    with Workspace.open(tmp_path) as first, Workspace.open(tmp_path) as second:
        yield first, second


def depart(workspace: Workspace, run_id: str, fence: int, *seqs: int) -> None:
    workspace.ledger.write(run_id, fence, [Intent("products.createOrUpdate", "Rows", seqs, "0" * 64)])


def states(workspace: Workspace, run_id: str) -> list[ItemState]:
    query = select(items.c.state).where(items.c.run_id == run_id).order_by(items.c.seq)
    with workspace.reading() as connection:
        return [ItemState(state) for state in connection.execute(query).scalars()]


def after_a_crash(folder: Path, state: RunState, sentence: str) -> RunInfo:
    """The run of an instance that died while its run stood like that, as the next start finds it."""
    with Workspace.open(folder) as dying:
        run_id = plan(dying, 2)
        fence = dying.runner.acquire(run_id)
        if state is not RunState.PLANNED:
            dying.ledger.set_state(run_id, fence, state, sentence)
    with Workspace.open(folder) as later:
        return later.runs.get(run_id)


@pytest.mark.parametrize("state", [RunState.RUNNING, RunState.PAUSED])
def test_a_run_that_was_going_or_paused_is_stopped_after_a_crash(tmp_path: Path, state: RunState) -> None:
    """Otherwise nobody could start it again: it would say for ever that it is paused."""
    found = after_a_crash(tmp_path, state, "Paused. Nothing is on the way.")
    assert (found.state, found.sentence) == (RunState.STOPPED, "svcconsole ended while this was running.")


def notes_of_runs(workspace: Workspace) -> int:
    with workspace.reading() as connection:
        query = select(func.count()).where(events.c.kind == EventKind.RUN)
        return int(connection.execute(query).scalar_one())


@pytest.mark.parametrize("departed", [(), (0,)], ids=["nothing on the way", "one on the way"])
def test_the_end_of_a_run_by_a_crash_is_in_the_log_and_told_to_the_others(
    tmp_path: Path, departed: tuple[int, ...]
) -> None:
    with Workspace.open(tmp_path) as dying:
        run_id = plan(dying, 2)
        fence = dying.runner.acquire(run_id)
        dying.ledger.set_state(run_id, fence, RunState.RUNNING)
        for seq in departed:
            depart(dying, run_id, fence, seq)
        told = notes_of_runs(dying)
    with Workspace.open(tmp_path) as later:
        assert notes_of_runs(later) == told + 1
        last = later.log.of_run(run_id)[-1]
        assert last.action == "stopped"
        assert last.details["sentence"] == "svcconsole ended while this was running."
    with Workspace.open(tmp_path) as again:
        assert notes_of_runs(again) == told + 1, "it is told once"


def test_a_row_that_was_on_the_way_in_a_run_at_rest_is_put_back_and_told(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as dying:
        run_id = plan(dying, 1)
        depart(dying, run_id, dying.runner.acquire(run_id), 0)
        told = notes_of_runs(dying)
    with Workspace.open(tmp_path) as later:
        assert states(later, run_id) == [ItemState.PLANNED]
        assert notes_of_runs(later) == told + 1
        assert "stopped" not in [entry.action for entry in later.log.of_run(run_id)], "it was not going"


@pytest.mark.parametrize("state", [RunState.PLANNED, RunState.STOPPED, RunState.FINISHED])
def test_a_run_at_rest_stays_as_it_was_after_a_crash(tmp_path: Path, state: RunState) -> None:
    sentence = "" if state is RunState.PLANNED else "As it was."
    found = after_a_crash(tmp_path, state, sentence)
    assert (found.state, found.sentence) == (state, sentence)


@pytest.mark.parametrize(
    ("effect", "left"), [(Repeat.ONCE, ItemState.UNKNOWN), (Repeat.UPSERT, ItemState.PLANNED)]
)
def test_what_was_on_the_way_in_a_crash_is_in_doubt_where_it_happens_once(
    tmp_path: Path, effect: Repeat, left: ItemState
) -> None:
    with Workspace.open(tmp_path) as dying:
        run_id = plan(dying, 3, effect=effect)
        depart(dying, run_id, dying.runner.acquire(run_id), 0)
    with Workspace.open(tmp_path) as later:
        assert states(later, run_id) == [left, ItemState.PLANNED, ItemState.PLANNED]
        doubts = [doubt.reason for doubt in later.decisions.open()]
        once = effect is Repeat.ONCE
        assert doubts == (["svcconsole ended before the store's answer was noted."] if once else [])


def test_who_becomes_the_runner_puts_back_what_one_left_that_died_meanwhile(
    two: tuple[Workspace, Workspace],
) -> None:
    alive, dying = two
    run_id = plan(dying, 3)
    depart(dying, run_id, dying.runner.acquire(run_id), 0, 1)
    dying.runner.close()  # the system frees the lock of a process that dies
    assert states(alive, run_id)[0] is ItemState.SENDING
    alive.runner.acquire()
    assert states(alive, run_id) == [ItemState.PLANNED] * 3


def test_what_this_instance_has_on_the_way_is_never_put_back(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, 2)
        depart(workspace, run_id, workspace.runner.acquire(run_id), 0)
        workspace.runner.recover()
        assert states(workspace, run_id) == [ItemState.SENDING, ItemState.PLANNED]


def test_looking_after_what_a_crash_left_keeps_nobody_from_running(
    two: tuple[Workspace, Workspace],
) -> None:
    for workspace in two:
        workspace.runner.recover()
    for workspace in two:
        workspace.runner.acquire("any")
        workspace.runner.release("any")


def test_a_run_is_begun_once_and_others_beside_it(two: tuple[Workspace, Workspace]) -> None:
    first, second = two
    fence = first.runner.acquire("one")
    assert first.runner.acquire("other") == fence
    with pytest.raises(RunnerBusy, match="This run is going already"):
        first.runner.acquire("one")
    first.runner.release("a stranger")
    assert first.runner.holds("one") and first.runner.holds("other")
    first.runner.release("other")
    assert first.runner.holds("one") and not first.runner.holds("other")
    with pytest.raises(RunnerBusy, match="Another svcconsole"):
        second.runner.acquire("two")
    first.runner.release("one")
    assert second.runner.acquire("two") == fence + 1


def test_whoever_is_refused_is_told_which_process_runs(two: tuple[Workspace, Workspace]) -> None:
    first, second = two
    first.runner.acquire()
    here = f"process {os.getpid()} on {socket.gethostname()}."
    with pytest.raises(RunnerBusy) as caught:
        second.runner.acquire()
    assert caught.value.sentence.endswith(here)
    assert (
        caught.value.advice == "Let it finish or stop it there, then try again. Nothing was sent from here."
    )
    with first.reading() as connection:
        boot = connection.execute(select(lease.c.boot_id)).scalar_one()
    kernel = Path("/proc/sys/kernel/random/boot_id")
    assert boot == (kernel.read_text().strip() if kernel.exists() else "")


def test_a_runner_that_was_closed_begins_anew(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        fence = workspace.runner.acquire("one")
        workspace.runner.close()
        assert not workspace.runner.holds("one")
        assert workspace.runner.acquire("one") == fence + 1


def test_who_could_not_become_the_runner_keeps_nobody_else_from_it(
    two: tuple[Workspace, Workspace],
) -> None:
    first, second = two
    with closing(sqlite3.connect(first.path)) as disk, disk:
        disk.execute("ALTER TABLE lease RENAME TO taken_away")
    with pytest.raises(WorkspaceError):
        first.runner.acquire()
    with closing(sqlite3.connect(first.path)) as disk, disk:
        disk.execute("ALTER TABLE taken_away RENAME TO lease")
    assert second.runner.acquire() == 1


def test_who_drives_what_is_told_while_one_waits_for_the_right_to_send(
    two: tuple[Workspace, Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits on a thread of its own; the window's look at its runs does not wait with it."""
    first, second = two
    monkeypatch.setattr("svcconsole.workspace.runs.lease.PATIENCE_SECONDS", 300.0)
    run_id = plan(first, 1)
    second.runner.acquire(run_id)
    with ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(first.runner.acquire)
        while not waiting.running():
            pass
        for _ in range(100):
            assert first.runner.holders() == {} and not first.runner.holds(run_id)
        assert not waiting.done()
        second.runner.release(run_id)
        assert waiting.result() == 2


def test_who_drives_a_run_of_this_computer_is_known_to_the_others(two: tuple[Workspace, Workspace]) -> None:
    first, second = two
    run_id = plan(first, 2)
    assert first.runner.holders() == second.runner.holders() == {}
    fence = first.runner.acquire(run_id)
    first.ledger.set_state(run_id, fence, RunState.RUNNING)
    mine, theirs = first.runner.holders(), second.runner.holders()
    assert set(mine) == set(theirs) == {run_id}
    assert (mine[run_id].mine, theirs[run_id].mine) == (True, False)
    first.runner.release(run_id)
    assert second.runner.holders() == {}


def test_whoever_writes_about_a_run_sees_what_it_is(two: tuple[Workspace, Workspace]) -> None:
    first, _ = two
    run_id = plan(first, 1)
    fence = first.runner.acquire(run_id)
    assert first.runner.good, "the lock of a file lasts as long as its process"
    with first.writing() as connection:
        held = first.runner.hold(connection, fence, run_id)
        assert held == ("products", "Import products", 0), "nothing was tried yet"
        with pytest.raises(FenceLost, match="Another svcconsole has taken over"):
            first.runner.hold(connection, fence - 1, run_id)
    new = NewSend("m.send", Repeat.ONCE, "message", "Message", b"{}", "f")
    begun = first.sends.begin(new, fence)
    assert isinstance(begun, tuple)
    with first.writing() as connection:
        held = first.runner.hold(connection, fence, begun[0])
        assert held == (None, "Message", begun[1]), "what is sent by itself is no run of a kind"


def test_others_send_while_a_run_waits_for_its_hour(two: tuple[Workspace, Workspace]) -> None:
    first, second = two
    run_id = plan(first, 2)
    fence = first.runner.acquire(run_id)
    first.ledger.set_state(run_id, fence, RunState.PAUSED, "It starts later.")
    assert first.runner.stand_by(run_id)
    for workspace in two:
        assert set(workspace.runner.holders()) == {run_id}
        assert workspace.runner.holders()[run_id].mine is (workspace is first)
        with pytest.raises(RunnerBusy, match="This run is going already"):
            workspace.runner.acquire(run_id)
    other = second.runner.acquire()
    assert second.runs.get(run_id).state is RunState.PAUSED, "it is not put back: who drives it lives"
    assert first.runner.holds(run_id) and first.runner.holders()[run_id].mine
    with pytest.raises(RunnerBusy, match="Another svcconsole"):
        first.runner.take_up(run_id)
    with pytest.raises(FenceLost):
        depart(first, run_id, fence, 0)
    second.runner.release()
    assert first.runner.take_up(run_id) > other > fence
    assert first.runner.holds(run_id) and set(first.runner.holders()) == {run_id}
    depart(first, run_id, first.runner.take_up(run_id), 0)
    with pytest.raises(RunnerBusy, match="Another svcconsole"):
        second.runner.acquire()
    first.runner.release(run_id)
    assert not list(first.folder.glob("waiting-*"))


def test_where_the_folder_takes_no_lock_a_run_that_waits_stays_the_one_that_sends(
    two: tuple[Workspace, Workspace],
) -> None:
    first, second = two
    run_id = plan(first, 2)
    fence = first.runner.acquire(run_id)
    (first.folder / f"waiting-{run_id}.lock").mkdir()
    assert not first.runner.stand_by(run_id)
    with pytest.raises(RunnerBusy, match="Another svcconsole"):
        second.runner.acquire()
    assert first.runner.take_up(run_id) == fence
    depart(first, run_id, fence, 0)


def test_what_waited_for_its_hour_is_stopped_after_a_crash(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as dying:
        run_id = waiting_run(dying)
        Workspace.open(tmp_path).close()
        assert dying.runs.get(run_id).state is RunState.PAUSED
    (tmp_path / f"waiting-{run_id}.lock").touch()
    with Workspace.open(tmp_path) as later:
        assert later.runs.get(run_id).state is RunState.STOPPED
        assert later.runner.holders() == {}
        assert later.runner.acquire(run_id)


@pytest.mark.parametrize("ended", [RunState.STOPPED, RunState.FINISHED])
def test_what_ends_waiting_while_another_one_sends_ends_as_it_did(
    two: tuple[Workspace, Workspace], ended: RunState
) -> None:
    """It is no crash, and the log does not call it one."""
    first, second = two
    run_id = waiting_run(first)
    second.runner.acquire()
    first.runner.release(run_id, ended)
    assert not first.runner.holds(run_id)
    found = first.runs.get(run_id)
    assert (found.state, found.sentence) == (ended, "")
    assert bool(found.finished_at) is (ended is RunState.FINISHED)
    last = first.log.of_run(run_id)[-1]
    assert last.action == ended and "sentence" not in last.details


def test_what_ends_waiting_ends_here_though_the_file_cannot_take_its_end(
    two: tuple[Workspace, Workspace],
) -> None:
    first, _ = two
    run_id = waiting_run(first)
    with closing(sqlite3.connect(first.path)) as full, full:
        full.execute(
            "CREATE TRIGGER full BEFORE UPDATE ON runs BEGIN SELECT RAISE(ABORT, 'database is full'); END"
        )
    first.runner.release(run_id)
    assert not first.runner.holds(run_id)
    assert first.runs.get(run_id).state is RunState.PAUSED
    assert not list(first.folder.glob("waiting-*"))


def test_whoever_may_not_send_does_not_become_the_runner(tmp_path: Path) -> None:
    def refuse() -> None:
        raise RunnerBusy("You may look at this store, and send nothing.", "Ask whoever looks after it.")

    with Workspace.open(tmp_path) as workspace:
        lock = FileLock(tmp_path / "other.lock")
        runner = RunLease(workspace, lock, workspace.mark, may_send=refuse)
        with pytest.raises(RunnerBusy, match="You may look at this store"):
            runner.acquire(plan(workspace, 1))
        assert runner.holders() == {}
        assert lock.acquire(), "nobody has it"
        lock.release()
