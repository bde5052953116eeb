"""A team's sending, simulated from a seed: two consoles, two workers, one database, a store that counts.

Everything happens in one thread, one small step of one driver after the other, in an order and with faults
that the seed alone decides. What is real: the workspaces, their leases and ledgers, the PostgreSQL. What is
simulated: the clock of the computers and of the database, kills, pauses and sleep, the connections that are
cut, slow, or come twice, and the store.
"""

from __future__ import annotations

import random
import threading
import types
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, event, make_url
from sqlalchemy.engine import Engine

from svcconsole.workspace import clock
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import FenceLost, WorkspaceError
from svcconsole.workspace.runs import console_lease
from svcconsole.workspace.runs.broken_off import REQUEST_SECONDS
from svcconsole.workspace.runs.console_lease import LEASE_SECONDS
from svcconsole.workspace.runs.ledger_entries import Intent, PendingRecord, RecordOutcome, Settlement
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.schema import ItemState, Repeat, RunState
from tests.workspace.planning import plan

NAMES = ("till", "office", "worker-1", "worker-2")
RUNS, PEOPLE = 2, 3
STEPS = 100
"""So many a simulation takes at most; then everything is allowed to end in peace."""
Steps = Generator[None, None, None]

CLOCK = """
    CREATE SCHEMA simulated;
    CREATE TABLE simulated.moment (seconds double precision NOT NULL);
    INSERT INTO simulated.moment VALUES (1e9);
    CREATE FUNCTION simulated.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
        'SELECT to_timestamp(seconds) FROM simulated.moment';
"""
"""The database's clock is the first that is found by this name."""


class Killed(BaseException):
    """The process of a driver ends here, whatever it was about to do."""


@dataclass
class Store:
    """Counts what each person was sent."""

    received: Counter[str] = field(default_factory=Counter)


@dataclass
class Driver:
    """One console or worker: its workspace while its process lives, and where it is in its work."""

    name: str
    folder: Path
    workspace: Workspace | None = None
    steps: Steps | None = None
    wakes_at: float = 0.0
    renews_at: float = 0.0


class Simulation:
    """One team and its faults. `naive`: a driver that has no answer from the database, or has lost its run,
    sends once more what it was about to send: what the ledger is there to prevent."""

    def __init__(self, seed: int, folder: Path, address: str, *, naive: bool = False) -> None:
        self.random = random.Random(seed)
        self.store = Store()
        self.now = 1e9
        self._naive = naive
        self._address = address
        self._drivers = [Driver(name, folder / name / "store") for name in NAMES]
        self._fault = ""
        self._thread = threading.get_ident()
        self._under_way: list[tuple[float, str]] = []
        self._clock = psycopg.connect(address, autocommit=True)

    def run(self) -> None:
        """Let all of it happen, then let what is left end in peace; AssertionError where a person was sent
        something twice, a row is lost, or the totals do not add up."""
        with self._faults():
            try:
                self._open(first := self._drivers[0])
                assert first.workspace is not None
                self.runs = [plan(first.workspace, PEOPLE, effect=Repeat.ONCE) for _ in range(RUNS)]
                for _ in range(STEPS):
                    if self._all_sent():
                        break
                    self._step()
                self._end()
                self._check()
            finally:
                for driver in self._drivers:
                    self._kill(driver)
                self._clock.close()

    # What happens

    def _step(self) -> None:
        self._pass(self.random.uniform(0.1, 4.0))
        awake = [driver for driver in self._drivers if driver.wakes_at <= self.now]
        if not awake:
            self._pass(min(driver.wakes_at for driver in self._drivers) - self.now)
            return
        driver = self.random.choice(awake)
        chance = self.random.random()
        if chance < 0.02:
            self._kill(driver)
        elif chance < 0.06:  # SIGSTOP, or the lid: longer than its lease, sometimes
            driver.wakes_at = self.now + self.random.uniform(1.0, 3 * LEASE_SECONDS)
        elif chance < 0.09:
            self._decide(driver)
        else:
            self._fault = self.random.choice(FAULTS) if self.random.random() < 0.12 else ""
            self._let(driver)
            self._fault = ""

    def _let(self, driver: Driver) -> None:
        """Let a driver take its next small step; where its process is gone another begins."""
        try:
            if driver.workspace is None:
                self._open(driver)
                return
            if driver.renews_at <= self.now:
                driver.renews_at = self.now + LEASE_SECONDS / 3
                driver.workspace.runner.renew()
        except WorkspaceError:
            return
        if driver.steps is None:
            driver.steps = self._drive(driver.workspace, self.random.choice(self.runs))
        if next(driver.steps, driver) is driver:
            driver.steps = None
            driver.wakes_at = self.now + self.random.uniform(5.0, 60.0)

    def _drive(self, workspace: Workspace, run_id: str) -> Steps:
        """Send a run as the engine does: intent, look at the lease, request, settlement."""
        try:
            fence = workspace.runner.acquire(run_id)
        except WorkspaceError:
            return
        try:
            yield
            while True:
                try:
                    if not (records := workspace.ledger.waiting(run_id, -1, 1)):
                        workspace.ledger.set_state(run_id, fence, RunState.FINISHED)
                        return
                    workspace.ledger.set_state(run_id, fence, RunState.RUNNING)
                    yield
                    yield from self._send(workspace, run_id, fence, records[0])
                except FenceLost:
                    return
                except WorkspaceError:
                    yield
        finally:
            # As the engine's last step: what is on the way is left for a person.
            with suppress(WorkspaceError):
                workspace.ledger.checkpoint(run_id, fence)
            workspace.runner.release(run_id)

    def _send(self, workspace: Workspace, run_id: str, fence: int, record: PendingRecord) -> Steps:
        person = f"{run_id} {record.record_id}"
        attempt = 0
        try:
            (attempt,) = yield from self._written(
                workspace, run_id, fence, Intent("send", "Row", (record.seq,), "0" * 64)
            )
            yield  # here a computer may sleep
            if not self._naive:
                while not workspace.runner.good:
                    try:
                        workspace.runner.keep()
                    except FenceLost:
                        raise
                    except WorkspaceError:
                        yield
        except FenceLost:
            if not self._naive:
                raise
        # The request is on its way: the store carries it out within the time that a request may take.
        ends = self.now + self.random.uniform(0.1, REQUEST_SECONDS - 1.0)
        answered = self.random.random() > 0.1
        if answered or self.random.random() < 0.5:
            self._under_way.append((self.random.uniform(self.now, ends), person))
        while self.now < ends:
            yield
        state = ItemState.ACKED if answered else ItemState.UNKNOWN
        outcome = RecordOutcome(record.seq, record.record_id, state, "" if answered else "No answer.")
        yield from self._written(
            workspace, run_id, fence, Settlement(attempt, "ok", 200, 0.1, "", (outcome,))
        )

    def _written(
        self, workspace: Workspace, run_id: str, fence: int, entry: Intent | Settlement
    ) -> Generator[None, None, list[int]]:
        """Write an entry, again while the database takes it not, as the engine does."""
        while True:
            try:
                return workspace.ledger.write(run_id, fence, [entry])
            except FenceLost:
                raise
            except WorkspaceError:
                yield

    def _decide(self, driver: Driver) -> None:
        """A person looks at the store and decides what nobody knows, from any window."""
        if driver.workspace is None:
            return
        with suppress(WorkspaceError):
            for chosen in driver.workspace.decisions.of_run(run_id := self.random.choice(self.runs)):
                there = self.store.received[f"{run_id} p{chosen[1]}"]
                answer = Decision.COUNT_AS_SENT if there else Decision.SEND_AGAIN
                driver.workspace.decisions.decide([chosen], answer, "Noor")

    def _open(self, driver: Driver) -> None:
        driver.workspace = Workspace.open(driver.folder, self._address)

    def _kill(self, driver: Driver) -> None:
        """As kill -9: what the system frees is freed, nothing is said to anybody."""
        workspace, driver.workspace, steps, driver.steps = driver.workspace, None, driver.steps, None
        if workspace is None:
            return
        runner: Any = workspace.runner
        self._fault = "dead"
        if steps is not None:
            steps.close()
        runner._holders.clear()
        runner._resigned.set()
        runner._lock.release()
        workspace.close()
        self._fault = ""

    def _end(self) -> None:
        """Everybody comes to an end, nothing fails, and somebody decides what is open."""
        for driver in self._drivers:
            self._pass(2 * LEASE_SECONDS)
            self._finish(driver)
        first = self._drivers[0]
        while first.workspace is None:
            self._let(first)
        for run_id in self.runs:
            for _ in range(PEOPLE + 2):
                self._pass(2 * LEASE_SECONDS)
                self._decide_all(first.workspace, run_id)
                if first.workspace.runs.totals(run_id).sent == PEOPLE:
                    break
                first.steps = self._drive(first.workspace, run_id)
                self._finish(first)

    def _finish(self, driver: Driver) -> None:
        while driver.steps is not None:
            self._pass(REQUEST_SECONDS / 4)
            self._let(driver)

    def _decide_all(self, workspace: Workspace, run_id: str) -> None:
        for chosen in workspace.decisions.of_run(run_id):
            there = self.store.received[f"{run_id} p{chosen[1]}"]
            answer = Decision.COUNT_AS_SENT if there else Decision.SEND_AGAIN
            with suppress(WorkspaceError):
                workspace.decisions.decide([chosen], answer, "Noor")

    def _all_sent(self) -> bool:
        return self.store.received.total() >= RUNS * PEOPLE and not any(d.steps for d in self._drivers)

    def _check(self) -> None:
        workspace = self._drivers[0].workspace
        assert workspace is not None
        everybody = {f"{run_id} p{place}" for run_id in self.runs for place in range(PEOPLE)}
        twice = {person: count for person, count in self.store.received.items() if count > 1}
        assert not twice, f"sent more than once: {twice}"
        reached = {person for person, count in self.store.received.items() if count}
        assert reached == everybody, f"lost: {everybody - reached}"
        for run_id in self.runs:
            totals = workspace.runs.totals(run_id)
            assert (totals.rows, totals.sent) == (PEOPLE, PEOPLE), totals
        assert workspace.log.verify().whole, "the log is broken"

    # Time, and the connections to the database

    def _pass(self, seconds: float) -> None:
        """Time goes on for all; the database's clock is put right by a few seconds now and then."""
        self.now += seconds
        landed = [(moment, person) for moment, person in self._under_way if moment <= self.now]
        self._under_way = [each for each in self._under_way if each not in landed]
        self.store.received.update(person for _, person in landed)
        jump = self.random.uniform(-5.0, 5.0) if self.random.random() < 0.02 else 0.0
        self._clock.execute("UPDATE simulated.moment SET seconds = %s", (self.now + jump,))

    @contextmanager
    def _faults(self) -> Iterator[None]:
        listeners: tuple[tuple[str, Callable[..., None]], ...] = (
            ("begin", self._on_begin),
            ("commit", self._on_commit),
        )
        for name, listener in listeners:
            event.listen(Engine, name, listener)
        with pytest.MonkeyPatch.context() as patch:
            computer = types.SimpleNamespace(
                CLOCK_BOOTTIME=7, clock_gettime=lambda _: self.now, time=lambda: self.now
            )
            patch.setattr(console_lease, "time", computer)
            patch.setattr(clock, "time", computer)
            try:
                yield
            finally:
                for name, listener in listeners:
                    event.remove(Engine, name, listener)

    def _on_begin(self, connection: Connection) -> None:
        if threading.get_ident() != self._thread:
            return  # what is announced by the clock of the real world is no step of ours
        if self._fault == "dead":
            _raw(connection).close()
        if self._fault == "cut":
            self._fault = ""
            _raw(connection).close()

    def _on_commit(self, connection: Connection) -> None:
        if threading.get_ident() != self._thread:
            return
        fault, self._fault = self._fault, "" if self._fault != "dead" else "dead"
        if fault == "slow":
            self._pass(self.random.uniform(1.0, 1.5 * LEASE_SECONDS))
        elif fault == "cut before":
            _raw(connection).close()
        elif fault == "cut after":
            # The server has it, and nobody hears of that.
            _raw(connection).commit()
            _raw(connection).close()


FAULTS = ("cut", "slow", "cut before", "cut after")


def _raw(connection: Connection) -> psycopg.Connection[Any]:
    found = connection.connection.driver_connection
    assert isinstance(found, psycopg.Connection)
    return found


@contextmanager
def simulated_database(make: Callable[[], str]) -> Iterator[str]:
    """The address of a new database whose clock is the simulation's."""
    url = make()
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute(CLOCK)
    options = {"options": "-csearch_path=simulated,pg_catalog"}
    yield make_url(url).update_query_dict(options).render_as_string(hide_password=False)
