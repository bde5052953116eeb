"""The lease on sending from a workspace file: a file lock and a fenced row (rule W5)."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, select, true, update

from svcconsole.words.message import message
from svcconsole.workspace.errors import RunnerBusy
from svcconsole.workspace.runs.fence import HeldRun, look_at
from svcconsole.workspace.runs.holders import Holder, this_computer
from svcconsole.workspace.runs.lease import Lease, put_back, this_process
from svcconsole.workspace.schema import RunState, lease, runs


class RunLease(Lease):
    """The right to send from a file: whoever has its lock drives every run, for as long as it lives."""

    def holders(self) -> Mapping[str, Holder]:
        """Where another instance on this computer is the runner, it drives all that is under way."""
        with self._guard:
            if self._holders:
                return this_computer((run_id for run_id in self._holders if run_id), mine=True)
            if self._lock.acquire():
                self._lock.release()
                return {}
        with self._access.reading() as connection:
            under_way = select(runs.c.id).where(runs.c.state.in_((RunState.RUNNING, RunState.PAUSED)))
            return this_computer(connection.execute(under_way).scalars(), mine=False)

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
            put_back(connection, true())

    def _enlist(self, connection: Connection) -> int:
        fence = int(connection.execute(select(lease.c.fence)).scalar_one()) + 1
        connection.execute(update(lease).values(fence=fence, **this_process()))
        return fence

    def _stay(self) -> None:
        """A file's lock lasts as long as the process that has it."""

    def _claim(self, run_id: str) -> None:
        """Nobody else is there who could drive it."""

    def _let_go(self, run_id: str) -> None:
        """Whoever drives it next has to become the runner."""

    def _resign(self) -> None:
        self._lock.release()
