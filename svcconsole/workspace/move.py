"""Moves a workspace from a file into a database that a team shares, and back: whole, and never two that send.

The order is what keeps anything from going twice, wherever it breaks off. The copy is written and read back
by one transaction, in which it says of itself that it does not send yet. Then the source is marked as moved;
then this console's high-water mark goes beyond what the source counts, so that an older copy of it asks
before it sends, too; then the copy may send. Whoever breaks off in between runs it again.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, update

from svcconsole.workspace.address import OWN_FILE
from svcconsole.workspace.backup import WINDOW_LOCK, alone
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.move_targets import DatabaseTarget, FileTarget, Fill
from svcconsole.workspace.schema import watermarks
from svcconsole.workspace.shared_backup import refuse_running
from svcconsole.workspace.table_copy import copy_tables
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.audit_log import add_entry
from svcconsole.workspace.writers import ARRIVING, MOVED, Moving, moving, note_moving


class Target(Protocol):
    """Where a workspace is moved to."""

    place: str

    def arriving(self) -> Moving | None:
        """The move whose copy is there and does not send yet."""

    def write(self, fence: int, source: Connection, fill: Fill) -> None:
        """Make empty tables there for what `source` has, the next lease numbered after `fence`, and let
        `fill` put in the rows, in one transaction. Raises WorkspaceError where something is there that is not
        to be lost."""

    def counts(self) -> dict[str, int]:
        """How many attempts each console has begun, as the copy has it."""

    def let_send(self) -> None:
        """Take the mark away that the copy does not send yet."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What a move did: to where, and the rows by table; none where it ended what an earlier one had begun."""

    place: str
    rows: dict[str, int]


def move_to_database(folder: Path, address: str) -> Moved:
    """Move the workspace file in `folder` into the database at `address`, which nobody has sent from yet.

    The file stays as it is, marked. Raises WorkspaceError, nothing changed, where something runs or is open,
    where the database holds a workspace, or cannot be used.
    """
    with alone(folder, WINDOW_LOCK), Workspace.open(folder, OWN_FILE) as source:
        target = DatabaseTarget(address, folder.name)
        try:
            return _move(source, target)
        finally:
            target.close()


def move_to_file(folder: Path, address: str) -> Moved:
    """Move the workspace that a team shares at `address` into a file in `folder`.

    A file that was there is kept beside it. What only a team has stays behind. Raises WorkspaceError, nothing
    changed, where anybody sends, or where the file there holds runs of its own.
    """
    with alone(folder, WINDOW_LOCK), Workspace.open(folder, address) as source:
        return _move(source, FileTarget(source.path))


def _move(source: Workspace, target: Target) -> Moved:
    rows: dict[str, int] = {}
    with source.reading() as connection:
        moved = moving(connection, MOVED)
    if moved is None:
        rows = _copy(source, target)
    elif target.arriving() != moved:
        raise source.read_only or AssertionError("a workspace that was moved is read only")
    source.mark.follow(target.counts())
    target.let_send()
    return Moved(target.place, rows)


def _copy(source: Workspace, target: Target) -> dict[str, int]:
    """Write the copy, which does not send yet, and mark the source, which never sends again."""
    rows: dict[str, int] = {}
    move = Moving(secrets.token_hex(8), target.place, now())
    fence = source.runner.acquire()
    try:
        with source.writing() as connection:
            refuse_running(connection, fence)
            add_entry(connection, Action.MOVED, details={"to": target.place})

            def fill(copy: Connection, log: bool) -> None:
                rows.update(copy_tables(connection, copy, log=log))
                own = watermarks.c.console == source.mark.console
                copy.execute(update(watermarks).where(own).values(attempts=watermarks.c.attempts + 1))
                note_moving(copy, ARRIVING, move)

            target.write(fence, connection, fill)
            note_moving(connection, MOVED, move)
    finally:
        source.runner.release()
    return rows
