"""Writes a workspace as one consistent file, and puts such a file back."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from svcconsole.whole_file import put_in_place
from svcconsole.words.message import message, plural
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace import versions
from svcconsole.workspace.address import OWN_FILE, address_of
from svcconsole.workspace.creation import STORE, STORE_NAME
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.engines.sqlite_engine import SqliteEngine
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.file_copy import copy_file
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.runs.standing_runs import LOCK
from svcconsole.workspace.schema import identity
from svcconsole.workspace.suppressed_entries import Suppressed, add_missing, read_suppressed

WINDOW_LOCK = ("window.lock",)
LOCKS = ("runner.lock", *WINDOW_LOCK)
BEFORE = f"{FILE_NAME}.before-restore"
"""What a restored file took the place of."""


@dataclass(frozen=True, slots=True)
class Restored:
    """How many records need a decision, and how many numbers stay on the suppression list that were not on
    that of the backup; None where the list that was here could not be read."""

    to_decide: int
    suppressed: int | None


def back_up(folder: Path, copy: Path, name: str = "") -> None:
    """Write what is kept of the store that has `folder` as one file for its owner only: its own file, or what
    a team shares of it. The file says which store it is of, and that it is called `name`. Others may go on
    using it: the backup is of one moment. Raises WorkspaceError."""
    address = address_of(folder)
    if address == OWN_FILE:
        write_copy(folder, copy, name)
        return
    with Workspace.open(folder, address) as workspace:
        _export(workspace, copy, name)


def is_of(folder: Path, backup: Path) -> bool:
    """Whether a backup is of the store that has `folder`; False where it does not say which store it is of,
    as those of earlier versions. Raises WorkspaceError where it is of another, or no backup."""
    _check(backup)
    with closing(sqlite3.connect(f"{backup.resolve().as_uri()}?mode=ro", uri=True)) as source:
        notes = dict(source.execute("SELECT key, value FROM meta"))
    if notes.get(STORE) == folder.name or _identity_in(backup) & _identities(folder):
        return True
    if STORE not in notes:
        return False
    raise WorkspaceError(
        message("{file} is a backup of another store, {name}.", file=backup.name, name=notes[STORE_NAME])
        if notes.get(STORE_NAME)
        else message("{file} is a backup of another store.", file=backup.name),
        message("Nothing was changed. Open that store and restore it there."),
    )


def _identity_in(file: Path) -> set[str]:
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as source:
            return {workspace for (workspace,) in source.execute("SELECT workspace FROM identity")}
    except sqlite3.Error:
        return set()


def _identities(folder: Path) -> set[str]:
    """The name that the workspace of a store keeps wherever it is copied to; none where it cannot be read."""
    if (address := address_of(folder)) == OWN_FILE:
        return _identity_in(folder / FILE_NAME)
    with Workspace.open(folder, address) as workspace, workspace.reading() as connection:
        return set(connection.execute(select(identity.c.workspace)).scalars())


def _export(workspace: Workspace, copy: Path, name: str = "") -> None:
    from svcconsole.workspace.shared_backup import export

    with tempfile.TemporaryDirectory(dir=workspace.folder) as folder:
        export(workspace, Path(folder) / FILE_NAME)
        _copy(Path(folder) / FILE_NAME, copy, {STORE: workspace.folder.name, STORE_NAME: name})


def write_copy(folder: Path, copy: Path, name: str = "") -> None:
    """Write all of the workspace in `folder`, its write-ahead log included, as one file for its owner only,
    which says which store it is of.

    Others may go on using it: the copy is of one moment. A file that is there is replaced in one step.
    """
    _copy(folder / FILE_NAME, copy, {STORE: folder.name, STORE_NAME: name})


def _copy(source_file: Path, copy: Path, notes: Mapping[str, str] | None = None) -> None:
    try:
        copy_file(source_file, copy, notes)
    except (OSError, sqlite3.Error) as error:
        reason = system_reason(error)
        raise WorkspaceError(
            message("The backup could not be written to {copy}: {reason}.", copy=copy, reason=reason),
            message("Nothing was changed. Make room, or choose another place."),
        ) from error


def restore(folder: Path, backup: Path, *, trusted: bool = False) -> Restored:
    """Let what is kept of the store that has `folder`, in its own file or in what a team shares, be as it is
    in the file `backup`, but for the suppression list, from which nobody goes.

    What it was is kept beside it. Nothing of the restored file goes by itself: what was sent after it was
    written is not in it. Raises WorkspaceError, the workspace as it was, where the file is no backup or the
    store is open; and where it is of another store, or does not say which unless it is `trusted`.
    """
    if not is_of(folder, backup) and not trusted:
        raise WorkspaceError(
            message("{file} does not say which store it is a backup of.", file=backup.name),
            message("Nothing was changed. Earlier versions did not note it: say that it is of this store."),
        )
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    coming = folder / f"{FILE_NAME}.restoring"
    if (address := address_of(folder)) != OWN_FILE:
        from svcconsole.workspace.shared_backup import restore_shared

        with alone(folder, WINDOW_LOCK), Workspace.open(folder, address) as workspace:
            _copy(backup, coming)
            try:
                _export(workspace, folder / BEFORE)
                return Restored(*restore_shared(workspace, coming))
            finally:
                coming.unlink()
    with alone(folder):
        suppressed = _suppressed_in(folder / FILE_NAME)
        # What was there before the last restoring may be what is put back now.
        _copy(backup, coming)
        try:
            if (folder / FILE_NAME).is_file():
                with closing(sqlite3.connect(folder / FILE_NAME)) as present:
                    present.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                write_copy(folder, folder / BEFORE)
            for ending in ("-wal", "-shm"):
                (folder / f"{FILE_NAME}{ending}").unlink(missing_ok=True)
            put_in_place(coming, folder / FILE_NAME)
        except (OSError, sqlite3.Error) as error:
            reason = system_reason(error)
            raise WorkspaceError(
                message("The backup could not be put back: {reason}.", reason=reason),
                message("Nothing was changed. Make room or check the disk, then restore it again."),
            ) from error
        finally:
            coming.unlink(missing_ok=True)
    with Workspace.open(folder, OWN_FILE, restored=True) as workspace:
        with workspace.writing() as connection:
            added = None if suppressed is None else add_missing(connection, suppressed)
        return Restored(workspace.decisions.count(), added)


def _suppressed_in(file: Path) -> Suppressed | None:
    """The suppression list of a workspace file that something else is about to replace; None where it cannot
    be read, as that may be why."""
    if not file.is_file():
        return {}
    engine = SqliteEngine(file)
    try:
        with engine.reading() as connection:
            return read_suppressed(connection)
    except WorkspaceError:
        return None
    finally:
        engine.close()


def said_of_suppressed(count: int | None) -> str:
    """What a restoring did with the suppression list; blank where it is that of the backup."""
    if count is None:
        return message(
            "The suppression list that was here could not be read: look whether everybody is on it."
        )
    if not count:
        return ""
    return plural(
        "{n} number stays on the suppression list that was not on that of the backup.",
        "{n} numbers stay on the suppression list that were not on that of the backup.",
        count,
    )


@contextmanager
def alone(folder: Path, locks: Sequence[str] = LOCKS) -> Iterator[None]:
    """No window has the store open from there, nothing is being sent from there, and nothing waits there for
    its hour; with WINDOW_LOCK something may be sent."""
    with ExitStack() as stack:
        for name in locks:
            stack.callback(_taken(folder / name).release)
        for path in folder.glob(LOCK.format("*")):
            # Whoever left it is gone: kept, it would tell the workspace that its run is driven.
            _taken(path).remove()
        yield


def _taken(path: Path) -> FileLock:
    """A lock that nobody has, taken. Raises WorkspaceError."""
    lock = FileLock(path)
    if not lock.acquire():
        raise WorkspaceError(
            message("Another svcconsole has this store open in {folder}.", folder=path.parent),
            message("Close it, then try again."),
        )
    return lock


def _check(backup: Path) -> None:
    """Refuse what is no whole workspace of this or an earlier version, before anything is changed."""
    refusal = WorkspaceError(
        message("{file} is not a backup of a workspace that this program can read.", file=backup),
        message("Nothing was changed. Choose a file that “svcconsole backup” has written."),
    )
    try:
        with closing(sqlite3.connect(f"{backup.resolve().as_uri()}?mode=ro", uri=True)) as source:
            whole = source.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
            (version,) = source.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
            known = 1 <= int(version) <= versions.VERSION
    except (OSError, sqlite3.Error, TypeError, ValueError) as error:
        raise refusal from error
    if not (whole and known):
        raise refusal
