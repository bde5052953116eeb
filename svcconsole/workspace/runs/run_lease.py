"""The lease on sending: a file lock and a fenced row (rule W5), and the clean-up after a crash."""

from __future__ import annotations

import os
import socket
import threading
from contextlib import suppress
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, select, true, update

from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import RunnerBusy
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.known.events import EventKind, Events
from svcconsole.workspace.mark_file import MarkNotKept
from svcconsole.workspace.runs.fence import look_at
from svcconsole.workspace.runs.high_water_mark import HighWaterMark
from svcconsole.workspace.runs.in_question import put_in_question
from svcconsole.workspace.runs.sends import settle_interrupted
from svcconsole.workspace.schema import ItemState, RunState, items, lease, runs
from svcconsole.workspace.session import Session

PATIENCE_SECONDS = 1.0
"""An instance that only opens the workspace holds the lock for a moment, to put back what a crash left."""

GOING_ALREADY = message("This run is going already."), message("Pause or stop it where it was started.")


class RunLease:
    """The right to send from this workspace; held by one instance, shared by that instance's runs."""

    def __init__(self, access: Session, lock: FileLock, mark: HighWaterMark) -> None:
        self._access = access
        self._mark = mark
        self._lock = lock
        self._guard = threading.Lock()
        self._holders: list[str] = []
        self._fence = 0

    def acquire(self, run_id: str = "") -> int:
        """Become the runner, or join this instance's other runs; returns the fence every intent must carry.

        Raises RunnerBusy when another instance holds it, or when this one is running `run_id` already.
        """
        with self._guard:
            if run_id and run_id in self._holders:
                raise RunnerBusy(*GOING_ALREADY)
            if not self._holders:
                self._fence = self._become()
            self._holders.append(run_id)
            return self._fence

    def release(self, run_id: str = "") -> None:
        with self._guard:
            if run_id in self._holders:
                self._holders.remove(run_id)
                if not self._holders:
                    self._lock.release()

    def holds(self, run_id: str) -> bool:
        """Whether this instance is running `run_id`: sending, paused, or about to begin."""
        with self._guard:
            return run_id in self._holders

    def hold(self, connection: Connection, fence: int, run_id: str) -> tuple[str | None, int]:
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

    def recover(self) -> None:
        """Put back what a dead instance had on the way; does nothing while a living one is running."""
        with self._guard:
            if not self._holders and self._lock.acquire():
                try:
                    # Looking at a workspace needs no mark; becoming the runner does.
                    with suppress(MarkNotKept):
                        self._mark.settle(put_in_question)
                    self._put_back()
                finally:
                    self._lock.release()

    def close(self) -> None:
        with self._guard:
            self._holders.clear()
            self._lock.release()

    def _become(self) -> int:
        if not self._lock.acquire(PATIENCE_SECONDS):
            with self._access.reading() as connection:
                holder = connection.execute(select(lease.c.host, lease.c.pid)).one()
            raise RunnerBusy(
                message(
                    "Another svcconsole runs an import of this store: process {pid} on {host}.",
                    pid=str(holder.pid),
                    host=holder.host,
                ),
                message("Let it finish or stop it there; nothing was sent from here."),
            )
        try:
            self._mark.settle(put_in_question)
            self._put_back()
            with self._access.writing() as connection:
                fence = int(connection.execute(select(lease.c.fence)).scalar_one()) + 1
                connection.execute(
                    update(lease).values(
                        fence=fence,
                        host=socket.gethostname(),
                        pid=os.getpid(),
                        boot_id=boot_id(),
                        taken_at=now(),
                    )
                )
        except BaseException:
            self._lock.release()
            raise
        return fence

    def _put_back(self) -> None:
        with self._access.writing() as connection:
            put_back(connection, true())


def put_back(connection: Connection, which: ColumnElement[bool]) -> None:
    """Rule W4 for runs of an instance that is gone: what may happen only once is unknown; the rest goes back
    to PLANNED and keeps `doubt_at`, the moment it may have landed."""
    settle_interrupted(connection, which)
    back = connection.execute(
        update(items)
        .where(items.c.state == ItemState.SENDING, items.c.run_id.in_(select(runs.c.id).where(which)))
        .values(state=ItemState.PLANNED)
    )
    stopped = connection.execute(
        update(runs)
        .where(which, runs.c.state.in_((RunState.RUNNING, RunState.PAUSED)))
        .values(state=RunState.STOPPED, sentence=message("svcconsole ended while this was running."))
    )
    if back.rowcount or stopped.rowcount:
        Events.note(connection, EventKind.RUN)


def boot_id() -> str:
    path = Path("/proc/sys/kernel/random/boot_id")
    return path.read_text(encoding="ascii").strip() if path.exists() else ""
