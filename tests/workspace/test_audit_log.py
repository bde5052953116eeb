"""The log: each entry in the transaction of what it tells, chained, changed by nobody, on either engine."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Executable, delete, insert, text, update

from svcconsole.workspace.backup import restore, write_copy
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.merge import merge_into
from svcconsole.workspace.runs.ledger_entries import Intent, RecordOutcome, Settlement
from svcconsole.workspace.runs.records import Decision, NewSend
from svcconsole.workspace.schema import ItemState, Repeat, RunState, audit_log
from svcconsole.workspace.team.audit_entries import ACTION_WORDS, Action, LogEntry, Result
from tests.workspace.planning import plan

pytestmark = pytest.mark.usefixtures("either_engine")
NUMBER = "+393331234567"


def told(workspace: Workspace) -> list[tuple[str, str, int, str]]:
    """Every entry, the oldest first."""
    return [(one.action, one.subject, one.count, one.outcome) for one in reversed(workspace.log.page())]


def send_half(workspace: Workspace, run_id: str) -> None:
    """Of three records one arrives and one stays unknown; the run is stopped."""
    fence = workspace.runner.acquire(run_id)
    ledger = workspace.ledger
    ledger.set_state(run_id, fence, RunState.RUNNING)
    first, second = (Intent("products.createOrUpdate", "Row", (seq,), "0" * 64) for seq in (0, 1))
    for intent, state in ((first, ItemState.ACKED), (second, ItemState.UNKNOWN)):
        [attempt] = ledger.write(run_id, fence, [intent])
        outcome = RecordOutcome(intent.seqs[0], f"p{intent.seqs[0]}", state)
        ledger.write(run_id, fence, [Settlement(attempt, "ok", 200, 0.1, "", (outcome,))])
    ledger.set_state(run_id, fence, RunState.PAUSED)
    ledger.set_state(run_id, fence, RunState.RUNNING)
    ledger.set_state(run_id, fence, RunState.STOPPED)
    workspace.runner.release(run_id)


def test_a_run_is_told_from_its_plan_to_its_end(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, 3, 1)
        send_half(workspace, run_id)
        made = workspace.decisions.decide([(run_id, 1)], Decision.SEND_AGAIN, workspace.operator)
        workspace.decisions.undo(made)
        assert told(workspace) == [
            ("planned", "p.csv", 3, ""),
            ("started", "p.csv", 3, ""),
            ("stopped", "p.csv", 1, "to decide"),
            ("decided", "send_again", 1, ""),
            ("decision taken back", "", 1, ""),
        ]
        stopped = workspace.log.of_run(run_id)[2]
        assert stopped.run_id == run_id
        ends = ("sent", "needs_decision", "not_sent", "left_out")
        assert [stopped.details[name] for name in ends] == [1, 1, 2, 1]
        bodies = [b'{"id":"p0"}', b'{"id":"p1"}', b'{"id":"p2"}', b""]
        whole = hashlib.sha256(b"".join(hashlib.sha256(body).digest() for body in bodies)).hexdigest()
        assert workspace.runs.get(run_id).sha256 == whole == stopped.details["sha256"]
        assert workspace.log.verify().whole
        workspace.runs.forget(run_id)
        assert workspace.log.page()[0].action == "deleted"


def test_what_was_on_the_way_when_the_program_ended_is_told_by_the_next(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, 1, kind="messages", effect=Repeat.ONCE)
        fence = workspace.runner.acquire(run_id)
        workspace.ledger.set_state(run_id, fence, RunState.RUNNING)
        workspace.ledger.write(run_id, fence, [Intent("messages.send", "Row 1", (0,), "0" * 64)])
        new = NewSend("tickets.create", Repeat.ONCE, "ticket", f"Ticket {NUMBER}", b"{}", "f", about=NUMBER)
        begun = workspace.sends.begin(new, fence)
        assert isinstance(begun, tuple)
    with Workspace.open(tmp_path) as workspace:
        assert told(workspace)[2:] == [
            ("sent", "tickets.create", 1, "to decide"),
            ("stopped", "p.csv", 0, "to decide"),
        ]


@pytest.mark.parametrize(
    ("effect", "action"), [(Repeat.ONCE, Action.SENT), (Repeat.UPSERT, Action.SAVED)], ids=["once", "upsert"]
)
def test_a_single_send_is_told_with_its_end_and_without_whom_it_concerned(
    tmp_path: Path, effect: Repeat, action: Action
) -> None:
    with Workspace.open(tmp_path) as workspace:
        fence = workspace.runner.acquire()
        new = NewSend(
            "customers.save", effect, "customer", f"Noor {NUMBER}", b"{}", "f", about="Noor Haddad",
            people=(f"phone:{NUMBER}",),
        )  # fmt: skip
        begun = workspace.sends.begin(new, fence)
        assert isinstance(begun, tuple)
        run_id, attempt = begun
        outcome = RecordOutcome(0, run_id, ItemState.REJECTED)
        workspace.sends.end(
            run_id, fence, Settlement(attempt, "rejected", 400, 0.1, "", (outcome,)), None, None
        )
        [entry] = workspace.log.page()
        assert (entry.action, entry.outcome, entry.run_id) == (action, Result.REFUSED, run_id)
        assert entry.people == ("Noor Haddad",)
        kept = repr(replace(entry, people=()))
        assert "Noor" not in kept and NUMBER not in kept
        [mark] = entry.details["person"]
        assert mark in kept and len(mark) == 32


def test_what_is_rolled_back_is_told_by_nobody(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        with pytest.raises(KeyError), workspace.writing() as connection:
            workspace.log.add(connection, Action.PLANNED, "p.csv")
            raise KeyError
        assert workspace.log.page() == ()
        assert workspace.log.head() is None
        assert workspace.log.verify() == workspace.log.verify(None)


def fill(workspace: Workspace, count: int = 5) -> list[LogEntry]:
    for number in range(count):
        with workspace.writing() as connection:
            workspace.log.add(connection, Action.PLANNED, f"Kerzen ☘ {number}.csv", number)
    return list(reversed(workspace.log.page()))


@pytest.mark.parametrize(
    "statement",
    [
        update(audit_log).values(count=9),
        delete(audit_log).where(audit_log.c.seq == 2),
        text("UPDATE audit_log SET operator = 'nobody' WHERE seq = 1"),
    ],
    ids=["update", "delete", "one"],
)
def test_no_entry_is_changed_or_taken_out(tmp_path: Path, statement: Executable) -> None:
    with Workspace.open(tmp_path) as workspace:
        before = fill(workspace)
        with pytest.raises(WorkspaceError), workspace.writing() as connection:
            connection.execute(statement)
        assert list(reversed(workspace.log.page())) == before


def test_an_entry_that_was_changed_by_force_is_named(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        fill(workspace)
        head = workspace.log.head()
        assert head is not None
        assert workspace.log.verify(head).whole
        _allow(workspace)
        for seq, values in ((4, {"count": 9}), (3, {"operator": "nobody"}), (2, {"details": '{"x":1}'})):
            with workspace.writing() as connection:
                connection.execute(update(audit_log).where(audit_log.c.seq == seq).values(**values))
            assert workspace.log.verify().broken == seq
        with workspace.writing() as connection:
            connection.execute(delete(audit_log).where(audit_log.c.seq <= 2))
        assert workspace.log.verify().broken == 1


def test_a_log_that_lost_its_end_is_told_by_a_head_kept_elsewhere(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        fill(workspace)
        head = workspace.log.head()
        assert head is not None
        _allow(workspace)
        with workspace.writing() as connection:
            connection.execute(delete(audit_log).where(audit_log.c.seq > 3))
        assert workspace.log.verify().whole, "a shorter chain is whole in itself"
        assert workspace.log.verify(head).broken == 4
        fill(workspace, 2)
        assert workspace.log.verify(head).broken == head.seq


def test_pages_go_back_and_choose(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        fill(workspace, 7)
        run_id = plan(workspace, 2)
        newest = workspace.log.page(limit=3)
        assert [one.seq for one in newest] == [8, 7, 6]
        assert [one.seq for one in workspace.log.page(6, limit=3)] == [5, 4, 3]
        assert [one.seq for one in workspace.log.page(text="☘ 3")] == [4]
        assert [one.seq for one in workspace.log.page(text=run_id)] == [8]
        assert workspace.log.page(actions=[Action.APPROVED]) == ()
        assert workspace.log.count(operators=[workspace.operator]) == 8
        assert workspace.log.operators() == (workspace.operator,)
        assert workspace.log.actions() == ("planned",)
        assert set(workspace.log.actions()) <= set(ACTION_WORDS) == set(Action)
        assert workspace.log.get(8) == newest[0]
        assert workspace.log.get(9) is None


def test_an_entry_names_the_account_that_the_database_knows(tmp_path: Path) -> None:
    """Whatever a console says it is: the server writes who, when and the hash by itself."""
    with Workspace.open(tmp_path) as workspace:
        forged = {
            "seq": 1, "at": "2001", "operator": "asha", "machine": "till-2", "action": "approved",
            "subject": "", "count": 0, "outcome": "", "details": "{}", "previous_sha256": "", "sha256": "f",
        }  # fmt: skip
        with workspace.writing() as connection:
            connection.execute(insert(audit_log), forged)
        [entry] = workspace.log.page()
        if workspace.shared:
            assert entry.operator == workspace.operator != "asha"
            assert entry.at > "2026"
            assert workspace.log.verify().whole
        else:
            assert workspace.log.verify().broken == 1


def test_a_backup_that_was_put_back_and_a_workspace_that_came_in_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SVCCONSOLE_WORKSPACE", raising=False)
    shop, other, copy = tmp_path / "shop", tmp_path / "other", tmp_path / "copy.svcbackup"
    with Workspace.open(shop) as workspace:
        plan(workspace, 1)
        write_copy(shop, copy)
        plan(workspace, 1)
    restore(shop, copy)
    with Workspace.open(other) as workspace:
        plan(workspace, 1)
        head = workspace.log.head()
    merge_into(shop, other)
    with Workspace.open(shop) as workspace:
        assert [one[0] for one in told(workspace)] == ["planned", "restored", "united"]
        assert head is not None
        assert workspace.log.page()[0].details == {"head": head.sha256}
        assert workspace.log.verify().whole


def _allow(workspace: Workspace) -> None:
    """Take the database's own guard away, as whoever owns it could."""
    with workspace.writing() as connection:
        if workspace.shared:
            connection.exec_driver_sql("ALTER TABLE audit_log DISABLE TRIGGER audit_log_keeps_all")
        else:
            for name in ("audit_log_keeps_all", "audit_log_keeps_what_was_written"):
                connection.exec_driver_sql(f"DROP TRIGGER {name}")


def test_a_file_without_its_guard_is_refused_once_another_stands_there(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        if workspace.shared:
            return
        with workspace.writing() as connection:
            connection.exec_driver_sql("DROP TRIGGER audit_log_keeps_all")
            connection.exec_driver_sql(
                "CREATE TRIGGER audit_log_keeps_all BEFORE DELETE ON drafts BEGIN SELECT 1; END"
            )
    assert (tmp_path / FILE_NAME).is_file()
    with pytest.raises(WorkspaceError, match="damaged"):
        Workspace.open(tmp_path)
