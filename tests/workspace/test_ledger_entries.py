"""What the ledger writes, entry by entry: order, doubt, tries, history, and nothing of another run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import FenceLost
from svcconsole.workspace.runs.broken_off import RUN_BROKEN_OFF
from svcconsole.workspace.runs.ledger_entries import Intent, RecordOutcome, Settlement
from svcconsole.workspace.runs.records import NewSend, SentRecord
from svcconsole.workspace.runs.sent_bodies import sent_bodies
from svcconsole.workspace.schema import ItemState, Repeat, RunState, attempts, items, runs, sends
from tests.workspace.planning import plan

pytestmark = pytest.mark.usefixtures("either_engine")


@dataclass
class Book:
    """The ledger of a workspace whose runner we are."""

    workspace: Workspace
    fence: int

    def depart(self, run_id: str, *seqs: int) -> int:
        entry = Intent("products.createOrUpdate", "Rows", seqs, "0" * 64)
        return self.workspace.ledger.write(run_id, self.fence, [entry])[0]

    def land(self, run_id: str, attempt: int, *outcomes: RecordOutcome, outcome: str = "ok") -> None:
        self.workspace.ledger.write(
            run_id, self.fence, [Settlement(attempt, outcome, 200, 0.1, "told", outcomes)]
        )

    def checkpoint(self, run_id: str) -> None:
        self.workspace.ledger.checkpoint(run_id, self.fence)

    def waiting(self, run_id: str, after: int = -1, limit: int = 99) -> list[int]:
        return [one.seq for one in self.workspace.ledger.waiting(run_id, after, limit)]

    def states(self, run_id: str) -> list[str]:
        query = select(items.c.state).where(items.c.run_id == run_id).order_by(items.c.seq)
        with self.workspace.reading() as connection:
            return list(connection.execute(query).scalars())


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with Workspace.open(tmp_path) as workspace:
        yield Book(workspace, workspace.runner.acquire())


def test_records_are_read_in_the_order_of_the_file_from_one_on(book: Book) -> None:
    run_id = plan(book.workspace, 6)
    assert book.waiting(run_id) == [0, 1, 2, 3, 4, 5]
    assert book.waiting(run_id, after=1, limit=3) == [2, 3, 4]
    assert book.waiting(run_id, after=5) == []


@pytest.mark.parametrize(
    ("effect", "left", "reason"),
    [(Repeat.ONCE, ItemState.UNKNOWN, RUN_BROKEN_OFF), (Repeat.UPSERT, ItemState.PLANNED, "")],
)
def test_a_run_that_is_broken_off_never_sends_again_what_happens_once(
    book: Book, effect: Repeat, left: ItemState, reason: str
) -> None:
    run_id = plan(book.workspace, 3, effect=effect)
    book.depart(run_id, 0, 1)
    book.checkpoint(run_id)
    assert book.states(run_id) == [left, left, ItemState.PLANNED]
    told = book.workspace.runs.rows(run_id).rows[0].reason
    assert told == (reason or "Not sent yet.")


@pytest.mark.parametrize("effect", list(Repeat))
def test_breaking_one_run_off_leaves_the_others_on_the_way(book: Book, effect: Repeat) -> None:
    ended, going = plan(book.workspace, 1, effect=effect), plan(book.workspace, 1, effect=effect)
    for run_id in (ended, going):
        book.depart(run_id, 0)
    book.checkpoint(ended)
    assert book.states(going) == [ItemState.SENDING]


def test_an_old_fence_breaks_nothing_off_and_leaves_nothing_out(book: Book) -> None:
    run_id = plan(book.workspace, 2)
    book.depart(run_id, 0)
    old = book.fence - 1
    with pytest.raises(FenceLost):
        book.workspace.ledger.checkpoint(run_id, old)
    with pytest.raises(FenceLost):
        book.workspace.ledger.leave_out(run_id, old, {1: "Not wanted."})
    assert book.states(run_id) == [ItemState.SENDING, ItemState.PLANNED]


def test_only_what_never_left_is_left_out(book: Book) -> None:
    run_id = plan(book.workspace, 5)
    attempt = book.depart(run_id, 0, 1, 2)
    acked = RecordOutcome(0, "p0", ItemState.ACKED)
    doubtful = RecordOutcome(1, "p1", ItemState.PLANNED, doubt_at=1000.0)
    book.land(run_id, attempt, acked, doubtful, RecordOutcome(2, "p2", ItemState.PLANNED))
    book.depart(run_id, 3)
    book.workspace.ledger.leave_out(run_id, book.fence, dict.fromkeys(range(4), "Not wanted."))
    assert book.states(run_id) == [
        ItemState.ACKED, ItemState.PLANNED, ItemState.LEFT_OUT, ItemState.SENDING, ItemState.PLANNED,
    ]  # fmt: skip
    assert [row.reason for row in book.workspace.runs.rows(run_id).rows][2] == "Not wanted."


def test_the_moment_of_the_first_doubt_stays(book: Book) -> None:
    """It says since when a colleague's edit may be newer than our bytes."""
    run_id = plan(book.workspace, 1)
    first = 1000.0
    with book.workspace.writing() as connection:
        connection.execute(update(items).where(items.c.run_id == run_id).values(doubt_at=first))
    book.depart(run_id, 0)
    book.checkpoint(run_id)
    (waiting,) = book.workspace.ledger.waiting(run_id, -1, 9)
    assert waiting.doubt_at == first


def test_tries_and_doubt_of_a_verdict_are_kept(book: Book) -> None:
    run_id = plan(book.workspace, 1)
    attempt = book.depart(run_id, 0)
    book.land(
        run_id, attempt, RecordOutcome(0, "p0", ItemState.PLANNED, tries=3, doubt_at=7.0), outcome="unknown"
    )
    (waiting,) = book.workspace.ledger.waiting(run_id, -1, 9)
    assert (waiting.tries, waiting.doubt_at) == (3, 7.0)
    (event,) = book.workspace.runs.events(run_id)
    assert (event.level, event.detail) == ("doubt", "told")


def test_only_accepted_records_have_a_history(book: Book) -> None:
    run_id = plan(book.workspace, 3)
    attempt = book.depart(run_id, 0, 1, 2)
    ends = (ItemState.ACKED, ItemState.REJECTED, ItemState.UNKNOWN)
    book.land(run_id, attempt, *(RecordOutcome(at, f"p{at}", end) for at, end in enumerate(ends)))
    assert [len(book.workspace.changes.history("products", f"p{at}")) for at in range(3)] == [1, 0, 0]


def test_a_message_that_was_accepted_with_an_id_is_followed(book: Book) -> None:
    run_id = plan(book.workspace, 2, kind="messages", effect=Repeat.ONCE)
    attempt = book.depart(run_id, 0, 1)
    accepted = RecordOutcome(0, "p0", ItemState.ACKED, answer_id="4711")
    book.land(run_id, attempt, accepted, RecordOutcome(1, "p1", ItemState.ACKED))
    assert [(one.id, one.run_id) for one in book.workspace.deliveries.all()] == [("4711", run_id)]


def test_a_run_begins_once_and_ends_at_its_end(book: Book) -> None:
    run_id = plan(book.workspace, 1)
    ledger = book.workspace.ledger
    ledger.set_state(run_id, book.fence, RunState.RUNNING)
    first = "2026-01-01T08:00:00.000Z"
    assert book.workspace.runs.get(run_id).started_at
    with book.workspace.writing() as connection:
        connection.execute(update(runs).where(runs.c.id == run_id).values(started_at=first))
    ledger.set_state(run_id, book.fence, RunState.PAUSED, "Paused.")
    ledger.set_state(run_id, book.fence, RunState.RUNNING)
    info = book.workspace.runs.get(run_id)
    assert (info.started_at, info.finished_at, info.sentence) == (first, None, "")
    ledger.set_state(run_id, book.fence, RunState.FINISHED)
    assert book.workspace.runs.get(run_id).finished_at


def test_an_attempt_names_its_records(book: Book) -> None:
    run_id = plan(book.workspace, 9)
    for seqs in ((0, 1, 2), (3, 5), (7,)):
        book.depart(run_id, *seqs)
    with book.workspace.reading() as connection:
        found = list(connection.execute(select(attempts.c.seqs).order_by(attempts.c.id)).scalars())
    assert found == ["0-2", "3,5", "7"]


@pytest.mark.parametrize(("hours", "counts"), [(23.9, True), (24.1, False), (47.0, False)])
def test_what_left_a_run_counts_as_sent_for_24_hours(book: Book, hours: float, counts: bool) -> None:
    """Rule W8; whether it was accepted, is in doubt, or may have landed in an attempt that was put back."""
    moment = datetime.now(UTC) - timedelta(hours=hours)
    word = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    run_id = plan(book.workspace, 5, kind="messages", effect=Repeat.ONCE)
    ends: list[dict[str, object]] = [
        {"state": ItemState.ACKED, "at": word},
        {"state": ItemState.UNKNOWN, "at": word},
        {"state": ItemState.SENDING, "doubt_at": moment.timestamp()},
        {"state": ItemState.PLANNED, "doubt_at": moment.timestamp()},
        {"state": ItemState.REJECTED, "at": word},
    ]
    with book.workspace.writing() as connection:
        for seq, end in enumerate(ends):
            connection.execute(
                update(items).where(items.c.run_id == run_id, items.c.seq == seq).values(**end)
            )
    found = sent_bodies(book.workspace, ("messages",))
    assert [json.loads(sent.body)["id"] for sent in sorted(found, key=lambda sent: sent.body)] == (
        ["p0", "p1", "p2", "p3"] if counts else []
    )
    assert {sent.at for sent in found} <= {word}
    assert sent_bodies(book.workspace, ("templates",)) == ()


@pytest.mark.parametrize(("hours", "asked"), [(23.9, True), (24.1, False), (47.0, False)])
def test_what_was_sent_by_itself_counts_as_sent_for_24_hours(book: Book, hours: float, asked: bool) -> None:
    """Rule W8: within a day the earlier record instead of a second send."""
    new = NewSend("tickets.create", Repeat.ONCE, "ticket", "Ticket", b"{}", "f" * 64)
    begun = book.workspace.sends.begin(new, book.fence)
    assert isinstance(begun, tuple)
    moment = datetime.now(UTC) - timedelta(hours=hours)
    word = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    with book.workspace.writing() as connection:
        connection.execute(update(sends).where(sends.c.run_id == begun[0]).values(at=word))
    assert isinstance(book.workspace.sends.begin(new, book.fence), SentRecord) is asked
