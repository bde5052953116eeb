"""The lease on sending from a workspace that several consoles share: each drives runs of its own."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from sqlalchemy import Connection, Float, cast, delete, func, insert, select, update

from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import FenceLost, RunnerBusy, WorkspaceError
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.known.events import EventKind, Events
from svcconsole.workspace.mark_file import MarkNotKept
from svcconsole.workspace.runs.fence import TAKEN_OVER, look_at
from svcconsole.workspace.runs.high_water_mark import HighWaterMark
from svcconsole.workspace.runs.in_question import put_in_question
from svcconsole.workspace.runs.run_lease import (
    GOING_ALREADY,
    PATIENCE_SECONDS,
    boot_id,
    put_back,
)
from svcconsole.workspace.schema import lease, runs
from svcconsole.workspace.schema.team_tables import console_leases, held_runs
from svcconsole.workspace.session import Session

LEASE_SECONDS = 90.0
RENEWALS = 3
"""So often a lease is renewed before it would end."""
REQUEST_SECONDS = 45.0
"""Longer than any request: one that is begun in time has ended when the lease has."""
MARGIN_SECONDS = 15.0
"""So long after a lease has ended its runs are left alone: answers may still be on the way to the ledger."""

DATABASE_CLOCK = cast(func.extract("epoch", func.clock_timestamp()), Float)


def awake_clock() -> float:
    """Seconds that go on while the computer sleeps: a lease does, too."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.time()


class ConsoleLease:
    """The right to send of one console; its runs are nobody else's while it is renewed.

    On one computer one instance sends at a time, as with a file. A console that is not heard of for longer
    than its lease loses its runs to the next one that looks: what may happen only once is unknown then.
    """

    def __init__(
        self,
        access: Session,
        lock: FileLock,
        mark: HighWaterMark,
        *,
        seconds: float = LEASE_SECONDS,
        clock: Callable[[], float] = awake_clock,
    ) -> None:
        self._access = access
        self._lock = lock
        self._mark = mark
        self._seconds = seconds
        self._clock = clock
        self._guard = threading.Lock()
        self._holders: list[str] = []
        self._fence = 0
        self._good_until = 0.0
        self._resigned = threading.Event()

    def acquire(self, run_id: str = "") -> int:
        """Take `run_id`, or the right to begin single sends; returns the fence every intent must carry.

        Raises RunnerBusy when another instance on this computer sends, or somebody drives this run already.
        """
        with self._guard:
            if run_id and run_id in self._holders:
                raise RunnerBusy(*GOING_ALREADY)
            if not self._holders:
                self._become()
            try:
                if run_id:
                    with self._access.writing() as connection:
                        self._claim(connection, run_id)
            except BaseException:
                if not self._holders:
                    self._resign()
                raise
            self._holders.append(run_id)
            return self._fence

    def hold(self, connection: Connection, fence: int, run_id: str) -> tuple[str | None, int]:
        """Begin a transaction of the ledger (`fence.look_at`), the run driven from here."""
        found = look_at(connection, fence, run_id)
        try:
            self._claim(connection, run_id)
        except RunnerBusy as busy:
            raise FenceLost(busy.sentence, busy.advice) from busy
        return found

    def release(self, run_id: str = "") -> None:
        with self._guard:
            if run_id not in self._holders:
                return
            self._holders.remove(run_id)
            with suppress(WorkspaceError):
                self._let_go(run_id)
            if not self._holders:
                self._resign()

    def holds(self, run_id: str) -> bool:
        """Whether this instance is driving `run_id`: sending, paused, or about to begin."""
        with self._guard:
            return run_id in self._holders

    def recover(self) -> None:
        """Put back what consoles that are gone had on the way; those that live are left alone."""
        with self._guard:
            if not self._holders and self._lock.acquire():
                try:
                    # Looking at a workspace needs no mark; becoming a runner does.
                    with suppress(MarkNotKept):
                        self._mark.settle(put_in_question)
                    self._put_back_the_gone()
                finally:
                    self._lock.release()

    @property
    def good(self) -> bool:
        """Whether a request that is begun now ends while the lease is this console's."""
        return self._clock() < self._good_until

    def renew(self) -> None:
        """Be heard of again, as after sleep or a time without the database. Raises FenceLost where another
        console has put the runs back meanwhile."""
        asked = self._clock()
        with self._access.writing() as connection:
            renewed = connection.execute(
                update(console_leases)
                .where(console_leases.c.fence == self._fence)
                .values(expires_at=DATABASE_CLOCK + self._seconds)
            )
            if not renewed.rowcount:
                raise FenceLost(*TAKEN_OVER)
        self._good_until = asked + self._seconds - REQUEST_SECONDS

    def keep(self) -> None:
        """Renew the lease unless it is good. Raises FenceLost as `renew` does."""
        if not self.good:
            self.renew()

    def close(self) -> None:
        with self._guard:
            if self._holders:
                self._holders.clear()
                self._resign()

    def _become(self) -> None:
        if not self._lock.acquire(PATIENCE_SECONDS):
            raise RunnerBusy(
                message("Another svcconsole on this computer is sending to this store."),
                message("Let it finish or stop it there; nothing was sent from here."),
            )
        try:
            self._mark.settle(put_in_question)
            self._put_back_the_gone()
            self._fence, asked = self._enlist(), self._clock()
        except BaseException:
            self._lock.release()
            raise
        self._good_until = asked + self._seconds - REQUEST_SECONDS
        self._resigned = threading.Event()
        threading.Thread(target=self._renew_until, args=(self._resigned,), name="lease", daemon=True).start()

    def _enlist(self) -> int:
        """Note that this console lives; its fence, which no other has had."""
        with self._access.writing() as connection:
            fence: int = connection.execute(
                insert(console_leases)
                .values(console=self._mark.console, expires_at=DATABASE_CLOCK + self._seconds)
                .returning(console_leases.c.fence)
            ).scalar_one()
            connection.execute(
                insert(lease).values(
                    id=fence, fence=fence, host=socket.gethostname(), pid=os.getpid(),
                    boot_id=boot_id(), taken_at=now(),
                )
            )  # fmt: skip
            Events.note(connection, EventKind.CONSOLE)
            return fence

    def _renew_until(self, resigned: threading.Event) -> None:
        while not resigned.wait(self._seconds / RENEWALS):
            # Without the database nothing is sent; when it is back the next renewal tells whose the runs are.
            with suppress(WorkspaceError):
                self.renew()

    def _resign(self) -> None:
        """Nothing is driven from here any more."""
        self._resigned.set()
        self._good_until = 0.0
        try:
            # Where the database is away the next instance that has our lock does the same.
            with suppress(WorkspaceError), self._access.writing() as connection:
                _put_back(connection, [self._fence])
        finally:
            self._lock.release()

    def _claim(self, connection: Connection, run_id: str) -> None:
        """Drive `run_id` from here, until it is released. Raises RunnerBusy where another console does."""
        holder = connection.execute(
            select(lease.c.host, lease.c.fence)
            .join(held_runs, held_runs.c.fence == lease.c.fence)
            .where(held_runs.c.run_id == run_id)
        ).one_or_none()
        if holder is not None and holder.fence != self._fence:
            raise RunnerBusy(
                message("This run is driven by the console on {host}.", host=holder.host),
                message("Pause or stop it there; nothing was sent from here."),
            )
        if holder is None:
            connection.execute(insert(held_runs).values(run_id=run_id, fence=self._fence))
            Events.note(connection, EventKind.RUN, run_id)

    def _let_go(self, run_id: str) -> None:
        """Whatever broke the run off, nothing of it stays on the way."""
        with self._access.writing() as connection:
            own = held_runs.c.run_id == run_id, held_runs.c.fence == self._fence
            if connection.execute(delete(held_runs).where(*own)).rowcount:
                put_back(connection, runs.c.id == run_id)
                Events.note(connection, EventKind.RUN, run_id)

    def _put_back_the_gone(self) -> None:
        """Rule W4 for the runs of consoles that are gone: an earlier instance of this one, whose lock we
        have, and those that were not heard of for longer than their lease."""
        with self._access.writing() as connection:
            gone = (console_leases.c.console == self._mark.console) | (
                console_leases.c.expires_at + MARGIN_SECONDS < DATABASE_CLOCK
            )
            fences = connection.execute(select(console_leases.c.fence).where(gone)).scalars().all()
            if fences:
                _put_back(connection, fences)


def _put_back(connection: Connection, fences: Sequence[int]) -> None:
    """Rule W4 for all that these consoles drove; their leases end."""
    driven = select(held_runs.c.run_id).where(held_runs.c.fence.in_(fences))
    put_back(connection, runs.c.id.in_(driven))
    Events.note(connection, EventKind.CONSOLE)
    for table in (held_runs, console_leases, lease):
        connection.execute(delete(table).where(table.c.fence.in_(fences)))
