"""The lease on sending, whatever the database: becoming the runner, and the clean-up after a crash."""

from __future__ import annotations

import os
import socket
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, select, update

from svcconsole.words.message import Message, message
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import RunnerBusy, WorkspaceError
from svcconsole.workspace.file_lock import POLL_SECONDS, FileLock
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.mark_file import MarkNotKept
from svcconsole.workspace.runs.fence import HeldRun
from svcconsole.workspace.runs.high_water_mark import HighWaterMark
from svcconsole.workspace.runs.holders import Holder
from svcconsole.workspace.runs.in_question import put_in_question
from svcconsole.workspace.runs.run_log import RUN_ENDS, log_run
from svcconsole.workspace.runs.sends import settle_interrupted
from svcconsole.workspace.schema import ItemState, RunState, items, runs
from svcconsole.workspace.session import Session
from svcconsole.workspace.writers import refuse_moved

PATIENCE_SECONDS = 1.0
"""An instance that only opens the workspace holds the lock for a moment, to put back what a crash left."""

GONE = message("svcconsole ended while this was running.")
GOING_ALREADY = message("This run is going already."), message("Pause or stop it where it was started.")


class Lease(ABC):
    """The right to send from this workspace. One instance on a computer has it, shared by that instance's
    runs; whoever takes it first puts back what is left of those that are gone (rule W4)."""

    def __init__(
        self,
        access: Session,
        lock: FileLock,
        mark: HighWaterMark,
        *,
        may_send: Callable[[], None] = lambda: None,
    ) -> None:
        self._access = access
        self._may_send = may_send
        self._lock = lock
        self._mark = mark
        self._guard = threading.Lock()
        self._holders: list[str] = []
        self._fence = 0

    def acquire(self, run_id: str = "") -> int:
        """Take `run_id`, or with none the right to begin single sends; returns the fence every intent must
        carry.

        Raises RunnerBusy when another instance on this computer sends, or somebody drives this run already,
        NotAllowed where whoever works from here may not send, ReadOnly where nothing is sent from this
        workspace any more.
        """
        return self._acquired(run_id, PATIENCE_SECONDS)

    def _acquired(self, run_id: str, patience: float) -> int:
        """As `acquire`, with so many seconds for another instance to end. Who drives what can be told
        meanwhile."""
        self._may_send()
        deadline = time.monotonic() + patience
        while (fence := self._tried(run_id)) is None:
            if time.monotonic() >= deadline:
                raise self._busy()
            time.sleep(POLL_SECONDS)
        return fence

    def _tried(self, run_id: str) -> int | None:
        """The fence; None while another instance on this computer has the lock."""
        with self._guard:
            if run_id and run_id in self._holders:
                raise RunnerBusy(*GOING_ALREADY)
            if not self._holders:
                if not self._lock.acquire():
                    return None
                self._become()
            try:
                if run_id:
                    self._claim(run_id)
            except BaseException:
                if not self._holders:
                    self._resign()
                raise
            self._holders.append(run_id)
            return self._fence

    def release(self, run_id: str = "", ended: RunState = RunState.STOPPED) -> None:
        """Let go of `run_id`; `ended` is how it ended, for one whose end the ledger could not take."""
        with self._guard:
            if run_id not in self._holders:
                return
            self._holders.remove(run_id)
            with suppress(WorkspaceError):
                self._let_go(run_id, ended)
            if not self._holders:
                self._resign()

    def holds(self, run_id: str) -> bool:
        """Whether this instance is driving `run_id`: sending, paused, or about to begin."""
        with self._guard:
            return run_id in self._holders

    def recover(self) -> None:
        """Put back what instances that are gone had on the way; those that live are left alone."""
        with self._guard:
            if not self._holders and self._lock.acquire():
                try:
                    # Looking at a workspace needs no mark; becoming a runner does.
                    with suppress(MarkNotKept):
                        self._mark.settle(put_in_question)
                    self._put_back_the_gone()
                finally:
                    self._lock.release()

    def close(self) -> None:
        with self._guard:
            if self._holders:
                self._holders.clear()
                self._resign()

    def _become(self) -> None:
        """Be the one who sends: the lock is ours, and given back where that fails."""
        try:
            self._mark.settle(put_in_question)
            self._put_back_the_gone()
            with self._access.writing() as connection:
                # Another computer may have moved the workspace while this one had it open.
                refuse_moved(connection)
                self._fence = self._enlist(connection)
        except BaseException:
            self._lock.release()
            raise
        self._stay()

    @abstractmethod
    def stand_by(self, run_id: str) -> bool:
        """Let others on this computer send while a run of which nothing is on the way waits for its hour,
        where the workspace is a file; of one that is shared they wait until the run has ended. It is driven
        from here still. Whether it stands by now: its fence is good for nothing then until `take_up`."""

    @abstractmethod
    def take_up(self, run_id: str) -> int:
        """Go on with a run that stood by; its fence. Raises as `acquire` does, and it stands by then."""

    @abstractmethod
    def hold(self, connection: Connection, fence: int, run_id: str) -> HeldRun:
        """Begin a transaction of the ledger (`fence.look_at`), the run driven from here."""

    @abstractmethod
    def holders(self) -> Mapping[str, Holder]:
        """Who drives which run, of all instances."""

    @property
    @abstractmethod
    def good(self) -> bool:
        """Whether a request that is begun now ends while the lease is this instance's."""

    @abstractmethod
    def renew(self) -> None:
        """Be heard of again, as after sleep or a time without the database. Raises FenceLost where another
        has put the runs back meanwhile."""

    @abstractmethod
    def keep(self) -> None:
        """Renew the lease unless it is good. Raises FenceLost as `renew` does."""

    @abstractmethod
    def _busy(self) -> RunnerBusy:
        """What is said where another instance on this computer has the lock."""

    @abstractmethod
    def _put_back_the_gone(self) -> None:
        """Rule W4 for all that is left of instances that are gone; the lock is ours."""

    @abstractmethod
    def _enlist(self, connection: Connection) -> int:
        """Note that this instance may send; its fence, which no other has had."""

    @abstractmethod
    def _stay(self) -> None:
        """See to it that the lease lasts until `_resign`."""

    @abstractmethod
    def _claim(self, run_id: str) -> None:
        """Let nobody else drive `run_id`. Raises RunnerBusy where somebody does."""

    @abstractmethod
    def _let_go(self, run_id: str, ended: RunState) -> None:
        """Let others drive `run_id` again."""

    @abstractmethod
    def _resign(self) -> None:
        """Nothing is driven from here any more: give the lock back."""


def this_process() -> dict[str, object]:
    """What the row of a fence tells of who has it."""
    return {"host": socket.gethostname(), "pid": os.getpid(), "boot_id": _boot_id(), "taken_at": now()}


def put_back(
    connection: Connection,
    which: ColumnElement[bool],
    ended: RunState = RunState.STOPPED,
    sentence: Message | str = GONE,
) -> None:
    """Rule W4 for runs of an instance that is gone: what may happen only once is unknown; the rest goes back
    to PLANNED and keeps `doubt_at`, the moment it may have landed. Those that were under way `ended`."""
    settle_interrupted(connection, which)  # after it no single send is under way
    moving = which & runs.c.state.in_((RunState.RUNNING, RunState.PAUSED))
    moved = connection.execute(select(runs.c.id).where(moving)).scalars().all()
    back = connection.execute(
        update(items)
        .where(items.c.state == ItemState.SENDING, items.c.run_id.in_(select(runs.c.id).where(which)))
        .values(state=ItemState.PLANNED)
    )
    values: dict[str, object] = {"state": ended, "sentence": sentence}
    if ended is RunState.FINISHED:
        values["finished_at"] = now()
    connection.execute(update(runs).where(moving).values(**values))
    why = {"sentence": str(sentence)} if sentence else {}
    for run_id in moved:
        log_run(connection, run_id, RUN_ENDS[ended], **why)
    if back.rowcount or moved:
        Events.note(connection, EventKind.RUN)


def _boot_id() -> str:
    path = Path("/proc/sys/kernel/random/boot_id")
    return path.read_text(encoding="ascii").strip() if path.exists() else ""
