"""Writes a workspace as one consistent file, and puts such a file back."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from svcconsole.words.message import message
from svcconsole.workspace.database import FILE_NAME
from svcconsole.workspace.errors import WorkspaceError


def write_copy(folder: Path, copy: Path) -> None:
    """Write all of the workspace in `folder`, its write-ahead log included, as one file for its owner only.

    Others may go on using it: the copy is of one moment. A file that is there is replaced in one step.
    """
    part = copy.with_name(f"{copy.name}.part")
    try:
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))
        with (
            closing(sqlite3.connect(f"{(folder / FILE_NAME).as_uri()}?mode=rw", uri=True)) as source,
            closing(sqlite3.connect(part)) as target,
        ):
            source.backup(target)
            # One file: a copy in WAL mode would grow two companions as soon as it is looked at.
            target.execute("PRAGMA journal_mode = DELETE")
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(copy)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise WorkspaceError(
            message("The backup could not be written to {copy}: {reason}.", copy=copy, reason=reason),
            message("Nothing was changed. Make room, or choose another place."),
        ) from error
