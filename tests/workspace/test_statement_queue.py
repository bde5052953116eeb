"""The statements of a group of sends: few journeys to a shared database, and no table that is read whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import select

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import FenceLost
from svcconsole.workspace.runs.ledger_entries import Entry, Intent, RecordOutcome, Settlement
from svcconsole.workspace.schema import ItemState, Repeat, attempts, changes, deliveries, items
from tests.support.postgresql_proxy import DatabaseProxy
from tests.workspace.planning import plan

IN_FLIGHT = 16


def planned(workspace: Workspace, groups: int) -> tuple[str, int]:
    """A campaign of so many groups, which this console drives."""
    run_id = plan(workspace, groups * IN_FLIGHT, kind="templates", effect=Repeat.ONCE)
    return run_id, workspace.runner.acquire(run_id)


def intents(seqs: Sequence[int]) -> list[Intent]:
    return [Intent("templates.send", "Row", (seq,), "0" * 64) for seq in seqs]


def accepted(numbers: Sequence[int], seqs: Sequence[int], sentence: str = "accepted") -> list[Settlement]:
    return [
        Settlement(
            number, "ok", 200, 0.1, sentence,
            (RecordOutcome(seq, f"p{seq}", ItemState.ACKED, answer_id=f"message-{seq}"),),
        )
        for number, seq in zip(numbers, seqs, strict=True)
    ]  # fmt: skip


def send_group(
    workspace: Workspace, run_id: str, fence: int, group: int, ended: Sequence[Settlement]
) -> list[Settlement]:
    """Note how one group ended together with the intents of the next; how that one will have ended."""
    seqs = range(group * IN_FLIGHT, (group + 1) * IN_FLIGHT)
    entries: list[Entry] = [*ended, *intents(seqs)]
    numbers = workspace.ledger.write(run_id, fence, entries)[len(ended) :]
    return accepted(numbers, seqs)


def test_a_group_of_sends_is_four_journeys_to_the_database(
    tmp_path: Path, database_proxy: DatabaseProxy
) -> None:
    with Workspace.open(tmp_path, database_proxy.address()) as workspace:
        run_id, fence = planned(workspace, 8)
        journeys = []
        ended: list[Settlement] = []
        for group in range(8):
            before = database_proxy.journeys
            ended = send_group(workspace, run_id, fence, group, ended)
            journeys.append(database_proxy.journeys - before)
        # What is told to those who listen goes by itself, four times a second.
        assert min(journeys) == 4


def test_no_group_reads_a_table_whole_that_was_empty_when_the_first_was_sent(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    address = new_database()
    tables = [table.name for table in (attempts, items, deliveries, changes)]

    def read_whole() -> int:
        with psycopg.connect(address) as connection:
            query = "SELECT sum(seq_scan) FROM pg_stat_user_tables WHERE relname = ANY (%s)"
            row = connection.execute(query, (tables,)).fetchone()
            return int(row[0]) if row is not None else 0

    def session(groups: int) -> int:
        """How often a console that opened, sent so many groups and closed read one of the tables whole."""
        before = read_whole()
        with Workspace.open(tmp_path, address) as workspace:
            run_id, fence = planned(workspace, 20)
            ended: list[Settlement] = []
            for group in range(groups):
                ended = send_group(workspace, run_id, fence, group, ended)
        # What a connection has counted the server knows once that has ended.
        return read_whole() - before

    with Workspace.open(tmp_path, address):
        pass
    assert session(20) == session(1)


@pytest.mark.usefixtures("either_engine")
def test_what_a_group_changes_is_checked_before_it_is_committed(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id, fence = planned(workspace, 2)
        numbers = workspace.ledger.write(run_id, fence, intents([0, 1]))
        wrong: Sequence[Sequence[Entry]] = (
            intents([2, 1]),  # one of them is on the way already
            [*accepted(numbers, [0, 1]), *intents([2, 0])],  # one of them has just ended
            accepted([*numbers, 7], [0, 1, 5]),  # one of them has not left
        )
        for refused in wrong:
            with pytest.raises(FenceLost):
                workspace.ledger.write(run_id, fence, refused)
        with workspace.reading() as connection:
            assert (
                connection.execute(select(attempts.c.id).order_by(attempts.c.id)).scalars().all() == numbers
            )
            assert connection.execute(select(deliveries)).all() == []
            states = select(items.c.state).where(items.c.run_id == run_id).order_by(items.c.seq)
            assert connection.execute(states).scalars().all()[:4] == [
                "sending",
                "sending",
                "planned",
                "planned",
            ]
        workspace.ledger.write(run_id, fence, accepted(numbers, [0, 1]))
        assert workspace.runs.totals(run_id).sent == 2


@pytest.mark.parametrize(
    "words",
    [
        "Price \"9\" 'x' {0} %s %(a)s :b \\ \\u0000 \\\\",
        "ثلاثة 😀 <b>\n\t\x01\x7f\u202e",
        "before\0after \\u0000 \\\\u0000",
    ],
    ids=["marks", "scripts", "nul"],
)
@pytest.mark.usefixtures("either_engine")
def test_any_words_of_a_store_come_back_as_they_were(tmp_path: Path, words: str) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id, fence = planned(workspace, 1)
        numbers = workspace.ledger.write(run_id, fence, intents([0]))
        workspace.ledger.write(run_id, fence, accepted(numbers, [0], words))
        (event,) = workspace.runs.events(run_id)
        shown = words.replace("\0", "␀") if workspace.shared else words
        assert event.detail == shown


@pytest.mark.usefixtures("either_engine")
def test_a_message_that_is_followed_already_learns_which_run_sent_it(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id, fence = planned(workspace, 1)
        numbers = workspace.ledger.write(run_id, fence, intents([0, 1]))
        ended = accepted(numbers, [0, 1])
        workspace.ledger.write(run_id, fence, ended[:1])
        (first,) = workspace.deliveries.all()
        # The store gives the same id once more.
        outcome = RecordOutcome(1, "p1", ItemState.ACKED, answer_id="message-0")
        workspace.ledger.write(
            run_id, fence, [Settlement(numbers[1], "ok", 200, 0.1, "accepted", (outcome,))]
        )
        (again,) = workspace.deliveries.all()
        assert (first.phone, again.phone, again.run_id, again.next_at) == ("p0", "p1", run_id, first.next_at)
