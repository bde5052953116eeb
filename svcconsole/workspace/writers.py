"""Who may write to a workspace: consoles of which versions, and nobody to what was moved elsewhere."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, insert, select

from svcconsole.words.message import Number, message, number
from svcconsole.workspace import versions
from svcconsole.workspace.errors import ReadOnly, WorkspaceError
from svcconsole.workspace.versions import META

MOVED = "moved"
"""The entry of a workspace that was moved elsewhere: the one there sends, this one never again."""
ARRIVING = "arriving"
"""The entry of a copy that does not send yet, because the workspace it was made of still may."""


@dataclass(frozen=True, slots=True)
class Moving:
    """One move: its own number, where to (for sentences, without a password), and when (ISO in UTC)."""

    token: str
    place: str
    at: str


def why_read_only(connection: Connection, found: int, *, shared: bool) -> ReadOnly | None:
    """Why this console may only read tables of version `found`; None where it may write.

    Raises WorkspaceError where it cannot even read them. A file of an older version is brought to today's by
    whoever opens it; a shared database is not, because its other consoles would be shut out.
    """
    said = {str(row.key): row.value for row in connection.execute(select(META.c.key, META.c.value))}
    reader, oldest, newest = (int(said.get(key, found)) for key in versions.LIMITS)
    if reader > versions.VERSION:
        raise newer(found)
    if shared and newest < versions.VERSION:
        raise WorkspaceError(
            message(
                "The shared workspace is of an older svcconsole (its tables are version {found}, "
                "this program needs {version}).",
                **_versions(found),
            ),
            message(
                "With the older program move it into a file (svcconsole team move --to-file), then with this "
                "one into a new database. Nothing was changed."
            ),
        )
    if oldest > versions.VERSION:
        return ReadOnly(
            message("A newer svcconsole writes to this workspace; this one only reads it."),
            message("Install the newer program to send or change anything."),
        )
    try:
        refuse_moved(connection)
    except ReadOnly as moved:
        return moved
    return None


def newer(found: int) -> WorkspaceError:
    """The refusal of tables of a version that this program does not know."""
    return WorkspaceError(
        message(
            "This workspace was written by a newer svcconsole (its tables are version {found}, "
            "this program knows {version}).",
            **_versions(found),
        ),
        message("Use the newer program; nothing was changed."),
    )


def _versions(found: int) -> dict[str, Number]:
    return {"found": number(found, grouped=False), "version": number(versions.VERSION, grouped=False)}


def refuse_moved(connection: Connection) -> None:
    """Raise ReadOnly where this workspace was moved, or has not quite arrived."""
    moved = moving(connection, MOVED)
    if moved is not None:
        raise _moved(moved)
    if moving(connection, ARRIVING) is not None:
        raise _arriving()


def moving(connection: Connection, key: str) -> Moving | None:
    """What the entry MOVED or ARRIVING says; None where there is none."""
    found = connection.execute(select(META.c.value).where(META.c.key == key)).scalar()
    return None if found is None else Moving(**json.loads(found))


def note_moving(connection: Connection, key: str, what: Moving) -> None:
    """Write the entry MOVED or ARRIVING."""
    forget_moving(connection, key)
    connection.execute(insert(META).values(key=key, value=json.dumps(asdict(what))))


def forget_moving(connection: Connection, key: str) -> None:
    """Take the entry MOVED or ARRIVING away."""
    connection.execute(delete(META).where(META.c.key == key))


def _moved(moved: Moving) -> ReadOnly:
    return ReadOnly(
        message(
            "This workspace was moved to {place} on {day}; nothing is sent or changed here any more.",
            place=moved.place,
            day=moved.at[:10],
        ),
        message("Name that place as the store's workspace and go on there."),
    )


def _arriving() -> ReadOnly:
    return ReadOnly(
        message("This workspace is a copy that was not finished; the one it was made of goes on."),
        message("Run “svcconsole team move” again: it begins anew, or ends what was begun."),
    )
