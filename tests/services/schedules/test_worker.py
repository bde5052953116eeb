"""One worker over sleep, outages and runs that are taken away: what it had under way goes on, and once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from sqlalchemy import Connection, event, select, update
from sqlalchemy.engine import Engine

from svcconsole.api.operations import UPSERT_PRODUCTS
from svcconsole.services.schedules.job_deps import JobDeps
from svcconsole.services.schedules.worker import ScheduleWorker
from svcconsole.workspace import clock
from svcconsole.workspace.address import VARIABLE
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.console_lease import end_leases
from svcconsole.workspace.schema import RunState, lease, workers
from svcconsole.workspace.team.clock_rule import ClockRule, Every
from svcconsole.workspace.team.schedule_records import UNDER_WAY, FiringState, Job, NewSchedule
from svcconsole.workspace.team.workers import BEAT_SECONDS
from tests.services.runs.plans import planned
from tests.services.schedules.deps import job_deps
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.virtual_time import VirtualTimeLoop

NEVER = ClockRule("UTC", Every.ONCE, "09:00", date="2999-12-01")
"""What is scheduled so is only carried out where somebody asks for it."""
DIGEST = NewSchedule("Digest", Job.DIGEST, {"notice": True}, NEVER)
"""Nothing was sent here: its job ends at once."""


@asynccontextmanager
async def deps_for(folder: Path, store: PracticeStore) -> AsyncIterator[JobDeps]:
    """What the command gives a worker, over a workspace."""
    with Workspace.open(folder / "store") as workspace:
        async with job_deps(workspace, store) as deps:
            yield deps


@asynccontextmanager
async def working(deps: JobDeps) -> AsyncIterator[ScheduleWorker]:
    """A worker at work, ended in order."""
    worker = ScheduleWorker(deps, "hamburg")
    await worker.begin()
    task = asyncio.create_task(worker.run())
    try:
        yield worker
    finally:
        deps.stop()
        await task


class Computer:
    """A computer that sleeps: the clock of the wall goes on with the loop's, and through its sleep."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.slept = 0.0

    def time(self) -> float:
        return 1e9 + self._loop.time() + self.slept


def test_a_worker_that_slept_does_what_is_due_next(practice_store: PracticeStore, tmp_path: Path) -> None:
    """Of a laptop with one worker nobody else can know whether it lives."""

    async def proof() -> None:
        computer = Computer(asyncio.get_running_loop())
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(clock, "time", SimpleNamespace(time=computer.time))
            async with deps_for(tmp_path, practice_store) as deps, working(deps) as worker:
                schedules = deps.workspace.schedules
                kept = schedules.add(DIGEST, "noor", schedules.moment())
                for _ in range(3):
                    await asyncio.sleep(BEAT_SECONDS / 2)
                    computer.slept += 300
                    schedules.ask(kept.id, "noor", schedules.moment())
                    await asyncio.sleep(BEAT_SECONDS / 2)
                await asyncio.sleep(BEAT_SECONDS)
                assert not worker.lost
                states = [each.state for each in schedules.firings(kept.id)]
                assert states == [FiringState.NOTHING_NEW] * 3

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(proof())


def test_one_that_works_once_waits_until_it_is_known_who_is_gone(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    async def proof() -> None:
        computer = Computer(asyncio.get_running_loop())
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(clock, "time", SimpleNamespace(time=computer.time))
            async with deps_for(tmp_path, practice_store) as deps:
                schedules = deps.workspace.schedules
                kept = schedules.add(DIGEST, "noor", schedules.moment())
                with Workspace.open(tmp_path / "store") as elsewhere:
                    broken = elsewhere.workers.begin("kiel", "0.1.0")
                    schedules.ask(kept.id, "noor", schedules.moment())
                    (due,) = elsewhere.schedules.due(schedules.moment())
                    assert elsewhere.schedules.claim(due, broken, schedules.moment())
                computer.slept += 300
                worker = ScheduleWorker(deps, "hamburg")
                await worker.begin()
                await worker.run(once=True)
                assert [each.state for each in schedules.firings(kept.id)] == [FiringState.NOTHING_NEW]

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(proof())


async def test_one_that_was_taken_for_gone_claims_nothing_more(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    async with deps_for(tmp_path, practice_store) as deps:
        schedules = deps.workspace.schedules
        kept = schedules.add(DIGEST, "noor", schedules.moment())
        schedules.ask(kept.id, "noor", schedules.moment())
        worker = ScheduleWorker(deps, "hamburg")
        await worker.begin()
        with deps.workspace.writing() as connection:
            connection.execute(update(workers).values(ended_at=workers.c.heard_at))
        await worker.run()
        assert worker.lost
        assert [each.state for each in schedules.firings(kept.id)] == [FiringState.ASKED]


async def test_a_run_that_was_put_back_meanwhile_goes_on_with_the_same_worker(
    practice_store: PracticeStore,
    tmp_path: Path,
    new_database: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A console that opens the workspace puts back what a computer that sleeps had on the way."""
    monkeypatch.setenv(VARIABLE, new_database())
    practice_store.add_fault("latency", operation=UPSERT_PRODUCTS.path, seconds=0.3)
    async with deps_for(tmp_path, practice_store) as deps:
        run_id, schedules = planned(deps.workspace, 300), deps.workspace.schedules
        kept = schedules.add(
            NewSchedule("Winter", Job.RUN, {"run": run_id}, NEVER), "noor", schedules.moment()
        )
        schedules.ask(kept.id, "noor", schedules.moment())
        async with working(deps):
            await until(lambda: deps.workspace.runs.totals(run_id).sent > 0)
            with deps.workspace.writing() as connection:
                end_leases(connection, connection.execute(select(lease.c.fence)).scalars().all())
            practice_store.clear_faults()
            await until(lambda: deps.workspace.runs.get(run_id).state is RunState.FINISHED)
            await until(lambda: schedules.firings(kept.id)[0].state not in UNDER_WAY)
        (firing,) = schedules.firings(kept.id)
        assert (firing.state, firing.figures["sent"]) == (FiringState.DONE, firing.figures["rows"])


@contextmanager
def one_claim_unheard() -> Iterator[list[int]]:
    """The connection breaks once, after the server has kept a claim and before it says so."""
    broken: list[int] = []

    def on_commit(connection: Connection) -> None:
        raw = connection.connection.driver_connection
        assert isinstance(raw, psycopg.Connection)
        if not broken and raw.execute("SELECT 1 FROM firings WHERE state = 'running'").fetchone():
            raw.commit()
            raw.close()
            broken.append(1)

    event.listen(Engine, "commit", on_commit)
    try:
        yield broken
    finally:
        event.remove(Engine, "commit", on_commit)


async def test_a_claim_whose_answer_was_lost_is_carried_out(
    practice_store: PracticeStore,
    tmp_path: Path,
    new_database: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, new_database())
    async with deps_for(tmp_path, practice_store) as deps:
        schedules = deps.workspace.schedules
        kept = schedules.add(DIGEST, "noor", schedules.moment())
        schedules.ask(kept.id, "noor", schedules.moment())
        with one_claim_unheard() as broken:
            async with working(deps):
                await until(lambda: schedules.firings(kept.id)[0].state not in UNDER_WAY)
        assert broken
        assert [each.state for each in schedules.firings(kept.id)] == [FiringState.NOTHING_NEW]
