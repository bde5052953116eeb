"""The lease on sending from a workspace that several consoles share: each drives runs of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from sqlalchemy import Connection, Float, cast, delete, func, insert, select, update

from svcconsole.words.message import message
from svcconsole.workspace.errors import FenceLost, RunnerBusy, WorkspaceError
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.broken_off import REQUEST_SECONDS
from svcconsole.workspace.runs.fence import TAKEN_OVER, HeldRun, look_at
from svcconsole.workspace.runs.high_water_mark import HighWaterMark
from svcconsole.workspace.runs.holders import Holder, of_consoles
from svcconsole.workspace.runs.lease import Lease, put_back, this_process
from svcconsole.workspace.schema import RunState, lease, runs
from svcconsole.workspace.schema.team_tables import console_leases, held_runs
from svcconsole.workspace.session import Session

LEASE_SECONDS = 90.0
RENEWALS = 3
"""So often a lease is renewed before it would end."""
MARGIN_SECONDS = 15.0
"""So long after a lease has ended its runs are left alone: answers may still be on the way to the ledger."""

GO_ON_IN_SLEEP = ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC")
"""The clock of Linux, then the one of macOS, where it counts sleep. Windows has neither name; its
`time.monotonic` counts sleep."""

DATABASE_CLOCK = cast(func.extract("epoch", func.clock_timestamp()), Float)


def awake_clock() -> float:
    """Seconds that go on while the computer sleeps, as a lease does, and that nobody sets back.

    By the time of day a lease would be good for an hour longer where the clock is set back by one.
    """
    for name in GO_ON_IN_SLEEP:
        if (clock := getattr(time, name, None)) is not None:
            return time.clock_gettime(clock)
    return time.monotonic()


class ConsoleLease(Lease):
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
        may_send: Callable[[], None] = lambda: None,
        seconds: float = LEASE_SECONDS,
        clock: Callable[[], float] = awake_clock,
    ) -> None:
        super().__init__(access, lock, mark, may_send=may_send)
        self._seconds = seconds
        self._clock = clock
        self._good_until = 0.0
        self._resigned = threading.Event()

    def stand_by(self, run_id: str) -> bool:
        """Consoles on other computers send meanwhile as they do; others on this one wait. Whoever has this
        computer's lock ends the leases of its earlier instances, so it is kept as long as the lease."""
        return False

    def take_up(self, run_id: str) -> int:
        return self._fence

    def hold(self, connection: Connection, fence: int, run_id: str) -> HeldRun:
        found = look_at(connection, fence, run_id)
        if run_id in self._holders:
            return found  # driven since it was taken: whoever takes it over takes the fence away, too
        try:
            self._drive(connection, run_id)
        except RunnerBusy as busy:
            raise FenceLost(busy.sentence, busy.advice) from busy
        return found

    def holders(self) -> Mapping[str, Holder]:
        with self._access.reading() as connection:
            return of_consoles(connection, DATABASE_CLOCK, self._seconds, self._fence)

    @property
    def good(self) -> bool:
        return self._clock() < self._good_until

    def renew(self) -> None:
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
        if not self.good:
            self.renew()

    def _busy(self) -> RunnerBusy:
        return RunnerBusy(
            message("Another svcconsole on this computer is sending to this store."),
            message("Let it finish or stop it there, then try again. Nothing was sent from here."),
        )

    def _enlist(self, connection: Connection) -> int:
        asked = self._clock()
        fence: int = connection.execute(
            insert(console_leases)
            .values(console=self._mark.console, expires_at=DATABASE_CLOCK + self._seconds)
            .returning(console_leases.c.fence)
        ).scalar_one()
        connection.execute(insert(lease).values(id=fence, fence=fence, **this_process()))
        Events.note(connection, EventKind.CONSOLE)
        self._good_until = asked + self._seconds - REQUEST_SECONDS
        return fence

    def _stay(self) -> None:
        self._resigned = threading.Event()
        threading.Thread(target=self._renew_until, args=(self._resigned,), name="lease", daemon=True).start()

    def _renew_until(self, resigned: threading.Event) -> None:
        while not resigned.wait(self._seconds / RENEWALS):
            # Without the database nothing is sent; when it is back the next renewal tells whose the runs are.
            with suppress(WorkspaceError):
                self.renew()

    def _resign(self) -> None:
        self._resigned.set()
        self._good_until = 0.0
        try:
            # Where the database is away the next instance that has our lock does the same.
            with suppress(WorkspaceError), self._access.writing() as connection:
                end_leases(connection, [self._fence])
        finally:
            self._lock.release()

    def _claim(self, run_id: str) -> None:
        with self._access.writing() as connection:
            self._drive(connection, run_id)

    def _drive(self, connection: Connection, run_id: str) -> None:
        """Drive `run_id` from here, until it is let go. Raises RunnerBusy where another console does."""
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

    def _let_go(self, run_id: str, ended: RunState) -> None:
        """Whatever broke the run off, nothing of it stays on the way."""
        with self._access.writing() as connection:
            own = held_runs.c.run_id == run_id, held_runs.c.fence == self._fence
            if connection.execute(delete(held_runs).where(*own)).rowcount:
                put_back(connection, runs.c.id == run_id, ended, "")
                Events.note(connection, EventKind.RUN, run_id)

    def _put_back_the_gone(self) -> None:
        """Gone are an earlier instance of this console, whose lock we have, and consoles that were not heard
        of for longer than their lease."""
        with self._access.writing() as connection:
            gone = (console_leases.c.console == self._mark.console) | (
                console_leases.c.expires_at + MARGIN_SECONDS < DATABASE_CLOCK
            )
            fences = connection.execute(select(console_leases.c.fence).where(gone)).scalars().all()
            if fences:
                end_leases(connection, fences)


def end_leases(connection: Connection, fences: Sequence[int]) -> None:
    """Rule W4 for all that these consoles drove; their leases end."""
    held = select(held_runs.c.run_id).where(held_runs.c.fence.in_(fences))
    if driven := connection.execute(held).scalars().all():
        put_back(connection, runs.c.id.in_(driven))
    Events.note(connection, EventKind.CONSOLE)
    for table in (held_runs, console_leases, lease):
        connection.execute(delete(table).where(table.c.fence.in_(fences)))
