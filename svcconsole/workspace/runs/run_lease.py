"""The lease on sending from a workspace file: a file lock and a fenced row (rule W5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from sqlalchemy import Connection, select, update

from svcconsole.words.message import message
from svcconsole.workspace.errors import RunnerBusy, WorkspaceError
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.runs.fence import HeldRun, look_at
from svcconsole.workspace.runs.high_water_mark import HighWaterMark
from svcconsole.workspace.runs.holders import Holder, this_computer
from svcconsole.workspace.runs.lease import GOING_ALREADY, Lease, put_back, this_process
from svcconsole.workspace.runs.standing_runs import StandingRuns
from svcconsole.workspace.schema import RunState, lease, runs
from svcconsole.workspace.session import Session

LOOKING_SECONDS = 0.1
"""An instance that looks who drives what has the lock for less. A run that waits asks again by itself."""
UNDER_WAY = select(runs.c.id).where(runs.c.state.in_((RunState.RUNNING, RunState.PAUSED)))


class RunLease(Lease):
    """The right to send from a file: whoever has its lock drives every run that does not stand by, for as
    long as it lives."""

    def __init__(
        self,
        access: Session,
        lock: FileLock,
        mark: HighWaterMark,
        *,
        may_send: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(access, lock, mark, may_send=may_send)
        self._standing = StandingRuns(lock)

    def acquire(self, run_id: str = "") -> int:
        if run_id in self._standing:
            raise RunnerBusy(*GOING_ALREADY)
        return super().acquire(run_id)

    def stand_by(self, run_id: str) -> bool:
        with self._guard:
            if run_id in self._holders and self._standing.enter(run_id):
                self._holders.remove(run_id)
                if not self._holders:
                    self._resign()
            return run_id in self._standing

    def take_up(self, run_id: str) -> int:
        if run_id in self._standing:
            self._acquired(run_id, LOOKING_SECONDS)
            self._standing.leave(run_id)
        return self._fence

    def release(self, run_id: str = "", ended: RunState = RunState.STOPPED) -> None:
        if run_id in self._standing:
            # It ends while another one sends, whose lock keeps its last words from the ledger.
            with suppress(WorkspaceError), self._access.writing() as connection:
                put_back(connection, runs.c.id == run_id, ended, "")
            self._standing.leave(run_id)
        super().release(run_id)

    def holds(self, run_id: str) -> bool:
        return run_id in self._standing or super().holds(run_id)

    def close(self) -> None:
        for run_id in self._standing:
            self._standing.leave(run_id)
        super().close()

    def holders(self) -> Mapping[str, Holder]:
        """Where another instance on this computer is the runner, it drives all that is under way; where none
        is, all that stands by somewhere is driven."""
        with self._guard:
            mine = {*filter(None, self._holders), *self._standing}
            free = self._lock.acquire()
            if free and not self._holders:
                self._lock.release()
        with self._access.reading() as connection:
            others = set(connection.execute(UNDER_WAY).scalars()) - mine
        driven = filter(self._standing.is_elsewhere, others) if free else others
        return {**this_computer(driven, mine=False), **this_computer(mine, mine=True)}

    def hold(self, connection: Connection, fence: int, run_id: str) -> HeldRun:
        """Begin a transaction of the ledger (`fence.look_at`): whoever is the runner drives every run."""
        return look_at(connection, fence, run_id)

    @property
    def good(self) -> bool:
        """Whether a request may leave: the file's lock is this instance's for as long as it lives."""
        return True

    def renew(self) -> None:
        """A file's lock needs no renewal."""

    def keep(self) -> None:
        """A file's lock is not lost."""

    def _busy(self) -> RunnerBusy:
        with self._access.reading() as connection:
            holder = connection.execute(select(lease.c.host, lease.c.pid)).one()
        return RunnerBusy(
            message(
                "Another svcconsole runs an import of this store: process {pid} on {host}.",
                pid=str(holder.pid),
                host=holder.host,
            ),
            message("Let it finish or stop it there, then try again. Nothing was sent from here."),
        )

    def _put_back_the_gone(self) -> None:
        with self._access.writing() as connection:
            driven = filter(self._standing.is_driven, connection.execute(UNDER_WAY).scalars())
            put_back(connection, runs.c.id.not_in(tuple(driven)))

    def _enlist(self, connection: Connection) -> int:
        fence = int(connection.execute(select(lease.c.fence)).scalar_one()) + 1
        connection.execute(update(lease).values(fence=fence, **this_process()))
        return fence

    def _stay(self) -> None:
        """A file's lock lasts as long as the process that has it."""

    def _claim(self, run_id: str) -> None:
        """Nobody else is there who could drive it, unless it stands by."""
        if self._standing.is_elsewhere(run_id):
            raise RunnerBusy(*GOING_ALREADY)

    def _let_go(self, run_id: str, ended: RunState) -> None:
        """Whoever drives it next has to become the runner."""

    def _resign(self) -> None:
        self._lock.release()
