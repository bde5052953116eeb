"""Makes today's tables in an empty database, with what they say of themselves."""

from __future__ import annotations

from sqlalchemy import Connection, insert

from svcconsole.words.message import message
from svcconsole.workspace import schema, versions
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.meta_values import read_meta
from svcconsole.workspace.schema.team_tables import operators, team_metadata
from svcconsole.workspace.team.roles import Role

STORE = "store"
"""The entry that says whose a shared workspace, or a backup, is, by the name of the store's folder."""
STORE_NAME = "store_name"
"""The entry of a backup that says what the store was called by whoever wrote it."""


def create_tables(connection: Connection, store: str, operator: str, *, fence: int = 0) -> None:
    """Make the tables of a file, or of the database that a team shares for the store of that name, which
    `operator` administers; the next lease is numbered after `fence`. The name of the workspace and the rules
    are for the caller to add."""
    schema.metadata.create_all(connection, checkfirst=False)
    connection.execute(insert(schema.meta).values(key=versions.SCHEMA_KEY, value=str(versions.VERSION)))
    versions.say_limits(connection)
    if store:
        team_metadata.create_all(connection, checkfirst=False)
        connection.execute(insert(schema.meta).values(key=STORE, value=store))
        connection.execute(
            insert(operators).values(
                name=operator, shown=operator, role=Role.ADMINISTER, invited_by=operator, invited_at=now()
            )
        )
    else:
        connection.execute(
            insert(schema.lease).values(id=1, fence=fence, host="", pid=0, boot_id="", taken_at="")
        )


def refuse_other_store(connection: Connection, store: str) -> None:
    """Two stores in one database would send what is the other's: raises WorkspaceError."""
    if read_meta(connection, STORE) != store:
        raise WorkspaceError(
            message("The shared workspace is that of another store."),
            message("Each store has a database of its own: check the address."),
        )
