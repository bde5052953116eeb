"""Workers by their heartbeats: which one lives, on which computer, since when it was heard, what it does."""

from __future__ import annotations

import os
import secrets
import socket
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from sqlalchemy import ColumnElement, delete, insert, select, update

from svcconsole.workspace.database_clock import seconds
from svcconsole.workspace.errors import FenceLost
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.fence import TAKEN_OVER
from svcconsole.workspace.schema import workers
from svcconsole.workspace.session import Session

BEAT_SECONDS = 10.0
GONE_SECONDS = 105.0
"""Who was not heard for so long is gone: the lease on its runs has ended by then, and its answers are in."""
STEADY_SECONDS = 3 * BEAT_SECONDS
"""What keeps one worker away may keep all away: whoever could not be heard for so long takes nobody for gone
until it was heard for so long again. By then those that live have tried once more, and reached it."""
KEPT_SECONDS = 30 * 86_400.0
"""So long an ended worker is kept, for whoever still asks how it ended."""


@dataclass(frozen=True, slots=True)
class Worker:
    """One worker. `since`, `heard_at` and `ended_at` are seconds since 1970 by the database's clock, `silent`
    is how many seconds ago it was heard; `does` says in words what it does now, `run_id` names the run."""

    id: str
    name: str
    host: str
    pid: int
    version: str
    since: float
    heard_at: float
    ended_at: float | None
    does: str
    run_id: str | None
    silent: float

    @property
    def gone(self) -> bool:
        """Whether others may go on for it."""
        return self.ended_at is not None or self.silent > GONE_SECONDS


class Workers:
    """The workers of a workspace. `folder` holds a lock for each of those on this computer."""

    def __init__(self, access: Session, folder: Path) -> None:
        self._access = access
        self._folder = folder
        self._own = ""
        self._lock: FileLock | None = None
        self._heard_at = self._steady_since = 0.0

    def begin(self, name: str, version: str) -> str:
        """Be a worker from now on; its id, which no other has. Where `name` is another's it is
        counted: `hamburg-2`; where it is blank, by the computer's, from 1."""
        identity, host = secrets.token_hex(6), socket.gethostname()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._own, self._lock = identity, self._lock_of(identity)
        self._lock.acquire()
        with self._access.writing() as connection:
            now = seconds(connection)
            connection.execute(delete(workers).where(workers.c.ended_at < now - KEPT_SECONDS))
            living = workers.c.ended_at.is_(None), workers.c.heard_at > now - GONE_SECONDS
            taken = set(connection.execute(select(workers.c.name).where(*living)).scalars())
            counted = (f"{name or host}-{number}" for number in count(2 if name else 1))
            chosen = name if name and name not in taken else next(one for one in counted if one not in taken)
            connection.execute(
                insert(workers).values(
                    id=identity, name=chosen, host=host, pid=os.getpid(), version=version, since=now,
                    heard_at=now,
                )
            )  # fmt: skip
            Events.note(connection, EventKind.WORKER, identity)
        self._note_heard(now)
        return identity

    def beat(self, identity: str, does: str = "", run_id: str | None = None) -> None:
        """Be heard of. Raises FenceLost where this worker was taken for gone and others go on for it."""
        own = workers.c.id == identity, workers.c.ended_at.is_(None)
        with self._access.writing() as connection:
            before = connection.execute(select(workers.c.does, workers.c.run_id).where(*own)).one_or_none()
            if before is None:
                raise FenceLost(*TAKEN_OVER)
            now = seconds(connection)
            values = {"heard_at": now, "does": does, "run_id": run_id}
            connection.execute(update(workers).where(*own).values(**values))
            if tuple(before) != (does, run_id):
                # That it lives is no news: whoever shows it counts on.
                Events.note(connection, EventKind.WORKER, identity)
        self._note_heard(now)

    def end(self, identity: str) -> None:
        """Note that this worker stops."""
        with self._access.writing() as connection:
            now = seconds(connection)
            values = {"heard_at": now, "ended_at": now, "does": "", "run_id": None}
            connection.execute(update(workers).where(workers.c.id == identity).values(**values))
            Events.note(connection, EventKind.WORKER, identity)
        self.close()

    def close(self) -> None:
        """Let go of the lock of the worker that was begun here."""
        if self._lock is not None:
            self._lock.remove()
            self._lock = None

    def bury(self) -> tuple[Worker, ...]:
        """Note of others which are gone that they ended when they were heard last; who they are.

        One that was killed on this computer is known at once: the system has freed its lock. Of those that
        are only silent nothing is noted while the worker that was begun here is not steadily heard itself.
        """
        with self._access.reading() as connection:
            steady = self._is_steady(seconds(connection))
        others = [each for each in self.list() if each.id != self._own]
        buried = [each for each in others if self._was_killed(each.id) or (steady and each.gone)]
        if buried:
            theirs = workers.c.id.in_([each.id for each in buried]), workers.c.ended_at.is_(None)
            values = {"ended_at": workers.c.heard_at, "does": "", "run_id": None}
            with self._access.writing() as connection:
                connection.execute(update(workers).where(*theirs).values(**values))
                Events.note(connection, EventKind.WORKER)
        return tuple(buried)

    def silent(self) -> int:
        """How many others may be gone, and are not known to be."""
        return sum(each.gone for each in self.list() if each.id != self._own)

    def get(self, identity: str) -> Worker | None:
        """One worker, living or not; None where nothing is known of it any more."""
        return next(iter(self._read(workers.c.id == identity)), None)

    def list(self) -> tuple[Worker, ...]:
        """Those that have not ended, by name; `gone` tells of those that were not heard for long."""
        return self._read(workers.c.ended_at.is_(None))

    def _note_heard(self, now: float) -> None:
        """The database knows since `now`, by its clock, that the worker that was begun here lives."""
        if abs(now - self._heard_at) > STEADY_SECONDS:
            self._steady_since = now
        self._heard_at = now

    def _is_steady(self, now: float) -> bool:
        """Whether this worker would have noticed what kept others from being heard. A clock that jumped is
        an outage, too."""
        return abs(now - self._heard_at) <= STEADY_SECONDS <= now - self._steady_since

    def _was_killed(self, identity: str) -> bool:
        lock = self._lock_of(identity)
        if not (lock.is_there() and lock.acquire()):
            return False
        lock.remove()
        return True

    def _lock_of(self, identity: str) -> FileLock:
        return FileLock(self._folder / f"{identity}.lock")

    def _read(self, *which: ColumnElement[bool]) -> tuple[Worker, ...]:
        with self._access.reading() as connection:
            now = seconds(connection)
            rows = connection.execute(select(workers).where(*which).order_by(workers.c.name, workers.c.since))
            return tuple(Worker(**row._mapping, silent=max(0.0, now - row.heard_at)) for row in rows)
