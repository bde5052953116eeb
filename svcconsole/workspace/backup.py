"""Writes a workspace as one consistent file, and puts such a file back."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from svcconsole.whole_file import put_in_place
from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace import versions
from svcconsole.workspace.address import OWN_FILE, address_of
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.file_copy import copy_file
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.runs.standing_runs import LOCK

WINDOW_LOCK = ("window.lock",)
LOCKS = ("runner.lock", *WINDOW_LOCK)
BEFORE = f"{FILE_NAME}.before-restore"
"""What a restored file took the place of."""


def back_up(folder: Path, copy: Path) -> None:
    """Write what is kept of the store that has `folder` as one file for its owner only: its own file, or what
    a team shares of it. Others may go on using it: the backup is of one moment. Raises WorkspaceError."""
    address = address_of(folder)
    if address == OWN_FILE:
        write_copy(folder, copy)
        return
    with Workspace.open(folder, address) as workspace:
        _export(workspace, copy)


def _export(workspace: Workspace, copy: Path) -> None:
    from svcconsole.workspace.shared_backup import export

    with tempfile.TemporaryDirectory(dir=workspace.folder) as folder:
        export(workspace, Path(folder) / FILE_NAME)
        _copy(Path(folder) / FILE_NAME, copy)


def write_copy(folder: Path, copy: Path) -> None:
    """Write all of the workspace in `folder`, its write-ahead log included, as one file for its owner only.

    Others may go on using it: the copy is of one moment. A file that is there is replaced in one step.
    """
    _copy(folder / FILE_NAME, copy)


def _copy(source_file: Path, copy: Path) -> None:
    try:
        copy_file(source_file, copy)
    except (OSError, sqlite3.Error) as error:
        reason = system_reason(error)
        raise WorkspaceError(
            message("The backup could not be written to {copy}: {reason}.", copy=copy, reason=reason),
            message("Nothing was changed. Make room, or choose another place."),
        ) from error


def restore(folder: Path, backup: Path) -> int:
    """Let what is kept of the store that has `folder`, in its own file or in what a team shares, be as it is
    in the file `backup`; how many records need a decision then.

    What it was is kept beside it. Nothing of the restored file goes by itself: what was sent after it was
    written is not in it. Raises WorkspaceError, the workspace as it was, where the file is no backup or the
    store is open.
    """
    _check(backup)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    coming = folder / f"{FILE_NAME}.restoring"
    if (address := address_of(folder)) != OWN_FILE:
        from svcconsole.workspace.shared_backup import restore_shared

        with alone(folder, WINDOW_LOCK), Workspace.open(folder, address) as workspace:
            _copy(backup, coming)
            try:
                _export(workspace, folder / BEFORE)
                return restore_shared(workspace, coming)
            finally:
                coming.unlink()
    with alone(folder):
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
        return workspace.decisions.count()


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
