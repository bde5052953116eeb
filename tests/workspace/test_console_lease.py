"""Consoles that share a workspace: each drives its own runs, and who is gone loses them, never silently."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import Queue

import pytest
from sqlalchemy import func, select, text, update

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import AlreadyDecided, FenceLost, RunnerBusy, WorkspaceError
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.runs.broken_off import REQUEST_SECONDS
from svcconsole.workspace.runs.console_lease import (
    LEASE_SECONDS,
    ConsoleLease,
    awake_clock,
)
from svcconsole.workspace.runs.ledger_entries import Intent, RecordOutcome, Settlement
from svcconsole.workspace.runs.records import Decision, NewSend
from svcconsole.workspace.schema import ItemState, Repeat, RunState, attempts, events, items, watermarks
from svcconsole.workspace.schema.team_tables import console_leases, held_runs
from tests.workspace.planning import plan

Open = Callable[[str], Workspace]
CLOCKS = ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC")
"""That of Linux, then that of macOS."""


@pytest.fixture
def address(new_database: Callable[[], str]) -> str:
    """The address of the one workspace that the consoles of a test share."""
    return new_database()


@pytest.fixture
def console(tmp_path: Path, address: str) -> Iterator[Open]:
    """Opens the shared workspace from a computer of that name; it is closed after the test."""
    with ExitStack() as stack:
        yield lambda name: stack.enter_context(Workspace.open(tmp_path / name / "store", address))


def depart(workspace: Workspace, run_id: str, fence: int, *seqs: int) -> int:
    (attempt,) = workspace.ledger.write(run_id, fence, [Intent("o", "Rows", seqs, "0" * 64)])
    return attempt


def arrive(attempt: int, *seqs: int) -> Settlement:
    outcomes = tuple(RecordOutcome(seq, f"p{seq}", ItemState.ACKED) for seq in seqs)
    return Settlement(attempt, "ok", 200, 0.1, "", outcomes)


def be_silent(workspace: Workspace) -> None:
    """The time of every lease passes without its console being heard of."""
    with workspace.writing() as connection:
        connection.execute(update(console_leases).values(expires_at=0.0))


def test_two_consoles_drive_two_runs_at_once_and_never_the_same(console: Open) -> None:
    till, office = console("till"), console("office")
    one, other = plan(till, 3), plan(office, 3)
    mine, theirs = till.runner.acquire(one), office.runner.acquire(other)
    with pytest.raises(RunnerBusy) as busy:
        office.runner.acquire(one)
    assert busy.value.sentence == f"This run is driven by the console on {socket.gethostname()}."
    assert busy.value.advice == "Pause or stop it there; nothing was sent from here."
    first, second = depart(till, one, mine, 0), depart(office, other, theirs, 0)
    with pytest.raises(FenceLost) as lost:
        depart(office, one, theirs, 1)
    assert (lost.value.sentence, lost.value.advice) == (busy.value.sentence, busy.value.advice)
    till.ledger.write(one, mine, [arrive(first, 0)])
    office.ledger.write(other, theirs, [arrive(second, 0)])
    assert [office.runs.totals(run).sent for run in (one, other)] == [1, 1]
    with till.reading() as connection:
        assert list(connection.execute(select(attempts.c.id, attempts.c.run_id).order_by(attempts.c.id))) == [
            (first, one),
            (second, other),
        ]
    till.runner.release(one)
    assert office.runner.acquire(one) == theirs


def test_a_run_that_is_let_go_is_free_though_its_console_drives_another(console: Open) -> None:
    till, office = console("till"), console("office")
    one, other = plan(till, 1), plan(till, 1)
    fence = till.runner.acquire(one)
    assert till.runner.acquire(other) == fence
    till.runner.release(one)
    assert office.runner.acquire(one) > fence
    with pytest.raises(RunnerBusy):
        office.runner.acquire(other)


def test_a_run_is_let_go_here_though_the_database_cannot_be_asked(console: Open) -> None:
    till = console("till")
    run_id = plan(till, 1)
    till.runner.acquire(run_id)
    names = (held_runs.name, console_leases.name)
    with till.writing() as connection:
        for name in names:
            connection.execute(text(f"ALTER TABLE {name} RENAME TO away_{name}"))
    till.runner.release(run_id)
    assert not till.runner.holds(run_id)
    with till.writing() as connection:
        for name in names:
            connection.execute(text(f"ALTER TABLE away_{name} RENAME TO {name}"))


@pytest.mark.parametrize("ended", [RunState.STOPPED, RunState.FINISHED])
def test_a_run_whose_end_is_not_in_the_ledger_ends_as_whoever_lets_it_go_says(
    console: Open, ended: RunState
) -> None:
    till = console("till")
    run_id = plan(till, 1)
    fence = till.runner.acquire(run_id)
    till.ledger.set_state(run_id, fence, RunState.RUNNING)
    till.runner.release(run_id, ended)
    found, last = till.runs.get(run_id), till.log.of_run(run_id)[-1]
    assert (found.state, found.sentence) == (ended, ""), "it is no crash"
    assert last.action == ended and "sentence" not in last.details


def test_a_run_that_waits_for_its_hour_stays_the_one_that_sends_from_its_computer(console: Open) -> None:
    till = console("till")
    run_id = plan(till, 1)
    fence = till.runner.acquire(run_id)
    assert not till.runner.stand_by(run_id)
    assert till.runner.holds(run_id) and till.runner.take_up(run_id) == fence
    depart(till, run_id, fence, 0)


def test_whoever_takes_a_run_or_lets_it_go_tells_the_others_which(console: Open) -> None:
    till = console("till")
    run_id, other = plan(till, 1), plan(till, 1)

    def told() -> list[tuple[str, str]]:
        with till.reading() as connection:
            query = select(events.c.kind, events.c.key).where(events.c.seq > last).order_by(events.c.seq)
            return [(row.kind, row.key) for row in connection.execute(query)]

    till.runner.acquire(other)
    with till.reading() as connection:
        last = int(connection.execute(select(func.max(events.c.seq))).scalar_one())
    till.runner.acquire(run_id)
    assert told() == [("run", run_id)]
    till.runner.release(run_id)
    assert told() == [("run", run_id), ("run", run_id)]


def test_whoever_writes_about_a_run_sees_what_it_is(console: Open) -> None:
    till = console("till")
    run_id = plan(till, 1)
    fence = till.runner.acquire(run_id)
    with till.writing() as connection:
        held = till.runner.hold(connection, fence, run_id)
    assert (held.kind, held.title) == ("products", "Import products")


def test_whoever_may_not_send_gets_no_lease(console: Open, tmp_path: Path) -> None:
    def refuse() -> None:
        raise RunnerBusy("You may look at this store, and send nothing.", "Ask whoever looks after it.")

    till = console("till")
    lease = ConsoleLease(till, FileLock(tmp_path / "till.lock"), till.mark, may_send=refuse)
    with pytest.raises(RunnerBusy, match="You may look at this store"):
        lease.acquire(plan(till, 1))


def test_a_lease_is_renewed_in_time_and_good_for_less_than_it_lasts(
    console: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: Queue[float] = Queue()

    class Resigned(threading.Event):
        """Notes how long the thread that renews the lease waits."""

        def wait(self, timeout: float | None = None) -> bool:
            if threading.current_thread().name == "lease" and timeout is not None:
                waited.put(timeout)
            return super().wait(timeout)

    moment = [100.0]
    till = console("till")
    lease = ConsoleLease(till, FileLock(tmp_path / "till.lock"), till.mark, clock=lambda: moment[0])
    assert not lease.good
    with monkeypatch.context() as system:
        system.setattr(threading, "Event", Resigned)
        lease.acquire(plan(till, 1))
        assert waited.get(timeout=20) <= LEASE_SECONDS / 2
    [thread] = [each for each in threading.enumerate() if each.name == "lease"]
    assert thread.daemon, "it keeps no process from its end"
    moment[0] += LEASE_SECONDS - REQUEST_SECONDS - 1
    assert lease.good
    moment[0] += 2
    assert not lease.good, "a request may take so long that the lease ends before it"
    moment[0] = 100.0
    lease.close()
    assert not lease.good


def test_what_another_has_on_the_way_is_left_alone_where_one_is_gone(console: Open) -> None:
    till, gone, office = console("till"), console("gone"), console("office")
    one, other = plan(till, 1), plan(gone, 1)
    depart(till, one, till.runner.acquire(one), 0)
    fence = gone.runner.acquire(other)
    depart(gone, other, fence, 0)
    with gone.writing() as connection:
        silent = console_leases.c.fence == fence
        connection.execute(update(console_leases).where(silent).values(expires_at=0.0))
    office.runner.acquire(plan(office, 1))
    with office.reading() as connection:
        query = select(items.c.run_id, items.c.state).where(items.c.run_id.in_((one, other)))
        found = {row.run_id: row.state for row in connection.execute(query)}
    assert found == {one: ItemState.SENDING, other: ItemState.PLANNED}


def test_every_console_knows_who_drives_which_run_and_for_how_long(console: Open) -> None:
    till, office = console("till"), console("office")
    one, other = plan(till, 1), plan(office, 1)
    till.runner.acquire(one)
    office.runner.acquire(other)
    mine, theirs = till.runner.holders(), office.runner.holders()
    assert {run_id: holder.mine for run_id, holder in mine.items()} == {one: True, other: False}
    assert {run_id: holder.mine for run_id, holder in theirs.items()} == {one: False, other: True}
    assert {(each.actor, each.host) for each in mine.values()} == {(till.operator, socket.gethostname())}
    assert all(0 <= each.heard < each.left <= LEASE_SECONDS for each in mine.values())
    be_silent(office)
    assert all(each.left < 0 and each.heard > LEASE_SECONDS for each in till.runner.holders().values())
    till.runner.release(one)
    assert set(office.runner.holders()) == {other}


def test_of_two_instances_on_one_computer_one_sends_at_a_time(console: Open) -> None:
    first, second = console("till"), console("till")
    fence = first.runner.acquire(plan(first, 1))
    with pytest.raises(
        RunnerBusy, match="Another svcconsole on this computer is sending to this store"
    ) as no:
        second.runner.acquire(plan(second, 1))
    assert no.value.advice == "Let it finish or stop it there, then try again. Nothing was sent from here."
    first.runner.close()
    assert second.runner.acquire(plan(second, 1)) > fence


def test_a_console_that_opens_leaves_the_runs_of_those_that_live_alone(console: Open) -> None:
    till = console("till")
    run_id = plan(till, 2, effect=Repeat.ONCE)
    fence = till.runner.acquire(run_id)
    till.ledger.set_state(run_id, fence, RunState.RUNNING)
    attempt = depart(till, run_id, fence, 0)
    office = console("office")
    assert office.runs.get(run_id).state is RunState.RUNNING
    assert office.decisions.count() == 0
    till.ledger.write(run_id, fence, [arrive(attempt, 0)])


@pytest.mark.parametrize("effect", list(Repeat))
def test_a_console_that_is_silent_loses_its_runs_and_may_write_nothing_more(
    console: Open, effect: Repeat
) -> None:
    till, office = console("till"), console("office")
    run_id = plan(till, 2, effect=effect)
    fence = till.runner.acquire(run_id)
    till.ledger.set_state(run_id, fence, RunState.RUNNING)
    attempt = depart(till, run_id, fence, 0)
    be_silent(till)
    mine = office.runner.acquire(run_id)
    waiting = len(office.ledger.waiting(run_id, -1, 9)), office.decisions.count()
    assert waiting == ((1, 1) if effect is Repeat.ONCE else (2, 0))
    assert office.runs.get(run_id).state is RunState.STOPPED
    for entry in (arrive(attempt, 0), Intent("o", "Rows", (1,), "0" * 64)):
        with pytest.raises(FenceLost, match="Another svcconsole has taken over"):
            till.ledger.write(run_id, fence, [entry])
    with pytest.raises(FenceLost):
        till.runner.renew()
    assert depart(office, run_id, mine, 1) > attempt
    till.runner.release(run_id)
    assert office.runner.holds(run_id)
    assert len(office.ledger.waiting(run_id, -1, 9)) == waiting[0] - 1


def test_after_sleep_nothing_leaves_before_the_lease_was_renewed(console: Open, tmp_path: Path) -> None:
    office, moment = console("office"), [100.0]
    workspace = console("till")
    lease = ConsoleLease(workspace, FileLock(tmp_path / "till.lock"), workspace.mark, clock=lambda: moment[0])
    run_id = plan(workspace, 2)
    lease.acquire(run_id)
    assert lease.good
    be_silent(workspace)
    lease.keep()
    with workspace.reading() as connection:
        assert connection.execute(select(console_leases.c.expires_at)).scalar_one() == 0.0, "it asked nobody"
    lease.renew()
    moment[0] += LEASE_SECONDS - REQUEST_SECONDS
    assert not lease.good, "a request may take so long that the lease ends before it"
    lease.keep()
    assert lease.good
    moment[0] += 8 * 3600
    be_silent(workspace)
    office.runner.acquire(run_id)
    with pytest.raises(FenceLost):
        lease.keep()
    assert not lease.good
    lease.close()


def test_what_was_killed_on_this_computer_is_put_back_at_once(
    console: Open, tmp_path: Path, address: str
) -> None:
    office = console("office")
    run_id = plan(office, 3, effect=Repeat.ONCE)
    program = (
        "import sys, time; from pathlib import Path\n"
        "from svcconsole.workspace.database import Workspace\n"
        "from svcconsole.workspace.runs.ledger_entries import Intent\n"
        "folder, address, run = sys.argv[1:]\n"
        "space = Workspace.open(Path(folder), address)\n"
        "fence = space.runner.acquire(run)\n"
        "space.ledger.write(run, fence, [Intent('o', 'Rows', (0,), '0' * 64)])\n"
        "print('sent', flush=True); time.sleep(60)\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "till" / "store"), address, run_id]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "sent\n"
        process.send_signal(signal.SIGKILL)
    with pytest.raises(RunnerBusy):
        office.runner.acquire(run_id)
    till = console("till")
    assert till.decisions.count() == 1
    till.runner.acquire(run_id)


def test_a_console_that_ends_early_leaves_nothing_on_the_way(console: Open) -> None:
    till, office = console("till"), console("office")
    run_id = plan(till, 2, effect=Repeat.ONCE)
    fence = till.runner.acquire(run_id)
    depart(till, run_id, fence, 0)
    till.close()
    assert office.decisions.count() == 1
    assert office.runner.acquire(run_id) != fence


def test_a_database_that_is_behind_one_console_puts_what_is_open_in_question(console: Open) -> None:
    till = console("till")
    once, upsert = plan(till, 3, effect=Repeat.ONCE), plan(till, 3)
    fence = till.runner.acquire(once)
    till.ledger.write(once, fence, [arrive(depart(till, once, fence, 0), 0)])
    till.runner.release(once)
    with till.writing() as connection:  # as a dump of an earlier hour, put back
        connection.execute(update(watermarks).values(attempts=0))
    office = console("office")
    office.runner.acquire(upsert)
    assert office.decisions.count() == 0, "nothing that this console sent is missing"
    till.runner.acquire(once)
    assert till.decisions.count() == 2
    assert office.decisions.count() == 2
    with till.reading() as connection:
        assert len(connection.execute(select(watermarks)).all()) == 2


def test_two_people_cannot_decide_the_same_twice(console: Open) -> None:
    till, office = console("till"), console("office")
    run_id = plan(till, 1, effect=Repeat.ONCE)
    depart(till, run_id, till.runner.acquire(run_id), 0)
    till.runner.release(run_id)
    chosen = office.decisions.of_run(run_id)
    assert len(till.decisions.decide(chosen, Decision.COUNT_AS_SENT, "Ann")) == 1
    assert office.decisions.decide(chosen, Decision.SEND_AGAIN, "Ben") == ()
    assert [each.by for each in office.decisions.decided()] == [till.operator], "whom the database knows"


def test_what_somebody_counted_as_sent_is_not_begun_once_more(console: Open) -> None:
    till, office = console("till"), console("office")
    new = NewSend("m.send", Repeat.ONCE, "message", "Message", b"{}", "f")
    begun = till.sends.begin(new, till.runner.acquire())
    assert isinstance(begun, tuple)
    till.runner.release()
    assert [doubt.run_id for doubt in office.decisions.open()] == [begun[0]]
    office.decisions.decide([(begun[0], 0)], Decision.COUNT_AS_SENT, "Ann")
    with pytest.raises(AlreadyDecided) as caught:
        till.sends.begin(replace(new, retry_of=begun[0]), till.runner.acquire(), again=True)
    assert caught.value.late == ((begun[0], 0),)
    assert [sent.run_id for sent in office.sends.recent()] == [begun[0]]


def test_what_is_sent_by_itself_is_ended_only_where_it_was_begun(console: Open) -> None:
    till, office = console("till"), console("office")
    fence = till.runner.acquire()
    begun = till.sends.begin(NewSend("m.send", Repeat.ONCE, "message", "Message", b"{}", "f"), fence)
    assert isinstance(begun, tuple)
    run_id, attempt = begun
    with pytest.raises(FenceLost, match="This run is driven by the console on"):
        office.ledger.write(run_id, office.runner.acquire(), [arrive(attempt, 0)])
    assert [sent.state for sent in office.sends.recent()] == [ItemState.SENDING]
    till.ledger.write(run_id, fence, [arrive(attempt, 0)])
    assert [sent.state for sent in office.sends.recent()] == [ItemState.ACKED]


def test_a_database_of_another_store_is_refused(tmp_path: Path, new_database: Callable[[], str]) -> None:
    address = new_database()
    Workspace.open(tmp_path / "harbour", address).close()
    with pytest.raises(WorkspaceError, match="that of another store"):
        Workspace.open(tmp_path / "hearth", address)


def test_leases_of_the_gone_are_taken_away(console: Open) -> None:
    till = console("till")
    till.runner.acquire("")
    be_silent(till)
    office = console("office")
    office.runner.acquire("")
    with office.reading() as connection:
        assert len(connection.execute(select(console_leases)).all()) == 1


def test_a_lease_renews_itself_and_a_renewal_that_fails_ends_nothing(console: Open, tmp_path: Path) -> None:
    """The database may be away for a moment: the next renewal tells whose the runs are."""
    workspace, office = console("here"), console("office")
    asked: Queue[float] = Queue()

    def clock() -> float:
        asked.put(awake_clock())
        return awake_clock()

    def renewals() -> None:
        """Return once a renewal that begins from now on has ended, well or not."""
        while not asked.empty():
            asked.get_nowait()
        for _ in range(2):
            asked.get(timeout=20)

    def ends() -> float:
        with workspace.reading() as connection:
            moment: float = connection.execute(select(console_leases.c.expires_at)).scalar_one()
        return moment

    def rename(name: str, to: str) -> None:
        with workspace.writing() as connection:
            connection.execute(text(f"ALTER TABLE {name} RENAME TO {to}"))

    lock = FileLock(tmp_path / "here.lock")
    lease = ConsoleLease(workspace, lock, workspace.mark, seconds=0.3, clock=clock)
    run_id = plan(workspace, 1)
    fence = lease.acquire(run_id)
    first = ends()
    rename(console_leases.name, "away")
    renewals()
    rename("away", console_leases.name)
    renewals()
    assert ends() > first
    assert lease.holds(run_id)
    with pytest.raises(RunnerBusy):
        office.runner.acquire(run_id)
    lease.release(run_id)
    assert office.runner.acquire(run_id) > fence


@pytest.mark.parametrize("absent", [(), CLOCKS[:1], CLOCKS], ids=["linux", "macos", "windows"])
def test_the_clock_of_a_lease_is_one_that_nobody_sets_back(
    monkeypatch: pytest.MonkeyPatch, absent: Sequence[str]
) -> None:
    """By the time of day a lease would be good for longer once that is set back."""
    names = [name for name in CLOCKS if name not in absent and hasattr(time, name)]
    clock = partial(time.clock_gettime, getattr(time, names[0])) if names else time.monotonic
    asked: list[int] = []

    def read(which: int) -> float:
        asked.append(which)
        return float(read_clock(which))

    read_clock, before = getattr(time, "clock_gettime", float), clock()
    with monkeypatch.context() as system:
        for name in absent:
            system.delattr(time, name, raising=False)
        system.setattr(time, "clock_gettime", read, raising=False)
        found = awake_clock()
    assert before <= found <= clock()
    assert asked == [getattr(time, name) for name in names[:1]]
