"""Opening a workspace: one SQLite file per store, checked, backed up before it is changed, readable by
its owner only."""

from __future__ import annotations

import os
import secrets
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import Connection, create_engine, event, insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from svcconsole.folders import marks_dir
from svcconsole.words.message import message, number
from svcconsole.workspace import schema, versions
from svcconsole.workspace.drafts.drafts import Drafts
from svcconsole.workspace.drafts.imports import Imports
from svcconsole.workspace.drafts.mappings import Mappings
from svcconsole.workspace.drafts.presets import Presets
from svcconsole.workspace.drafts.templates import Templates
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.file_watch import FileWatch
from svcconsole.workspace.known.changes import Changes
from svcconsole.workspace.known.people import People
from svcconsole.workspace.known.record_history import RecordHistory
from svcconsole.workspace.known.registries import Registries
from svcconsole.workspace.runs.before_answers import BeforeAnswers
from svcconsole.workspace.runs.decisions import Decisions
from svcconsole.workspace.runs.deliveries import Deliveries
from svcconsole.workspace.runs.high_water_mark import HighWaterMark
from svcconsole.workspace.runs.ledger import Ledger
from svcconsole.workspace.runs.report_runs import ReportRuns
from svcconsole.workspace.runs.run_lease import RunLease
from svcconsole.workspace.runs.runs import Runs
from svcconsole.workspace.runs.sends import Sends
from svcconsole.workspace.runs.webhook_evidence import WebhookEvidence
from svcconsole.workspace.sqlite_errors import damaged, explain

FILE_NAME = "workspace.sqlite3"
BUSY_SECONDS = 10.0

PRAGMAS = (
    "synchronous = FULL",
    "fullfsync = ON",
    "trusted_schema = OFF",
    "cell_size_check = ON",
    "secure_delete = ON",
    "foreign_keys = ON",
)


class Workspace:
    """What this console remembers about one store. Any thread may call; each transaction has its own
    connection."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / FILE_NAME
        self._watch = FileWatch(self.path)
        self._engine = create_engine(
            f"sqlite:///{self.path}", connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS}
        )
        event.listen(self._engine, "connect", _prepare)
        event.listen(self._engine, "begin", _begin)
        self._writing = self._engine.execution_options(immediate=True)
        self.mark = HighWaterMark(self, lambda: marks_dir(folder))
        self.ledger = Ledger(self, self.mark)
        self.imports = Imports(self)
        self.mappings = Mappings(self)
        self.drafts = Drafts(self)
        self.changes = Changes(self)
        self.people = People(self)
        self.runner = RunLease(self, FileLock(folder / "runner.lock"), self.mark)
        self.runs = Runs(self, held=self.runner.holds)
        self.before = BeforeAnswers(self)
        self.sends = Sends(self, self.mark)
        self.decisions = Decisions(self, held=self.runner.holds)
        self.registries = Registries(self)
        self.presets = Presets(self)
        self.templates = Templates(self)
        self.deliveries = Deliveries(self)
        self.reports = ReportRuns(self)
        self.proofs = WebhookEvidence(self)
        self.traces = RecordHistory(self)

    @classmethod
    def open(cls, folder: Path, *, restored: bool = False) -> Workspace:
        """Open or create the workspace in `folder`; what a crash left on the way is put back unless it is
        being run. A `restored` file is of an earlier moment: what is open in it needs a decision.

        Raises WorkspaceError when the folder or the file cannot be trusted: nothing is resumed from such
        a file.
        """
        _own_folder(folder)
        workspace = cls(folder)
        try:
            with workspace._plain_errors(), workspace._no_nonsense():
                workspace._check()
                workspace._migrate()
                workspace._watch.begin()
                if restored:
                    workspace.mark.set_ahead()
                workspace.runner.recover()
                workspace.before.prune()
        except BaseException:
            workspace.close()
            raise
        return workspace

    def close(self) -> None:
        self.runner.close()
        self.mark.close()
        self._watch.end()
        self._engine.dispose()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one moment of the workspace; what is not ours in it is damage."""
        self._watch.check()
        with self._plain_errors(), self._no_nonsense(), self._engine.connect() as connection:
            yield connection

    def checkpoint(self) -> None:
        """Bring the write-ahead log into the main file, as far as nobody reads an earlier moment."""
        with (
            self._plain_errors(),
            self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection,
        ):
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that takes the write lock at once (BEGIN IMMEDIATE) and commits at the end of the
        block. Raises FileGone, writing nothing, where the file is not the one that was opened."""
        self._watch.check()
        with self._plain_errors(), self._writing.begin() as connection:
            yield connection
            self._watch.check()

    @contextmanager
    def joined(self, path: Path) -> Iterator[Connection]:
        """A transaction in which the workspace file at `path` is there as well, under the name `other`."""
        self._watch.check()
        with self._plain_errors(), self._writing.connect() as connection:
            # A file is attached outside of transactions only, and kept by its connection until it is let go.
            raw = connection.connection.driver_connection
            if raw is None:
                raise AssertionError("a connection has its driver's")
            raw.execute("ATTACH DATABASE ? AS other", (str(path),))
            try:
                with connection.begin():
                    yield connection
            finally:
                raw.execute("DETACH DATABASE other")

    @contextmanager
    def _plain_errors(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise explain(error.orig, self.path) from error

    @contextmanager
    def _no_nonsense(self) -> Iterator[None]:
        try:
            yield
        except (ValueError, TypeError) as error:
            raise damaged(self.path) from error

    def _check(self) -> None:
        """Create the file with owner-only rights, switch to the write-ahead log, refuse a damaged or
        foreign file."""
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        if os.name == "posix":
            self.path.chmod(0o600)
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    connection.exec_driver_sql("PRAGMA journal_mode = WAL")
                break
            except DBAPIError as error:
                # Two first starts at once: the switch to WAL does not wait for the other like a
                # transaction does.
                busy = getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
                if not busy or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
        with self.reading() as connection:
            verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            foreign = connection.exec_driver_sql(
                "SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')"
            ).scalar_one()
        if verdict != "ok" or foreign:
            raise damaged(self.path)

    def _migrate(self) -> None:
        with self.writing() as connection:
            found = versions.read_version(connection)
            if found is None:
                schema.metadata.create_all(connection)
                connection.execute(insert(schema.meta).values(key="schema", value=str(versions.VERSION)))
                connection.execute(
                    insert(schema.lease).values(id=1, fence=0, host="", pid=0, boot_id="", taken_at="")
                )
                connection.execute(insert(schema.identity).values(id=1, workspace=secrets.token_hex(8)))
                return
        if found > versions.VERSION:
            raise WorkspaceError(
                message(
                    "This workspace was written by a newer svcconsole (its tables are version {found}, "
                    "this program knows {version}).",
                    found=number(found, grouped=False),
                    version=number(versions.VERSION, grouped=False),
                ),
                message("Use the newer program; nothing was changed."),
            )
        if found < versions.VERSION:
            self._back_up(found)
            with self.writing() as connection:
                versions.upgrade(connection)

    def _back_up(self, version: int) -> None:
        """A whole copy beside the file, made by SQLite itself so that the write-ahead log is in it."""
        copy = self.folder / f"{FILE_NAME}.version-{version}"
        os.close(os.open(copy, os.O_RDWR | os.O_CREAT, 0o600))
        source, target = sqlite3.connect(self.path), sqlite3.connect(copy)
        try:
            source.backup(target)
        finally:
            source.close()
            target.close()


def _prepare(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    options: dict[str, Any] = dict(connection.get_execution_options())
    if options.get("isolation_level") != "AUTOCOMMIT":
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("immediate") else "BEGIN")


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
                reason=error.strerror,
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
