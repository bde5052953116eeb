"""The write-ahead ledger against a model of it: whatever happens in which order, every row has one end."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import func, select

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import FenceLost, RunnerBusy, WorkspaceError
from svcconsole.workspace.runs.ledger_entries import (
    Intent,
    PartOfRun,
    PendingRecord,
    RecordOutcome,
    Settlement,
)
from svcconsole.workspace.runs.records import Decision, NewRun
from svcconsole.workspace.schema import Bucket, ItemState, RunState, file_rows
from tests.workspace.planning import item, plan

pytestmark = pytest.mark.usefixtures("either_engine")

COUNT, BLOCKED = 8, 2
AFTER = {
    Decision.SEND_AGAIN: ItemState.PLANNED,
    Decision.COUNT_AS_SENT: ItemState.ACKED,
    Decision.KEEP: ItemState.LEFT_OUT,
    Decision.PROVED: ItemState.ACKED,
}
ENDS = (ItemState.ACKED, ItemState.REJECTED, ItemState.UNKNOWN, ItemState.PLANNED)


def intend(workspace: Workspace, run_id: str, fence: int, batch: list[PendingRecord]) -> int:
    entry = Intent("products.createOrUpdate", "Rows", tuple(one.seq for one in batch), "0" * 64)
    return workspace.ledger.write(run_id, fence, [entry])[0]


def settle(attempt: int, outcomes: list[RecordOutcome]) -> Settlement:
    return Settlement(attempt, "ok", 200, 0.1, "", tuple(outcomes))


class LedgerMachine(RuleBasedStateMachine):
    """Plans, sends, ends, crashes, second instances and decisions in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="ledger-")) / "store"
        self.workspace = Workspace.open(self.folder)
        self.fence = 0
        self.states: dict[int, ItemState] = {}
        self.flights: dict[int, list[PendingRecord]] = {}
        self.acked: list[str] = []

    @initialize()
    def made(self) -> None:
        self.run_id = plan(self.workspace, COUNT, BLOCKED)
        self.states = dict.fromkeys(range(COUNT), ItemState.PLANNED)
        self.fence = self.workspace.runner.acquire()

    @rule(size=st.integers(1, 4))
    def send(self, size: int) -> None:
        batch = self.workspace.ledger.waiting(self.run_id, -1, size)
        if batch:
            self.flights[intend(self.workspace, self.run_id, self.fence, batch)] = batch
            self.states.update({one.seq: ItemState.SENDING for one in batch})

    @precondition(lambda self: self.flights)
    @rule(ends=st.lists(st.sampled_from(ENDS), min_size=4, max_size=4))
    def land(self, ends: list[ItemState]) -> None:
        attempt, batch = self.flights.popitem()
        outcomes = [
            RecordOutcome(one.seq, one.record_id, end, "why") for one, end in zip(batch, ends, strict=False)
        ]
        self.workspace.ledger.write(self.run_id, self.fence, [settle(attempt, outcomes)])
        self.states.update({outcome.seq: outcome.state for outcome in outcomes})
        self.acked += [outcome.record_id for outcome in outcomes if outcome.state is ItemState.ACKED]

    @rule()
    def crash(self) -> None:
        self.workspace.close()
        self.workspace = Workspace.open(self.folder)
        self.flights.clear()
        for seq, state in self.states.items():
            if state is ItemState.SENDING:
                self.states[seq] = ItemState.PLANNED
        before = self.fence
        self.fence = self.workspace.runner.acquire()
        assert self.fence > before

    @rule()
    def second_instance(self) -> None:
        # Opening it must not put back what the first has on the way.
        with Workspace.open(self.folder) as other, pytest.raises(FenceLost):
            other.ledger.write(self.run_id, self.fence - 1, [Intent("o", "t", (0,), "0")])

    @rule(answer=st.sampled_from(list(Decision)))
    def decide(self, answer: Decision) -> None:
        unknown = [seq for seq, state in self.states.items() if state is ItemState.UNKNOWN]
        assert self.workspace.runs.decide(self.run_id, answer) == len(unknown)
        self.states.update(dict.fromkeys(unknown, AFTER[answer]))

    @rule()
    def send_what_is_not_planned(self) -> None:
        gone = tuple(seq for seq, state in self.states.items() if state is not ItemState.PLANNED)
        if gone:
            with pytest.raises(FenceLost):
                self.workspace.ledger.write(self.run_id, self.fence, [Intent("o", "t", gone[:1], "0")])

    @rule()
    def checkpoint(self) -> None:
        self.workspace.ledger.checkpoint(self.run_id, self.fence)
        self.flights.clear()
        for seq, state in self.states.items():
            if state is ItemState.SENDING:
                self.states[seq] = ItemState.PLANNED

    @invariant()
    def adds_up(self) -> None:
        if not self.states:
            return
        totals = self.workspace.runs.totals(self.run_id)
        assert totals.rows == COUNT + BLOCKED
        assert totals.sent + totals.refused + totals.not_sent + totals.needs_decision == totals.rows
        assert totals.products.total == COUNT + BLOCKED
        found = {state: list(self.states.values()).count(state) for state in ItemState}
        assert totals.sent == found[ItemState.ACKED]
        assert totals.refused == found[ItemState.REJECTED]
        assert totals.needs_decision == found[ItemState.UNKNOWN]
        assert totals.on_the_way == found[ItemState.SENDING]
        assert totals.left_out == BLOCKED + found[ItemState.LEFT_OUT]
        assert totals.to_put_right == BLOCKED

    @invariant()
    def waiting_is_what_is_planned(self) -> None:
        if self.states:
            waiting = {one.seq for one in self.workspace.ledger.waiting(self.run_id, -1, 99)}
            assert waiting == {seq for seq, state in self.states.items() if state is ItemState.PLANNED}

    @invariant()
    def nothing_accepted_is_sent_again(self) -> None:
        assert len(self.acked) == len(set(self.acked))

    def teardown(self) -> None:
        self.workspace.close()
        shutil.rmtree(self.folder.parent)


@pytest.mark.parametrize(
    ("examples", "steps"),
    [(12, 20), pytest.param(500, 50, marks=[pytest.mark.deep, pytest.mark.timeout(1800)])],
)
def test_every_row_has_one_end_whatever_happens(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        LedgerMachine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )


def test_one_runner_until_it_gives_back(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as first, Workspace.open(tmp_path) as second:
        fence = first.runner.acquire()
        assert first.runner.acquire() == fence
        with pytest.raises(RunnerBusy, match=rf"process {os.getpid()} on |on this computer is sending"):
            second.runner.acquire()
        first.runner.release()
        with pytest.raises(RunnerBusy):
            second.runner.acquire()
        first.runner.release()
        assert second.runner.acquire() == fence + 1


def test_instances_that_only_open_do_not_keep_a_runner_from_running(tmp_path: Path) -> None:
    Workspace.open(tmp_path).close()
    ended = threading.Event()

    def open_and_close() -> None:
        while not ended.is_set():
            Workspace.open(tmp_path).close()

    other = threading.Thread(target=open_and_close)
    other.start()
    try:
        with Workspace.open(tmp_path) as workspace:
            for _ in range(10):
                workspace.runner.acquire()
                workspace.runner.release()
    finally:
        ended.set()
        other.join()


def test_a_runner_that_was_replaced_writes_nothing_more(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as first, Workspace.open(tmp_path) as second:
        run_id = plan(first, 4)
        old = first.runner.acquire()
        attempt = intend(first, run_id, old, first.ledger.waiting(run_id, -1, 2))
        first.runner.close()
        second.runner.acquire()
        with pytest.raises(FenceLost, match="Another svcconsole has taken over"):
            first.ledger.write(run_id, old, [settle(attempt, [RecordOutcome(0, "p0", ItemState.ACKED)])])
        with pytest.raises(FenceLost):
            first.ledger.set_state(run_id, old, RunState.FINISHED)
        assert second.runs.totals(run_id).sent == 0


def test_a_group_of_entries_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, 4)
        fence = workspace.runner.acquire()
        good, bad = Intent("o", "t", (0, 1), "0"), Intent("o", "t", (1, 2), "0")
        with pytest.raises(FenceLost):
            workspace.ledger.write(run_id, fence, [good, bad])
        assert len(workspace.ledger.waiting(run_id, -1, 9)) == 4


def test_a_result_is_noted_once_and_only_for_what_was_on_the_way(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, 2)
        fence = workspace.runner.acquire()
        attempt = intend(workspace, run_id, fence, workspace.ledger.waiting(run_id, -1, 1))
        wrong = settle(attempt, [RecordOutcome(1, "p1", ItemState.ACKED)])
        with pytest.raises(FenceLost, match="no longer has these records on the way"):
            workspace.ledger.write(run_id, fence, [wrong])
        right = settle(attempt, [RecordOutcome(0, "p0", ItemState.ACKED)])
        for _ in range(2):
            # The second time as after a commit whose end the disk did not confirm.
            assert workspace.ledger.write(run_id, fence, [right]) == [attempt]
        assert workspace.runs.totals(run_id).sent == 1
        assert len(workspace.changes.history("products", "p0")) == 1


def test_doubt_survives_a_crash_and_ends_with_an_answer(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, 2)
        fence = workspace.runner.acquire(run_id)
        intend(workspace, run_id, fence, workspace.ledger.waiting(run_id, -1, 1))
    with Workspace.open(tmp_path) as workspace:
        assert workspace.runs.get(run_id).state is RunState.PLANNED
        doubtful, fresh = workspace.ledger.waiting(run_id, -1, 9)
        assert doubtful.doubt_at is not None
        assert fresh.doubt_at is None
        fence = workspace.runner.acquire()
        attempt = intend(workspace, run_id, fence, [doubtful])
        planned = RecordOutcome(0, "p0", ItemState.PLANNED)
        workspace.ledger.write(run_id, fence, [settle(attempt, [planned])])
        assert workspace.ledger.waiting(run_id, -1, 1)[0].doubt_at is None


def test_runs_are_listed_found_and_forgotten(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        older, newer = plan(workspace, 2), plan(workspace, 3, 1)
        assert {info.id for info in workspace.runs.list(unfinished=True)} == {older, newer}
        info = workspace.runs.get(newer)
        assert (info.rows, info.products, info.left_out, info.header) == (4, 4, 1, ("Handle", "Title"))
        assert len(info.code) == 9
        assert workspace.runs.find(info.code.lower()).id == newer
        assert workspace.runs.find(older).id == older
        assert {found.id for found in workspace.runs.with_fingerprint("f" * 64)} == {older, newer}
        page = workspace.runs.rows(newer, Bucket.NOT_SENT, offset=3, limit=9)
        assert (page.total, page.rows[0].reason, page.rows[0].cells) == (4, "Name is empty.", ("p3", "Sage"))
        assert workspace.runs.rows(newer).rows[0].reason == "Not sent yet."
        [reason] = workspace.runs.reasons(newer, Bucket.NOT_SENT)
        assert (reason.sentence, reason.rows) == ("Name is empty.", 1)
        workspace.runs.forget(newer)
        with pytest.raises(WorkspaceError, match=f"There is no run {newer}"):
            workspace.runs.totals(newer)
        with workspace.reading() as connection:
            left = connection.execute(select(func.count()).where(file_rows.c.run_id == newer))
            assert left.scalar_one() == 0


def test_the_newest_run_where_there_is_none_is_told_as_such(tmp_path: Path) -> None:
    with (
        Workspace.open(tmp_path) as workspace,
        pytest.raises(WorkspaceError, match=r"There is no run in this workspace yet\."),
    ):
        workspace.runs.find("last")


def test_a_plan_that_contradicts_itself_is_not_written(tmp_path: Path) -> None:
    new = NewRun("products", "Import products", "/shop/p.csv", "p.csv", "f" * 64, ("Handle", "Title"))
    with Workspace.open(tmp_path) as workspace:
        with pytest.raises(ValueError, match="do not go together"):
            workspace.runs.create(new, [item(0), replace(item(1), state=ItemState.BLOCKED)])
        assert workspace.runs.list() == ()


def test_a_part_of_a_run_is_a_lane_or_what_stands_before_a_place(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, 5)
        waiting = workspace.ledger.waiting
        assert [one.seq for one in waiting(run_id, -1, 9, PartOfRun(before=2))] == [0, 1]
        assert [one.seq for one in waiting(run_id, 0, 9, PartOfRun(before=2))] == [1]
        assert waiting(run_id, -1, 9, PartOfRun(lane=7)) == []


def test_leaving_nobody_out_changes_nothing(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, 2)
        fence = workspace.runner.acquire(run_id)
        workspace.ledger.leave_out(run_id, fence, {})
        assert len(workspace.ledger.waiting(run_id, -1, 9)) == 2
        workspace.ledger.leave_out(run_id, fence, {1: "Not now."})
        assert [one.seq for one in workspace.ledger.waiting(run_id, -1, 9)] == [0]


def test_of_a_group_that_is_noted_again_only_what_is_new_is(tmp_path: Path) -> None:
    """A commit whose end the disk did not confirm may have been made, and more has come since."""
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, 2)
        fence = workspace.runner.acquire()
        first, second = (
            intend(workspace, run_id, fence, workspace.ledger.waiting(run_id, seq - 1, 1)) for seq in (0, 1)
        )
        one = settle(first, [RecordOutcome(0, "p0", ItemState.ACKED)])
        other = settle(second, [RecordOutcome(1, "p1", ItemState.ACKED)])
        workspace.ledger.write(run_id, fence, [one])
        assert workspace.ledger.write(run_id, fence, [one, other]) == [first, second]
        assert workspace.runs.totals(run_id).sent == 2
        assert len(workspace.changes.history("products", "p0")) == 1
