"""What comes back by a hand-over: known is who was written to there, what is open goes on, nothing twice."""

from __future__ import annotations

import json
import shutil
from datetime import timedelta
from pathlib import Path

from sqlalchemy import select, update

from svcconsole.services.campaigns.recent_sends import recent_sends
from svcconsole.services.handover.handing_over import open_handover, take_handover_back, write_handover
from svcconsole.services.handover.receiving import receiving_key
from svcconsole.workspace.backup import write_copy
from svcconsole.workspace.clock import this_moment, written
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.forget import forget, subject_of
from svcconsole.workspace.handover import TakenIn
from svcconsole.workspace.runs.decisions import COUNTED
from svcconsole.workspace.runs.ledger_entries import Intent, RecordOutcome, Settlement
from svcconsole.workspace.runs.records import Decision, NewSend
from svcconsole.workspace.schema import (
    ItemState,
    Repeat,
    RunState,
    bodies,
    file_rows,
    items,
    recipients,
    runs,
)
from tests.services.test_handover import (
    a_keyring,
    console,
    doubts,
    phone,
    send_all,
    sent_from,
    waiting_campaign,
)
from tests.workspace.test_retention import ago, drain

__all__ = ["a_keyring"]


def go(from_: Path, to: Path, path: Path) -> TakenIn:
    """Hand what is open in one console over to another."""
    with Workspace.open(from_) as workspace:
        write_handover(workspace, path, receiving_key(make=True).code)
    with Workspace.open(to) as workspace:
        return open_handover(workspace, path)


def send_first(workspace: Workspace, run: str, how_many: int) -> None:
    """Send the first records of a run that wait, and stop it."""
    fence = workspace.runner.acquire(run)
    workspace.ledger.set_state(run, fence, RunState.RUNNING)
    for each in workspace.ledger.waiting(run, -1, how_many):
        [attempt] = workspace.ledger.write(run, fence, [Intent("x", "x", (each.seq,), "0" * 64)])
        outcome = RecordOutcome(each.seq, each.record_id, ItemState.ACKED)
        workspace.ledger.write(run, fence, [Settlement(attempt, "ok", 200, 0.1, "", (outcome,))])
    workspace.ledger.set_state(run, fence, RunState.STOPPED)
    workspace.runner.release(run)


def states(workspace: Workspace, run: str) -> list[str]:
    with workspace.reading() as connection:
        query = select(items.c.state).where(items.c.run_id == run).order_by(items.c.seq)
        return list(connection.execute(query).scalars())


THREE = [phone(at) for at in range(20, 23)]


def test_who_was_written_to_there_is_known_here_once_other_work_comes_back(tmp_path: Path) -> None:
    here, there = console(tmp_path, "here"), console(tmp_path, "there")
    with Workspace.open(here) as workspace:
        run = waiting_campaign(workspace, THREE)
    go(here, there, tmp_path / "there.handover")
    with Workspace.open(here) as workspace, workspace.writing() as connection:
        earlier = written(this_moment() - timedelta(hours=30))
        connection.execute(update(runs).values(finished_at=earlier))
    with Workspace.open(there) as workspace:
        assert send_all(workspace) == THREE
        workspace.drafts.save("message:new", {"text": "Hello"})
    done = go(there, here, tmp_path / "back.handover")
    assert (done.counts["runs"], done.counts["drafts"], done.known) == (0, 1, 0)
    with Workspace.open(here) as workspace:
        assert states(workspace, run) == [ItemState.ACKED] * 3
        past = recent_sends(workspace, None)
        assert [len(past.get(number, ())) for number in THREE] == [1, 1, 1], "nobody gets it a second time"
        assert send_all(workspace) == []


def test_what_comes_back_open_goes_on_here_and_no_more_there(tmp_path: Path) -> None:
    here, there = console(tmp_path, "here"), console(tmp_path, "there")
    with Workspace.open(here) as workspace:
        run = waiting_campaign(workspace, THREE)
    go(here, there, tmp_path / "there.handover")
    with Workspace.open(there) as workspace:
        send_first(workspace, run, 1)
    done = go(there, here, tmp_path / "back.handover")
    assert (done.counts["runs"], done.counts["items"], done.in_question, done.known) == (1, 3, 0, 0)
    with Workspace.open(here) as workspace:
        assert states(workspace, run) == [ItemState.ACKED, ItemState.PLANNED, ItemState.PLANNED]
        info = workspace.runs.get(run)
        assert info.state is RunState.STOPPED and info.sentence.startswith("Came by a hand-over")
        assert len(recent_sends(workspace, None).get(THREE[0], ())) == 1
        assert send_all(workspace) == THREE[1:]
    assert sent_from(there) == [] and doubts(there) == 0
    with Workspace.open(here) as workspace:
        waiting_campaign(workspace, [phone(30)])
    go(here, there, tmp_path / "once-more.handover")
    with Workspace.open(there) as workspace:
        assert states(workspace, run) == [ItemState.ACKED] * 3
        assert send_all(workspace) == [phone(30)]


def test_a_hand_over_opened_again_lets_nothing_go_that_was_handed_back(tmp_path: Path) -> None:
    here, there, first = console(tmp_path, "here"), console(tmp_path, "there"), tmp_path / "there.handover"
    with Workspace.open(here) as workspace:
        waiting_campaign(workspace, THREE)
    go(here, there, first)
    go(there, here, tmp_path / "back.handover")
    with Workspace.open(there) as workspace:
        done = open_handover(workspace, first)
        assert (done.again, done.known, done.in_question) == (True, 1, 0)
        assert workspace.decisions.count() == 0 and send_all(workspace) == []
    assert sent_from(here) == THREE


def test_what_came_back_into_a_copy_of_before_asks(tmp_path: Path) -> None:
    here, there, copy = console(tmp_path, "here"), console(tmp_path, "there"), tmp_path / "copy"
    with Workspace.open(here) as workspace:
        waiting_campaign(workspace, THREE)
    go(here, there, tmp_path / "there.handover")
    with Workspace.open(here):
        write_copy(here, copy)
    back = tmp_path / "back.handover"
    go(there, here, back)
    assert sent_from(here) == THREE
    for ending in ("", "-wal", "-shm"):
        (here / f"workspace.sqlite3{ending}").unlink(missing_ok=True)
    shutil.copyfile(copy, here / "workspace.sqlite3")
    with Workspace.open(here) as workspace:
        done = open_handover(workspace, back)
        assert (done.again, done.in_question) == (True, 3)
        assert workspace.decisions.count() == 3 and send_all(workspace) == []


def test_what_both_sent_parts_of_goes_to_nobody_twice(tmp_path: Path) -> None:
    """The file was thought lost and taken back, one was sent again by decision, and then it was opened."""
    here, there, lost = console(tmp_path, "here"), console(tmp_path, "there"), tmp_path / "lost.handover"
    with Workspace.open(here) as workspace:
        run = waiting_campaign(workspace, THREE)
        code = write_handover(workspace, lost, receiving_key(make=True).code).code
        assert take_handover_back(workspace, code) == (3, 0)
        workspace.decisions.decide([(run, 1), (run, 2)], Decision.SEND_AGAIN, "Ana")
        send_first(workspace, run, 1)
    with Workspace.open(there) as workspace:
        open_handover(workspace, lost)
        fence = workspace.runner.acquire(run)
        workspace.ledger.leave_out(run, fence, {1: "Left out there."})
        workspace.runner.release(run)
        assert send_all(workspace) == [THREE[0], THREE[2]]
        workspace.drafts.save("message:new", {"text": "Hello"})
    go(there, here, tmp_path / "back.handover")
    with Workspace.open(here) as workspace:
        assert states(workspace, run) == [ItemState.ACKED] * 3, "what was sent here stays so"
        assert send_all(workspace) == [] and workspace.decisions.count() == 0


def test_what_was_removed_here_meanwhile_comes_back_with_what_is_open(tmp_path: Path) -> None:
    here, there = console(tmp_path, "here"), console(tmp_path, "there")
    with Workspace.open(here) as workspace:
        run = waiting_campaign(workspace, THREE)
    go(here, there, tmp_path / "there.handover")
    with Workspace.open(here) as workspace:
        forget(workspace, subject_of(workspace, THREE[0]))
        with workspace.writing() as connection:
            connection.execute(update(runs).values(created_at=ago(31), finished_at=ago(31)))
            connection.execute(update(items).values(at=ago(31)))
        assert drain(workspace) == 1
        with workspace.reading() as connection:
            assert set(connection.execute(select(bodies.c.body)).scalars()) == {b"{}"}
            assert set(connection.execute(select(file_rows.c.cells)).scalars()) == {"[]"}
            assert connection.execute(select(recipients.c.number)).first() is None
    go(there, here, tmp_path / "back.handover")
    with Workspace.open(here) as workspace:
        assert states(workspace, run) == [ItemState.LEFT_OUT, ItemState.PLANNED, ItemState.PLANNED]
        with workspace.reading() as connection:
            assert list(connection.execute(select(recipients.c.number)).scalars()) == THREE[1:]
            whole = select(file_rows.c.number).where(file_rows.c.cells != "[]")
            assert list(connection.execute(whole).scalars()) == [2, 3]
        waiting = workspace.ledger.waiting(run, -1, 9)
        assert [json.loads(each.body)["contactIdentifier"] for each in waiting] == THREE[1:]
    for ending in ("", "-wal"):
        file = here / f"workspace.sqlite3{ending}"
        assert not file.exists() or THREE[0].encode() not in file.read_bytes()


def test_what_was_decided_there_is_decided_here(tmp_path: Path) -> None:
    here, there = console(tmp_path, "here"), console(tmp_path, "there")
    ticket = NewSend("tickets.create", Repeat.ONCE, "ticket", "Ticket", b"{}", "f" * 64, draft_token="t0ken")
    with Workspace.open(here) as workspace:
        fence = workspace.runner.acquire()
        begun = workspace.sends.begin(ticket, fence)
        assert isinstance(begun, tuple)
        run, attempt = begun
        outcome = RecordOutcome(0, run, ItemState.UNKNOWN, "No answer.")
        end = Settlement(attempt, "unknown", None, 0.1, "", (outcome,))
        workspace.sends.end(run, fence, end, None, None)
        workspace.runner.release()
    go(here, there, tmp_path / "there.handover")
    with Workspace.open(there) as workspace:
        workspace.decisions.decide([(run, 0)], Decision.COUNT_AS_SENT, "Ana")
        workspace.drafts.save("message:new", {"text": "Hello"})
    go(there, here, tmp_path / "back.handover")
    with Workspace.open(here) as workspace:
        sent = workspace.sends.get(run)
        assert sent is not None and (sent.state, sent.reason) == (ItemState.ACKED, COUNTED)
        assert workspace.sends.of_draft("t0ken") == sent
