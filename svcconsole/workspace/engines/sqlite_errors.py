"""Turns SQLite's errors into sentences: what happened to the workspace file and what to do."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from svcconsole.words.message import mark, message
from svcconsole.workspace.errors import WorkspaceError

WORDS: dict[int, tuple[str, str]] = {
    sqlite3.SQLITE_FULL: (
        mark("The disk is full, so {file} cannot be written."),
        message("Free some space, then try again. Nothing is sent that cannot be noted here first."),
    ),
    sqlite3.SQLITE_READONLY: (
        mark("{file} can only be read, so nothing can be noted and nothing is sent."),
        message("Make the file and its folder writable for your user."),
    ),
    sqlite3.SQLITE_CANTOPEN: (
        mark("{file} cannot be opened."),
        message("Check that the folder exists and is yours to write to."),
    ),
    sqlite3.SQLITE_BUSY: (
        mark("Another program keeps {file} locked."),
        message("Close the other program, then try again."),
    ),
    sqlite3.SQLITE_IOERR: (
        mark("The disk reported an error while {file} was being read or written."),
        message("Check the disk; nothing more is sent until the file can be written."),
    ),
    sqlite3.SQLITE_CORRUPT: (
        mark("The workspace file {file} is damaged."),
        message("Nothing is resumed from it. Move it away and open the store again: a new one is made."),
    ),
}
# SQLITE_ERROR is what a file of another format or without our tables gives.
WORDS[sqlite3.SQLITE_NOTADB] = WORDS[sqlite3.SQLITE_ERROR] = WORDS[sqlite3.SQLITE_CORRUPT]
WORDS[sqlite3.SQLITE_LOCKED] = WORDS[sqlite3.SQLITE_BUSY]
WORDS[sqlite3.SQLITE_PERM] = WORDS[sqlite3.SQLITE_CANTOPEN]
OF_SYSTEM: dict[int, int] = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.EACCES: sqlite3.SQLITE_READONLY,
    errno.EPERM: sqlite3.SQLITE_READONLY,
    errno.EROFS: sqlite3.SQLITE_READONLY,
    errno.ENOENT: sqlite3.SQLITE_CANTOPEN,
}
"""What SQLite calls the errors of the system; any other is one of the disk."""


def damaged(file: Path) -> WorkspaceError:
    """The refusal of a file that cannot be trusted (rule W9: fail closed)."""
    sentence, advice = WORDS[sqlite3.SQLITE_CORRUPT]
    return WorkspaceError(message(sentence, file=file), advice)


def explain(error: BaseException | None, file: Path) -> WorkspaceError:
    """The WorkspaceError for what the database driver raised about `file`."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None and isinstance(error, sqlite3.OperationalError):
        # The driver's own: a text that is not UTF-8, which nothing of ours has written.
        return damaged(file)
    words = WORDS.get((code or 0) & 0xFF)
    if words is None:
        return WorkspaceError(
            message("{file} cannot be used: {error}.", file=file, error=error),
            message("Report this as a fault."),
        )
    sentence, advice = words
    return WorkspaceError(message(sentence, file=file), advice)


def explain_file_error(error: OSError, file: Path) -> WorkspaceError:
    """The WorkspaceError for what the system said about `file` itself."""
    sentence, advice = WORDS[OF_SYSTEM.get(error.errno or 0, sqlite3.SQLITE_IOERR)]
    return WorkspaceError(message(sentence, file=file), advice)
