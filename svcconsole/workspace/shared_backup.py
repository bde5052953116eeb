"""Writes a workspace that a team shares as one file, of one moment, and puts such a file back."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, func, insert, select, true, update

from svcconsole.words.message import message
from svcconsole.workspace import versions
from svcconsole.workspace.creation import create_tables
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.engines.sqlite_engine import SqliteEngine
from svcconsole.workspace.errors import RunnerBusy
from svcconsole.workspace.move_targets import count_fences_on
from svcconsole.workspace.runs.in_question import put_in_question
from svcconsole.workspace.runs.lease import put_back
from svcconsole.workspace.schema import PREPARING, attempts, lease, runs, watermarks
from svcconsole.workspace.suppressed_entries import add_missing, read_suppressed
from svcconsole.workspace.table_copy import cleared, copy_tables
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.audit_log import add_entry, head_of


def export(workspace: Workspace, path: Path) -> None:
    """Write all of a shared workspace as a new file at `path`, from one snapshot; others go on meanwhile."""
    engine = SqliteEngine(path)
    try:
        engine.prepare()
        with workspace.reading() as source, engine.writing() as copy:
            create_tables(copy, "", "", fence=_highest_fence(source))
            copy_tables(source, copy, log=True)
            engine.add_rules(copy)
        engine.checkpoint()
    finally:
        engine.close()


def _highest_fence(connection: Connection) -> int:
    """Of whoever sends, and of all that was sent."""
    each = (select(func.coalesce(func.max(table.c.fence), 0)) for table in (lease, attempts))
    return max(int(connection.execute(query).scalar_one()) for query in each)


def restore_shared(workspace: Workspace, copy: Path) -> tuple[int, int]:
    """Let a shared workspace be as it is in the file `copy`, of this or an earlier version, which is brought
    to this one; how many records need a decision then, and how many numbers stay on the suppression list that
    are not on that of the file.

    All that is open of what may happen only once is in question for everybody: it may have been sent since.
    Raises WorkspaceError, nothing changed, where anybody sends.
    """
    engine = SqliteEngine(copy)
    try:
        engine.prepare()
        with engine.writing() as source:
            versions.upgrade(source)
        fence = workspace.runner.acquire()
        try:
            with engine.reading() as source, workspace.writing() as target:
                refuse_running(target, fence)
                suppressed = _replace(source, target, fence)
        finally:
            workspace.runner.release()
    finally:
        engine.close()
    return workspace.decisions.count(), suppressed


def _replace(source: Connection, target: Connection, fence: int) -> int:
    suppressed = read_suppressed(target)
    begun = {row.console: row.attempts for row in target.execute(select(watermarks))}
    with cleared(source, target):
        count_fences_on(target, fence)
        copy_tables(source, target, log=False)
        added = add_missing(target, suppressed)
    add_entry(target, Action.RESTORED, details={"head": head_of(source)})
    put_in_question(target)
    put_back(target, true())
    # Nobody's count goes back: what each of them sent is accounted for by that question.
    known = set(target.execute(select(watermarks.c.console)).scalars())
    for console, count in begun.items():
        own = watermarks.c.console == console
        higher = func.greatest(watermarks.c.attempts, count)
        target.execute(
            update(watermarks).where(own).values(attempts=higher)
            if console in known
            else insert(watermarks).values(console=console, attempts=count)
        )
    return added


def refuse_running(connection: Connection, fence: int) -> None:
    """Raise RunnerBusy where another console, or a worker, may send; those that are gone have no lease."""
    others = select(lease.c.host).where(lease.c.fence != fence).order_by(lease.c.host)
    if connection.execute(select(runs.c.id).where(runs.c.state == PREPARING)).first() is not None:
        raise RunnerBusy(
            message("A plan is being written."), message("Wait until it is there. Nothing was changed.")
        )
    host = connection.execute(others).scalars().first()
    if host is not None:
        raise RunnerBusy(
            message("Something is being sent from {host}.", host=host),
            message("Let it finish or stop it there, then try again. Nothing was changed."),
        )
