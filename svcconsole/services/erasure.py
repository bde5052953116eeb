"""Removes a person, or all that is kept of a store, from what this program keeps: database, files, logs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from svcconsole import folders, logs
from svcconsole.folders import remove_files
from svcconsole.store_folders import merged_earlier
from svcconsole.words.message import message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.forget import Forgotten, forget, subject_of
from svcconsole.workspace.local_copy import COMING, FOLDER
from svcconsole.workspace.person_files import files_of_person
from svcconsole.workspace.wipe import Wiped, kept_beside, wipe

STILL_READ = message(
    "Some of it is still in the files of the database, because another program went on reading what was "
    "there before. Do this again once that program has ended."
)
"""Said where a removal left something in a database that is not rewritten."""
BEYOND = message(
    "What the server of the shared database keeps beside it, its archives and backups, is with whoever "
    "keeps that."
)
"""Said of every shared workspace."""
AWAY = (FOLDER, COMING)
"""Copies of a shared workspace, which are made anew by themselves, as the result files of a run are."""


@dataclass(frozen=True, slots=True)
class Erased:
    """What was removed of a person: entries by table, and the files that named them; `left` could not be
    removed, `unread` not looked into; `elsewhere` may still hold them: files that somebody saved, and what
    earlier versions kept of folders that were united with a store nobody knows."""

    forgotten: Forgotten
    removed: tuple[Path, ...]
    left: tuple[Path, ...]
    unread: tuple[Path, ...]
    elsewhere: tuple[str, ...]


def erase_person(workspace: Workspace, text: str) -> Erased:
    """Remove somebody by a phone number, an e-mail address or an id. Raises WorkspaceError, see `forget`."""
    subject = subject_of(workspace, text)
    forgotten = forget(workspace, subject)
    beside = kept_beside(workspace.folder)
    results = (workspace.folder / folders.RESULTS / code for code in sorted(forgotten.codes))
    away = [*(path for path in beside if path.name in AWAY), *(path for path in results if path.is_dir())]
    own, unknown = merged_earlier(workspace.log.united())
    searched = files_of_person(subject, [path for path in beside if path not in away])
    in_logs = files_of_person(subject, _logs())
    naming = [*away, *own, *searched.naming]
    left = [*remove_files(naming), *_clear(in_logs.naming)]
    removed = tuple(path for path in naming if path not in left)
    unread = (*searched.unread, *in_logs.unread)
    elsewhere = (*workspace.saved_files.paths(), *map(str, unknown))
    return Erased(forgotten, removed, tuple(left), unread, elsewhere)


def wipe_store(workspace: Workspace) -> Wiped:
    """Remove all that is kept of a store. Raises WorkspaceError as `wipe` does."""
    wiped = wipe(workspace)
    own, unknown = merged_earlier(workspace.log.united())
    left = (*wiped.left, *remove_files(own), *_clear(_logs()))
    return replace(wiped, left=left, elsewhere=(*wiped.elsewhere, *map(str, unknown)))


def _logs() -> list[Path]:
    """The program's own logs, in which the trace of an error may name somebody."""
    return logs.files(folders.data_dir() / "logs")


def _clear(paths: Iterable[Path]) -> list[Path]:
    """Empty logs; those that stay."""
    left = []
    for path in paths:
        try:
            logs.clear(path)
        except OSError:
            left.append(path)
    return left
