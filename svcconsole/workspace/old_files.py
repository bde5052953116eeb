"""Removes what was kept long enough beside a workspace: result files, reports, older copies, and files of
imports that came by a hand-over and are done."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import or_, select

from svcconsole import folders
from svcconsole.workspace.clock import this_moment
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.imports import HANDED
from svcconsole.workspace.retention import HASHES, days_of, remove_old_rows
from svcconsole.workspace.schema import ImportState, RunState, imports, runs
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.audit_log import add_entry

KEPT_BY_AGE = (
    f"{folders.RESULTS}/*", f"{folders.REPORTS}/*", f"{folders.MERGED}/*",
    f"{folders.WORKSPACE_FILE}.version-*", f"{folders.WORKSPACE_FILE}.before-*",
)  # fmt: skip


def remove_old(workspace: Workspace) -> int:
    """Take one step, the files last; how many rows, or files, that were, 0 where nothing is old enough. The
    log tells of each step."""
    return remove_old_rows(workspace) or _remove_old_files(workspace, timedelta(days=days_of(HASHES)))


def _remove_old_files(workspace: Workspace, age: timedelta) -> int:
    """Remove those in which nothing was written for so long; how many, of which the log tells."""
    before = this_moment() - age
    aged = (path for pattern in KEPT_BY_AGE for path in sorted(workspace.folder.glob(pattern)))
    found = [*(path for path in aged if _is_old(path, before)), *_done(workspace)]
    left = set(folders.remove_files(found))
    count = len(found) - len(left)
    if count:
        with workspace.writing() as connection:
            add_entry(connection, Action.EXPIRED, count=count, details={"files": count})
    return count


def _is_old(path: Path, before: datetime) -> bool:
    """A folder is as old as what was written in it last."""
    try:
        return all(each.stat().st_mtime < before.timestamp() for each in (path, *path.rglob("*")))
    except OSError:
        return False


def _done(workspace: Workspace) -> Iterator[Path]:
    """The files of imports that came from another console and are sent, or dropped."""
    folder = workspace.folder / folders.HANDED_OVER
    if not folder.is_dir():
        return
    waits = or_(
        imports.c.state == ImportState.OPEN,
        imports.c.state.startswith(HANDED, autoescape=True),  # given on, and it may be taken back
        runs.c.state != RunState.FINISHED,
    )
    needed = select(imports.c.id).outerjoin(runs, runs.c.id == imports.c.run_id).where(waits)
    with workspace.reading() as connection:
        ids = set(connection.execute(needed).scalars())
    yield from (path for path in sorted(folder.iterdir()) if path.name not in ids)
