"""A whole copy of a workspace file, made by SQLite itself so that the write-ahead log is in it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from svcconsole.whole_file import whole_file

NOTE = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"


def copy_file(source_file: Path, copy: Path, notes: Mapping[str, str] | None = None) -> None:
    """Write all that is in `source_file`, with `notes` in what it says of itself, into one file for its owner
    only; one that is there is replaced in one step, and stays where this fails. Others may go on using the
    source: the copy is of one moment.

    Raises OSError and sqlite3.Error.
    """
    with whole_file(copy) as part:
        try:
            os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            with (
                closing(sqlite3.connect(f"{source_file.resolve().as_uri()}?mode=rw", uri=True)) as source,
                closing(sqlite3.connect(part)) as target,
            ):
                source.backup(target)
                with target:
                    target.executemany(NOTE, (notes or {}).items())
                # One file: a copy in WAL mode would grow two companions as soon as it is looked at.
                target.execute("PRAGMA journal_mode = DELETE")
        finally:
            for ending in ("-journal", "-wal", "-shm"):
                with suppress(OSError):
                    part.with_name(f"{part.name}{ending}").unlink(missing_ok=True)
