"""Wipes a workspace: all that is kept of a store here goes, and nothing of it is left in any file.

What stays names nobody: that this was done, in the log, whose chain goes on; which numbers must not be
written to, as marks; and how much was sent, so that an older copy that is put back is still known as one.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, delete, select

from svcconsole.folders import remove_files
from svcconsole.words.message import message
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.errors import RunUnderWay
from svcconsole.workspace.forget import MOVING, NAME_NOBODY, suppress_marks
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.runs.decisions import STOP_FIRST
from svcconsole.workspace.schema import metadata, registry, runs
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.audit_log import add_entry
from svcconsole.workspace.team.person_marks import MARK
from svcconsole.workspace.team.roles import Right

NOT_TOLD = (EventKind.EVERYTHING, EventKind.CONSOLE, EventKind.PROGRESS)
OWN = (FILE_NAME, f"{FILE_NAME}-wal", f"{FILE_NAME}-shm")


@dataclass(frozen=True, slots=True)
class Wiped:
    """How many entries were removed, and which files a person saved elsewhere may still hold some of it."""

    entries: int
    elsewhere: tuple[str, ...]
    left: tuple[Path, ...]
    """Files beside the workspace that could not be removed."""
    rewritten: bool
    """Whether the database's files are free of it; not while others go on reading an earlier moment."""


def wipe(workspace: Workspace) -> Wiped:
    """Remove everything, in one transaction, then the files beside it. RunUnderWay while anything is sent,
    NotAllowed without the right to it."""
    workspace.operators.require(Right.ADMINISTER)
    total, elsewhere = 0, workspace.saved_files.paths()
    with workspace.writing() as connection:
        _refuse_moving(connection)
        _keep_suppressed(connection)
        for table in reversed(metadata.sorted_tables):
            if table in NAME_NOBODY:
                continue
            rows = delete(table)
            if table is registry:
                rows = rows.where(~registry.c.key.startswith(MARK, autoescape=True))
            total += connection.execute(rows).rowcount
        add_entry(connection, Action.WIPED, count=total)
        for kind in EventKind:
            if kind not in NOT_TOLD:
                Events.note(connection, kind)
    rewritten = workspace.rewrite(table.name for table in metadata.sorted_tables if table not in NAME_NOBODY)
    return Wiped(total, elsewhere, tuple(remove_files(kept_beside(workspace.folder))), rewritten)


def kept_beside(folder: Path) -> list[Path]:
    """What this program keeps beside a workspace: result files, reports, earlier versions, copies."""
    beside = (path for path in sorted(folder.iterdir()) if path.name not in OWN and path.name != "workers")
    return [path for path in beside if path.suffix != ".lock"]


def _refuse_moving(connection: Connection) -> None:
    moving = select(runs.c.code).where(runs.c.state.in_(MOVING))
    if (code := connection.execute(moving).scalars().first()) is not None:
        raise RunUnderWay(message("The run of plan {code} is under way.", code=code), STOP_FIRST)


def _keep_suppressed(connection: Connection) -> None:
    listed = select(registry.c.key).where(registry.c.kind == RegistryKind.SUPPRESSED)
    suppress_marks(connection, list(connection.execute(listed).scalars()))
