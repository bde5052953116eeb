"""Opening a workspace: one database per store, checked, and kept as it was before its tables are changed."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType

from sqlalchemy import Connection, insert, select

from svcconsole import folders
from svcconsole.folders import marks_dir
from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace import schema, versions
from svcconsole.workspace.address import OWN_FILE, address_of
from svcconsole.workspace.creation import create_tables, refuse_other_store
from svcconsole.workspace.drafts.drafts import Drafts
from svcconsole.workspace.drafts.imports import Imports
from svcconsole.workspace.drafts.mappings import Mappings
from svcconsole.workspace.drafts.presets import Presets
from svcconsole.workspace.drafts.templates import Templates
from svcconsole.workspace.engines.engine import DatabaseEngine
from svcconsole.workspace.engines.sqlite_engine import SqliteEngine
from svcconsole.workspace.errors import ReadOnly, WorkspaceError
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.known.changes import Changes
from svcconsole.workspace.known.event_listener import EventListener, Heard
from svcconsole.workspace.known.events import NOTED, Events, Noted
from svcconsole.workspace.known.people import People
from svcconsole.workspace.known.presence import Presence
from svcconsole.workspace.known.record_history import RecordHistory
from svcconsole.workspace.known.registries import Registries
from svcconsole.workspace.known.saved_files import SavedFiles
from svcconsole.workspace.runs.before_answers import BeforeAnswers
from svcconsole.workspace.runs.console_lease import ConsoleLease, end_leases
from svcconsole.workspace.runs.decisions import Decisions
from svcconsole.workspace.runs.deliveries import Deliveries
from svcconsole.workspace.runs.high_water_mark import HighWaterMark
from svcconsole.workspace.runs.ledger import Ledger
from svcconsole.workspace.runs.plans import clear_unfinished
from svcconsole.workspace.runs.report_runs import ReportRuns
from svcconsole.workspace.runs.run_lease import RunLease
from svcconsole.workspace.runs.runs import Runs
from svcconsole.workspace.runs.sends import Sends
from svcconsole.workspace.runs.webhook_events import WebhookEvents
from svcconsole.workspace.runs.webhook_evidence import WebhookEvidence
from svcconsole.workspace.team.account_name import account_name
from svcconsole.workspace.team.approvals import Approvals
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.audit_log import AuditLog
from svcconsole.workspace.team.operators import Accounts, Operators
from svcconsole.workspace.team.person_marks import add_key
from svcconsole.workspace.team.roles import Right
from svcconsole.workspace.team.schedules import Schedules
from svcconsole.workspace.team.workers import Workers
from svcconsole.workspace.writers import why_read_only

FILE_NAME = folders.WORKSPACE_FILE


class Workspace:
    """What this console remembers about one store. Any thread may call; each transaction has its own
    connection."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder = folder
        self.path = folder / FILE_NAME
        self._engine = _engine(self.path, address)
        self.shared = bool(address)
        self.read_only: ReadOnly | None = None
        """Why nothing may be written from here, where that is so."""
        accounts = Accounts(lambda: self.operator, self._engine.address_for, self._engine.verifier)
        self.operators = Operators(self, accounts, end_leases, shared=self.shared)
        self.events = Events(self, self._engine.actor, self._engine.moment)
        self.presence = Presence(self, self.events.console, shared=self.shared)
        self.mark = HighWaterMark(self, lambda: marks_dir(folder), shared=self.shared)
        self.imports = Imports(self)
        self.mappings = Mappings(self)
        self.drafts = Drafts(self, lambda: self.drafts_of)
        self.changes = Changes(self)
        self.people = People(self)
        lease = ConsoleLease if self.shared else RunLease
        may = self.operators.require
        self.runner = lease(
            self, FileLock(folder / "runner.lock"), self.mark, may_send=lambda: may(Right.SEND)
        )
        self.approvals = Approvals(self, self.operators, lambda: self.operator, shared=self.shared)
        self.ledger = Ledger(self, self.mark, self.runner, may_start=self.approvals.check)
        self.runs = Runs(self, held=self.runner.holds, may=may)
        self.before = BeforeAnswers(self)
        self.sends = Sends(self, self.mark, self.runner)
        self.decisions = Decisions(self, held=self.runner.holds, may=may)
        self.registries = Registries(self)
        self.presets = Presets(self)
        self.templates = Templates(self)
        self.deliveries = Deliveries(self)
        self.reports = ReportRuns(self)
        self.proofs = WebhookEvidence(self)
        self.webhooks = WebhookEvents(self)
        self.traces = RecordHistory(self)
        self.log = AuditLog(self)
        self.saved_files = SavedFiles(self)
        self.schedules = Schedules(self)
        self.workers = Workers(self, folder / "workers")

    @classmethod
    def open(cls, folder: Path, address: str | None = None, *, restored: bool = False) -> Workspace:
        """Open or create the workspace of the store that has `folder`: the file there, or the database that a
        team shares (`address`, by default that of the store). What a crash left on the way is put back unless
        it is being run. A `restored` one is of an earlier moment: what is open in it needs a decision. Of one
        that may only be read, `read_only` says why, and nothing is put back.

        Raises WorkspaceError when the folder or the database cannot be trusted: nothing is resumed from such
        a one.
        """
        _own_folder(folder)
        workspace = cls(folder, address_of(folder) if address is None else address)
        try:
            with workspace._no_nonsense():
                workspace._engine.prepare()
                workspace._migrate()
                workspace._engine.begin()
                if workspace.read_only is None:
                    workspace._settle(restored=restored)
        except OSError as error:
            workspace.close()
            raise WorkspaceError(
                message(
                    "{file} cannot be written: {reason}.",
                    file=error.filename or folder,
                    reason=system_reason(error),
                ),
                message("Make room or check the disk, then open the store again: nothing is lost."),
            ) from error
        except BaseException:
            workspace.close()
            raise
        return workspace

    def _settle(self, *, restored: bool) -> None:
        """Put back and take away what crashes left, as far as whoever works from here may."""
        if restored:
            self.mark.set_ahead()
            with self.writing() as connection:
                self.log.add(connection, Action.RESTORED)
        if self.operators.may(Right.PREPARE):
            clear_unfinished(self)
        if self.operators.may(Right.SEND):
            self.runner.recover()
            self.before.prune()

    @property
    def place(self) -> str:
        """Where it is, for people: the file, or host and database, never with a password."""
        return self._engine.place

    @property
    def operator(self) -> str:
        """Who works from here: the role of a shared database, else the user of this computer."""
        return self._engine.account or account_name()

    @property
    def drafts_of(self) -> str:
        """Whose own the drafts of what is new are; blank where nobody shares the workspace."""
        return self.operator if self.shared else ""

    def ask(self) -> None:
        """Ask its database something small; raises WorkspaceError where it does not answer."""
        with self.reading() as connection:
            connection.execute(select(1))

    def close(self) -> None:
        self.workers.close()
        self.runner.close()
        self.mark.close()
        self._engine.close()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one moment of the workspace; what is not ours in it is damage."""
        with self._no_nonsense(), self._engine.reading() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that nobody else writes beside; it commits at the end of the block. Raises ReadOnly
        where this console may only read."""
        if self.read_only is not None:
            raise self.read_only
        with self._engine.writing() as connection:
            yield from self._noting(connection)

    def in_work(self, name: str) -> AbstractContextManager[None]:
        """Over several transactions: others see that `name` is in work, until the block ends or this process
        does, however it ends."""
        return self._engine.in_work(name)

    def is_in_work(self, name: str) -> bool:
        """Whether a process that lives has `name` in work."""
        return self._engine.is_in_work(name)

    def checkpoint(self) -> None:
        """Bring what was written to where whoever copies the database finds it."""
        self._engine.checkpoint()

    def rewrite(self, tables: Iterable[str]) -> bool:
        """Leave nothing of what was removed from these tables in the database's files. False where others
        who go on reading an earlier moment keep some of it there."""
        return self._engine.rewrite(sorted(tables))

    @contextmanager
    def joined(self, path: Path) -> Iterator[Connection]:
        """A transaction in which the workspace file at `path` is there as well, under the name `other`."""
        if not isinstance(self._engine, SqliteEngine):
            raise TypeError("only a file can be joined to another")
        with self._engine.joined(path) as connection:
            yield from self._noting(connection)

    def listen(self, heard: Heard, changed: Callable[[], None] | None = None) -> EventListener:
        """Call `heard` in a thread of its own with what happens in the workspace, until that is closed."""
        return EventListener(self.events, self._engine.listen, heard, changed)

    def _noting(self, connection: Connection) -> Iterator[Connection]:
        """Write the events that the block notes at its end, and announce them."""
        noted: Noted = {}
        yield connection.execution_options(**{NOTED: noted})
        if noted:
            self.events.write(connection, noted)
            self._engine.announce(connection)

    @contextmanager
    def _no_nonsense(self) -> Iterator[None]:
        try:
            yield
        except (ValueError, TypeError) as error:
            raise self._engine.nonsense() from error

    def _migrate(self) -> None:
        with self.writing() as connection:
            found = versions.read_version(connection)
            if found is None:
                create_tables(connection, self.folder.name if self.shared else "", self.operator)
                connection.execute(insert(schema.identity).values(id=1, workspace=secrets.token_hex(8)))
                add_key(connection)
                self._engine.add_rules(connection)
                return
            if self.shared:
                refuse_other_store(connection, self.folder.name)
            self.read_only = why_read_only(connection, found, shared=self.shared)
        if self.read_only is None and found < versions.VERSION:
            self._engine.keep_copy(found)
            with self.writing() as connection:
                versions.upgrade(connection)


def _engine(path: Path, address: str) -> DatabaseEngine:
    if address == OWN_FILE:
        return SqliteEngine(path)
    # Only who shares a workspace has the driver loaded.
    from svcconsole.workspace.engines.postgresql_engine import PostgresqlEngine

    return PostgresqlEngine(address)


def _own_folder(folder: Path) -> None:
    """Make `folder` readable by its owner only, or refuse it when others may write to it and that cannot
    be changed."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name == "posix":
            folder.chmod(0o700)
    except OSError as error:
        raise WorkspaceError(
            message(
                "The workspace folder {folder} cannot be made or kept private: {reason}.",
                folder=folder,
                reason=system_reason(error),
            ),
            message("Choose a folder of your own on this computer's disk."),
        ) from error
    if os.name == "posix" and folder.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise WorkspaceError(
            message(
                "Other users of this computer may write to the workspace folder {folder}.", folder=folder
            ),
            message("Choose a folder of your own on this computer's disk."),
        )
