"""Each call of the ledger by itself: what it gives, writes, notes for others and leaves alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, update

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import FenceLost, RunnerBusy
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.mark_file import MarkNotKept
from svcconsole.workspace.runs.ledger import Ledger
from svcconsole.workspace.runs.ledger_entries import (
    Entry,
    Exchange,
    Intent,
    PartOfRun,
    PendingRecord,
    RecordOutcome,
    Settlement,
)
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import ItemState, Repeat, RunState, attempts, items, runs
from tests.workspace.planning import item, plan

pytestmark = pytest.mark.usefixtures("either_engine")

HASH = "5" * 64
LONG_AGO = 1000.0


def everyone(_item: PendingRecord) -> bool:
    return True


@dataclass
class Desk:
    """A workspace whose runner we are, and the number of the last event that others have heard of."""

    workspace: Workspace
    fence: int
    heard: int = 0

    @property
    def ledger(self) -> Ledger:
        return self.workspace.ledger

    def waiting(self, run_id: str) -> list[int]:
        return [one.seq for one in self.ledger.waiting(run_id, -1, 99)]

    def take(
        self, run_id: str, may_lag: Callable[[PendingRecord], bool] = everyone, *, readable: bool = True
    ) -> list[bool]:
        """Which of the records that wait were intended."""
        taken = self.ledger.take(run_id, self.fence, -1, 99, may_lag, readable=readable)
        return [one.intended for one in taken]

    def states(self, run_id: str) -> list[str]:
        query = select(items.c.state).where(items.c.run_id == run_id).order_by(items.c.seq)
        with self.workspace.reading() as connection:
            return list(connection.execute(query).scalars())

    def attempts(self) -> list[tuple[int, str, int, str, str | None]]:
        """Number, run, fence, records and outcome of each attempt."""
        columns = (
            attempts.c.id, attempts.c.run_id, attempts.c.fence, attempts.c.seqs, attempts.c.outcome,
        )  # fmt: skip
        with self.workspace.reading() as connection:
            return [tuple(row) for row in connection.execute(select(*columns).order_by(attempts.c.id))]

    def said(self) -> set[tuple[str, str]]:
        """What was noted for others since this was asked the last time."""
        since, self.heard = self.heard, self.workspace.events.last()
        return {(event.kind, event.key) for event in self.workspace.events.since(since)}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Workspace.open(tmp_path / "store") as workspace:
        yield Desk(workspace, workspace.runner.acquire())


def held(desk: Desk, *run_ids: str) -> None:
    """These are driven from here: several consoles of a shared workspace may each drive runs of their own."""
    for run_id in run_ids:
        desk.workspace.runner.acquire(run_id)


def exchange(*seqs: int, state: ItemState = ItemState.ACKED, monotonic: float = 7.0) -> Exchange:
    outcomes = tuple(RecordOutcome(seq, f"p{seq}", state) for seq in seqs)
    at = "2026-01-01T08:00:00.000Z"
    return Exchange(
        "products.createOrUpdate", "Rows", seqs, HASH, at, monotonic, "ok", 200, 0.1, "told", outcomes
    )


def intent(*seqs: int) -> Intent:
    return Intent("products.createOrUpdate", "Rows", seqs, HASH)


def settlement(attempt: int, *outcomes: RecordOutcome) -> Settlement:
    return Settlement(attempt, "ok", 200, 0.1, "told", outcomes)


def doubted(desk: Desk, run_id: str, seq: int, moment: float = LONG_AGO) -> None:
    """These bytes may have landed at this moment."""
    with desk.workspace.writing() as connection:
        connection.execute(
            update(items).where(items.c.run_id == run_id, items.c.seq == seq).values(doubt_at=moment)
        )


def test_what_waits_is_given_as_it_was_planned(desk: Desk) -> None:
    rows = (FileRow(4, 4, ("mug", "Mug")), FileRow(6, 7, ("mug", "Mug, red")))
    stray = replace(item(1), is_record=False)
    new = NewRun("products", "Import products", "/shop/p.csv", "p.csv", "f" * 64, ("Handle", "Title"))
    run_id = desk.workspace.runs.create(new, [PlanItem("mug", rows, b'{"id": "mug"}'), stray])
    doubted(desk, run_id, 1)
    assert desk.ledger.waiting(run_id, -1, 9) == [
        PendingRecord(0, "mug", 2, 4, 6, True, b'{"id": "mug"}', 0, None),
        PendingRecord(1, "p1", 1, 2, 2, False, b'{"id":"p1"}', 0, LONG_AGO),
    ]


def test_a_lane_has_its_own_records(desk: Desk) -> None:
    new = NewRun("products", "Import products", "/shop/p.csv", "p.csv", "f" * 64, ("Handle", "Title"))
    run_id = desk.workspace.runs.create(new, [replace(item(at), lane=at % 2) for at in range(4)])
    found = [desk.ledger.waiting(run_id, -1, 9, PartOfRun(lane=lane)) for lane in (0, 1)]
    assert [[one.seq for one in some] for some in found] == [[0, 2], [1, 3]]


# A window: records that may be sent twice, intended ahead of their requests


def test_only_who_may_lag_is_intended_and_told_so(desk: Desk) -> None:
    run_id, other = plan(desk.workspace, 4), plan(desk.workspace, 4)
    held(desk, run_id)
    assert desk.take(run_id, lambda one: one.seq % 2 == 0) == [True, False, True, False]
    assert (desk.waiting(run_id), desk.waiting(other)) == ([1, 3], [0, 1, 2, 3])


def test_where_nobody_may_lag_all_wait_as_before(desk: Desk) -> None:
    run_id = plan(desk.workspace, 3)
    held(desk, run_id)
    assert desk.take(run_id, lambda _: False) == [False] * 3
    assert desk.waiting(run_id) == [0, 1, 2]


@pytest.mark.parametrize("count", [1, 2])
def test_who_is_in_doubt_never_lags(desk: Desk, count: int) -> None:
    run_id = plan(desk.workspace, count)
    held(desk, run_id)
    doubted(desk, run_id, 0)
    assert desk.take(run_id) == [False, True][:count]
    assert desk.waiting(run_id) == [0]


def test_a_window_is_a_piece_of_a_part_of_the_run(desk: Desk) -> None:
    run_id = plan(desk.workspace, 6)
    held(desk, run_id)
    taken = desk.ledger.take(run_id, desk.fence, 0, 2, everyone, readable=True)
    assert [one.seq for one in taken] == [1, 2]
    before = PartOfRun(before=5)
    taken = desk.ledger.take(run_id, desk.fence, 2, 9, everyone, readable=True, part=before)
    assert [one.seq for one in taken] == [3, 4]
    assert desk.waiting(run_id) == [0, 5]


@pytest.mark.parametrize("readable", [True, False])
def test_what_may_have_left_is_in_doubt_after_a_crash_where_the_store_can_be_asked(
    desk: Desk, readable: bool
) -> None:
    run_id = plan(desk.workspace, 1)
    held(desk, run_id)
    before = time.time()
    desk.take(run_id, readable=readable)
    desk.ledger.checkpoint(run_id, desk.fence)
    (one,) = desk.ledger.waiting(run_id, -1, 9)
    assert (one.doubt_at is not None) is readable
    assert one.doubt_at is None or before <= one.doubt_at <= time.time()


def test_whoever_may_not_send_takes_no_window_and_gives_none_back(desk: Desk) -> None:
    run_id = plan(desk.workspace, 2)
    held(desk, run_id)
    with pytest.raises(FenceLost):
        desk.ledger.take(run_id, desk.fence - 1, -1, 9, everyone, readable=True)
    assert desk.waiting(run_id) == [0, 1]
    desk.take(run_id)
    with pytest.raises(FenceLost):
        desk.ledger.give_back(run_id, desk.fence - 1, [0])
    assert desk.waiting(run_id) == []


def test_nothing_of_a_run_is_taken_that_another_console_drives(desk: Desk, tmp_path: Path) -> None:
    """Several may drive where a database is shared; of a file one drives every run."""
    run_id, shared = plan(desk.workspace, 1), desk.workspace.shared
    with Workspace.open(tmp_path / "office" / "store" if shared else tmp_path / "store") as other:
        if not shared:
            with pytest.raises(RunnerBusy):
                other.runner.acquire(run_id)
            return
        other.runner.acquire(run_id)
        with pytest.raises(FenceLost):
            desk.take(run_id)
        with pytest.raises(FenceLost):
            desk.ledger.give_back(run_id, desk.fence, [0])
    assert desk.waiting(run_id) == [0]


def test_what_is_given_back_waits_again_without_a_doubt(desk: Desk) -> None:
    run_id, other = plan(desk.workspace, 3), plan(desk.workspace, 3)
    held(desk, run_id, other)
    for each in (run_id, other):
        desk.take(each)
    desk.ledger.give_back(run_id, desk.fence, [0, 2])
    assert (desk.waiting(run_id), desk.waiting(other)) == ([0, 2], [])
    assert [one.doubt_at for one in desk.ledger.waiting(run_id, -1, 9)] == [None, None]


# What leaves by itself, and what is written together


def test_what_is_about_to_leave_is_in_doubt_from_then_on(desk: Desk) -> None:
    run_id = plan(desk.workspace, 2)
    held(desk, run_id)
    doubted(desk, run_id, 1)
    before = time.time()
    desk.ledger.write(run_id, desk.fence, [intent(0, 1)])
    assert desk.states(run_id) == ["sending", "sending"]
    desk.ledger.checkpoint(run_id, desk.fence)
    fresh, older = (one.doubt_at for one in desk.ledger.waiting(run_id, -1, 9))
    assert fresh is not None and before <= fresh <= time.time()
    assert older == LONG_AGO


@pytest.mark.parametrize(
    "state", [ItemState.SENDING, ItemState.ACKED, ItemState.REJECTED, ItemState.UNKNOWN, ItemState.LEFT_OUT]
)
def test_only_what_waits_may_leave(desk: Desk, state: ItemState) -> None:
    run_id = plan(desk.workspace, 2)
    held(desk, run_id)
    with desk.workspace.writing() as connection:
        connection.execute(
            update(items).where(items.c.run_id == run_id, items.c.seq == 1).values(state=state)
        )
    with pytest.raises(FenceLost, match="no longer has these records waiting"):
        desk.ledger.write(run_id, desk.fence, [intent(0, 1)])
    assert desk.states(run_id) == ["planned", state]
    assert desk.attempts() == []


def test_what_ended_of_a_window_is_an_attempt_with_its_end_and_its_history(desk: Desk) -> None:
    run_id = plan(desk.workspace, 3)
    held(desk, run_id)
    desk.take(run_id)
    ends = [exchange(0, 1), exchange(2, state=ItemState.REJECTED, monotonic=8.0)]
    numbers = desk.ledger.write(run_id, desk.fence, ends)
    assert desk.states(run_id) == ["acked", "acked", "rejected"]
    first, second = numbers
    fence = desk.fence
    assert desk.attempts() == [(first, run_id, fence, "0-1", "ok"), (second, run_id, fence, "2", "ok")]
    (change,) = desk.workspace.changes.history("products", "p0")
    assert (change.action, change.source, change.run_id) == ("sent", "import", run_id)
    assert desk.workspace.changes.history("products", "p2") == []
    # A commit whose end the disk did not confirm is written once more: it stands there already.
    assert desk.ledger.write(run_id, desk.fence, ends) == numbers
    assert len(desk.attempts()) == 2


def test_each_entry_is_told_its_own_number_whatever_stands_beside_it(desk: Desk) -> None:
    run_id = plan(desk.workspace, 4)
    held(desk, run_id)
    desk.take(run_id, lambda one: one.seq > 1)
    (open_one,) = desk.ledger.write(run_id, desk.fence, [intent(0)])
    acked = RecordOutcome(0, "p0", ItemState.ACKED)
    entries: list[Entry] = [intent(1), exchange(2), settlement(open_one, acked), exchange(3, monotonic=8.0)]
    made, first, closed, second = desk.ledger.write(run_id, desk.fence, entries)
    assert closed == open_one
    assert [(number, seqs) for number, _, _, seqs, _ in desk.attempts()] == [
        (open_one, "0"), (first, "2"), (second, "3"), (made, "1"),
    ]  # fmt: skip
    assert (first, second, made) == (open_one + 1, open_one + 2, open_one + 3)


def test_what_was_accepted_by_a_settlement_has_a_history_of_its_run(desk: Desk) -> None:
    run_id = plan(desk.workspace, 1)
    held(desk, run_id)
    (number,) = desk.ledger.write(run_id, desk.fence, [intent(0)])
    acked = RecordOutcome(0, "p0", ItemState.ACKED)
    desk.ledger.write(run_id, desk.fence, [settlement(number, acked)])
    (change,) = desk.workspace.changes.history("products", "p0")
    assert (change.action, change.source, change.run_id) == ("sent", "import", run_id)


def test_of_a_group_that_is_noted_again_the_new_one_is_closed_and_has_its_history(desk: Desk) -> None:
    """A commit whose end the disk did not confirm may have been made, and more has come since."""
    run_id = plan(desk.workspace, 2)
    held(desk, run_id)
    numbers = desk.ledger.write(run_id, desk.fence, [intent(0), intent(1)])
    one, other = (
        settlement(number, RecordOutcome(seq, f"p{seq}", ItemState.ACKED))
        for seq, number in enumerate(numbers)
    )
    desk.ledger.write(run_id, desk.fence, [one])
    desk.ledger.write(run_id, desk.fence, [one, other])
    assert [outcome for *_, outcome in desk.attempts()] == ["ok", "ok"]
    assert [len(desk.workspace.changes.history("products", f"p{seq}")) for seq in (0, 1)] == [1, 1]


@pytest.mark.parametrize("in_a_window", [True, False])
@pytest.mark.parametrize("state", [ItemState.ACKED, ItemState.UNKNOWN])
def test_others_hear_of_an_end_and_of_a_question(desk: Desk, state: ItemState, in_a_window: bool) -> None:
    run_id = plan(desk.workspace, 1)
    held(desk, run_id)
    if in_a_window:
        desk.take(run_id)
        entry: Exchange | Settlement = exchange(0, state=state)
    else:
        (number,) = desk.ledger.write(run_id, desk.fence, [intent(0)])
        entry = settlement(number, RecordOutcome(0, "p0", state))
    desk.said()
    desk.ledger.write(run_id, desk.fence, [entry])
    asked = {(EventKind.DECISION, run_id)} if state is ItemState.UNKNOWN else set()
    assert desk.said() == {(EventKind.PROGRESS, run_id), *asked}


def test_a_message_that_is_followed_is_named_by_its_run(desk: Desk) -> None:
    run_id = plan(desk.workspace, 1, kind="messages", effect=Repeat.ONCE)
    held(desk, run_id)
    (number,) = desk.ledger.write(run_id, desk.fence, [intent(0)])
    acked = RecordOutcome(0, "p0", ItemState.ACKED, answer_id="4711")
    desk.ledger.write(run_id, desk.fence, [settlement(number, acked)])
    (followed,) = desk.workspace.deliveries.all()
    assert (followed.id, followed.run_id, followed.title) == ("4711", run_id, "Import products")


def test_what_could_not_be_counted_has_not_left_and_keeps_the_doubt_it_had(
    desk: Desk, tmp_path: Path
) -> None:
    run_id, other = plan(desk.workspace, 4), plan(desk.workspace, 4)
    held(desk, run_id, other)
    for seq in (0, 3):
        doubted(desk, run_id, seq)
    desk.ledger.write(run_id, desk.fence, [intent(2)])
    desk.ledger.write(other, desk.fence, [intent(0), intent(1)])
    kept = desk.attempts()
    desk.workspace.mark.close()
    (mark,) = (tmp_path / "marks").iterdir()
    mark.unlink()
    mark.mkdir()
    with pytest.raises(MarkNotKept):
        desk.ledger.write(run_id, desk.fence, [intent(0), intent(1)])
    assert desk.attempts() == kept
    assert desk.states(run_id) == ["planned", "planned", "sending", "planned"]
    assert desk.states(other) == ["sending", "sending", "planned", "planned"]
    assert [one.doubt_at for one in desk.ledger.waiting(run_id, -1, 9)] == [LONG_AGO, None, LONG_AGO]


# A run that is broken off, left in part, begun and ended


@pytest.mark.parametrize("effect", list(Repeat))
def test_others_hear_that_a_run_was_broken_off_and_what_is_to_be_decided(desk: Desk, effect: Repeat) -> None:
    run_id = plan(desk.workspace, 2, effect=effect)
    held(desk, run_id)
    desk.ledger.write(run_id, desk.fence, [intent(0)])
    desk.said()
    desk.ledger.checkpoint(run_id, desk.fence)
    asked = {(EventKind.DECISION, run_id)} if effect is Repeat.ONCE else set()
    assert desk.said() == {(EventKind.PROGRESS, run_id), *asked}
    with desk.workspace.reading() as connection:
        ended = connection.execute(select(items.c.at).where(items.c.run_id == run_id, items.c.seq == 0))
        assert bool(ended.scalar_one()) is (effect is Repeat.ONCE), "the moment of an end, where it has one"


def test_others_hear_who_was_left_out_and_when_is_kept(desk: Desk) -> None:
    run_id, other = plan(desk.workspace, 2), plan(desk.workspace, 2)
    held(desk, run_id)
    desk.said()
    desk.ledger.leave_out(run_id, desk.fence, {1: "Not now."})
    assert desk.said() == {(EventKind.PROGRESS, run_id)}
    assert (desk.states(run_id), desk.states(other)) == (["planned", "left_out"], ["planned", "planned"])
    with desk.workspace.reading() as connection:
        query = select(items.c.at).where(items.c.run_id == run_id).order_by(items.c.seq)
        kept, left = connection.execute(query).scalars()
    assert (kept, bool(left)) == (None, True)


def test_the_log_is_told_of_beginnings_and_ends_alone(desk: Desk) -> None:
    """A run that pauses and goes on is one run; what ended is told to have ended once."""
    first, second = plan(desk.workspace, 1), plan(desk.workspace, 1)
    held(desk, first, second)
    steps = (
        (RunState.RUNNING, "started"), (RunState.PAUSED, ""), (RunState.RUNNING, ""),
        (RunState.STOPPED, "stopped"), (RunState.STOPPED, ""), (RunState.RUNNING, "resumed"),
        (RunState.PAUSED, ""), (RunState.FINISHED, "finished"), (RunState.FINISHED, ""),
    )  # fmt: skip
    for state, action in steps:
        before = len(desk.workspace.log.of_run(first))
        desk.said()
        desk.ledger.set_state(first, desk.fence, state, "Why it waits.")
        assert (EventKind.RUN, first) in desk.said()
        told = [str(one.action) for one in desk.workspace.log.of_run(first)[before:]]
        assert told == ([action] if action else []), state
        assert desk.workspace.runs.get(first).sentence == "Why it waits."
    assert [str(one.action) for one in desk.workspace.log.of_run(second)] == ["planned"]
    assert desk.workspace.runs.get(second).state is RunState.PLANNED


@pytest.mark.parametrize(
    ("before", "kept"),
    [(RunState.PLANNED, False), (RunState.STOPPED, False), (RunState.PAUSED, True), (RunState.RUNNING, True)],
)
def test_whoever_asked_a_run_to_stop_has_not_asked_the_next_time_it_begins(
    desk: Desk, before: RunState, kept: bool
) -> None:
    """It is asked of a run that is driven elsewhere; one that only paused has still to hear it."""
    run_id = plan(desk.workspace, 1)
    held(desk, run_id)
    asked = "2026-01-01T08:00:00.000Z"
    with desk.workspace.writing() as connection:
        connection.execute(update(runs).where(runs.c.id == run_id).values(state=before, stop_asked_at=asked))
    desk.ledger.set_state(run_id, desk.fence, RunState.RUNNING)
    assert desk.workspace.runs.get(run_id).stop_asked_at == (asked if kept else None)


def test_only_a_run_that_is_to_go_is_asked_whether_it_may(desk: Desk) -> None:
    run_id = plan(desk.workspace, 1)
    held(desk, run_id)
    asked: list[str] = []

    def ask(connection: Connection, of_run: str) -> None:
        assert connection.in_transaction()
        asked.append(of_run)

    space = desk.workspace
    ledger = Ledger(space, space.mark, space.runner, may_start=ask)
    for state in (RunState.PAUSED, RunState.STOPPED, RunState.FINISHED):
        ledger.set_state(run_id, desk.fence, state)
    assert asked == []
    ledger.set_state(run_id, desk.fence, RunState.RUNNING)
    assert asked == [run_id]
