"""The worker: claims what is due, carries it out, is heard of, and ends at a safe point."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from time import monotonic

from svcconsole import __version__
from svcconsole.services.schedules import digest_job, import_job, report_job, run_job
from svcconsole.services.schedules.job_deps import JobDeps, Made, said_of
from svcconsole.words.message import listed, message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import FenceLost, WorkspaceError
from svcconsole.workspace.old_files import remove_old
from svcconsole.workspace.team.schedule_records import Due, Ending, Firing, FiringState, Job, Schedule
from svcconsole.workspace.team.workers import BEAT_SECONDS

log = logging.getLogger("svcconsole.worker")

CarryOut = Callable[[JobDeps, Schedule, Firing, Made], Awaitable[Ending | None]]
JOBS: Mapping[Job, CarryOut] = {
    Job.RUN: run_job.carry_out,
    Job.IMPORT: import_job.carry_out,
    Job.REPORT: report_job.carry_out,
    Job.DIGEST: digest_job.carry_out,
}
LOOK_SECONDS = 1.0
"""So often it is looked what is due."""
DAY_SECONDS = 86_400.0
TROUBLE_SECONDS = 5.0
"""After the workspace was not reached."""


class ScheduleWorker:
    """One worker. `may_write` says, each time before something is begun, why the store may not be written to;
    blank where it may. `lost`: it ended because others took it for gone."""

    def __init__(self, deps: JobDeps, name: str = "", may_write: Callable[[], str] = lambda: "") -> None:
        self.deps = deps
        self.id = ""
        self.trouble = ""
        self.lost = False
        self.ended: dict[FiringState, int] = {}
        self.name = name
        self._may_write = may_write
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._titles: dict[int, tuple[str, str | None]] = {}
        self._told = asyncio.Event()
        self._next_removal = 0.0

    @property
    def under_way(self) -> int:
        """How much is being carried out here."""
        return len(self._under_way)

    async def begin(self) -> None:
        """Become a worker of the workspace; raises WorkspaceError."""

        def begin(space: Workspace) -> tuple[str, str]:
            identity = space.workers.begin(self.name, __version__)
            worker = space.workers.get(identity)
            return identity, self.name if worker is None else worker.name

        self.id, self.name = await self.deps.database(begin)
        log.info("worker %s begins as %s", self.id, self.name)

    async def run(self, *, once: bool = False) -> None:
        """Work until `deps.stop()`, or `once` until nothing more is due."""
        beats = asyncio.get_running_loop().create_task(self._beat())
        try:
            await self._work(once=once)
        finally:
            self.deps.stop()
            await asyncio.gather(*self._under_way.values())
            beats.cancel()
            with suppress(asyncio.CancelledError):
                await beats
            await self._leave()
            log.info("worker %s ends", self.id)

    async def _work(self, *, once: bool) -> None:
        while not self.deps.stopping.is_set():
            try:
                found = await self._look()
                if once:
                    found += await self.deps.database(lambda space: space.workers.silent())
                self.trouble = ""
            except FenceLost as lost:
                self._stop_lost(lost)
                return
            except WorkspaceError as error:
                if self.trouble != str(error):
                    log.warning("the workspace is not reached: %s", error)
                self.trouble, found = str(error), 0
            if once and not found and not self._under_way and not self.trouble:
                return
            await self.deps.wait(TROUBLE_SECONDS if self.trouble else LOOK_SECONDS)

    async def _look(self) -> int:
        """Claim what is due and begin it; how much was due."""
        if self.trouble:
            # A claim may have been kept of which nobody heard here: the connection broke before the answer.
            await self.deps.database(partial(_give_back, worker=self.id, but=tuple(self._under_way)))
        await self.deps.database(_take_over)
        await self._remove_old()
        due = await self.deps.database(lambda space: space.schedules.due(space.schedules.moment()))
        for each in due:
            firing = await self.deps.database(partial(_claim, due=each, worker=self.id))
            if firing is not None:
                self._begin(each.schedule, firing)
        return len(due)

    async def _remove_old(self) -> None:
        """Once a day, one step at each look, take out what was kept long enough."""
        if monotonic() >= self._next_removal and not await self.deps.database(remove_old):
            self._next_removal = monotonic() + DAY_SECONDS

    def _begin(self, schedule: Schedule, firing: Firing) -> None:
        log.info("begins %s of schedule %s", firing.occasion, schedule.id)
        self._titles[firing.id] = (schedule.name, firing.run_id)
        task = asyncio.get_running_loop().create_task(self._carry_out(schedule, firing))
        self._under_way[firing.id] = task
        task.add_done_callback(lambda _: self._done(firing.id))
        self._told.set()

    def _done(self, number: int) -> None:
        del self._under_way[number], self._titles[number]
        self._told.set()

    async def _carry_out(self, schedule: Schedule, firing: Firing) -> None:
        """Carry out one firing and note its end; nothing leaves it but a fault of this program, logged."""
        try:
            ending = await self._ending(schedule, firing)
            if ending is not None:
                await self._note_end(firing, ending)
        except FenceLost as lost:
            log.warning("%s", lost)
            # Only its run may have been put back by others; then it goes on with whoever looks next.
            with suppress(FenceLost):
                await self._kept(partial(_let_go, firing=firing))
        except Exception:
            log.exception("a job broke")

    async def _ending(self, schedule: Schedule, firing: Firing) -> Ending | None:
        async def made(run_id: str) -> None:
            await self.deps.database(lambda space: space.schedules.note(firing, run_id=run_id))
            self._titles[firing.id] = (schedule.name, run_id)
            self._told.set()

        if refusal := self._may_write():
            return Ending(FiringState.LEFT, refusal, message("Nothing was sent. Allow it, then run it now."))
        try:
            return await JOBS[schedule.job](self.deps, schedule, firing, made)
        except FenceLost:
            raise
        except Exception as error:
            # What happens once has no next time that would make up for it.
            state = FiringState.LEFT if schedule.job is Job.RUN else FiringState.FAILED
            return Ending(state, *said_of(error))

    async def _note_end(self, firing: Firing, ending: Ending) -> None:
        """Note the end. Raises FenceLost."""
        if await self._kept(partial(_end, firing=firing, ending=ending)):
            self.ended[ending.state] = self.ended.get(ending.state, 0) + 1
            log.info("ends %s as %s", firing.occasion, ending.state)

    async def _kept(self, write: Callable[[Workspace], None]) -> bool:
        """Write this, when the workspace is reached again at the latest; False where the worker ends before.
        Raises FenceLost."""
        while True:
            try:
                await self.deps.database(write)
                return True
            except FenceLost:
                raise
            except WorkspaceError as error:
                log.warning("what became of a firing cannot be noted: %s", error)
                if await self.deps.wait(TROUBLE_SECONDS):
                    return False

    async def _beat(self) -> None:
        """Be heard of, at once when what is done here changes."""
        while True:
            self._told.clear()
            does, run_id = self._does()
            try:
                await self.deps.database(partial(_heard, worker=self.id, does=does, run_id=run_id))
            except FenceLost as lost:
                self._stop_lost(lost)
                return
            except WorkspaceError as error:
                log.warning("not heard of: %s", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._told.wait()

    def _stop_lost(self, lost: FenceLost) -> None:
        """Others were sure that this one is gone, as after hours of sleep, and go on for it."""
        log.warning("%s", lost)
        self.lost = True
        self.deps.stop()

    def _does(self) -> tuple[str, str | None]:
        titles = list(self._titles.values())
        return (str(listed([name for name, _ in titles])) if titles else "", titles[0][1] if titles else None)

    async def _leave(self) -> None:
        """Give back what was not ended, and say that this worker stops."""
        with suppress(WorkspaceError):
            await self.deps.database(partial(_give_back, worker=self.id))
            await self.deps.database(lambda space: space.workers.end(self.id))


def _take_over(space: Workspace) -> None:
    """What workers that are gone had under way is anybody's."""
    for buried in space.workers.bury():
        log.info("worker %s is gone", buried.id)
    space.schedules.give_back_abandoned()


def _heard(space: Workspace, worker: str, does: str, run_id: str | None) -> None:
    space.workers.beat(worker, does, run_id)


def _claim(space: Workspace, due: Due, worker: str) -> Firing | None:
    return space.schedules.claim(due, worker, space.schedules.moment())


def _end(space: Workspace, firing: Firing, ending: Ending) -> None:
    space.schedules.end(firing, ending, space.schedules.moment())


def _let_go(space: Workspace, firing: Firing) -> None:
    space.schedules.let_go(firing, space.schedules.moment())


def _give_back(space: Workspace, worker: str, but: Collection[int] = ()) -> None:
    space.schedules.give_back([worker], space.schedules.moment(), but)
